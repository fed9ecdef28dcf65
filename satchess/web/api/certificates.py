"""Certificates: proofs that were made here, to be checked by anyone with `satchess verify`."""

from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel

from satchess.certificates import maker_of
from satchess.service.memory import signature_of
from satchess.web import certificates as kept
from satchess.web.answering import AtDesk, Json, accepted, starting
from satchess.web.api.ask import LOCATION, Asking
from satchess.web.api.models import JobModel, router_of
from satchess.web.desk import written

router = router_of("certificates")


class CertificateModel(BaseModel):
    """A certificate in a file."""

    signature: str
    bytes: int
    href: str


class CertificatesModel(BaseModel):
    """The certificates that were made here."""

    certificates: list[CertificateModel]


def _as_json(packed: kept.Packed) -> dict[str, object]:
    href = f"/api/v1/certificates/{packed.signature}.tar"
    return {"signature": packed.signature, "bytes": packed.bytes, "href": href}


@router.get("/certificates", responses={200: {"model": CertificatesModel}})
def certificates(desk: AtDesk) -> Response:
    """List the certificates that were made here."""
    found = kept.packed(desk.settings.certificates)
    return Json({"certificates": [_as_json(packed) for packed in found]})


@router.get(
    "/certificates/{signature}.tar",
    response_class=FileResponse,
    responses={
        200: {
            "description": "The folder of the certificate, packed.",
            "content": {"application/x-tar": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
def certificate(
    desk: AtDesk, signature: Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
) -> Response:
    """Download a certificate."""
    found = kept.find(desk.settings.certificates, signature)
    name = f"certificate-{signature[:12]}.tar"
    return FileResponse(found.path, media_type="application/x-tar", filename=name)


@router.post(
    "/certificates",
    responses={
        200: {"model": CertificateModel, "description": "It was made before."},
        202: {"model": JobModel, "description": "A job makes it.", "headers": LOCATION},
    },
)
def make(request: Request, desk: AtDesk, asked: Asking) -> Response:
    """Prove an answer: a job makes the certificate, and has it checked."""
    client = starting(request)
    wanted = desk.read(asked.q)
    maker_of(wanted.verb)
    signature = signature_of(wanted).digest
    for packed in kept.packed(desk.settings.certificates):
        if packed.signature == signature:
            return Json(_as_json(packed))
    said = desk.order("certificate", written(wanted), client=client, seconds=asked.seconds)
    return accepted(said)
