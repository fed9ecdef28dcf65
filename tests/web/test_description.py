"""The description of the API: what is there does what it says, for any parameters."""

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CHECKS

from satchess.web.app import create_app
from satchess.web.settings import Settings
from tests.web.serving import Server

WITHOUT = ("/events", "/puzzles/make", "/certificates")
"""Streams and long work have tests of their own."""


def test_the_api_is_as_described(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json")
    wanted = ("not_a_server_error", "status_code_conformance", "content_type_conformance")
    checks: Any = [CHECKS.get_one(name) for name in (*wanted, "response_schema_conformance")]
    number = 0
    for result in schema.get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]
        if any(part in operation.path for part in WITHOUT):
            continue

        @settings(
            max_examples=3,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def holds(case: Any) -> None:
            case.call_and_validate(checks=checks, timeout=60)

        given(case=operation.as_strategy())(holds)()
        number += 1
    assert number > 20


def test_every_address_is_described(server: Server) -> None:
    said = server.get("/api/v1/openapi.json").json
    assert said["openapi"].startswith("3.1")
    for path, methods in said["paths"].items():
        assert path.startswith("/api/v1/")
        for method in methods.values():
            assert method["summary"]
            assert {"422", "429", "503"} <= set(method["responses"])
    count = said["components"]["schemas"]["AnswerModel"]["properties"]["count"]
    assert "a string of digits beyond 2^53" in str(count)


def test_no_route_is_left_out(tmp_path: Path) -> None:
    app = create_app(Settings(cache=tmp_path / "answers.db"))
    described = set(app.openapi()["paths"])
    assert "/api/v1/ask" in described
    assert not any(path.startswith("/api/") for path in _paths(app) - described - {app.openapi_url})


def _paths(app: object) -> set[str]:
    return {route.path for route in app.routes if hasattr(route, "path")}  # type: ignore[attr-defined]
