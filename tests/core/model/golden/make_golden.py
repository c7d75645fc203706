# SPDX-License-Identifier: Apache-2.0
"""Trains the two small tokenizers of this folder and writes the ids the `tokenizers` package gives.

python make_golden.py            (pip install tokenizers==0.23.3; the sources are the embedded documents and this file)

Writes gpt2-like.json, llama3-like.json and tokenizer-cases.json. Regenerate only on purpose and review the difference.
"""
import copy
import hashlib
import json
import random
import unicodedata
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors, trainers

HERE = Path(__file__).parent
DEMO = HERE.parents[3] / "resources" / "demo-model"
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
          r"|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN2 = LLAMA3.replace("{1,3}", "")
DEEPSEEK = [r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+",
            "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
            "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+"]

ALPHABETS = [
    "abcdefghij XYZ", "0123456789 ", "ßäöüéèñçøåæ œł", "αβγδεζ Ωλ", "абвгд Яё", "אבגד ", "ابتث ٠١٢", "कखगि्ी १२",
    "漢字仮名交 じりカナ", "한국어 각", "𝔘𝕟𝓲𝒸𝟘𝟙 ", "👩‍👩‍👧‍👦🏳️‍🌈👍🏽 é", "éö̈ñḁ̈ ", " \t\n\r 　 \u2028", "①½ⅷ²³ ٣", ".,;:!?'\"()[]{}-_/\\@#$%^&*",
    "'sS'tT'reRE'veVE'mM'llLL'dDſ ", "\u200b\u200c\u200d\ufeff\u00ad a", "ﬁﬂǆ ẞİıſK", "a1b2 c3\n\nd4",
]
HAND = [
    "", " ", "  ", "\n", "\r\n", "a", " a", "a ", "  a  ", "\t\tx\n\n\ny", "don't DON'T we'll I'D you'Re 'tis '", "it's 'S 'ſ",
    "1234567", "12 345 6789 1,234.56", "x=1;y=22;z=333", "hello world" * 3, "a" * 200, " " * 100, " " * 100 + "x",
    "\n" * 50, "\r\n" * 10 + " \n", "é", "é", "ﬁ", "각", "각", "ö̲́", "👨‍👩‍👧", "🇩🇪🇫🇷", "naïve café",
    "\u00a0x\u2003y\u3000z", "\u0085\u2028\u2029", "日本語のテキスト。", "これは、テスト!", "مرحبا بالعالم", "שלום", "Ⅷ ½ ² ①",
    "<|endoftext|>", "a<|endoftext|>b", "<|endoftext|><|endoftext|>", "<|endoftext", "<|begin_of_text|>hi<|end_of_text|>",
    "<|bos|>x<|eos|>", "\x00\x01\x7f", "\u0301x", "x\u0301\u0302\u0303", "The quick brown fox jumps over the lazy dog.",
    "https://example.org/a?b=c&d=e#f", "def f(x):\n    return x ** 2  # comment\n", "{\"k\": [1, 2.5, null]}", "$100 €5 £3 ¥9",
]
INVALID = ["80", "ff", "61c3", "c3", "61e282", "e28261", "f09f98", "f0808080", "c0af", "eda080", "f4908080", "f5808080",
           "61ff62fe63", "e0a0", "20e9207a", "efbfbd", "f09f9880ff", "c3a9c3", "ed9fbfee8080", "616263e4bda0e5a5e5a5bd"]


def strings():
    rng = random.Random(7)
    result = list(HAND)
    for alphabet in ALPHABETS:
        for _ in range(6):
            result.append("".join(rng.choice(alphabet) for _ in range(rng.randint(1, 24))))
    mixed = "".join(ALPHABETS)
    for _ in range(60):
        result.append("".join(rng.choice(mixed) for _ in range(rng.randint(1, 30))))
    assigned = [c for c in map(chr, range(0x20, 0x20000)) if unicodedata.category(c) not in ("Cn", "Cs", "Co")]
    for _ in range(60):
        result.append("".join(rng.choice(assigned) for _ in range(rng.randint(1, 12))))
    return result


def train(pre, vocabulary, special):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=vocabulary, special_tokens=special, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    texts = [p.read_text() for p in sorted((DEMO / "documents").glob("*.txt"))]
    tokenizer.train_from_iterator(texts + strings() * 3, trainer)
    return tokenizer


def gpt2_like():
    tokenizer = train(pre_tokenizers.ByteLevel(add_prefix_space=False), 1400, ["<|endoftext|>"])
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    file = json.loads(tokenizer.to_str())
    file["model"]["merges"] = [" ".join(pair) for pair in file["model"]["merges"]]
    del file["model"]["type"]  # as in files of 2020
    return file


def llama3_like():
    pre = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(LLAMA3), "isolated"),
                                   pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer = train(pre, 1600, ["<|begin_of_text|>", "<|end_of_text|>"])
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=False),
        processors.TemplateProcessing("<|begin_of_text|> $A", "<|begin_of_text|> $A <|begin_of_text|> $B",
                                      [("<|begin_of_text|>", 0)])])
    file = json.loads(tokenizer.to_str())
    # Some words only `ignore_merges` reaches: their last merge is taken out.
    merges = file["model"]["merges"]
    parts = {piece for pair in merges for piece in pair}
    file["model"]["merges"] = [m for i, m in enumerate(merges) if i % 5 or "".join(m) in parts]
    file["model"]["ignore_merges"] = True
    return file


def added(content, number, **flags):
    return {"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": False, **flags}


def split(pattern, behaviour, invert=False):
    return {"type": "Split", "pattern": pattern, "behavior": behaviour, "invert": invert}


def byte_level(prefix=False, regex=False):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": False, "use_regex": regex}


def sequence(*parts):
    return {"type": "Sequence", "pretokenizers": list(parts)}


def variants(size):
    """Patches of gpt2-like.json; `size` is its vocabulary."""
    yield "prefix-space", {"pre_tokenizer": byte_level(prefix=True, regex=True)}
    yield "prefix-space-per-word", {"pre_tokenizer": sequence(split({"Regex": r"\s+"}, "Isolated"), byte_level(True, True))}
    yield "qwen-nfc", {"normalizer": {"type": "NFC"},
                       "pre_tokenizer": sequence(split({"Regex": QWEN2}, "Isolated"), byte_level())}
    yield "deepseek", {"pre_tokenizer": sequence(*[split({"Regex": p}, "Isolated") for p in DEEPSEEK], byte_level())}
    for individual in (True, False):
        yield f"digits-{individual}".lower(), {
            "pre_tokenizer": sequence({"type": "Digits", "individual_digits": individual}, byte_level(regex=True))}
    for behaviour in ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"):
        yield f"string-{behaviour}".lower(), {"pre_tokenizer": sequence(split({"String": " "}, behaviour), byte_level())}
        yield f"regex-{behaviour}-inverted".lower(), {
            "pre_tokenizer": sequence(split({"Regex": r"\p{L}"}, behaviour, True), byte_level())}
    yield "added", {"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}]}, "added_tokens": [
        added("<|endoftext|>", 0, special=True), added("<mask>", size, special=True, lstrip=True),
        added("<pad>", size + 1, special=True, rstrip=True), added("<both>", size + 2, lstrip=True, rstrip=True),
        added("cat", size + 3, single_word=True), added("<mask><pad>", size + 4),
        added("e\u0301t\u00e9", size + 5, normalized=True), added("<ma", size + 6)]}
    letters = {c: i + 1 for i, c in enumerate("abcdef")} | {"<unk>": 0, "ab": 7, "abc": 8, "Ġ": 9, "Ġab": 10}
    merges = [["a", "b"], ["ab", "c"], ["Ġ", "ab"]]
    for fuse in (True, False):
        yield f"unknown-fused-{fuse}".lower(), {"added_tokens": [], "model": {
            "type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": fuse, "byte_fallback": False, "ignore_merges": False,
            "vocab": letters, "merges": merges}}
    yield "suffix", {"post_processor": {
        "type": "TemplateProcessing",
        "single": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "<|endoftext|>", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": {"<|endoftext|>": {"id": "<|endoftext|>", "ids": [0], "tokens": ["<|endoftext|>"]}}}}


ADDED_TEXTS = [
    "a <mask> b", "a  <mask>", "<mask><pad>  x", "<pad> \n x<pad>", "x <both> y <both> z", "cat concat cat's cats cat", "cat", "_cat cat_",
    "été été etait", "xétéy", "<mask <mask> <ma", "\u3000<mask>\u00a0<pad>\u2003", " <mask> <mask> ", "<both> <both>",
    "écat", "catcat cat\u0301 cat1 cat-cat", "<|endoftext|> cat <|endoftext|>",
]
UNKNOWN_TEXTS = ["abc", "abcx", "xxabc", "xyz", " abc\u00e9ab", "ab xx ab", "zzz", "abcabc def"]


def case(tokenizer, text, special, ranges):
    encoding = tokenizer.encode(text, add_special_tokens=special)
    result = {"ids": encoding.ids}
    if ranges:
        at = [0]
        for c in text:
            at.append(at[-1] + len(c.encode()))
        result["ranges"] = [at[i] for pair in encoding.offsets for i in pair]
    return result


def digest(values):
    return hashlib.sha256(",".join(map(str, values)).encode()).hexdigest()


def main():
    files = {"demo": json.loads((DEMO / "model" / "tokenizer.json").read_text())}
    for name, make in (("gpt2-like", gpt2_like), ("llama3-like", llama3_like)):
        files[name] = make()
        (HERE / f"{name}.json").write_text(json.dumps(files[name], ensure_ascii=False, separators=(",", ":")) + "\n")
    every = strings()
    texts = every + ADDED_TEXTS + UNKNOWN_TEXTS
    sets = []
    for name, file in files.items():
        tokenizer = Tokenizer.from_str(json.dumps(file))
        rng = random.Random(3)
        documents = []
        for path in sorted((DEMO / "documents").glob("*.txt")):
            result = case(tokenizer, path.read_text(), True, True)
            documents.append({"name": path.name, "count": len(result["ids"]), "ids_sha256": digest(result["ids"]),
                              "ranges_sha256": digest(result["ranges"])})
        cases = [case(tokenizer, text, True, True) | {"text": i} for i, text in enumerate(every)]
        invalid = []
        for text in INVALID:
            replaced = bytes.fromhex(text).decode("utf-8", errors="replace")
            genuine = bytes.fromhex(text).decode("utf-8", errors="ignore").count("\ufffd")
            invalid.append({"hex": text, "count": replaced.count("\ufffd") - genuine,
                            "ids": tokenizer.encode(replaced, add_special_tokens=False).ids})
        decoded = []
        for _ in range(40):
            ids = [rng.randrange(tokenizer.get_vocab_size()) for _ in range(rng.randint(1, 12))]
            decoded.append({"ids": ids, "text": tokenizer.decode(ids, skip_special_tokens=False),
                            "skipped": tokenizer.decode(ids, skip_special_tokens=True)})
        sets.append({"name": name, "tokenizer": name, "patch": {}, "documents": documents, "cases": cases,
                     "invalid": invalid, "decoded": decoded})
    base = files["gpt2-like"]
    for name, patch in variants(len(base["model"]["vocab"])):
        file = copy.deepcopy(base) | patch
        tokenizer = Tokenizer.from_str(json.dumps(file))
        chosen = list(range(len(HAND))) + list(range(len(HAND), len(every), 6))
        if name == "added":
            chosen += range(len(every), len(every) + len(ADDED_TEXTS))
        if name.startswith("unknown"):
            chosen = range(len(every) + len(ADDED_TEXTS), len(texts))
        cases = []
        for i in chosen:
            # Where normalising changes the text the package gives a composed character the range of its first part only.
            changed = file.get("normalizer") and unicodedata.normalize("NFC", texts[i]) != texts[i]
            cases.append(case(tokenizer, texts[i], True, not changed) | {"text": i})
        sets.append({"name": name, "tokenizer": "gpt2-like", "patch": patch, "cases": cases})
    lines = ",\n".join(json.dumps(s, ensure_ascii=True, separators=(",", ":")) for s in sets)
    (HERE / "tokenizer-cases.json").write_text(
        '{"made_by":"make_golden.py with tokenizers 0.23.3","texts":' + json.dumps(texts, ensure_ascii=False)
        + ',"sets":[\n' + lines + "\n]}\n")


if __name__ == "__main__":
    main()
