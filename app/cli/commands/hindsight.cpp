// SPDX-License-Identifier: Apache-2.0
/// `kvw hindsight`: measures how far the tokens kept by a lane are from the best set of the same size.
#include "core/analysis/attention/hindsight.h"

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/base/json/json_value.h"
#include "core/base/text_format.h"
#include "core/bundle/bundle.h"
#include "core/trace/lane_name.h"

namespace kvw::cli {
namespace {

using metrics::HindsightMass;
using nlohmann::ordered_json;

struct HindsightOptions {
    std::string bundle;
    std::int64_t steps = 512, missed = 5;
    bool json = false;
};

/// Returns a table of numbers by layer or step.
tables::Table sharesBy(const char* of) {
    return {{memberColumn(of, of), memberColumn("held", "held", decimals<4>),
             memberColumn("regret", "regret", decimals<4>),
             memberColumn("regret_protected", "protected alike", decimals<4>)}};
}

/// Adds a row; `get` returns the value of a member function of HindsightMass.
template <class Get>
void addShares(tables::Table& table, tables::Cell of, Get get) {
    table.add({std::move(of), get(&HindsightMass::retained), get(&HindsightMass::regret),
               get(&HindsightMass::regretProtected)});
}

/// Returns the layer with the largest regret at a step.
std::int32_t worstLayer(const Hindsight& judged, std::size_t index) {
    std::int32_t worst = 0;
    for (std::int32_t layer = 1; layer < judged.layers; ++layer) {
        if (judged.at(layer, index).regret().value_or(-1) > judged.at(worst, index).regret().value_or(-1)) {
            worst = layer;
        }
    }
    return worst;
}

ordered_json worstJson(const Recording& recording, std::int32_t lane, const Hindsight& judged, std::int64_t most) {
    const std::size_t index = judged.worst();
    if (index == judged.steps.size()) {
        return nullptr;
    }
    const std::int32_t layer = worstLayer(judged, index), step = judged.steps[index];
    const auto missed = [&](const MissedToken& each) -> ordered_json {
        return {{"token", each.token},
                {"text", bundle::validUtf8(recording.trace(lane).tokenText(each.token))},
                {"share", each.share},
                {"evicted_at", each.evictedAt}};
    };
    return {{"step", step},
            {"regret", orNull(judged.mean(index, &HindsightMass::regret))},
            {"layer", layer},
            {"missed", jsonList(missedTokens(recording, lane, layer, step, static_cast<std::size_t>(most)), missed)}};
}

/// Returns the table of the layers.
tables::Table layersOf(const Hindsight& judged) {
    tables::Table table = sharesBy("layer");
    for (std::int32_t layer = 0; layer < judged.layers; ++layer) {
        addShares(table, layer, [&](auto share) { return judged.layerMean(layer, share); });
    }
    addShares(table, "all", [&](auto share) { return judged.overall(share); });
    return table;
}

ordered_json laneJson(const Recording& recording, std::int32_t lane, const Hindsight& judged,
                      const tables::Table& layers, std::int64_t missed) {
    ordered_json json{{"lane", lane},
                      {"policy", laneName(recording.description(), lane)},
                      {"judged_steps", judged.steps.size()},
                      {"every", judged.every}};
    if (onlySelectsReads(recording, lane)) {
        json["note"] = "it holds every token and selects which of them a step reads: what it reads is not judged";
    }
    addRows(json, layers, "layers");
    json["worst"] = worstJson(recording, lane, judged, missed);
    tables::Table steps = sharesBy("step");
    for (std::size_t index = 0; index < judged.steps.size(); ++index) {
        addShares(steps, judged.steps[index], [&](auto share) { return judged.mean(index, share); });
    }
    json["steps"] = toJson(steps);
    return json;
}

std::string laneText(const ordered_json& lane, const tables::Table& layers) {
    std::string text = fmt::format("lane {}  {}\n{}", lane["lane"].get<int>(),
                                   oneLine(lane["policy"].get<std::string>()), toText(layers, 2));
    if (lane.contains("note")) {
        text += fmt::format("  {}\n", lane["note"].get<std::string>());
    }
    const ordered_json& worst = lane["worst"];
    constexpr double kShown = 5e-5;  // smaller values are printed as 0.0000
    if (worst.is_object() && worst["regret"].is_number() && worst["regret"].get<double>() < kShown) {
        text += "  no regret at any judged step: no set of the same size has more later attention\n";
    } else if (worst.is_object()) {
        text += fmt::format("  worst at step {}: regret {}, most of it in layer {}\n", worst["step"].get<int>(),
                            numberText(worst["regret"]), worst["layer"].get<int>());
        for (const ordered_json& missed : worst["missed"]) {
            text += fmt::format("    missed token {} \"{}\": {} of the later attention, evicted at step {}\n",
                                missed["token"].get<int>(), oneLine(missed["text"].get<std::string>()),
                                numberText(missed["share"]), missed["evicted_at"].get<int>());
        }
    }
    return text;
}

Result<Exit> run(const HindsightOptions& options) {
    KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
    const Recording& recording = *opened.recording;
    ordered_json lanes = ordered_json::array();
    std::string text =
        "Later attention of the full cache to the held tokens, and how much more the best set of the same size has\n";
    for (const std::int32_t lane : recording.tracedLanes()) {
        if (lane == 0 && recording.lanes() > 1) {
            continue;  // the full cache
        }
        KVW_TRY_ASSIGN(const auto judged, hindsight(recording, lane, options.steps).map_error([&](Error failure) {
            failure.where = options.bundle;
            failure.expected = "a bundle of kvw compare --capture maps";
            return failure;
        }));
        const tables::Table layers = layersOf(judged);
        lanes.push_back(laneJson(recording, lane, judged, layers, options.missed));
        text += laneText(lanes.back(), layers);
    }
    ordered_json report{{"bundle_hash", opened.hash}, {"lanes", std::move(lanes)}};
    addWarnings(report, opened);
    print(options.json ? dumped(report) : text);
    return Exit::Good;
}

}  // namespace

void addHindsight(Commands& commands) {
    const auto [app, options] = commands.add<HindsightOptions>(
        "hindsight", "Compare the kept tokens of lanes with the best set of the same size",
        "  kvw compare --text needle --policy snapkv --capture maps --out lanes\n"
        "  kvw hindsight lanes\n", run);
    addOption(app, "bundle", options.bundle, "a comparison with attention rows (--capture maps)",
              somePath().named("BUNDLE"))
        ->required();
    addSetting(app, "--steps", options.steps, "limit of judged steps, evenly spaced", wholeNumber(1));
    addSetting(app, "--missed", options.missed, "number of most missed tokens to list at the worst step",
               wholeNumber(0, 1000));
    app.add_flag("--json", options.json, "print one JSON object, with every judged step");
}

}  // namespace kvw::cli
