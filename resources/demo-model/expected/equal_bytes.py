#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All policies at the same bytes on every document of the embedded model.

    equal_bytes.py KVW [DOCUMENT...] > equal-bytes.csv

The first 80 % of a text are the prompt. Of the long stream the first 2000 tokens count: the model was trained on 2048.
Policies that keep a budget while decoding get a quarter of the text's tokens; those that decide once get so much less
that they hold a quarter on average while the rest is decoded. `kept` is what was measured: live bytes over the bytes of
the full cache, mean over the decoded tokens. Streaming and cascade run with the settings of their works (/native),
all others with original positions and the prompt in one pass. Times go to standard error: they differ from run to run.
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

DOCUMENTS = ["needle", "ledger", "story", "prose", "long-stream"]
FIRST = {"long-stream": 2000}
COLUMNS = ["document", "policy", "kept", "read", "mean_nll", "delta_nll", "mean_kl", "answers_nll"]


def policies(tokens, prompt):
    decoded = tokens - prompt
    held = tokens // 4
    once = held - decoded // 2
    window = max(8, once // 8)
    # Its price is that of a prefill per token.
    recompute = [f"window-recompute:window={held}"] if decoded * held < 500_000 else []
    return [
        "full",
        f"streaming:sinks=4,recent={held - 4}/native",
        f"h2o:heavy={held // 2},recent={held - held // 2}",
        f"tova:capacity={held}",
        f"cascade:sinks=4,window={(held - 4) // 4 * 4}/native",
        f"cake:capacity={held},window={window}",
        "adap-kv:removed=0.75",
        f"adap-kv:variant=code,removed={1 - once / prompt:.3f}",
        f"sage:sinks=4,top-k={held // 4},recent={held - held // 4 - 4}",
        f"snapkv:capacity={once},window={window}",
        f"pyramidkv:capacity={once},window={window}",
        f"adakv:capacity={once},window={window}",
        f"expected-attention:capacity={once},future={decoded}",
        f"knorm:capacity={once},skip-layers=0",
        f"knorm:capacity={held},skip-layers=0,schedule=every-step",
        f"knorm+uniform:capacity={held},recent=32,schedule=every-step",
        f"keydiff:capacity={once}",
        f"keydiff:capacity={held},schedule=every-step",
        f"random:capacity={once}",
        f"random:capacity={held},schedule=every-step",
        f"random+uniform:capacity={held},recent=32,schedule=every-step",
        f"quest:budget={held}",
        "kivi:bits=2",
        "kivi:bits=4",
        *recompute,
    ]


def mean(values):
    return sum(values) / len(values) if values else None


def text(value, digits=4):
    return "" if value is None else f"{value:.{digits}f}"


def shares(lane):
    """Live bytes and bytes read by a step over those of the full cache, means over the decoded tokens."""
    with open(lane / "steps.csv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["phase"] == "decode"]
    kept = mean([int(row["bytes_live"]) / int(row["bytes_full"]) for row in rows])
    read = mean([int(row["bytes_read"]) / int(row["bytes_full"]) for row in rows if row.get("bytes_read")])
    return kept, read


def compare(kvw, document, out):
    def run(arguments):
        done = subprocess.run([kvw, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"kvw {' '.join(arguments)}: {done.stderr}")
        return json.loads(done.stdout)

    tokens = run(["run", "--text", document, "--policy", "full", "--prompt-tokens", "1", "--steps", "1", "--json",
                  "--quiet"])["text"]["tokens"]
    tokens = min(tokens, FIRST.get(document, tokens))
    prompt = tokens * 4 // 5
    arguments = ["compare", "--text", document, "--prompt-tokens", str(prompt), "--steps", str(tokens - prompt), "--json",
                 "--quiet", "--out", str(out)]
    for policy in policies(tokens, prompt)[1:]:
        arguments += ["--policy", policy]
    report = run(arguments)
    for index, lane in enumerate(report["lanes"]):
        own = [f"/{name}={lane[name]}" for name in ("positions", "prefill") if lane[name] != report[name]]
        policy = lane["policy"]["text"] + "".join(own)
        summary = lane["summary"]
        folder = next((out / "lanes").glob(f"{index}-*"))
        kept, read = shares(folder)
        yield [document, policy, text(kept, 3), text(read, 3), text(summary["mean_nll"]),
               text(summary["delta_nll"]), text(summary["mean_kl"]), text(summary["answers_nll"])]
        print(document, policy, text(summary["tpot_ms"], 3), "ms per token", file=sys.stderr)


def main():
    kvw, *documents = sys.argv[1:]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(COLUMNS)
    for document in documents or DOCUMENTS:
        with tempfile.TemporaryDirectory() as folder:
            for row in compare(kvw, document, pathlib.Path(folder) / "bundle"):
                table.writerow(row)
                sys.stdout.flush()


if __name__ == "__main__":
    main()
