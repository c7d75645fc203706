// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/planned_budgets.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/language/phrase_text.h"
#include "core/policy/host/choice/nominal_budget.h"

namespace kvw::wb {

QString budgetBars(const std::vector<std::int64_t>& budgets, int most) {
    static const QString kHeights = QStringLiteral("▁▂▃▄▅▆▇█");
    const std::size_t bars = std::min(budgets.size(), static_cast<std::size_t>(most));
    std::vector<double> means(bars);
    for (std::size_t bar = 0; bar < bars; ++bar) {
        const auto first = bar * budgets.size() / bars, last = (bar + 1) * budgets.size() / bars;
        for (std::size_t layer = first; layer < last; ++layer) {
            means[bar] += static_cast<double>(budgets[layer]) / static_cast<double>(last - first);
        }
    }
    const double highest = means.empty() ? 0 : *std::max_element(means.begin(), means.end());
    QString text;
    for (const double mean : means) {
        const double share = highest > 0 ? mean / highest : 0;
        text += kHeights[std::clamp<qsizetype>(std::lround(share * 8) - 1, 0, 7)];
    }
    return text;
}

PlannedBudgets::PlannedBudgets(EngineClient& client, RunDraft& draft, PluginsModel& plugins, QObject* parent)
    : QObject(parent), m_client(client), m_draft(draft), m_plugins(plugins) {
    connect(&client, &EngineClient::planned, this, &PlannedBudgets::changed);
    connect(&plugins, &PluginsModel::rescanned, this, [this] { m_asked = {}; });
}

PlanRequest PlannedBudgets::request() const {
    const RunDraft::ModelFacts model = m_draft.modelFacts();
    const RunDraft::TextFacts text = m_draft.textFacts();
    PlanRequest request;
    if (!m_draft.form().error().isEmpty() || model.layers == 0 || text.tokens == 0 || text.estimated) {
        return request;
    }
    request.policy = m_draft.form().policyText().toStdString();
    request.layers = model.layers;
    request.queryHeads = model.queryHeads;
    request.kvHeads = model.kvHeads;
    request.headDim = model.headDim;
    request.promptTokens = m_draft.planned().prompt;
    const LaneRun settings = m_draft.laneSettings(m_draft.lanes().current());
    request.streamingPrefill = !settings.layerMajor();
    request.cacheRank = settings.positions == Positions::CacheRank;
    request.context = model.context;
    request.inverseFrequency = model.rope.inverseFrequencies(model.rotaryDim, m_draft.planned().total());
    return request;
}

QStringList PlannedBudgets::lines() {
    const PlanRequest wanted = request();
    const ResolvedPolicy policy = m_draft.form().resolved();
    const auto nominal = nominalBudget(policy, wanted.promptTokens);
    if (wanted.policy.empty() || !nominal || !checkCompatible(policy, m_draft.traits())) {
        return {};
    }
    if (wanted != m_asked) {
        m_asked = wanted;
        m_client.askPlan(wanted, m_plugins.catalog());
    }
    const auto answer = m_client.plan();
    if (!answer || answer->request != wanted) {
        return {};  // the engine is not open yet, or has not answered
    }
    if (!answer->plan) {
        return {tr("Budgets per layer: not known. %1").arg(errorText(answer->plan.error()))};
    }
    QStringList lines;
    if (const std::vector<std::int64_t> each = budgets(); !each.empty()) {
        const bool alike = std::ranges::all_of(each, [&](std::int64_t b) { return b == each.front(); });
        if (!alike) {
            lines += tr("Budgets per layer: %1  %2").arg(budgetBars(each), QString::fromStdString(budgetsText(each)));
        } else if (each.front() != *nominal) {
            lines += tr("Budgets per layer: %1 tokens in each").arg(each.front());
        }
    } else if (budgetsFollowPrompt(policy)) {
        // Asked last, because with some settings such a policy knows its budgets beforehand.
        lines +=
            tr("Budgets per layer: they follow from the prompt and are known after prefill; What if then shows them "
               "for any setting.");
    }
    const RunDraft::Plan run = m_draft.planned();
    // Otherwise the preview says that every token stays.
    if (heldTokens(policy, run.prompt, run.total()).atEnd < run.total()) {
        for (const Finding& warning : answer->plan->warnings) {
            lines += phraseText(warning);
        }
    }
    return lines;
}

std::vector<std::int64_t> PlannedBudgets::budgets() const {
    const auto answer = m_client.plan();
    return answer && answer->plan && answer->request == request() ? answer->plan->budgets : std::vector<std::int64_t>();
}

}  // namespace kvw::wb
