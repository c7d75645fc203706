// SPDX-License-Identifier: Apache-2.0
/// `kvw reach`: reports how many tokens recorded attention reads, how far back, and how much of it evictions removed.
#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/text_table.h"
#include "core/analysis/attention/attention_reach.h"
#include "core/base/json/json_value.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

ordered_json reachJson(const AttentionReach& reach) {
    return {{"effective_tokens", orNull(reach.effectiveTokens)},
            {"normalised_entropy", orNull(reach.normalisedEntropy)},
            {"mean_distance", orNull(reach.meanDistance)},
            {"span", orNull(reach.span)},
            {"evicted_mass", orNull(reach.evictedMass)}};
}

Result<ordered_json> reachReport(const OpenedBundle& opened, const std::string& bundle, std::int32_t lane) {
    const auto reach = attentionReach(*opened.recording, lane);
    if (!reach) {
        Error failure = reach.error();
        failure.where = bundle;
        return tl::unexpected(failure);
    }
    ordered_json report{{"rows", reach->rows}, {"evicting_rows", reach->evicting}};
    report.update(reachJson(reach->all));
    report["layers"] = ordered_json::array();
    for (std::size_t layer = 0; layer < reach->layers.size(); ++layer) {
        ordered_json row{{"layer", layer}};
        row.update(reachJson(reach->layers[layer]));
        report["layers"].push_back(std::move(row));
    }
    return report;
}

std::string reachText(const ordered_json& report) {
    tables::Table table{{numberColumn("layer"), numberColumn("effective tokens"), numberColumn("H / ln n"),
                         numberColumn("mean distance"), numberColumn("span"), numberColumn("evicted mass")}};
    const auto add = [&table](const std::string& name, const ordered_json& row) {
        table.add({name, numberText(row["effective_tokens"]), numberText(row["normalised_entropy"]),
                   numberText(row["mean_distance"]), numberText(row["span"]), numberText(row["evicted_mass"])});
    };
    for (const ordered_json& row : report["layers"]) {
        add(row["layer"].dump(), row);
    }
    add("all", report);
    return fmt::format("lane {}  {}: means over {} decoded tokens, evicted mass over {} that evicted\n{}",
                       report["lane"].get<int>(), oneLine(report["policy"].get<std::string>()), report["rows"].dump(),
                       report["evicting_rows"].dump(), toText(table, 2));
}

}  // namespace

void addReach(Commands& commands) {
    const auto options = std::make_shared<LaneReportOptions>();
    CLI::App* app = commands.add("reach", "Measure how many tokens recorded attention reads and how far back",
                                 "  kvw run --text story --policy streaming:recent=256 --capture maps --out story-run\n"
                                 "  kvw reach story-run\n");
    addLaneReport(*app, *options, "a bundle with attention rows (--capture maps)");
    commands.setAction([options] {
        return printLaneReport(
            *options,
            [&](const OpenedBundle& opened, std::int32_t lane) { return reachReport(opened, options->bundle, lane); },
            reachText);
    });
}

}  // namespace kvw::cli
