// SPDX-License-Identifier: Apache-2.0
/// `kvw what-if`: shows what other policies or parameters would keep of a prompt that is read once.
#include "core/session/what_if.h"
#include "core/base/json/json_value.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/run/run_driver.h"
#include "app/cli/values.h"
#include "core/base/stopwatch.h"
#include "core/bundle/bundle.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

/// Memory limit in bytes; only the model is in memory beside it.
constexpr std::int64_t kMostBytes = std::int64_t{4} << 30U;

struct WhatIfOptions {
    std::string bundle, model, text, question, positions = "original";
    std::vector<std::string> policies;
    std::int64_t promptTokens = -1, lane = -1;
    int threads = 0;
    bool json = false;
};

/// Returns the run that reads the prompt, as `lane` of the recording read it.
Result<RunSpec> promptOf(const WhatIfOptions& options, const Recording* recording, std::int32_t lane) {
    RunSpec spec;
    if (recording != nullptr) {
        if (!options.text.empty() || options.promptTokens >= 0) {
            return fail(Code::BadUsage, "kvw what-if", "text and prompt are those of the bundle",
                        options.text.empty() ? "--prompt-tokens" : "--text");
        }
        const RunDescription& run = recording->description();
        spec = specOf(withSettings(run, settingsOf(run, lane)));
    } else {
        KVW_TRY_ASSIGN(spec.textFile, findText(options.text.empty() ? "story" : options.text));
        spec.promptTokens = options.promptTokens;
        spec.positions = options.positions == "cache-rank" ? Positions::CacheRank : Positions::Original;
    }
    spec.policies = {"full"};
    spec.device = "cpu";  // prompts are read there, and nothing is decoded
    spec.model = options.model;
    spec.threads = options.threads;
    spec.steps = 0;
    spec.capture = Capture::None;
    spec.observationBytes = kMostBytes;
    return spec;
}

/// `overlap`: with another selection, per layer.
ordered_json toJson(const PromptSelection& selection, const std::vector<double>& overlap) {
    ordered_json layers = ordered_json::array();
    for (std::int32_t layer = 0; layer < selection.layers; ++layer) {
        ordered_json kept = ordered_json::array();
        ordered_json budgets = ordered_json::array();
        for (std::int32_t unit = 0; unit < selection.units; ++unit) {
            const auto index = static_cast<std::size_t>(layer * selection.units + unit);
            kept.push_back(selection.kept[index]);
            budgets.push_back(orNull(static_cast<double>(selection.budgets[index])));
        }
        layers.push_back({{"layer", layer},
                          {"held", selection.heldOf(layer)},
                          {"budgets", std::move(budgets)},
                          {"overlap", overlap[static_cast<std::size_t>(layer)]},
                          {"kept", std::move(kept)}});
    }
    return {{"policy", selection.policy},
            {"ms", selection.ms},
            {"warnings", englishOf(selection.warnings)},
            {"notes", englishOf(selection.notes)},
            {"layers", std::move(layers)}};
}

/// Returns a row per selection, with what it holds of each layer.
std::string heldText(ordered_json selections) {
    std::vector<tables::Column> columns{lineColumn("/policy", "policy")};
    for (std::size_t layer = 0; layer < selections[0]["layers"].size(); ++layer) {
        columns.push_back({fmt::format("/layers/{}/held", layer),
                           fmt::format("layer {}", layer),
                           {},
                           false,
                           [](const tables::Cell& held) { return fmt::format("{:g}", *tables::numberIn(held)); }});
    }
    for (ordered_json& selection : selections) {
        double overlap = 0;
        for (const ordered_json& layer : selection["layers"]) {
            overlap += layer["overlap"].get<double>();
        }
        selection["overlap"] = overlap / static_cast<double>(selection["layers"].size());
    }
    columns.insert(columns.end(),
                   {{"/overlap", "overlap", {}, false, decimals<3>}, {"/ms", "ms", {}, false, decimals<1>}});
    return toText(tableOf(selections, std::move(columns)), 2);
}

std::string answerText(const ordered_json& answer, const std::string& reference) {
    std::string text = fmt::format("prompt of {} tokens, its observations take {}; {:.0f} ms to prepare the answers\n",
                                   answer["prompt_tokens"].dump(), bytesText(answer["bytes"].get<std::int64_t>()),
                                   answer["prepare_ms"].get<double>());
    text += heldText(answer["selections"]);
    text += fmt::format("  tokens held per layer (mean over heads); overlap with {}, mean over layers\n",
                        oneLine(reference));
    if (answer.contains("inside")) {
        text += fmt::format("with the question of {} tokens inside the prompt\n", answer["question_tokens"].dump());
        text += heldText(answer["inside"]);
        text += "  tokens held per layer (mean over heads); overlap with the selection without the question, over the "
                "tokens before it, mean over layers\n";
    }
    for (const ordered_json& selection : answer["selections"]) {
        for (const ordered_json& warning : selection["warnings"]) {
            text += fmt::format("  {}: {}\n", oneLine(selection["policy"].get<std::string>()),
                                oneLine(warning.get<std::string>()));
        }
    }
    return text;
}

/// Selections from one prompt.
struct Selections {
    std::vector<PromptSelection> list;  ///< by policy
    std::int64_t bytes = 0;
    double prepareMs = 0;
};

Result<Selections> selectionsOf(Run& run, const std::vector<std::string>& policies) {
    KVW_TRY_ASSIGN(const auto prompt, run.observedPrompt());
    Selections selections;
    const Stopwatch watch;
    prompt->prepare(policies);
    selections.prepareMs = watch.ms();
    for (const std::string& policy : policies) {
        KVW_TRY_ASSIGN(auto selected, prompt->select(policy));
        selections.list.push_back(std::move(selected));
    }
    selections.bytes = prompt->bytes();
    return selections;
}

/// Returns the run whose prompt is that of `outside` with the question behind it. `spec`: the run without it.
Result<RunSpec> withQuestionInside(RunSpec spec, const RunDescription& outside, const std::string& question,
                                   const Catalog& catalog, Engine& engine) {
    const auto tokens = static_cast<std::ptrdiff_t>(outside.promptTokens);
    spec.ids = std::vector<std::int32_t>(outside.tokenIds.begin(), outside.tokenIds.begin() + tokens);
    spec.textFile.clear();
    spec.mode = Mode::Generate;
    spec.promptTokens = spec.questionTokens = -1;
    KVW_TRY_ASSIGN(spec.question, questionText(question));
    // The engine knows the tokens of the question.
    KVW_TRY_ASSIGN(const auto run, engine.start(spec, catalog, {}));
    RunSpec inside = questionInside(run->recording()->description(), 0);
    inside.model = spec.model;
    inside.threads = spec.threads;
    return inside;
}

Result<Exit> whatIf(const WhatIfOptions& options) {
    OpenedBundle bundle;
    std::optional<PromptSelection> reference;
    std::int32_t lane = 0;
    if (!options.bundle.empty()) {
        KVW_TRY_ASSIGN(bundle, openAndWarn(options.bundle));
    }
    const std::shared_ptr<Recording>& recording = bundle.recording;
    if (recording) {
        KVW_TRY_ASSIGN(lane, policyLane(recording->description(), options.lane, "kvw what-if"));
        KVW_TRY_ASSIGN(reference, heldBehindPrompt(*recording, lane));
    }
    KVW_TRY_ASSIGN(const auto spec, promptOf(options, recording.get(), lane));
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    const Interrupt interrupt;
    ProgressLine line(!options.json);
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    KVW_TRY_ASSIGN(const auto run, engine->start(spec, catalog, line.sink("load")));
    if (recording) {
        KVW_TRY(checkSameText(*recording, *run->recording()));
    }
    KVW_TRY(runToEnd(*run, interrupt, line));
    line.clear();
    KVW_TRY_ASSIGN(const auto outside, selectionsOf(*run, options.policies));
    reference = reference ? reference : outside.list.front();
    ordered_json selections = ordered_json::array();
    for (const PromptSelection& selected : outside.list) {
        selections.push_back(toJson(selected, overlapOf(selected, *reference)));
    }
    ordered_json answer{{"prompt_tokens", reference->promptTokens},
                        {"bytes", outside.bytes},
                        {"prepare_ms", outside.prepareMs},
                        {"reference", reference->policy},
                        {"selections", std::move(selections)}};
    if (!options.question.empty()) {
        KVW_TRY_ASSIGN(const auto longer, withQuestionInside(spec, run->recording()->description(), options.question,
                                                             catalog, *engine));
        KVW_TRY_ASSIGN(const auto second, engine->start(longer, catalog, {}));
        KVW_TRY(runToEnd(*second, interrupt, line));
        line.clear();
        KVW_TRY_ASSIGN(const auto inside, selectionsOf(*second, options.policies));
        answer["question_tokens"] = second->recording()->description().promptTokens - reference->promptTokens;
        answer["inside"] = ordered_json::array();
        for (std::size_t i = 0; i < inside.list.size(); ++i) {
            const PromptSelection context = keptOfFirst(inside.list[i], reference->promptTokens);
            answer["inside"].push_back(toJson(inside.list[i], overlapOf(context, outside.list[i])));
        }
    }
    addWarnings(answer, bundle);
    print(options.json ? dumped(answer) : answerText(answer, reference->policy));
    return Exit::Good;
}

}  // namespace

void addWhatIf(Commands& commands) {
    const auto [app, options] = commands.add<WhatIfOptions>(
        "what-if", "Show which tokens of a prompt policies that select once would keep; the prompt is read once",
        "  kvw what-if story-run --policy snapkv:capacity=128 --policy cake:capacity=128\n"
        "  kvw what-if --text needle --policy snapkv:capacity=64 --policy snapkv:capacity=64,window=8\n", whatIf);
    addOption(app, "bundle", options.bundle, "run with the prompt; default: the prompt of --text",
              somePath().named("BUNDLE"));
    addRepeated(app, "--policy", options.policies, "a policy that selects once, after the prompt; repeat for more",
                presetNames())
        ->required();
    addOption(app, "--lane", options.lane, "lane to compare with, if the bundle has several policies", wholeNumber(0));
    addOption(app, "--model", options.model, "where the model is; default: the embedded model", modelPath());
    addOption(app, "--text", options.text,
              "text file, or an embedded text (a file of its name: ./story); default: story", somePath());
    addOption(app, "--prompt-tokens", options.promptTokens, "where prefill ends; default: a quarter of the text",
              wholeNumber(1));
    addOption(app, "--question", options.question,
              "text, or file of text, behind the prompt: also shows what the policies keep with it inside the prompt",
              anyText("TEXT|FILE"));
    addSetting(app, "--positions", options.positions, "RoPE phase of kept keys, without a bundle",
               oneOf({"original", "cache-rank"}));
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
    app.add_flag("--json", options.json, "print one JSON object, with every kept token, instead of text");
}

}  // namespace kvw::cli
