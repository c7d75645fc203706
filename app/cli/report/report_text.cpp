// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/report_text.h"

#include <fmt/format.h>

#include "app/cli/report/report_json.h"
#include "app/cli/report/text_table.h"
#include "core/analysis/compared_steps.h"
#include "core/analysis/process_memory.h"
#include "core/analysis/spike.h"
#include "core/base/comma_list.h"
#include "core/base/short_text.h"
#include "core/figures/tables.h"
#include "core/trace/lane_name.h"
#include "core/trace/lane_parameter.h"
#include "core/trace/parameter_changes.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostGenerated = 600;  ///< shown bytes of generated text

std::string parametersText(const ordered_json& parameters) {
    return joined(parameters.items(), " ",
                  [](const auto& each) { return each.key() + '=' + parameterText(each.value()); });
}

void addHead(tables::Table& table, const Recording& recording) {
    const RunDescription& run = recording.description();
    const ModelInfo& model = run.model;
    table.add({"model", fmt::format("{}: {}, {}, {} layers, {} query and {} KV heads of {}", oneLine(model.name),
                                    model.architecture, model.dtype, model.layers, model.queryHeads, model.kvHeads,
                                    model.headDim)});
    table.add({"text",
               fmt::format("{}: {} tokens, prompt {}", oneLine(run.textTitle), run.tokenIds.size(), run.promptTokens)});
    table.add(
        {"run", fmt::format("{}, {} positions, {} prefill, KV {}, seed {}, {}", run.mode, run.positions,
                            prefillText(run.prefill, run.dtype), run.kvDtype, run.seed, toText(recording.state()))});
}

std::string processText(const ProcessMemory& memory) {
    if (memory.resident <= 0) {
        return {};
    }
    return fmt::format("\nmemory of this process: {} (at most {}); weights {}, caches {}{}\n",
                       bytesText(memory.resident), bytesText(memory.peak), bytesText(memory.weights),
                       bytesText(memory.caches),
                       memory.rows > 0 ? fmt::format(", attention rows {} in temporary files", bytesText(memory.rows))
                                       : std::string());
}

std::string cacheText(const ordered_json& cache) {
    if (!cache.is_object()) {
        return numberText(cache);
    }
    return fmt::format("{} tokens over layers and heads, {} of the full cache", cache["held"].get<std::int64_t>(),
                       percentText(cache["kept_share"]));
}

std::string bytesLine(const ordered_json& cache, const ordered_json& prefill) {
    if (!cache.is_object()) {
        return numberText(cache);
    }
    const auto size = [&](const char* name) { return bytesText(cache[name].get<std::int64_t>()); };
    std::string text =
        fmt::format("live {}, allocated {}, full {}", size("bytes_live"), size("bytes_allocated"), size("bytes_full"));
    if (prefill.is_number()) {
        text += fmt::format("; at most {} in prefill", bytesText(prefill.get<std::int64_t>()));
    }
    return cache["bytes_read"].is_null() ? text : text + fmt::format("; the last step read {}", size("bytes_read"));
}

/// Returns the errors of a codec; empty: nothing was encoded.
std::string codesText(const ordered_json& cache) {
    if (!cache.is_object() || (cache["key_error"].is_null() && cache["value_error"].is_null())) {
        return {};
    }
    return fmt::format("keys are off by {}, values by {} (root mean square, over everything read as codes)",
                       percentText(cache["key_error"]), percentText(cache["value_error"]));
}

std::string runText(const Recording& recording) {
    const ordered_json lane = laneJson(recording, 0);
    const ordered_json& summary = lane["summary"];
    const ordered_json& policy = lane["policy"];
    tables::Table table;
    addHead(table, recording);
    table.add({"policy", fmt::format("{} {}  {}", policy["id"].get<std::string>(), policy["version"].get<std::string>(),
                                     parametersText(policy["parameters"]))});
    if (const std::string changes = bundle::changesText(bundle::parameterChanges(recording.trace(0)));
        !changes.empty()) {
        table.add({"changed", changes});
    }
    for (const auto& note : policy["notes"]) {
        table.add({"", note.get<std::string>()});
    }
    table.add({"mean NLL", fmt::format("{} nats over {} tokens after the prompt", numberText(summary["mean_nll"]),
                                       summary["scored_tokens"].get<std::int64_t>())});
    if (!summary["delta_nll"].is_null()) {
        table.add({"Δ NLL", numberText(summary["delta_nll"], 4, true) + " nats against the full cache"});
    }
    if (!summary["mean_kl"].is_null()) {
        table.add({"KL", numberText(summary["mean_kl"]) + " nats"});
    }
    table.add({"perplexity", numberText(summary["perplexity"], 3)});
    table.add({"held", cacheText(lane["cache"])});
    table.add({"bytes", bytesLine(lane["cache"], summary["peak_kv_bytes_prefill"])});
    if (const std::string codes = codesText(lane["cache"]); !codes.empty()) {
        table.add({"codes", codes});
    }
    table.add({"evictions", fmt::format("{} tokens in {} prune events", summary["evictions"].get<std::int64_t>(),
                                        summary["prune_events"].get<std::int64_t>())});
    table.add({"TTFT", numberText(summary["ttft_ms"], 1) + " ms"});
    table.add({"TPOT", fmt::format("{} ms ({} tokens/s)", numberText(summary["tpot_ms"], 3),
                                   numberText(summary["tokens_per_s"], 0))});
    if (!summary["answers_nll"].is_null()) {
        table.add({"answers", numberText(summary["answers_nll"]) + " nats, mean NLL over the probes"});
    }
    return toText(table);
}

std::string compareText(const Recording& recording) {
    tables::Table head;
    addHead(head, recording);
    const std::int64_t steps = comparedSteps(recording);
    const std::shared_ptr<const Recording> cut = cutTo(recording, steps);
    const Recording& compared = cut ? *cut : recording;
    if (cut) {
        head.add({"compared", fmt::format("over tokens 0 to {}, which all lanes have", steps - 1)});
    }
    ordered_json lanes = ordered_json::array();
    for (const std::int32_t lane : recording.tracedLanes()) {
        lanes.push_back(laneJson(compared, lane));
        lanes.back()["name"] = laneName(recording.description(), lane);
    }
    return toText(head) + '\n' +
           toText(
               tableOf(lanes, {lineColumn("/name", "lane"), memberColumn("/summary/mean_nll", "mean NLL", decimals<4>),
                               memberColumn("/summary/delta_nll", "Δ NLL", decimals<4, true>),
                               memberColumn("/summary/mean_kl", "KL", decimals<4>),
                               memberColumn("/summary/perplexity", "perplexity", decimals<3>),
                               memberColumn("/summary/answers_nll", "answers", decimals<4>),
                               memberColumn("/cache/held", "held", decimals<0>),
                               memberColumn("/cache/kept_share", "of full", shareText),
                               memberColumn("/cache/bytes_live", "live", sizeText),
                               memberColumn("/cache/bytes_allocated", "allocated", sizeText),
                               memberColumn("/summary/evictions", "evictions", decimals<0>),
                               memberColumn("/summary/tpot_ms", "TPOT ms", decimals<3>),
                               memberColumn("/summary/tokens_per_s", "tokens/s", decimals<0>)}));
}

/// Returns one row per probe; a comparison has an NLL and a share per lane.
std::string probesText(const Recording& recording) {
    const auto& probes = recording.description().probes;
    if (probes.empty()) {
        return {};
    }
    std::vector<std::vector<ProbeResult>> results;
    tables::Table table{{textColumn("probe"), textColumn("answer")}};
    for (const std::int32_t lane : recording.tracedLanes()) {
        const std::string prefix = recording.lanes() > 1 ? recording.description().lane(lane).policyId + " " : "";
        results.push_back(probeResults(recording, lane));
        table.columns.insert(table.columns.end(), {numberColumn(prefix + "NLL"), numberColumn("fact held")});
    }
    bool anyScored = false;
    for (std::size_t i = 0; i < probes.size(); ++i) {
        std::vector<tables::Cell> row{oneLine(probes[i].name), oneLine(probes[i].answer)};
        bool any = false;
        for (const auto& lane : results) {
            any = any || lane[i].nll == lane[i].nll;
            row.push_back(numberText(lane[i].nll));
            row.push_back(percentText(lane[i].factHeld));
        }
        if (any) {
            table.add(std::move(row));
        }
        anyScored = anyScored || any;
    }
    return anyScored ? '\n' + toText(table) : std::string();
}

/// Returns the generated text of each lane.
std::string generatedText(const Recording& recording) {
    if (recording.description().mode != "generate") {
        return {};
    }
    std::string all;
    for (const std::int32_t lane : recording.tracedLanes()) {
        const std::string text = generatedBy(recording, lane);
        const bool cut = text.size() > kMostGenerated;
        all += fmt::format("\n{}: {}{}\n", laneName(recording.description(), lane),
                           oneLine(std::string(beginningOf(text, kMostGenerated))), cut ? " ..." : "");
    }
    return all;
}

/// Returns a line for each token before which tokens were restored.
std::string nextText(const Recording& recording) {
    std::string all;
    for (const std::int32_t lane : recording.tracedLanes()) {
        for (const ordered_json& next : nextJson(recording.trace(lane))) {
            all += fmt::format("\nlikeliest tokens after token {}, before → with the tokens put back: {}\n",
                               next["step"].get<std::int64_t>(), oneLine(next["change"].get<std::string>()));
        }
    }
    return all;
}

std::string spikeText(const Recording& recording) {
    const auto parts = spikeParts(recording);
    if (!parts) {
        return {};
    }
    tables::Table table = tables::spike(recording);
    for (tables::Column& column : table.columns) {
        column.right = column.id != "branch";
        column.shown = column.right && column.id != "largest_token" ? decimals<4> : column.shown;
    }
    return fmt::format("\nprune at step {} taken apart, over tokens {} to {}\n{}{}", parts->step, parts->begin,
                       parts->end - 1, toText(table, 2),
                       parts->hasPhases() ? std::string() : fmt::format("  {}\n", kPhasesStay));
}

}  // namespace

std::string reportText(const Recording& recording, bool compare, const std::string& bundle) {
    std::string text;
    if (recording.hasTrace(0)) {
        text = (compare ? compareText(recording) : runText(recording)) + probesText(recording) +
               generatedText(recording) + nextText(recording) + (compare ? spikeText(recording) : std::string());
    }
    text += processText(processMemory(recording));
    if (!bundle.empty()) {
        text += fmt::format("\nbundle  {}\n", bundle);
    }
    return text;
}

}  // namespace kvw::cli
