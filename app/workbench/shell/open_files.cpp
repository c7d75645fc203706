// SPDX-License-Identifier: GPL-3.0-or-later
/// Opens files that the user chooses or drops on the window.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QUrl>
#include <utility>

#include "app/workbench/export/figure_evidence.h"
#include "app/workbench/export/figure_export.h"
#include "app/workbench/export/file_job.h"
#include "app/workbench/export/replace_question.h"
#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/shell/closing.h"
#include "app/workbench/shell/figures/figure_opener.h"
#include "app/workbench/shell/layout/saved_views.h"
#include "app/workbench/shell/main_window.h"
#include "app/workbench/shell/plugin_installer.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/views/common/plot_dock.h"
#include "core/bundle/bundle.h"
#include "core/bundle/write_watched.h"
#include "core/library/run_folder.h"
#include "core/model/model_files.h"
#include "core/model/text/document.h"
#include "core/policy/host/install.h"

namespace kvw::wb {

namespace {

bool isModel(const QFileInfo& info) {
    return info.isDir() ? QFileInfo::exists(info.filePath() + QStringLiteral("/config.json"))
                        : info.suffix().compare(QLatin1String("gguf"), Qt::CaseInsensitive) == 0;
}

/// Returns the folder of a model or bundle if `path` is the file in it that makes it one; otherwise `path` itself.
QFileInfo meant(const QString& path) {
    const QFileInfo info(path);
    const auto root = modelRoot(path.toStdString());
    const bool ofModel = info.isFile() && root && root->string() != path.toStdString();
    return ofModel || (info.isFile() && info.fileName() == QLatin1String("manifest.json"))
               ? QFileInfo(info.absolutePath())
               : info;
}

}  // namespace

void MainWindow::openPath(const QString& path) {
    const QFileInfo info = meant(path);
    const std::filesystem::path file = info.absoluteFilePath().toStdString();
    if (!info.exists()) {
        m_workspace.reportError(phrase("%1 does not exist.", path.toStdString()));
    } else if (!info.isFile() && !info.isDir()) {
        m_workspace.reportError(phrase("%1 is neither a file nor a folder.", path.toStdString()));
    } else if (isModel(info)) {
        m_workspace.useModel(file);
    } else if (const auto plugin = pluginFolderOf(file); !plugin.empty()) {
        m_installer->offer(plugin);
    } else if (isBundle(file)) {
        m_workspace.bundles().open(info.absoluteFilePath());
    } else if (info.isDir()) {
        m_workspace.reportError(phrase("%1 is neither a model folder (no config.json) nor a bundle (no manifest.json).",
                                       path.toStdString()));
    } else if (info.suffix().compare(QLatin1String("md"), Qt::CaseInsensitive) == 0 && isStory(file)) {
        Q_EMIT m_workspace.storyRequested(info.absoluteFilePath());
    } else if (isFigureFile(file)) {
        m_opener->open(info.absoluteFilePath());
    } else if (const auto readable = checkTextFile(file); !readable) {
        m_workspace.tellError(readable.error());
    } else {
        m_workspace.draft().chooseText(file);
        Q_EMIT m_workspace.notice(tr("The next run reads %1.").arg(info.fileName()));
    }
}

void MainWindow::choose(OpenWhat what) {
    // A bundle is a .zip, or a folder that the user chooses by its manifest. A model is a GGUF file, or a folder that
    // the user chooses by its configuration.
    const auto [title, files] =
        what == OpenWhat::Bundle  ? std::pair(tr("Open bundle"), tr("Bundles (*.zip manifest.json)"))
        : what == OpenWhat::Model ? std::pair(tr("Load model"), tr("Models (config.json model.safetensors *.gguf)"))
                                  : std::pair(tr("Open text"), tr("Texts (*.txt *.md);;All files (*)"));
    const QString path = QFileDialog::getOpenFileName(this, title, {}, files);
    if (!path.isEmpty()) {
        openPath(path);
    }
}

void MainWindow::chooseStory() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open story"), {}, tr("Stories (*.md);;All files (*)"));
    if (!path.isEmpty()) {
        Q_EMIT m_workspace.storyRequested(path);
    }
}

bool MainWindow::chooseTarget() {
    const auto recording = m_workspace.recording();
    if (!recording) {
        return false;
    }
    // Propose a folder that the library searches.
    const QString folder = QString::fromStdString(runFolder().string());
    const QString proposed =
        QDir().mkpath(folder) ? QDir(folder).filePath(QStringLiteral("run.zip")) : QStringLiteral("run.zip");
    const QString path = QFileDialog::getSaveFileName(this, tr("Save bundle"), proposed,
                                                      tr("Bundle in one file (*.zip);;Bundle as a folder (*)"));
    if (!path.isEmpty()) {
        askAndSave(recording, path);
    }
    return !path.isEmpty();
}

void MainWindow::askAndSave(const std::shared_ptr<Recording>& recording, const QString& path) {
    constexpr std::int64_t kMany = std::int64_t{512} << 20U;
    const std::int64_t rows = aboutRowBytes(*recording);
    const auto save = [this, recording, path](BundleFiles::Rows which) {
        m_workspace.bundles().save(recording, path, true, {}, which);
    };
    if (rows < kMany) {
        save(BundleFiles::Rows::With);
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Save bundle"),
                                tr("Rows of attention take %1 of this bundle. Attention maps, Hindsight and Reach need "
                                   "them, everything else does not.")
                                    .arg(bytesText(static_cast<double>(rows))),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("askAboutRows"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box->addButton(tr("Save without rows"), QMessageBox::AcceptRole), &QPushButton::clicked, this,
            [save] { save(BundleFiles::Rows::Without); });
    connect(box->addButton(tr("Save everything"), QMessageBox::AcceptRole), &QPushButton::clicked, this,
            [save] { save(BundleFiles::Rows::With); });
    box->addButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::rejected, this, [this] { m_views->giveUp(); });
    box->open();
}

void MainWindow::saveView() {
    const auto recording = m_workspace.recording();
    if (!recording || m_views->save()) {
        return;
    }
    if (m_workspace.bundles().saves().saving(*recording)) {
        Q_EMIT m_workspace.notice(tr("The view is saved beside the bundle as soon as that is written."));
    } else if (!chooseTarget()) {
        m_views->giveUp();
    }
}

void MainWindow::exportDock(Dock* dock, FigureWidth width) {
    const QStringList formats = dock == nullptr ? QStringList() : dock->exportFormats();
    if (formats.isEmpty()) {
        Q_EMIT m_workspace.notice(tr("This dock has nothing to export; click into a plot first."));
        return;
    }
    QStringList filters;
    for (const QString& format : formats) {
        filters << tr("%1 (*.%2)").arg(format.toUpper(), format);
    }
    QString chosen;
    QString path = QFileDialog::getSaveFileName(
        this, tr("Export “%1”").arg(dock->windowTitle()), dock->objectName() + QLatin1Char('.') + formats.front(),
        filters.join(QStringLiteral(";;")), &chosen, QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty()) {
        return;
    }
    if (!formats.contains(QFileInfo(path).suffix().toLower())) {
        path += QLatin1Char('.') + formats[std::max<qsizetype>(0, filters.indexOf(chosen))];
    }
    askAndExport(*dock, path, width);
}

void MainWindow::askAndExport(Dock& dock, const QString& path, FigureWidth width) {
    askToReplace(dock.exportFiles(path), this, [this, chosen = QPointer(&dock), path, width] {
        if (chosen != nullptr) {
            exportDockTo(*chosen, path, width);
        }
    });
}

void MainWindow::exportDockTo(Dock& dock, const QString& path, FigureWidth width) {
    new FileJob(
        tr("Writing %1…").arg(path), dock.exportWork(path, width),
        [this, path](const Result<void>& done) {
            if (done) {
                Q_EMIT m_workspace.notice(tr("Wrote %1").arg(path));
            } else {
                m_workspace.tellError(done.error());
            }
        },
        this);
}

void MainWindow::exportAll() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for all figures"));
    if (!folder.isEmpty()) {
        askAndExportAll(folder);
    }
}

void MainWindow::askAndExportAll(const QString& folder) {
    if (const auto recording = m_workspace.recording()) {
        askToReplaceSome(FigureWriter::existingFigureFiles(*recording, folder.toStdString()), folder, this,
                         [this, folder] { exportAllTo(folder); });
    }
}

void MainWindow::exportAllTo(const QString& folder) {
    const auto recording = m_workspace.recording();
    if (!recording) {
        return;
    }
    if (m_figures != nullptr) {
        Q_EMIT m_workspace.notice(tr("Figures are being written already; cancel that first."));
        return;
    }
    writeFigures(recording, folder);
}

void MainWindow::writeFigures(const std::shared_ptr<Recording>& recording, const QString& folder) {
    m_figures =
        new FigureExport(recording, m_workspace.kept().hashOf(recording), folder, this, KeptRuns::stepsNow(*recording));
    auto* progress =
        new QProgressDialog(tr("Writing figures to %1").arg(folder), tr("Cancel"), 0, m_figures->total(), this);
    progress->setWindowTitle(tr("Export all figures"));
    progress->setWindowModality(Qt::NonModal);
    progress->setMinimumDuration(500);
    connect(progress, &QProgressDialog::canceled, m_figures, &FigureExport::cancel);
    connect(m_figures, &FigureExport::progressed, progress, &QProgressDialog::setValue);
    connect(m_figures, &FigureExport::finished, this, [this, progress, folder](int files, const Phrase& error) {
        progress->deleteLater();
        m_figures->deleteLater();
        m_figures = nullptr;
        if (error.empty()) {
            Q_EMIT m_workspace.notice(files == 1 ? tr("Wrote one file to %1").arg(folder)
                                                : tr("Wrote %1 files to %2").arg(files).arg(folder));
        } else {
            m_workspace.reportError(error);
        }
        m_closing->checkWriting();
    });
    m_figures->start();
}

void MainWindow::openDropped(const QList<QUrl>& urls) {
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) {
            openPath(url.toLocalFile());
        } else {
            m_workspace.reportError(
                phrase("%1 is not a local file; nothing is fetched from the network.", url.toString().toStdString()));
        }
    }
}

}  // namespace kvw::wb
