# SPDX-License-Identifier: Apache-2.0
"""Compositions: scorer x budget x protect x schedule."""
from . import tensors
from .cake import indicator, integer_step, preference
from .model import Policy
from .running import Mass, gini, head_mean_row, mean_rows, shares
from .static import expected_scores, keydiff_scores, knorm_scores, random_scores
from .watch import protected_cut
from .windowed import headwise_caps, integer_pyramid, safe_caps, window_scores


class Composition(Policy):
    def __init__(self, run, params):
        super().__init__(run, params)
        self.scorer, self.sp = params["scorer"]["id"], params["scorer"]["params"]
        self.rule, self.bp = params["budget"]["id"], params["budget"]["params"]
        self.sinks, self.recent = params["protect"]["sinks"], params["protect"]["recent"]
        s = params["schedule"]
        self.every = {"once": 0, "every-step": 1}[s] if isinstance(s, str) else s["every"]
        self.granularity = "layer" if self.scorer in ("tova", "recency") else "kv_head"

    def start(self):
        self.mass = Mass(self.run) if self.scorer == "h2o-mass" else None
        self.prompt_passes, self.budget = [], None
        c, p, s = self.bp["capacity"], self.sinks + self.recent, self.run.prompt
        self.flat = s <= c or c <= p

    def score(self, p, u):
        q, n = self.sp, len(p.tokens[u]) - self.recent
        toks = p.tokens[u][:max(n, 0)]
        if self.scorer == "snapkv":
            return p.scores(u, window_scores(p, u, q["window"], n, q["kernel"], q["pool"], "mean",
                                             q["group-order"], q["group-reduce"]), toks)
        if self.scorer == "cake-indicator":
            return p.scores(u, indicator(p, u, q["window"], n, q["gamma"], q["kernel"]), toks)
        if self.scorer == "h2o-mass":
            return self.mass.score(p, u, q["normalise"])
        if self.scorer == "tova":
            return head_mean_row(p)
        if self.scorer == "knorm":
            return knorm_scores(p, u)
        if self.scorer == "keydiff":
            return keydiff_scores(p, u)
        if self.scorer == "random":
            return random_scores(p, u, q["seed"])
        if self.scorer == "recency":
            return {t: t for t in p.tokens[u]}
        return expected_scores(p, u, self.sinks, q["future"], q["covariance"], q["value-norm"], q["epsilon"])

    @property
    def floor(self):
        return 0.1 if self.scorer == "keydiff" else 0.0

    def guarded(self):
        """Integers need no margin."""
        return self.scorer in ("random", "recency")

    def layer(self, p):
        if self.mass:
            self.mass.add(p)
        if p.at == "prefill":
            self.prompt_passes.append(p)
            if p.layer == self.run.layers - 1:
                self.allot()
                for q in self.prompt_passes:
                    self.cut(q, 0)
                self.prompt_passes = []
        elif self.every:
            self.cut(p, self.every)

    def budget_of(self, layer, unit):
        b = self.budget[layer]
        return b[unit] if isinstance(b, list) else b

    def cut(self, p, slack):
        watch = self.run.watch
        for u, toks in enumerate(p.tokens):
            b = self.budget_of(p.layer, u)
            if len(toks) < b + max(slack, 1):
                continue
            m, why = watch.margin, watch.why
            score = {}

            def of(_):
                score.update(self.score(p, u))
                return score

            kept, pool = protected_cut(toks, b, self.sinks, self.recent, of, watch,
                                       f"compose {p.at},{p.layer},{u}", self.floor)
            if self.guarded():
                watch.margin, watch.why = m, why
            if self.scorer != "random":
                self.pin_cut(p, p.layer, u, pool, score)
            self.run.held[p.layer][u] = kept

    def allot(self):
        c, q, s, layers, watch = self.bp["capacity"], self.bp, self.run.prompt, self.run.layers, self.run.watch
        p = self.sinks + self.recent
        head = self.rule == "adakv-headwise"
        passes = self.prompt_passes
        if self.flat or self.rule == "uniform":
            b = [c] * layers
        elif self.rule == "pyramid":
            b = [p + k for k in integer_pyramid(c - p, s - p, int(q["beta"]), layers, s)]
        elif self.rule == "cake-preference":
            w = max(1, min(q["window"], s - 1))
            prefs = [preference(x, w, q["tau1"], q["tau2"]) for x in passes]
            self.numbers["preference"] = prefs
            b = [p + k for k in integer_step(prefs, (c - p) * layers, s - p, watch, "preference budgets")]
        elif self.rule == "adap-gini":
            w = max(1, min(q["window"], s - 1))
            g = [gini(mean_rows(x, w, s - w)) for x in passes]
            self.numbers["gini"] = g
            low, b = max(1, min(p, s)), []
            for share in shares(g):
                if q["direction"] == "thesis":
                    x = c * share
                    keep = round(x)
                else:
                    x = s - (s - c) * share
                    keep = int(x)
                if layers > 1:
                    watch.whole(x, "gini budgets", half=q["direction"] == "thesis")
                b.append(min(max(keep, low), s))
        elif self.rule == "random":
            w = [0.5 + (tensors.mix_int(q["seed"], l) >> 11) * 2.0**-53 for l in range(layers)]
            b = [p + k for k in integer_step(w, (c - p) * layers, s - p, watch, "random budgets")]
        else:
            b = [self.headwise(x) for x in passes]
        if head and self.flat:
            b = [[x] * self.run.units for x in b]
        self.budget = [[max(1, y) for y in x] if isinstance(x, list) else max(1, x) for x in b]
        self.numbers["budgets"] = self.budget

    def headwise(self, x):
        s, p, watch = self.run.prompt, self.sinks + self.recent, self.run.watch
        m, why = watch.margin, watch.why
        free = range(self.sinks, s - self.recent)
        scores = []
        for u in range(self.run.units):
            sc = self.score(x, u)
            scores.append({t: sc[t] for t in free})
        if self.bp["variant"] == "kvpress":
            caps = safe_caps(scores, self.bp["capacity"], p, self.bp["floor"], watch, x.layer)
        else:
            caps = headwise_caps(scores, self.bp["capacity"] - p, self.bp["floor"], len(free), watch, x.layer)
        if self.guarded():
            watch.margin, watch.why = m, why
        return [p + k for k in caps]
