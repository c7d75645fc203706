#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes gguf-blocks.json and tiny.gguf with tiny.gguf.json: pip install gguf numpy; python3 make_gguf_golden.py

gguf-blocks.json: random blocks of each quantised type and what gguf.quants makes of them, as bits of f32.
tiny.gguf: a Llama of two layers as llama.cpp's converter writes one (q and k permuted), with a byte-level tokenizer;
tiny.gguf.json: the SHA-256 of each tensor in the Hugging Face layout, as f32.
"""
import hashlib
import json
from pathlib import Path

import gguf
import numpy as np
from gguf import GGMLQuantizationType as T

here = Path(__file__).parent
rng = np.random.default_rng(7)

# The second list has random numbers of its own: it can grow, and the blocks of the first stay.
BLOCKS = [T.Q8_0, T.Q4_0, T.Q5_0, T.Q4_K, T.Q5_K, T.Q6_K]
NEW_BLOCKS = [T.Q4_1, T.Q5_1, T.Q2_K, T.Q3_K]
INDEXED = [T.IQ1_S, T.IQ1_M, T.IQ2_XXS, T.IQ2_XS, T.IQ2_S, T.IQ3_XXS, T.IQ3_S, T.IQ4_NL, T.IQ4_XS, T.TQ1_0, T.TQ2_0, T.MXFP4,
           T.NVFP4]
# Where the half-precision factors of a block lie; random bytes there would be NaN now and then.
FACTORS = {T.Q8_0: [0], T.Q4_0: [0], T.Q5_0: [0], T.Q4_K: [0, 2], T.Q5_K: [0, 2], T.Q6_K: [208],
           T.Q4_1: [0, 2], T.Q5_1: [0, 2], T.Q2_K: [80, 82], T.Q3_K: [108],
           T.IQ1_S: [0], T.IQ1_M: [], T.IQ2_XXS: [0], T.IQ2_XS: [0], T.IQ2_S: [0], T.IQ3_XXS: [0], T.IQ3_S: [0],
           T.IQ4_NL: [0], T.IQ4_XS: [0], T.TQ1_0: [52], T.TQ2_0: [64], T.MXFP4: [], T.NVFP4: []}


def blocks(kind, count, rng=rng):
    _, size = gguf.GGML_QUANT_SIZES[kind]
    data = rng.integers(0, 256, (count, size), dtype=np.uint8)
    for at in FACTORS[kind]:
        # Also a negative factor, a subnormal one and zero.
        values = np.array([0.013, -1.5, 3e-6, 0.0] * count, np.float16)[:count]
        data[:, at:at + 2] = values.view(np.uint8).reshape(count, 2)
    if kind == T.IQ1_M:
        data[:, 55] &= 0xBF  # its factor lies in four nibbles: no infinity and no NaN
    return data


def write_blocks():
    out = {}
    more, indexed = np.random.default_rng(8), np.random.default_rng(9)
    for kind in BLOCKS + NEW_BLOCKS + INDEXED:
        data = blocks(kind, 4, rng if kind in BLOCKS else more if kind in NEW_BLOCKS else indexed)
        values = gguf.quants.dequantize(data, kind).astype(np.float32).reshape(-1)
        out[kind.name] = {"bytes": data.tobytes().hex(), "bits": values.view(np.uint32).tobytes().hex()}
    (here / "gguf-blocks.json").write_text(json.dumps(out, indent=0) + "\n")


def permute(weights, heads):
    """As convert_hf_to_gguf.py does for q and k of Llama."""
    return (weights.reshape(heads, 2, weights.shape[0] // heads // 2, *weights.shape[1:])
            .swapaxes(1, 2).reshape(weights.shape))


def byte_alphabet():
    codes = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    table, extra = {c: chr(c) for c in codes}, 0
    for byte in range(256):
        if byte not in table:
            table[byte] = chr(256 + extra)
            extra += 1
    return [table[b] for b in range(256)]


def write_tiny():
    hidden, heads, kv_heads, dim, wide, layers = 64, 2, 1, 32, 96, 2
    writer = gguf.GGUFWriter(here / "tiny.gguf", "llama")
    writer.add_block_count(layers)
    writer.add_context_length(128)
    writer.add_embedding_length(hidden)
    writer.add_feed_forward_length(wide)
    writer.add_head_count(heads)
    writer.add_head_count_kv(kv_heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(500000.0)
    writer.add_rope_dimension_count(dim)

    alphabet = byte_alphabet()
    tokens = ["<|begin|>", "<|end|>", "<|turn|>"] + alphabet + ["Ġt", "he", "Ġthe", "in"]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("llama-bpe")
    writer.add_token_list(tokens)
    writer.add_token_types([3, 3, 3] + [1] * (len(tokens) - 3))
    writer.add_token_merges(["Ġ t", "h e", "Ġt he", "i n"])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(1)
    writer.add_eot_token_id(2)
    writer.add_add_bos_token(True)

    sums = {}

    def add(stored, name, shape, kind, permuted=0):
        weights = rng.normal(0, 0.2, shape).astype(np.float32)
        if len(shape) == 1:
            weights += 1
        data = gguf.quants.quantize(permute(weights, permuted) if permuted else weights, kind)
        read = gguf.quants.dequantize(data, kind).astype(np.float32).reshape(shape)
        if permuted:
            d = shape[0] // permuted
            read = read.reshape(permuted, d // 2, 2, *shape[1:]).swapaxes(1, 2).reshape(shape)
        sums[name] = {"shape": list(shape), "sha256": hashlib.sha256(np.ascontiguousarray(read).tobytes()).hexdigest()}
        # The writer knows 16-bit floats by their type, and blocks by the type it is told.
        writer.add_tensor(stored, data, raw_dtype=kind)

    add("token_embd.weight", "model.embed_tokens.weight", (len(tokens), hidden), T.Q8_0)
    add("output_norm.weight", "model.norm.weight", (hidden,), T.F32)
    add("output.weight", "lm_head.weight", (len(tokens), hidden), T.BF16)
    for i in range(layers):
        at, to = f"blk.{i}.", f"model.layers.{i}."
        small = T.F16 if i == 0 else T.Q8_0
        add(at + "attn_norm.weight", to + "input_layernorm.weight", (hidden,), T.F32)
        add(at + "attn_q.weight", to + "self_attn.q_proj.weight", (heads * dim, hidden), small, heads)
        add(at + "attn_k.weight", to + "self_attn.k_proj.weight", (kv_heads * dim, hidden), small, kv_heads)
        add(at + "attn_v.weight", to + "self_attn.v_proj.weight", (kv_heads * dim, hidden), T.Q5_0)
        add(at + "attn_output.weight", to + "self_attn.o_proj.weight", (hidden, heads * dim), T.Q4_0)
        add(at + "ffn_norm.weight", to + "post_attention_layernorm.weight", (hidden,), T.F32)
        add(at + "ffn_gate.weight", to + "mlp.gate_proj.weight", (wide, hidden), T.F32)
        add(at + "ffn_up.weight", to + "mlp.up_proj.weight", (wide, hidden), T.BF16)
        add(at + "ffn_down.weight", to + "mlp.down_proj.weight", (hidden, wide), T.Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    (here / "tiny.gguf.json").write_text(json.dumps(sums, indent=0) + "\n")


write_blocks()
write_tiny()
