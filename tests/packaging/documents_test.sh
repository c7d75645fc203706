#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Links and citations of the tree lead to what they name, and the check finds each kind that does not in a made-up tree.
# Usage: documents_test.sh SOURCE_FOLDER
set -euo pipefail

source_folder=$1
check=$source_folder/tests/packaging/documents_check.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

if ! python3 "$check" "$source_folder"; then
    echo "FAIL the tree cites what is not there"
    failures=1
fi

file() { # path, text
    mkdir -p "$work/$(dirname "$1")"
    printf '%s' "$2" >"$work/$1"
}

# With the file the check must say exactly this; "" is nothing.
says() { # name, path, text, sentence
    local output
    file "$2" "$3"
    output=$(python3 "$check" "$work") || true
    rm "$work/$2"
    if [[ $output != "$4" ]]; then
        printf 'FAIL %s\n     says:     %s\n     expected: %s\n' "$1" "$output" "$4"
        failures=$((failures + 1))
    fi
}

file plugins/POLICIES.md $'# Policies\n## 5. CAKE\nThe budget holds\nthe window.\n### 5.1 Preference\nP = H.\n## C. Numbers\nNone.\n'
says "good" core/a.h $'/// POLICIES.md, section 5: \u201cbudget holds the window\u201d, POLICIES.md 5.1 and POLICIES.md,\n/// C.\n' ''
says "elided words" plugins/a.md $'`POLICIES.md`, section 5: \u201cThe budget \u2026 P = H.\u201d' ''
says "no document" core/a.h '/// GLOSSARY.md' 'core/a.h: cites a document that is not there: GLOSSARY.md'
says "no section" core/a.h '/// POLICIES.md, section 6' 'core/a.h: cites a section that is not there: POLICIES.md, 6'
says "no part" core/a.h '/// POLICIES.md 5.2' 'core/a.h: cites a section that is not there: POLICIES.md, 5.2'
says "other words" plugins/a.json $'POLICIES.md, section C: \u201cthe window\u201d' 'plugins/a.json: POLICIES.md, C has no such words: the window'
says "no file" core/README.md '[a](b.md) [c](#d) [e](https://example.org) [f](../plugins/POLICIES.md#x)' 'core/README.md: a link leads nowhere: b.md'
says "long paragraph" core/README.md "$(printf 'So. %.0s' {1..130})" "core/README.md: longer than 500 characters: $(printf 'So. %.0s' {1..15})"
says "long paragraph of the help" resources/help/01-a.de.md "$(printf 'So. %.0s' {1..130})" "resources/help/01-a.de.md: longer than 500 characters: $(printf 'So. %.0s' {1..15})"
says "long row" core/README.md "| a | b |
|---|---|
| c | $(printf 'So. %.0s' {1..130})|" "core/README.md: longer than 500 characters: | c | $(printf 'So. %.0s' {1..13})So"
says "long items apart" core/README.md "$(printf -- '- So. %.0s\n' {1..130})" ''

printf '%s failures\n' "$failures"
((failures == 0))
