# SPDX-License-Identifier: Apache-2.0
"""Policies that observe no attention: expected-attention, knorm, keydiff, random."""
import numpy as np

from . import tensors
from .model import Policy, capacity_of
from .running import norms
from .watch import protected_cut


def knorm_scores(p, unit):
    toks = p.tokens[unit]
    return dict(zip(toks, -norms(p.run.k[p.layer, unit, toks])))


def keydiff_scores(p, unit):
    k = p.keys(unit, unit)
    n = norms(k)
    safe = np.where(n > 0, n, 1)
    unit_k = np.where(n[:, None] > 0, k / safe[:, None], 0)
    anchor = unit_k[0].copy()
    for row in unit_k[1:]:
        anchor += row
    anchor /= len(unit_k)
    length = norms(anchor[None, :])[0]
    if length == 0:
        return {t: 0.0 for t in p.tokens[unit]}
    return dict(zip(p.tokens[unit], -dots(unit_k, anchor) / length))


def random_scores(p, unit, seed):
    toks = p.tokens[unit]
    return dict(zip(toks, (int(x) for x in tensors.mix(seed, p.layer, unit, np.array(toks, dtype=np.uint64)))))


def dots(k, x):
    """k[token] . x, channel by channel."""
    total = k[:, 0] * x[0]
    for c in range(1, k.shape[1]):
        total = total + k[:, c] * x[c]
    return total


def expected_scores(p, kv, skip, future, covariance, value_norm, epsilon):
    """Scores of the prompt tokens >= skip."""
    run, s = p.run, p.run.prompt
    k = p.keys(kv, kv)[skip:]
    dt = k.dtype
    r = run.rope.mean_matrix(s, future, run.d).astype(dt)
    probs = None
    for h in run.heads_of(kv):
        q = run.q[p.layer, h, skip:s]
        mean = q.mean(axis=0)
        mu = r @ mean
        z = dots(k, mu) / dt.type(np.sqrt(run.d))
        if covariance:
            c = q - mean
            sigma = r @ (c.T @ c / dt.type(len(q))) @ r.T
            turned = np.stack([dots(k, sigma[:, c]) for c in range(run.d)], axis=1)
            z = z + sum(turned[:, c] * k[:, c] for c in range(run.d)) / dt.type(2 * run.d)
        e = np.exp(z - z.max())
        e = e / e.sum()
        probs = e if probs is None else probs + e
    probs = probs / dt.type(len(run.heads_of(kv)))
    if value_norm:
        probs = (probs + dt.type(epsilon)) * norms(run.v[p.layer, kv, skip:s])
    return dict(zip(range(skip, s), probs))


class Static(Policy):
    granularity = "kv_head"
    pins, floor = True, 0.0

    def layer(self, p):
        q = self.p
        every = q.get("schedule", "once") == "every-step"
        if p.layer < q.get("skip-layers", 0) or not (every or p.at == "prefill"):
            return
        budget = q["capacity"] if every else capacity_of(q, self.run.prompt)
        for u, toks in enumerate(p.tokens):
            kept, pool, score = self.cut(p, u, toks, budget)
            if len(kept) < len(toks) and self.pins:
                self.pin_cut(p, p.layer, u, pool, score)
            self.run.held[p.layer][u] = kept

    def cut(self, p, u, toks, budget):
        score = {}

        def of(_):
            score.update(self.score(p, u))
            return score

        kept, pool = protected_cut(toks, budget, self.p["sinks"], self.p.get("recent", 0), of, self.run.watch,
                                   f"static {p.at},{p.layer},{u}", self.floor)
        return kept, pool, score


class Knorm(Static):
    def score(self, p, u):
        return knorm_scores(p, u)


class KeyDiff(Static):
    floor = 0.1

    def score(self, p, u):
        return keydiff_scores(p, u)


class Random(Static):
    pins = False

    def score(self, p, u):
        return random_scores(p, u, self.p["seed"])

    def cut(self, p, u, toks, budget):
        watch, m, why = self.run.watch, self.run.watch.margin, self.run.watch.why
        out = super().cut(p, u, toks, budget)
        watch.margin, watch.why = m, why  # integers: no margin needed
        return out


class ExpectedAttention(Static):
    def score(self, p, u):
        q = self.p
        return expected_scores(p, u, q["sinks"], q["future"], q["covariance"], q["value-norm"], q["epsilon"])
