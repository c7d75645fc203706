// SPDX-License-Identifier: GPL-3.0-or-later
/// The plugins dock: plugins that were found, refused, disabled or suspected of a crash, with the reason and what to
/// do.
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTextBrowser>
#include <QUrl>

#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "app/workbench/views/plugins/plugins_about.h"
#include "core/policy/host/bibtex.h"

namespace kvw::wb {

namespace {

/// Line above the table after a crash, which names the plugin that was being called and what can be done; also shown in
/// safe mode. Hidden while it has nothing to say. Thread: GUI thread.
class PluginsOffer : public QFrame {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PluginsOffer)
 public:
    PluginsOffer(Workspace& workspace, QWidget* parent) : QFrame(parent), m_workspace(workspace) {
        setFrameShape(QFrame::StyledPanel);
        setObjectName(QStringLiteral("pluginsOffer"));
        m_text = sentenceIn(this);
        m_disable = buttonIn(this, tr("Disable it"), "disableCrashed");
        m_again = buttonIn(this, tr("Try it again"), "tryCrashed");
        m_safe = buttonIn(this, tr("Safe mode"), "offerSafeMode");
        columnOf({m_text, rowOf({m_disable, m_again, m_safe, BoxPart::room()})}, this);
        connect(m_disable, &QPushButton::clicked, this, [this] { enableCrashed(false); });
        connect(m_again, &QPushButton::clicked, this, [this] {
            if (PluginsModel& plugins = m_workspace.plugins(); plugins.safeMode()) {
                plugins.setSafeMode(false);
            } else if (plugins.crashedRow() >= 0) {
                enableCrashed(true);
            } else {
                plugins.setEndedBadly(false);
            }
        });
        connect(m_safe, &QPushButton::clicked, this, [this] {
            m_workspace.plugins().setEndedBadly(false);
            m_workspace.plugins().setSafeMode(true);
        });
        refresh();
    }
    void refresh() {
        const PluginsModel& plugins = m_workspace.plugins();
        const int crashed = plugins.crashedRow();
        const bool own = plugins.hasUserPlugins();
        if (plugins.safeMode()) {
            m_text->setText(tr("Safe mode: plugins of your own folders are left out."));
            m_again->setText(tr("Use them again"));
        } else if (crashed >= 0) {
            const PluginEntry& plugin = plugins.entry(crashed);
            QString text = tr("The program ended in a call of %1, or while loading it. It is not used now.")
                               .arg(QString::fromStdString(plugin.manifest.id));
            if (const PluginEntry* other = plugins.catalog().replacementFor(plugin)) {
                text += QLatin1Char(' ') + tr("It is in %1; the one in %2 is used instead.")
                                               .arg(QString::fromStdString(plugin.folder.string()),
                                                    QString::fromStdString(other->folder.string()));
            }
            m_text->setText(text);
            m_again->setText(tr("Try it again"));
        } else {
            m_text->setText(
                tr("The window did not close normally last time. If your plugins are the cause, safe mode leaves them "
                   "out."));
            m_again->setText(tr("Go on"));
        }
        m_disable->setVisible(!plugins.safeMode() && crashed >= 0);
        m_safe->setVisible(!plugins.safeMode() && own);
        setVisible(plugins.offersSomething());
    }

 private:
    /// Enables or disables the plugin that crashed the program.
    void enableCrashed(bool enabled) {
        if (const int row = m_workspace.plugins().crashedRow(); row >= 0) {
            if (const auto done = m_workspace.plugins().setEnabled(row, enabled); !done) {
                m_workspace.tellError(done.error());
            }
        }
    }

    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton *m_disable, *m_again, *m_safe;
};

class PluginsDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PluginsDock)

 public:
    PluginsDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Plugins | DirtyFlag::Theme, workspace, parent) {
        auto* content = new QWidget(this);
        m_offer = new PluginsOffer(workspace, content);
        m_table = makeTable(&workspace.plugins(), PluginsModel::Checked, tr("Plugins"), content);
        // The dock is narrow, and the other columns matter most; the text below has the hidden ones for the chosen
        // plugin.
        for (const int hidden :
             {PluginsModel::Kind, PluginsModel::Version, PluginsModel::Reason, PluginsModel::Folder}) {
            m_table->setColumnHidden(hidden, true);
        }
        m_table->setWordWrap(true);
        m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        // A row has at most two lines: the tooltip and the text below have the whole sentence.
        fitToType(*m_table, [](QTableView& table) {
            table.verticalHeader()->setMaximumSectionSize(2 * table.fontMetrics().lineSpacing() + 6);
            table.resizeRowsToContents();
        });
        m_about = named(new QTextBrowser(content), "aboutPlugin", tr("About the chosen plugin"));
        m_about->setOpenExternalLinks(true);
        m_about->setFrameShape(QFrame::NoFrame);
        fitToType(*m_about, [](QTextBrowser& about) { about.setMinimumHeight(about.fontMetrics().height() * 4); });
        m_progress = named(new QLabel(content), "conformanceProgress");
        m_progress->setWordWrap(true);
        m_progress->hide();
        columnOf({m_offer, {m_table, 3}, {m_about, 2}, m_progress, makeButtons(content)}, content, {2});
        setContent(content);
        connect(&workspace.plugins(), &PluginsModel::showPluginRequested, this, [this](int row) {
            m_lastFolder = this->workspace().plugins().entry(row).folder;
            chooseAgain();
        });
        connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PluginsDock::showChosen);
    }

    QStringList exportFormats() const override { return {}; }

 protected:
    void refresh(Dirty) override {
        m_offer->refresh();
        showProgress();
        if (workspace().plugins().rowCount() == 0) {
            QStringList folders;
            for (const auto& folder : workspace().plugins().catalog().paths().folders) {
                folders += QString::fromStdString(folder.string());
            }
            showEmpty(tr("No plugin was found. Looked in: %1").arg(folders.join(QStringLiteral(", "))),
                      tr("Scan again"), [this] { workspace().plugins().rescan(); });
            return;
        }
        showContent();
        if (!m_table->currentIndex().isValid()) {
            chooseAgain();
        }
        showChosen();
    }

 private:
    QHBoxLayout* makeButtons(QWidget* content) {
        auto* buttons = new QHBoxLayout;
        const auto button = [&](const QString& text, const char* name, const QString& tip, auto act) {
            auto* made = buttonIn(content, text, name, tip);
            connect(made, &QPushButton::clicked, this, act);
            buttons->addWidget(made);
            return made;
        };
        m_use = button(tr("Use"), "usePlugin", tr("Puts this policy into the run dock"), [this] { use(); });
        m_toggle =
            button(tr("Disable"), "togglePlugin", tr("Takes effect at the next run; remembered"), [this] { toggle(); });
        m_check = button(tr("Check"), "checkPlugin",
                         tr("Runs the conformance cases of this plugin in a separate process; the result is kept"),
                         [this] { check(); });
        auto* more = buttonIn(content, tr("More"), "morePlugin");
        auto* menu = new QMenu(more);
        const auto entry = [&](const QString& text, const char* name, const QString& tip, auto act) {
            QAction* made = menu->addAction(text, this, act);
            made->setObjectName(QLatin1String(name));
            made->setToolTip(tip);
            return made;
        };
        menu->setToolTipsVisible(true);
        m_reload = entry(tr("Reload"), "reloadPlugin",
                         tr("Reads its manifest and loads a fresh copy of its library; current runs keep theirs"),
                         [this] { reload(); });
        entry(tr("Check all"), "checkAllPlugins", tr("Runs the conformance cases of every plugin in use"),
              [this] { checkAll(); });
        m_report = entry(tr("Copy report"), "copyPluginReport", tr("Copies a report on this plugin as text"),
                         [this] { copyReport(); });
        m_works = entry(tr("Copy BibTeX"), "copyPluginWorks", tr("The papers behind this plugin, for a bibliography"),
                        [this] { copyWorks(); });
        entry(tr("Open folder"), "openPluginFolder", tr("Shows the plugin's files"), [this] { openFolder(); });
        menu->addSeparator();
        entry(tr("Scan again"), "rescanPlugins", tr("Reads the manifests again, but loads no plugin"),
              [this] { workspace().plugins().rescan(); });
        m_safe = entry(tr("Safe mode"), "safeMode",
                       tr("Leaves out the plugins of your own folders, until the window is closed"),
                       [this] { workspace().plugins().setSafeMode(m_safe->isChecked()); });
        m_safe->setCheckable(true);
        more->setMenu(menu);
        buttons->addWidget(more);
        for (QPushButton* each : {m_use, m_toggle, m_check, more}) {
            makeNarrow(*each);
        }
        buttons->addStretch();
        return buttons;
    }

    const PluginEntry* chosen() const {
        const int row = m_table->currentIndex().row();
        return row >= 0 && row < workspace().plugins().rowCount() ? &workspace().plugins().entry(row) : nullptr;
    }
    QString chosenId() const {
        const PluginEntry* plugin = chosen();
        return plugin == nullptr ? QString() : QString::fromStdString(plugin->manifest.id);
    }

    /// Selects the same plugin again after a scan has reset the table.
    void chooseAgain() {
        const PluginsModel& plugins = workspace().plugins();
        int row = 0;
        for (int i = 0; i < plugins.rowCount(); ++i) {
            if (plugins.entry(i).folder == m_lastFolder) {
                row = i;
            }
        }
        m_table->selectRow(row);
    }

    /// Returns the first id of the plugin that can run by itself; scorers and budgets cannot.
    static QString firstPolicy(const PluginEntry& plugin) {
        for (const Provided& provided : plugin.manifest.provides) {
            if (provided.kind != PluginKind::Scorer && provided.kind != PluginKind::Budget) {
                return QString::fromStdString(provided.id);
            }
        }
        return {};
    }
    static bool isOff(const PluginEntry& plugin) {
        return plugin.state == PluginState::Disabled || plugin.state == PluginState::CrashedLastStart;
    }

    void showChosen() {
        const PluginEntry* plugin = chosen();
        const bool ready = plugin != nullptr && plugin->state == PluginState::Ready;
        m_toggle->setEnabled(plugin != nullptr);
        m_use->setEnabled(ready && !firstPolicy(*plugin).isEmpty());
        m_check->setEnabled(ready || workspace().plugins().check().running());
        m_reload->setEnabled(plugin != nullptr && !isOff(*plugin) && plugin->state != PluginState::Overridden);
        m_report->setEnabled(plugin != nullptr);
        m_works->setEnabled(plugin != nullptr && !bibtexOf(plugin->manifest.references).empty());
        m_safe->setChecked(workspace().plugins().safeMode());
        m_toggle->setText(plugin != nullptr && isOff(*plugin) ? tr("Enable") : tr("Disable"));
        fitToWords(*m_toggle);
        const QString text =
            plugin == nullptr ? QString() : PluginsAbout::of(workspace().plugins(), m_table->currentIndex().row());
        if (plugin != nullptr) {
            m_lastFolder = plugin->folder;
        }
        // Setting the same text again would scroll it to its top. Links keep the colour of the time when they were set.
        if (const QColor link = palette().color(QPalette::Link); text != m_shownText || link != m_linkColor) {
            m_shownText = text;
            m_linkColor = link;
            m_about->setHtml(text);
        }
    }

    void showProgress() {
        const PluginCheck& check = workspace().plugins().check();
        m_check->setText(check.running() ? tr("Cancel") : tr("Check"));
        fitToWords(*m_check);
        m_progress->setVisible(check.running());
        QString text = check.total() > 0
                           ? tr("Checking %1: %2 of %3 cases").arg(check.plugin()).arg(check.done()).arg(check.total())
                           : tr("Checking %1…").arg(check.plugin());
        if (check.waiting() > 0) {
            text += tr("; %1 more plugins").arg(check.waiting());
        }
        m_progress->setText(text);
    }

    void toggle() {
        if (const PluginEntry* plugin = chosen()) {
            const int row = m_table->currentIndex().row();
            workspace().refuseIfFailed(workspace().plugins().setEnabled(row, isOff(*plugin)));
            chooseAgain();
        }
    }

    void use() {
        const PluginEntry* plugin = chosen();
        const QString id = plugin == nullptr ? QString() : firstPolicy(*plugin);
        workspace().refuseIfFailed(workspace().draft().form().load(workspace().plugins().catalog(), id));
    }

    void check() {
        PluginsModel& plugins = workspace().plugins();
        if (plugins.check().running()) {
            plugins.check().stop();
        } else if (const QString id = chosenId(); !id.isEmpty()) {
            plugins.startCheck({id});
        }
    }

    void checkAll() {
        QStringList ids;
        for (int row = 0; row < workspace().plugins().rowCount(); ++row) {
            if (const PluginEntry& plugin = workspace().plugins().entry(row); plugin.state == PluginState::Ready) {
                ids += QString::fromStdString(plugin.manifest.id);
            }
        }
        workspace().plugins().startCheck(ids);
    }

    void reload() {
        if (chosen() == nullptr) {
            return;
        }
        workspace().plugins().forgetRefusal(m_table->currentIndex().row());
        workspace().plugins().rescan();
        chooseAgain();
        const PluginEntry* plugin = chosen();
        if (plugin == nullptr || plugin->state != PluginState::Ready) {
            return;  // the text below the table says why
        }
        if (workspace().client().busy()) {
            Q_EMIT workspace().notice(tr("%1 is reloaded once the run is paused or over.").arg(chosenId()));
        }
        workspace().client().reloadPlugin(*plugin, workspace().plugins().catalog());
    }

    void copyReport() {
        if (chosen() != nullptr) {
            QApplication::clipboard()->setText(workspace().plugins().report(m_table->currentIndex().row()));
            Q_EMIT workspace().notice(tr("Copied the report on %1.").arg(chosenId()));
        }
    }

    void copyWorks() {
        if (const PluginEntry* plugin = chosen()) {
            QApplication::clipboard()->setText(QString::fromStdString(bibtexOf(plugin->manifest.references)));
            Q_EMIT workspace().notice(tr("Copied the papers behind %1 as BibTeX.").arg(chosenId()));
        }
    }

    void openFolder() {
        if (const PluginEntry* plugin = chosen()) {
            const QString folder = QString::fromStdString(plugin->folder.string());
            if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder))) {
                Q_EMIT workspace().notice(tr("No program can open the folder %1.").arg(folder));
            }
        }
    }

    PluginsOffer* m_offer;
    QTableView* m_table;
    QTextBrowser* m_about;
    QLabel* m_progress;
    QPushButton *m_toggle = nullptr, *m_use = nullptr, *m_check = nullptr;
    QAction *m_reload = nullptr, *m_report = nullptr, *m_works = nullptr, *m_safe = nullptr;
    std::filesystem::path m_lastFolder;
    QString m_shownText;
    QColor m_linkColor;
};

}  // namespace

DockEntry pluginsDock() {
    return {"plugins", QT_TRANSLATE_NOOP("QObject", "Plugins"), Place::Side, 10, makeDock<PluginsDock>};
}

}  // namespace kvw::wb
