// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/rows_missing.h"

#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <optional>

#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "core/analysis/attention/prompt_rows.h"
#include "core/trace/capture_changes.h"

namespace kvw::wb {

namespace {

/// Returns true if the live run is shown and does not record rows.
bool canBegin(Workspace& workspace) {
    const auto recording = workspace.recording();
    const Trace* trace = workspace.trace();
    return trace != nullptr && showsWhatGoesOn(workspace) &&
           captureAt(*recording, std::max(0, workspace.selection().lane()), trace->steps()) != "maps";
}

/// Returns true if a bundle is shown, whose settings are not those of the Run dock.
bool isAnotherRun(Workspace& workspace) {
    return workspace.client().viewing() && workspace.recording() != nullptr;
}

}  // namespace

bool showsWhatGoesOn(Workspace& workspace) {
    const EngineClient& client = workspace.client();
    const SessionState state = client.status().state;
    // While another run is loading, the previous one stays on the screen.
    return !client.viewing() && client.recording() != nullptr && client.recording() == client.sessionRecording() &&
           client.underWay() && (state == SessionState::Running || state == SessionState::Paused);
}

void setCaptureOfLiveRun(Workspace& workspace, const QString& level) {
    for (int lane = 0; lane < workspace.client().lanes(); ++lane) {
        workspace.client().setParameter(lane, "capture", level.toStdString());
    }
}

void recordRows(Workspace& workspace) {
    const bool goesOn = canBegin(workspace);
    // If the settings cannot be taken over, for example without the text, the next run still records rows.
    std::optional<QStringList> leftOut;
    if (isAnotherRun(workspace)) {
        if (const auto taken = loadIntoDraft(*workspace.recording(), workspace)) {
            leftOut = *taken;
        }
    }
    if (goesOn) {
        setCaptureOfLiveRun(workspace, QStringLiteral("maps"));
    }
    RunSpec spec = workspace.draft().base();
    spec.capture = Capture::Maps;
    spec.pooling = {};
    workspace.draft().setBase(std::move(spec));
    if (leftOut) {
        Q_EMIT workspace.notice(
            QObject::tr("The Run dock has this run's settings, and records attention rows; press Start.") +
            (workspace.namesHidden() ? QString() : leftOutText(*leftOut)));
        return;
    }
    Q_EMIT workspace.notice(
        goesOn ? QObject::tr("Attention rows are recorded from the next token on, and in the next run.")
               : QObject::tr("The next run records attention rows."));
}

QString recordRowsLabel(Workspace& workspace) {
    if (isAnotherRun(workspace)) {
        return QObject::tr("Run it again with the rows");
    }
    if (canBegin(workspace)) {
        return QObject::tr("Record them from here on");
    }
    const RunSpec& next = workspace.draft().base();
    return next.capture == Capture::Maps && !next.pooling.on() ? QString() : QObject::tr("Record them in the next run");
}

bool canMeasurePrompt(const Workspace& workspace) {
    return workspace.recording() != nullptr && workspace.recording()->description().promptTokens >= kLeastMeasured;
}

RowsMissing::RowsMissing(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_text(new QLabel(this)), m_button(new QPushButton(this)) {
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    columnOf({BoxPart::room(), m_text, {m_button, 0, Qt::AlignHCenter}, BoxPart::room()}, this);
    connect(m_button, &QPushButton::clicked, this, [this] {
        recordRows(m_workspace);
        m_button->hide();
    });
}

void RowsMissing::say(const QString& sentence, bool offer) {
    m_text->setText(sentence);
    m_button->setText(offer ? recordRowsLabel(m_workspace) : QString());
    m_button->setVisible(!m_button->text().isEmpty());
}

}  // namespace kvw::wb
