// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/figure_need.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>

#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/views/common/dock.h"
#include "core/session/spec/command_words.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

QString evidenceText(const FigureEvidence& evidence, const char* name) {
    return QString::fromStdString(evidence.value(name));
}

FigureNeed needOfWhatIf(const QString& name, const FigureEvidence& evidence, Workspace& workspace, MainWindow& window) {
    if (!workspace.client().viewing() || !workspace.recording()) {
        return {};
    }
    const QString spaced = workspace.namesHidden() ? QString() : evidenceText(evidence, "what if");
    const QString policy = workspace.namesHidden() ? QString() : evidenceText(evidence, "what-if");
    return {
        QObject::tr("%1 shows what %2 would keep of the prompt. Bundles do not hold the observations for that; this is "
                    "the run without them. Run it again and choose that policy.")
            .arg(name, !policy.isEmpty()   ? policy
                       : !spaced.isEmpty() ? spaced
                                           : QObject::tr("another policy")),
        QObject::tr("Run again…"), [&workspace, &window] {
            const auto shown = workspace.recording();
            if (!shown) {
                return;
            }
            const auto taken = loadIntoDraft(*shown, workspace);
            if (!taken) {
                workspace.refuse(taken.error());
                return;
            }
            if (Dock* run = window.dock(QStringLiteral("run")); run != nullptr) {
                window.focusDock(*run);
            }
            Q_EMIT workspace.notice(QObject::tr("The Run dock has this run's settings; change them and press Start.") +
                                    (workspace.namesHidden() ? QString() : leftOutText(*taken)));
        }};
}

FigureNeed needOfRuns(const QString& name, const FigureEvidence& evidence, Workspace& workspace) {
    const RunTree& tree = workspace.forks().tree();
    const int current = workspace.forks().current();
    const QString beside = evidenceText(evidence, "beside");
    // Figures of older versions store the original command instead of the repeating one.
    const auto isBeside = [&beside](const RunTree::Compared& run) {
        return run.recording && (QString::fromStdString(repeatCommand(*run.recording)) == beside ||
                                 QString::fromStdString(run.recording->description().commandLine) == beside);
    };
    if (current >= 0 && tree.node(current).parent >= 0 && isBeside(tree.parentOf(current))) {
        return {};
    }
    QStringList commands;
    for (const std::string& command : {evidence.value("command"), evidence.value("beside")}) {
        if (isOurCommand(command)) {
            commands += QString::fromStdString(command);
        }
    }
    if (workspace.namesHidden() || commands.isEmpty()) {
        return {QObject::tr("%1 shows several runs of one session, but a bundle holds only one.").arg(name), {}, {}};
    }
    const QString all = commands.join(QLatin1Char('\n'));
    return {QObject::tr("%1 shows several runs of one session, but a bundle holds only one. To see it again, repeat "
                        "the runs in one session:\n%2")
                .arg(name, all),
            QObject::tr("Copy as kvw"), [&workspace, all] {
                QApplication::clipboard()->setText(all);
                Q_EMIT workspace.notice(QObject::tr("Copied: %1").arg(all));
            }};
}

}  // namespace

FigureNeed needOfFigure(const QString& dock, const QString& name, const FigureEvidence& evidence, Workspace& workspace,
                        MainWindow& window) {
    if (dock == QLatin1String("what-if")) {
        return needOfWhatIf(name, evidence, workspace, window);
    }
    return dock == QLatin1String("runs") ? needOfRuns(name, evidence, workspace) : FigureNeed{};
}

QMessageBox* tellNeed(const FigureNeed& need, MainWindow& window) {
    auto* box = new QMessageBox(QMessageBox::Information, QObject::tr("Run of a figure"), need.sentence,
                                QMessageBox::Close, &window);
    box->setObjectName(QStringLiteral("figureNeed"));
    box->setTextFormat(Qt::PlainText);  // the text comes from a file
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    if (!need.action.isEmpty()) {
        QObject::connect(box->addButton(need.action, QMessageBox::AcceptRole), &QPushButton::clicked, &window,
                         [act = need.act] { act(); });
    }
    box->show();
    return box;
}

}  // namespace kvw::wb
