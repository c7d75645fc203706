// SPDX-License-Identifier: Apache-2.0
/// `kvw fork`: repeats a recorded run up to a token, and continues from there with other parameters or another policy.

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/run/run_driver.h"
#include "app/cli/values.h"
#include "core/bundle/bundle.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

struct ForkOptions {
    std::string bundle, policy, model, text, device;
    std::vector<std::string> settings;
    std::int64_t at = -1, lane = -1;
    bool parentTokens = false;
    int threads = 0;
    Outputs outputs;
};

/// Applies the parameter changes of `settings` to the policy and removes them from `settings`.
Result<std::string> turned(const Catalog& catalog, const std::string& text, std::vector<RunChange>& settings) {
    KVW_TRY_ASSIGN(auto policy, resolvePolicy(catalog, text));
    const auto isParameter = [](const RunChange& setting) { return setting.kind == RunChange::Kind::Parameter; };
    for (const RunChange& setting : settings) {
        KVW_TRY(isParameter(setting) ? setParameter(policy, setting.name, setting.value) : Result<void>());
    }
    std::erase_if(settings, isParameter);
    return policy.text;
}

Result<RunSpec> forkOf(const ForkOptions& options, const OpenedBundle& opened, const Catalog& catalog) {
    const RunDescription& run = opened.recording->description();
    RunSpec like;
    like.model = options.model;
    like.threads = options.threads;
    KVW_TRY_ASSIGN(like.textFile, options.text.empty() ? Result<std::filesystem::path>(shippedText(run.textHash))
                                                       : findText(options.text));
    like.question = questionOf(run);
    KVW_TRY_ASSIGN(const auto lane, policyLane(run, options.lane, "kvw fork"));
    std::vector<RunChange> changes, settings;
    for (const std::string& setting : options.settings) {
        KVW_TRY_ASSIGN(auto change, parseChange(setting, options.at));
        settings.push_back(std::move(change));
    }
    const bool known = lane < static_cast<std::int32_t>(run.lanes.size());
    const bool nothingRead = known && options.at < run.promptTokens && readTogether(run, lane, options.at).begin == 0;
    KVW_TRY_ASSIGN(auto chain, chainBefore(*opened.recording, lane, options.at));
    std::string policy = options.policy;
    if (nothingRead) {
        // A parameter cannot change before anything is read, so the policy starts with the new value.
        KVW_TRY_ASSIGN(policy, turned(catalog, policy.empty() ? chain.policy : policy, settings));
    }
    if (!policy.empty()) {
        KVW_TRY_ASSIGN(changes, changesTo(catalog, chain, policy, options.at, nothingRead));
    }
    changes.insert(changes.end(), settings.begin(), settings.end());
    KVW_TRY_ASSIGN(auto spec, forkSpec(*opened.recording, lane, options.at, changes, like,
                                       options.parentTokens ? ForkText::Parents : ForkText::Own));
    if (!options.device.empty()) {
        spec.device = options.device;
    }
    return spec;
}

Result<Exit> fork(const ForkOptions& options) {
    if (!options.outputs.out.empty()) {
        KVW_TRY(checkBundleTarget(options.outputs.out, options.outputs.overwrite));
    }
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
    KVW_TRY_ASSIGN(const auto spec, forkOf(options, opened, catalog));
    Outputs outputs = options.outputs;
    outputs.compare = spec.policies.size() > 1;
    outputs.parent = opened.recording;
    outputs.ownFrom = options.at;
    return runAndReport(spec, catalog, outputs);
}

}  // namespace

void addFork(Commands& commands) {
    const auto [app, options] = commands.add<ForkOptions>(
        "fork", "Repeat a recorded run up to a token and continue with other parameters or another policy",
        "  kvw fork story-run --at 700 --policy h2o:heavy=128,recent=128 --out other\n"
        "  kvw fork story-run --at 700 --set recent=64 --json\n"
        "  kvw fork generated-run --at 80 --set evict=12,20-25 --parent-tokens --out scored\n", fork);
    addOption(app, "bundle", options.bundle, "the run", anyText("BUNDLE"))->required();
    addOption(app, "--at", options.at,
              "first token of the fork; those before it are the run's; in the prompt, the tokens that are read "
              "together with it are the fork's, too",
              wholeNumber(0).named("STEP"))
        ->required();
    addOption(app, "--policy", options.policy,
              "policy from there on: the same with other live parameters keeps its state, another one takes over the "
              "cache",
              presetNames());
    addRepeated(app, "--set", options.settings,
                "a live parameter, or evict=, pin=, release= or restore= with tokens as 12,20-25; repeat for more",
                anyText("NAME=VALUE"));
    app.add_flag("--parent-tokens", options.parentTokens,
                 "of a run that generates: read the tokens that it generated, so that both NLLs are of the same "
                 "tokens");
    addOption(app, "--lane", options.lane, "lane of a comparison with several policies", wholeNumber(0));
    addOption(app, "--model", options.model, "where the model is; default: the embedded model", modelPath());
    addOption(app, "--text", options.text, "where the text is; default: the embedded one, else the bundle's tokens",
              somePath());
    addDevice(app, options.device, "device that reads the prompt and runs decode steps; default: that of the run");
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
    options.outputs.declareOutput(app);
}

}  // namespace kvw::cli
