#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes conformance cases, with an evaluation of the policies in float64 that shares nothing with the plugins.

It needs numpy and is not needed to build or to run the tests: the cases are stored, this says where they come from.

  make_cases.py verify FILES...                          are these cases what the evaluation says?
  make_cases.py make POLICY COUNT FOLDER [--seed N]      COUNT new cases

POLICY is an id, or compositions, ties (repeated keys) or flat (uniform attention). A case is dropped if a decision has
less room than 1e-4 relative (3e-4 with rope), or if float32 or inputs shaken by 3e-6 give other sets; exact ties are
kept where equal operations make them. The files cases/gen-*.json are chosen from what this made: those in which the
most parameters, changed alone, change a set.
"""
import argparse
import json
import pathlib
import random
import sys

import numpy as np

sys.dont_write_bytecode = True  # the source tree stays clean
from oracle import cases, recipes, tensors  # noqa: E402


def rounded(x, digits=7):
    if isinstance(x, float):
        return float(f"{x:.{digits}g}")
    if isinstance(x, list):
        return [rounded(y, digits) for y in x]
    return {k: rounded(v, digits) for k, v in x.items()} if isinstance(x, dict) else x


def robust(case):
    """The expectation, or the reason why this case is dropped."""
    mine, watch = cases.expect_of(case)
    room = 3e-4 if case.get("rope") else 1e-4
    if watch.margin < room:
        return None, f"margin {watch.margin:.1e} {watch.why}"
    if "explicit" in case["tensors"] and case.get("kind") != "codec" and not watch.ties:
        return None, "no tie decides anything"
    others = [cases.expect_of(case, np.float32)[0]]
    if case.get("kind") != "codec":
        times = 4 if "explicit" in case["tensors"] else 2
        others += [cases.expect_of(case, shake=n)[0] for n in range(1, times + 1)]
    for other in others:
        if cases.differences(mine, other, rel=3e-4, tiny=3e-7):
            return None, "not the same in float32 or shaken"
    return mine, ""


def probe(case):
    q, k, v = tensors.load(case)
    t = min(1, q.shape[2] - 1)
    return {"token": t, **{n: rounded([float(y) for y in x[0, 0, t, :4]]) for n, x in zip("qkv", (q, k, v))}}


def words(params):
    return ", ".join(f"{k} {str(v).lower() if isinstance(v, bool) else v}" for k, v in params.items())


def about(case):
    p = case["policy"]
    if "scorer" in p:
        every = p["schedule"] if isinstance(p["schedule"], str) else f"every {p['schedule']['every']}"
        what = f"{p['scorer']['id']} under {p['budget']['id']}, {every}"
    else:
        what = f"{p['id']}: {words(p['params'])}" if p["params"] else p["id"]
    if case.get("kind") == "codec":
        return what + "."
    s, rope, pre = case["shape"], case.get("rope"), case["prefill"]
    turn = "no rotation"
    if rope:
        part = f" of {rope['rotary_dim']} channels" if "rotary_dim" in rope else ""
        turn = f"{rope['style']} rotation{part}, positions {rope['positions']}"
    flat = "; uniform attention, exact ties" if case["tensors"].get("sharpness") == 0 else ""
    flat = "; repeated keys, exact ties" if "explicit" in case["tensors"] else flat
    chunks = f" in chunks of {pre['chunk']}" if "chunk" in pre else ""
    return (f"{what}; {s['query_heads']}/{s['kv_heads']} heads of {s['head_dim']}, layers {s['layers']}; "
            f"prompt {case['prompt']}{chunks}, decode {case['decode']}; {turn}{flat}.")


def text(case):
    lines = [f' "{k}":{json.dumps(v, separators=(",", ":"))}' for k, v in case.items() if k != "expect"]
    inner = [f'  "{k}":{json.dumps(v, separators=(",", ":"))}' for k, v in case["expect"].items()]
    return "{\n" + ",\n".join(lines) + ',\n "expect":{\n' + ",\n".join(inner) + "}\n}\n"


def make(policy, count, folder, seed):
    folder.mkdir(parents=True, exist_ok=True)
    r, made, tried, dropped = random.Random(f"{policy} {seed}"), 0, 0, {}
    while made < count and tried < 20 * count:
        tried += 1
        body = recipes.recipe(r, policy, made)
        expect, why = robust(body)
        if expect is None:
            dropped[why.split(" ")[0]] = dropped.get(why.split(" ")[0], 0) + 1
            continue
        name = f"{policy}-{seed}-{made:03}"
        head = {"format": "kvw-conformance-1", "name": name, "about": about(body)}
        if "generator" in body["tensors"]:
            body["tensors"]["probe"] = probe(body)
        order = ("kind", "policy", "shape", "rope", "prompt", "decode", "prefill", "tensors")
        case = {**head, **{k: body[k] for k in order if k in body}, "expect": rounded(expect)}
        out = text(case)
        if len(out) < 60000:
            (folder / f"{name}.json").write_text(out)
            made += 1
    print(f"{policy}: {made} made, dropped {dropped}", flush=True)


def verify(files):
    bad = 0
    for f in files:
        case = json.loads(pathlib.Path(f).read_text())
        wrong = cases.differences(case["expect"], cases.expect_of(case)[0])
        bad += bool(wrong)
        for w in wrong:
            print(f"{case['name']}: {w}")
    print(f"{len(files) - bad} of {len(files)} cases agree")
    return 1 if bad else 0


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = a.add_subparsers(dest="what", required=True)
    sub.add_parser("verify").add_argument("files", nargs="+")
    m = sub.add_parser("make")
    m.add_argument("policy")
    m.add_argument("count", type=int)
    m.add_argument("folder", type=pathlib.Path)
    m.add_argument("--seed", type=int, default=1)
    a = a.parse_args()
    if a.what == "verify":
        return verify(a.files)
    return make(a.policy, a.count, a.folder, a.seed)


if __name__ == "__main__":
    sys.exit(main())
