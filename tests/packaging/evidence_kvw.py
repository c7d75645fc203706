#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands for kvw in evidence_test.sh: writes what kvw eval would leave, with the scores of KVW_SCORES, and empty bundles.

KVW_SCORES: JSON, {"PRESET": {"ROW": [score of each sample]}}; other rows score 2. Its intervals reach from the smallest to the
largest difference. A preset that KVW_FAILS names ends with code 1.
"""
import json
import os
import pathlib
import sys

words = sys.argv[1:]
out = pathlib.Path(words[words.index("--out") + 1])
if words[0] == "compare":
    out.write_bytes(b"a bundle")
    sys.exit(0)
name = words[words.index("--preset") + 1]
if os.environ.get("KVW_FAILS") == name:
    sys.exit(1)
preset = next(each for each in json.loads(pathlib.Path(os.environ["KVW_PRESETS"]).read_text())["presets"] if each["name"] == name)
chosen = json.loads(os.environ.get("KVW_SCORES", "{}")).get(name, {})
scores = {lane["policy"]: chosen.get(lane["row"], [2.0, 2.0, 2.0]) for lane in preset["lanes"]}
against = scores[preset["against"]]
out.mkdir(parents=True, exist_ok=True)
rows, lines = [], []
for lane in preset["lanes"]:
    policy = lane["policy"]
    apart = [mine - other for mine, other in zip(scores[policy], against)]
    rows.append({"subset": None, "policy": policy, "difference": sum(apart) / len(apart), "difference_low": min(apart),
                 "difference_high": max(apart), "pairs": len(apart)})
    for sample, score in enumerate(scores[policy]):
        lines.append(json.dumps({"policy": policy, "subset": "texts", "id": str(sample), "score": score,
                                 "parts": {"spike": score, "overlap": 0.9}, "facts": {"length": 512, "depth": 50 * sample}}))
(out / "results.jsonl").write_text("\n".join(lines) + "\n")
(out / "table.md").write_text("| policy |\n|---|\n| table of " + name + " |\n")
(out / "results.json").write_text(json.dumps({
    "plan": {"task": preset["task"], "policies": list(scores)}, "against": preset["against"], "rows": rows,
    "score": "score" if name == "evidence-needle" else "perplexity", "environment": {"cpu": "a processor", "gpu": None}}))
