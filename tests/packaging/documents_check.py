#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that what the documents of a source folder cite exists; prints what does not, one line each.

documents_check.py SOURCE_FOLDER

Links of Markdown files lead to files. Citations ("POLICIES.md, section 9: “...”") name a document of DOCUMENTS and a
section that it has, and the section has the quoted words. No paragraph, item of a list or row of a table in a README or
a page of the help is longer than LONGEST characters.
"""
import pathlib
import re
import subprocess
import sys

DOCUMENTS = ("plugins/POLICIES.md", "plugins/EXPERIMENTS.md", "core/metrics/METRICS.md", "core/ARCHITECTURE.md")
FOLDERS = ("app", "core", "kernels", "plugins", "resources", "packaging", "cmake", "tests", "README.md", "CONTRIBUTING.md")
# Files that other programs made, and files that are wrong on purpose.
SKIPPED = ("/golden/", "/cases/", "/hostile/")
KINDS = (".md", ".h", ".cpp", ".json", ".txt", ".py", ".kvw")
LONGEST = 500
HELP = "resources/help/"
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A name in capitals; README.md and licences are no documents that are cited.
CITED = re.compile(r"\b(?!README|CONTRIBUTING|LICENSE|NAME|FILE)([A-Z]{4,})\.md\b")
SECTION = re.compile(r"\.md`?,? (?:sections? )?([A-Z](?:\.\d+)?|\d+[a-z]?(?:\.\d+)?)(?![\w.]*\w)(?:[^“.;]{0,3}: ?“([^”]*)”)?")
HEADING = re.compile(r"^(#+) (?:Section )?([A-Z](?:\.\d+)?|\d+[a-z]?(?:\.\d+)?)[. ]")


def sections(text):
    """By number the words of each section, those of its parts included."""
    found, open_ones = {}, []
    for line in text.splitlines():
        heading = HEADING.match(line)
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            open_ones = [one for one in open_ones if one[0] < level]
            if heading:
                open_ones.append((level, heading.group(2)))
                found.setdefault(heading.group(2), [])
        for _, number in open_ones:
            found[number].append(line)
    return {number: plain(" ".join(lines)) for number, lines in found.items()}


def plain(text):
    return " ".join(text.split())


def paragraphs(text):
    """Paragraphs, items of lists and rows of tables, without code and headings."""
    for paragraph in re.split(r"\n\s*\n", re.sub(r"```.*?```", "", text, flags=re.S)):
        for item in re.split(r"\n(?=\s*(?:(?:[-*]|\d+\.) |\|))", paragraph):
            if not item.lstrip().startswith("#"):
                yield plain(item)


def files_of(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", *FOLDERS], capture_output=True, text=True)
    if listed.returncode == 0:
        return [root / name for name in listed.stdout.splitlines()]
    return [path for folder in FOLDERS for path in ([root / folder] if (root / folder).is_file() else (root / folder).rglob("*"))]


def main():
    root = pathlib.Path(sys.argv[1])
    documents = {pathlib.Path(name).name: sections((root / name).read_text()) for name in DOCUMENTS if (root / name).exists()}
    broken = []
    for path in sorted(files_of(root)):
        name = path.relative_to(root).as_posix()
        if path.suffix not in KINDS or not path.is_file() or name.startswith("tests/packaging/documents_") or any(part in name for part in SKIPPED):
            continue
        text = path.read_text(errors="replace")
        if path.suffix == ".md":
            for target in LINK.findall(text):
                if not re.match(r"[a-z]+:|#", target) and not (path.parent / target.partition("#")[0]).exists():
                    broken.append(f"{name}: a link leads nowhere: {target}")
        if path.name == "README.md" or (path.suffix == ".md" and name.startswith(HELP)):
            broken += [f"{name}: longer than {LONGEST} characters: {long[:60]}" for long in paragraphs(text) if len(long) > LONGEST]
        # Comments and manifests wrap where they like.
        joined = plain(re.sub(r"\n\s*(?:///?|#|\*)? ?", " ", text))
        for cited in CITED.finditer(joined):
            document = cited.group(1) + ".md"
            if document not in documents:
                broken.append(f"{name}: cites a document that is not there: {document}")
                continue
            section = SECTION.match(joined, cited.end() - len(".md"))
            if not section:
                continue
            number, quote = section.groups()
            if number not in documents[document]:
                broken.append(f"{name}: cites a section that is not there: {document}, {number}")
            for piece in re.split("…|\\.\\.\\.", quote or ""):
                if plain(piece).strip(" ;,") not in documents[document].get(number, ""):
                    broken.append(f"{name}: {document}, {number} has no such words: {plain(piece)}")
    print("\n".join(sorted(set(broken))))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
