# SPDX-License-Identifier: Apache-2.0
# What the scripts share: sentences, the configure step and the build step. Sourced by setup, start and check.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [[ -n ${KVW_TORCH_ROOT:-} ]]; then
    KVW_TORCH_ROOT=$(realpath -m -- "$KVW_TORCH_ROOT")
    export KVW_TORCH_ROOT
fi

say() {
    printf '%s\n' "$*"
}

# One sentence on standard error, then the end.
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Compiling one file that includes libtorch takes up to 3 GB, so memory limits the jobs as much as cores do.
build_jobs() {
    local cores kilobytes byMemory
    cores=$(nproc)
    kilobytes=$(awk '/^MemTotal:/ {print $2}' /proc/meminfo)
    if [[ -r /sys/fs/cgroup/memory.max ]]; then
        local limit
        limit=$(</sys/fs/cgroup/memory.max)
        if [[ $limit =~ ^[0-9]+$ ]] && ((limit / 1024 < kilobytes)); then
            kilobytes=$((limit / 1024))
        fi
    fi
    byMemory=$((kilobytes / (3 * 1024 * 1024)))
    ((byMemory >= 1)) || byMemory=1
    say $((cores < byMemory ? cores : byMemory))
}

# The preset of an optimised build: the same folder, with warnings as errors where CI is true.
release_preset() {
    if [[ ${CI:-} == true ]]; then
        say ci
    else
        say release
    fi
}

build_folder() { # preset
    say "$root/build/${1/#ci/release}"
}

# Configures once per build folder, choice of libtorch and presets; ninja notices by itself whatever else has changed.
configure() { # preset
    local folder choice
    folder=$(build_folder "$1")
    choice="$1 ${KVW_TORCH_ROOT:-} $(cksum <"$root/CMakePresets.json")"
    if [[ -f $folder/build.ninja && -f $folder/.kvw-choice && $(<"$folder/.kvw-choice") == "$choice" ]]; then
        return
    fi
    say "Configuring $1 in ${folder#"$root"/}."
    rm -f "$folder/.kvw-choice"
    local options=()
    [[ $1 == release ]] && options=(-DKVW_WERROR=OFF)
    if ! (cd "$root" && cmake --preset "$1" -DKVW_TORCH_ROOT="${KVW_TORCH_ROOT:-}" "${options[@]}" >"$root/build/configure.log" 2>&1); then
        cat "$root/build/configure.log" >&2
        fail "The build could not be configured; the reason stands above and in build/configure.log."
    fi
    printf '%s' "$choice" >"$folder/.kvw-choice"
}

build() { # preset, targets (none: everything)
    local preset=$1
    shift
    configure "$preset"
    local targets=()
    (($# == 0)) || targets=(--target "$@")
    local jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(build_jobs)}
    if ! (cd "$root" && cmake --build --preset "$preset" -j "$jobs" "${targets[@]}"); then
        fail "The build failed; the compiler's message stands above. It used $jobs jobs (CMAKE_BUILD_PARALLEL_LEVEL sets another number, fewer need less memory)."
    fi
}
