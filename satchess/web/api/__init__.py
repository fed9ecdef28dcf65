"""The API: one router for each resource, and one line here."""

from fastapi import APIRouter

from satchess.web.api import (
    answers,
    ask,
    boards,
    catalogues,
    certificates,
    export,
    health,
    jobs,
    puzzles,
    tables,
)

ROUTERS: tuple[APIRouter, ...] = (
    ask.router,
    jobs.router,
    answers.router,
    tables.router,
    catalogues.router,
    puzzles.router,
    boards.router,
    certificates.router,
    export.router,
    health.router,
)
"""Every resource under `/api/v1`, in the order of the description."""
