// SPDX-License-Identifier: Apache-2.0
/// A request to measure the speed of the engine, filled in by the flags of `kvw bench`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kvw {

struct BenchRequest {
    std::filesystem::path model;  ///< empty: the embedded one
    std::string shape;            ///< of a model of random weights to measure instead (bench_model.h)
    std::string device = "cpu", dtype = "f32", kvDtype = "f32";
    std::vector<std::string> policies;  ///< empty: a usual set
    /// "decode", "positions", "attention", "cache", "prefill", "peer", "policies", "tokenizer", "load", "stream",
    /// "lanes", "growth"; empty: all but the last six.
    std::vector<std::string> parts;
    std::filesystem::path peer;  ///< a llama-bench
    std::int64_t held = 1024, steps = 200, rounds = 5;
    std::int64_t prompt = 16384;   ///< tokens of the prefill memory test; 0: off
    std::int64_t stream = 100000;  ///< tokens of the stream
    double wait = 60;              ///< most seconds to wait for a quiet machine
    int threads = 0;               ///< 0: all cores
};

}  // namespace kvw
