# SPDX-License-Identifier: Apache-2.0
"""Queries, keys and values of a case: the generator splitmix64-normal, explicit tensors, rotation."""
import numpy as np

U64 = np.uint64


def splitmix64(x):
    z = np.asarray(x, dtype=U64) + U64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


def mix(seed, *fields):
    """H(seed, a, b, ...); the fields may be arrays that broadcast."""
    h = splitmix64(np.array([seed], dtype=U64))
    for f in fields:
        h = splitmix64(h ^ np.asarray(f, dtype=U64))
    return h


def mix_int(seed, *fields):
    return int(mix(seed, *[np.array([f], dtype=U64) for f in fields])[0])


def normal(h):
    u1 = ((h >> U64(11)) + U64(1)).astype(np.float64) * 2.0**-53
    u2 = (splitmix64(h) >> U64(11)).astype(np.float64) * 2.0**-53
    return np.sqrt(-2.0 * np.log(u1)) * np.cos(2.0 * np.pi * u2)


def sign(h):
    return np.where(h >> U64(63) == 0, 1.0, -1.0)


def generate(shape, total, t):
    layers, hq, hk, d = (shape[k] for k in ("layers", "query_heads", "kv_heads", "head_dim"))
    group, seed = hq // hk, t["seed"]

    def grid(heads):
        return (np.arange(n).reshape([-1 if i == a else 1 for i in range(4)])
                for a, n in enumerate((layers, heads, total, d)))

    def direction(l, x, c):
        return sign(mix(seed, 3, l, x, 0, c))

    def topic(l, x, tok, c):
        return sign(mix(seed, 4, l, x, tok // t["topic_block"] % t["topics"], c))

    l, h, tok, c = grid(hq)
    f = 0.5 + 0.5 * ((l + 1) % 3)
    q = t["sharpness"] * f * (normal(mix(seed, 0, l, h, tok, c)) + t["query_gain"] * direction(l, h // group, c)
                              + t["topic_gain"] * topic(l, h // group, tok, c))
    l, x, tok, c = grid(hk)
    gain = np.zeros(np.broadcast(l, x, tok).shape)
    if t["heavy_every"] > 0:
        gain = np.where(mix(seed, 5, l, x, tok, 0) % U64(t["heavy_every"]) == 0, t["heavy_gain"], gain)
    gain = np.where(tok < t["sinks"], t["sink_gain"], gain)
    k = normal(mix(seed, 1, l, x, tok, c)) + gain * direction(l, x, c) + t["topic_gain"] * topic(l, x, tok, c)
    v = normal(mix(seed, 2, l, x, tok, c))
    return [a.astype(np.float32).astype(np.float64) for a in (q, k, v)]


def load(case):
    total, t = case["prompt"] + case.get("decode", 0), case["tensors"]
    if "explicit" in t:
        e = t["explicit"]
        q, k = (np.array(e[n], dtype=np.float32).astype(np.float64) for n in "qk")
        v = np.array(e["v"], dtype=np.float32).astype(np.float64) if "v" in e else np.zeros_like(k)
        return [q, k, v]
    return generate(case["shape"], total, t)


class Rope:
    """Turns the first rotary_dim channels; angles in double, then cast to the type of the data."""

    def __init__(self, rope, head_dim):
        self.on = rope is not None
        if not self.on:
            return
        self.ranks = rope["positions"] == "cache-rank"
        rot = rope.get("rotary_dim", head_dim)
        m = np.arange(rot // 2)
        self.freq = float(rope["theta"]) ** (-2.0 * m / rot)
        self.a, self.b = (m, m + rot // 2) if rope["style"] == "half" else (2 * m, 2 * m + 1)

    def turn(self, x, pos):
        """x[..., token, channel], pos[token]"""
        if not self.on:
            return x
        angle = np.asarray(pos, dtype=np.float64)[:, None] * self.freq
        cos, sin = np.cos(angle).astype(x.dtype), np.sin(angle).astype(x.dtype)
        out = x.copy()
        a, b = x[..., self.a], x[..., self.b]
        out[..., self.a] = a * cos - b * sin
        out[..., self.b] = b * cos + a * sin
        return out

    def mean_matrix(self, first, count, d):
        """Mean of the rotation matrices of the positions first ... first+count-1."""
        r = np.eye(d)
        if self.on:
            angle = (first + np.arange(count, dtype=np.float64))[:, None] * self.freq
            cos, sin = np.cos(angle).mean(0), np.sin(angle).mean(0)
            r[self.a, self.a] = r[self.b, self.b] = cos
            r[self.a, self.b] = -sin
            r[self.b, self.a] = sin
        return r
