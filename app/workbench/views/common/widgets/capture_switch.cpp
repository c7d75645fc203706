// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/capture_switch.h"

#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>

#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"

namespace kvw::wb {

namespace {

/// Names of the levels in recordings and commands, in the order of `Capture`.
constexpr const char* kNames[] = {"none", "rows", "stats", "maps"};

}  // namespace

CaptureSwitch::CaptureSwitch(RunDraft& draft, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_box(new QComboBox(this)), m_now(new QPushButton(tr("Now"), this)) {
    auto* label = new QLabel(tr("Record"), this);
    label->setBuddy(m_box);
    m_box->setObjectName(QStringLiteral("captureLevel"));
    m_box->setAccessibleName(tr("What the next run records of the attention"));
    m_box->setToolTip(
        tr("For the next run. Behind each level is its cost per decode step in the last shown run of that level: time, "
           "share of the step, bytes of attention rows."));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(8);
    m_now->setObjectName(QStringLiteral("captureNow"));
    m_now->setAccessibleName(tr("Record it from the next token on"));
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

void CaptureSwitch::measured(const QString& level, const Cost& cost) {
    for (std::size_t i = 0; i < kLevels; ++i) {
        if (level == QLatin1String(kNames[i])) {
            m_costs[i] = cost;
            fill();
        }
    }
}

void CaptureSwitch::refresh() {
    const QSignalBlocker blocked(m_box);
    m_box->setCurrentIndex(static_cast<int>(m_draft.base().capture));
    enableNow();
}

void CaptureSwitch::setRunningLevel(const QString& level) {
    if (level != m_running) {
        m_running = level;
        enableNow();
    }
}

void CaptureSwitch::enableNow() {
    const bool same = m_running == QLatin1String(kNames[m_box->currentIndex()]);
    m_now->setEnabled(!m_running.isEmpty() && !same);
    m_now->setToolTip(m_running.isEmpty() ? tr("No run is in progress that could be switched")
                      : same              ? tr("The current run records this level already")
                             : tr("Records this level from the next token of the current run on, in every lane. Data "
                                  "that was not recorded before stays missing; variance begins again after 8 tokens, "
                                  "when its window is full; rows of the prompt cannot be recorded later."));
}

QString CaptureSwitch::words(const QString& level) {
    const std::array<QString, kLevels> levels{tr("nothing of attention"), tr("row statistics"), tr("and variance"),
                                              tr("and the rows")};
    for (std::size_t i = 0; i < kLevels; ++i) {
        if (level == QLatin1String(kNames[i])) {
            return levels[i];
        }
    }
    return level;
}

void CaptureSwitch::fill() {
    for (std::size_t i = 0; i < kLevels; ++i) {
        QString text = words(QLatin1String(kNames[i]));
        if (const auto& cost = m_costs[i]) {
            text += tr(": %1 ms (%2 %)")
                        .arg(QLocale::c().toString(cost->ms, 'f', 2), QLocale::c().toString(100 * cost->share, 'f', 0));
            text += cost->bytes >= 1 ? QStringLiteral(", %1").arg(bytesText(cost->bytes)) : QString();
        } else {
            text += tr(": not measured yet");
        }
        m_box->setItemText(static_cast<int>(i), text);
    }
}

}  // namespace kvw::wb
