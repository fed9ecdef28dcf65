"""The pages: one router for each, drawn by the server; and one line here."""

from fastapi import APIRouter

from satchess.web.pages import about, answer, ask, explore, gallery, jobs, pieces, play

ROUTERS: tuple[APIRouter, ...] = (
    ask.router,
    answer.router,
    explore.router,
    gallery.router,
    play.router,
    jobs.router,
    pieces.router,
    about.router,
)
"""Every page, in the order of the navigation."""
