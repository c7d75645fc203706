// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/playground/playground.h"

#include <QLocale>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/trace/lane_parameter.h"

namespace kvw::wb {

namespace {

void type(PolicyForm& form, const QString& name, const QString& text) {
    for (const QString& prefix : {QString(), QStringLiteral("budget.")}) {
        if (ParameterModel* parameter = form.parameter(prefix + name)) {
            parameter->type(text);
            return;
        }
    }
}

std::int64_t whole(const PolicyForm& form, const char* name, std::int64_t otherwise) {
    return std::llround(form.number(name).value_or(static_cast<double>(otherwise)));
}

LayerShares ofGini(const GiniBudgets& budgets) {
    LayerShares shares;
    shares.asked = budgets.asked;
    shares.tokens = budgets.tokens;
    for (std::size_t layer = 0; layer < budgets.tokens.size(); ++layer) {
        shares.clamped.push_back(budgets.clamped(layer) ? 1 : 0);
    }
    shares.sum = budgets.sum;
    shares.nominal = budgets.nominal;
    shares.guarded = budgets.guarded;
    return shares;
}

LayerShares ofPreference(const LayerPreferences& measured, const PreferencePlan& plan) {
    const PreferenceBudgets budgets = preferenceBudgets(measured, plan);
    const std::vector<double> values = preferenceValues(measured, plan.tau1, plan.tau2);
    const double all = std::accumulate(values.begin(), values.end(), 0.0);
    const auto beside = static_cast<double>(plan.windowInside ? 0 : plan.beside);
    LayerShares shares;
    shares.tokens = budgets.tokens;
    for (std::size_t layer = 0; layer < budgets.tokens.size(); ++layer) {
        const auto tokens = static_cast<double>(budgets.tokens[layer]);
        const double part = (static_cast<double>(plan.capacity) - beside) * static_cast<double>(values.size());
        const double asked = std::round(values[layer] / all * part + beside);
        shares.asked.push_back(budgets.guarded || !std::isfinite(asked) ? tokens : asked);
        shares.clamped.push_back(budgets.tokens[layer] == measured.prompt && shares.asked.back() > tokens + 0.5 ? 1
                                                                                                                : 0);
    }
    shares.sum = budgets.sum;
    shares.nominal = budgets.nominal;
    shares.guarded = budgets.guarded;
    return shares;
}

}  // namespace

void Playground::takeOver(const LaneInfo& lane, std::int64_t prompt, const Catalog& catalog) {
    const QString id = QString::fromStdString(lane.policyId), text = QString::fromStdString(lane.policyText);
    const bool composed = id.contains(QLatin1Char('+'));
    // SnapKV alone keeps its window; as a scorer it needs `recent` for that.
    const QString scored = composed ? QStringLiteral("%1+adap-gini:sinks=%2,recent=%3")
                                          .arg(id.section(QLatin1Char('+'), 0, 0))
                                          .arg(lane.sinks)
                                          .arg(lane.recent)
                                    : QStringLiteral("snapkv+adap-gini:recent=32");
    m_giniLoaded = m_gini.load(catalog, hasGiniBudgets(lane) ? text : scored);
    m_cakeLoaded = m_cake.load(catalog, lane.policyId == "cake" ? text : QStringLiteral("cake"));
    const std::int64_t held = lane.sinks + lane.recent;
    capacity = laneParameter<std::int64_t>(lane, "capacity",
                                           std::max<std::int64_t>(1, held > 0 && held < prompt ? held : prompt / 4));
    temperature = hasPreference(lane) ? preferencePlan(lane).tau1 : giniPlan(lane).temperature;
    rule = hasPreference(lane)      ? ShareRule::Preference
           : giniPlan(lane).asCoded ? ShareRule::UnevenGain
                                    : ShareRule::EvenGain;
}

std::function<Result<LayerMeasures>(const std::function<bool()>& stale)> Playground::measure(
    std::shared_ptr<const Recording> recording, int lane) const {
    return [recording = std::move(recording), lane, gini = whole(m_gini, "window", 64),
            cake = whole(m_cake, "window", 32)](const std::function<bool()>& stale) -> Result<LayerMeasures> {
        LayerMeasures measured;
        KVW_TRY_ASSIGN(auto ginis, layerGinis(*recording, lane, gini, stale));
        KVW_TRY_ASSIGN(auto preferences, layerPreferences(*recording, lane, cake, stale));
        return LayerMeasures{std::move(ginis), std::move(preferences)};
    };
}

LayerShares Playground::shares(const LayerMeasures& measured) {
    LayerShares shares;
    if (rule == ShareRule::Preference) {
        const std::int64_t window = whole(m_cake, "window", 32);
        const ParameterModel* accounting = m_cake.parameter(QStringLiteral("accounting"));
        shares = ofPreference(measured.preferences,
                              {.capacity = capacity,
                               .window = window,
                               .beside = window,
                               .tau1 = temperature,
                               .tau2 = temperature,
                               .windowInside = accounting != nullptr && accounting->text() == QLatin1String("paper")});
    } else {
        shares =
            ofGini(giniBudgets(measured.ginis, {.capacity = capacity,
                                                .window = measured.ginis.window,
                                                .isProtected = whole(m_gini, "sinks", 0) + whole(m_gini, "recent", 0),
                                                .temperature = temperature,
                                                .asCoded = rule == ShareRule::UnevenGain}));
    }
    shares.prompt = measured.ginis.prompt;
    return shares;
}

Result<QString> Playground::policy() {
    const Result<void>& loaded = rule == ShareRule::Preference ? m_cakeLoaded : m_giniLoaded;
    if (!loaded) {
        return tl::unexpected(loaded.error());
    }
    const QString t = QLocale::c().toString(temperature, 'g', 6);
    type(form(), QStringLiteral("capacity"), QString::number(capacity));
    if (rule == ShareRule::Preference) {
        type(form(), QStringLiteral("tau1"), t);
        type(form(), QStringLiteral("tau2"), t);
    } else {
        type(form(), QStringLiteral("temperature"), t);
        type(form(), QStringLiteral("direction"),
             rule == ShareRule::UnevenGain ? QStringLiteral("code") : QStringLiteral("thesis"));
    }
    if (const QString wrong = form().error(); !wrong.isEmpty()) {
        return fail(Code::BadUsage, form().id().toStdString(), wrong.toStdString());
    }
    return form().policyText();
}

}  // namespace kvw::wb
