# SPDX-License-Identifier: Apache-2.0
# Parts that the tests of the scripts share: a work folder, programs that only note that they were called, a made-up libtorch, complaints.
# A test sources this, defines `new_world` and functions named test_..., and ends with `run_cases`.
# shellcheck shell=bash

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
output=""
code=0

fake() { # path below the work folder, body
    mkdir -p "$(dirname "$work/$1")"
    printf '#!%s\necho "%s $*" >>"%s/calls"\n%s\n' "$(command -v bash)" "$(basename "$1")" "$work" "$2" >"$work/$1"
    chmod +x "$work/$1"
}

make_torch() { # folder, version
    mkdir -p "$1/include/ATen" "$1/include/torch/headeronly" "$1/lib"
    touch "$1/include/ATen/ATen.h" "$1/lib/libtorch_cpu.so"
    local numbers
    IFS=. read -r -a numbers <<<"$2"
    printf '#define TORCH_VERSION_MAJOR %s\n#define TORCH_VERSION_MINOR %s\n#define TORCH_VERSION_PATCH %s\n#define TORCH_VERSION "%s"\n' \
        "${numbers[@]}" "$2" >"$1/include/torch/headeronly/version.h"
}

complain() {
    printf 'FAIL %s: %s\n     output: %s\n' "$case_name" "$1" "${output//$'\n'/ | }"
    failures=$((failures + 1))
}

ends_with() { [[ $code == "$1" ]] || complain "ended with $code, expected $1"; }
says() { [[ $output == *"$1"* ]] || complain "does not say \"$1\""; }
silent() { [[ -z $output ]] || complain "says something"; }
called() { grep -qF -- "$1" "$work/calls" || complain "did not call: $1"; }
not_called() { ! grep -qF -- "$1" "$work/calls" || complain "called: $1"; }
absent() { [[ ! -e $work/repo/$1 ]] || complain "left $1 behind"; }

run_cases() {
    local cases
    mapfile -t cases < <(declare -F | sed -n 's/^declare -f \(test_.*\)/\1/p')
    for case_name in "${cases[@]}"; do
        new_world
        : >"$work/calls"
        output=""
        "$case_name"
    done
    printf '%s cases, %s failures\n' "${#cases[@]}" "$failures"
    ((failures == 0 && ${#cases[@]} > 0))
}
