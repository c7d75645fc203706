#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packaging/evidence with a kvw that returns chosen scores: which sentence an interval chooses, and what a stop leaves.
# Usage: evidence_test.sh SOURCE_FOLDER
set -euo pipefail

source_folder=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR
source "$here/world.sh"

new_world() {
    rm -rf "${work:?}"/{results,out,bin}
    unset KVW_SCORES KVW_FAILS
    export KVW_PRESETS=$source_folder/resources/eval/evidence.json
    fake bin/kvw "exec python3 '$here/evidence_kvw.py' \"\$@\""
}

evidence() {
    code=0
    output=$(KVW_PROGRAM=$work/bin/kvw "$source_folder/packaging/evidence" --results "$work/results" --out "$work/out" "$@" 2>&1 </dev/null) || code=$?
}

page() { # expected words of the page
    grep -qF -- "$1" "$work/out/smollm2-135m.md" || complain "the page lacks \"$1\""
}
no_page() { [[ ! -e $work/out/smollm2-135m.md ]] || complain "wrote a page"; }

test_the_interval_chooses_the_sentence() {
    export KVW_SCORES='{"evidence-sinks": {"window without sinks": [2.5, 3.0, 2.75], "window with 1 sink": [2.001, 1.999, 2]},
        "evidence-cake-64": {"CAKE": [2.1, 1.9, 2.05]}, "evidence-cake-128": {"CAKE": [2.1, 2.2, 2.3]},
        "evidence-cascade": {"cascade, 4 sub-caches": [1.9, 1.8, 1.7]}, "evidence-kivi": {"CAKE and KIVI-2": [2.1, 2.2, 2.1]}}'
    evidence
    ends_with 0
    page '**window without sinks** against **window with 4 sinks**, NLL: the claim shows: +0.7500 nats per token, 95 % interval +0.5000 to +1.0000, 3 samples.'
    page '**window with 1 sink** against **window with 4 sinks**, NLL: no difference shows'
    page 'A cost of up to 0.0010 nats per token is not excluded.'
    page '**cascade, 4 sub-caches** against **streaming**, NLL: the claim shows: −0.2000'
    page '**CAKE** against **uniform**, NLL: **the claim does not show**: +0.0167'
    page '**CAKE** against **uniform**, NLL: **the opposite of the claim shows**: +0.2000'
    page '**CAKE and KIVI-2** against **CAKE**, NLL: a difference shows: +0.1333'
    page 'table of evidence-lazy'
    page '- cpu: a processor'
    ! grep -qF "$work" "$work/out/smollm2-135m.md" || complain "the page names a folder of this machine"
}

test_spikes_needles_and_noise_have_lines_of_their_own() {
    export KVW_SCORES='{"evidence-lazy": {"R 32": [3, 3.1, 3.2], "R 32, slack 16, max-drop 16": [2, 2, 2]},
        "evidence-needle": {"full": [20, 100, 20], "SnapKV": [10, 50, 10]},
        "evidence-rounding": {"SnapKV, noise 1": [2.25, 2, 2]}}'
    evidence
    ends_with 0
    page '**R 32, slack 16, max-drop 16** against **R 32**, spikes: the claim shows: −1.1000 nats'
    page 'With the full cache the score is 46.7 of 100'
    page 'The model finds few of the sentences even with everything held'
    page '| 50 | 100 |'
    page '| SnapKV | 0.04167 | 0.25000 | 0.9000 | 0.9000 to 0.9000 |'
    page 'A difference of less than 0.25000 nats per token on one sample of this length may be rounding.'
}

test_one_sample_has_no_interval() {
    export KVW_SCORES='{"evidence-lazy": {"R 32": [3], "R 32, slack 16": [2]}}'
    evidence --only lazy
    ends_with 0
    page '**R 32, slack 16** against **R 32**, spikes: too few samples for an interval (1).'
    page '**Not measured yet:** evidence-sinks.'
    not_called 'kvw compare'
}

test_a_stop_says_so_and_the_same_command_goes_on() {
    export KVW_FAILS=evidence-cascade
    evidence
    ends_with 1
    says 'the same command goes on'
    no_page
    unset KVW_FAILS
    evidence
    ends_with 0
    page '## Rounding as an error bar'
    [[ -s $work/out/runs/sinks.zip && -s $work/out/runs/layer-budgets.zip && -s $work/out/runs/lazy-pruning.zip ]] || complain "lacks a bundle"
    called '--no-figures'
}

test_texts_and_limits_reach_the_evaluations() {
    mkdir -p "$work/texts"
    printf text >"$work/texts/emma.txt"
    evidence --texts "$work/texts" --limit 36
    ends_with 0
    called "--preset evidence-sinks --model smollm2-135m --threads 0 --data $work/texts --limit 36"
    called '--preset evidence-needle --model smollm2-135m --threads 0 --limit 36 --out'
    page 'Texts, read in windows: emma'
    page 'kvw eval --preset evidence-sinks --model smollm2-135m --data TEXTS --limit 36 --out evidence-sinks'
}

test_a_page_can_be_written_alone() {
    evidence --page-only
    ends_with 0
    page '**Not measured yet:** evidence-cake-128, evidence-cake-64.'
    not_called 'kvw'
}

test_mistakes_are_sentences() {
    evidence --only sink
    ends_with 2
    says 'there is no claim sink; expected one of sinks, cascade'
    evidence --limit 0
    ends_with 2
    says 'expected at least 1'
    evidence --texts "$work/bin"
    ends_with 2
    says 'holds no .txt file'
    not_called 'kvw'
}

run_cases
