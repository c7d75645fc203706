// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/result_export.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStringList>
#include <QWidget>
#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/export/file_job.h"
#include "app/workbench/export/replace_question.h"
#include "app/workbench/session/workspace.h"
#include "core/figures/tables.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

QString resultFormat(const QString& file) {
    return QFileInfo(file).suffix().toLower();
}

}  // namespace

ResultExport::ResultExport(FigureSpec figure, tables::Table table, const Recording& recording,
                           const std::string& bundleHash)
    : m_figure(std::move(figure)), m_table(std::move(table)) {
    if (!bundleHash.empty()) {
        setProvenance(m_figure, "bundle", bundleHash);
    }
    setProvenance(m_figure, "command", repeatCommand(recording));
}

FileWork ResultExport::work(const std::shared_ptr<const ResultExport>& result, const QString& file) {
    const std::string format = resultFormat(file).toStdString();
    if (!tables::isFormat(format)) {
        return plotWork([result] { return result->figure(); }, file.toStdString(), FigureWidth::TwoColumns);
    }
    return textWork(
        [result, format](const LatestJob::Stale&) {
            return Result<std::string>(tables::inFormat(result->table(), format, "tab:" + result->figure().id));
        },
        file.toStdString());
}

void ResultExport::ask(const std::shared_ptr<const ResultExport>& result, Workspace& workspace, QWidget& dialog) {
    if (!result) {
        return;
    }
    const QStringList formats{QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png"),
                              QStringLiteral("csv"), QStringLiteral("tex"), QStringLiteral("md")};
    QStringList filters;
    for (const QString& format : formats) {
        filters << QStringLiteral("%1 (*.%2)").arg(format.toUpper(), format);
    }
    QString chosen;
    QString file =
        QFileDialog::getSaveFileName(&dialog, tr("Export “%1”").arg(dialog.windowTitle()),
                                     QString::fromStdString(result->figure().id) + QStringLiteral(".pdf"),
                                     filters.join(QStringLiteral(";;")), &chosen, QFileDialog::DontConfirmOverwrite);
    if (file.isEmpty()) {
        return;
    }
    if (!formats.contains(resultFormat(file))) {
        file += QLatin1Char('.') + formats[std::max<qsizetype>(0, filters.indexOf(chosen))];
    }
    const std::filesystem::path path = file.toStdString();
    const bool table = tables::isFormat(resultFormat(file).toStdString());
    // The dialog may close before the files are written.
    QWidget* window = dialog.parentWidget();
    askToReplace(table ? std::vector{path} : figureFiles(path), &dialog, [result, file, window, &workspace] {
        new FileJob(
            tr("Writing %1…").arg(file), work(result, file),
            [file, &workspace](const Result<void>& done) {
                if (done) {
                    Q_EMIT workspace.notice(tr("Wrote %1").arg(file));
                } else {
                    workspace.tellError(done.error());
                }
            },
            window);
    });
}

}  // namespace kvw::wb
