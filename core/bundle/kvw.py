# SPDX-License-Identifier: Apache-2.0
"""Opens a bundle of KV Workbench, a folder or a .zip. It needs numpy alone.

    run = kvw.load("run.zip")            # of a comparison: kvw.load("all.zip").lanes["0-full"]
    run.manifest["summary"]
    run.table("steps")["nll"]            # a column: an array (NaN: undefined), or a list of texts
    run.table("tables/summary")
    run.evictions()                      # a dict per line
    run.array("capacity")                # arrays/capacity.npy
    for step, heads in run.rows(layer=0):
        tokens, weights = heads[3]       # of query head 3

README.md says what each column and array is.
"""
import csv
import io
import itertools
import json
import pathlib
import re
import zipfile

import numpy as np

# A text that a spreadsheet would take for a formula has one more apostrophe in front.
GUARDED = re.compile(r"'+[=+\-@\t\r\n]")


def load(path):
    return Bundle(zipfile.Path(path) if zipfile.is_zipfile(path) else pathlib.Path(path))


class Bundle:
    def __init__(self, folder):
        self.folder = folder
        self.manifest = json.loads(self._read("manifest.json"))
        index = folder / "arrays" / "index.json"
        self.index = json.loads(index.read_bytes()) if index.exists() else {}
        lanes = [pathlib.PurePosixPath(lane["path"]).name for lane in self.manifest.get("lanes", [])]
        self.lanes = {name: Bundle(folder / "lanes" / name) for name in lanes}

    def _read(self, name):
        return self.folder.joinpath(*name.split("/")).read_bytes()

    def table(self, name):
        """Returns the columns of a .csv file by name."""
        rows = list(csv.reader(io.StringIO(self._read(name + ".csv").decode(), newline="")))
        return {title: _column([row[i] for row in rows[1:]]) for i, title in enumerate(rows[0])}

    def evictions(self):
        return [json.loads(line) for line in self._read("evictions.jsonl").splitlines()]

    def array(self, name):
        return np.load(io.BytesIO(self._read("arrays/" + name.removeprefix("arrays/").removesuffix(".npy") + ".npy")))

    def rows(self, layer, kind="attention"):
        """Yields (step, [(tokens, weights) of each query head]); of kind "scores" a head is a keep-set."""
        for entry in (one for one in self.index.get(kind, []) if one["layer"] == layer):
            if shared := entry.get("shared"):  # the first rows are those of a lane beside this one
                yield from itertools.islice(Bundle(self.folder.parent / shared["lane"]).rows(layer), shared["rows"])
            values, units = entry["values" if kind == "scores" else "probs"], entry["units"]
            steps, offsets, tokens, values = (self.array(n) for n in (entry["steps"], entry["offsets"], entry["tokens"], values))
            group = entry["query_heads"] // units
            for row, step in enumerate(steps):
                spans = [offsets[row * units + unit:][:2] for unit in range(units)]
                yield int(step), [(tokens[a:b], weights) for a, b in spans
                                  for weights in values[a * group:b * group].reshape(group, b - a)]


def _column(cells):
    for number in (int, lambda cell: float(cell or "nan")):
        try:
            return np.array([number(cell) for cell in cells])
        except (ValueError, OverflowError):
            pass
    return [json.loads(cell) if cell.startswith('"') else cell[1:] if GUARDED.match(cell) else cell for cell in cells]
