#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the claims of resources/evidence on a real model with kvw eval, and writes their page.

An evaluation that was stopped goes on with the same command. Sentences of the page follow from intervals alone.
"""
import argparse
import datetime
import json
import math
import pathlib
import random
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLAIMS = ROOT / "resources" / "evidence" / "claims.json"
PRESETS = ROOT / "resources" / "eval" / "evidence.json"
ROUNDS, LEVEL = 2000, 0.95
RUN_TOKENS, RUN_STEPS = 128, 96  # small bundles: they lie in the repository
NOVEL, OPENING, EXCERPT = "persuasion", "Sir Walter Elliot, of Kellynch Hall", 1400  # characters; a bundle has its whole text


def number(value):
    return float("nan") if value is None else float(value)


def mean(values):
    return sum(values) / len(values) if values else float("nan")


def deviation(values):
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1)) if len(values) > 1 else float("nan")


def interval(values):
    """Percentile bootstrap of the mean, as core/eval/statistics.h has it for the tables. NaN below two values."""
    if len(values) < 2:
        return float("nan"), float("nan")
    draws = random.Random(1)
    means = sorted(mean(draws.choices(values, k=len(values))) for _ in range(ROUNDS))

    def quantile(share):
        place = share * (ROUNDS - 1)
        low = int(place)
        high = min(low + 1, ROUNDS - 1)
        return means[low] + (means[high] - means[low]) * (place - low)

    return quantile((1 - LEVEL) / 2), quantile((1 + LEVEL) / 2)


def signed(value):
    return f"{value:+.4f}".replace("-", "−")


class Results:
    """What kvw eval has left in a folder."""

    def __init__(self, preset, folder):
        self.preset = preset
        self.results = json.loads((folder / "results.json").read_text())
        self.table = (folder / "table.md").read_text().strip()
        lanes = self.results["plan"]["policies"]
        rows = [lane["row"] for lane in preset["lanes"]]
        if len(lanes) != len(rows):
            sys.exit(f"{folder} has {len(lanes)} lanes, the preset {preset['name']} {len(rows)}: they are not of one version.")
        self.lane_of = dict(zip(rows, lanes))
        self.against = next((row for row, lane in self.lane_of.items() if lane == self.results["against"]), rows[0])
        self.records = {}  # the later of two lines counts
        for line in (folder / "results.jsonl").read_text().splitlines():
            record = json.loads(line)
            self.records[(record["policy"], record["subset"], record["id"])] = record
        # Perplexities are of NLL per token, lower is better; other scores are shares of 100.
        self.unit = "nats per token" if self.results["score"] == "perplexity" else "points"

    def values(self, row, name="score"):
        """By sample; samples in which the lane failed or the number is undefined are left out."""
        found = {}
        for (policy, subset, sample), record in self.records.items():
            value = record.get("score") if name == "score" else (record.get("parts") or {}).get(name)
            if policy == self.lane_of[row] and value is not None and not record.get("problem"):
                found[(subset, sample)] = float(value)
        return found

    def failed(self):
        return sum(1 for record in self.records.values() if record.get("problem"))

    def difference(self, row, than, name):
        """Mean, interval and number of the paired differences."""
        if than == self.against and name == "score":
            # The row of all subsets stands last.
            entry = next((each for each in reversed(self.results["rows"]) if each["policy"] == self.lane_of[row]), None)
            if entry is None:
                return float("nan"), float("nan"), float("nan"), 0
            return number(entry["difference"]), number(entry["difference_low"]), number(entry["difference_high"]), entry["pairs"]
        mine, other = self.values(row, name), self.values(than, name)
        pairs = [mine[sample] - other[sample] for sample in mine if sample in other]
        return (mean(pairs), *interval(pairs), len(pairs))


def verdict(results, pair):
    """The sentence that the interval of a pair chooses."""
    than, name = pair.get("than", results.against), pair.get("number", "score")
    middle, low, high, count = results.difference(pair["row"], than, name)
    unit = "nats" if name == "spike" else results.unit
    what = "spikes" if name == "spike" else "NLL" if results.unit == "nats per token" else "score"
    numbers = f"{signed(middle)} {unit}, 95 % interval {signed(low)} to {signed(high)}, {count} samples"
    who = f"**{pair['row']}** against **{than}**, {what}"
    if not (math.isfinite(low) and math.isfinite(high)):
        return f"{who}: too few samples for an interval ({count})."
    if low == high == 0:
        return f"{who}: the two are equal in all {count} samples."
    above, below = low > 0, high < 0
    if pair["side"] == "equal":
        if above or below:
            return f"{who}: a difference shows: {numbers}."
        return f"{who}: no difference shows: {numbers}. A cost of up to {max(abs(low), abs(high)):.4f} {unit} is not excluded."
    if (above and pair["side"] == "above") or (below and pair["side"] == "below"):
        return f"{who}: the claim shows: {numbers}."
    if above or below:
        return f"{who}: **the opposite of the claim shows**: {numbers}."
    return f"{who}: **the claim does not show**: {numbers}."


def map_lines(results, sides):
    """A table per lane: mean score over the two facts of the samples."""
    lines = []
    for row, lane in results.lane_of.items():
        cells = {}
        for (policy, _, _), record in results.records.items():
            facts = record.get("facts") or {}
            if policy == lane and record.get("score") is not None and all(side in facts for side in sides):
                cells.setdefault(tuple(facts[side] for side in sides), []).append(record["score"])
        across = sorted({place[0] for place in cells})
        lines += ["", f"{row}: score by {sides[1]} (down) and {sides[0]} (across)", "",
                  "| " + " | ".join([sides[1], *(f"{x:g}" for x in across)]) + " |", "|---" + "|---:" * len(across) + "|"]
        for y in sorted({place[1] for place in cells}):
            shown = [f"{mean(cells[(x, y)]):.0f}" if (x, y) in cells else "" for x in across]
            lines.append("| " + " | ".join([f"{y:g}", *shown]) + " |")
    return lines


def full_cache_line(results):
    """Says so where the model fails with the full cache already."""
    full = list(results.values("full").values())
    low, high = interval(full)
    text = f"With the full cache the score is {mean(full):.1f} of 100 (95 % interval {low:.1f} to {high:.1f})."
    if mean(full) < 50:
        text += " **The model finds few of the sentences even with everything held, so the maps say little about policies.**"
    return text


def noise_lines(results, rows):
    """How far the draws of noise move NLL and keep-sets, by policy."""
    lines = ["", "| policy | spread of NLL over the draws, sd | largest move of a sample | overlap of keep-sets | its 95 % interval |",
             "|---|---:|---:|---:|---|"]
    largest = 0.0
    for row in rows:
        draws = [other for other in results.lane_of if other.startswith(row + ", noise")]
        exact, moved, spreads, overlaps = results.values(row), [], [], {}
        for draw in draws:
            for sample, value in results.values(draw).items():
                moved += [abs(value - exact[sample])] if sample in exact else []
            for sample, value in results.values(draw, "overlap").items():
                overlaps.setdefault(sample, []).append(value)
        for sample in exact:
            spread = deviation([values[sample] for values in (exact, *(results.values(draw) for draw in draws)) if sample in values])
            spreads += [spread] if math.isfinite(spread) else []
        by_sample = [mean(values) for values in overlaps.values()]
        low, high = interval(by_sample)
        largest = max([largest, *moved])
        lines.append(f"| {row} | {mean(spreads):.5f} | {max(moved, default=float('nan')):.5f} | {mean(by_sample):.4f} | {low:.4f} to {high:.4f} |")
    return lines + ["", f"A difference of less than {largest:.5f} nats per token on one sample of this length may be rounding."]


def check_rows(claims, presets):
    """Ends with a sentence if a claim names a preset or row that there is not."""
    rows = {preset["name"]: [lane["row"] for lane in preset["lanes"]] for preset in presets}
    for claim in claims:
        for pair in claim["pairs"]:
            if pair["preset"] not in rows:
                sys.exit(f"{CLAIMS}: {claim['id']} names the preset {pair['preset']}, which {PRESETS} lacks.")
            for row in (pair["row"], *([pair["than"]] if "than" in pair else []), *claim.get("noise", {}).get("rows", [])):
                if row not in rows[pair["preset"]]:
                    sys.exit(f"{CLAIMS}: {claim['id']} names the row {row}; {pair['preset']} has {', '.join(rows[pair['preset']])}.")


def command_of(name, options):
    words = ["kvw", "eval", "--preset", name, "--model", options.model]
    words += ["--data", "TEXTS"] if options.texts and not name.startswith("evidence-needle") else []
    words += ["--limit", str(options.limit)] if options.limit else []
    return words + ["--out", name]


def page(claims, presets, folder, options):
    found = {preset["name"]: Results(preset, folder / preset["name"]) for preset in presets
             if (folder / preset["name"] / "results.json").exists()}
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    texts = ", ".join(sorted(path.stem for path in options.texts.glob("*.txt"))) if options.texts else "persuasion"
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", f"# What shows on {options.model}", "",
             f"Written on {today} by `packaging/evidence` from its results.", "",
             "- Each sentence on a claim is chosen by an interval, none by hand.",
             f"- Texts, read in windows: {texts}.",
             "- Intervals are 95 % bootstrap intervals over the windows. Differences are paired: the same window under two policies.",
             "- One small model and few windows are little. A claim that does not show here may show elsewhere."]
    for claim in claims:
        lines += ["", f"## {claim['title']}", "", claim["question"], ""]
        missing = sorted({pair["preset"] for pair in claim["pairs"]} - found.keys())
        if missing:
            lines += [f"**Not measured yet:** {', '.join(missing)}.", ""]
        several = len({pair["preset"] for pair in claim["pairs"]}) > 1
        for pair in claim["pairs"]:
            if pair["preset"] in found:
                where = f"`{pair['preset']}`: " if several else ""
                lines.append(f"- {where}{verdict(found[pair['preset']], pair)}")
        for name in dict.fromkeys(pair["preset"] for pair in claim["pairs"] if pair["preset"] in found):
            results = found[name]
            if results.failed():
                lines += ["", f"{results.failed()} results of {name} have no score, because the lane ended early."]
            if "map" in claim:
                lines += ["", full_cache_line(results), *map_lines(results, claim["map"])]
            if claim.get("noise", {}).get("preset") == name:
                lines += noise_lines(results, claim["noise"]["rows"])
            lines += ["", "```sh", shlex.join(command_of(name, options)), "```", "", f"`{results.results['plan']['task']}`", "", results.table]
    environments = {json.dumps(each.results["environment"], sort_keys=True) for each in found.values() if each.results.get("environment")}
    lines += ["", "## Environment", ""]
    for text in sorted(environments):
        lines += [f"- {name}: {value}" for name, value in json.loads(text).items() if value not in (None, False, "")]
    lines += ["", "```sh", shlex.join(["packaging/evidence", *(["--texts", "TEXTS"] if options.texts else []),
                                     *(["--limit", str(options.limit)] if options.limit else [])]), "```"]
    return "\n".join(lines) + "\n"


def run(words):
    code = subprocess.run([str(word) for word in words]).returncode
    if code:
        sys.exit(f"{shlex.join(map(str, words))} ended with code {code}. What is done is kept; the same command goes on.")


def make_runs(runs, settings, options):
    """The bundles of the start page, over the beginning of the novel that ships."""
    (options.out / "runs").mkdir(parents=True, exist_ok=True)
    options.results.mkdir(parents=True, exist_ok=True)
    novel = (ROOT / "resources" / "texts" / f"{NOVEL}.txt").read_text()
    excerpt = options.results / f"{NOVEL}.txt"
    excerpt.write_text(novel[novel.index(OPENING):][:EXCERPT].rsplit(" ", 1)[0] + "\n")
    for each in runs:
        target = options.out / "runs" / (each["name"] + ".zip")
        policies = [word for policy in each["policies"] for word in ("--policy", policy)]
        run([options.kvw, "compare", *settings, "--text", excerpt, *policies, "--prompt-tokens", RUN_TOKENS, "--steps", RUN_STEPS,
             "--capture", "stats", "--out", target, "--overwrite", "--no-figures", "--quiet"])
        print(f"{target} ({target.stat().st_size / 1e6:.1f} MB)")


def main():
    parser = argparse.ArgumentParser(prog="packaging/evidence", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kvw", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--model", default="smollm2-135m", help="model by its name (kvw models), folder or GGUF file (smollm2-135m)")
    parser.add_argument("--texts", type=pathlib.Path, metavar="DIR", help="folder of novels (.txt); default: the one that ships")
    parser.add_argument("--limit", type=int, metavar="N", help="samples of each evaluation; default: those of the presets")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="0: all cores")
    parser.add_argument("--only", action="append", default=[], metavar="CLAIM", help="repeated: claims to measure; default: all")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build" / "evidence", metavar="DIR", help="folder of the results (build/evidence)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "resources" / "evidence", metavar="DIR",
                        help="folder of the page and of runs/, the bundles of the start page (resources/evidence)")
    parser.add_argument("--page-only", action="store_true", help="measures nothing: writes the page from the results that are there")
    parser.add_argument("--runs-only", action="store_true", help="makes the bundles of the start page only")
    options = parser.parse_args()
    if options.limit is not None and options.limit < 1:
        parser.error(f"--limit: found {options.limit}, expected at least 1")
    if options.texts and not any(options.texts.glob("*.txt")):
        parser.error(f"--texts: {options.texts} holds no .txt file")
    plan = json.loads(CLAIMS.read_text())
    presets = json.loads(PRESETS.read_text())["presets"]
    check_rows(plan["claims"], presets)
    known = [claim["id"] for claim in plan["claims"]]
    for name in options.only:
        if name not in known:
            parser.error(f"--only: there is no claim {name}; expected one of {', '.join(known)}")
    claims = [claim for claim in plan["claims"] if not options.only or claim["id"] in options.only]
    if not options.page_only:
        settings = ["--model", options.model, "--threads", options.threads]
        if not options.runs_only:
            for name in dict.fromkeys(pair["preset"] for claim in claims for pair in claim["pairs"]):
                preset = next(each for each in presets if each["name"] == name)
                texts = ["--data", options.texts] if options.texts and preset["task"].startswith("perplexity") else []
                limit = ["--limit", options.limit] if options.limit else []
                print(f"{name}: {preset['table']}", flush=True)
                run([options.kvw, "eval", "--preset", name, *settings, *texts, *limit, "--out", options.results / name])
        if not options.only:
            make_runs(plan["runs"], settings, options)
    if not options.runs_only:
        target = options.out / (pathlib.Path(options.model).stem + ".md")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(plan["claims"], presets, options.results, options))
        print(target)


if __name__ == "__main__":
    main()
