"""The pages: one router for each, and one line here."""

from fastapi import APIRouter

ROUTERS: tuple[APIRouter, ...] = ()
"""Every page, in the order of the navigation."""
