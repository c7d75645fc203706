# SPDX-License-Identifier: Apache-2.0
# nvcc: the one that is there, or the wheels of NVIDIA, fetched once into build/.cuda. Sourced by setup.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # root and cuda_home come from lib.sh, cuda_state goes to setup

# Package, hash of its wheel for x86-64, hash of the one for 64-bit ARM.
cuda_wheels=(
    "nvidia-cuda-nvcc==13.0.88 56fe502eb77625a12f25172caa3cdddb4e4c8ba2c8c17dba44b164761b380f03 c7ff28f86a24effdc6c034fa15230c549a273e4771b10a7fec14996f8cf3307f"
    "nvidia-nvvm==13.0.88 c5f41ffeb6466944a026dfa5317d7d85355c119bbec279205d22f1869d1054e0 c4376a291d72d22a315d9d2f69bdae8f8cd83a627f75bad395cee49a0fe65dc1"
    "nvidia-cuda-crt==13.0.88 2c8043c7c9e02492716426e9919fc78d2c5b3b2a7a768a88e952676b08aa55a4 ee2ea2a97073e02ee62bb27841f437332be2c248e3eac013df07997ada39c003"
    "nvidia-cuda-runtime==13.0.96 7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548 ef9bcbe90493a2b9d810e43d249adb3d02e98dd30200d86607d8d02687c43f55"
    "nvidia-cuda-cccl==13.0.85 e0da7ad981f3a8aff08241b5bfc1af868742a63e2762f53a5171c492ef242649 6f0203e29fed809ee2b7fe9b1344df66ecab990c37d6a2e0e189b26d6c97ed7c"
)

has_nvidia_driver() {
    local place=${KVW_SYSTEM_ROOT:-} found
    command -v nvidia-smi >/dev/null && return
    for found in "$place"/proc/driver/nvidia "$place"/usr/lib{,64}/libcuda.so.1 "$place"/usr/lib/{*,wsl/lib}/libcuda.so.1; do
        [[ ! -e $found ]] || return 0
    done
    return 1
}

# Sets `cuda_state`: `absent` if nvcc has to be fetched, `ready` if it is there, `unwanted` otherwise.
find_cuda() {
    cuda_state=unwanted
    if [[ ${KVW_CUDA:-} != 0 ]]; then
        if [[ -n $(find_nvcc) ]]; then
            cuda_state=ready
        elif [[ -n ${KVW_CUDA:-} ]] || has_nvidia_driver; then
            cuda_state=absent
        fi
    fi
}

# Fetches nvcc. A build without nvcc lacks the kernels only, so a failure ends the set-up only where KVW_CUDA asks for them.
fetch_cuda() {
    local work=$cuda_home.part
    rm -rf "$work"
    mkdir -p "$work"
    # shellcheck disable=SC2064  # the folder of now
    trap "rm -rf '$work'" EXIT
    local why="there is an NVIDIA driver; KVW_CUDA=0 builds without"
    [[ -z ${KVW_CUDA:-} ]] || why="KVW_CUDA is set"
    say "Fetching nvcc 13.0 into build/.cuda (104 MB, 271 MB on disk): $why."
    local wheel package hashes
    for wheel in "${cuda_wheels[@]}"; do
        read -r package hashes <<<"$wheel"
        printf '%s --hash=sha256:%s\n' "$package" "${hashes// / --hash=sha256:}"
    done >"$work/wanted.txt"
    local refusal=""
    if ! pip_install "$work" --only-binary :all: --require-hashes --requirement "$work/wanted.txt"; then
        refusal="nvcc could not be fetched; pip's message stands above. It needs a network connection to the Python package index."
    elif [[ ! -x $work/tree/${cuda_nvcc#"$cuda_home"/} ]]; then
        refusal="What was fetched holds no nvcc. Nothing was kept."
    fi
    if [[ -n $refusal && -n ${KVW_CUDA:-} ]]; then
        fail "$refusal"
    elif [[ -n $refusal ]]; then
        say "$refusal The build goes on without the kernels for GPUs; KVW_CUDA=0 asks for none."
    else
        rm -rf "$cuda_home"  # it holds no nvcc that can be used
        mv "$work/tree" "$cuda_home"
    fi
    rm -rf "$work"
    trap - EXIT
}
