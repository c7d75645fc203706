// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/settings_summary.h"

#include <QCoreApplication>
#include <QStringList>

namespace kvw::wb {

namespace {

struct SettingsSummary {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::SettingsSummary)
 public:
    static void addText(const RunSpec& spec, QStringList& words) {
        const bool generates = spec.mode == Mode::Generate;
        if (generates) {
            words += tr("generate");
        }
        if (spec.promptTokens >= 0) {
            words += tr("prompt %1").arg(spec.promptTokens);
        }
        if (generates && spec.question) {
            words += tr("a question");
        }
        if (spec.steps >= 0) {
            words += tr("%1 steps").arg(spec.steps);
        }
        if (generates && spec.sampling.temperature > 0) {
            words += tr("temperature %1").arg(spec.sampling.temperature);
            if (spec.sampling.topK > 0) {
                words += tr("top-k %1").arg(spec.sampling.topK);
            }
            if (spec.sampling.topP < 1) {
                words += tr("top-p %1").arg(spec.sampling.topP);
            }
        }
    }

    static void addCache(const RunSpec& spec, bool ranks, QStringList& words) {
        static const RunSpec kUsual{};
        if (spec.kvDtype != kUsual.kvDtype) {
            words += tr("KV in %1").arg(QString::fromStdString(spec.kvDtype));
        }
        if (spec.positions != Positions::Original) {
            words += tr("%1 positions").arg(QLatin1String(toText(spec.positions)));
        }
        if (ranks && spec.rankKeys != RankKeys::Raw) {
            words += tr("%1 keys").arg(QLatin1String(toText(spec.rankKeys)));
        }
        if (spec.streamingPrefill) {
            words += tr("%1 prefill").arg(QStringLiteral("streaming:%1").arg(spec.chunk));
        }
        if (spec.dtype != kUsual.dtype) {
            words += tr("products in %1").arg(QString::fromStdString(spec.dtype));
        }
    }

    /// Usual is what a new window records (Workspace::propose).
    static void addRecord(const RunSpec& spec, QStringList& words) {
        if (spec.capture == Capture::None) {
            words += tr("attention not recorded");
        } else if (spec.capture != Capture::Maps) {
            words += tr("no attention rows");
        } else if (spec.pooling.on()) {
            words += tr("maps pooled to %1").arg(spec.pooling.side);
        } else if (spec.rowsLimit > 0) {
            words += tr("rows up to %1 MiB").arg(spec.rowsLimit);
        }
    }

    static void addMachine(const RunSpec& spec, QStringList& words) {
        static const RunSpec kUsual{};
        if (spec.seed != kUsual.seed) {
            words += tr("seed %1").arg(spec.seed);
        }
        if (spec.device != kUsual.device) {
            words += tr("on %1").arg(QString::fromStdString(spec.device));
        }
        if (spec.threads > 0) {
            words += spec.threads == 1 ? tr("1 thread") : tr("%1 threads").arg(spec.threads);
        }
    }

    /// Adds what the lane in the form has in place of the settings of the run.
    static void addLane(RunDraft& draft, QStringList& words) {
        const LaneChoice own = choiceFor(draft.laneSettings(draft.lanes().current()), draft.base());
        QStringList parts = QString::fromStdString(toText(own)).split(QLatin1Char('/'), Qt::SkipEmptyParts);
        if (!parts.isEmpty()) {
            words += tr("lane: %1").arg(parts.join(QStringLiteral(", ")));
        }
    }

    static QString of(RunDraft& draft) {
        QStringList words;
        addText(draft.base(), words);
        addCache(draft.base(), draft.hasRanks(), words);
        addRecord(draft.base(), words);
        addMachine(draft.base(), words);
        addLane(draft, words);
        return words.isEmpty() ? tr("as usual") : words.join(QStringLiteral(", "));
    }
};

}  // namespace

QString settingsSummary(RunDraft& draft) {
    return SettingsSummary::of(draft);
}

}  // namespace kvw::wb
