#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks what the READMEs say: their commands run, their options, links, settings and policies exist.
# Usage: readme_test.sh SOURCE_FOLDER PROGRAMS_FOLDER CMAKE_OPTIONS...
# shellcheck disable=SC2016  # back quotes are Markdown's
set -euo pipefail

source_folder=$1
programs=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$programs:$PATH KVW_POLICY_PATH=$work/copy/build/release/lib/kvworkbench/policies KVW_STATE_DIR=$work/state XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache QT_QPA_PLATFORM=offscreen OMP_NUM_THREADS=1
checks=0
failures=0

wrong() {
    printf 'FAIL %s\n' "$1"
    failures=$((failures + 1))
}

# The policy of plugins/WRITE_A_POLICY.md, as a reader makes it: its folder among the plugins of a copy of these sources, tests
# included, which then is built.
make_peak() {
    local copy=$work/copy file
    mkdir -p "$copy" &&
        find "$source_folder" -mindepth 1 -maxdepth 1 -not -name build -not -name '.?*' -exec cp -rs -t "$copy" {} + &&
        mkdir "$copy/plugins/peak" || return
    for file in policy.cpp manifest.json CMakeLists.txt; do
        awk -v want="plugins/peak/$file" -f "$source_folder/tests/packaging/readme_block.awk" "$source_folder/plugins/WRITE_A_POLICY.md" \
            >"$copy/plugins/peak/$file" || return
    done
    cmake -S "$copy" -B "$copy/build/release" "$@" && cmake --build "$copy/build/release" --target kvw_policy_peak
}
checks=$((checks + 1))
if ! make_peak "$@" >"$work/peak.log" 2>&1; then
    wrong "plugins/WRITE_A_POLICY.md: plugins/peak does not build"
    tail -n 20 "$work/peak.log"
fi

# Commands see the checkout's tests; what they write goes to the work folder.
ln -s "$source_folder/tests" "$work/tests"
cd "$work"

# Shortens the text of commands that run several lanes or points: only that they run is checked.
shortened() {
    case $1 in
        'kvw compare '* | 'kvw sweep '*) printf '%s --steps 48' "$1" ;;
        *) printf '%s' "$1" ;;
    esac
}

while read -r command; do
    [[ $command != kvworkbench* || -x $programs/kvworkbench ]] || continue
    checks=$((checks + 1))
    if ! bash -c "$(shortened "$command")" >output 2>&1 </dev/null; then
        wrong "$command"
        tail -n 5 output
    fi
done < <(awk '/^```/ {inside = /^```sh$/; next} inside && /^(kvw |kvworkbench --export-figures )/' \
    "$source_folder"/{README.md,app/cli/README.md,plugins/WRITE_A_POLICY.md})

# Options in the command lines and tables of the command line's README, section by section.
section=""
while read -r line; do
    if [[ $line =~ ^##\ ([a-z]+): ]]; then
        section=${BASH_REMATCH[1]}
        kvw "$section" --help >help 2>&1 || wrong "app/cli/README.md: there is no command $section"
    elif [[ $line == '## '* ]]; then
        section=""
    elif [[ -n $section && $line != *'kvworkbench --'* ]]; then
        while read -r option; do
            checks=$((checks + 1))
            grep -qE -- "(^|[ ,])$option([ ,=]|\$)" help || wrong "app/cli/README.md: kvw $section has no option $option"
        done < <(grep -oE -- '--[a-z][a-z0-9-]+' <<<"$line" || true)
    fi
done <"$source_folder/app/cli/README.md"

while read -r readme; do
    folder=$(dirname "$source_folder/$readme")
    while read -r link; do
        checks=$((checks + 1))
        [[ -e $folder/$link ]] || wrong "$readme: the link $link leads nowhere"
    done < <(grep -oE '\]\([^)#]+' "$source_folder/$readme" | sed 's/^](//' | grep -vE '^[a-z]+:' || true)
done < <(cd "$source_folder" && find README.md app core kernels plugins resources tests -name README.md)

while read -r variable; do
    checks=$((checks + 1))
    grep -rqF "$variable" "$source_folder"/{app,core,kernels,cmake,packaging} || wrong "app/cli/README.md: nothing reads $variable"
done < <(grep -oE '^\| `KVW_[A-Z_]+`' "$source_folder/app/cli/README.md" | tr -d '|` ')

for manifest in "$source_folder"/plugins/*/manifest.json; do
    id=$(basename "$(dirname "$manifest")")
    checks=$((checks + 1))
    grep -qF "\`$id\`" "$source_folder/plugins/README.md" || wrong "plugins/README.md: the plugin $id is not mentioned"
done

printf '%s checks, %s failures\n' "$checks" "$failures"
((failures == 0 && checks > 20))
