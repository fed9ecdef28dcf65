"""The API: one router for each resource, and one line here."""

from fastapi import APIRouter

from satchess.web.api import answers, ask, health, jobs

ROUTERS: tuple[APIRouter, ...] = (ask.router, jobs.router, answers.router, health.router)
"""Every resource under `/api/v1`, in the order of the description."""
