# SPDX-License-Identifier: Apache-2.0
"""Selection with the tie rule, and the room that every decision leaves (the margins of the case format)."""


class Watch:
    """Collects the narrowest decision of a run and the numbers to pin."""

    def __init__(self):
        self.margin, self.why, self.ties = 1e9, "", 0

    def gap(self, hi, lo, why, floor=0.0, weight=1.0):
        if hi == lo:
            self.ties += 1
            return
        m = abs(hi - lo) / max(abs(hi), abs(lo), floor) * weight
        if m < self.margin:
            self.margin, self.why = float(m), why

    def whole(self, x, why, half=False):
        """x is truncated (or rounded): how far is it from the place where the result changes?"""
        y = float(x) + (0.5 if half else 0.0)
        m = abs(y - round(y)) / max(abs(float(x)), 1.0)
        # the numbers behind x carry powers and sums: ask for three times the room of a cut
        if m / 3.0 < self.margin:
            self.margin, self.why = m / 3.0, why


def order(tokens, score):
    return sorted(tokens, key=lambda t: (-score[t], t))


def best(tokens, score, k, watch, why, floor=0.0):
    """The k best by (score descending, older first), ascending."""
    ranked = order(tokens, score)
    if 0 < k < len(ranked):
        watch.gap(score[ranked[k - 1]], score[ranked[k]], why, floor)
    return sorted(ranked[:max(k, 0)])


def protected_cut(tokens, budget, sinks, recent, score, watch, why, floor=0.0):
    """Rule B3. score: a function of the candidates, called only where something is to be compared.
    Returns (kept, candidates or None)."""
    n = len(tokens)
    if budget >= n:
        return list(tokens), None
    newest = tokens[n - min(recent, budget):]
    rest = tokens[:n - len(newest)]
    left = budget - len(newest)
    first = [t for t in rest if t < sinks][:left]
    left -= len(first)
    if left == 0:
        return sorted(first + newest), None
    pool = [t for t in rest if t not in set(first)]
    return sorted(first + newest + best(pool, score(pool), left, watch, why, floor)), pool
