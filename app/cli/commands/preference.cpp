// SPDX-License-Identifier: Apache-2.0
/// `kvw preference`: prints layer preferences of a recorded prompt, by CAKE's rule or by Gini, the resulting budgets,
/// and what the layers held during prefill.
#include "core/analysis/attention/preference.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/analysis/attention/gini_budgets.h"
#include "core/analysis/prefill_cascade.h"
#include "core/base/json/json_value.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

struct PreferenceOptions {
    LaneReportOptions of;
    std::string rule = "cake", direction;
    std::optional<double> tau1, tau2, temperature;
    std::optional<std::int64_t> capacity, window, isProtected;
};

ordered_json cascadeJson(const Recording& recording, std::int32_t lane) {
    ordered_json list = ordered_json::array();
    for (const PrefillStage& stage : prefillCascade(recording, lane)) {
        list.push_back({{"step", stage.step}, {"layer", stage.layer}, {"held", stage.held}});
    }
    return list;
}

/// Refuses options that belong to the other rule and would be ignored.
Result<void> rulesApart(const PreferenceOptions& options) {
    const bool gini = options.rule == "gini";
    const char* foreign = gini ? (options.tau1   ? "--tau1"
                                  : options.tau2 ? "--tau2"
                                                 : nullptr)
                               : (options.temperature          ? "--temperature"
                                  : options.isProtected        ? "--protected"
                                  : !options.direction.empty() ? "--direction"
                                                               : nullptr);
    return foreign == nullptr ? Result<void>()
                              : fail(Code::BadUsage, foreign, "this rule has no such setting", options.rule,
                                     gini ? "--temperature, --direction, --protected" : "--tau1, --tau2");
}

Result<ordered_json> cakeReport(const OpenedBundle& opened, const PreferenceOptions& options, std::int32_t lane) {
    const Recording& recording = *opened.recording;
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    PreferencePlan plan = preferencePlan(info);
    plan.tau1 = options.tau1.value_or(plan.tau1);
    plan.tau2 = options.tau2.value_or(plan.tau2);
    plan.capacity = options.capacity.value_or(plan.capacity);
    plan.window = options.window.value_or(plan.window);
    plan.beside = plan.composed ? plan.beside : plan.window;
    const auto measured = layerPreferences(recording, lane, plan.window);
    if (!measured) {
        Error failure = measured.error();
        failure.where = options.of.bundle;
        return tl::unexpected(failure);
    }
    const PreferenceBudgets budgets = preferenceBudgets(*measured, plan);
    const std::vector<double> values = preferenceValues(*measured, plan.tau1, plan.tau2);
    const double all = std::accumulate(values.begin(), values.end(), 0.0);
    ordered_json layers = ordered_json::array();
    for (std::size_t layer = 0; layer < values.size(); ++layer) {
        layers.push_back({{"layer", layer},
                          {"entropy", measured->layers[layer].entropy},
                          {"variance", measured->layers[layer].variance},
                          {"preference", values[layer]},
                          {"share", orNull(values[layer] / all)},
                          {"budget", budgets.tokens[layer]}});
    }
    return ordered_json{{"rule", "cake"},
                        {"prompt_tokens", measured->prompt},
                        {"window", measured->window},
                        {"tau1", plan.tau1},
                        {"tau2", plan.tau2},
                        {"capacity", plan.capacity},
                        {"layers", std::move(layers)},
                        {"sum", budgets.sum},
                        {"nominal", budgets.nominal},
                        {"nothing_evicted", budgets.guarded},
                        {"cascade", cascadeJson(recording, lane)}};
}

Result<ordered_json> giniReport(const OpenedBundle& opened, const PreferenceOptions& options, std::int32_t lane) {
    const Recording& recording = *opened.recording;
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    GiniPlan plan = giniPlan(info);
    plan.temperature = options.temperature.value_or(plan.temperature);
    plan.capacity = options.capacity.value_or(plan.capacity);
    plan.window = options.window.value_or(plan.window);
    plan.isProtected = options.isProtected.value_or(plan.isProtected);
    plan.asCoded = options.direction.empty() ? plan.asCoded : options.direction == "code";
    const auto measured = layerGinis(recording, lane, plan.window);
    if (!measured) {
        Error failure = measured.error();
        failure.where = options.of.bundle;
        return tl::unexpected(failure);
    }
    const GiniBudgets budgets = giniBudgets(*measured, plan);
    ordered_json layers = ordered_json::array();
    for (std::size_t layer = 0; layer < budgets.tokens.size(); ++layer) {
        layers.push_back({{"layer", layer},
                          {"gini", measured->layers[layer]},
                          {"asked", budgets.asked[layer]},
                          {"budget", budgets.tokens[layer]},
                          {"clamped", budgets.clamped(layer)}});
    }
    const std::int64_t perToken = recording.description().model.kvBytesPerToken;
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, layers.size()));
    return ordered_json{{"rule", "gini"},
                        {"prompt_tokens", measured->prompt},
                        {"window", measured->window},
                        {"temperature", plan.temperature},
                        {"direction", plan.asCoded ? "code" : "thesis"},
                        {"capacity", plan.capacity},
                        {"protected", plan.isProtected},
                        {"layers", std::move(layers)},
                        {"sum", budgets.sum},
                        {"nominal", budgets.nominal},
                        {"bytes", budgets.sum * perToken / count},
                        {"bytes_full", measured->prompt * perToken},
                        {"uniform", budgets.guarded},
                        {"cascade", cascadeJson(recording, lane)}};
}

Result<ordered_json> report(const OpenedBundle& opened, const PreferenceOptions& options, std::int32_t lane) {
    KVW_TRY(rulesApart(options));
    return options.rule == "gini" ? giniReport(opened, options, lane) : cakeReport(opened, options, lane);
}

std::string cakeText(const ordered_json& report) {
    std::string text = fmt::format(
        "lane {}  {}: prompt of {} tokens, last {} rows, tau1 {}, tau2 {}, {} tokens per layer\n",
        report["lane"].get<int>(), oneLine(report["policy"].get<std::string>()), report["prompt_tokens"].dump(),
        report["window"].dump(), report["tau1"].dump(), report["tau2"].dump(), report["capacity"].dump());
    tables::Table table{{numberColumn("layer"), numberColumn("H"), numberColumn("V"), numberColumn("P"),
                         numberColumn("share"), numberColumn("budget")}};
    for (const ordered_json& row : report["layers"]) {
        table.add(
            {row["layer"].dump(), numberText(row["entropy"]), fmt::format("{:.4g}", row["variance"].get<double>()),
             fmt::format("{:.4g}", row["preference"].get<double>()), numberText(row["share"]), row["budget"].dump()});
    }
    text += toText(table, 2);
    text += report["nothing_evicted"].get<bool>()
                ? std::string("  the prompt fits: nothing is evicted from it\n")
                : fmt::format("  sum {} of {} tokens\n", report["sum"].dump(), report["nominal"].dump());
    return text;
}

std::string cascadeText(const ordered_json& report) {
    std::string text;
    if (!report["cascade"].empty()) {
        text += "while the prompt was read, tokens held per layer\n";
        tables::Table stages{{numberColumn({})}};
        for (const ordered_json& stage : report["cascade"]) {
            std::vector<tables::Cell> row{stage["layer"].get<std::size_t>() < report["layers"].size()
                                              ? "after layer " + stage["layer"].dump()
                                              : std::string("end")};
            for (const ordered_json& held : stage["held"]) {
                row.push_back(fmt::format("{:g}", held.get<double>()));
            }
            stages.add(std::move(row));
        }
        text += toText(stages, 2);
    }
    return text;
}

std::string giniText(const ordered_json& report) {
    std::string text = fmt::format(
        "lane {}  {}: prompt of {} tokens, last {} rows, temperature {:g}, direction {}, {} tokens per layer, {} "
        "protected\n",
        report["lane"].get<int>(), oneLine(report["policy"].get<std::string>()), report["prompt_tokens"].dump(),
        report["window"].dump(), report["temperature"].get<double>(), report["direction"].get<std::string>(),
        report["capacity"].dump(), report["protected"].dump());
    tables::Table table{{numberColumn("layer"), numberColumn("Gini"), numberColumn("asked"), numberColumn("budget")}};
    for (const ordered_json& row : report["layers"]) {
        table.add({row["layer"].dump(), numberText(row["gini"]), fmt::format("{:g}", row["asked"].get<double>()),
                   row["budget"].dump(), row["clamped"].get<bool>() ? "clamped" : ""});
    }
    text += toText(table, 2);
    return text + (report["uniform"].get<bool>()
                       ? std::string("  nothing to share: every layer gets the capacity\n")
                       : fmt::format("  sum {} of {} tokens, {} of {} bytes\n", report["sum"].dump(),
                                     report["nominal"].dump(), report["bytes"].dump(), report["bytes_full"].dump()));
}

std::string preferenceText(const ordered_json& report) {
    return (report["rule"] == "gini" ? giniText(report) : cakeText(report)) + cascadeText(report);
}

}  // namespace

void addPreference(Commands& commands) {
    const auto options = std::make_shared<PreferenceOptions>();
    CLI::App* app = commands.add(
        "preference", "Measure layer preferences (CAKE) or Gini on a recorded prompt; the budgets that follow",
        "  kvw run --text needle --policy cake:capacity=96 --capture maps --out cake-run\n"
        "  kvw preference cake-run --tau1 1.6 --tau2 0.6\n"
        "  kvw preference cake-run --rule gini --temperature 0.1\n");
    addLaneReport(*app, options->of, "a bundle with attention rows (--capture maps)");
    app->add_option("--rule", options->rule, "cake (H and V, default) or gini (as the budget adap-gini)")
        ->type_name("RULE")
        ->check(CLI::IsMember({"cake", "gini"}));
    addOption(*app, "--tau1", options->tau1, "temperature of H; default: the lane's, else 1",
              realNumber(0, 1000, true).named("T"));
    addOption(*app, "--tau2", options->tau2, "temperature of V", realNumber(0, 1000, true).named("T"));
    addOption(*app, "--temperature", options->temperature, "of softmax(-G / T); default: the lane's, else 1",
              realNumber(0, 1000, true).named("T"));
    app->add_option("--direction", options->direction, "thesis: even layers gain; code: uneven layers gain")
        ->type_name("WAY")
        ->check(CLI::IsMember({"thesis", "code"}));
    addOption(*app, "--protected", options->isProtected, "tokens that every layer keeps; default: the lane's",
              wholeNumber(0));
    addOption(*app, "--capacity", options->capacity, "tokens per layer on average; default: the lane's, else 512",
              wholeNumber(1));
    addOption(*app, "--window", options->window,
              "number of last prompt rows to measure; default: the lane's, else 32 (gini: 64)", wholeNumber(1));
    commands.setAction([options] {
        return printLaneReport(
            options->of, [&](const OpenedBundle& opened, std::int32_t lane) { return report(opened, *options, lane); },
            preferenceText);
    });
}

}  // namespace kvw::cli
