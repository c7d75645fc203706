# SPDX-License-Identifier: Apache-2.0
"""Random skeletons of cases: shapes, rotations, tensors, prompts and capacities, corners often."""

HEADS = [(1, 1), (2, 2), (3, 3), (4, 4), (4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (16, 2),
         (2, 1), (4, 1), (5, 1), (8, 1)]


def some(r, *choices):
    return r.choice(choices)


def shape(r):
    q, k = r.choice(HEADS)
    return {
        "layers": some(r, 1, 2, 2, 3, 3, 4, 5, 8),
        "query_heads": q,
        "kv_heads": k,
        "head_dim": some(r, 2, 4, 4, 6, 8, 8, 8, 12, 16, 16, 32, 3, 5),
    }


def rope(r, d):
    if d % 2 or r.random() < 0.35:
        return None
    out = {"theta": some(r, 100, 500, 10000, 10000, 500000), "style": some(r, "half", "interleaved")}
    if d > 2 and r.random() < 0.4:
        out["rotary_dim"] = 2 * r.randint(1, d // 2 - 1)
    out["positions"] = "cache-rank" if r.random() < 0.4 else "original"
    return out


def tensors(r, flat=False):
    return {
        "generator": "splitmix64-normal",
        "seed": r.randint(1, 999999),
        "sharpness": 0.0 if flat else some(r, 0.5, 1.0, 1.0, 1.0, 1.5, 2.0),
        "query_gain": some(r, 0.0, 0.5, 0.5, 1.0),
        "sinks": some(r, 0, 1, 4, 4, 9),
        "sink_gain": some(r, 0.5, 1.0, 1.0, 2.0),
        "heavy_every": some(r, 0, 5, 11, 11),
        "heavy_gain": some(r, 0.3, 0.6, 1.2),
        "topics": some(r, 1, 3, 5),
        "topic_block": some(r, 1, 4, 8),
        "topic_gain": some(r, 0.0, 0.5, 0.5, 1.0),
    }


def base(r, streaming=False, corner=None, decode=None):
    """Everything but the policy."""
    prompt = corner if corner else some(r, 1, 2, 3, 5, r.randint(4, 12), *[r.randint(12, 64) for _ in range(8)], 80, 96)
    s = shape(r)
    if prompt > 40:
        s["layers"] = min(s["layers"], some(r, 2, 3, 4))
    out = {
        "shape": s,
        "rope": rope(r, s["head_dim"]),
        "prompt": prompt,
        "decode": decode if decode is not None else some(r, 0, 1, 2, 4, 8, 8, 12, 16, 24),
        "prefill": {"schedule": "layer-major"},
    }
    if streaming and r.random() < 0.55:
        out["prefill"] = {"schedule": "streaming", "chunk": some(r, 1, 2, 3, 5, 7, 8, 16, prompt, prompt + 3)}
    out["tensors"] = tensors(r, flat=r.random() < 0.04)
    return out


def capacity(r, prompt, w=0):
    """Below, at and above the window and the prompt."""
    return max(
        1,
        some(
            r,
            1,
            2,
            w - 1,
            w,
            w + 1,
            w + 2,
            prompt - 1,
            prompt,
            prompt + 1,
            prompt + w,
            *[r.randint(1, max(2, prompt)) for _ in range(5)],
            *[w + max(1, prompt // n) for n in (2, 3, 4)]
        ),
    )


def removed(r):
    return some(r, 0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9, 0.95)


def window_of(r, prompt):
    return max(1, some(r, 1, 2, 3, 4, 6, 8, prompt - 1, prompt, prompt + 4, 32))


def busy(r):
    """A prompt that leaves something to choose."""
    return r.randint(14, 72) if r.random() < 0.65 else None
