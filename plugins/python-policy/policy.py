# SPDX-License-Identifier: Apache-2.0
"""Keeps, per KV head, the tokens whose values are longest, the first ones and the newest."""
import numpy as np


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
        held = np.array(seen.held)[..., None]  # [layers, heads, 1]: hands on the cache may have left them unlike
        most = held.max()
        if most <= self.capacity:
            return None
        tokens = seen.tokens.numpy()  # [layers, heads, slots], -1: free slot
        score = np.linalg.norm(seen.values.numpy().astype(np.float64), axis=-1)
        stays = (tokens >= 0) & (tokens < self.sinks)
        if self.recent > 0:
            stays |= tokens >= np.partition(tokens, -self.recent, axis=-1)[..., -self.recent, None]
        rank = np.where(stays, np.inf, score)
        rank[tokens < 0] = -np.inf
        order = np.lexsort((tokens, -rank), axis=-1)  # best first, then the older token; free slots last
        leaves = np.where(np.arange(self.capacity, most) < held, order[..., self.capacity : most], -1)
        return leaves, score
