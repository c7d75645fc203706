#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes real.json with the transformers library in float64, for the models that packaging/model fetches.

python make_real.py FOLDER   (the folder that packaging/model fetches into; KVW_MODELS)

Needs torch, transformers and gguf. Of the first tokens of persuasion.txt: their ids, the NLL of each from the second on,
and of some rows of the logits one in `step` numbers. "float64" is as in make_families.py.
"""
import json
import pathlib
import sys

import torch
import transformers

from make_families import Raised, forward, frequencies, rotary_of  # noqa: F401

HERE = pathlib.Path(__file__).parent
TEXT = HERE.parents[3] / "resources/texts/persuasion.txt"
TOKENS, STEP = 64, 401
MODELS = {
    "smollm2-135m": "SmolLM2-135M-Instruct.Q4_1.gguf",
    "gemma3-270m": "gemma-3-270m-q4_k_m.gguf",
}


def main():
    result = {"made_with": f"torch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}", "step": STEP}
    for name, file in MODELS.items():
        folder = pathlib.Path(sys.argv[1]) / name
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, gguf_file=file)
        model = transformers.AutoModelForCausalLM.from_pretrained(
            folder, gguf_file=file, dtype=torch.float32, attn_implementation="eager"
        ).eval()
        frequencies(rotary_of(model), model.config)
        ids = tokenizer(TEXT.read_text()[:2000])["input_ids"][:TOKENS]
        logits = forward(model, ids, torch.float64)
        nll = -torch.log_softmax(logits, dim=-1)[torch.arange(len(ids) - 1), torch.tensor(ids[1:])]
        rows = [0, 1, TOKENS // 2, TOKENS - 1]
        result[name] = {
            "file": file,
            "ids": ids,
            "nll": [float(f"{v:.9g}") for v in nll],
            "rows": rows,
            "logits": [[float(f"{v:.9g}") for v in logits[row][::STEP]] for row in rows],
        }
        print(f"{name:14} mean NLL {float(nll.mean()):.6f}")
    (HERE / "real.json").write_text(json.dumps(result).replace(', "', ',\n "') + "\n")


if __name__ == "__main__":
    main()
