#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packaging/setup in a made-up world: its own copy of the scripts, programs that only note that they were called, no network.
# Usage: setup_test.sh SOURCE_FOLDER
# shellcheck disable=SC2016  # bodies of the fakes expand when they run
set -euo pipefail

source_folder=$1
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/world.sh"

make_distribution() { # id, version, name
    printf 'PRETTY_NAME="%s"\nVERSION_ID="%s"\nID=%s\n' "$3" "$2" "$1" >"$work/os-release"
}

# A Debian 12 with every package, run by root; libtorch is absent.
new_world() {
    rm -rf "${work:?}"/{repo,bin,torch,system}
    mkdir -p "$work/repo" "$work/bin"
    cp -r "$source_folder/packaging" "$work/repo/packaging"
    local tool
    for tool in bash env dirname realpath awk sed sort head tail paste df mkdir rm mv cat chmod grep flock; do
        ln -s "$(command -v "$tool")" "$work/bin/$tool"
    done
    fake bin/id 'echo 0'
    fake bin/dpkg-query 'for name in "${@:3}"; do echo "installed $name"; done'
    fake bin/apt-get ''
    fake bin/apt-cache 'echo "Package: $3"'
    fake bin/python3 ''
    make_distribution debian 12 "Debian GNU/Linux 12 (bookworm)"
}

# As the real one does, it ends with 1 where a name is unknown to it.
installs_but() { # names that are not installed
    fake bin/dpkg-query "code=0; for name in \"\${@:3}\"; do if [[ ' $* ' == *\" \$name \"* ]]; then code=1; else echo \"installed \$name\"; fi; done; exit \$code"
}

# Runs setup with the given settings and the words in `words`; fills `output` and `code`.
words=()
setup() {
    code=0
    output=$(env -i PATH="$work/bin" HOME="$work" KVW_OS_RELEASE="$work/os-release" KVW_SYSTEM_ROOT="$work/system" "$@" "$work/repo/packaging/setup" "${words[@]}" 2>&1 </dev/null) || code=$?
}

test_nothing_to_do_says_and_calls_nothing() {
    make_torch "$work/torch" 2.11.0
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
    silent
    not_called apt-get
    not_called "python3 -m"
}

test_unknown_distribution_says_what_to_install() {
    make_distribution gentoo "" "Gentoo Linux"
    setup
    ends_with 1
    says "The distribution is Gentoo Linux"
    says "qt6-svg-dev or libqt6svg6-dev"
    says "KVW_SKIP_APT=1"
    not_called apt-get
    absent build/.libtorch
}

test_no_os_release_is_an_unknown_distribution() {
    rm "$work/os-release"
    setup
    ends_with 1
    says "The distribution is unknown"
}

test_too_old_distributions_are_refused() {
    make_distribution ubuntu 22.04 "Ubuntu 22.04.4 LTS"
    setup
    ends_with 1
    says "Ubuntu 22.04.4 LTS; its libraries are older than the build needs"
    make_distribution debian 11 "Debian GNU/Linux 11 (bullseye)"
    setup
    ends_with 1
    says "bullseye"
}

test_newer_distributions_are_taken() {
    make_torch "$work/torch" 2.12.1
    make_distribution ubuntu 24.04 "Ubuntu 24.04 LTS"
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
    make_distribution debian 13 "Debian GNU/Linux 13 (trixie)"
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
    make_distribution debian "" "Debian GNU/Linux forky/sid"
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
}

test_skipping_packages_suits_any_distribution() {
    make_distribution gentoo "" "Gentoo Linux"
    make_torch "$work/torch" 2.11.0
    setup KVW_TORCH_ROOT="$work/torch" KVW_SKIP_APT=1
    ends_with 0
    not_called dpkg-query
}

test_too_old_libtorch_is_refused() {
    make_torch "$work/torch" 2.4.1
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 1
    says "$work/torch is version 2.4.1; 2.11.0 or newer is needed"
    says "Unset KVW_TORCH_ROOT"
    not_called apt-get
}

test_libtorch_of_a_python_environment_is_found_below() {
    make_torch "$work/torch/torch" 2.11.0
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
}

test_folder_without_libtorch_is_refused() {
    mkdir "$work/torch"
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 1
    says "holds no include/ATen/ATen.h"
}

test_small_disk_is_refused_before_anything_is_fetched() {
    installs_but ccache
    setup KVW_NEEDED_GB=9000000
    ends_with 1
    says "libtorch and the build need 9000000 GB"
    not_called apt-get
    absent build/.libtorch
}

test_without_root_and_sudo_the_command_is_shown() {
    installs_but ccache libzip-dev
    fake bin/id 'echo 1000'
    setup
    ends_with 1
    says "neither root nor sudo"
    says "apt-get install -y ccache libzip-dev"
    not_called apt-get
}

test_sudo_that_wants_a_password_needs_a_person() {
    installs_but ccache
    fake bin/id 'echo 1000'
    fake bin/sudo 'exit 1'
    setup
    ends_with 1
    says "sudo asks for a password"
    not_called apt-get
}

test_only_missing_packages_are_installed_through_sudo() {
    make_torch "$work/torch" 2.11.0
    installs_but ccache libzip-dev
    fake bin/id 'echo 1000'
    fake bin/sudo '[[ $1 == -n ]] || exec "$@"'
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
    says "Installing 2 packages: ccache libzip-dev"
    called "install -y --no-install-recommends ccache libzip-dev"
    called "sudo env"
}

test_slurm_is_installed_when_asked_for() {
    make_torch "$work/torch" 2.11.0
    installs_but slurmctld munge
    setup KVW_TORCH_ROOT="$work/torch"
    silent
    local words=(--slurm)
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
    called "install -y --no-install-recommends slurmctld munge"
    words=(--slurmy)
    setup
    ends_with 1
    says "there is no option --slurmy"
}

test_the_name_that_the_release_has_is_taken() {
    make_torch "$work/torch" 2.11.0
    installs_but qt6-svg-dev libqt6svg6-dev
    fake bin/apt-cache '[[ $3 != libqt6svg6-dev ]] || echo "Package: $3"'
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
    says "Installing 1 packages: libqt6svg6-dev"
}

test_either_name_of_a_package_suffices() {
    make_torch "$work/torch" 2.11.0
    installs_but qt6-svg-dev
    setup KVW_TORCH_ROOT="$work/torch"
    ends_with 0
    silent
}

test_failed_installation_is_a_sentence() {
    installs_but ccache
    fake bin/apt-get '[[ $* == *update* ]] || { echo "E: Unable to fetch" >&2; exit 100; }'
    setup
    ends_with 1
    says "E: Unable to fetch"
    says "apt-get could not install ccache"
    absent build/.libtorch
}

test_failed_fetch_leaves_nothing() {
    fake bin/python3 '[[ $* != *install* ]] || { previous=; for word; do [[ $previous != --target ]] || : >"$word/half"; previous=$word; done; echo "ERROR: no connection" >&2; exit 1; }'
    setup
    ends_with 1
    says "ERROR: no connection"
    says "libtorch could not be fetched"
    absent build/.libtorch
    absent build/.libtorch.part
}

test_fetch_of_something_else_leaves_nothing() {
    setup
    ends_with 1
    says "What was fetched is no libtorch 2.11.0"
    absent build/.libtorch
    absent build/.libtorch.part
}

test_fetched_libtorch_is_kept_and_found() {
    make_torch "$work/torch" 2.11.0
    mkdir -p "$work/repo/build/.libtorch.part/tree/torch"
    fake bin/python3 "[[ \$* != *install* ]] || { previous=; for word; do [[ \$previous != --target ]] || mv '$work/torch' \"\$word/torch\"; previous=\$word; done; }"
    setup
    ends_with 0
    says "Fetching libtorch 2.11.0"
    called "torch==2.11.0 nvidia-cuda-runtime==13.0.96 nvidia-cuda-cupti==13.0.85"
    absent build/.libtorch.part
    [[ -f $work/repo/build/.libtorch/torch/include/ATen/ATen.h ]] || complain "kept no libtorch"
    : >"$work/calls"
    setup
    ends_with 0
    silent
    not_called "python3 -m"
    not_called apt-get
}

test_missing_pip_is_installed_with_the_packages() {
    make_torch "$work/torch" 2.11.0
    installs_but python3-pip
    fake bin/apt-get "[[ \$* != *python3-pip* ]] || : >'$work/repo/pip'"
    fake bin/python3 "[[ -f '$work/repo/pip' ]] || exit 1; previous=; for word; do [[ \$previous != --target ]] || mv '$work/torch' \"\$word/torch\"; previous=\$word; done"
    setup
    ends_with 0
    called "install -y --no-install-recommends python3-pip"
}

test_linked_libtorch_is_taken() {
    make_torch "$work/torch/torch" 2.11.0
    mkdir -p "$work/repo/build"
    ln -s "$work/torch" "$work/repo/build/.libtorch"
    setup
    ends_with 0
    silent
}

test_dangling_link_is_refused() {
    mkdir -p "$work/repo/build"
    ln -s "$work/nowhere" "$work/repo/build/.libtorch"
    setup
    ends_with 1
    says "build/.libtorch holds no include/ATen/ATen.h"
    says "Remove it"
}

# A pip that brings nvcc.
brings_nvcc() {
    fake bin/python3 '[[ $* != *install* ]] || { previous=; for word; do [[ $previous != --target ]] || { mkdir -p "$word/nvidia/cu13/bin"; printf "#!%s\necho release 13.0\n" "$BASH" >"$word/nvidia/cu13/bin/nvcc"; chmod +x "$word/nvidia/cu13/bin/nvcc"; }; previous=$word; done; }'
}

# Setup of a machine that lacks nvcc only.
setup_with_torch() {
    make_torch "$work/torch" 2.11.0
    setup KVW_TORCH_ROOT="$work/torch" "$@"
}

test_a_driver_brings_nvcc() {
    mkdir -p "$work/system/proc/driver/nvidia" "$work/repo/build/.cuda.part/tree"
    brings_nvcc
    setup_with_torch
    ends_with 0
    says "Fetching nvcc 13.0 into build/.cuda (104 MB, 271 MB on disk): there is an NVIDIA driver; KVW_CUDA=0 builds without."
    called "--only-binary :all: --require-hashes --requirement"
    absent build/.cuda.part
    [[ -x $work/repo/build/.cuda/nvidia/cu13/bin/nvcc ]] || complain "kept no nvcc"
    : >"$work/calls"
    setup_with_torch
    ends_with 0
    silent
    not_called "python3 -m"
}

test_a_driver_is_found_by_its_library_or_program() {
    mkdir -p "$work/system/usr/lib/x86_64-linux-gnu"
    : >"$work/system/usr/lib/x86_64-linux-gnu/libcuda.so.1"
    brings_nvcc
    setup_with_torch
    says "there is an NVIDIA driver"
    rm -rf "$work/system" "$work/repo/build/.cuda"
    fake bin/nvidia-smi ''
    setup_with_torch
    says "there is an NVIDIA driver"
}

test_nvcc_can_be_asked_for_and_refused() {
    brings_nvcc
    setup_with_torch KVW_CUDA=1
    ends_with 0
    says "Fetching nvcc 13.0 into build/.cuda (104 MB, 271 MB on disk): KVW_CUDA is set."
    rm -rf "$work/repo/build/.cuda"
    mkdir -p "$work/system/proc/driver/nvidia"
    setup_with_torch KVW_CUDA=0
    ends_with 0
    silent
}

test_nvcc_that_is_there_is_not_fetched() {
    fake bin/nvcc 'echo "Cuda compilation tools, release 13.1, V13.1.80"'
    mkdir -p "$work/system/proc/driver/nvidia"
    setup_with_torch KVW_CUDA=1
    ends_with 0
    silent
    not_called "python3 -m"
}

test_an_older_nvcc_does_not_count() {
    fake bin/nvcc 'echo "Cuda compilation tools, release 11.8, V11.8.89"'
    mkdir -p "$work/system/proc/driver/nvidia"
    brings_nvcc
    setup_with_torch
    ends_with 0
    says "Fetching nvcc 13.0"
}

test_a_build_does_without_nvcc_that_cannot_be_fetched() {
    fake bin/python3 '[[ $* != *install* ]] || { echo "ERROR: no connection" >&2; exit 1; }'
    mkdir -p "$work/system/proc/driver/nvidia"
    setup_with_torch
    ends_with 0
    says "ERROR: no connection"
    says "The build goes on without the kernels for GPUs"
    absent build/.cuda
    absent build/.cuda.part
    setup_with_torch KVW_CUDA=1
    ends_with 1
    says "nvcc could not be fetched"
    absent build/.cuda.part
}

test_fetch_of_something_else_is_no_nvcc() {
    setup_with_torch KVW_CUDA=1
    ends_with 1
    says "What was fetched holds no nvcc. Nothing was kept."
    absent build/.cuda
}

test_unknown_option_is_refused() {
    code=0
    output=$("$work/repo/packaging/setup" --fast 2>&1) || code=$?
    ends_with 1
    says "there is no option --fast"
}

run_cases
