"""The pages: one router for each, drawn by the server; and one line here."""

from fastapi import APIRouter

from satchess.web.pages import ask, explore, gallery

ROUTERS: tuple[APIRouter, ...] = (ask.router, explore.router, gallery.router)
"""Every page, in the order of the navigation."""
