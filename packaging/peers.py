# SPDX-License-Identifier: Apache-2.0
"""Compares kvw with llama.cpp's tokenizer vectors, and its chat rendering with transformers'. Run by packaging/peers.

python3 peers.py KVW RENDER_PY MODELS [NAME...]

One line for each vocabulary and template that differs or that cannot be compared, counts at the end; exit 1 if anything differs.
"""
import importlib.util
import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

SEPARATOR = "\n__ggml_vocab_test__\n"
# Refused on purpose, each with a piece of the sentence that says so.
REFUSED = {
    "aquila": "the file does not say how text is split",
    "bert-bge": "this kind of tokenizer cannot be read",
    "gpt-neox": "the file does not say how text is split",
    "nomic-bert-moe": "this kind of tokenizer cannot be read",
}
TOKENS = {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"}
USER, ANSWER, NEXT = "What is the capital of Peru?\n", "  Lima, of course.", "And of Chile? {\"city\": 'Ñ <b>&amp;'}"
SYSTEM = "You answer briefly."
LONG = "\n\n".join(f"{i}. Rule {i}: say \"yes\" or 'no' – never {{{{ maybe }}}}; <think> {i % 7} times.\t" for i in range(400))


def said(role, text):
    return {"role": role, "content": text}


CONVERSATIONS = {
    "user": [said("user", USER)],
    "system, user": [said("system", SYSTEM), said("user", USER)],
    "long system, user": [said("system", LONG), said("user", USER)],
    "user, assistant, user": [said("user", USER), said("assistant", ANSWER), said("user", NEXT)],
}


class Counts:
    def __init__(self):
        self.same, self.different, self.left = 0, 0, 0

    def differ(self, name, count, sentence):
        self.different += count
        print(f"DIFFERENT {name}: {sentence}", flush=True)

    def leave(self, name, count, sentence):
        self.left += count
        print(f"not compared: {name}: {sentence}", flush=True)

    def said(self, what):
        return f"{self.same} {what} the same, {self.different} different, {self.left} not compared"


def first_difference(found, expected):
    """The place, and what stands there on both sides."""
    at = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), min(len(found), len(expected)))
    return at, found[max(0, at - 3) : at + 12], expected[max(0, at - 3) : at + 12]


def tokens(kvw, vocabulary, texts):
    """The ids of each text, or the sentence of a refusal."""
    prompts = [word for text in texts for word in ("--prompt", text)]
    done = subprocess.run(
        [kvw, "tokens", "--model", vocabulary, "--no-special-tokens", *prompts], capture_output=True, text=True
    )
    if done.returncode != 0:
        return None, done.stderr.strip() or f"kvw ended with {done.returncode}"
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()], ""


def compare_vocabulary(kvw, path, counts):
    name = path.stem.removeprefix("ggml-vocab-")
    vectors = path.with_name(path.name + ".inp")
    texts, expected = ["Hello world"], None
    if vectors.exists():
        # A separator behind the last text ends it and begins none.
        texts = vectors.read_bytes().decode().removesuffix(SEPARATOR).split(SEPARATOR)
        lines = path.with_name(path.name + ".out").read_text().splitlines()
        expected = [[int(word) for word in line.split()] for line in lines]
        if len(texts) != len(expected):
            return counts.differ(name, 1, f"the peer has {len(texts)} texts and {len(expected)} lines of ids")
    count = len(expected or [])
    found, sentence = tokens(kvw, path, texts)
    if found is None:
        known = REFUSED.get(name)
        known = known is not None and known in sentence
        return (counts.leave if known else counts.differ)(name, max(1, count), sentence)
    if name in REFUSED:
        return counts.differ(name, 1, f"is read, and is listed as refused ({REFUSED[name]})")
    if expected is None:
        return counts.leave(name, 1, f"the peer has no ids for it; {texts[0]!r} gives {found[0]}")
    wrong = [i for i in range(count) if found[i] != expected[i]]
    counts.same += count - len(wrong)
    if wrong:
        at, ours, theirs = first_difference(found[wrong[0]], expected[wrong[0]])
        counts.differ(name, len(wrong), f"{len(wrong)} of {count} texts; {texts[wrong[0]]!r} at token {at}: {ours}, expected {theirs}")


def reference():
    """Returns the function that renders a template as transformers does, and its name."""
    try:
        import transformers
        from transformers.utils.chat_template_utils import render_jinja_template

        def render(template, messages, generate):
            return render_jinja_template([messages], chat_template=template, add_generation_prompt=generate, **TOKENS)[0][0]

        return render, f"transformers {transformers.__version__}"
    except ImportError:
        pass
    import jinja2
    import jinja2.ext
    import jinja2.sandbox

    class Generation(jinja2.ext.Extension):
        tags = {"generation"}

        def parse(self, parser):
            line = next(parser.stream).lineno
            body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
            return jinja2.nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

        def _body(self, caller):
            return caller()

    def raise_exception(message):
        raise jinja2.TemplateError(message)

    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols]
    )
    environment.filters["tojson"] = lambda x, ensure_ascii=False, indent=None, separators=None, sort_keys=False: json.dumps(
        x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )
    environment.globals.update(raise_exception=raise_exception, strftime_now=lambda form: datetime.now().strftime(form))

    def render(template, messages, generate):
        return environment.from_string(template).render(
            messages=messages, tools=None, documents=None, add_generation_prompt=generate, **TOKENS
        )

    return render, f"Jinja2 {jinja2.__version__}"


def attempt(function, *arguments):
    """Returns the result of the function, or None and the reason."""
    try:
        return function(*arguments), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


class Ours:
    """render.py as core/model/text/chat_template.cpp runs it; what a run never asks for, by its environment."""

    def __init__(self, script):
        self.script = script
        spec = importlib.util.spec_from_file_location("render", script)
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)

    def asked(self, template, messages):
        """The answer of the child process to a system text and a message."""
        texts = {message["role"]: message["content"] for message in messages}
        request = {"template": template, "tokens": TOKENS, "system": None, "memory": 512 << 20, "seconds": 10, **texts}
        done = subprocess.run([sys.executable, "-I", self.script], input=json.dumps(request).encode(), capture_output=True)
        return json.loads(done.stdout) if done.stdout else {"error": "failed", "why": done.stderr.decode()}

    def rendered(self, template, messages, generate):
        """The same answer to any conversation, with or without the start of an answer behind it."""
        try:
            text = self.module.compiled(template).render(
                messages=messages, tools=None, documents=None, add_generation_prompt=generate, **TOKENS
            )
        except self.module.Refused as error:
            return {"error": error.args[0], "why": error.args[1]}
        except Exception as error:
            return {"error": "failed", "why": f"{type(error).__name__}: {error}"}
        return {"text": text}


def as_parts(messages):
    return [said(message["role"], [{"type": "text", "text": message["content"]}]) for message in messages]


def judge(answer, messages, expected, why, parts):
    """Whether the answer of a run is right: "", or what it is instead; with the note of what is no comparison of texts."""
    texts = {message["role"]: message["content"].strip() for message in messages}
    if "text" in answer:
        if answer["text"] == expected:
            return "", ""
        if parts is not None and answer["text"] == parts and (expected is None or texts["user"] not in expected):
            return "", ""
        if expected is None:
            return f"a text, expected a refusal ({why})", ""
        at, ours, theirs = first_difference(answer["text"], expected)
        return f"at character {at}: {ours!r}, expected {theirs!r}", ""
    kind, words = answer["error"], answer["why"]
    if kind in ("raised", "failed", "syntax") and expected is None and words.split(": ")[-1] in why:
        return "", f"both refuse: {words}"
    if kind in texts and expected is not None and texts[kind] not in expected:
        return "", f"refused, since the template does not write the {kind} text"
    return f"a refusal ({kind} {words}), expected " + ("a text" if expected is not None else why), ""


def compare_template(ours, reference_of, path, counts):
    template = path.read_text()
    wrong, notes = [], {}
    for case, messages in CONVERSATIONS.items():
        for generate in (True, False):
            expected, why = attempt(reference_of, template, messages, generate)
            label = case + (", generation" if generate else "")
            if generate and "assistant" not in case:
                parts, _ = attempt(reference_of, template, as_parts(messages), generate)
                difference, note = judge(ours.asked(template, messages), messages, expected, why, parts)
            else:
                difference, note = judge(ours.rendered(template, messages, generate), messages, expected, why, None)
            if difference:
                wrong.append(f"{label}: {difference}")
            elif note:
                notes.setdefault(note, []).append(label)
            else:
                counts.same += 1
    for note, labels in notes.items():
        counts.leave(path.stem, len(labels), f"{'; '.join(labels)}: {note}")
    if wrong:
        counts.differ(path.stem, len(wrong), f"{len(wrong)} of {2 * len(CONVERSATIONS)} conversations; {wrong[0]}")


def main(kvw, script, models, *names):
    def chosen(paths):
        return [path for path in sorted(paths) if not names or any(name in path.stem for name in names)]

    vocabularies, templates = Counts(), Counts()
    found = chosen(Path(models).glob("ggml-vocab-*.gguf")), chosen((Path(models) / "templates").glob("*.jinja"))
    for path in found[0]:
        compare_vocabulary(kvw, path, vocabularies)
    ours, (reference_of, reference_name) = Ours(script), reference()
    for path in found[1]:
        compare_template(ours, reference_of, path, templates)
    if not found[0] and not found[1]:
        print(f"Nothing to compare in {models}.")
        return 1
    print(
        f"{len(found[0])} vocabularies: {vocabularies.said('texts')}; {len(found[1])} templates beside {reference_name}: "
        f"{templates.said('conversations')}."
    )
    return 1 if vocabularies.different or templates.different else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
