# SPDX-License-Identifier: Apache-2.0
# Functions that the scripts share: sentences, the configure step and the build step. Sourced by setup, start and check.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [[ -n ${KVW_TORCH_ROOT:-} ]]; then
    KVW_TORCH_ROOT=$(realpath -m -- "$KVW_TORCH_ROOT")
    export KVW_TORCH_ROOT
fi

cuda_home=$root/build/.cuda
cuda_nvcc=$cuda_home/nvidia/cu13/bin/nvcc

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

# Prints the path of an nvcc that compiles the kernels: on the path, in its usual folder, or fetched by setup. Nothing: there is none.
find_nvcc() {
    local place
    for place in "$(command -v nvcc)" "${KVW_SYSTEM_ROOT:-}/usr/local/cuda/bin/nvcc" "$cuda_nvcc"; do
        if [[ -x $place && $("$place" --version 2>/dev/null) =~ release\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 13)); then
            say "$place"
            return
        fi
    done
}

build_folder() { # preset
    say "$root/build/${1/#ci/release}"
}

# Configures once per build folder, choice of libtorch, nvcc and presets; ninja notices by itself whatever else has changed.
configure() { # preset
    local folder choice options=()
    folder=$(build_folder "$1")
    if [[ $1 == release || $1 == ci ]]; then
        case ${KVW_CUDA:-} in
            "") options+=(-DKVW_CUDA=AUTO) ;;
            0) options+=(-DKVW_CUDA=OFF) ;;
            *) options+=(-DKVW_CUDA=ON) ;;
        esac
    fi
    choice="$1 ${KVW_TORCH_ROOT:-} ${options[*]} $(find_nvcc) $(cksum <"$root/CMakePresets.json")"
    if [[ -f $folder/build.ninja && -f $folder/.kvw-choice && $(<"$folder/.kvw-choice") == "$choice" ]]; then
        return
    fi
    say "Configuring $1 in ${folder#"$root"/}."
    rm -f "$folder/.kvw-choice"
    [[ $1 == release ]] && options+=(-DKVW_WERROR=OFF)
    if ! (cd "$root" && cmake --preset "$1" -DKVW_TORCH_ROOT="${KVW_TORCH_ROOT:-}" "${options[@]}" >"$root/build/configure.log" 2>&1); then
        cat "$root/build/configure.log" >&2
        fail "The build could not be configured; the reason stands above and in build/configure.log."
    fi
    sed -n 's/^-- \(No kernels for NVIDIA GPUs\)/\1/p' "$root/build/configure.log"
    printf '%s' "$choice" >"$folder/.kvw-choice"
}

minutes() { # seconds
    say "$((($1 + 59) / 60)) min"
}

# Copies the build tool's lines to a log and prints one line of progress: in a terminal it is overwritten, elsewhere a line per
# tenth. The time left is that of the steps done so far, so the first lines know little.
progress() { # log
    local line percent last=-1 began=$SECONDS
    : >"$1"
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$1"
        # Before the first step, ninja looks whether it has to configure again: [0/2].
        [[ $line =~ ^\[([1-9][0-9]*)/([0-9]+)\] ]] || continue
        if ((last < 0)); then
            say "Building ${BASH_REMATCH[2]} steps. A first build takes about 15 min on two cores. The log is ${1#"$root"/}."
        fi
        percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
        ((percent > last)) || continue
        if [[ -t 1 ]]; then
            printf '\r\033[K%d %%' "$percent"
            ((percent < 2)) || printf ', about %s left' "$(minutes $(((SECONDS - began) * (100 - percent) / percent)))"
        elif ((percent / 10 > last / 10)); then
            say "$percent %"
        fi
        last=$percent
    done
    [[ ! -t 1 || $last -lt 0 ]] || printf '\r\033[K'
}

build() { # preset, targets (none: everything)
    local preset=$1 log
    shift
    configure "$preset"
    local targets=()
    (($# == 0)) || targets=(--target "$@")
    local jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(build_jobs)}
    log=$(build_folder "$preset")/build.log
    if ! (cd "$root" && cmake --build --preset "$preset" -j "$jobs" "${targets[@]}" 2>&1 | progress "$log"); then
        # The build tool ends once the steps that run are done; the first that failed is what matters.
        sed -n '/^FAILED:/,$p' "$log" | head -n 60 >&2
        fail "The build failed; the compiler's message stands above and in ${log#"$root"/}. It used $jobs jobs (CMAKE_BUILD_PARALLEL_LEVEL sets another number, fewer need less memory)."
    fi
}
