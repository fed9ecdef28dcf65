"""The notebook of the tutorial: it runs in a real kernel, and pictures come out of it."""

import notebook

EXPECTED = {
    "satchess.domination": "image/svg+xml",
    'satchess.Piece.parse("nightrider")': "image/svg+xml",
    "satchess.Board.parse": "image/svg+xml",
    "satchess.table": "text/html",
    "table.to_pandas()": "text/html",
}
"""What the cells with these beginnings, or lines, show beside plain text."""


def test_the_notebook_runs_and_draws() -> None:
    cells = [cell for cell in notebook.run().cells if cell.cell_type == "code"]
    assert len(cells) >= 8
    shown = {
        cell.source: {kind for output in cell.outputs for kind in output.get("data", {})}
        for cell in cells
    }
    for code, kind in EXPECTED.items():
        assert any(code in source and kind in kinds for source, kinds in shown.items()), code


def test_what_is_stored_is_what_it_shows() -> None:
    stored = notebook.stored()
    assert all(cell.outputs for cell in stored.cells if cell.cell_type == "code")
