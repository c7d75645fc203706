// SPDX-License-Identifier: GPL-3.0-or-later
/// The plugins found, refused, disabled or suspected of a crash, with the reason, and what can be done about it.
#include <QCoreApplication>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include "app/workbench/docks/dock.h"
#include "app/workbench/docks/table_view.h"

namespace kvw::wb {

namespace {

class PluginsDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PluginsDock)

 public:
    PluginsDock(Workspace& workspace, QWidget* parent)
        : Dock(QStringLiteral("plugins"), QObject::tr("Plugins"), DirtyFlag::Plugins, workspace, parent) {
        auto* content = new QWidget(this);
        auto* column = new QVBoxLayout(content);
        column->setContentsMargins(2, 2, 2, 2);
        m_table = makeTable(&workspace.plugins(), PluginsModel::Reason, tr("Plugins"), content);
        // The dock is narrow and these say what matters; the rest is below, of the chosen one.
        for (const int hidden : {PluginsModel::Kind, PluginsModel::Version, PluginsModel::Folder}) {
            m_table->setColumnHidden(hidden, true);
        }
        m_table->setWordWrap(true);
        m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        column->addWidget(m_table, 1);
        m_about = new QLabel(content);
        m_about->setWordWrap(true);
        m_about->setOpenExternalLinks(true);
        m_about->setTextInteractionFlags(Qt::TextBrowserInteraction);
        column->addWidget(m_about);
        auto* buttons = new QHBoxLayout;
        const auto button = [&](const QString& text, const QString& tip) {
            auto* made = new QPushButton(text, content);
            made->setToolTip(tip);
            buttons->addWidget(made);
            return made;
        };
        m_toggle = button(tr("Disable"), tr("Takes effect at the next run; remembered"));
        m_use = button(tr("Use"), tr("Puts this policy into the run dock"));
        auto* folder = button(tr("Open folder"), tr("Shows the plugin's files"));
        auto* rescan = button(tr("Scan again"), tr("Reads the manifests again; loads nothing"));
        buttons->addStretch();
        column->addLayout(buttons);
        setContent(content);
        connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PluginsDock::showChosen);
        connect(rescan, &QPushButton::clicked, this, [this] { this->workspace().rescanPlugins(); });
        connect(m_toggle, &QPushButton::clicked, this, &PluginsDock::toggle);
        connect(m_use, &QPushButton::clicked, this, &PluginsDock::use);
        connect(folder, &QPushButton::clicked, this, [this] {
            if (const PluginEntry* plugin = chosen()) {
                QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(plugin->folder.string())));
            }
        });
    }

    QStringList exportFormats() const override { return {}; }

 protected:
    void refresh(Dirty) override {
        if (workspace().plugins().rowCount() == 0) {
            QStringList folders;
            for (const auto& folder : workspace().plugins().catalog().paths().folders) {
                folders += QString::fromStdString(folder.string());
            }
            showEmpty(tr("No plugin was found. Looked in: %1").arg(folders.join(QStringLiteral(", "))),
                      tr("Scan again"), [this] { workspace().rescanPlugins(); });
            return;
        }
        showContent();
        if (!m_table->currentIndex().isValid()) {
            m_table->selectRow(0);
        }
        showChosen();
    }

 private:
    const PluginEntry* chosen() const {
        const int row = m_table->currentIndex().row();
        return row >= 0 && row < workspace().plugins().rowCount() ? &workspace().plugins().entry(row) : nullptr;
    }

    /// What runs under an id of its own: no scorer, no budget.
    static QString firstPolicy(const PluginEntry& plugin) {
        for (const Provided& provided : plugin.manifest.provides) {
            if (provided.kind != PluginKind::Scorer && provided.kind != PluginKind::Budget) {
                return QString::fromStdString(provided.id);
            }
        }
        return {};
    }

    void showChosen() {
        const PluginEntry* plugin = chosen();
        m_toggle->setEnabled(plugin != nullptr);
        m_use->setEnabled(plugin != nullptr && plugin->state == PluginState::Ready && !firstPolicy(*plugin).isEmpty());
        if (plugin == nullptr) {
            m_about->clear();
            return;
        }
        const bool off = plugin->state == PluginState::Disabled || plugin->state == PluginState::CrashedLastStart;
        m_toggle->setText(off ? tr("Enable") : tr("Disable"));
        const QModelIndex kinds = workspace().plugins().index(m_table->currentIndex().row(), PluginsModel::Kind);
        QString text = QStringLiteral("<b>%1</b> %2 · %3<br>%4")
                           .arg(QString::fromStdString(plugin->manifest.name).toHtmlEscaped(),
                                QString::fromStdString(plugin->manifest.version).toHtmlEscaped(),
                                kinds.data().toString().toHtmlEscaped(),
                                QString::fromStdString(plugin->manifest.description).toHtmlEscaped());
        if (!plugin->reason.empty()) {
            text += QStringLiteral("<br><b>%1</b>").arg(QString::fromStdString(plugin->reason).toHtmlEscaped());
        }
        for (const Reference& reference : plugin->manifest.references) {
            text += QStringLiteral("<br><a href=\"%1\">%2</a>")
                        .arg(QString::fromStdString(reference.url).toHtmlEscaped(),
                             QString::fromStdString(reference.title).toHtmlEscaped());
        }
        m_about->setText(text);
    }

    void toggle() {
        if (const PluginEntry* plugin = chosen()) {
            const bool off = plugin->state == PluginState::Disabled || plugin->state == PluginState::CrashedLastStart;
            const int row = m_table->currentIndex().row();
            if (const auto done = workspace().plugins().setEnabled(row, off); !done) {
                Q_EMIT workspace().notice(QString::fromStdString(done.error().sentence()));
            }
            m_table->selectRow(row);
        }
    }

    void use() {
        const PluginEntry* plugin = chosen();
        const QString id = plugin == nullptr ? QString() : firstPolicy(*plugin);
        if (const auto loaded = workspace().draft().form().load(workspace().plugins().catalog(), id); !loaded) {
            Q_EMIT workspace().notice(QString::fromStdString(loaded.error().sentence()));
        }
    }

    QTableView* m_table;
    QLabel* m_about;
    QPushButton *m_toggle, *m_use;
};

}  // namespace

DockEntry pluginsDock() {
    return {"plugins", Place::Left, 10, true,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new PluginsDock(workspace, parent); }};
}

}  // namespace kvw::wb
