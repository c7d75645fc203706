// SPDX-License-Identifier: GPL-3.0-or-later
/// Box for how much attention the next run records, with the measured cost of each level, and a button that switches
/// the live run from its next token on.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QWidget>
#include <array>
#include <optional>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"

namespace kvw::wb {

/// Thread: GUI thread.
class CaptureSwitch : public QWidget {
    Q_OBJECT
 public:
    CaptureSwitch(RunDraft& draft, QWidget* parent)
        : QWidget(parent), m_draft(draft), m_box(new QComboBox(this)), m_now(new QPushButton(tr("Now"), this)) {
        auto* label = new QLabel(tr("Record"), this);
        label->setBuddy(m_box);
        named(m_box, "captureLevel", tr("What the next run records of the attention"),
              tr("For the next run. Behind each level is its cost per decode step in the last shown run of that level: "
                 "time, share of the step, bytes of attention rows."));
        setContentsLength(*m_box, 8);
        named(m_now, "captureNow", tr("Record it from the next token on"));
        makeNarrow(*m_now);
        rowOf({label, {m_box, 1}, m_now}, this, {0});
        connect(m_now, &QPushButton::clicked, this,
                [this] { Q_EMIT switched(QLatin1String(kNames[m_box->currentIndex()])); });
        for (std::size_t level = 0; level < kLevels; ++level) {
            m_box->addItem(QString());
        }
        fill();
        connect(m_box, &QComboBox::activated, this, [this](int level) {
            RunSpec spec = m_draft.base();
            spec.capture = static_cast<Capture>(level);
            m_draft.setBase(std::move(spec));
        });
        refresh();
    }

    /// Cost of recording per decode step in the last shown run of a level.
    struct Cost {
        double ms = 0, share = 0;  ///< of the step's time
        double bytes = 0;          ///< of attention rows
    };
    void measured(const QString& level, const Cost& cost) {
        for (std::size_t i = 0; i < kLevels; ++i) {
            if (level == QLatin1String(kNames[i])) {
                m_costs[i] = cost;
                fill();
            }
        }
    }

    /// Shows the capture level of the draft.
    void refresh() {
        m_box->setCurrentIndex(static_cast<int>(m_draft.base().capture));
        enableNow();
    }
    /// Sets the level that the live run records now; empty: no live run is shown.
    void setRunningLevel(const QString& level) {
        if (level != m_running) {
            m_running = level;
            enableNow();
        }
    }

    /// Returns the label of a level that recordings and commands call, for example, "maps".
    [[nodiscard]] static QString words(const QString& level) {
        const std::array<QString, kLevels> levels{tr("nothing of attention"), tr("row statistics"), tr("and variance"),
                                                  tr("and the rows")};
        for (std::size_t i = 0; i < kLevels; ++i) {
            if (level == QLatin1String(kNames[i])) {
                return levels[i];
            }
        }
        return level;
    }

 Q_SIGNALS:
    /// Emitted when the live run is to record at `level` from its next token on.
    void switched(const QString& level);

 private:
    /// Names of the levels in recordings and commands, in the order of `Capture`.
    static constexpr const char* kNames[] = {"none", "rows", "stats", "maps"};

    void fill() {
        for (std::size_t i = 0; i < kLevels; ++i) {
            QString text = words(QLatin1String(kNames[i]));
            if (const auto& cost = m_costs[i]) {
                text +=
                    tr(": %1 ms (%2 %)")
                        .arg(QLocale::c().toString(cost->ms, 'f', 2), QLocale::c().toString(100 * cost->share, 'f', 0));
                text += cost->bytes >= 1 ? QStringLiteral(", %1").arg(bytesText(cost->bytes)) : QString();
            } else {
                text += tr(": not measured yet");
            }
            m_box->setItemText(static_cast<int>(i), text);
        }
    }

    void enableNow() {
        const bool same = m_running == QLatin1String(kNames[m_box->currentIndex()]);
        m_now->setEnabled(!m_running.isEmpty() && !same);
        m_now->setToolTip(m_running.isEmpty() ? tr("No run is in progress that could be switched")
                          : same              ? tr("The current run records this level already")
                                 : tr("Records this level from the next token of the current run on, in every lane. "
                                      "Data that was not recorded before stays missing; variance begins again after 8 "
                                      "tokens, when its window is full; rows of the prompt cannot be recorded later."));
    }

    static constexpr std::size_t kLevels = 4;
    RunDraft& m_draft;
    QComboBox* m_box;
    QPushButton* m_now;
    QString m_running;  ///< level of the live run
    std::array<std::optional<Cost>, kLevels> m_costs;
};

}  // namespace kvw::wb
