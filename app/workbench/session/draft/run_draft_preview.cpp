// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of the next run, in lines for the run dock.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/fit_rows.h"
#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/draft/sweep_cost.h"
#include "app/workbench/session/runs/run_memory.h"
#include "app/workbench/session/words/bytes_text.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/session/spec/run_warnings.h"

namespace kvw::wb {

namespace {

/// Returns the number of tokens that gather before a prune; 1: every token may cause one.
std::int64_t pruneInterval(const ResolvedPolicy& policy) {
    const auto* interval =
        policy.parts.empty() ? nullptr : valueIf<std::int64_t>(policy.parts.front().parameters, "prune-interval");
    return interval == nullptr ? 1 : std::max<std::int64_t>(1, *interval);
}

QString tokensText(std::int64_t count) {
    return count == 1 ? RunDraft::tr("1 token") : RunDraft::tr("%1 tokens").arg(count);
}

}  // namespace

Result<void> RunDraft::checkPrompt(const TextFacts& text) const {
    if (text.estimated || text.tokens == 0 || m_spec.promptTokens <= text.tokens) {
        return {};
    }
    return fail(Code::BadUsage, "prompt", "the prompt would be longer than the text",
                std::to_string(m_spec.promptTokens), phrase("at most %1", text.tokens));
}

TokenSize RunDraft::tokenSize(const ModelFacts& model) const {
    return {model.kvBytesPerToken, m_spec.kvDtype == "f32" ? 4 : 2,
            model.queryHeads / std::max<std::int64_t>(1, model.kvHeads)};
}

std::int64_t RunDraft::laneBytes(int lane, const Plan& run, const TokenSize& size) const {
    const ResolvedPolicy policy = inEffect(m_lanes->resolved(lane), sizes(run));
    return nominalBytes(policy, heldTokens(policy, run.prompt, run.total()).atEnd, size);
}

QString RunDraft::budgetText(const Plan& run) const {
    const ResolvedPolicy policy = inEffect(m_lanes->resolved(m_lanes->current()), sizes(run));
    const HeldTokens held = heldTokens(policy, run.prompt, run.total());
    const auto budget = nominalBudget(policy, run.prompt);
    return !budget ? tr("everything is kept")
           : growsAfterPrompt(policy) && held.atEnd < run.total()
               ? tr("%1 per layer and head after the prompt, %2 at the end")
                     .arg(tokensText(held.afterPrompt))
                     .arg(held.atEnd)
               : tr("%1 per layer and head").arg(tokensText(held.atEnd < run.total() ? held.atEnd : *budget));
}

std::vector<CostRow> RunDraft::costs(const Machine& machine, const std::filesystem::path& loaded) const {
    const ModelFacts model = modelFacts();
    const TextFacts text = textFacts();
    if (model.name.isEmpty() || text.tokens == 0 || text.estimated || !checkPrompt(text)) {
        return {};
    }
    const Plan run = plan(text);
    const std::int64_t full = run.total() * model.kvBytesPerToken;
    const std::int64_t bytes = laneBytes(m_lanes->current(), run, tokenSize(model));
    const auto percent =
        std::lround(100 * static_cast<double>(bytes) / static_cast<double>(std::max<std::int64_t>(1, full)));
    std::vector<CostRow> rows{
        {tr("Tokens"), tr("%1: prefill %2, then %3 steps").arg(run.total()).arg(run.prompt).arg(run.decode)},
        {tr("Budget"), budgetText(run)},
        {tr("Cache"),
         bytes == full
             ? bytesText(static_cast<double>(full))
             : tr("%1 (%2 %)").arg(bytesOfText(static_cast<double>(bytes), static_cast<double>(full))).arg(percent)}};
    const std::vector<CostRow> fit =
        fitRows({model.weightBytes, model.kvBytesPerToken, run.total(), bytes, model.context,
                 policies().size() > 1 ? std::optional(cacheBytes()) : std::nullopt, isLoaded(m_spec.model, loaded)},
                machine);
    rows.insert(rows.end(), fit.begin(), fit.end());
    return rows;
}

std::int64_t RunDraft::cacheBytes() const {
    const Plan planned = plan(textFacts());
    const TokenSize size = tokenSize(modelFacts());
    std::int64_t bytes = 0;
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        bytes += laneBytes(lane, planned, size);
    }
    if (policies().size() > m_lanes->count()) {
        bytes += planned.total() * size.bytes;
    }
    return bytes;
}

std::int64_t RunDraft::rowBytes(bool promptOnce) const {
    const Plan planned = plan(textFacts());
    const ModelFacts model = modelFacts();
    if (const MapPooling& pooling = m_spec.pooling; pooling.on()) {
        const auto lanes = std::max<std::int64_t>(1, policies().size());
        const std::int64_t layers = pooling.layers.empty() ? model.layers : std::ssize(pooling.layers);
        const std::int64_t side = std::min<std::int64_t>(pooling.side, planned.total());
        return lanes * layers * (pooling.heads ? 1 + model.queryHeads : 1) * side * (side + 1) / 2 *
               static_cast<std::int64_t>(sizeof(float) + 2 * sizeof(std::int32_t));
    }
    const auto heads = static_cast<double>(model.layers * (model.queryHeads + model.kvHeads));
    const auto prompt = static_cast<double>(planned.prompt), decode = static_cast<double>(planned.decode);
    double entries = 0;  // per head and layer
    bool prompts = false;
    const auto add = [&](bool layerMajor, double first, double last) {
        // A layer-major prefill evicts nothing before a row of the prompt, so these lanes have the same rows.
        entries += (promptOnce && layerMajor && prompts ? 0 : prompt * prompt / 2) + decode * (first + last) / 2;
        prompts = prompts || layerMajor;
    };
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        const ResolvedPolicy policy = inEffect(m_lanes->resolved(lane), sizes(planned));
        const HeldTokens held = heldTokens(policy, planned.prompt, planned.total());
        add(laneSettings(lane).layerMajor(), std::min(prompt, static_cast<double>(held.afterPrompt)),
            static_cast<double>(held.atEnd));
    }
    if (policies().size() > m_lanes->count()) {
        add(laneRun(m_spec).layerMajor(), prompt, static_cast<double>(planned.total()));
    }
    return static_cast<std::int64_t>(entries * heads * sizeof(float));
}

std::int64_t RunDraft::savedRowBytes() const {
    const std::int64_t bytes = rowBytes(true);
    return m_spec.rowsLimit == 0 || m_spec.pooling.on() ? bytes : std::min(bytes, m_spec.rowsLimit << 20);
}

bool RunDraft::leavesContext(const ModelFacts& model, std::int64_t tokens) const {
    return model.context > 0 && tokens > model.context && m_spec.positions == Positions::Original;
}

bool RunDraft::settingsRefused() const {
    const TextFacts text = textFacts();
    bool refused = !checkPrompt(text) || (!text.estimated && leavesContext(modelFacts(), plan(text).total()));
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        refused = refused || !checkCompatible(m_lanes->resolved(lane), traits(lane));
    }
    return refused;
}

QStringList RunDraft::preview() const {
    QStringList lines;
    const ModelFacts model = modelFacts();
    if (model.name.isEmpty()) {
        return {model.reason};
    }
    const TextFacts text = textFacts();
    if (text.tokens == 0) {
        return {m_spec.prompt ? tr("Type a prompt.") : tr("Choose a text.")};
    }
    if (const auto fits = checkPrompt(text); !fits) {
        return {errorText(fits.error())};
    }
    const auto [prompt, decode] = plan(text);
    const std::int64_t total = prompt + decode;
    if (text.estimated) {
        lines += text.reason.isEmpty() ? tr("The tokens of the text are being counted.")
                                       : tr("The tokens of the text cannot be counted: %1").arg(text.reason);
    }
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        const ResolvedPolicy policy = m_lanes->resolved(lane);
        if (const auto together = checkCompatible(policy, traits(lane)); !together) {
            lines += errorText(together.error());
        }
        if (const auto departs =
                nativeMismatchOf(policy, withNativeChoices(policy, m_lanes->own(lane), m_spec), prompt)) {
            lines += phraseText(departs->warning(policy.id()));
        }
    }
    if (text.estimated) {
        return lines;
    }
    const ResolvedPolicy policy = inEffect(m_lanes->resolved(m_lanes->current()), sizes(plan(text)));
    const auto budget = nominalBudget(policy, prompt);
    const HeldTokens held = heldTokens(policy, prompt, total);
    const bool once = growsAfterPrompt(policy);
    if (budget && held.atEnd >= total) {
        lines += (once ? tr("Nothing will be evicted: the budget of %1 tokens covers the prompt. Lower it.")
                       : tr("Nothing will be evicted: the budget of %1 tokens covers the whole run. Lower it."))
                     .arg(*budget);
    } else if (budget && !once) {
        const std::int64_t between = pruneInterval(policy), capacity = *budget - slackKept(policy);
        if (between > 1) {
            lines += tr("Pruned lazily: up to %1 tokens are held in between.").arg(capacity + between);
        }
        if (capacity >= prompt) {
            lines += tr("The first eviction comes after the prompt, near step %1 at the earliest.")
                         .arg(capacity + between - 1);
        }
    }
    if (m_spec.capture == Capture::Maps) {
        // The speed of writing on one core, which includes the check sums of all data in a bundle.
        constexpr double kBytesPerSecond = 12e6, kWorthSaying = 64e6;
        const auto rows = static_cast<double>(savedRowBytes());
        if (rows > kWorthSaying) {
            const double seconds = rows / kBytesPerSecond;
            lines += tr("With its attention rows, saving takes about %1 of disk and roughly %2; they can be left out.")
                         .arg(bytesText(rows), durationText({seconds, seconds}));
        }
        const std::int64_t all = rowBytes(), limit = m_spec.pooling.on() ? 0 : m_spec.rowsLimit << 20;
        if (limit > 0 && all > limit) {
            lines += tr("Rows of attention take about %1: the newest %2 stay (“Rows at most”).")
                         .arg(bytesText(static_cast<double>(all)), bytesText(static_cast<double>(limit)));
        }
    }
    if (leavesContext(model, total)) {
        lines += tr("Longer than the model's context of %1 tokens: expect a rising NLL with original positions.")
                     .arg(model.context);
    }
    return lines;
}

}  // namespace kvw::wb
