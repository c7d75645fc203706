#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packaging/start and packaging/check in a made-up checkout: cmake, ctest and the programs only note that they were called.
# Usage: build_test.sh SOURCE_FOLDER
# shellcheck disable=SC2016  # bodies of the fakes expand when they run
set -euo pipefail

source_folder=$1
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/world.sh"

# A set-up that has nothing to do, and programs that are built already.
new_world() {
    rm -rf "${work:?}"/{repo,bin,torch}
    mkdir -p "$work/repo/build"
    cp -r "$source_folder"/{packaging,CMakePresets.json} "$work/repo"
    make_torch "$work/torch" 2.11.0
    fake bin/cmake 'if [[ $1 == --preset ]]; then mkdir -p "build/${2/#ci/release}" && touch "build/${2/#ci/release}/build.ninja"; fi'
    fake bin/ctest '[[ $* != *" -N "* ]] || printf "  Test  #1: core/trace/trace_test\n  Test #12: core/base/error_test\n\nTotal Tests: 2\n"'
    fake repo/build/release/bin/kvw 'printf "model       m\npolicy      streaming\nmean NLL    2.5\nperplexity  12\nheld        3120 tokens\nevictions   7\nanswers     4.9\n"'
    fake repo/build/release/bin/kvworkbench ''
    fake repo/packaging/model ''
}

# Runs a script with the given settings; fills `output` and `code`. It builds no kernels for GPUs, whatever this machine has.
script() { # name and arguments, then -- and settings
    local words=()
    while [[ $1 != -- ]]; do
        words+=("$1")
        shift
    done
    shift
    code=0
    output=$(env -i PATH="$work/bin:$PATH" HOME="$work" KVW_SKIP_APT=1 KVW_CUDA=0 KVW_TORCH_ROOT="$work/torch" "$@" \
        "$work/repo/packaging/${words[0]}" "${words[@]:1}" 2>&1 </dev/null) || code=$?
}

test_start_with_a_display_opens_the_window() {
    script start story.zip -- DISPLAY=:7
    ends_with 0
    called "cmake --build --preset release"
    called "kvworkbench story.zip"
    not_called "kvw run"
}

test_start_without_a_display_runs_the_example() {
    script start --
    ends_with 0
    called "kvw run --policy streaming:sinks=4,recent=256/positions=original/prefill=layer-major --capture maps --out $work/repo/build/example/bundle --overwrite"
    called "kvworkbench --export-figures $work/repo/build/example/bundle --overwrite"
    says "Bundle:  $work/repo/build/example/bundle"
    says "Figures: $work/repo/build/example/bundle/figures"
    says $'policy      streaming\nmean NLL    2.5\nheld        3120 tokens\nevictions   7\nanswers     4.9'
}

test_start_can_be_told_to_be_headless() {
    script start --headless -- WAYLAND_DISPLAY=wayland-0
    ends_with 0
    called "kvw run"
}

test_failed_example_is_not_hidden() {
    fake repo/build/release/bin/kvw 'echo "no such model." >&2; exit 1'
    script start --
    ends_with 1
    says "no such model."
    not_called "--export-figures"
}

test_second_start_does_not_configure() {
    script start -- DISPLAY=:7
    called "cmake --preset release"
    : >"$work/calls"
    script start -- DISPLAY=:7
    ends_with 0
    not_called "cmake --preset"
    called "cmake --build --preset release"
}

test_build_shows_its_progress_and_keeps_a_log() {
    fake bin/cmake 'if [[ $1 == --preset ]]; then mkdir -p "build/$2" && touch "build/$2/build.ninja"; else echo "[0/2] Re-checking globbed directories..."; for i in {1..40}; do echo "[$i/40] Compiling part $i"; done; fi'
    script start -- DISPLAY=:7
    ends_with 0
    says "Building 40 steps."
    says "The log is build/release/build.log."
    says $'\n20 %\n'
    says $'\n100 %'
    [[ $output != *Compiling* ]] || complain "prints the steps"
    grep -qF "[40/40] Compiling part 40" "$work/repo/build/release/build.log" || complain "has no log"
}

test_another_libtorch_configures_again() {
    script start -- DISPLAY=:7
    : >"$work/calls"
    cp -r "$work/torch" "$work/repo/other"
    script start -- DISPLAY=:7 KVW_TORCH_ROOT="$work/repo/other"
    called "cmake --preset release -DKVW_TORCH_ROOT=$work/repo/other"
}

test_other_presets_configure_again() {
    script start -- DISPLAY=:7
    : >"$work/calls"
    script start -- DISPLAY=:7
    ! grep -q "cmake --preset" "$work/calls" || complain "configured without need"
    echo >>"$work/repo/CMakePresets.json"
    script start -- DISPLAY=:7
    called "cmake --preset release"
}

test_start_builds_kernels_where_nvcc_is() {
    fake bin/nvcc 'echo release 13.0'
    script start -- DISPLAY=:7 KVW_CUDA=
    ends_with 0
    called "-DKVW_CUDA=AUTO"
    called "kvw_policies kvw_devices"
    : >"$work/calls"
    script start -- DISPLAY=:7 KVW_CUDA=
    not_called "cmake --preset"
    script start -- DISPLAY=:7 KVW_CUDA=1
    called "-DKVW_CUDA=ON"
    script start -- DISPLAY=:7
    called "-DKVW_CUDA=OFF"
}

test_start_says_why_there_are_no_kernels() {
    fake bin/cmake 'if [[ $1 == --preset ]]; then mkdir -p "build/$2" && touch "build/$2/build.ninja"; echo "-- No kernels for NVIDIA GPUs: there is no nvcc."; fi'
    script start -- DISPLAY=:7
    ends_with 0
    says $'\nNo kernels for NVIDIA GPUs: there is no nvcc.'
}

test_nvcc_that_comes_later_configures_again() {
    script start -- DISPLAY=:7
    : >"$work/calls"
    fake bin/nvcc 'echo release 13.0'
    script start -- DISPLAY=:7
    called "cmake --preset release"
}

test_failed_configuration_shows_its_reason_and_is_tried_again() {
    fake bin/cmake '[[ $1 != --preset ]] || { mkdir -p build/release; touch build/release/build.ninja; echo "CMake Error: no Qt" >&2; exit 1; }'
    script start --
    ends_with 1
    says "CMake Error: no Qt"
    says "The build could not be configured"
    : >"$work/calls"
    script start --
    called "cmake --preset release"
}

test_choice_that_failed_does_not_pass_for_the_one_before() {
    script start -- DISPLAY=:7
    fake bin/cmake '[[ $1 != --preset ]] || exit 1'
    script start -- DISPLAY=:7 CI=true
    ends_with 1
    : >"$work/calls"
    script start -- DISPLAY=:7
    called "cmake --preset release"
}

test_failed_build_is_a_sentence() {
    fake bin/cmake 'if [[ $1 == --preset ]]; then mkdir -p "build/$2" && touch "build/$2/build.ninja"; else printf "[1/9] a\nFAILED: b.o\nb.cpp:3: error: no\n"; exit 1; fi'
    script check --
    ends_with 1
    says "b.cpp:3: error: no"
    says "The build failed"
    not_called "ctest"
}

test_failed_set_up_stops_everything() {
    script check -- KVW_TORCH_ROOT="$work/nowhere"
    ends_with 1
    says "libtorch: $work/nowhere holds no"
    not_called "cmake"
}

test_check_runs_the_tests() {
    script check -R core/trace --
    ends_with 0
    called "cmake --build --preset release"
    called "ctest --preset release -j 2 -R core/trace"
}

test_check_in_continuous_integration_has_warnings_as_errors() {
    script check -- CI=true
    ends_with 0
    called "model smollm2-135m"
    called "cmake --preset ci"
    called "ctest --preset ci -j 2"
}

test_a_model_that_cannot_be_fetched_fails_no_check() {
    fake repo/packaging/model 'exit 1'
    script check -- CI=true
    ends_with 0
    says "Tests that read a real model are skipped."
    called "ctest --preset ci -j 2"
}

test_slurm_that_cannot_be_installed_fails_no_check() {
    sed -i '2i [[ ${1:-} != --slurm ]] || exit 1' "$work/repo/packaging/setup"
    script check -- CI=true
    ends_with 0
    says "The test of Slurm is skipped."
    called "ctest --preset ci -j 2"
}

test_failed_tests_are_the_result() {
    fake bin/ctest 'exit 8'
    script check --
    ends_with 8
}

test_the_thread_that_crashed_is_shown_last() {
    fake bin/ctest 'mkdir -p build/release/Testing/Temporary
printf "%s\n" "3/9 Testing: app/x_test" "Thread 2 (waits):" "#0  futex" "" "Thread 1 (main):" "#0  wait4" "#1  <signal handler called>" \
    "#2  kvw::wb::Strip::append" "#3  main" "" "=== End of stack trace ===" "4/9 Testing: app/y_test" >build/release/Testing/Temporary/LastTest.log
exit 8'
    script check --
    ends_with 8
    says "app/x_test crashed in
  #2  kvw::wb::Strip::append
  #3  main"
    [[ $output != *futex* && $output != *y_test* ]] || complain "showed what did not crash"
}

test_thread_sanitizer_builds_only_its_tests() {
    script check --tsan --
    ends_with 0
    called "--target core_trace_trace_test core_base_error_test"
    called "ctest --preset tsan -j 2 -R"
}

test_address_sanitizer_leaves_the_scripts_out() {
    script check --asan --
    ends_with 0
    called "ctest --preset asan -j 2 -LE packaging"
}

test_peers_are_a_script_of_their_own() {
    fake repo/packaging/peers ''
    script check --peers qwen2 --
    ends_with 0
    called "peers qwen2"
    not_called "ctest"
}

test_jobs_can_be_set() {
    script check -- CMAKE_BUILD_PARALLEL_LEVEL=7
    called "-j 7"
}

run_cases
