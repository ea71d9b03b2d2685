"""The types of the JSON documents by name, and their schemas, which ``verifier/schemas`` keeps as files."""

from pathlib import Path
from typing import Any

import msgspec

from verifier.cli import document, play_document
from verifier.cli.analysis_document import AnalysisDocument, ErrorDocument
from verifier.cli.audit_document import CountedDocument, GameDocument
from verifier.cli.hunt_document import HuntDocument
from verifier.cli.readings_document import ReadingsDocument
from verifier.cli.schema import FOLDER
from verifier.cli.settled_document import SettledDocument
from verifier.cli.units_document import UnitsDocument
from verifier.files import write_whole

__all__ = ["DOCUMENTS", "schema_text", "write_schemas"]

DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "verify": document.VerifyDocument,
    "check": document.CheckDocument,
    "cases": document.CasesDocument,
    "matrix": document.MatrixDocument,
    "minimise": document.MinimiseDocument,
    "ko": document.KoDocument,
    "hunt": HuntDocument,
    "readings": ReadingsDocument,
    "settled": SettledDocument,
    "units": UnitsDocument,
    "audit": GameDocument,
    "analysis": AnalysisDocument,
    "error": ErrorDocument,
    "score": CountedDocument,
    "play-out": play_document.PlayOutDocument,
    "play-case": play_document.PlayCaseDocument,
    "solve": play_document.SolveDocument,
    "solve-check": play_document.SolveCheckDocument,
    "axioms": play_document.AxiomsDocument,
}
"""Name of a schema -> the type that it is made from."""


def schema_text(name: str) -> str:
    """Return the JSON Schema of a document as its file has it."""
    made: dict[str, Any] = msgspec.json.schema(DOCUMENTS[name])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"shikatsu {name}"}
    return msgspec.json.format(msgspec.json.encode(head | made), indent=1).decode() + "\n"


def write_schemas(folder: Path = FOLDER) -> None:
    """Write the schemas of all documents (``make schemas``)."""
    for name in DOCUMENTS:
        write_whole(folder / f"{name}.json", schema_text(name), force=True)
