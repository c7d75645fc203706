// SPDX-License-Identifier: Apache-2.0
/// `kvw scores`: prints the scores that a recorded run's policy gave each token when it last compared them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
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

using nlohmann::ordered_json;

struct ScoresOptions {
    LaneReportOptions of;
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

ordered_json tokenJson(const Trace& trace, std::int64_t token, const TokenScore& of, bool kept) {
    return {{"token", token},
            {"text", std::string(trace.tokenText(token))},
            {"score", bundle::shortestDouble(of.score)},
            {"rank", of.rank},
            {"kept", kept}};
}

Result<ordered_json> report(const OpenedBundle& opened, const ScoresOptions& options, std::int32_t lane) {
    const Trace& trace = opened.recording->trace(lane);
    KVW_TRY(checkPlace(options, trace));
    const auto layer = static_cast<std::int32_t>(options.layer), unit = static_cast<std::int32_t>(options.head);
    const std::int64_t step = options.step < 0 ? trace.steps() - 1 : options.step;
    const std::vector<ScoredToken> scored = tokenScores(trace, step, layer, unit);
    if (scored.empty()) {
        return fail(Code::BadUsage, options.of.bundle,
                    phrase("no selection by scores is recorded of layer %1, head %2, up to step %3", layer, unit, step),
                    phrase("capture %1", opened.recording->description().capture),
                    "a policy that compares scores, and a run with --capture maps (each step), or rows or stats "
                    "(prompt, and one step in 16, where the scores take 32 MiB at most)");
    }
    const TokenScore& any = scored.front().of;
    const auto gone = trace.evictedAt(any.step, layer, unit);
    ordered_json tokens = ordered_json::array();
    for (const auto& [token, of] : scored) {
        if (options.token < 0 || options.token == token) {
            tokens.push_back(tokenJson(trace, token, of, gone[static_cast<std::size_t>(token)] < 0));
        }
    }
    if (tokens.empty()) {
        return fail(Code::BadUsage, "--token",
                    phrase("it was not compared at step %1: protected, evicted before, or not there yet", any.step),
                    std::to_string(options.token));
    }
    return ordered_json{
        {"step", any.step},           {"layer", layer},   {"head", unit},
        {"compared", any.among},      {"kept", any.kept}, {"cut", orNull(bundle::shortestDouble(any.cut))},
        {"tokens", std::move(tokens)}};
}

std::string scoreText(const ordered_json& value) {
    return value.is_null() ? std::string("-") : fmt::format("{:.5g}", value.get<double>());
}

std::string scoresText(const ordered_json& report) {
    std::string text = fmt::format(
        "lane {}  {}: selection at step {}, layer {}, head {}: {} of {} compared stayed, "
        "lowest kept score {}\n",
        report["lane"].dump(), oneLine(report["policy"].get<std::string>()), report["step"].dump(),
        report["layer"].dump(), report["head"].dump(), report["kept"].dump(), report["compared"].dump(),
        scoreText(report["cut"]));
    tables::Table tokens{
        {numberColumn("rank"), numberColumn("token"), numberColumn("score"), textColumn({}), textColumn("text")}};
    for (const ordered_json& token : report["tokens"]) {
        tokens.add({token["rank"].dump(), token["token"].dump(), scoreText(token["score"]),
                    token["kept"].get<bool>() ? "kept" : "evicted", oneLine(token["text"].get<std::string>())});
    }
    return text + toText(tokens, 2);
}

}  // namespace

void addScores(Commands& commands) {
    const auto options = std::make_shared<ScoresOptions>();
    CLI::App* app =
        commands.add("scores", "List score and rank of every token at a recorded selection, kept ones included",
                     "  kvw run --text story --policy h2o:heavy=128,recent=128 --capture maps --out story-run\n"
                     "  kvw scores story-run --step 700 --layer 2 --head 1\n");
    addLaneReport(*app, options->of, "a bundle of a run with a policy that compares scores");
    app->add_option("--step", options->step, "show the last recorded selection up to this step; default: the last one")
        ->type_name("STEP")
        ->check(wholeNumber(0));
    app->add_option("--layer", options->layer, "layer")->type_name("N")->check(wholeNumber(0))->capture_default_str();
    app->add_option("--head", options->head, "head of the keep-set: KV head or query head, as the policy keeps them")
        ->type_name("N")
        ->check(wholeNumber(0))
        ->capture_default_str();
    app->add_option("--token", options->token, "only this token")->type_name("N")->check(wholeNumber(0));
    commands.setAction([options] {
        return printLaneReport(
            options->of, [&](const OpenedBundle& opened, std::int32_t lane) { return report(opened, *options, lane); },
            scoresText);
    });
}

}  // namespace kvw::cli
