// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/plugin_installer.h"

#include <QMessageBox>
#include <QPushButton>

#include "app/workbench/language/phrase_text.h"

namespace kvw::wb {

namespace fs = std::filesystem;

namespace {
constexpr int kParts = 1000;
}  // namespace

PluginInstaller::PluginInstaller(Workspace& workspace, QWidget& window)
    : QObject(&window), m_workspace(workspace), m_window(window), m_stop(std::make_shared<std::atomic<bool>>(false)) {}

PluginInstaller::~PluginInstaller() {
    *m_stop = true;
}

void PluginInstaller::giveUp() {
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
}

void PluginInstaller::offer(const fs::path& folder) {
    const auto manifest = Manifest::read(folder / "manifest.json");
    if (!manifest) {
        m_workspace.tellError(manifest.error());
        return;
    }
    // Not modal, because a run may be in progress.
    auto* box = new QMessageBox(&m_window);
    box->setObjectName(QStringLiteral("offerPlugin"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowModality(Qt::NonModal);
    box->setIcon(QMessageBox::Question);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(tr("Install a plugin"));
    box->setText(tr("Install %1 %2 (%3)?")
                     .arg(QString::fromStdString(manifest->id), QString::fromStdString(manifest->version),
                          QString::fromStdString(manifest->name)));
    QString about =
        tr("Its folder is copied to your own plugins. A plugin is a program: in a run it can do everything that you "
           "can do. A plugin with the same id is replaced.");
    if (m_workspace.plugins().crashed(manifest->id)) {
        about +=
            QLatin1Char(' ') +
            tr("The program ended in a call of the installed one, which is not used since. This one is tried again.");
    }
    box->setInformativeText(about);
    const auto* install = box->addButton(tr("Install"), QMessageBox::AcceptRole);
    box->addButton(QMessageBox::Cancel);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(install, &QPushButton::clicked, this, [this, folder] { this->install(folder); });
    box->show();
}

void PluginInstaller::install(const fs::path& folder) {
    ++m_pending;
    if (m_progress == nullptr) {
        m_progress = new QProgressDialog(&m_window);
        m_progress->setObjectName(QStringLiteral("installProgress"));
        m_progress->setWindowTitle(tr("Install a plugin"));
        m_progress->setWindowModality(Qt::NonModal);
        m_progress->setCancelButtonText(tr("Cancel"));
        m_progress->setAutoReset(false);
        m_progress->setRange(0, kParts);
        m_progress->setMinimumDuration(500);
        connect(m_progress, &QProgressDialog::canceled, this, &PluginInstaller::giveUp);
    }
    m_progress->setLabelText(tr("Copying %1").arg(QString::fromStdString(folder.string())));
    m_jobs.start(
        [this, paths = m_workspace.plugins().paths(), folder, stop = m_stop] {
            return installPlugin(paths, folder, true, [&](std::uintmax_t bytes, std::uintmax_t total) {
                m_jobs.tell([this, part = kParts * static_cast<double>(bytes) / static_cast<double>(total + 1)] {
                    if (m_progress != nullptr) {
                        m_progress->setValue(static_cast<int>(part));
                    }
                });
                return !stop->load(std::memory_order_relaxed);
            });
        },
        [this](const Result<Installed>& done) { end(done); });
}

void PluginInstaller::end(const Result<Installed>& done) {
    if (--m_pending == 0 && m_progress != nullptr) {
        m_progress->deleteLater();
        m_progress = nullptr;
    }
    tell(done);
    Q_EMIT ended();
}

void PluginInstaller::tell(const Result<Installed>& done) {
    if (!done) {
        if (done.error().code == Code::Cancelled) {
            Q_EMIT m_workspace.notice(tr("The plugin was not installed, and nothing of it was left."));
        } else {
            m_workspace.tellError(done.error());
        }
        return;
    }
    PluginsModel& plugins = m_workspace.plugins();
    plugins.rescan();
    const int row = plugins.rowOf(done->folder);
    if (row >= 0) {
        plugins.showPlugin(row);
    }
    Q_EMIT installed();
    QString sentence =
        (done->there      ? tr("%1 %2 is among the plugins already.")
         : done->replaced ? tr("%1 %2 replaces the previous one.")
                          : tr("%1 %2 is installed."))
            .arg(QString::fromStdString(done->manifest.id), QString::fromStdString(done->manifest.version));
    const PluginState state = row < 0 ? PluginState::Ready : plugins.entry(row).state;
    if (row < 0 && plugins.safeMode()) {
        sentence += QLatin1Char(' ') + tr("Safe mode leaves it out; “Use them again” above the plugins ends that.");
    } else if (state == PluginState::Disabled) {
        sentence += QLatin1Char(' ') + tr("It stays disabled; “Enable” below the plugins changes that.");
    } else if (state == PluginState::CrashedLastStart) {
        sentence += QLatin1Char(' ') +
                    tr("It is not used: the program ended in a call of it. “Enable” below the plugins tries it again.");
    } else if (state != PluginState::Ready) {
        sentence += QLatin1Char(' ') + tr("It is not used: %1").arg(phraseText(plugins.entry(row).reason));
    }
    Q_EMIT m_workspace.notice(sentence);
}

}  // namespace kvw::wb
