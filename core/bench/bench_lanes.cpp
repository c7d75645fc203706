// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include "core/base/stopwatch.h"

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

Result<Times> timed(const BenchStart& start, const std::vector<std::string>& policies, std::int64_t prompt,
                    std::int64_t count) {
    KVW_TRY_ASSIGN(auto run, start({policies, Capture::None, prompt}, kWarmSteps + count));
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

Result<ordered_json> benchLanes(const BenchStart& start, const std::vector<std::string>& policies, std::int64_t prompt,
                                std::int64_t steps, std::int64_t rounds, const ProgressSink& progress) {
    Rounds times;
    for (std::int64_t round = 0; round < rounds; ++round) {
        KVW_TRY_ASSIGN(const auto all, timed(start, policies, prompt, steps));
        Times sum;
        for (const std::string& policy : policies) {
            KVW_TRY_ASSIGN(const auto one, timed(start, {policy}, prompt, steps));
            sum.prefillMs += one.prefillMs;
            sum.stepMs += one.stepMs;
        }
        times.add("ms_per_step_together", all.stepMs);
        times.add("ms_per_step_one_by_one", sum.stepMs);
        times.add("steps_ratio", sum.stepMs / all.stepMs);
        times.add("prefill_ms_together", all.prefillMs);
        times.add("prefill_ms_one_by_one", sum.prefillMs);
        times.add("prefill_ratio", sum.prefillMs / all.prefillMs);
        if (progress) {
            progress({round + 1, rounds, "rounds"});
        }
    }
    ordered_json result{{"lanes", policies.size()}, {"policies", policies}, {"prompt", prompt}};
    result.update(times.medians());
    return result;
}

}  // namespace kvw
