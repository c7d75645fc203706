#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packaging/peers in a made-up world: a pip that writes a small source package, a kvw that knows three texts, no network.
# Usage: peers_test.sh SOURCE_FOLDER
# shellcheck disable=SC2016  # bodies of the fakes expand when they run
set -euo pipefail

source_folder=$1
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/world.sh"

real_python=$(python3 -c 'import sys; print(sys.executable)')
archive=llama_cpp_python-0.3.36.tar.gz

# A vocabulary with three texts, one of them empty, and a template.
new_world() {
    rm -rf "${work:?}"/{repo,bin,package,"$archive"}
    mkdir -p "$work/repo/build/release" "$work/repo/resources/chat"
    cp -r "$source_folder"/{packaging,CMakePresets.json} "$work/repo"
    cp "$source_folder/resources/chat/render.py" "$work/repo/resources/chat/render.py"
    fake bin/cmake ''
    fake repo/build/release/bin/kvw 'shift 4; for text; do [[ $text == --prompt ]] || printf "%s\n" "${text//[^0-9 ]/}"; done'
    models=$work/package/llama_cpp_python-0.3.36/vendor/llama.cpp/models
    mkdir -p "$models/templates"
    : >"$models/ggml-vocab-tiny.gguf"
    printf '%s\n__ggml_vocab_test__\n' a1 '' $'2\n3' >"$models/ggml-vocab-tiny.gguf.inp"
    printf '%s\n' ' 1' '' ' 23' >"$models/ggml-vocab-tiny.gguf.out"
    template '{% for message in messages %}[{{ message.role }}] {{ message.content }}{% endfor %}'
}

template() { # text
    printf '%s' "$1" >"$models/templates/brackets.jinja"
}

peers() {
    tar -C "$work/package" -czf "$work/$archive" llama_cpp_python-0.3.36
    local hash
    hash=$(sha256sum "$work/$archive" | cut -d ' ' -f 1)
    sed -i "s/^package_hash=.*/package_hash=$hash/" "$work/repo/packaging/peers"
    fake bin/python3 "[[ \$* == *' download '* ]] || exec '$real_python' \"\$@\"
while [[ \$1 != --dest ]]; do shift; done
cp '$work/$archive' \"\$2\""
    code=0
    output=$(env -i PATH="$work/bin:$PATH" HOME="$work" "$work/repo/packaging/peers" "$@" 2>&1 </dev/null) || code=$?
}

test_what_is_the_same_is_counted() {
    peers
    ends_with 0
    called "--require-hashes"
    called "cmake --build --preset release"
    says "1 vocabularies: 3 texts the same, 0 different, 0 not compared; 1 templates"
    says "8 conversations the same, 0 different, 0 not compared."
    : >"$work/calls"
    peers tiny
    ends_with 0
    not_called "--require-hashes"
    says "0 templates"
}

test_other_ids_are_named() {
    printf '%s\n' ' 1' '' ' 23 4' >"$models/ggml-vocab-tiny.gguf.out"
    peers
    ends_with 1
    says "DIFFERENT tiny: 1 of 3 texts; '2\\n3' at token 1: [23], expected [23, 4]"
    says "2 texts the same, 1 different"
}

test_a_vocabulary_that_is_not_read_is_named() {
    fake repo/build/release/bin/kvw 'echo "this kind of tokenizer cannot be read" >&2; exit 1'
    cp "$models/ggml-vocab-tiny.gguf" "$models/ggml-vocab-bert-bge.gguf"
    peers
    ends_with 1
    says "DIFFERENT tiny: this kind of tokenizer cannot be read"
    says "not compared: bert-bge: this kind of tokenizer cannot be read"
    says "0 texts the same, 3 different, 1 not compared"
}

test_another_rendering_is_named() {
    sed -i 's/lstrip_blocks=True/lstrip_blocks=False/' "$work/repo/resources/chat/render.py"
    template $'{{ "Hello" }}\n  {% for message in messages %}{{ message.content }}{% endfor %}'
    peers
    ends_with 1
    says "DIFFERENT brackets: 8 of 8 conversations; user, generation: at character 6"
}

test_what_both_refuse_is_named() {
    template '{% if messages[0].role == "system" %}{{ raise_exception("No system") }}{% endif %}{{ messages[0].content }}{{ messages[-1].content }}'
    peers
    ends_with 0
    says "not compared: brackets: system, user, generation; system, user; long system, user, generation; long system, user: both refuse: No system"
    says "4 conversations the same, 0 different, 4 not compared."
}

test_a_dropped_system_text_is_refused_on_purpose() {
    template '{{ messages[-1].content }}'
    peers
    ends_with 0
    says "refused, since the template does not write the system text"
}

test_another_package_is_refused() {
    peers
    printf changed >"$work/repo/build/peers/$archive"
    sed -i "s/^package_hash=.*/package_hash=0/" "$work/repo/packaging/peers"
    code=0
    output=$(env -i PATH="$work/bin:$PATH" HOME="$work" "$work/repo/packaging/peers" 2>&1 </dev/null) || code=$?
    ends_with 1
    says "carries another $archive"
}

run_cases
