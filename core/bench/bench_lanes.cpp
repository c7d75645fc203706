// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_lanes.h"

#include "core/base/stopwatch.h"
#include "core/bench/bench_median.h"

namespace kvw {

namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kWarmSteps = 4;

struct Times {
    double prefillMs = 0, stepMs = 0;
};

Result<void> steps(Run& run, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        KVW_TRY(run.step());
    }
    return {};
}

Result<Times> timed(const BenchLanesStart& start, const std::vector<std::string>& policies, std::int64_t prompt,
                    std::int64_t count) {
    KVW_TRY_ASSIGN(auto run, start(policies, prompt, kWarmSteps + count));
    Times times;
    const Stopwatch prefilling;
    auto done = run->prefill({});
    times.prefillMs = prefilling.ms();
    if (done) {
        done = steps(*run, kWarmSteps);
    }
    const Stopwatch decoding;
    if (done) {
        done = steps(*run, count);
    }
    times.stepMs = decoding.ms() / static_cast<double>(count);
    run->close(RunState::Stopped, {});
    return done ? Result<Times>(times) : tl::unexpected(done.error());
}

}  // namespace

Result<ordered_json> benchLanes(const BenchLanesStart& start, const std::vector<std::string>& policies,
                                std::int64_t prompt, std::int64_t steps, std::int64_t rounds,
                                const ProgressSink& progress) {
    std::vector<double> together, alone, ratios, prefillTogether, prefillAlone, prefillRatios;
    for (std::int64_t round = 0; round < rounds; ++round) {
        KVW_TRY_ASSIGN(const auto all, timed(start, policies, prompt, steps));
        Times sum;
        for (const std::string& policy : policies) {
            KVW_TRY_ASSIGN(const auto one, timed(start, {policy}, prompt, steps));
            sum.prefillMs += one.prefillMs;
            sum.stepMs += one.stepMs;
        }
        together.push_back(all.stepMs);
        alone.push_back(sum.stepMs);
        ratios.push_back(sum.stepMs / all.stepMs);
        prefillTogether.push_back(all.prefillMs);
        prefillAlone.push_back(sum.prefillMs);
        prefillRatios.push_back(sum.prefillMs / all.prefillMs);
        if (progress) {
            progress({round + 1, rounds, "rounds"});
        }
    }
    return ordered_json{{"lanes", policies.size()},
                        {"policies", policies},
                        {"prompt", prompt},
                        {"ms_per_step_together", median(together)},
                        {"ms_per_step_one_by_one", median(alone)},
                        {"steps_ratio", median(ratios)},
                        {"prefill_ms_together", median(prefillTogether)},
                        {"prefill_ms_one_by_one", median(prefillAlone)},
                        {"prefill_ratio", median(prefillRatios)}};
}

}  // namespace kvw
