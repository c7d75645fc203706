// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/closing.h"

#include <QPushButton>
#include <QTimer>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/session/runs/long_call.h"

namespace kvw::wb {

namespace {

constexpr int kAskMs = 50;

}  // namespace

Closing::Closing(Workspace& workspace, QWidget& window) : QObject(&window), m_workspace(workspace), m_window(window) {
    connect(&workspace.client(), &EngineClient::statusChanged, this, [this] {
        if (m_keeping && !m_writing && !m_workspace.client().underWay()) {
            keepNext();
        }
    });
    connect(&workspace.longCall(), &LongCall::changed, this, &Closing::leaveRun);
    BundleSaves& saves = workspace.bundles().saves();
    add({[&saves] { return saves.saving() ? tr("A bundle is still being written.") : QString(); },
         [&saves] { saves.stop(); }});
    // Queued, so that other slots first start writes that wait for the bundle and update which runs it holds.
    connect(&saves, &BundleSaves::ended, this, &Closing::checkWriting, Qt::QueuedConnection);
    connect(&workspace.bundles(), &BundleFiles::failed, this, &Closing::stay);  // the problems state the reason
}

Closing::Runs Closing::unkept() const {
    Runs runs;
    const RunTree& tree = m_workspace.forks().tree();
    for (int run = 0; run < tree.count(); ++run) {
        const RunTree::Node& node = tree.node(run);
        if (node.recording != nullptr && node.source.isEmpty() && !node.demonstration &&
            BundleFiles::stepsOf(*node.recording) > 0 && !m_workspace.kept().holds(node.recording) &&
            !m_workspace.bundles().saves().savingAll(*node.recording)) {
            runs.push_back(node.recording);
        }
    }
    return runs;
}

void Closing::add(Writing writing) {
    m_writings.push_back(std::move(writing));
}

QString Closing::written() const {
    QStringList sentences;
    for (const Writing& writing : m_writings) {
        if (const QString sentence = writing.sentence(); !sentence.isEmpty()) {
            sentences += sentence;
        }
    }
    return sentences.join(QLatin1Char(' '));
}

bool Closing::mayClose() {
    if (m_keeping) {
        return false;
    }
    const bool running = m_workspace.client().underWay();
    const Runs runs = m_mayClose ? Runs() : unkept();
    if (!m_mayClose &&
        (running || !runs.empty() || m_workspace.sweeps().running() || m_workspace.evaluation().running())) {
        askRuns(question(runs), !runs.empty() || (running && !showsStory()));
        return false;
    }
    const QString sentences = written();
    if (sentences.isEmpty()) {
        return true;
    }
    if (m_mayClose) {
        waitForWriting();
    } else if (m_waitingFor == nullptr) {
        askWriting(sentences);
    }
    return false;
}

bool Closing::showsStory() const {
    const RunTree& tree = m_workspace.forks().tree();
    const int run = tree.find(m_workspace.client().sessionRecording().get());
    return run >= 0 && tree.node(run).demonstration;
}

QString Closing::question(const Runs& unkept) const {
    const bool running = m_workspace.client().underWay();
    const auto others = std::ranges::count_if(
        unkept, [&](const auto& run) { return !running || run != m_workspace.client().sessionRecording(); });
    QStringList sentences;
    if (const Phrase& longCall = m_workspace.longCall().sentence(); running && !longCall.empty()) {
        sentences << phraseText(longCall);
    }
    if (running) {
        sentences << tr("Stop the run and close the window?");
    }
    if (others > 0) {
        const QString ended = others == 1 ? tr("A run of this session is in no bundle.")
                                          : tr("%1 runs of this session are in no bundle.").arg(others);
        sentences << (running ? ended : ended + QLatin1Char(' ') + tr("Keep what is recorded in the library?"));
    }
    const SweepRunner& sweep = m_workspace.sweeps();
    if (sweep.running()) {
        sentences << tr("Stop the sweep and close the window? %1 of its %2 runs are done and kept; “Go on” runs the "
                        "others later.")
                         .arg(sweep.done())
                         .arg(sweep.planned());
    }
    if (const EvalProcess& evaluation = m_workspace.evaluation(); evaluation.running()) {
        sentences << (evaluation.done() == 1
                          ? tr("Stop the evaluation and close the window? The sample that is done is kept; “Go on” runs "
                               "the others later.")
                          : tr("Stop the evaluation and close the window? The %1 samples that are done are kept; “Go "
                               "on” runs the others later.")
                                .arg(evaluation.done()));
    }
    return sentences.join(QLatin1Char(' '));
}

void Closing::askRuns(const QString& question, bool something) {
    const bool running = m_workspace.client().underWay();
    std::vector<Answer> answers;
    if (something) {
        answers.push_back(
            {"keepRuns", running ? tr("Stop and keep") : tr("Keep"), QMessageBox::AcceptRole, &Closing::keep});
        answers.push_back({"discardRuns", running ? tr("Stop and discard") : tr("Discard"),
                           QMessageBox::DestructiveRole, &Closing::closeWindow});
    } else {
        answers.push_back({"stopAndClose", tr("Stop and close"), QMessageBox::AcceptRole, &Closing::closeWindow});
    }
    ask(question, answers, running ? tr("Continue") : tr("Do not close"));
}

void Closing::askWriting(const QString& sentences) {
    ask(sentences + QLatin1Char(' ') + tr("Close the window once that is done?"),
        {{"closeThen", tr("Close when done"), QMessageBox::AcceptRole, &Closing::waitForWriting},
         {"giveUpWriting", tr("Cancel it and close"), QMessageBox::DestructiveRole, &Closing::giveUpWriting}},
        tr("Do not close"));
}

void Closing::ask(const QString& question, const std::vector<Answer>& answers, const QString& stay) {
    if (m_question == nullptr) {
        m_question =
            new QMessageBox(QMessageBox::Question, tr("Close the window"), question, QMessageBox::NoButton, &m_window);
        m_question->setAttribute(Qt::WA_DeleteOnClose);
        for (const Answer& answer : answers) {
            QPushButton* button = m_question->addButton(answer.text, answer.role);
            button->setObjectName(QLatin1String(answer.name));
            connect(button, &QPushButton::clicked, this, answer.act);
        }
        QPushButton* button = m_question->addButton(stay, QMessageBox::RejectRole);
        button->setObjectName(QStringLiteral("stayOpen"));
        m_question->setDefaultButton(button);
        m_question->setEscapeButton(button);
    }
    m_question->open();
    m_question->raise();
    m_question->activateWindow();
}

void Closing::waitForWriting() {
    if (m_waitingFor == nullptr) {
        m_waitingFor = new QProgressDialog(written(), tr("Do not close"), 0, 0, &m_window);
        m_waitingFor->setObjectName(QStringLiteral("waitForWriting"));
        m_waitingFor->setWindowTitle(tr("Close the window"));
        m_waitingFor->setWindowModality(Qt::NonModal);
        connect(m_waitingFor, &QProgressDialog::canceled, this, &Closing::stay);
        auto* ask = new QTimer(m_waitingFor);  // not every write operation signals its end
        connect(ask, &QTimer::timeout, this, &Closing::checkWriting);
        ask->start(kAskMs);
        m_waitingFor->show();
    }
    QMetaObject::invokeMethod(this, &Closing::checkWriting,
                              Qt::QueuedConnection);  // the operation may have ended already
}

void Closing::giveUpWriting() {
    waitForWriting();
    for (const Writing& writing : m_writings) {
        writing.giveUp();
    }
}

void Closing::stay() {
    m_mayClose = false;
    if (m_waitingFor != nullptr) {
        m_waitingFor->deleteLater();
        m_waitingFor = nullptr;
    }
}

void Closing::checkWriting() {
    if (m_waitingFor == nullptr) {
        return;
    }
    if (const QString sentences = written(); !sentences.isEmpty()) {
        m_waitingFor->setLabelText(sentences);
        return;
    }
    m_waitingFor->deleteLater();
    m_waitingFor = nullptr;
    m_mayClose = m_mayClose && !m_workspace.client().underWay();  // a new run may have been started meanwhile
    m_window.close();
}

void Closing::stop() {
    if (m_workspace.client().underWay()) {
        m_workspace.forks().showLive();  // only the shown run can be stopped
        m_workspace.client().stop();
    }
}

void Closing::closeWindow() {
    m_mayClose = true;
    stop();
    m_window.close();
}

void Closing::keep() {
    m_keeping = true;
    if (m_workspace.client().underWay()) {
        stop();  // statusChanged reports when the run has ended
        leaveRun();
    } else {
        keepNext();
    }
}

void Closing::leaveRun() {
    const Phrase& longCall = m_workspace.longCall().sentence();
    if (!m_keeping || m_writing || m_progress != nullptr || longCall.empty()) {
        return;
    }
    // The call ends only with the program. Record why the run stops here.
    if (const auto recording = m_workspace.client().sessionRecording(); recording && m_workspace.client().underWay()) {
        recording->setState(RunState::Stopped, longCall);
    }
    keepNext();
}

void Closing::keepNext() {
    if (m_waiting.empty() && m_progress == nullptr) {
        m_waiting = unkept();
        m_progress = new QProgressDialog(tr("Keeping runs in the library"), tr("Cancel"), 0,
                                         static_cast<int>(m_waiting.size()), &m_window);
        m_progress->setWindowTitle(tr("Close the window"));
        m_progress->setWindowModality(Qt::NonModal);
        m_progress->setMinimumDuration(500);
        connect(m_progress, &QProgressDialog::canceled, this, [this] {
            m_waiting.clear();
            if (m_giveUp) {
                m_giveUp();  // cancels only this write, not bundles the user is saving
            }
        });
    }
    if (m_progress == nullptr || m_progress->wasCanceled()) {
        endKeeping();
        return;
    }
    m_progress->setValue(m_progress->maximum() - static_cast<int>(m_waiting.size()));
    if (m_waiting.empty()) {
        endKeeping();
        m_mayClose = true;
        m_window.close();
        return;
    }
    m_writing = true;
    const std::shared_ptr<Recording> run = m_waiting.front();
    m_workspace.kept().keep(run, [this, run] {
        m_writing = false;
        m_giveUp = nullptr;
        if (!m_workspace.kept().holds(run)) {
            endKeeping();  // the problems state the reason
            return;
        }
        if (!m_waiting.empty()) {
            m_waiting.erase(m_waiting.begin());
        }
        keepNext();
    });
    if (m_writing) {
        m_giveUp = m_workspace.bundles().saves().giveUpLast();
    }
}

void Closing::endKeeping() {
    m_keeping = false;
    m_giveUp = nullptr;
    m_waiting.clear();
    if (m_progress != nullptr) {
        m_progress->deleteLater();
        m_progress = nullptr;
    }
}

}  // namespace kvw::wb
