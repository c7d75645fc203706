# SPDX-License-Identifier: Apache-2.0
"""Observation-window policies: snapkv, pyramidkv, adakv."""
import numpy as np

from .model import Policy, capacity_of
from .watch import best, order


def pool_row(row, kernel, how):
    """Average (zero padded, divided by the width) or maximum along the last axis."""
    half, n = kernel // 2, len(row)
    pad = np.full(half, 0.0 if how == "avg" else -np.inf, dtype=row.dtype)
    wide = np.concatenate([pad, row, pad])
    out = wide[:n].copy()
    for i in range(1, kernel):
        out = out + wide[i:i + n] if how == "avg" else np.maximum(out, wide[i:i + n])
    return out / row.dtype.type(kernel) if how == "avg" else out


def reduce_group(arrays, how):
    out = arrays[0].copy()
    for a in arrays[1:]:
        out = out + a if how == "mean" else np.maximum(out, a)
    return out / out.dtype.type(len(arrays)) if how == "mean" else out


def window_scores(p, unit, window, upto, kernel, pool, rows, order_, reduce_):
    """Pooled and reduced scores of the first `upto` tokens of a unit's list."""
    w = min(window, p.m)

    def column(h):
        a = p.rows(h)[p.m - w:, :upto]
        total = a[0].copy()
        for r in a[1:]:
            total += r
        return total if rows == "sum" else total / total.dtype.type(w)

    cols = [column(h) for h in p.run.heads_of(unit)]
    if order_ == "pool-then-reduce":
        return reduce_group([pool_row(c, kernel, pool) for c in cols], reduce_)
    return pool_row(reduce_group(cols, reduce_), kernel, pool)


def integer_pyramid(base, room, beta, layers, length):
    """Prefix entries per layer; `room` bounds the first layer."""
    if layers == 1 or length < 2 * base:
        return [base] * layers
    low = base // beta
    high = 2 * base - low
    if high >= room:
        high = room
        low = 2 * base - high
    step = (high - low) // (layers - 1)
    return [high - l * step for l in range(layers)]


class Window(Policy):
    def __init__(self, run, params):
        super().__init__(run, params)
        self.granularity = params["granularity"].replace("-", "_")
        self.w = params["window"]

    def start(self):
        self.capacity = capacity_of(self.p, self.run.prompt)
        self.totals = self.budgets()
        if self.totals is not None:
            self.numbers["budgets"] = [min(t, self.run.prompt) for t in self.totals]

    def score(self, p, unit):
        q = self.p
        return window_scores(p, unit, self.w, self.run.prompt - self.w, q["kernel"], q["pool"],
                             q.get("rows", "mean"), q["group-order"], q["group-reduce"])

    def budgets(self):
        return [self.capacity] * self.run.layers

    def layer(self, p):
        if p.at != "prefill":
            return
        s, total = self.run.prompt, self.totals[p.layer]
        if self.capacity >= s or total >= s:
            return
        for u, toks in enumerate(p.tokens):
            if total <= self.w:
                self.run.held[p.layer][u] = toks[s - total:]
                self.pin_cut(p, p.layer, u, None, None)
                continue
            prefix = toks[:s - self.w]
            score = p.scores(u, self.score(p, u), prefix)
            kept = best(prefix, score, total - self.w, self.run.watch, f"window {p.layer},{u}")
            self.pin_cut(p, p.layer, u, prefix, score)
            self.run.held[p.layer][u] = kept + toks[s - self.w:]


class SnapKV(Window):
    pass


class PyramidKV(Window):
    def budgets(self):
        s, layers, w, beta = self.run.prompt, self.run.layers, self.w, self.p["beta"]
        c = self.capacity
        if s <= c:
            return [c] * layers
        if self.p["variant"] == "factory":
            if c <= w:
                return [c] * layers
            return [w + k for k in integer_pyramid(c - w, s - w, int(beta), layers, s)]
        n = float(self.p["capacity"]) if self.p["capacity"] > 0 else s * (1.0 - self.p["removed"])
        low = n / beta
        high = 2 * n - low
        if high >= s - w:
            high = float(s - w)
            low = 2 * n - high
        if layers == 1 or not s >= high >= low >= w:
            return [max(1, self.rounded(n))] * layers
        step = (high - low) / (layers - 1)
        return [max(1, self.rounded(high - l * step)) for l in range(layers)]

    def rounded(self, x):
        if abs(x * 2 - round(x * 2)) < 1e-9 and x * 2 != round(x * 2):
            self.run.watch.gap(1.0, 1.0 + 1e-9, "pyramid rounds next to a half")
        return round(x)


class AdaKV(Window):
    def budgets(self):
        if self.run.prompt <= self.capacity:
            return None
        return None if self.capacity > self.w else [self.capacity] * self.run.layers

    def start(self):
        super().start()
        if "budgets" in self.numbers:
            self.numbers["budgets"] = [[b] * self.run.units for b in self.numbers["budgets"]]

    def layer(self, p):
        s = self.run.prompt
        if p.at != "prefill" or s <= self.capacity:
            return
        if self.totals is not None:
            super().layer(p)
            return
        prefix = list(range(s - self.w))
        scores = [p.scores(u, self.score(p, u), prefix) for u in range(self.run.units)]
        pick = self.kvpress if self.p["variant"] == "kvpress" else self.repo
        caps = pick(scores, prefix, p.layer)
        self.numbers.setdefault("budgets", []).append([c + self.w for c in caps])
        for u, sc in enumerate(scores):
            if caps[u] < len(prefix):
                self.pin_cut(p, p.layer, u, prefix if caps[u] > 0 else None, sc)
            self.run.held[p.layer][u] = best(prefix, sc, caps[u], self.run.watch, f"adakv head {p.layer},{u}") \
                + list(range(s - self.w, s))

    def repo(self, scores, prefix, layer):
        counted = scores
        base = self.capacity - self.w
        if self.p["normalise"]:
            counted = []
            for sc in scores:
                ranked = [sc[t] for t in order(prefix, sc)]
                share = sum(ranked[:base]) / sum(ranked)
                counted.append({t: v * share for t, v in sc.items()})
        return headwise_caps(counted, base, self.p["floor"], len(prefix), self.run.watch, layer)

    def kvpress(self, scores, prefix, layer):
        return safe_caps(scores, self.capacity, self.w, self.p["floor"], self.run.watch, layer)


def safe_caps(scores, capacity, guarded, floor, watch, layer):
    """Each head's safe ones, then the best of one pool."""
    safe_n = max(0, (max(1, int(capacity * floor)) if floor > 0 else 0) - guarded)
    caps, rest = [], []
    for u, sc in enumerate(scores):
        ranked = order(list(sc), sc)
        caps.append(min(safe_n, len(ranked)))
        rest += [(-sc[t], u, t) for t in ranked[caps[u]:]]
    rest.sort()
    k = len(scores) * (capacity - guarded) - sum(caps)
    if 0 < k < len(rest):
        watch.gap(-rest[k - 1][0], -rest[k][0], f"adakv pool {layer}")
    for _, u, _ in rest[:k]:
        caps[u] += 1
    return caps


def headwise_caps(scores, base, floor, room, watch, layer):
    """Counts of the pooled best base*H, mixed with the floor."""
    heads = len(scores)
    pool = sorted((-v, u, t) for u, sc in enumerate(scores) for t, v in sc.items())
    k = base * heads
    if 0 < k < len(pool):
        watch.gap(-pool[k - 1][0], -pool[k][0], f"head-wise pool {layer}")
    count = [0] * heads
    for _, u, _ in pool[:k]:
        count[u] += 1
    return [min(room, round(c * (1.0 - floor) + int(base * floor))) for c in count]
