// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes a token and its state in words: the line below the strip and its tooltips.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <cmath>

#include "app/workbench/session/shown_selection.h"
#include "app/workbench/session/words/manifest_words.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/base/json/json_access.h"
#include "core/policy/host/catalog.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Words on tokens. Thread: GUI thread.
class TokenWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::TokenWords)

 public:
    /// Describes a token as lane `lane` has it. `view` has the lane's text, and `states` its states at the step, layer
    /// and head of `shownSelection`. The token must be in the view.
    [[nodiscard]] static QString of(Workspace& workspace, const ShownSelection& shownSelection, const StripView& view,
                                    int lane, const TokenStates& states, std::int64_t token) {
        const RunDescription& run = workspace.recording()->description();
        const Trace& trace = *workspace.client().trace(lane);
        QString text = tr("token %1 “%2”").arg(token).arg(view.text(token));
        if (token > 0 && token == run.promptTokens) {
            text += tr(" · first after the prompt");
        }
        if (token == view.firstDifference()) {
            text += tr(" · first difference to the run beside it");
        }
        if (token < trace.steps() && !std::isnan(trace.step(token).nll)) {
            text += tr(" · NLL %1").arg(trace.step(token).nll, 0, 'f', 2);
        }
        text += tr(" · at step %1, layer %2: %3")
                    .arg(shownSelection.step())
                    .arg(shownSelection.layer())
                    .arg(states.sentence(token, workspace.namesHidden()));
        text += positionInCache(run, trace.shape(), shownSelection.unit(), states, token);
        if (!workspace.namesHidden()) {
            text += scoredBy(run, lane, states[token], workspace.plugins().catalog());
        }
        return text + probesOf(run, token);
    }

 private:
    /// Returns "last 32 rows at prefill, attention row at decode", with the lane's own window. Empty: the policy scores
    /// nothing, or is not installed here.
    static QString whatItReads(const LaneInfo& lane, const Catalog& catalog) {
        // In "snapkv+uniform" and "snapkv@kivi" the scorer comes first.
        const std::string id = lane.policyId.substr(0, lane.policyId.find_first_of("+@"));
        auto found = catalog.findAlone(id);
        if (!found) {
            found = catalog.find(PluginKind::Scorer, id);
        }
        if (!found) {
            return {};
        }
        QStringList needs;
        for (const std::string& need : found->entry->manifest.needs) {
            needs << needWords(need, static_cast<int>(wholeOf(lane.parameters, "window", -1)));
        }
        return needs.join(QStringLiteral(", "));
    }

    /// Returns, with cache-rank positions, the number of held tokens before it; if heads hold sets of their own, in
    /// that of the selected head.
    static QString positionInCache(const RunDescription& run, const TraceShape& shape, int unit,
                                   const TokenStates& states, std::int64_t token) {
        const bool oneSet = shape.units <= 1 || unit >= 0;
        if (run.positions != "cache-rank" || !oneSet || !states.held(token)) {
            return {};
        }
        std::int64_t rank = 0;
        for (std::int64_t before = 0; before < token; ++before) {
            rank += states.held(before) ? 1 : 0;
        }
        return tr(" · position %1 in the cache").arg(rank);
    }

    /// Returns the rows that the policy's score of a token comes from, as its plugin declares.
    static QString scoredBy(const RunDescription& run, int lane, TokenState state, const Catalog& catalog) {
        const bool judged =
            state == TokenState::Kept || state == TokenState::EvictedNow || state == TokenState::EvictedEarlier;
        const auto at = static_cast<std::size_t>(lane);
        const QString reads = judged && at < run.lanes.size() ? whatItReads(run.lanes[at], catalog) : QString();
        return reads.isEmpty() ? reads : tr(" · scored by: %1").arg(reads);
    }

    static QString probesOf(const RunDescription& run, std::int64_t token) {
        QString text;
        for (const ProbeInfo& probe : run.probes) {
            QString about;
            const QString name = QString::fromStdString(probe.name);
            if (token >= probe.answerBegin && token < probe.answerEnd) {
                about = tr(" · answer of “%1”").arg(name);
            } else if (token >= probe.questionBegin && token < probe.questionEnd) {
                about = tr(" · asks for “%1”").arg(name);
            } else if (token >= probe.factBegin && token < probe.factEnd) {
                about = tr(" · states “%1”").arg(name);
            }
            text += text.contains(about) ? QString() : about;  // a fact may be asked for twice
        }
        return text;
    }
};

}  // namespace kvw::wb
