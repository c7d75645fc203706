// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/status/status_text.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/runs/long_call.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/words/difference_text.h"
#include "core/analysis/compared_steps.h"

namespace kvw::wb {

namespace {

/// Returns why the policy of a lane failed while others continued; empty: it did not fail.
QString laneFailure(const Recording& recording, int lane) {
    if (!failedAlone(recording, lane)) {
        return {};
    }
    const Trace& trace = recording.trace(lane);
    const TraceEvent& end = trace.event(trace.events() - 1);
    QString why = QString::fromStdString(end.text);
    for (const Recording::Problem& problem : recording.problems()) {
        // Other errors of the lane, such as a refused parameter or damaged rows, ended nothing and name no policy.
        const bool ended = problem.isError() && problem.lane == lane && problem.step == end.step;
        why = ended && !problem.plugin.empty() ? phraseText(problem.finding) : why;
    }
    return QObject::tr("this lane failed: %1").arg(why);
}

}  // namespace

QString stateText(Workspace& workspace) {
    const EngineClient& client = workspace.client();
    if (const Forks& forks = workspace.forks(); forks.comparing()) {
        return forks.comparesUnfinished()
                   ? QObject::tr("Comparison of the recorded steps; click a run in Runs to follow or steer it")
                   : QObject::tr("Comparison of runs of this session");
    }
    if (client.viewing()) {
        return client.ofSession() ? QObject::tr("A run of this session; the engine now works on another")
                                  : QObject::tr("Bundle; its model is not loaded");
    }
    if (const Phrase& longCall = workspace.longCall().sentence(); !longCall.empty()) {
        return phraseText(longCall);
    }
    const SessionStatus status = client.status();
    const QString count = status.progress.total > 0 ? QObject::tr(" %1 of %2 %3")
                                                          .arg(status.progress.done)
                                                          .arg(status.progress.total)
                                                          .arg(progressUnit(status.progress.unit))
                                                    : QString();
    switch (status.state) {
        case SessionState::Empty:
        case SessionState::Ready:
            return QObject::tr("Ready");
        case SessionState::Loading:
            return QObject::tr("Loading") + count +
                   (status.progress.part.empty()
                        ? QString()
                        : QStringLiteral(" (%1)").arg(QString::fromStdString(status.progress.part)));
        case SessionState::Prefill:
            return QObject::tr("Prefill") + count;
        case SessionState::Running:
            return QObject::tr("Running");
        case SessionState::Paused:
            return QObject::tr("Paused");
        case SessionState::Finished:
            return QObject::tr("Finished");
        case SessionState::Stopped:
            return QObject::tr("Stopped");
        case SessionState::Failed:
            return QObject::tr("Failed: %1").arg(phraseText(status.message));
    }
    return {};
}

QString resultText(const Recording& recording, int lane) {
    const auto summary = summarize(recording, lane);
    const auto number = [&summary](const char* key) {
        return summary[key].is_number() ? std::optional(summary[key].get<double>()) : std::nullopt;
    };
    QStringList parts;
    if (const auto mean = number("mean_nll")) {
        const auto delta = lane > 0 ? number("delta_nll") : std::nullopt;
        parts << QObject::tr("mean NLL %1").arg(*mean, 0, 'f', 3) +
                     (delta ? QStringLiteral(" (%1)").arg(differenceText(*delta, 3)) : QString());
    }
    if (const auto events = number("prune_events"); events && *events > 0) {
        parts << QObject::tr("prune events: %1").arg(*events, 0, 'f', 0);
    }
    return parts.join(QStringLiteral(", "));
}

QString statusText(Workspace& workspace, const QString& left, const QString& result) {
    const EngineClient& client = workspace.client();
    const QString state = stateText(workspace);
    QStringList parts{result.isEmpty() ? state : QStringLiteral("%1: %2").arg(state, result)};
    const Trace* trace = workspace.trace();
    const std::int64_t step = workspace.step();
    // While the next run loads, the docks still show the previous one.
    const bool ofAnother =
        client.showsPrevious() || (!client.viewing() && client.status().state == SessionState::Loading);
    if (trace == nullptr || step < 0 || ofAnother) {
        return parts.front();
    }
    if (!client.viewing() && client.status().state == SessionState::Failed) {
        parts << QObject::tr("%1 steps are kept").arg(trace->steps());
    }
    if (const QString failure = laneFailure(*workspace.recording(), workspace.selection().lane()); !failure.isEmpty()) {
        parts << failure << QObject::tr("%1 steps are kept").arg(trace->steps());
    }
    const StepRecord& record = trace->step(step);
    const TraceShape& shape = trace->shape();
    const auto sets =
        std::max<std::int64_t>(1, std::int64_t{shape.layers} * std::max(shape.units, shape.kvHeads));  // of heldTotal
    const std::int64_t newest = trace->steps() - 1;
    parts << QObject::tr("step %1 of %2").arg(newest).arg(client.total() - 1);
    if (client.status().state == SessionState::Running && client.status().tokensPerSecond > 0) {
        parts << QObject::tr("%1 tok/s").arg(client.status().tokensPerSecond, 0, 'f', 0);
    }
    if (client.status().state == SessionState::Running && !left.isEmpty()) {
        parts << left;
    }
    if (!workspace.selection().following() && step != newest) {
        parts << QObject::tr("at the cursor, step %1:").arg(step);
    }
    const std::int64_t held = (record.heldTotal + sets / 2) / sets;
    const std::int64_t tokens = step + 1, percent = (100 * held + tokens / 2) / tokens;
    parts << QObject::tr("held %1 of %2 (%3 %)").arg(held).arg(tokens).arg(percent);
    parts << bytesOfText(static_cast<double>(record.bytesLive), static_cast<double>(record.bytesFull));
    if (!std::isnan(record.nll)) {
        QString nll = QObject::tr("NLL %1").arg(record.nll, 0, 'f', 2);
        if (!std::isnan(record.nllFull) && workspace.selection().lane() > 0) {
            nll += QStringLiteral(" (%1)").arg(differenceText(record.nll - record.nllFull));
        }
        parts << nll;
    }
    return parts.join(QStringLiteral("  ·  "));
}

}  // namespace kvw::wb
