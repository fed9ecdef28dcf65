"""CSV: one line per cell, for spreadsheets."""

import csv
import io

from satchess.render.formats.base import Format
from satchess.tables import Table


class CsvFormat(Format):
    """Comma-separated values with a header line."""

    name = "csv"

    def table(self, table: Table) -> str:
        """Write one line per cell."""
        stream = io.StringIO()
        writer = csv.DictWriter(stream, [*table.names, *table.fields], lineterminator="\n")
        writer.writeheader()
        writer.writerows(table.records())
        return stream.getvalue().rstrip("\n")
