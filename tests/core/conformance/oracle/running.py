# SPDX-License-Identifier: Apache-2.0
"""full, streaming, h2o, tova, cascade, sage, adap-kv, quest: policies that go on while decoding."""
import math

import numpy as np

from .model import Policy
from .watch import best, protected_cut


class Full(Policy):
    pass


class Streaming(Policy):
    def layer(self, p):
        q = self.p
        s, r = q["sinks"], q["prune-interval"]
        c = s + q["recent"] + q["bridge"]
        toks = p.tokens[0]
        t = len(toks)
        if r == 0 or t <= c or t - c < r:
            return
        target = c if q["max-drop"] == 0 else min(max(t - q["max-drop"], c), c + q["slack"])
        self.run.held[p.layer][0] = toks[:s] + toks[t - (target - s):]


class Mass:
    """Running column sums per unit, and the number of rows that could see each token."""

    def __init__(self, run):
        self.sum = [[{} for _ in range(run.units)] for _ in range(run.layers)]
        self.seen = [[{} for _ in range(run.units)] for _ in range(run.layers)]

    def add(self, p):
        for u, toks in enumerate(p.tokens):
            def column(h):
                a = p.rows(h)
                total = a[0].copy()
                for r in a[1:]:
                    total += r
                return total

            col = p.group_mean(u, column)
            s, n = self.sum[p.layer][u], self.seen[p.layer][u]
            first_new = len(toks) - p.m
            for i, t in enumerate(toks):
                s[t] = s[t] + col[i] if t in s else col[i]
                n[t] = n.get(t, 0) + (p.m if i < first_new else len(toks) - i)

    def score(self, p, unit, normalise):
        s, n = self.sum[p.layer][unit], self.seen[p.layer][unit]
        return {t: (s[t] / n[t] if normalise == "observers" else s[t]) for t in p.tokens[unit]}


class H2O(Policy):
    def __init__(self, run, params):
        super().__init__(run, params)
        self.granularity = params["granularity"].replace("-", "_")

    def start(self):
        self.mass = Mass(self.run)

    def layer(self, p):
        self.mass.add(p)
        heavy, recent = self.p["heavy"], self.p["recent"]
        for u, toks in enumerate(p.tokens):
            score = self.mass.score(p, u, self.p["normalise"])
            kept, pool = protected_cut(toks, max(1, heavy + recent), 0, recent, lambda c: score, self.run.watch,
                                       f"h2o {p.at},{p.layer},{u}")
            if len(kept) < len(toks):
                self.pin_cut(p, p.layer, u, pool if heavy else None, score)
            self.run.held[p.layer][u] = kept


def head_mean_row(p):
    return p.scores(0, p.group_mean(0, lambda h: p.rows(h)[-1]))


class Tova(Policy):
    def layer(self, p):
        toks, c = p.tokens[0], self.p["capacity"]
        score = head_mean_row(p)
        kept, pool = protected_cut(toks, c, 0, 1 if self.p["protect-newest"] else 0, lambda _: score,
                                   self.run.watch, f"tova {p.at},{p.layer}")
        if len(kept) < len(toks):
            self.pin_cut(p, p.layer, 0, pool, score)
        self.run.held[p.layer][0] = kept


class Cascade(Policy):
    def __init__(self, run, params):
        super().__init__(run, params)
        self.granularity = "layer" if params["granularity"] == "layer" else "kv_head"

    def start(self):
        q, run = self.p, self.run
        n = q["cascades"] if q["sizes"] == "auto" else len(q["sizes"])
        self.sizes = [q["window"] // n] * n if q["sizes"] == "auto" else q["sizes"]
        self.periods = [q["rate"] ** i for i in range(n)] if q["periods"] == "auto" else q["periods"]
        assert len(self.periods) == n
        window = sum(self.sizes)
        self.eager = window + q["sinks"] if q["eager-fill"] else -1
        self.gamma = math.exp(-n * math.log(100.0) / window) if q["gamma"] == "auto" else q["gamma"]
        self.sinks = [[[] for _ in range(run.units)] for _ in range(run.layers)]
        self.caches = [[[[] for _ in range(n)] for _ in range(run.units)] for _ in range(run.layers)]
        self.mu = [[{} for _ in range(run.units)] for _ in range(run.layers)]

    def reduced(self, p, unit):
        a = np.stack([p.rows(h) for h in p.run.heads_of(unit)])
        how = self.p["head-reduction"]
        if how == "max":
            return a.max(axis=0)
        if how == "median":
            return np.sort(a, axis=0)[(a.shape[0] - 1) // 2]
        return p.group_mean(unit, p.rows)

    def layer(self, p):
        for u, toks in enumerate(p.tokens):
            mu = self.mu[p.layer][u]
            rows = self.reduced(p, u)
            for i, t in enumerate(toks):
                x = mu.get(t, 0.0)
                for r in range(p.m):
                    x = self.gamma * x + (1.0 - self.gamma) * rows[r, i] if len(toks) - p.m + r >= i else x
                mu[t] = x
            for t in p.new:
                self.insert(p.layer, u, t, mu)
            kept = self.sinks[p.layer][u] + [t for c in reversed(self.caches[p.layer][u]) for t in c]
            assert kept == sorted(kept)
            for t in set(mu) - set(kept):
                del mu[t]
            self.run.held[p.layer][u] = kept
        if p.prompt_done and p.layer == 0:
            inside = [t for c in reversed(self.caches[0][0]) for t in c]
            if inside:
                self.numbers["scores"] = [{"at": "prefill", "layer": 0, "head": 0, "tokens": inside,
                                           "values": [float(self.mu[0][0][t]) for t in inside]}]

    def insert(self, layer, unit, t, mu):
        q = self.p
        if t < q["sinks"]:
            self.sinks[layer][unit].append(t)
            return
        x = t
        for i, cache in enumerate(self.caches[layer][unit]):
            if t <= self.eager or (t - q["sinks"]) % self.periods[i] == 0:
                cache.append(x)
                if len(cache) <= self.sizes[i]:
                    return
                x = cache.pop(0)
            elif not cache:
                cache.append(x)
                return
            else:
                if self.wins(mu[x], mu[cache[-1]], f"cascade {layer},{unit},{t}"):
                    cache[-1] = x
                return

    def wins(self, new, old, why):
        tie = not self.p["token-selection"]
        if not tie:
            self.run.watch.gap(new, old, why)
            tie = new == old
        if tie:
            return self.p["ties"] == "incoming-wins"
        return bool(new > old)


class Sage(Policy):
    def __init__(self, run, params):
        super().__init__(run, params)
        self.granularity = params["granularity"].replace("-", "_")

    def start(self):
        self.chosen = [None] * self.run.layers
        self.recent = self.p["recent"] + (self.p["last-token"] == "apart")
        self.when = "prefill" if self.p["query"] == "last-prompt" else 0

    def layer(self, p):
        q, l = self.p, p.layer
        if l < q["skip-layers"]:
            return
        s, k, r = q["sinks"], q["top-k"], self.recent
        if p.at == self.when:
            if len(p.tokens[0]) <= s + k + r:
                return
            self.chosen[l] = [self.select(p, u) for u in range(self.run.units)]
        elif self.chosen[l] is None or q["decode"] == "grow":
            return
        for u, toks in enumerate(p.tokens):
            frozen = self.chosen[l][u]
            rest = [t for t in toks if t not in frozen]
            self.run.held[l][u] = sorted(frozen) + rest[-r:]

    def select(self, p, u):
        q, toks = self.p, p.tokens[u]
        s, k, r = q["sinks"], q["top-k"], self.recent
        middle = toks[s:len(toks) - r]
        floor = 0.0
        if q["granularity"] == "query-head":
            value, floor = p.logits(u)[-1], 0.5
        elif q["group-score"] == "sum-logits":
            value, floor = p.group_mean(u, lambda h: p.logits(h)[-1]) * len(p.run.heads_of(u)), 0.5
        else:
            value = p.group_mean(u, lambda h: p.rows(h)[-1]) * len(p.run.heads_of(u))
        score = p.scores(u, value)
        self.pin_cut(p, p.layer, u, middle if k else None, score)
        return set(toks[:s]) | set(best(middle, score, k, self.run.watch, f"sage {p.layer},{u}", floor))


def gini(a):
    a = np.sort(np.asarray(a).ravel())
    n, total = len(a), float(a.sum())
    if total == 0:
        return 0.0
    return float(((2 * np.arange(1, n + 1) - n - 1) * a).sum()) / (n * total)


def inequality(a, metric):
    """Gini, or 1 - H / ln n."""
    if metric == "gini":
        return gini(a)
    a = np.asarray(a).ravel()
    total = float(a.sum())
    if total == 0 or len(a) == 1:
        return 0.0
    q = [float(x) / total for x in a if x > 0]
    return max(0.0, 1.0 + sum(x * math.log(x) for x in q) / math.log(len(a)))


def shares(g):
    """softmax(-G) * L"""
    low = min(g)
    e = [math.exp(-(x - low)) for x in g]
    total = sum(e)
    return [x / total * len(g) for x in e]


def mean_rows(p, rows, columns):
    total = p.rows(0)[p.m - rows:, :columns].copy()
    for h in range(1, p.run.hq):
        total += p.rows(h)[p.m - rows:, :columns]
    return total / p.run.hq


class AdapThesis(Policy):
    def start(self):
        self.chunks = self.run.case.get("prefill", {}).get("schedule") == "streaming"
        self.mass = Mass(self.run)

    def layer(self, p):
        if self.p["evict-by"] != "current":
            self.mass.add(p)
        if p.at == "prefill" and not self.chunks:
            return
        if p.layer == 0:
            self.passes = []
        self.passes.append((p, head_mean_row(p)))

    def score(self, p, row):
        if self.p["evict-by"] == "current":
            return row
        total = self.mass.score(p, 0, "none")
        if self.p["evict-by"] == "cumulative":
            return total
        return {t: 0.5 * (row[t] + total[t] / (p.new[-1] + 1 - t)) for t in row}

    def after_pass(self, new):
        if new[-1] < self.run.prompt and not self.chunks:
            return
        q, n = self.p, new[-1] + 1
        base = {"seen": n, "prompt": self.run.prompt, "context": q["context"]}[q["base"]]
        g = [inequality(np.array([row[t] for t in sorted(row)]), q["metric"]) for _, row in self.passes]
        if new[-1] >= self.run.prompt - 1:
            self.numbers.setdefault("gini", g)
        low = max(1, min(q["sinks"] + q["recent"], n))
        for (p, row), share in zip(self.passes, shares(g)):
            x = share * (1.0 - q["removed"]) * base
            if self.run.layers > 1 and low <= x <= n:
                self.run.watch.whole(x, "adap thesis round", half=True)
            keep = min(max(round(x), low), n)
            toks = p.tokens[0]
            score = self.score(p, row)
            kept, pool = protected_cut(toks, keep, q["sinks"], q["recent"], lambda _: score, self.run.watch,
                                       f"adap thesis {p.at},{p.layer}")
            if len(kept) < len(toks):
                self.pin_cut(p, p.layer, 0, pool, score)
            self.run.held[p.layer][0] = kept


class AdapCode(Policy):
    granularity = "kv_head"

    def layer(self, p):
        if p.at != "prefill" or self.run.prompt == 1:
            return
        if p.layer == 0:
            self.g = []
        rows = min(self.p["gini-window"], self.run.prompt - 1)
        self.g.append(inequality(mean_rows(p, rows, self.run.prompt - rows), self.p["metric"]))
        if p.layer < self.run.layers - 1:
            return
        q, s = self.p, self.run.prompt
        low = max(1, min(q["sinks"] + q["recent"], s))
        totals = []
        for share in shares(self.g):
            x = s * (1.0 - q["removed"] * share)
            if q["removed"] > 0 and self.run.layers > 1:
                self.run.watch.whole(x, "adap code int")
            totals.append(min(max(int(x), low), s))
        self.numbers["gini"], self.numbers["budgets"] = self.g, totals
        for l, keep in enumerate(totals):
            for u in range(self.run.units):
                toks = list(range(s))
                score = dict(zip(toks, -norms(self.run.k[l, u, :s])))
                kept, pool = protected_cut(toks, keep, q["sinks"], q["recent"], lambda _: score, self.run.watch,
                                           f"adap code {l},{u}")
                if len(kept) < s:
                    self.pin_cut("prefill", l, u, pool, score)
                self.run.held[l][u] = kept


def norms(k):
    """Squares added in channel order."""
    total = k[:, 0] * k[:, 0]
    for c in range(1, k.shape[1]):
        total = total + k[:, c] * k[:, c]
    return np.sqrt(total)


class Quest(Policy):
    """Read selection; filled into expect.read by cases.expect_of."""

    def start(self):
        self.read = []

    def layer(self, p):
        if p.at == "prefill":
            return
        if p.layer == 0:
            self.read.append([])
        self.read[-1].append(None if p.layer < self.p["skip-layers"]
                             else [self.pages(p, h) for h in range(self.run.hq)])

    def pages(self, p, head):
        size, n = self.p["page"], len(p.tokens[0])
        q, k = p.query(head)[-1], p.keys(0, head // self.run.group)
        count = -(-n // size)
        bound = {}
        for i in range(count):
            part = k[i * size:(i + 1) * size]
            low, high = part.min(axis=0), part.max(axis=0)
            total = q.dtype.type(0)
            for c in range(len(q)):
                total = total + max(q[c] * low[c], q[c] * high[c])
            bound[i] = total
        if p.layer == 0 and head == 0 and p.at == 0:
            self.numbers["scores"] = [{"at": 0, "layer": 0, "head": 0, "tokens": list(range(count)),
                                       "values": [float(bound[i]) for i in range(count)]}]
        budget = self.p["budget"] // size
        why = f"quest {p.at},{p.layer},{head}"
        if self.p["rule"] == "accuracy":
            k_pages = min(max(self.p["min-pages"], budget), count)
            return best(list(range(count)), bound, k_pages, self.run.watch, why, 0.5)
        return best(list(range(count - 1)), bound, max(1, budget) - 1, self.run.watch, why, 0.5) + [count - 1]
