# SPDX-License-Identifier: Apache-2.0
"""Renders a chat template as transformers' apply_chat_template does. Run by core/model/text/chat_template.cpp.

stdin, a JSON object: template, tokens (name: text), user, system (or null), memory (bytes), seconds.
stdout, a JSON object: text, or error (a kind) with why (a sentence, may be empty).
"""
import json
import resource
import sys
from datetime import datetime

# Stands for a text when it is asked what a template writes: digits survive every filter of letters.
USER, SYSTEM = "73051948260175", "90417362850318"


class Refused(Exception):
    """An error with its kind."""


def confine(request):
    resource.setrlimit(resource.RLIMIT_AS, (request["memory"], request["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (request["seconds"], request["seconds"] + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def compiled(source):
    try:
        import jinja2.ext
        import jinja2.sandbox
    except ImportError:
        raise Refused("jinja2", "") from None
    if tuple(int(part) for part in jinja2.__version__.split(".")[:2]) < (3, 1):
        raise Refused("jinja2", f"Jinja2 {jinja2.__version__}")

    class Generation(jinja2.ext.Extension):
        """{% generation %} marks what the model wrote, for training; here it is what stands in it."""

        tags = {"generation"}

        def parse(self, parser):
            line = next(parser.stream).lineno
            body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
            return jinja2.nodes.Scope(body).set_lineno(line)

    def raise_exception(message):
        raise Refused("raised", str(message))

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols]
    )
    environment.filters["tojson"] = tojson
    environment.globals["raise_exception"] = raise_exception
    environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)
    try:
        return environment.from_string(source)
    except jinja2.TemplateSyntaxError as error:
        raise Refused("syntax", f"line {error.lineno}: {error.message}") from None


def rendered(request):
    template = compiled(request["template"])
    system = request["system"]

    def render(content, user, system):
        messages = [] if system is None else [{"role": "system", "content": content(system)}]
        messages.append({"role": "user", "content": content(user)})
        return template.render(
            messages=messages, tools=None, documents=None, add_generation_prompt=True, **request["tokens"]
        )

    def as_text(text):
        return text

    def as_parts(text):
        return [{"type": "text", "text": text}]

    def lost(content):
        """What of a message the template does not write: user, system or nothing."""
        text = render(content, USER, None if system is None else SYSTEM)
        return "user" if USER not in text else "system" if system is not None and SYSTEM not in text else ""

    # Templates of models that read pictures write contents that are lists of parts.
    content = as_text
    try:
        missing = lost(as_text)
    except Exception as error:
        missing, failed = "user", error
    else:
        failed = None
    if missing == "user":
        try:
            missing = lost(as_parts)
            content, failed = as_parts, failed if missing == "user" else None
        except Exception as error:
            failed = failed or (error if isinstance(error, MemoryError) else None)
    if failed is not None:
        raise failed
    if missing:
        raise Refused(missing, "")
    return render(content, request["user"], system)


def answer(request):
    try:
        confine(request)
        # Half a surrogate pair that a template writes is no text.
        return {"text": rendered(request).encode("utf-8", "replace").decode("utf-8")}
    except Refused as error:
        return {"error": error.args[0], "why": error.args[1]}
    except MemoryError:
        return {"error": "memory", "why": ""}
    except Exception as error:
        return {"error": "failed", "why": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    try:
        line = json.dumps(answer(json.loads(sys.stdin.buffer.read())))
    except MemoryError:
        line = '{"error": "memory", "why": ""}'
    sys.stdout.write(line)
