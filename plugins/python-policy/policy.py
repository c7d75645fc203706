# SPDX-License-Identifier: Apache-2.0
"""Keeps, per KV head, the tokens whose values are longest, the first ones and the newest."""
import numpy as np


def keep_best(tokens, score, group, count):
    """Returns the slots [layers, units, e] that lose: of each group of a unit the `count` best stay, -1 pads.

    tokens, score, group: [layers, units, slots]. group: a number per group, -1: the slot stays whatever its score. Of
    equal scores the older token stays; NaN is the worst.
    """
    group = np.where(tokens < 0, -1, group)
    worst = np.lexsort((-tokens, np.where(np.isnan(score), -np.inf, score)), axis=-1)
    by_group = np.argsort(np.take_along_axis(group, worst, -1), axis=-1, kind="stable")
    worst = np.take_along_axis(worst, by_group, -1)
    grouped = np.take_along_axis(group, worst, -1)
    last = max(0, tokens.shape[-1] - max(0, count))  # a slot leaves if the one `count` places behind it is of its group, too
    leaves = (grouped[..., :last] >= 0) & (grouped[..., :last] == grouped[..., tokens.shape[-1] - last :])
    slots = np.sort(np.where(leaves, worst[..., :last], -1), axis=-1)
    return slots[..., last - leaves.sum(-1).max(initial=0) :]


class Policy:
    streaming = True  # the prompt may come in chunks

    def __init__(self, parameters):
        self.set(parameters)

    def set(self, parameters):  # also when one changes while the policy runs
        self.capacity = parameters["capacity"]
        self.recent = min(parameters["recent"], self.capacity)
        self.sinks = min(parameters["sinks"], self.capacity - self.recent)

    def needs(self):
        return {"granularity": "kv-head", "values": True, "tensors_at_decode": True}

    def protection(self):
        return self.sinks, self.recent

    def begin(self, run):
        self.layers = run.layers

    def report(self):
        return {"budgets": [self.capacity] * self.layers}

    def prefill_layer(self, seen):
        return self.step(seen)

    def step(self, seen):
        held = np.array(seen.held)  # [layers, heads]
        if held.max() <= self.capacity:
            return None
        tokens = seen.tokens.numpy()  # [layers, heads, slots], -1: free slot
        score = np.linalg.norm(seen.values.numpy().astype(np.float64), axis=-1)
        stays = tokens < self.sinks
        if self.recent > 0:
            stays |= tokens >= np.partition(tokens, -self.recent, axis=-1)[..., -self.recent, None]
        leaves = keep_best(tokens, np.where(stays, np.inf, score), np.zeros_like(tokens), self.capacity)
        return leaves, score
