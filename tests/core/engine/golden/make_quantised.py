#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small quantised checkpoints as they are published, each with the logits of what it means: quantised/<name>/.

python make_quantised.py [name ...]

Needs torch, transformers, safetensors and compressed-tensors (made with 2.11, 5.24, 0.8 and 0.20); the tests do not.
Matrices are those of make_families.py, rounded to the nearest integers. GPTQ and AWQ are packed here, by their
published layouts; compressed-tensors by its own package. golden.json holds the float64 forward of transformers over
scale * (number - zero), taken in float64.
"""
import json
import pathlib
import shutil
import sys

import numpy as np
import torch
from compressed_tensors.compressors.pack_quantized.helpers import pack_to_int32, unpack_from_int32
from safetensors.torch import save_file
from transformers.integrations.mxfp4 import convert_moe_packed_tensors

import make_families as families

HERE = pathlib.Path(__file__).parent / "quantised"
SMALL = {
    "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
    "num_hidden_layers": 1, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 40,
    "max_position_embeddings": 64, "rms_norm_eps": 1e-5, "hidden_act": "silu", "tie_word_embeddings": False,
    "rope_theta": 10000.0, "bos_token_id": 0, "eos_token_id": 1,
}
OSS = SMALL | {
    "architectures": ["GptOssForCausalLM"], "model_type": "gpt_oss", "intermediate_size": 32, "head_dim": 16,
    "attention_bias": True, "num_local_experts": 3, "num_experts_per_tok": 2, "swiglu_limit": 7.0, "sliding_window": 8,
    "rope_scaling": {"rope_type": "yarn", "factor": 4.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False,
                     "original_max_position_embeddings": 16},
}
WIDE = SMALL | {"hidden_size": 128, "head_dim": 32}


def scheme(**weights):
    return {"targets": ["Linear"], "weights": {"type": "int", "symmetric": True} | weights, "input_activations": None,
            "output_activations": None}


def compressed(form, **group):
    return {"quant_method": "compressed-tensors", "format": form, "ignore": ["lm_head"],
            "quantization_status": "compressed", "kv_cache_scheme": None, "global_compression_ratio": None,
            "config_groups": {"group_0": scheme(**group)}}


GPTQ = {"quant_method": "gptq", "true_sequential": True, "damp_percent": 0.01}
CASES = {
    "gptq-4-order": (SMALL, GPTQ | {"bits": 4, "group_size": 32, "desc_act": True, "sym": False}),
    "gptq-4": (WIDE, GPTQ | {"bits": 4, "group_size": 128, "desc_act": False, "sym": True,
                             "checkpoint_format": "gptq"}),
    "gptq-8-v2": (SMALL, GPTQ | {"bits": 8, "group_size": -1, "desc_act": False, "sym": False,
                                 "checkpoint_format": "gptq_v2"}),
    "awq": (WIDE, {"quant_method": "awq", "bits": 4, "group_size": 64, "zero_point": True, "version": "gemm",
                   "modules_to_not_convert": ["lm_head"]}),
    "packed-4": (SMALL, compressed("pack-quantized", num_bits=4, strategy="group", group_size=32, symmetric=False)),
    "packed-8": (SMALL, compressed("pack-quantized", num_bits=8, strategy="channel")),
    "int-8": (SMALL, compressed("int-quantized", num_bits=8, strategy="channel")),
    "fp8-blocks": (SMALL, {"quant_method": "fp8", "activation_scheme": "dynamic", "weight_block_size": [32, 64]}),
    "gpt-oss-mxfp4": (OSS, {"quant_method": "mxfp4", "modules_to_not_convert": ["model.layers.*.self_attn"]}),
    "gpt-oss-bf16": (OSS, None),
}


def rounded(weight, bits, group, symmetric, order=None):
    """Numbers 0 .. 2^bits - 1 with scales and zeros by group; group_of each column."""
    rows, columns = weight.shape
    group = columns if group == -1 else group
    group_of = np.arange(columns) // group
    if order is not None:
        group_of[order] = np.arange(columns) // group
    most = 2**bits - 1
    numbers = np.zeros((rows, columns), np.int64)
    scales = np.zeros((rows, columns // group), np.float16)
    zeros = np.zeros_like(scales, np.int64)
    for g in range(columns // group):
        part = weight[:, group_of == g]
        low, high = np.minimum(part.min(1), 0), np.maximum(part.max(1), 0)
        if symmetric:
            high = np.maximum(-low, high)
            scales[:, g], zeros[:, g] = (2 * high / most).astype(np.float16), 2 ** (bits - 1)
        else:
            scales[:, g] = ((high - low) / most).astype(np.float16)
            zeros[:, g] = np.clip(np.rint(-low / scales[:, g]), 1, most)
        step = scales[:, g : g + 1].astype(np.float64)
        numbers[:, group_of == g] = np.clip(np.rint(part / step) + zeros[:, g : g + 1], 0, most)
    exact = scales.astype(np.float64)[:, group_of] * (numbers - zeros[:, group_of])
    return numbers, scales, zeros, group_of, exact


def words(numbers, bits, order=None):
    """[n, m] of numbers to [n, m * bits / 32] of words, the first in the lowest bits."""
    count = 32 // bits
    packed = np.zeros((numbers.shape[0], numbers.shape[1] // count), np.uint32)
    for i in range(count):
        at = i if order is None else order[i]
        packed |= numbers[:, at::count].astype(np.uint32) << np.uint32(bits * i)
    return torch.from_numpy(packed.view(np.int32).copy())


def gptq(name, weight, config, out):
    bits = config["bits"]
    order = np.argsort(families.hashes(3, np.arange(weight.shape[1], dtype=np.uint64))) if config["desc_act"] else None
    numbers, scales, zeros, group_of, exact = rounded(weight, bits, config["group_size"], config["sym"], order)
    less = 0 if config.get("checkpoint_format") == "gptq_v2" else 1
    out[name + ".qweight"] = words(numbers, bits).T.contiguous()
    out[name + ".qzeros"] = words(zeros.T - less, bits)
    out[name + ".scales"] = torch.from_numpy(scales.T.copy())
    out[name + ".g_idx"] = torch.from_numpy(group_of.astype(np.int32))
    return exact


def awq(name, weight, config, out):
    numbers, scales, zeros, _, exact = rounded(weight, 4, config["group_size"], False)
    order = [0, 2, 4, 6, 1, 3, 5, 7]
    out[name + ".qweight"] = words(numbers.T, 4, order)
    out[name + ".qzeros"] = words(zeros.T, 4, order)
    out[name + ".scales"] = torch.from_numpy(scales.T.copy())
    return exact


def compressed_tensors(name, weight, config, out):
    weights = config["config_groups"]["group_0"]["weights"]
    bits, offset = weights["num_bits"], 2 ** (weights["num_bits"] - 1)
    numbers, scales, zeros, _, _ = rounded(weight, bits, weights.get("group_size", -1), weights["symmetric"])
    scales = torch.from_numpy(scales).bfloat16()
    numbers, zeros = (torch.from_numpy(values - offset).to(torch.int8) for values in (numbers, zeros))
    out[name + ".weight_scale"] = scales
    if config["format"] == "int-quantized":
        out[name + ".weight"] = numbers
    else:
        out[name + ".weight_packed"] = pack_to_int32(numbers, bits)
        out[name + ".weight_shape"] = torch.tensor(numbers.shape)
        assert torch.equal(unpack_from_int32(out[name + ".weight_packed"], bits, numbers.shape), numbers)
        if not weights["symmetric"]:
            out[name + ".weight_zero_point"] = pack_to_int32(zeros, bits, packed_dim=0)
    each = weight.shape[1] // scales.shape[1]
    wide = [v.double().repeat_interleave(each, 1) for v in (scales, zeros)]
    return (wide[0] * (numbers.double() - wide[1])).numpy()


def fp8(name, weight, config, out):
    rows, columns = config["weight_block_size"]
    blocks = torch.from_numpy(weight).reshape(weight.shape[0] // rows, rows, weight.shape[1] // columns, columns)
    scales = (blocks.abs().amax((1, 3)) / 448).float()
    wide = scales.double()[:, None, :, None]
    numbers = (blocks / wide).float().to(torch.float8_e4m3fn)
    out[name + ".weight"] = numbers.reshape(weight.shape)
    out[name + ".weight_scale_inv"] = scales
    return (numbers.double() * wide).reshape(weight.shape).numpy()


def mxfp4(name, weight, _, out):
    """Quantises a stack of transposed matrices, as in memory: [experts, columns, rows]."""
    stored = torch.from_numpy(weight).mT.contiguous()
    blocks = stored.reshape(*stored.shape[:2], -1, 32)
    power = torch.floor(torch.log2(blocks.abs().amax(-1))) - 2
    numbers = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6], dtype=torch.float64)
    codes = (blocks.abs() / 2**power[..., None]).unsqueeze(-1).sub(numbers).abs().argmin(-1) + 8 * (blocks < 0)
    out[name + "_blocks"] = (codes[..., ::2] + 16 * codes[..., 1::2]).to(torch.uint8)
    out[name + "_scales"] = (power + 127).to(torch.uint8)
    return convert_moe_packed_tensors(out[name + "_blocks"], out[name + "_scales"], dtype=torch.float64).numpy()


# Ends of the names of what is quantised, where it is not every projection.
QUANTISED = {"mxfp4": ("experts.gate_up_proj", "experts.down_proj"), None: ()}
METHODS = {"mxfp4": mxfp4, "gptq": gptq, "awq": awq, "compressed-tensors": compressed_tensors, "fp8": fp8}


def main():
    for name, (config, quantization) in CASES.items():
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        model = families.rounded_to_bf16(families.make(config)).double()
        out, exact = {}, model.state_dict()
        for tensor, value in list(exact.items()):
            if tensor.endswith(QUANTISED.get((quantization or {}).get("quant_method"), "_proj.weight")):
                made = METHODS[quantization["quant_method"]](tensor.removesuffix(".weight"), value.numpy(), quantization, out)
                exact[tensor].copy_(torch.from_numpy(np.ascontiguousarray(made)))
            elif "inv_freq" not in tensor:
                out[tensor] = value.bfloat16()
        ids = [int(v) for v in families.hashes(7, np.arange(24, dtype=np.uint64)) % np.uint64(config["vocab_size"])]
        logits = families.forward(model, ids, torch.float64)
        folder = HERE / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "config.json").write_text(json.dumps(config | {"torch_dtype": "bfloat16"} | ({"quantization_config": quantization} if quantization else {}), indent=1) + "\n")
        save_file({k: v.contiguous() for k, v in out.items()}, folder / "model.safetensors", metadata={"format": "pt"})
        rows = [0, 1, 12, 23]
        golden = {"ids": ids, "rows": rows, "logits": [[float(f"{v:.9g}") for v in logits[row]] for row in rows]}
        (folder / "golden.json").write_text(json.dumps(golden).replace("], [", "],\n  [") + "\n")
        print(name, sum(v.numel() * v.element_size() for v in out.values()))


if __name__ == "__main__":
    main()
