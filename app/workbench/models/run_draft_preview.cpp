// SPDX-License-Identifier: GPL-3.0-or-later
// What the next run will cost, in lines for the run dock.
#include <algorithm>
#include <cmath>

#include "app/workbench/language/engine_sentence.h"
#include "app/workbench/models/bytes_text.h"
#include "app/workbench/models/fit_text.h"
#include "app/workbench/models/run_draft.h"

namespace kvw::wb {

QStringList RunDraft::fit(const Machine& machine) const {
    const ModelFacts model = modelFacts();
    const TextFacts text = textFacts();
    if (model.name.isEmpty() || text.tokens == 0) {
        return {};
    }
    const Plan planned = plan(text);
    return fitLines(
        {model.weightBytes, model.kvBytesPerToken, planned.total(), m_lanes->budget(m_lanes->current(), planned.prompt),
         model.context, policies().size() > 1 ? std::optional(cacheBytes()) : std::nullopt},
        machine);
}

std::int64_t RunDraft::cacheBytes() const {
    const Plan planned = plan(textFacts());
    std::int64_t tokens = 0;
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        tokens += std::min(m_lanes->budget(lane, planned.prompt).value_or(planned.total()), planned.total());
    }
    if (policies().size() > m_lanes->count()) {
        tokens += planned.total();
    }
    return tokens * modelFacts().kvBytesPerToken;
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
    const auto [prompt, decode] = plan(text);
    const std::int64_t total = prompt + decode;
    lines +=
        (text.estimated ? tr("about %1 tokens: prefill %2, then %3 steps") : tr("%1 tokens: prefill %2, then %3 steps"))
            .arg(total)
            .arg(prompt)
            .arg(decode);
    for (int lane = 0; lane < m_lanes->count(); ++lane) {
        if (const auto together = goesTogether(m_lanes->resolved(lane), traits()); !together) {
            lines += engineSentence(QString::fromStdString(together.error().sentence()));
        }
    }
    const double full = static_cast<double>(total * model.kvBytesPerToken);
    const auto budget = m_lanes->budget(m_lanes->current(), prompt);
    if (!budget) {
        lines += tr("Keeps everything: %1 at the end").arg(bytesText(full));
    } else if (*budget >= total) {
        lines += tr("Nothing will be evicted: the budget of %1 tokens covers the whole run. Lower it.").arg(*budget);
    } else {
        const double share = static_cast<double>(*budget) / static_cast<double>(total);
        lines += tr("Budget %1 tokens per layer and head, on average: %2 (%3 %)")
                     .arg(*budget)
                     .arg(bytesOfText(static_cast<double>(*budget * model.kvBytesPerToken), full))
                     .arg(std::lround(100 * share));
        if (*budget >= prompt) {
            lines += tr("The first eviction comes after the prompt, near step %1 at the earliest.").arg(*budget);
        }
    }
    if (model.context > 0 && total > model.context && m_spec.positions == Positions::Original) {
        lines += tr("Longer than the model's context of %1 tokens: expect a rising NLL with original positions.")
                     .arg(model.context);
    }
    return lines;
}

}  // namespace kvw::wb
