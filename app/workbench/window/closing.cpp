// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/closing.h"

#include <QPushButton>

#include "app/workbench/models/bundle_saves.h"

namespace kvw::wb {

Closing::Closing(Workspace& workspace, QWidget& window) : QObject(&window), m_workspace(workspace), m_window(window) {
    connect(&workspace.client(), &EngineClient::statusChanged, this, [this] {
        if (m_keeping && !m_writing && !m_workspace.client().underWay()) {
            keepNext();
        }
    });
}

Closing::Runs Closing::unkept() const {
    Runs runs;
    const RunTree& tree = m_workspace.forks().tree();
    for (int run = 0; run < tree.count(); ++run) {
        const RunTree::Node& node = tree.node(run);
        if (node.recording != nullptr && node.source.isEmpty() && BundleFiles::stepsOf(*node.recording) > 0 &&
            !m_workspace.kept().holds(node.recording)) {
            runs.push_back(node.recording);
        }
    }
    return runs;
}

bool Closing::mayClose() {
    const bool running = m_workspace.client().underWay();
    const std::size_t runs = m_keeping || m_mayClose ? 0 : unkept().size();
    if (!m_keeping && (m_mayClose || (!running && runs == 0 && !m_workspace.sweeps().running()))) {
        return true;
    }
    if (!m_keeping) {
        ask(question(runs), running || runs > 0);
    }
    return false;
}

QString Closing::question(std::size_t unkept) const {
    const bool running = m_workspace.client().underWay();
    const std::size_t others = unkept - (running && unkept > 0 ? 1 : 0);
    QStringList sentences;
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
        sentences << tr("Stop the sweep and close the window? %1 of its %2 runs are done and kept; “Go on” "
                        "runs the others another time.")
                         .arg(sweep.done())
                         .arg(sweep.points().size());
    }
    return sentences.join(QLatin1Char(' '));
}

void Closing::ask(const QString& question, bool something) {
    if (m_question == nullptr) {
        const bool running = m_workspace.client().underWay();
        m_question =
            new QMessageBox(QMessageBox::Question, tr("Close the window"), question, QMessageBox::NoButton, &m_window);
        m_question->setAttribute(Qt::WA_DeleteOnClose);
        const auto button = [this](const char* name, const QString& text, QMessageBox::ButtonRole role) {
            QPushButton* made = m_question->addButton(text, role);
            made->setObjectName(QString::fromLatin1(name));
            return made;
        };
        if (something) {
            connect(button("keepRuns", running ? tr("Stop and keep") : tr("Keep"), QMessageBox::AcceptRole),
                    &QPushButton::clicked, this, &Closing::keep);
            connect(
                button("discardRuns", running ? tr("Stop and discard") : tr("Discard"), QMessageBox::DestructiveRole),
                &QPushButton::clicked, this, &Closing::closeWindow);
        } else {
            connect(button("stopSweep", tr("Stop and close"), QMessageBox::AcceptRole), &QPushButton::clicked, this,
                    &Closing::closeWindow);
        }
        QPushButton* stay = button("stayOpen", running ? tr("Continue") : tr("Do not close"), QMessageBox::RejectRole);
        m_question->setDefaultButton(stay);
        m_question->setEscapeButton(stay);
    }
    m_question->open();
    m_question->raise();
    m_question->activateWindow();
}

void Closing::stop() {
    if (m_workspace.client().underWay()) {
        m_workspace.forks().showLive();  // only what is shown can be stopped
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
        stop();  // statusChanged says when the run has ended
    } else {
        keepNext();
    }
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
                m_giveUp();  // not what the user saves meanwhile
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
            endKeeping();  // the reason is among the problems
            return;
        }
        if (!m_waiting.empty()) {
            m_waiting.erase(m_waiting.begin());
        }
        keepNext();
    });
    if (m_writing) {
        m_giveUp = BundleSaves::of(m_workspace.bundles()).giveUpLast();
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
