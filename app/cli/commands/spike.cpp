// SPDX-License-Identifier: Apache-2.0
/// `kvw spike`: takes a prune event of a recorded run apart: the eviction alone, the change of phases alone, both, and
/// neither.
#include "core/analysis/spike.h"

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/run_driver.h"
#include "app/cli/values.h"
#include "core/session/spec/run_changes.h"
#include "core/session/spec/spike_spec.h"

namespace kvw::cli {
namespace {

struct SpikeOptions {
    std::string bundle, model, text;
    std::int64_t at = -1, tokens = kSpikeTokens, lane = -1;
    int threads = 0;
    Outputs outputs;
};

/// Returns the step to take apart: the one asked for, or the one with the largest spike.
Result<std::int64_t> eventOf(const SpikeOptions& options, const Recording& recording, std::int32_t lane) {
    if (options.at >= 0) {
        return options.at;
    }
    const auto largest = largestSpike(recording, lane);
    if (!largest) {
        return fail(Code::BadUsage, options.bundle, "the policy evicted nothing behind the prompt", {},
                    "a run with a prune event");
    }
    if (!largest->judged) {
        warn(fmt::format("no spike of this run can be measured by itself, so the event at step {} is taken apart, which "
                         "evicted most",
                         largest->step));
    }
    return largest->step;
}

Result<Exit> spike(const SpikeOptions& options) {
    if (!options.outputs.out.empty()) {
        KVW_TRY(checkBundleTarget(options.outputs.out, options.outputs.overwrite));
    }
    KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
    const RunDescription& run = opened.recording->description();
    KVW_TRY_ASSIGN(const auto lane, policyLane(run, options.lane, "kvw spike"));
    KVW_TRY_ASSIGN(const auto step, eventOf(options, *opened.recording, lane));
    RunSpec like;
    like.model = options.model;
    like.threads = options.threads;
    KVW_TRY_ASSIGN(like.textFile, options.text.empty() ? Result<std::filesystem::path>(shippedText(run.textHash))
                                                       : findText(options.text));
    like.question = questionOf(run);
    KVW_TRY_ASSIGN(const auto spec, spikeSpec(*opened.recording, lane, step, options.tokens, like));
    Outputs outputs = options.outputs;
    outputs.compare = true;
    outputs.parent = opened.recording;
    outputs.ownFrom = step;
    return runAndReport(spec, Catalog::scan(PluginPaths::standard()), outputs);
}

}  // namespace

void addSpike(Commands& commands) {
    const auto [app, options] = commands.add<SpikeOptions>(
        "spike", "Take a prune event apart: the eviction alone, the change of phases alone, both, and neither",
        "  kvw run --text story --policy streaming:recent=256,prune-interval=32 --positions cache-rank --out pruned\n"
        "  kvw spike pruned\n"
        "  kvw spike pruned --at 700 --tokens 64 --out parts\n", spike);
    addOption(app, "bundle", options.bundle, "the run", anyText("BUNDLE"))->required();
    addOption(app, "--at", options.at, "step that evicted; default: the one with the largest spike",
              wholeNumber(0).named("STEP"));
    addSetting(app, "--tokens", options.tokens, "tokens to compare behind the event", wholeNumber(1));
    addOption(app, "--lane", options.lane, "lane of a comparison with several policies", wholeNumber(0));
    addOption(app, "--model", options.model, "where the model is; default: the embedded model", modelPath());
    addOption(app, "--text", options.text, "where the text is; default: the embedded one, else the bundle's tokens",
              somePath());
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
    options.outputs.declareOutput(app);
}

}  // namespace kvw::cli
