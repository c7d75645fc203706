// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "core/base/process/child_process.h"
#include "core/base/short_text.h"
#include "core/base/stopwatch.h"

namespace kvw {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::int64_t kPrompt = 512;
constexpr ChildLimits kPatience{std::chrono::minutes(30)};

/// Returns the tokens per second of one measurement of llama-bench.
Result<double> peerSpeed(const PeerSettings& settings, std::vector<std::string> measured) {
    std::vector<std::string> arguments{"-m",  std::filesystem::absolute(settings.model).string(),
                                       "-t",  std::to_string(settings.threads),
                                       "-fa", "1",
                                       "-r",  "1",
                                       "-o",  "json"};
    arguments.insert(arguments.end(), measured.begin(), measured.end());
    std::vector<std::string> environment;
    for (const char* name : {"PATH", "HOME", "LD_LIBRARY_PATH"}) {
        if (const char* value = std::getenv(name); value != nullptr) {
            environment.push_back(fmt::format("{}={}", name, value));
        }
    }
    KVW_TRY_ASSIGN(const auto answer, runChild(settings.program, arguments, environment, {}, kPatience));
    const json rows = json::parse(answer.output, nullptr, false);
    if (answer.code != 0 || answer.signal != 0 || !rows.is_array() || rows.empty() || !rows[0].is_object() ||
        !rows[0].value("avg_ts", json()).is_number() || rows[0]["avg_ts"] <= 0) {
        return fail(Code::BadUsage, settings.program.string(), "does not answer as llama-bench does",
                    answer.signal != 0
                        ? phrase("signal %1", answer.signal)
                        : phrase("exit code %1, %2", answer.code,
                                 answer.output.empty() ? Phrase("no output") : Phrase(beginningOf(answer.output, 80))),
                    phrase("JSON with avg_ts from llama-bench %1", fmt::format("{}", fmt::join(arguments, " "))));
    }
    return rows[0]["avg_ts"].get<double>();
}

struct Measure {
    const char* name;
    std::int64_t prompt, steps;     ///< of the run here
    std::vector<std::string> peer;  ///< arguments of llama-bench
    Rounds speeds{};                ///< in tokens per second
};

Result<double> ourSpeed(const BenchStart& start, const Measure& measure) {
    KVW_TRY_ASSIGN(auto run, prefilled(start, {{"full"}, Capture::Rows, measure.prompt},
                                       std::max<std::int64_t>(measure.steps, 1)));
    double seconds = run->recording()->ttft(0) / 1e3;
    if (measure.steps > 0) {
        const Stopwatch decoding;
        for (std::int64_t i = 0; i < measure.steps; ++i) {
            KVW_TRY(run->step());
        }
        seconds = decoding.ms() / 1e3;
    }
    run->close(RunState::Stopped, {});
    return static_cast<double>(measure.steps > 0 ? measure.steps : measure.prompt) / seconds;
}

}  // namespace

Result<ordered_json> benchPeer(const BenchStart& start, const PeerSettings& settings, const ProgressSink& progress) {
    if (settings.model.extension() != ".gguf") {
        return fail(Code::BadUsage, "--peer", "llama-bench reads no such model", settings.model.string(),
                    "a GGUF file");
    }
    const auto tokens = [](std::int64_t count) { return std::to_string(count); };
    std::vector<Measure> measures{{"prefill", kPrompt, 0, {"-p", tokens(kPrompt), "-n", "0"}},
                                  {"decode",
                                   settings.depth,
                                   settings.steps,
                                   {"-p", "0", "-n", tokens(settings.steps), "-d", tokens(settings.depth)}}};
    for (std::int64_t round = 0; round < settings.rounds; ++round) {
        for (Measure& measure : measures) {
            const auto ours = ourSpeed(start, measure);
            KVW_TRY_ASSIGN(const auto theirs, ours ? peerSpeed(settings, measure.peer) : ours);
            measure.speeds.add("tokens_per_s", *ours);
            measure.speeds.add("peer_tokens_per_s", theirs);
            measure.speeds.add("over_peer", *ours / theirs);
            if (progress) {
                progress({round + 1, settings.rounds, measure.name});
            }
        }
    }
    ordered_json list = ordered_json::array();
    for (const Measure& measure : measures) {
        ordered_json row{{"measure", measure.name}, {"prompt", measure.prompt}, {"steps", measure.steps}};
        row.update(measure.speeds.medians());
        list.push_back(std::move(row));
    }
    return ordered_json{{"program", settings.program.string()}, {"threads", settings.threads}, {"measures", list}};
}

}  // namespace kvw
