// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/status/status_line.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/shell/status/status_text.h"

namespace kvw::wb {

namespace {

constexpr int kLeastMs = 3000, kMostMs = 10000, kCharacterMs = 60;

}  // namespace

ElidedLabel::ElidedLabel(const char* name, QWidget* parent) : QLabel(parent) {
    setObjectName(QString::fromLatin1(name));
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::say(const QString& text) {
    if (text != this->text()) {
        setText(text);
        setToolTip(plainTip(text));
        setAccessibleName(text);
    }
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

StatusLine::StatusLine(Workspace& workspace, QStatusBar& bar)
    : QWidget(&bar),
      m_workspace(workspace),
      m_bar(bar),
      m_status(new ElidedLabel("statusLine", this)),
      m_notice(new ElidedLabel("notice", this)) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    turnTo(m_status);
    m_reading.setSingleShot(true);
    connect(&m_reading, &QTimer::timeout, this,
            [this] { m_notice->underMouse() ? m_reading.start(kLeastMs) : endNotice(); });
    connect(&workspace, &Workspace::notice, this, &StatusLine::tell);
    connect(&bar, &QStatusBar::messageChanged, this, [this](const QString& tip) {
        if (m_reading.isActive() && !tip.isEmpty()) {
            m_bar.clearMessage();
        }
    });
    connect(&workspace, &Workspace::dirty, this, [this](Dirty what) {
        if (what & (DirtyFlag::Data | DirtyFlag::Status | DirtyFlag::Recording | DirtyFlag::Step | DirtyFlag::Unit |
                    DirtyFlag::Problems)) {
            showStatus();
        }
    });
    connect(&workspace.bundles(), &BundleFiles::pendingChanged, this, [this](int jobs) {
        m_work = jobs > 0 ? tr("Working on a bundle…") : QString();
        showStatus();
    });
    showStatus();
}

void StatusLine::tell(const QString& sentence) {
    const QString text = m_workspace.withoutNames(sentence).simplified();
    if (text.isEmpty()) {
        return;
    }
    m_notice->say(text);
    turnTo(m_notice);
    m_reading.start(std::clamp(kCharacterMs * static_cast<int>(text.size()), kLeastMs, kMostMs));
    m_bar.clearMessage();
}

void StatusLine::endNotice() {
    m_reading.stop();
    m_notice->clear();
    turnTo(m_status);
}

void StatusLine::turnTo(const ElidedLabel* label) {
    m_status->setVisible(label == m_status);
    m_notice->setVisible(label == m_notice);
}

void StatusLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_status->setGeometry(rect());
    m_notice->setGeometry(rect());
}

void StatusLine::mousePressEvent(QMouseEvent* event) {
    QWidget::mousePressEvent(event);
    endNotice();
}

QString StatusLine::result() {
    const EngineClient& client = m_workspace.client();
    const SessionState state = client.status().state;
    const auto recording = m_workspace.recording();
    const bool over = client.viewing() || state == SessionState::Finished || state == SessionState::Stopped;
    if (!recording || !over || m_workspace.trace() == nullptr) {
        return {};
    }
    const int lane = std::clamp(m_workspace.selection().lane(), 0, recording->lanes() - 1);
    const std::int64_t steps = m_workspace.trace()->steps();
    if (m_resultOf.lock() != recording || lane != m_resultLane || steps != m_resultSteps) {
        m_resultOf = recording;
        m_resultLane = lane;
        m_resultSteps = steps;
        m_result = resultText(*recording, lane);
    }
    return m_result;
}

void StatusLine::showStatus() {
    const SessionStatus status = m_workspace.client().status();
    if (status.state == SessionState::Running && !m_workspace.client().viewing()) {
        m_remaining.note(RemainingTime::Clock::now(), status.position, status.total);
    } else {
        m_remaining.forget();
    }
    const auto left = m_remaining.left();
    m_status->say(m_work.isEmpty()
                      ? m_workspace.withoutNames(statusText(m_workspace, left ? leftText(*left) : QString(), result()))
                      : m_work);
}

}  // namespace kvw::wb
