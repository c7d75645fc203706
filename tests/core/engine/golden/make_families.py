#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Logits of the small models of families.json as the transformers library computes them: one <name>.json each.

python make_families.py [name ...]

Needs torch and transformers (made with 2.11 and 5.23); the tests do not. Weights follow the formula of
tests/support/family_model.h, so none are stored. Written are, per model, for some rows of the logits of its text:

- the float64 forward of f32 weights, and how far the library's own f32 forward is from it (relative L2, worst row);
- the float64 forward of weights rounded to bf16, and how far the library's own bf16 forward is from that.

"float64" is the library's code with everything it keeps in f32 (softmax, RMSNorm) raised to f64. Frequencies and angles
stay f32, as they are in every run of the library and of the engine; frequencies are the f64 power rounded once (torch's
own is within an ulp of it, which near position 100 would show in the seventh digit).
"""
import json
import math
import pathlib
import sys

import numpy as np
import torch
import transformers

HERE = pathlib.Path(__file__).parent
MASK = (1 << 64) - 1


def splitmix(x):
    with np.errstate(over="ignore"):
        z = x + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def hashes(seed, *fields):
    h = splitmix(np.array([seed], dtype=np.uint64))
    for field in fields:
        h = splitmix(h ^ field)
    return h


def fnv1a(text):
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK
    return np.array([h], dtype=np.uint64)


def values(name, shape, plus_one):
    count = int(np.prod(shape))
    h = hashes(1, fnv1a(name), np.arange(count, dtype=np.uint64))
    unit = 2 * ((h >> np.uint64(11)).astype(np.float64) * 2.0**-53) - 1
    middle = 0.0
    if len(shape) == 1:
        amplitude = 0.25
        middle = 1.0 if name.endswith(".weight") and not plus_one else 0.0
    elif "embed_tokens" in name or "embed_in" in name:
        amplitude = 1.0
    else:
        amplitude = math.sqrt(3.0 / shape[1])
    return torch.from_numpy((middle + amplitude * unit).astype(np.float32).reshape(shape))


def make(config):
    """The model with the formula's weights, f32."""
    kind = config["model_type"]
    settings = {k: v for k, v in config.items() if k not in ("architectures", "model_type", "torch_dtype")}
    hf = transformers.CONFIG_MAPPING[kind](**json.loads(json.dumps(settings)))
    hf._attn_implementation = "eager"
    hf._experts_implementation = "eager"
    torch.manual_seed(0)
    model = getattr(transformers, config["architectures"][0])._from_config(hf, attn_implementation="eager").eval()
    state = model.state_dict()
    tied = hf.tie_word_embeddings
    for name in state:
        if tied and name in ("lm_head.weight", "embed_out.weight"):
            continue
        shape = list(state[name].shape)
        if len(shape) == 3 or name.endswith("_proj_bias"):
            state[name].copy_(joined_experts(name, shape) if kind == "gpt_oss" else experts(kind, name, shape))
            continue
        # GPT-NeoX calls the head embed_out in its files; in memory it has the common name.
        stored = "embed_out.weight" if kind == "gpt_neox" and name == "lm_head.weight" else name
        stored = stored.replace(".mlp.gate.", ".block_sparse_moe.gate.") if kind == "mixtral" else stored
        state[name].copy_(values(stored, shape, kind.startswith("gemma")))
    frequencies(rotary_of(model), hf)
    return model


def experts(kind, name, shape):
    """Returns experts in one tensor, as in memory; files have one for each expert, with gate and up apart."""
    at = name.replace(".mlp.experts.", ".block_sparse_moe.experts." if kind == "mixtral" else ".mlp.experts.")
    at, part = at.rsplit(".", 1)
    names = {"gate_up_proj": ("w1", "w3"), "down_proj": ("w2",)} if kind == "mixtral" else {"gate_up_proj": ("gate_proj", "up_proj"), "down_proj": ("down_proj",)}
    rows = shape[1] // len(names[part])
    return torch.stack([torch.cat([values(f"{at}.{e}.{n}.weight", [rows, shape[2]], False) for n in names[part]]) for e in range(shape[0])])


def joined_experts(name, shape):
    """gpt-oss: matrices are transposed, rows of gate and up take turns."""
    at, part = name.rsplit(".", 1)
    kind = "bias" if part.endswith("_bias") else "weight"
    names = ("gate_proj", "up_proj") if part.startswith("gate_up") else ("down_proj",)
    rows = shape[-1] // len(names)
    size = [rows, shape[1]] if kind == "weight" else [rows]
    made = []
    for e in range(shape[0]):
        parts = torch.stack([values(f"{at}.{e}.{n}.{kind}", size, False) for n in names], dim=1)
        made.append(parts.flatten(0, 1).mT if kind == "weight" else parts.flatten())
    return torch.stack(made)


def rotary_of(model):
    return next(m for m in model.modules() if frequency_names(m))


def frequency_names(module):
    """Returns the names of one set, or (Gemma 3) of one for each kind of layer."""
    return [name for name, _ in module.named_buffers(recurse=False) if name.endswith("inv_freq")]


def frequencies(rotary, hf):
    """Recomputes inv_freq with powers that are rounded once from f64."""
    real = torch.Tensor.__rpow__

    def exact(self, base):
        return torch.tensor(np.power(float(base), self.double().numpy())).float() if self.dtype == torch.float32 else real(self, base)

    torch.Tensor.__rpow__ = exact
    try:
        kinds = rotary.rope_type if isinstance(rotary.rope_type, dict) else {None: rotary.rope_type}
        for layers, name in kinds.items():
            make_one = rotary.compute_default_rope_parameters if name == "default" else transformers.modeling_rope_utils.ROPE_INIT_FUNCTIONS[name]
            made = make_one(hf, layer_type=layers)[0] if layers else make_one(hf)[0]
            for buffer in ("inv_freq", "original_inv_freq"):
                getattr(rotary, f"{layers}_{buffer}" if layers else buffer).copy_(made)
        if name == "longrope":
            rotary.long_inv_freq = make_one(hf, seq_len=10**9)[0]
    finally:
        torch.Tensor.__rpow__ = real


class Raised:
    """In it, what the library raises to f32 stays f64."""

    def __enter__(self):
        self.softmax, self.to, self.float = torch.nn.functional.softmax, torch.Tensor.to, torch.Tensor.float
        softmax, to = self.softmax, self.to

        def wide_softmax(x, dim=None, dtype=None, **rest):
            return softmax(x, dim=dim, dtype=x.dtype if x.dtype == torch.float64 else dtype, **rest)

        def wide_to(x, *args, **rest):
            if x.dtype == torch.float64 and (args[:1] == (torch.float32,) or rest.get("dtype") == torch.float32):
                return x
            return to(x, *args, **rest)

        torch.nn.functional.softmax = wide_softmax
        torch.Tensor.to = wide_to
        torch.Tensor.float = lambda x: x if x.dtype == torch.float64 else to(x, torch.float32)

    def __exit__(self, *_):
        torch.nn.functional.softmax, torch.Tensor.to, torch.Tensor.float = self.softmax, self.to, self.float


def forward(model, ids, dtype):
    """Frequencies stay f32 whatever the type of the rest."""
    rotary = rotary_of(model)
    kept = {k: getattr(rotary, k).clone() for k in frequency_names(rotary)}
    model = model.to(dtype)
    for key, value in kept.items():
        setattr(rotary, key, value)
    with torch.no_grad():
        if dtype == torch.float64:
            # Gemma rounds its factor to the type of the weights; here these are of the type before.
            with Raised():
                return model(torch.tensor([ids]), use_cache=False).logits[0].double()
        return model(torch.tensor([ids]), use_cache=False).logits[0].double()


def scale_as(model, dtype):
    for module in model.modules():
        if isinstance(getattr(module, "embed_scale", None), torch.Tensor):
            rounded = torch.tensor(module.scalar_embed_scale, dtype=dtype).double()
            module.embed_scale = torch.nn.Buffer(rounded, persistent=False)


def worst(found, exact):
    return float(((found - exact).norm(dim=-1) / exact.norm(dim=-1)).max())


def rounded_to_bf16(model):
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.to(torch.bfloat16).to(parameter.dtype))
    return model


def main():
    for case in json.loads((HERE / "families.json").read_text()):
        if len(sys.argv) > 1 and case["name"] not in sys.argv[1:]:
            continue
        config, count = case["config"], case["prompt"]
        ids = [int(v) for v in hashes(7, np.arange(count, dtype=np.uint64)) % np.uint64(config["vocab_size"])]
        rows = sorted({0, 1, count // 2, count - 1})
        single = forward(make(config), ids, torch.float32)
        model = make(config)
        scale_as(model, torch.float32)
        exact = forward(model, ids, torch.float64)
        half = forward(rounded_to_bf16(make(config)), ids, torch.bfloat16)
        model = rounded_to_bf16(make(config))
        scale_as(model, torch.bfloat16)
        exact_half = forward(model, ids, torch.float64)
        result = {
            "made_with": f"torch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}",
            "rows": rows,
            "f32_error": float(f"{worst(single, exact):.3g}"),
            "bf16_error": float(f"{worst(half, exact_half):.3g}"),
            "logits": [[float(f"{v:.9g}") for v in exact[row]] for row in rows],
            "bf16_logits": [[float(f"{v:.9g}") for v in exact_half[row]] for row in rows],
        }
        text = json.dumps(result).replace('], "', '],\n "').replace("], [", "],\n  [")
        (HERE / f"{case['name']}.json").write_text(text + "\n")
        print(f"{case['name']:22} f32 {result['f32_error']:.1e}  bf16 {result['bf16_error']:.1e}")


if __name__ == "__main__":
    main()
