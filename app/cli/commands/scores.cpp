// SPDX-License-Identifier: Apache-2.0
/// `kvw scores`: prints the scores that a recorded run's policy gave each token when it last compared them.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/analysis/token_score.h"
#include "core/base/json/json_value.h"
#include "core/base/text_format.h"

namespace kvw::cli {
namespace {

struct ScoresOptions : LaneReportOptions {
    std::int64_t step = -1, layer = 0, head = 0, token = -1;
};

Result<void> checkPlace(const ScoresOptions& options, const Trace& trace) {
    const TraceShape& shape = trace.shape();
    const auto refused = [](const char* option, std::int64_t found, std::int64_t count) {
        return fail(Code::BadUsage, option, "there is no such one", std::to_string(found),
                    phrase("0 to %1", count - 1));
    };
    if (options.layer >= shape.layers) {
        return refused("--layer", options.layer, shape.layers);
    }
    if (options.head >= shape.units) {
        return refused("--head", options.head, shape.units);
    }
    return options.step < trace.steps() ? Result<void>() : refused("--step", options.step, trace.steps());
}

std::string scoreText(double score) {
    return fmt::format("{:.5g}", score);
}

Result<LaneReport> report(const OpenedBundle& opened, const ScoresOptions& options, std::int32_t lane) {
    const Trace& trace = opened.recording->trace(lane);
    KVW_TRY(checkPlace(options, trace));
    const auto layer = static_cast<std::int32_t>(options.layer), unit = static_cast<std::int32_t>(options.head);
    const std::int64_t step = options.step < 0 ? trace.steps() - 1 : options.step;
    const std::vector<ScoredToken> scored = tokenScores(trace, step, layer, unit);
    if (scored.empty()) {
        return fail(Code::BadUsage, options.bundle,
                    phrase("no selection by scores is recorded of layer %1, head %2, up to step %3", layer, unit, step),
                    phrase("capture %1", opened.recording->description().capture),
                    "a policy that compares scores, and a run with --capture maps (each step), or rows or stats "
                    "(prompt, and one step in 16, where the scores take 32 MiB at most)");
    }
    const TokenScore& any = scored.front().of;
    const auto gone = trace.evictedAt(any.step, layer, unit);
    tables::Table tokens{
        {memberColumn("token", "token"),
         {"text", "text", {}, false, lineText},
         memberColumn("score", "score", [](const tables::Cell& score) { return scoreText(std::get<double>(score)); }),
         memberColumn("rank", "rank"),
         {"kept", {}, {}, false, [](const tables::Cell& kept) -> std::string {
              return std::get<bool>(kept) ? "kept" : "evicted";
          }}}};
    for (const auto& [token, of] : scored) {
        if (options.token < 0 || options.token == token) {
            tokens.add({token, std::string(trace.tokenText(token)), bundle::shortestDouble(of.score), of.rank,
                        gone[static_cast<std::size_t>(token)] < 0});
        }
    }
    if (tokens.rows.empty()) {
        return fail(Code::BadUsage, "--token",
                    phrase("it was not compared at step %1: protected, evicted before, or not there yet", any.step),
                    std::to_string(options.token));
    }
    const double cut = bundle::shortestDouble(any.cut);
    return LaneReport{
        {{"step", any.step},
         {"layer", layer},
         {"head", unit},
         {"compared", any.among},
         {"kept", any.kept},
         {"cut", orNull(cut)},
         {"tokens", toJson(tokens)}},
        fmt::format("selection at step {}, layer {}, head {}: {} of {} compared stayed, lowest kept score {}\n{}",
                    any.step, layer, unit, any.kept, any.among, std::isfinite(cut) ? scoreText(cut) : "-",
                    toText(withColumns(tokens, {"rank", "token", "score", "kept", "text"}), 2))};
}

}  // namespace

void addScores(Commands& commands) {
    const auto [app, options] = addLaneCommand<ScoresOptions>(
        commands, "scores", "List score and rank of every token at a recorded selection, kept ones included",
        "  kvw run --text story --policy h2o:heavy=128,recent=128 --capture maps --out story-run\n"
        "  kvw scores story-run --step 700 --layer 2 --head 1\n",
        "a bundle of a run with a policy that compares scores", report);
    addOption(app, "--step", options.step, "show the last recorded selection up to this step; default: the last one",
              wholeNumber(0).named("STEP"));
    addSetting(app, "--layer", options.layer, "layer", wholeNumber(0));
    addSetting(app, "--head", options.head, "head of the keep-set: KV head or query head, as the policy keeps them",
               wholeNumber(0));
    addOption(app, "--token", options.token, "only this token", wholeNumber(0));
}

}  // namespace kvw::cli
