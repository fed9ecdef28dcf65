"""The pages: one router for each, and one line here."""

from fastapi import APIRouter

from satchess.web.pages import explore, gallery

ROUTERS: tuple[APIRouter, ...] = (explore.router, gallery.router)
"""Every page, in the order of the navigation."""
