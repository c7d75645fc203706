// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include <algorithm>

#include "core/base/process/proc_bytes.h"
#include "core/base/stopwatch.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

std::int64_t statusBytes(const char* key) {
    return procBytes("/proc/self/status", key);
}

double perSecond(std::int64_t tokens, const Stopwatch& watch) {
    return static_cast<double>(tokens) / (watch.ms() / 1e3);
}

}  // namespace

Result<ordered_json> benchPrefillMemory(const BenchStart& start, std::int64_t queryHeads, std::int64_t prompt,
                                        const ProgressSink& progress) {
    ordered_json rows = ordered_json::array();
    for (const std::int64_t tokens : {prompt / 4, prompt / 2, prompt}) {
        const std::int64_t before = statusBytes("VmRSS");
        const Stopwatch watch;
        KVW_TRY_ASSIGN(auto run, prefilled(start, {{"full"}, Capture::None, tokens}, 1));
        const double speed = perSecond(tokens, watch);
        const Trace& trace = run->recording()->trace(0);
        const std::int64_t peak = statusBytes("VmHWM"), cache = trace.step(trace.steps() - 1).bytesAllocated;
        rows.push_back({{"tokens", tokens},
                        {"tokens_per_s", speed},
                        {"peak_resident_bytes", peak},
                        {"growth_bytes_per_token", (peak - before) / std::max<std::int64_t>(tokens, 1)},
                        {"kv_bytes", cache},
                        {"growth_over_kv", static_cast<double>(peak - before) / static_cast<double>(cache)},
                        {"square_matrix_would_be_bytes", tokens * tokens * 4 * queryHeads}});
        if (progress) {
            progress({tokens, prompt, "tokens"});
        }
    }
    return rows;
}

Result<ordered_json> benchStream(const BenchStart& start, const std::vector<std::string>& policies, std::int64_t prompt,
                                 std::int64_t tokens, const ProgressSink& progress) {
    ordered_json rows = ordered_json::array();
    for (const std::string& policy : policies) {
        KVW_TRY_ASSIGN(auto run, prefilled(start, {{policy}, Capture::Stats, prompt}, tokens));
        const Stopwatch watch;
        std::int64_t tenth = 0;
        for (std::int64_t step = 1; step <= tokens; ++step) {
            KVW_TRY(run->step());
            tenth = step == tokens / 10 ? statusBytes("VmRSS") : tenth;
            if (progress && step % 1000 == 0) {
                progress({step, tokens, "tokens"});
            }
        }
        const std::int64_t whole = statusBytes("VmRSS");
        rows.push_back({{"policy", policy},
                        {"tokens", tokens},
                        {"tokens_per_s", perSecond(tokens, watch)},
                        {"resident_bytes_after_a_tenth", tenth},
                        {"resident_bytes_at_the_end", whole},
                        {"growth_bytes_per_token",
                         static_cast<double>(whole - tenth) / static_cast<double>(tokens - tokens / 10)}});
        run->close(RunState::Stopped, {});
    }
    return rows;
}

}  // namespace kvw
