// SPDX-License-Identifier: Apache-2.0
/// `kvw design-cascade`: sizes and periods of cascade sub-caches, judged by the attention of a recorded full lane.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/run/run_driver.h"
#include "app/cli/values.h"
#include "core/analysis/attention/cascade_design.h"
#include "core/base/json/json_value.h"
#include "core/figures/tables.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

struct DesignOptions {
    std::string bundle, model;
    std::vector<std::string> designs;
    CascadeChoices choices;
    std::int64_t show = 10, run = 0;
    int threads = 0;
    bool json = false;
};

/// Returns the design of a policy text such as "cascade:sizes=128/64/64,periods=1/2/8".
Result<CascadeDesign> designOf(const Catalog& catalog, const std::string& text, std::int64_t sinks) {
    KVW_TRY_ASSIGN(const auto policy, resolvePolicy(catalog, text));
    const sdk::Parameters* parameters =
        policy.id() == "cascade" ? &policy.parts.front().parameters : nullptr;
    const auto* const sizes = parameters != nullptr ? valueIf<std::vector<std::int64_t>>(*parameters, "sizes") : nullptr;
    const auto* const periods =
        parameters != nullptr ? valueIf<std::vector<std::int64_t>>(*parameters, "periods") : nullptr;
    if (sizes == nullptr || periods == nullptr || sizes->size() != periods->size()) {
        return fail(Code::BadUsage, "--design", "this is no design", text,
                    "as cascade:sizes=128/64/64,periods=1/2/8, with as many periods as sizes");
    }
    return CascadeDesign{sinks, *sizes, *periods};
}

/// Mean NLL of a design in a run, and what that is above the full cache's.
struct Cost {
    double nll = kMissing, delta = kMissing;
};

/// Runs designs beside the full cache, as the bundle was run.
Result<std::vector<Cost>> costsOf(const DesignOptions& options, const Recording& recording, std::int32_t lane,
                                  const std::vector<JudgedCascade>& designs, const Catalog& catalog) {
    const RunDescription& run = recording.description();
    RunSpec spec = specOf(withSettings(run, settingsOf(run, lane)));
    spec.model = options.model;
    spec.threads = options.threads;
    spec.capture = Capture::None;
    spec.policies = {"full"};
    if (run.mode == "generate" && recording.trace(lane).steps() > run.promptTokens + 1) {
        KVW_TRY(readParentsText(recording, lane, run.promptTokens - 1, spec));
    }
    for (const JudgedCascade& judged : designs) {
        spec.policies.push_back(judged.design.policy());
    }
    const Interrupt interrupt;
    ProgressLine line(!options.json);
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    KVW_TRY_ASSIGN(const auto made, engine->start(spec, catalog, line.sink("load")));
    KVW_TRY(checkSameText(recording, *made->recording()));
    KVW_TRY(runToEnd(*made, interrupt, line));
    line.clear();
    std::vector<Cost> costs;
    for (std::int32_t each = 1; each < made->recording()->lanes(); ++each) {
        const ordered_json summary = summarize(*made->recording(), each);
        const auto number = [&summary](const char* name) {
            return summary[name].is_number() ? summary[name].get<double>() : kMissing;
        };
        costs.push_back({number("mean_nll"), number("delta_nll")});
    }
    return costs;
}

Result<std::vector<CascadeDesign>> designsOf(const DesignOptions& options, const Catalog& catalog) {
    std::vector<CascadeDesign> designs =
        options.designs.empty() ? cascadeDesigns(options.choices) : std::vector<CascadeDesign>();
    for (const std::string& text : options.designs) {
        KVW_TRY_ASSIGN(auto design, designOf(catalog, text, options.choices.sinks));
        designs.push_back(std::move(design));
    }
    return designs;
}

Result<Exit> design(const DesignOptions& options) {
    KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
    const Recording& recording = *opened.recording;
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    KVW_TRY_ASSIGN(const auto designs, designsOf(options, catalog));
    KVW_TRY_ASSIGN(const auto study, studyCascades(recording, 0, designs).map_error([&](Error error) {
        error.where = options.bundle;
        return error;
    }));
    std::vector<JudgedCascade> run(
        study.designs.begin(),
        study.designs.begin() + static_cast<std::ptrdiff_t>(
                                    std::min<std::size_t>(static_cast<std::size_t>(options.run), study.designs.size())));
    std::vector<Cost> costs;
    if (!run.empty()) {
        KVW_TRY_ASSIGN(costs, costsOf(options, recording, 0, run, catalog));
    }
    tables::Table table{{memberColumn("retained", "retained", decimals<4>), memberColumn("reach", "reach"),
                         memberColumn("mean_nll", "mean NLL", decimals<4>), memberColumn("delta_nll", "ΔNLL", decimals<4>),
                         lineColumn("policy", "policy")}};
    const auto shown = options.json ? study.designs.size() : static_cast<std::size_t>(options.show);
    for (std::size_t i = 0; i < std::min(shown, study.designs.size()); ++i) {
        const JudgedCascade& judged = study.designs[i];
        const Cost cost = i < costs.size() ? costs[i] : Cost();
        table.add({judged.retained, judged.design.reach(), cost.nll, cost.delta, judged.design.policy()});
    }
    if (costs.empty()) {
        table.columns[2].shown = table.columns[3].shown = nullptr;
    }
    tables::Table ages{{memberColumn("first_age", "age from"), memberColumn("attention", "attention", decimals<4>),
                        memberColumn("best_holds", "held by the best", decimals<4>)}};
    for (std::size_t bin = 0; bin < study.attention.size(); ++bin) {
        ages.add({bin == 0 ? std::int64_t{0} : std::int64_t{1} << (bin - 1), study.attention[bin],
                  study.designs.front().byAge[bin]});
    }
    ordered_json report{{"bundle_hash", opened.hash},
                        {"rows", study.rows},
                        {"sinks", study.sinks},
                        {"ages", toJson(ages)},
                        {"designs", toJson(table)}};
    addWarnings(report, opened);
    print(options.json
              ? dumped(report)
              : fmt::format("attention of the full cache by age, over {} rows; the first {} tokens get {:.4f} of it\n{}\n"
                            "designs by the attention they retain, replayed on these rows\n{}",
                            study.rows, options.choices.sinks, study.sinks, toText(ages, 2), toText(table, 2)));
    return Exit::Good;
}

}  // namespace

void addDesignCascade(Commands& commands) {
    const auto [app, options] = commands.add<DesignOptions>(
        "design-cascade", "Judge sizes and periods of cascade sub-caches by the attention of a recorded full lane",
        "  kvw run --text story --policy full --capture maps --out full-run\n"
        "  kvw design-cascade full-run --total 128\n"
        "  kvw design-cascade full-run --total 128 --cascades 1,2,4 --rates 2 --run 3\n"
        "  kvw design-cascade full-run --design cascade:sizes=64/32/32,periods=1/2/8\n", design);
    addOption(app, "bundle", options.bundle, "a run whose first lane is the full cache, with attention rows (--capture "
              "maps)",
              somePath().named("BUNDLE"))
        ->required();
    addSetting(app, "--total", options.choices.total, "tokens of all sub-caches together", wholeNumber(1));
    addSetting(app, "--sinks", options.choices.sinks, "first tokens that are held beside them", wholeNumber(0));
    addOption(app, "--cascades", options.choices.cascades, "numbers of sub-caches; default: 1,2,3,4,6,8",
              wholeNumber(1, 16))
        ->delimiter(',');
    addOption(app, "--rates", options.choices.rates, "sub-cache i takes every rate^i-th token; default: 2,3,4",
              wholeNumber(2, 16))
        ->delimiter(',');
    addRepeated(app, "--design", options.designs, "judge this policy instead; repeat for more", anyText("POLICY"));
    addSetting(app, "--show", options.show, "designs in the table", wholeNumber(1));
    addSetting(app, "--run", options.run, "also run so many of the best beside the full cache, for their ΔNLL",
               wholeNumber(0, 16));
    addOption(app, "--model", options.model, "where the model is; default: the embedded model", modelPath());
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
    app.add_flag("--json", options.json, "print one JSON object, with every design");
}

}  // namespace kvw::cli
