"""CSV: one line per board, for spreadsheets."""

import csv
import io

from satchess.render.formats.base import Format
from satchess.service.table import Cells


class CsvFormat(Format):
    """Comma-separated values with a header line."""

    name = "csv"

    def table(self, cells: Cells) -> str:
        """Write one line per board."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        several = len({piece for _, _, piece in cells}) > 1
        head = ["rows", "columns", "status", "value", "lower", "upper", "count", "exact"]
        writer.writerow([*["piece"] * several, *head])
        for (m, n, piece), a in cells.items():
            row = [m, n, a.status, a.value, a.lower, a.upper, a.count, a.exact]
            writer.writerow([*[piece] * several, *row])
        return stream.getvalue().rstrip("\n")
