// SPDX-License-Identifier: Apache-2.0
/// Parts of `kvw bench` that are files of their own: a function each, called in `bench.cpp`. Numbers of several rounds
/// are medians.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/bench/bench_model.h"
#include "core/metrics/speed.h"
#include "core/model/tokenizer/tokenizer.h"
#include "core/session/engine.h"
#include "core/trace/recording.h"

namespace kvw {

/// Returns the median by nearest rank: for an even number of values the lower middle one; 0 for none.
[[nodiscard]] inline double median(const std::vector<double>& values) {
    return metrics::percentile(values, 0.5).value_or(0);
}

/// Numbers of rounds by name.
class Rounds {
 public:
    void add(const char* name, double value) { m_values[name].push_back(value); }
    /// Returns the median of each name, in the order in which the names came.
    [[nodiscard]] nlohmann::ordered_json medians() const {
        nlohmann::ordered_json result = nlohmann::ordered_json::object();
        for (const auto& [name, values] : m_values.items()) {
            result[name] = median(values.get<std::vector<double>>());
        }
        return result;
    }

 private:
    nlohmann::ordered_json m_values;  ///< lists
};

/// A run to be timed.
struct BenchCase {
    std::vector<std::string> policies;  ///< of its lanes
    Capture capture = Capture::None;
    std::int64_t prompt = 1024;         ///< tokens
    const BenchShape* shape = nullptr;  ///< of a random model that replaces the loaded one; valid during the call
};
/// Makes a run that decodes `steps` tokens after its prompt, which is not prefilled yet.
using BenchStart = std::function<Result<std::unique_ptr<Run>>(const BenchCase& what, std::int64_t steps)>;
/// Makes such a run and prefills its prompt.
[[nodiscard]] Result<std::unique_ptr<Run>> prefilled(const BenchStart& start, const BenchCase& what,
                                                     std::int64_t steps);

/// Part "cache", the cost of appending one token and evicting one: a row per shape (the model's and m300), storage type
/// (f32, for m300 also bf16) and length (1024 and 4096 tokens). Microseconds per token of the slot cache and of the
/// concatenating one, both in the steady state of StreamingLLM with 4 sinks, measured in turns on one thread.
[[nodiscard]] Result<nlohmann::ordered_json> benchCacheOperation(const ModelInfo& model, std::int64_t rounds);

/// Line a + b x through points (x, y), fitted by least squares: `at0` is a, `slope` is b. r2 is the share of the
/// variance of y that the line explains, 1 if all y are equal.
struct FittedLine {
    double at0 = 0, slope = 0, r2 = 1;
};
/// Fits a line to points with at least two different x.
[[nodiscard]] FittedLine fitLine(const std::vector<std::pair<double, double>>& points);
/// Part "growth", how the time of a decode step grows, as fitted lines: at depths from a quarter of `held` to twice
/// `held`, each with capture none, stats and maps; with 1 to 4 lanes that hold `held` tokens each; and in random models
/// of 4, 8 and 16 layers or 2, 4 and 8 KV heads. All cases of a kind take turns in every round; the lines go through
/// the medians.
[[nodiscard]] Result<nlohmann::ordered_json> benchGrowth(const BenchStart& start, std::int64_t held, std::int64_t steps,
                                                         std::int64_t rounds, const ProgressSink& progress);

/// Part "lanes", lanes in lock-step: decodes `steps` tokens with one run of all lanes and then with one run per lane,
/// in every round, so that both meet the same load of other programs. A ratio is the summed time of the single runs
/// over the time of the joint run.
[[nodiscard]] Result<nlohmann::ordered_json> benchLanes(const BenchStart& start,
                                                        const std::vector<std::string>& policies, std::int64_t prompt,
                                                        std::int64_t steps, std::int64_t rounds,
                                                        const ProgressSink& progress);

/// Part "load", three operations in turns, `rounds` times: loading all weights; mapping the files and copying them with
/// memcpy out of the page cache; reading the files. All use the same number of threads and write to huge pages that
/// were not touched before. `load_over_faster_copy` is the speed of loading over that of the faster copy, `..._cpu` the
/// same for the processor time of all threads, `best_...` for the shortest times; `peak_over_weights` is the highest
/// growth of the process during a load over the size of the weights in memory. Errors: those of loading.
[[nodiscard]] Result<nlohmann::ordered_json> benchLoad(const std::filesystem::path& model, std::int64_t rounds);

/// Part "prefill": prefills a quarter, a half and all of `prompt` tokens under the full cache; with a quadratic
/// intermediate the growth per token would double. `growth_over_kv`: highest growth of the process over the bytes of
/// the cache.
[[nodiscard]] Result<nlohmann::ordered_json> benchPrefillMemory(const BenchStart& start, std::int64_t queryHeads,
                                                                std::int64_t prompt, const ProgressSink& progress);

/// Part "stream": decodes `tokens` tokens per policy, with capture stats. Resident memory after a tenth of them and at
/// the end must be the same; the trace lies in temporary files.
[[nodiscard]] Result<nlohmann::ordered_json> benchStream(const BenchStart& start,
                                                         const std::vector<std::string>& policies, std::int64_t prompt,
                                                         std::int64_t tokens, const ProgressSink& progress);

struct PeerSettings {
    std::filesystem::path program, model;  ///< path of llama-bench; path of a GGUF file
    int threads = 1;
    std::int64_t depth = 0, steps = 0, rounds = 1;  ///< depth: tokens in the cache; steps: tokens decoded per round
};
/// Part "peer" (`--peer PATH`): lets this program and llama.cpp's llama-bench prefill 512 tokens and decode `steps`
/// tokens after `depth` ones, on the same GGUF file and in every round. Here: the full cache with capture rows, in the
/// types that `start` gives it. There: llama-bench's defaults with flash attention (an f16 cache). Ratios are tokens
/// per second here over there. Errors: BadUsage (no GGUF file, a program that is no llama-bench).
[[nodiscard]] Result<nlohmann::ordered_json> benchPeer(const BenchStart& start, const PeerSettings& settings,
                                                       const ProgressSink& progress);

/// Part "tokenizer", text to ids and back on one thread: a row per text of 10 MB: the embedded documents, the same as
/// one line, one endless word, and spaces only. Times are processor time of the thread, whatever else runs. `growth`:
/// time per byte over that of a quarter of the text (1: linear).
[[nodiscard]] Result<nlohmann::ordered_json> benchTokenizer(const Tokenizer& tokenizer, std::int64_t rounds);

}  // namespace kvw
