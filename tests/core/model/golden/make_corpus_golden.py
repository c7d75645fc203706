# SPDX-License-Identifier: Apache-2.0
"""Thousands of generated strings through a tokenizer of each published kind, as the `tokenizers` package does it.

python make_corpus_golden.py     (pip install tokenizers==0.23.3; run make_golden.py first)

Trains llama2-like.json and gemma-like.json (BPE in the manner of SentencePiece) and writes corpus-texts.json (the
strings) and corpus-cases.json (kinds, as patches of the trained files, with digests over groups of strings: what the test
computes must have the same). Regenerate only on purpose and review the difference.
"""
import json
import random
import unicodedata

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from make_golden import ALPHABETS, DEMO, HAND, HERE, QWEN2, added, byte_level, digest, sequence, split, strings

GROUP = 64
LONG = ["etaoinshrdlu", "etaoin shrdlu ", " \t\n", "a"]
UNICODE = [c for c in map(chr, range(0x20, 0x20000)) if unicodedata.category(c) not in ("Cn", "Cs", "Co")]
BY_CATEGORY = {}
for _c in UNICODE:
    BY_CATEGORY.setdefault(unicodedata.category(_c), []).append(_c)
SPACES = [" ", "  ", "    ", "\t", "\n", "\r\n", "\u00a0", "\u2003", "\u3000", "\u2028", "\u0085", "\v", "\f", "\u200b"]
EMOJI = ["😀", "👍🏽", "👩\u200d👩\u200d👧", "🏳️\u200d🌈", "🇩🇪", "❤️", "1️⃣", "🧑🏿\u200d🚀", "\u200d", "\ufe0f"]
MARKS = [chr(c) for c in (0x300, 0x301, 0x308, 0x327, 0x332, 0x338, 0x483, 0x5b0, 0x64b, 0x93c, 0xe31, 0x20dd, 0x3099)]
CONTRACTIONS = [a + b for a in ("'", "’", "''", " '") for b in ("s", "t", "re", "ve", "m", "ll", "d", "S", "Re", "LL", "ſ", "x", "")]
SPECIAL = ["<s>", "</s>", "<unk>", "<0x41>", "▁", "▁▁", " ▁", "<pad>", "<|endoftext|>", "<|begin_of_text|>", "<mask>", "<start_of_turn>"]
WORDS = "the quick brown Fox jumps over lazy dogs don't I'll we've naïve café 3.14 1,234 2026-11 x=1 ** // http://a.b/c?d=e {} [] _id".split()


def generated():
    rng = random.Random(11)
    result = list(HAND) + ["", "▁", "▁a", " ▁a", "a▁ b", "<0xE2><0x82>", "<s>a</s>", "a<s> b", "  <s>  ", "x <unk>y"]

    def some(pool, most):
        return "".join(rng.choice(pool) for _ in range(rng.randint(1, most)))

    def words(most):
        return "".join(rng.choice(WORDS) + rng.choice(["", " ", " ", " ", "\n"]) for _ in range(rng.randint(1, most)))

    for category in sorted(BY_CATEGORY):
        for _ in range(20):
            result.append(some(BY_CATEGORY[category], 8))
            result.append("a" + some(BY_CATEGORY[category], 3) + " b" + some(BY_CATEGORY[category], 2))
    for _ in range(260):
        result += [some(SPACES, 12), words(3) + some(SPACES, 6) + words(2), some(CONTRACTIONS, 3) + words(2),
                   words(2).strip() + rng.choice(CONTRACTIONS) + some(CONTRACTIONS, 2), some(EMOJI, 5), words(1) + some(EMOJI, 3),
                   "".join(rng.choice("aeoucnxyzAOE가かदก") + some(MARKS, 3) for _ in range(rng.randint(1, 6))),
                   some(SPECIAL, 4), words(2) + rng.choice(SPECIAL) + some(SPACES, 2) + words(1), words(9),
                   some(rng.choice(ALPHABETS), 40), some("".join(ALPHABETS), 24), some(UNICODE, 12)]
    # The package knows the normal forms of an older Unicode: texts that show it say nothing about us.
    forms = {"NFC": normalizers.NFC(), "NFD": normalizers.NFD(), "NFKC": normalizers.NFKC(), "NFKD": normalizers.NFKD()}
    return [text for text in dict.fromkeys(result)
            if all(theirs.normalize_str(text) == unicodedata.normalize(form, text) for form, theirs in forms.items())]


def ill_formed():
    rng = random.Random(13)
    result = []
    for _ in range(400):
        data = bytearray("".join(rng.choice("ab é€😀 ▁") for _ in range(rng.randint(0, 8))).encode())
        for _ in range(rng.randint(1, 4)):
            kind = rng.randrange(3)
            if kind == 0 or not data:
                data.insert(rng.randint(0, len(data)), rng.randrange(0x80, 0x100))
            elif kind == 1:
                del data[rng.randrange(len(data))]
            else:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        result.append(bytes(data))
    return result


def sentence_piece(words_only, vocabulary):
    """A vocabulary of <unk>, <s>, </s>, 256 bytes, pieces and characters, ranked as merges were learned."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    if words_only:
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=True)
    trainer = trainers.BpeTrainer(vocab_size=vocabulary, special_tokens=["<unk>", "<s>", "</s>"], show_progress=False,
                                  limit_alphabet=180)
    texts = [line for p in sorted((DEMO / "documents").glob("*.txt")) for line in p.read_text().splitlines()]
    tokenizer.train_from_iterator(texts * 2 + strings() + WORDS * 20, trainer)
    file = json.loads(tokenizer.to_str())
    learned = [content for content, _ in sorted(file["model"]["vocab"].items(), key=lambda item: item[1])]
    merges = file["model"]["merges"]
    runs = ["▁" * n for n in (2, 4, 8, 16)]
    merges += [pair for pair in ([run[: len(run) // 2]] * 2 for run in runs) if pair not in merges]
    contents = learned[:3] + [f"<0x{byte:02X}>" for byte in range(256)] + learned[3:]
    contents += [run for run in runs if run not in contents]
    file["model"] |= {"vocab": {content: i for i, content in enumerate(contents)}, "merges": merges, "fuse_unk": True,
                      "byte_fallback": True, "ignore_merges": False}
    file["added_tokens"] = [added(content, i, special=True) for i, content in enumerate(contents[:3])]
    return file


def template(token, number):
    return {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": token, "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [{"SpecialToken": {"id": token, "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                     {"SpecialToken": {"id": token, "type_id": 1}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {token: {"id": token, "ids": [number], "tokens": [token]}}}


def decoder(strip):
    parts = [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"}]
    return {"type": "Sequence", "decoders": parts + [{"type": "Strip", "content": " ", "start": 1, "stop": 0}] * strip}


def llama2_like():
    file = sentence_piece(True, 1300)
    file["normalizer"] = {"type": "Sequence", "normalizers": [
        {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}
    return file | {"pre_tokenizer": None, "post_processor": template("<s>", 1), "decoder": decoder(1)}


def gemma_like():
    file = sentence_piece(False, 1500)
    vocabulary = file["model"]["vocab"]
    for content in ("<start_of_turn>", "▁▁▁", "\n\n"):
        number = vocabulary.setdefault(content, len(vocabulary))
        file["added_tokens"].append(added(content, number, special=content[0] == "<"))
    file["model"]["merges"] = [" ".join(pair) for pair in file["model"]["merges"]]
    return file | {"pre_tokenizer": split({"String": " "}, "MergedWithPrevious"), "post_processor": template("<s>", 1),
                   "decoder": decoder(0)}


def metaspace(scheme, splits):
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": splits}


def kinds(files):
    """(name, trained file, patch, whether normalising may compose characters)"""
    yield "llama3", "llama3-like", {}, False
    yield "gpt2", "gpt2-like", {}, False
    yield "qwen2", "gpt2-like", {"normalizer": {"type": "NFC"},
                                 "pre_tokenizer": sequence(split({"Regex": QWEN2}, "Isolated"), byte_level())}, True
    size = len(files["gpt2-like"]["model"]["vocab"])
    runs = [added(" " * n, size + 24 - n, normalized=True) for n in range(24, 1, -1)]
    yield "neox", "gpt2-like", {"normalizer": {"type": "NFC"}, "added_tokens": [added("<|endoftext|>", 0, special=True)] + runs}, True
    yield "llama2", "llama2-like", {}, False
    for name, scheme, splits in (("mistral", "first", False), ("metaspace-always", "always", True),
                                 ("metaspace-first-split", "first", True), ("metaspace-never", "never", False)):
        yield name, "llama2-like", {"normalizer": None, "pre_tokenizer": metaspace(scheme, splits)}, False
    yield "metaspace-decoder", "llama2-like", {"normalizer": None, "pre_tokenizer": metaspace("always", True),
                                               "decoder": metaspace("always", True)}, False
    yield "metaspace-legacy", "llama2-like", {
        "normalizer": None, "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True}}, False
    yield "metaspace-digits", "llama2-like", {"normalizer": None, "pre_tokenizer": sequence(
        {"type": "Digits", "individual_digits": True}, metaspace("first", True))}, False
    yield "gemma", "gemma-like", {}, False
    model = files["llama2-like"]["model"]
    yield "ignore-merges", "llama2-like", {"normalizer": None, "pre_tokenizer": metaspace("always", True),
                                           "model": {"ignore_merges": True, "merges": model["merges"][::3]}}, False
    for form in ("NFKC", "NFD", "NFKD"):
        yield form.lower(), "llama2-like", {"normalizer": {"type": "Sequence", "normalizers": [
            {"type": form}, {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"Regex": "[ \\u00a0]"}, "content": "▁"}]}}, True
    few = {c: i for c, i in model["vocab"].items() if not c.startswith("<0x")}
    for fuse in (True, False):
        vocabulary = {content: i for i, content in enumerate(few)}
        yield f"unknown-fused-{fuse}".lower(), "llama2-like", {
            "model": {"vocab": vocabulary, "fuse_unk": fuse}}, False


def groups(rows):
    return [rows[i:i + GROUP] for i in range(0, len(rows), GROUP)]


def short(values):
    return digest(values)[:16]


def flattened(lists):
    """One number list for many: each with its length in front."""
    return [value for row in lists for value in [len(row), *row]]


def patched(file, patch):
    """`patch` replaces parts of the file, and of its model single members."""
    return file | patch | {"model": file["model"] | patch.get("model", {})}


def pseudo_random(size):
    """Token ids, then runs of byte tokens; the test computes the same."""
    state, result = 1, []
    for k in range(320):
        row = []
        for _ in range(1 + k % 12):
            state = (state * 1103515245 + 12345) % 2**31
            row.append((state >> 8) % size if k < 256 else 3 + (state >> 8) % 256)
        result.append(row)
    return result


def long_text(letters):
    """A line without an end; the test makes the same."""
    state, result = 7, []
    for _ in range(160_000):
        state = (state * 1103515245 + 12345) % 2**31
        result.append(letters[(state >> 8) % len(letters)])
    return "".join(result)


def main():
    files = {name: json.loads((HERE / f"{name}.json").read_text()) for name in ("gpt2-like", "llama3-like")}
    for name, make in (("llama2-like", llama2_like), ("gemma-like", gemma_like)):
        files[name] = make()
        (HERE / f"{name}.json").write_text(json.dumps(files[name], ensure_ascii=False, separators=(",", ":")) + "\n")
    texts, damaged = generated(), ill_formed()
    (HERE / "corpus-texts.json").write_text(
        '{"texts":[\n' + ",\n".join(json.dumps(t, ensure_ascii=False) for t in texts) + '\n],"damaged":[\n'
        + ",\n".join(json.dumps(d.hex()) for d in damaged) + "\n]}\n")
    sets = []
    for name, base, patch, composes in kinds(files):
        tokenizer = Tokenizer.from_str(json.dumps(patched(files[base], patch)))
        form = name.upper() if name.startswith("nf") else "NFC"
        ids, ranges, decoded = [], [], []
        for text in texts:
            at = [0]
            for c in text:
                at.append(at[-1] + len(c.encode()))
            encoding = tokenizer.encode(text)
            ids.append(encoding.ids)
            # Where normalising changes the text the package gives a composed character the range of its first part.
            comparable = not composes or unicodedata.normalize(form, text) == text
            ranges.append([at[i] for pair in encoding.offsets for i in pair] if comparable else [])
            decoded.append(tokenizer.decode(encoding.ids, skip_special_tokens=True))
        sequences = pseudo_random(tokenizer.get_vocab_size())
        replaced = [tokenizer.encode(d.decode("utf-8", errors="replace")).ids for d in damaged]
        sets.append({
            "name": name, "tokenizer": base, "patch": patch,
            "no_ranges": [i for i, row in enumerate(ranges) if not row and ids[i]],
            "ids": [short(flattened(g)) for g in groups(ids)], "ranges": [short(flattened(g)) for g in groups(ranges)],
            "decoded": [short(flattened([list(t.encode()) for t in g])) for g in groups(decoded)],
            "damaged": short(flattened(replaced)),
            "vocabulary": tokenizer.get_vocab_size(),
            "long": [short(tokenizer.encode(long_text(letters)).ids) for letters in LONG],
            "sequences_text": short(flattened([list(tokenizer.decode(s, skip_special_tokens=False).encode()) for s in sequences]))})
    (HERE / "corpus-cases.json").write_text(
        f'{{"made_by":"make_corpus_golden.py with tokenizers 0.23.3","group":{GROUP},"sets":[\n'
        + ",\n".join(json.dumps(s, separators=(",", ":")) for s in sets) + "\n]}\n")
    print(len(texts), "strings,", len(sets), "kinds")


if __name__ == "__main__":
    main()
