# SPDX-License-Identifier: Apache-2.0
"""Forward passes over what is held: append, attend, observe, evict."""
import numpy as np

from . import tensors


class Pass:
    """One layer of one forward pass, as a policy sees it."""

    def __init__(self, run, layer, new):
        self.run, self.layer, self.new, self.m = run, layer, new, len(new)
        self.tokens = [h + new for h in run.held[layer]]
        self.at = "prefill" if new[0] < run.prompt else new[0] - run.prompt
        self.prompt_done = new[-1] == run.prompt - 1
        self._rows, self._logits, self._keys = {}, {}, {}

    def keys(self, unit, kv):
        """Keys of a KV head as attention used them: [token, channel]."""
        if (unit, kv) not in self._keys:
            toks = self.tokens[unit]
            pos = range(len(toks)) if self.run.rope.on and self.run.rope.ranks else toks
            self._keys[unit, kv] = self.run.rope.turn(self.run.k[self.layer, kv, toks], pos)
        return self._keys[unit, kv]

    def query(self, head):
        unit = self.run.unit_of(head)
        n = len(self.tokens[unit])
        pos = range(n - self.m, n) if self.run.rope.on and self.run.rope.ranks else self.new
        return self.run.rope.turn(self.run.q[self.layer, head, self.new], pos)

    def logits(self, head):
        if head not in self._logits:
            q, k = self.query(head), self.keys(self.run.unit_of(head), head // self.run.group)
            z = np.zeros((self.m, k.shape[0]), dtype=k.dtype)
            for c in range(k.shape[1]):  # channel by channel: the same operations for every token
                z += q[:, c, None] * k[None, :, c]
            self._logits[head] = z / z.dtype.type(np.sqrt(self.run.d))
        return self._logits[head]

    def rows(self, head):
        """Attention weights [new row, token of the head's list]; 0 where a row cannot see."""
        if head not in self._rows:
            z = self.logits(head)
            n = z.shape[1]
            seen = np.arange(n)[None, :] <= (n - self.m + np.arange(self.m))[:, None]
            z = np.where(seen, z, -np.inf)
            e = np.exp(z - z.max(axis=1, keepdims=True))
            self._rows[head] = e / e.sum(axis=1, keepdims=True)
        return self._rows[head]

    def group_mean(self, unit, of_head):
        """Mean over the query heads of a unit, added in order."""
        heads = self.run.heads_of(unit)
        total = of_head(heads[0]).copy()
        for h in heads[1:]:
            total += of_head(h)
        return total / len(heads)

    def scores(self, unit, values, tokens=None):
        return dict(zip(tokens if tokens is not None else self.tokens[unit], values))


def shaken(x, seed):
    """Every entry by up to 3e-6 of itself; equal rows alike, so that only ties of repeated rows survive."""
    rows = x.reshape(-1, x.shape[-1])
    _, which = np.unique(rows, axis=0, return_inverse=True)
    factor = 1.0 + 3e-6 * np.random.default_rng(seed).uniform(-1, 1, (which.max() + 1, x.shape[-1]))
    return (rows * factor[which.reshape(-1)]).reshape(x.shape)


class Run:
    """A case, run through a policy. dtype float32 and shake are for the check of the margins."""

    def __init__(self, case, policy_of, watch, dtype=np.float64, shake=None):
        self.case, self.watch = case, watch
        s = case["shape"]
        self.layers, self.hq, self.hk, self.d = (s[k] for k in ("layers", "query_heads", "kv_heads", "head_dim"))
        self.group = self.hq // self.hk
        self.prompt, self.decode = case["prompt"], case.get("decode", 0)
        data = tensors.load(case)
        if shake is not None:
            data = [shaken(x, shake) for x in data]
        self.q, self.k, self.v = (x.astype(dtype) for x in data)
        self.rope = tensors.Rope(case.get("rope"), self.d)
        self.policy = policy_of(self)
        self.units = {"layer": 1, "kv_head": self.hk, "query_head": self.hq}[self.policy.granularity]
        self.held = [[[] for _ in range(self.units)] for _ in range(self.layers)]
        self.policy.start()

    def unit_of(self, head):
        return head * self.units // self.hq

    def heads_of(self, unit):
        n = self.hq // self.units
        return range(unit * n, (unit + 1) * n)

    def forward(self, new):
        for l in range(self.layers):
            p = Pass(self, l, new)
            self.held[l] = [list(t) for t in p.tokens]
            self.policy.layer(p)
        self.policy.after_pass(new)
        return self.held

    def chunks(self):
        c = self.case.get("prefill", {"schedule": "layer-major"})
        step = c["chunk"] if c["schedule"] == "streaming" else self.prompt
        return [list(range(i, min(i + step, self.prompt))) for i in range(0, self.prompt, step)]

    def expect(self):
        for new in self.chunks():
            self.forward(new)
        out = {"granularity": self.policy.granularity, "prefill": [[list(h) for h in l] for l in self.held]}
        if self.decode:
            steps = []
            for s in range(self.decode):
                before, t = [[list(h) for h in l] for l in self.held], self.prompt + s
                self.forward([t])
                drop = [[sorted(set(b + [t]) - set(a)) for b, a in zip(bl, al)] for bl, al in zip(before, self.held)]
                drop = [l if any(l) else None for l in drop]
                steps.append(drop if any(l is not None for l in drop) else None)
            out["steps"], out["final"] = steps, [[list(h) for h in l] for l in self.held]
        out.update(self.policy.pinned())
        return out


class Policy:
    granularity = "layer"

    def __init__(self, run, params):
        self.run, self.p = run, params
        self.numbers = {}
        self.first_cut_done = False

    def start(self):
        pass

    def layer(self, p):
        pass

    def after_pass(self, new):
        pass

    def pinned(self):
        return self.numbers

    def pin_cut(self, p, layer, unit, candidates, score):
        """Numbers of the first cut of layer 0, head 0 that compares something (None: it does not)."""
        if layer or unit or self.first_cut_done:
            return
        if candidates:
            self.first_cut_done = True
            self.numbers["scores"] = [{"at": p if isinstance(p, (int, str)) else p.at, "layer": 0, "head": 0,
                                       "tokens": list(candidates),
                                       "values": [float(score[t]) for t in candidates]}]


def capacity_of(params, prompt):
    """Budget of the one-shot policies."""
    c = params.get("capacity", 0)
    return c if c > 0 else max(1, int(prompt * (1.0 - params.get("removed", 0.5))))
