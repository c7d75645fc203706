# SPDX-License-Identifier: Apache-2.0
"""CAKE: preference budgets, mean-plus-variance indicator, cascading eviction, pooled decode cuts."""
import math

import numpy as np

from .model import Policy
from .watch import order
from .windowed import integer_pyramid, pool_row


def spread(values, amount, may, unit):
    """Evenly over the layers that may change; the remainder to the first of them."""
    who = [i for i, v in enumerate(values) if may(v)]
    if who:
        each, more = divmod(amount, len(who))
        for n, i in enumerate(who):
            values[i] += unit * (each + (1 if n < more else 0))


def integer_step(weights, total, cap, watch, why):
    """Steps a to e."""
    whole = 0.0
    for w in weights:
        whole += w
    if not (whole > 0 and math.isfinite(whole)):
        weights, whole = [1.0] * len(weights), float(len(weights))
    raw = [w / whole * total for w in weights]
    if len(weights) > 1 and len(set(weights)) > 1:
        for x in raw:
            watch.whole(x, why)
    b = [int(x) for x in raw]
    excess = sum(max(0, x - cap) for x in b)
    b = [min(x, cap) for x in b]
    if excess > 0:
        spread(b, excess, lambda v: v < cap, 1)
    if sum(b) < total:
        spread(b, total - sum(b), lambda v: v < cap, 1)
    elif sum(b) > total:
        spread(b, sum(b) - total, lambda v: v > 1, -1)
    return [min(x, cap) for x in b]


def truncated(weights, total, cap, watch):
    """Steps a and b alone."""
    whole = sum(weights)
    if not (whole > 0 and math.isfinite(whole)):
        weights, whole = [1.0] * len(weights), float(len(weights))
    raw = [w / whole * total for w in weights]
    if len(weights) > 1 and len(set(weights)) > 1:
        for x in raw:
            watch.whole(x, "cake budgets")
    return [min(int(x), cap) for x in raw]


def variance(a):
    """Unbiased, over the rows; of one row 0."""
    n = a.shape[0]
    if n == 1:
        return np.zeros_like(a[0])
    mean = a[0].copy()
    for r in a[1:]:
        mean += r
    mean /= n
    out = (a[0] - mean) ** 2
    for r in a[1:]:
        out += (r - mean) ** 2
    return out / (n - 1)


def preference(p, window, tau1, tau2):
    """P of one layer over the last `window` rows and the columns before them."""
    n = p.run.prompt - window
    h_sum = v_sum = 0.0
    for h in range(p.run.hq):
        a = p.rows(h)[p.m - window:, :n]
        h_sum -= float(np.sum(a * np.log(a + a.dtype.type(1e-10))))
        v_sum += float(np.sum(variance(a)))
    h_sum = max(h_sum, 0.0)
    with np.errstate(all="ignore"):  # steep powers overflow to infinity: equal budgets
        return float(np.float64(h_sum) ** (1.0 / tau1) * np.float64(v_sum) ** (1.0 / tau2))


def combined(mean, var, gamma, kind):
    return {"sum": mean + gamma * var, "mean": mean, "variance": var, "product": mean * var}[kind]


def indicator(p, unit, window, upto, gamma, kernel, kind="sum"):
    w = min(window, p.m)

    def one(h):
        a = p.rows(h)[p.m - w:, :upto]
        mean = a[0].copy()
        for r in a[1:]:
            mean += r
        if w == 1:
            return pool_row(mean, kernel, "avg")
        return pool_row(combined(mean / a.dtype.type(w), variance(a), a.dtype.type(gamma), kind), kernel, "avg")

    return p.group_mean(unit, one)


class Cake(Policy):
    granularity = "kv_head"

    def start(self):
        p, s, layers = self.p, self.run.prompt, self.run.layers
        self.c, self.w = p["capacity"], p["window"]
        code = p["accounting"] == "code"
        self.guard = s <= self.w or (s <= self.c - self.w if p["guard"] == "listing"
                                     else s <= self.c + self.w if code else s <= self.c)
        self.seen_rows = [[{} for _ in range(self.run.units)] for _ in range(layers)]
        self.total = (self.c - self.w) * layers if code else self.c * layers
        self.cap = s - self.w if code else s
        self.budget = [max(self.c - self.w, 0)] * layers
        self.prefs, self.score = [], []
        self.memory = [None] * layers

    def allot(self, known):
        """Prefix budgets of the first `known` layers."""
        s, w, c, layers = self.run.prompt, self.w, self.c, self.run.layers
        if c <= w:
            return [0] * known
        how = self.p["allocation"]
        if how == "uniform":
            return [c - w] * known
        if how == "pyramid":
            return [min(k, s - w) for k in integer_pyramid(c - w, s - w, 20, layers, s)][:known]
        if self.p["integer-step"] == "none":
            b = truncated(self.prefs[:known], self.total, self.cap, self.run.watch)
        else:
            b = integer_step(self.prefs[:known], self.total, self.cap, self.run.watch, "cake budgets")
        if self.p["accounting"] == "paper":
            b = [min(max(x - w, 0), s - w) for x in b]
        return b

    def layer(self, p):
        if p.at == "prefill":
            self.prompt_layer(p)
        elif self.p["decode-eviction"]:
            self.step_layer(p)
        else:
            self.run.held[p.layer] = [sorted(t) for t in p.tokens]

    def prompt_layer(self, p):
        s, layers = self.run.prompt, self.run.layers
        self.memory[p.layer] = [list(t) for t in p.tokens]
        if self.p["decode-score"] == "stored":
            self.store(p)
        if self.guard:
            return
        n = s - self.w
        how = self.p["allocation"]
        self.prefs.append(preference(p, self.w, math.inf if how == "variance" else self.p["tau1"],
                                     math.inf if how == "entropy" else self.p["tau2"]))
        self.score.append([p.scores(u, indicator(p, u, self.w, n, self.p["gamma"], self.p["kernel"],
                                                     self.p["indicator"]), range(n))
                           for u in range(self.run.units)])
        last = p.layer == layers - 1
        if self.p["cascading"] or last:
            b = self.allot(p.layer + 1)
            for i in range(p.layer + 1):
                self.visit(i, b[i])
            if last:
                self.budget = b
                self.numbers["budgets"] = b
                if how in ("cake", "entropy", "variance") and self.c > self.w:
                    self.numbers["preference"] = list(self.prefs)

    def ordered(self, entries, score, keep, why, matters):
        """Descending, the best `keep`; watches the cut, and the order where it matters later."""
        ranked = order(entries, score)
        if 0 < keep < len(ranked):
            self.run.watch.gap(score[ranked[keep - 1]], score[ranked[keep]], why)
        if matters and self.p["pool-order"] == "memory" and self.p["decode-eviction"] and self.run.decode:
            for a, b in zip(ranked[:keep], ranked[1:keep]):
                self.run.watch.gap(score[a], score[b], why + " order", weight=5.0)
        return ranked[:keep]

    def visit(self, layer, budget):
        for u, mem in enumerate(self.memory[layer]):
            prefix, window = mem[:len(mem) - self.w], mem[len(mem) - self.w:]
            score = self.score[layer][u]
            if len(prefix) > budget:
                self.pin_cut("prefill", layer, u, sorted(prefix) if budget else None, score)
            kept = self.ordered(prefix, score, min(budget, len(prefix)), f"cake visit {layer},{u}", True)
            self.memory[layer][u] = kept + window
            self.run.held[layer][u] = sorted(self.memory[layer][u])

    def store(self, p):
        """Mean and variance of each head over the last rows that could see a token, then the group mean."""
        s, w = self.run.prompt, min(self.w, self.run.prompt)
        for u in range(self.run.units):
            out = self.seen_rows[p.layer][u]
            heads = self.run.heads_of(u)
            for t in range(s):
                n = min(w, s - t)
                cols = [p.rows(h)[s - n:, t] for h in heads]
                out[t] = (sum(c.mean() for c in cols) / len(heads),
                          sum(c.var(ddof=1) if n > 1 else c[0] * 0 for c in cols) / len(heads))

    def refresh(self, p, u):
        """The indicator of every held token with one row more; a token counts at most w rows."""
        row = p.group_mean(u, lambda h: p.rows(h)[-1])
        out, stored = {}, self.seen_rows[p.layer][u]
        for i, t in enumerate(p.tokens[u]):
            n = min(self.w, p.new[-1] + 1 - t)
            mean, var = stored.get(t, (0.0, 0.0))
            d = row[i] - mean
            stored[t] = (mean + d / n, (n - 2) / (n - 1) * var + d * d / n if n > 1 else d * 0)
            out[t] = combined(*stored[t], self.p["gamma"], self.p["indicator"])
        return out

    def step_layer(self, p):
        keep, w = self.budget[p.layer], self.w
        for u, mem in enumerate(self.memory[p.layer]):
            mem += p.new
            stored = self.refresh(p, u) if self.p["decode-score"] == "stored" else None
            if len(mem) > keep + w:
                prefix, window = mem[:len(mem) - w], mem[len(mem) - w:]
                if self.p["pool-order"] == "position":
                    prefix = sorted(prefix)
                col = {t: i for i, t in enumerate(p.tokens[u])}
                pick = [col[t] for t in prefix]
                if stored is None:
                    row = p.group_mean(u, lambda h: pool_row(p.rows(h)[-1][pick], self.p["kernel"], "avg"))
                else:
                    row = pool_row(np.array([stored[t] for t in prefix]), self.p["kernel"], "avg")
                score = dict(zip(prefix, row))
                self.pin_cut(p, p.layer, u, sorted(prefix) if keep else None, score)
                mem = self.ordered(prefix, score, keep, f"cake step {p.at},{p.layer},{u}", True) + window
            self.memory[p.layer][u] = mem
            self.run.held[p.layer][u] = sorted(mem)
