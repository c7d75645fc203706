# SPDX-License-Identifier: Apache-2.0
"""KIVI: codes, scales and minima of keys (per channel) and values (per token)."""
import numpy as np


def lengths(prompt, decode, r):
    kq, vq = prompt - prompt % r, max(prompt - r, 0)
    out = [[prompt, kq, prompt - kq, vq, prompt - vq]]
    for t in range(prompt + 1, prompt + decode + 1):
        if t - kq == r:
            kq += r
        vq = max(vq, t - r)
        out.append([t, kq, t - kq, vq, t - vq])
    return out


def group_codes(x, bits, dtype, watch):
    """x[group]: codes, stored scale, stored minimum."""
    low, high = x.min(), x.max()
    top = (1 << bits) - 1
    if low == high:
        return np.zeros(len(x), int), 0.0, store(low, dtype, watch)
    s = (high - low) / top
    raw = (x - low) / s
    for y in raw:
        frac = abs(y - np.floor(y) - 0.5)
        if frac == 0:
            watch.ties += 1
        else:
            watch.gap(1.0, 1.0 - min(float(frac), 0.5), "kivi code")
    codes = np.clip(np.rint(raw), 0, top).astype(int)
    return codes, store(s, dtype, watch), store(low, dtype, watch)


def store(x, dtype, watch):
    if dtype == "float32":
        return float(np.float32(x))
    y = float(np.float16(x))
    if y != float(x):  # the rounding to float16 must not depend on the last bits of float32
        if np.float16(x * (1 + 1e-6)) != np.float16(y) or np.float16(x * (1 - 1e-6)) != np.float16(y):
            watch.gap(1.0, 1.0 - 1e-6, "kivi float16 of scale or minimum")
    return y


def part(x, n, by_token, q, watch):
    """Quantised first n tokens; keys group over tokens, values over channels."""
    if n == 0:
        return None
    g, bits, dt = q["group"], q["bits"], q["scale-dtype"]
    y = x[:n] if by_token else x[:n].T  # rows to be cut into groups
    codes = np.zeros(y.shape, int)
    scale, low = (np.zeros((y.shape[0], y.shape[1] // g)) for _ in range(2))
    for i in range(y.shape[0]):
        for j in range(y.shape[1] // g):
            c = slice(j * g, (j + 1) * g)
            codes[i, c], scale[i, j], low[i, j] = group_codes(y[i, c], bits, dt, watch)
    decoded = codes * np.repeat(scale, g, axis=1) + np.repeat(low, g, axis=1)
    if not by_token:
        codes, scale, low, decoded = codes.T, scale.T, low.T, decoded.T
    return {"codes": codes.tolist(), "scale": scale.tolist(), "min": low.tolist(), "decoded": decoded.tolist()}


def expect(case, params, watch, dtype=np.float64):
    n, r = lengths(case["prompt"], case.get("decode", 0), params["residual"]), params
    k, v = (np.array(case["tensors"]["explicit"][x], dtype=np.float32).astype(dtype) for x in "kv")
    size = 2 if r["scale-dtype"] == "float16" else 4
    coded = n[-1][3]
    if params["values"] == "per-token":
        values = part(v, coded, True, r, watch)
    else:  # whole groups are coded, though the newest values are still read in full precision
        g = params["group"]
        values = part(v, -(-coded // g) * g, False, r, watch)
        values = values and {**values, "codes": values["codes"][:coded], "decoded": values["decoded"][:coded]}
    return {"lengths": n, "k": part(k, n[-1][1], False, r, watch), "v": values,
            "bytes_per_element": r["bits"] / 8 + 2 * size / r["group"]}
