// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/plugins/plugins_offer.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace kvw::wb {

PluginsOffer::PluginsOffer(Workspace& workspace, QWidget* parent) : QFrame(parent), m_workspace(workspace) {
    setFrameShape(QFrame::StyledPanel);
    setObjectName(QStringLiteral("pluginsOffer"));
    auto* column = new QVBoxLayout(this);
    m_text = new QLabel(this);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    column->addWidget(m_text);
    auto* row = new QHBoxLayout;
    const auto button = [&](const QString& text, const char* name) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(QLatin1String(name));
        row->addWidget(made);
        return made;
    };
    m_disable = button(tr("Disable it"), "disableCrashed");
    m_again = button(tr("Try it again"), "tryCrashed");
    m_safe = button(tr("Safe mode"), "offerSafeMode");
    row->addStretch();
    column->addLayout(row);
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

void PluginsOffer::enableCrashed(bool enabled) {
    if (const int row = m_workspace.plugins().crashedRow(); row >= 0) {
        if (const auto done = m_workspace.plugins().setEnabled(row, enabled); !done) {
            m_workspace.tellError(done.error());
        }
    }
}

void PluginsOffer::refresh() {
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
        m_text->setText(tr(
            "The window did not close normally last time. If your plugins are the cause, safe mode leaves them out."));
        m_again->setText(tr("Go on"));
    }
    m_disable->setVisible(!plugins.safeMode() && crashed >= 0);
    m_safe->setVisible(!plugins.safeMode() && own);
    setVisible(plugins.offersSomething());
}

}  // namespace kvw::wb
