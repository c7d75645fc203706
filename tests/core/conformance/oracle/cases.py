# SPDX-License-Identifier: Apache-2.0
"""From a case to what it expects, and the comparison with what a file says."""
import json

import numpy as np

from . import cake, compose, kivi, model, running, static, windowed
from .watch import Watch

WINDOW = {"capacity": 2048, "removed": 0.5, "window": 32, "kernel": 7, "pool": "max", "rows": "sum",
          "granularity": "kv-head", "group-order": "pool-then-reduce", "group-reduce": "mean"}
STATIC = {"capacity": 0, "removed": 0.5, "sinks": 0, "recent": 0, "schedule": "once"}
POLICIES = {
    "full": (running.Full, {}),
    "streaming": (running.Streaming, {"sinks": 4, "recent": 508, "bridge": 0, "prune-interval": 1, "slack": 0,
                                      "max-drop": 0}),
    "cascade": (running.Cascade, {"sinks": 4, "window": 2048, "cascades": 4, "rate": 2, "sizes": "auto",
                                  "periods": "auto", "gamma": "auto",
                                  "head-reduction": "mean", "granularity": "layer", "eager-fill": False,
                                  "ties": "strict", "token-selection": True}),
    "cake": (cake.Cake, {"capacity": 1024, "window": 32, "gamma": 200, "kernel": 5, "tau1": 1, "tau2": 1,
                         "allocation": "cake", "cascading": True, "accounting": "code", "decode-eviction": True,
                         "pool-order": "memory", "guard": "accounting", "integer-step": "code", "indicator": "sum",
                         "decode-score": "row"}),
    "adap-kv": (None, {"variant": "thesis", "removed": 0.5, "gini-window": 64, "sinks": 0, "recent": 0,
                       "metric": "gini", "base": "seen", "context": 0, "evict-by": "current"}),
    "sage": (running.Sage, {"sinks": 4, "top-k": 512, "recent": 7676, "last-token": "recent",
                            "granularity": "kv-head",
                            "group-score": "sum-probs", "query": "last-prompt", "decode": "slide", "skip-layers": 0}),
    "h2o": (running.H2O, {"heavy": 256, "recent": 256, "granularity": "kv-head", "normalise": "none"}),
    "tova": (running.Tova, {"capacity": 512, "protect-newest": False}),
    "snapkv": (windowed.SnapKV, WINDOW),
    "pyramidkv": (windowed.PyramidKV, {**WINDOW, "beta": 20, "variant": "factory"}),
    "adakv": (windowed.AdaKV, {**{k: v for k, v in WINDOW.items() if k != "rows"}, "capacity": 1024,
                               "group-order": "reduce-then-pool", "floor": 0.2, "normalise": False,
                               "variant": "repo"}),
    "expected-attention": (static.ExpectedAttention, {"capacity": 0, "removed": 0.5, "sinks": 4, "future": 512,
                                                      "covariance": True, "value-norm": True, "epsilon": 0}),
    "knorm": (static.Knorm, {**STATIC, "skip-layers": 2}),
    "keydiff": (static.KeyDiff, STATIC),
    "random": (static.Random, {**STATIC, "seed": 0}),
    "quest": (running.Quest, {"budget": 1024, "page": 16, "rule": "accuracy", "min-pages": 3, "skip-layers": 2}),
    "kivi": (None, {"bits": 2, "group": 32, "residual": 128, "values": "per-token", "scale-dtype": "float16"}),
}
SCORERS = {
    "snapkv": {"window": 32, "kernel": 7, "pool": "max", "group-order": "pool-then-reduce", "group-reduce": "mean"},
    "cake-indicator": {"window": 32, "gamma": 200, "kernel": 5}, "h2o-mass": {"normalise": "none"}, "tova": {},
    "knorm": {}, "keydiff": {}, "random": {"seed": 0}, "recency": {},
    "expected-attention": {"future": 512, "covariance": True, "value-norm": True, "epsilon": 0},
}
BUDGETS = {
    "uniform": {"capacity": 512}, "pyramid": {"capacity": 512, "beta": 20},
    "cake-preference": {"capacity": 512, "window": 32, "tau1": 1, "tau2": 1},
    "adap-gini": {"capacity": 512, "window": 64, "direction": "thesis"},
    "adakv-headwise": {"capacity": 512, "floor": 0.2, "variant": "repo"}, "random": {"capacity": 512, "seed": 0},
}


def fill(given, defaults, name):
    unknown = set(given) - set(defaults)
    assert not unknown, f"{name}: {unknown}"
    return {**defaults, **given}


def policy_of(case):
    p = case["policy"]
    if "scorer" in p:
        full = {"scorer": {"id": p["scorer"]["id"],
                           "params": fill(p["scorer"].get("params", {}), SCORERS[p["scorer"]["id"]], "scorer")},
                "budget": {"id": p["budget"]["id"],
                           "params": fill(p["budget"].get("params", {}), BUDGETS[p["budget"]["id"]], "budget")},
                "protect": {"sinks": 0, "recent": 0, **p.get("protect", {})}, "schedule": p.get("schedule", "once")}
        return lambda run: compose.Composition(run, full)
    kind, defaults = POLICIES[p["id"]]
    params = fill(p.get("params", {}), defaults, p["id"])
    if p["id"] == "adap-kv":
        kind = running.AdapThesis if params["variant"] == "thesis" else running.AdapCode
    return lambda run: kind(run, params)


def expect_of(case, dtype=np.float64, shake=None):
    """(expect, watch)"""
    watch = Watch()
    if case.get("kind") == "codec":
        params = fill(case["policy"].get("params", {}), POLICIES["kivi"][1], "kivi")
        return kivi.expect(case, params, watch, dtype), watch
    run = model.Run(case, policy_of(case), watch, dtype, shake)
    out = run.expect()
    if case.get("kind") == "read-selection":
        out = {"granularity": "layer", "read": run.policy.read, **run.policy.pinned()}
    return out, watch


SETS = ("granularity", "prefill", "steps", "final", "read", "lengths")
NUMBERS = ("budgets", "preference", "gini", "scores", "k", "v", "bytes_per_element")


def near(a, b, rel, tiny):
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(near(a[k], b[k], rel, tiny) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(near(x, y, rel, tiny) for x, y in zip(a, b))
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and abs(a - b) <= max(rel * max(abs(a), abs(b)), tiny)
    return a == b


def differences(file, mine, rel=1e-5, tiny=1e-6, both=True):
    out = []
    for k in SETS + NUMBERS:
        if k not in file and k not in mine:
            continue
        if (k not in file or k not in mine) and k in NUMBERS:
            if both:
                out.append(f"{k} only in {'file' if k in file else 'oracle'}")
            continue
        if k in SETS and file.get(k) != mine.get(k):
            out.append(f"{k}: file {json.dumps(file.get(k))[:300]} oracle {json.dumps(mine.get(k))[:300]}")
        elif k in NUMBERS and not near(file[k], mine[k], rel, tiny):
            out.append(f"{k}: file {json.dumps(file[k])[:300]} oracle {json.dumps(mine[k])[:300]}")
    return out
