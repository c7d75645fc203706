# SPDX-License-Identifier: Apache-2.0
# libtorch: the one that KVW_TORCH_ROOT names, or the wheel, fetched once into build/.libtorch. Sourced by setup.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # root comes from lib.sh, torch_state goes to setup

torch_oldest=2.11.0
# The wheel's own libraries name the CUDA runtime and CUPTI; nothing else of CUDA is needed on a CPU.
torch_wheels=(torch==2.11.0 nvidia-cuda-runtime==13.0.96 nvidia-cuda-cupti==13.0.85)
torch_home=$root/build/.libtorch

# The folder of `include` and `lib` below what a person calls libtorch; nothing if there is none.
torch_folder() { # place
    local folder
    for folder in "$1" "$1/torch"; do
        if [[ -f $folder/include/ATen/ATen.h && -f $folder/lib/libtorch_cpu.so ]]; then
            say "$folder"
            return
        fi
    done
}

torch_version() { # folder of `include`
    local header
    for header in "$1/include/torch/headeronly/version.h" "$1/include/torch/csrc/api/include/torch/version.h"; do
        if [[ -f $header ]]; then
            awk '/^#define TORCH_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+$/ {text = text (text == "" ? "" : ".") $3} END {if (text != "") print text}' "$header" | grep . && return
        fi
    done
    return 0
}

new_enough() { # version
    [[ -n $1 && $(printf '%s\n%s\n' "$torch_oldest" "$1" | sort -V | head -n 1) == "$torch_oldest" ]]
}

# Sets `torch_state`: `ready`, or `absent` if it has to be fetched. Refuses what cannot be used.
find_torch() {
    local place=${KVW_TORCH_ROOT:-$torch_home} folder version
    torch_state=absent
    if [[ -z ${KVW_TORCH_ROOT:-} && ! -e $place && ! -L $place ]]; then
        return
    fi
    local advice="Unset KVW_TORCH_ROOT to have $torch_oldest fetched."
    [[ -n ${KVW_TORCH_ROOT:-} ]] || advice="Remove it to have $torch_oldest fetched."
    folder=$(torch_folder "$place")
    if [[ -z $folder ]]; then
        fail "libtorch: $place holds no include/ATen/ATen.h and lib/libtorch_cpu.so. $advice"
    fi
    version=$(torch_version "$folder")
    if ! new_enough "$version"; then
        fail "libtorch: $place is version ${version:-unknown}; $torch_oldest or newer is needed. $advice"
    fi
    torch_state=ready
}

# Everything happens in one folder beside the goal, which then takes its name: an interrupted fetch leaves nothing half.
fetch_torch() {
    local work=$torch_home.part
    rm -rf "$work"
    mkdir -p "$work"
    # shellcheck disable=SC2064  # the folder of now
    trap "rm -rf '$work'" EXIT
    say "Fetching libtorch ${torch_wheels[0]#*==} into build/.libtorch (530 MB, 1.2 GB on disk)."
    if ! pip_install "$work" "${torch_wheels[@]}"; then
        fail "libtorch could not be fetched; pip's message stands above. It needs a network connection to the Python package index. Try again later, or set KVW_TORCH_ROOT to a libtorch $torch_oldest or newer that is there already."
    fi
    local folder version
    folder=$(torch_folder "$work/tree")
    version=$([[ -z $folder ]] || torch_version "$folder")
    if ! new_enough "$version"; then
        fail "What was fetched is no libtorch $torch_oldest: ${version:-no version} found. Nothing was kept."
    fi
    mv "$work/tree" "$torch_home"
    rm -rf "$work"
    trap - EXIT
}
