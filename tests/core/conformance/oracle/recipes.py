# SPDX-License-Identifier: Apache-2.0
"""Random cases of a policy or composition, still without what they expect: every parameter, corners often."""

from .skeletons import base, busy, capacity, removed, some, window_of


def windowed(r, name):
    prompt = busy(r)
    c = base(r, corner=prompt, decode=some(r, 0, 1, 2, 3))
    w = r.randint(1, 8) if prompt else window_of(r, c["prompt"])
    p = {"window": w, "kernel": some(r, 1, 3, 5, 7, 9, 15)}
    if prompt:
        p["capacity"] = r.randint(w + 1, prompt - 1)
    elif r.random() < 0.6:
        p["capacity"] = capacity(r, c["prompt"], w)
    else:
        p.update(capacity=0, removed=removed(r))
    for key, values in (
        ("pool", ["avg", "max"]),
        ("granularity", ["kv-head", "query-head"]),
        ("group-order", ["pool-then-reduce", "reduce-then-pool"]),
        ("group-reduce", ["mean", "max"]),
    ):
        if r.random() < 0.7:
            p[key] = r.choice(values)
    if name != "adakv" and r.random() < 0.5:
        p["rows"] = some(r, "sum", "mean")
    if name == "pyramidkv":
        p["variant"] = some(r, "factory", "factory", "kvpress", "kvpress")
        p["beta"] = some(r, 1, 2, 3, 4, 8, 20)
        if p["variant"] == "kvpress" and r.random() < 0.5:
            p["beta"] = some(r, 1.5, 2.5, 7.3)
    if name == "adakv":
        p["floor"] = some(r, 0, 0.1, 0.2, 0.3, 0.5, 0.8, 1)
        p["variant"] = some(r, "repo", "repo", "kvpress")
        p["normalise"] = r.random() < 0.4
    c["policy"] = {"id": name, "params": p}
    return c


def h2o(r):
    c = base(r, True)
    n = c["prompt"]
    p = {
        "heavy": some(r, 0, 1, 2, 3, r.randint(0, n), r.randint(0, 12)),
        "recent": some(r, 0, 1, 2, 5, r.randint(0, 12), n),
    }
    if r.random() < 0.6:
        p["granularity"] = some(r, "kv-head", "query-head")
    if r.random() < 0.6:
        p["normalise"] = some(r, "none", "observers", "observers")
    c["policy"] = {"id": "h2o", "params": p}
    return c


def tova(r):
    c = base(r, True)
    c["policy"] = {"id": "tova", "params": {"capacity": capacity(r, c["prompt"]), "protect-newest": r.random() < 0.4}}
    return c


def streaming(r):
    c = base(r, True, decode=some(r, 3, 8, 16, 24, 24))
    n = c["prompt"]
    p = {
        "sinks": some(r, 0, 1, 2, 4, n),
        "recent": some(r, 1, 2, 3, 5, 8, max(1, n // 2), n),
        "bridge": some(r, 0, 0, 1, 3),
        "prune-interval": some(r, 0, 1, 1, 2, 3, 5, 8),
        "slack": some(r, 0, 1, 2, 3, 9),
        "max-drop": some(r, 0, 1, 2, 3, 6),
    }
    c["policy"] = {"id": "streaming", "params": p}
    return c


def cascade(r):
    c = base(r, True, decode=some(r, 4, 8, 16, 24))
    n = some(r, 1, 2, 2, 3, 4, 4, 5, 16)
    p = {
        "sinks": some(r, 0, 1, 2, 4, 7),
        "cascades": n,
        "window": n * some(r, 1, 2, 3, 4, 5, 8),
        "rate": some(r, 2, 2, 3, 4),
    }
    if r.random() < 0.5:
        p["gamma"] = some(r, "auto", 0, 0.5, 0.9, 0.99, 1)
    if r.random() < 0.8:
        p["head-reduction"] = some(r, "mean", "max", "median")
    p["granularity"] = some(r, "layer", "kv-head")
    p["eager-fill"], p["ties"] = r.random() < 0.4, some(r, "strict", "incoming-wins")
    if r.random() < 0.2:
        p["token-selection"] = False
    c["policy"] = {"id": "cascade", "params": p}
    return c


def cascade_lists(r):
    """Free sizes and periods, either or both."""
    c = cascade(r)
    p = c["policy"]["params"]
    n = some(r, 1, 2, 3, 3, 4, 6)
    which = some(r, "sizes", "periods", "both", "both")
    if which != "periods":
        p["sizes"] = [some(r, 1, 1, 2, 3, 4, 5, 8) for _ in range(n)]
        del p["cascades"], p["window"]
    if which != "sizes":
        count = n if which == "both" else p["cascades"]
        p["periods"] = [some(r, 1, 1, 1, 2)] + [some(r, 1, 2, 2, 3, 3, 4, 5, 6, 8) for _ in range(count - 1)]
        del p["rate"]
    return c


def headwise_kvpress(r):
    """AdaKV as kvpress wraps it around any score, expected attention among them."""
    c = compose(r, some(r, "expected-attention", "expected-attention", "snapkv", "h2o-mass", "knorm", "keydiff"),
                "adakv-headwise")
    c["policy"]["budget"]["params"]["variant"] = "kvpress"
    return c


def cake(r):
    prompt = busy(r)
    c = base(r, corner=prompt)
    n = c["prompt"]
    w = r.randint(2, 6) if prompt else max(2, some(r, 2, 3, 4, 5, 8, n - 1, n, 32))
    c["shape"]["layers"] = max(c["shape"]["layers"], 2) if prompt else c["shape"]["layers"]
    p = {
        "window": w,
        "capacity": r.randint(w + 1, n - w) if prompt else capacity(r, n, w),
        "gamma": some(r, 0, 10, 50, 200, 200),
        "kernel": some(r, 1, 3, 5, 5, 7),
    }
    for key, values in (
        ("tau1", [0.3, 0.8, 1.2, 1.6, 4]),
        ("tau2", [0.4, 0.8, 1.8, 3]),
        ("allocation", ["cake", "uniform", "pyramid", "entropy", "variance"]),
        ("guard", ["listing"]),
        ("integer-step", ["none"]),
        ("indicator", ["mean", "variance", "product"]),
        ("decode-score", ["stored"]),
        ("cascading", [True, False]),
        ("accounting", ["code", "paper", "paper"]),
        ("decode-eviction", [True, True, False]),
        ("pool-order", ["memory", "position"]),
    ):
        if r.random() < 0.5:
            p[key] = r.choice(values)
    c["policy"] = {"id": "cake", "params": p}
    return c


def adap(r):
    prompt = busy(r)
    c = base(r, corner=prompt, decode=r.randint(1, 12) if prompt else None)
    p = {
        "variant": some(r, "thesis", "code"),
        "removed": removed(r),
        "sinks": some(r, 0, 0, 1, 3, 8),
        "recent": some(r, 0, 0, 1, 4, 9),
    }
    if p["variant"] == "code":
        p["gini-window"] = some(r, 1, 2, 5, 16, 64)
    else:
        p["base"], p["evict-by"] = some(r, "seen", "prompt", "context"), some(r, "current", "cumulative", "mixed")
        if p["base"] == "context":
            p["context"] = some(r, 8, c["prompt"], 2 * c["prompt"])
        if r.random() < 0.4:
            c["prefill"] = {"schedule": "streaming", "chunk": some(r, 1, 3, 7, c["prompt"])}
    p["metric"] = some(r, "gini", "entropy")
    c["policy"] = {"id": "adap-kv", "params": p}
    return c


def sage(r):
    prompt = busy(r)
    c = base(r, corner=prompt)
    n = c["prompt"]
    p = {
        "sinks": some(r, 0, 1, 2, 4, n),
        "top-k": some(r, 0, 1, 2, 4, 8, n // 3),
        "recent": some(r, 1, 2, 4, 8, max(1, n // 3)),
        "granularity": some(r, "kv-head", "kv-head", "query-head"),
        "group-score": some(r, "sum-probs", "sum-logits"),
        "query": some(r, "last-prompt", "first-generated"),
        "decode": some(r, "slide", "slide", "grow"),
        "last-token": some(r, "recent", "apart"),
        "skip-layers": some(r, 0, 0, 0, 1, 2),
    }
    if prompt:
        p.update({"sinks": r.randint(0, 4), "top-k": r.randint(1, n - 9), "recent": r.randint(1, 4)})
    c["policy"] = {"id": "sage", "params": p}
    return c


def static(r, name):
    every = name != "expected-attention" and r.random() < 0.5
    c = base(r, every)
    p = {"sinks": some(r, 0, 0, 1, 2, 5)}
    if every:
        p.update(schedule="every-step", capacity=capacity(r, c["prompt"], 3))
    elif r.random() < 0.5:
        p["capacity"] = capacity(r, c["prompt"], 3)
    else:
        p["removed"] = removed(r)
    if name != "expected-attention":
        p["recent"] = some(r, 0, 0, 1, 3, 6)
    if name == "knorm":
        p["skip-layers"] = some(r, 0, 0, 1, 2)
    if name == "random":
        p["seed"] = some(r, 0, 1, 42, r.randint(0, 2**53), 2**53)
    if name == "expected-attention":
        p.update(future=some(r, 1, 2, 16, 64, 512), covariance=r.random() < 0.6)
        p["value-norm"], p["epsilon"] = r.random() < 0.6, some(r, 0, 0, 0.01, 0.5)
        p["sinks"] = some(r, 0, 1, 4, 4, c["prompt"])
    c["policy"] = {"id": name, "params": p}
    return c


def quest(r):
    c = base(r, True, decode=some(r, 1, 2, 4, 6))
    p = {
        "budget": some(r, 1, 4, 8, 16, 24, 48, 200),
        "page": some(r, 1, 2, 3, 4, 8, 16, 64),
        "rule": some(r, "accuracy", "kernel"),
        "min-pages": some(r, 1, 2, 3, 5),
        "skip-layers": some(r, 0, 0, 1, 2),
    }
    c.update(kind="read-selection", policy={"id": "quest", "params": p})
    return c


def kivi(r):
    d = some(r, 2, 4, 4, 8, 8)
    g = r.choice([x for x in (1, 2, 4, 8) if d % x == 0])
    res = g * some(r, 1, 1, 2, 3)
    prompt, decode = some(r, 1, 2, res - 1 or 1, res, res + 1, 2 * res, r.randint(1, 24)), some(
        r, 0, 1, 3, res, 2 * res + 1
    )
    data = [
        [[round(r.gauss(0, 1) * some(r, 1, 1, 3), 3) for _ in range(d)] for _ in range(prompt + decode)] for _ in "kv"
    ]
    p = {"bits": some(r, 2, 4), "group": g, "residual": res, "scale-dtype": some(r, "float16", "float32"),
         "values": some(r, "per-token", "per-channel")}
    return {
        "kind": "codec",
        "policy": {"id": "kivi", "params": p},
        "prompt": prompt,
        "decode": decode,
        "tensors": {"explicit": {"k": data[0], "v": data[1]}},
    }


def ties(r, index):
    """Few different keys and values, so that scores are exactly equal; a zero key and opposite keys among them."""
    d, layers, (hq, hk) = 4, some(r, 1, 2), some(r, (1, 1), (2, 1), (4, 2))
    prompt, decode = r.randint(6, 20), some(r, 0, 3, 6)
    n = prompt + decode
    one = [[round(r.gauss(0, 1), 2) for _ in range(d)] for _ in range(some(r, 1, 2, 3))]
    palette = one + some(r, [], [[0.0] * d], [[-x for x in v] for v in one])
    rows = lambda heads, pick: [[[pick() for _ in range(n)] for _ in range(heads)] for _ in range(layers)]
    free = lambda: [round(r.gauss(0, 1), 2) for _ in range(d)]
    c = base(r, corner=prompt, decode=decode)
    c.update(shape={"layers": layers, "query_heads": hq, "kv_heads": hk, "head_dim": d}, rope=None)
    cap = r.randint(1, prompt - 1)
    every = {"capacity": cap, "schedule": "every-step", "sinks": some(r, 0, 1), "recent": some(r, 0, 2)}
    windows = {"capacity": cap, "window": some(r, 1, 2, 3), "kernel": some(r, 1, 3), "pool": some(r, "max", "avg")}
    composed = {
        "scorer": {"id": some(r, "knorm", "keydiff", "tova", "snapkv"), "params": {}},
        "budget": {"id": "uniform", "params": {"capacity": cap}},
        "protect": {"sinks": 0, "recent": some(r, 0, 1)},
        "schedule": "every-step",
    }
    headwise = {
        "scorer": {"id": some(r, "knorm", "keydiff"), "params": {}},
        "budget": {"id": "adakv-headwise", "params": {"capacity": cap, "floor": 0.5}},
        "protect": {"sinks": 0, "recent": 0},
        "schedule": "once",
    }
    choice = [
        {"id": "knorm", "params": {**every, "skip-layers": 0}},
        {"id": "keydiff", "params": every},
        composed,
        {"id": "expected-attention", "params": {"capacity": cap, "sinks": 1}},
        {"id": "snapkv", "params": windows},
        {"id": "adakv", "params": windows},
        {"id": "tova", "params": {"capacity": cap}},
        headwise,
        {"id": "h2o", "params": {"heavy": cap, "recent": 1, "normalise": "observers"}},
        {"id": "sage", "params": {"sinks": 0, "top-k": some(r, 1, 3), "recent": 1}},
    ]
    c["policy"] = choice[index % len(choice)]
    if c["policy"].get("id") == "knorm" and r.random() < 0.6:
        c["rope"] = {"theta": 100, "style": some(r, "half", "interleaved"), "positions": "original"}
    c["tensors"] = {
        "explicit": {
            "q": rows(hq, free),
            "k": rows(hk, lambda: list(r.choice(palette))),
            "v": rows(hk, lambda: list(r.choice(palette))),
        }
    }
    return c


SCORERS = [
    "snapkv",
    "cake-indicator",
    "h2o-mass",
    "tova",
    "knorm",
    "keydiff",
    "expected-attention",
    "random",
    "recency",
]
BUDGETS = ["uniform", "pyramid", "cake-preference", "adap-gini", "adakv-headwise", "random"]


def compose(r, scorer, budget):
    schedule = (
        "once"
        if scorer == "expected-attention"
        else some(r, "once", "every-step", "every-step", {"every": some(r, 2, 3, 5)})
    )
    c = base(r, corner=None if r.random() < 0.2 else r.randint(8, 70))
    n = c["prompt"]
    sp = {
        "snapkv": {
            "window": window_of(r, n),
            "kernel": some(r, 1, 3, 7),
            "pool": some(r, "avg", "max"),
            "group-order": some(r, "pool-then-reduce", "reduce-then-pool"),
            "group-reduce": some(r, "mean", "max"),
        },
        "cake-indicator": {"window": window_of(r, n), "gamma": some(r, 0, 50, 200), "kernel": some(r, 1, 3, 5)},
        "h2o-mass": {"normalise": some(r, "none", "observers")},
        "random": {"seed": r.randint(0, 99)},
        "expected-attention": {
            "future": some(r, 1, 16, 128),
            "covariance": r.random() < 0.7,
            "value-norm": r.random() < 0.7,
            "epsilon": some(r, 0, 0.02),
        },
    }.get(scorer, {})
    sinks, recent = some(r, 0, 0, 1, 2, 4), some(r, 0, 0, 1, 3, 6)
    bp = {"capacity": capacity(r, n, sinks + recent)}
    bp.update(
        {
            "pyramid": {"beta": some(r, 1, 2, 5, 20)},
            "cake-preference": {"window": window_of(r, n), "tau1": some(r, 1, 0.7, 1.6), "tau2": some(r, 1, 0.8, 2)},
            "adap-gini": {"window": window_of(r, n), "direction": some(r, "thesis", "code")},
            "adakv-headwise": {"floor": some(r, 0, 0.2, 0.5, 1)},
            "random": {"seed": r.randint(0, 99)},
        }.get(budget, {})
    )
    c["policy"] = {
        "scorer": {"id": scorer, "params": sp},
        "budget": {"id": budget, "params": bp},
        "protect": {"sinks": sinks, "recent": recent},
        "schedule": schedule,
    }
    return c


def sparse(r, c):
    """Some parameters left to their defaults."""
    p = c["policy"]
    for part in [p] if "params" in p else [p["scorer"], p["budget"]]:
        keys = [
            k for k in part["params"] if k not in ("schedule", "capacity", "window", "residual", "group", "cascades")
        ]
        for k in keys:
            if r.random() < 0.5:
                del part["params"][k]
    return c


def flat(r, index):
    """Uniform attention: exact ties wherever attention decides."""
    names = ["snapkv", "pyramidkv", "adakv", "h2o", "tova", "cake", "cascade", "sage", "adap-kv", "compositions"]
    c = recipe(r, names[index % len(names)], r.randrange(40))
    c["tensors"]["sharpness"] = 0.0
    return c


def recipe(r, name, index):
    if name == "flat":
        return flat(r, index)
    c = plain(r, name, index)
    return sparse(r, c) if r.random() < 0.15 and "explicit" not in c["tensors"] else c


def plain(r, name, index):
    if name in ("snapkv", "pyramidkv", "adakv"):
        return windowed(r, name)
    if name in ("knorm", "keydiff", "random", "expected-attention"):
        return static(r, name)
    if name == "ties":
        return ties(r, index)
    if name == "compositions":
        pairs = [(s, b) for s in SCORERS for b in BUDGETS if b != "adakv-headwise" or s not in ("tova", "recency")]
        return compose(r, *pairs[index % len(pairs)])
    return {
        "h2o": h2o,
        "tova": tova,
        "streaming": streaming,
        "cake": cake,
        "adap-kv": adap,
        "cascade": cascade,
        "cascade-lists": cascade_lists,
        "headwise-kvpress": headwise_kvpress,
        "sage": sage,
        "quest": quest,
        "kivi": kivi,
    }[name](r)
