// SPDX-License-Identifier: Apache-2.0
/// `kvw preference`: prints layer preferences of a recorded prompt, by CAKE's rule or by Gini, the resulting budgets,
/// and what the layers held during prefill.
#include "core/analysis/attention/preference.h"

#include <fmt/format.h>

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

struct PreferenceOptions : LaneReportOptions {
    std::string rule = "cake", direction;
    std::optional<double> tau1, tau2, temperature;
    std::optional<std::int64_t> capacity, window, isProtected;
};

ordered_json cascadeJson(const Recording& recording, std::int32_t lane) {
    return jsonList(prefillCascade(recording, lane), [](const PrefillStage& stage) -> ordered_json {
        return {{"step", stage.step}, {"layer", stage.layer}, {"held", stage.held}};
    });
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

std::string fourDigits(const tables::Cell& number) {
    return fmt::format("{:.4g}", std::get<double>(number));
}

Result<LaneReport> cakeReport(const OpenedBundle& opened, const PreferenceOptions& options, std::int32_t lane) {
    const Recording& recording = *opened.recording;
    const LaneInfo& info = recording.description().lane(lane);
    PreferencePlan plan = preferencePlan(info);
    plan.tau1 = options.tau1.value_or(plan.tau1);
    plan.tau2 = options.tau2.value_or(plan.tau2);
    plan.capacity = options.capacity.value_or(plan.capacity);
    plan.window = options.window.value_or(plan.window);
    plan.beside = plan.composed ? plan.beside : plan.window;
    KVW_TRY_ASSIGN(const auto measured, aboutBundle(options, layerPreferences(recording, lane, plan.window)));
    const PreferenceBudgets budgets = preferenceBudgets(measured, plan);
    const std::vector<double> values = preferenceValues(measured, plan.tau1, plan.tau2);
    const double all = std::accumulate(values.begin(), values.end(), 0.0);
    tables::Table layers{{memberColumn("layer", "layer"), memberColumn("entropy", "H", decimals<4>),
                          memberColumn("variance", "V", fourDigits), memberColumn("preference", "P", fourDigits),
                          memberColumn("share", "share", decimals<4>), memberColumn("budget", "budget")}};
    for (std::size_t layer = 0; layer < values.size(); ++layer) {
        layers.add({static_cast<std::int64_t>(layer), measured.layers[layer].entropy, measured.layers[layer].variance,
                    values[layer], values[layer] / all, budgets.tokens[layer]});
    }
    ordered_json members{{"rule", "cake"},
                         {"prompt_tokens", measured.prompt},
                         {"window", measured.window},
                         {"tau1", plan.tau1},
                         {"tau2", plan.tau2},
                         {"capacity", plan.capacity},
                         {"layers", toJson(layers)},
                         {"sum", budgets.sum},
                         {"nominal", budgets.nominal},
                         {"nothing_evicted", budgets.guarded},
                         {"cascade", cascadeJson(recording, lane)}};
    std::string text =
        fmt::format("prompt of {} tokens, last {} rows, tau1 {}, tau2 {}, {} tokens per layer\n{}", measured.prompt,
                    measured.window, members["tau1"].dump(), members["tau2"].dump(), plan.capacity, toText(layers, 2));
    text += budgets.guarded ? std::string("  the prompt fits: nothing is evicted from it\n")
                            : fmt::format("  sum {} of {} tokens\n", budgets.sum, budgets.nominal);
    text += cascadeText(members);
    return LaneReport{std::move(members), std::move(text)};
}

Result<LaneReport> giniReport(const OpenedBundle& opened, const PreferenceOptions& options, std::int32_t lane) {
    const Recording& recording = *opened.recording;
    const LaneInfo& info = recording.description().lane(lane);
    GiniPlan plan = giniPlan(info);
    plan.temperature = options.temperature.value_or(plan.temperature);
    plan.capacity = options.capacity.value_or(plan.capacity);
    plan.window = options.window.value_or(plan.window);
    plan.isProtected = options.isProtected.value_or(plan.isProtected);
    plan.asCoded = options.direction.empty() ? plan.asCoded : options.direction == "code";
    KVW_TRY_ASSIGN(const auto measured, aboutBundle(options, layerGinis(recording, lane, plan.window)));
    const GiniBudgets budgets = giniBudgets(measured, plan);
    tables::Table layers{
        {memberColumn("layer", "layer"),
         memberColumn("gini", "Gini", decimals<4>),
         memberColumn("asked", "asked",
                      [](const tables::Cell& asked) { return fmt::format("{:g}", std::get<double>(asked)); }),
         memberColumn("budget", "budget"),
         {"clamped", {}, {}, false, [](const tables::Cell& clamped) -> std::string {
              return std::get<bool>(clamped) ? "clamped" : "";
          }}}};
    for (std::size_t layer = 0; layer < budgets.tokens.size(); ++layer) {
        layers.add({static_cast<std::int64_t>(layer), measured.layers[layer], budgets.asked[layer],
                    budgets.tokens[layer], budgets.clamped(layer)});
    }
    const std::int64_t perToken = recording.description().model.kvBytesPerToken;
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, layers.rows.size()));
    const std::int64_t bytes = budgets.sum * perToken / count, bytesFull = measured.prompt * perToken;
    const char* direction = plan.asCoded ? "code" : "thesis";
    ordered_json members{{"rule", "gini"},
                         {"prompt_tokens", measured.prompt},
                         {"window", measured.window},
                         {"temperature", plan.temperature},
                         {"direction", direction},
                         {"capacity", plan.capacity},
                         {"protected", plan.isProtected},
                         {"layers", toJson(layers)},
                         {"sum", budgets.sum},
                         {"nominal", budgets.nominal},
                         {"bytes", bytes},
                         {"bytes_full", bytesFull},
                         {"uniform", budgets.guarded},
                         {"cascade", cascadeJson(recording, lane)}};
    std::string text = fmt::format(
        "prompt of {} tokens, last {} rows, temperature {:g}, direction {}, {} tokens per layer, {} protected\n{}",
        measured.prompt, measured.window, plan.temperature, direction, plan.capacity, plan.isProtected,
        toText(layers, 2));
    text += budgets.guarded ? std::string("  nothing to share: every layer gets the capacity\n")
                            : fmt::format("  sum {} of {} tokens, {} of {} bytes\n", budgets.sum, budgets.nominal,
                                          bytes, bytesFull);
    text += cascadeText(members);
    return LaneReport{std::move(members), std::move(text)};
}

Result<LaneReport> report(const OpenedBundle& opened, const PreferenceOptions& options, std::int32_t lane) {
    KVW_TRY(rulesApart(options));
    return options.rule == "gini" ? giniReport(opened, options, lane) : cakeReport(opened, options, lane);
}

}  // namespace

void addPreference(Commands& commands) {
    const auto [app, options] = addLaneCommand<PreferenceOptions>(
        commands, "preference",
        "Measure layer preferences (CAKE) or Gini on a recorded prompt; the budgets that follow",
        "  kvw run --text needle --policy cake:capacity=96 --capture maps --out cake-run\n"
        "  kvw preference cake-run --tau1 1.6 --tau2 0.6\n"
        "  kvw preference cake-run --rule gini --temperature 0.1\n",
        "a bundle with attention rows (--capture maps)", report);
    addOption(app, "--rule", options.rule, "cake (H and V, default) or gini (as the budget adap-gini)",
              oneOf({"cake", "gini"}));
    addOption(app, "--tau1", options.tau1, "temperature of H; default: the lane's, else 1",
              realNumber(0, 1000, true).named("T"));
    addOption(app, "--tau2", options.tau2, "temperature of V", realNumber(0, 1000, true).named("T"));
    addOption(app, "--temperature", options.temperature, "of softmax(-G / T); default: the lane's, else 1",
              realNumber(0, 1000, true).named("T"));
    addOption(app, "--direction", options.direction, "thesis: even layers gain; code: uneven layers gain",
              oneOf({"thesis", "code"}));
    addOption(app, "--protected", options.isProtected, "tokens that every layer keeps; default: the lane's",
              wholeNumber(0));
    addOption(app, "--capacity", options.capacity, "tokens per layer on average; default: the lane's, else 512",
              wholeNumber(1));
    addOption(app, "--window", options.window,
              "number of last prompt rows to measure; default: the lane's, else 32 (gini: 64)", wholeNumber(1));
}

}  // namespace kvw::cli
