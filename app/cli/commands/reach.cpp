// SPDX-License-Identifier: Apache-2.0
/// `kvw reach`: reports how many tokens recorded attention reads, how far back, and how much of it evictions removed.
#include <fmt/format.h>

#include <utility>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/text_table.h"
#include "core/analysis/attention/attention_reach.h"

namespace kvw::cli {
namespace {

/// Returns a row per layer and one for all of them.
tables::Table reachTable(const LaneReach& reach) {
    tables::Table table{
        {memberColumn("layer", "layer"), memberColumn("effective_tokens", "effective tokens", decimals<4>),
         memberColumn("normalised_entropy", "H / ln n", decimals<4>),
         memberColumn("mean_distance", "mean distance", decimals<4>), memberColumn("span", "span", decimals<4>),
         memberColumn("evicted_mass", "evicted mass", decimals<4>)}};
    const auto add = [&table](tables::Cell of, const AttentionReach& row) {
        table.add(
            {std::move(of), row.effectiveTokens, row.normalisedEntropy, row.meanDistance, row.span, row.evictedMass});
    };
    for (std::size_t layer = 0; layer < reach.layers.size(); ++layer) {
        add(static_cast<std::int64_t>(layer), reach.layers[layer]);
    }
    add("all", reach.all);
    return table;
}

Result<LaneReport> reachReport(const OpenedBundle& opened, const LaneReportOptions& options, std::int32_t lane) {
    KVW_TRY_ASSIGN(const auto reach, aboutBundle(options, attentionReach(*opened.recording, lane)));
    const tables::Table table = reachTable(reach);
    nlohmann::ordered_json members{{"rows", reach.rows}, {"evicting_rows", reach.evicting}};
    addRows(members, table, "layers");
    return LaneReport{std::move(members),
                      fmt::format("means over {} decoded tokens, evicted mass over {} that evicted\n{}", reach.rows,
                                  reach.evicting, toText(table, 2))};
}

}  // namespace

void addReach(Commands& commands) {
    addLaneCommand<LaneReportOptions>(
        commands, "reach", "Measure how many tokens recorded attention reads and how far back",
        "  kvw run --text story --policy streaming:recent=256 --capture maps --out story-run\n"
        "  kvw reach story-run\n",
        "a bundle with attention rows (--capture maps)", reachReport);
}

}  // namespace kvw::cli
