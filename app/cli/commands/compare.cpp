// SPDX-License-Identifier: Apache-2.0
/// `kvw compare`: runs several policies over one text in lock-step; typed one by one, or a paper's table by name.

#include "app/cli/commands.h"
#include "app/cli/run/comparison.h"
#include "app/cli/run/run_driver.h"
#include "app/cli/values.h"

namespace kvw::cli {
namespace {

struct CompareOptions {
    RunOptions run;
    std::string preset;
    std::vector<std::string> changes;
};

/// Takes over the run settings of a paper's table, except for those given on the command line.
void takeRun(const Comparison& table, const CLI::App& app, RunOptions& run) {
    const auto take = [&app](const char* flag, const auto& said, auto& option) {
        if (app.count(flag) == 0 && said != std::decay_t<decltype(said)>()) {
            option = said;
        }
    };
    take("--positions", table.run.positions, run.positions);
    take("--prefill", table.run.prefill, run.prefill);
    take("--prompt-tokens", table.promptTokens.value_or(0), run.typed.promptTokens);
    take("--mode", table.mode, run.mode);
}

Result<Exit> compare(const CompareOptions& options, const CLI::App& app) {
    RunOptions run = options.run;
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    if (!options.preset.empty()) {
        KVW_TRY_ASSIGN(const auto listed, comparisonNamed(catalog, options.preset));
        run.policies.insert(run.policies.begin(), listed.policies.begin(), listed.policies.end());
        takeRun(listed, app, run);
    }
    if (run.policies.empty()) {
        return fail(Code::BadUsage, "kvw compare", "--policy is required, or --preset with the name of a comparison");
    }
    KVW_TRY_ASSIGN(run.policies, withParameters(catalog, run.policies, options.changes));
    return runAndReport(run, app);
}

}  // namespace

void addCompare(Commands& commands) {
    const auto [app, options] = commands.add<CompareOptions>(
        "compare", "Run several policies in lock-step on the same text; the first lane is always full",
        "  kvw compare --policy streaming:recent=256 --policy h2o --text story\n"
        "  kvw compare --policy snapkv --policy tova --text needle --out needle-bundle\n"
        "  kvw compare --preset cake-allocation --set capacity=256 --text needle\n", compare);
    options.run.compare = true;
    options.run.declare(app);
    app.get_option("--policy")->required(false);
    addOption(app, "--preset", options.preset,
              "the rows of a published table, with its settings unless flags change them; kvw policies ID lists the "
              "tables of a plugin",
              anyText("NAME"));
    addRepeated(app, "--set", options.changes, "change a parameter in every policy that has it", anyText("KEY=VALUE"));
}

}  // namespace kvw::cli
