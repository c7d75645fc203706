# SPDX-License-Identifier: Apache-2.0
"""Words into which the tokenizers library cuts texts: pattern-cases.json. Needs tokenizers (0.23 here)."""
import json
from pathlib import Path

from tokenizers import Tokenizer, models

BEHAVIOURS = ["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
# Signs that ICU and Oniguruma read differently, and some that they read alike.
PATTERNS = [
    r"a$", r"^a", r".+", r"\s+$", r"\A.", r".\z", r".\Z", r"\p{N}{1,3}+", r"a{2}+", r"(ab){1,2}+c?", r"a{,2}", r"\h+",
    r"[\h]", r"[^\h]+", r"\H", r"\v", r"[\v]", r"\N+", r"\O", r"(?m)a.b", r"(?m:a.b)", r"(?-m:a.b)", r"a(?i)b|c",
    r"(?:a(?i)b|c)d", r"(?i)ab|CD", r"(?i:'s|'t|'re)", r"\w+", r"\W+", r"[\w]+", r"[^\w]+", r"[\w-]+", r"\b", r"\B",
    r"[[:punct:]]+", r"[^[:punct:]]+", r"[[:^punct:]]+", r"[[:word:]]+", r"[[:xdigit:]]+", r"[[:alpha:]]+", r"\p{Word}+",
    r"\p{^L}+", r"\P{^L}+", r"[^]a]+", r"[]a]+", r"[:a]+", r"[a-z&&[^aeiou]]+", r"[a-z-[b]]+", r"[a&[b]]+",
    r"x*", r"a|", r"(?=(\d{3})+(?!\d))", r"\d{1,3}(?=(?:\d{3})*\b)", r"(?#c)a", r"\x{61}+", r"a?+b", r"(?>a+)b",
    r"\Qa.b\E", r"(?<n>a)\k<n>", r"\p{Han}+", r"\R", r"\X", r"{a}|a{x"]
TEXTS = [
    "It's aab AABCD, a.b\na\r\nb a1234567 12345 x\n",
    "\u00b2a\u00bd b\u200da\u200c_ \u0301e\u0301\u203f \u00e9\u00fc \u4e2d\u6587a\u3002 \u0663\u0664 $+<=>^`|~ \u20ac \U0001f600!",
    "]a:[a]{a}a{x &b-b [b] abab aaab  \t\x0b\x85\u2028\xa0 'S'RE a\x00b end",
]
SPLIT = lambda pattern, behaviour="Isolated", invert=False: {
    "type": "Split", "pattern": pattern if isinstance(pattern, dict) else {"Regex": pattern}, "behavior": behaviour,
    "invert": invert}
BYTES = lambda regex, prefix=False: {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True,
                                     "use_regex": regex}


def pre_tokenizers():
    for pattern in PATTERNS:
        yield SPLIT(pattern)
        yield SPLIT(pattern, "Removed")
    for behaviour in BEHAVIOURS:
        yield {"type": "Punctuation", "behavior": behaviour}
        for pattern in (r"\s", r"x*", r"\b", {"String": "a"}):
            yield SPLIT(pattern, behaviour)
            yield SPLIT(pattern, behaviour, True)
    for part in ({"type": "Whitespace"}, {"type": "WhitespaceSplit"}, {"type": "BertPreTokenizer"},
                 {"type": "CharDelimiterSplit", "delimiter": "a"}, {"type": "Digits", "individual_digits": True},
                 {"type": "Digits", "individual_digits": False}, {"type": "Punctuation"}):
        yield part
        yield {"type": "Sequence", "pretokenizers": [part, BYTES(True)]}
        # A part behind ByteLevel sees the letters that it writes for bytes.
        yield {"type": "Sequence", "pretokenizers": [BYTES(True, True), part]}
    yield {"type": "Sequence", "pretokenizers": [
        {"type": "Punctuation", "behavior": "Contiguous"}, BYTES(True), {"type": "Digits", "individual_digits": False},
        SPLIT("[0-9][0-9][0-9]")]}


def words(pre, text):
    tokenizer = Tokenizer.from_str(json.dumps({
        "version": "1.0", "added_tokens": [], "normalizer": None, "pre_tokenizer": pre, "post_processor": None,
        "decoder": None, "model": json.loads(Tokenizer(models.BPE()).to_str())["model"]}))
    return [word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(text)]


cases = [{"pre_tokenizer": pre, "words": [words(pre, text) for text in TEXTS]} for pre in pre_tokenizers()]
lines = ",\n".join(json.dumps(case) for case in cases)
Path(__file__).with_name("pattern-cases.json").write_text(
    '{"texts": %s,\n"cases": [\n%s\n]}\n' % (json.dumps(TEXTS), lines))
