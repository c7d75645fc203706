// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/layout/layouts_menu.h"

#include <QInputDialog>
#include <QSettings>
#include <algorithm>

#include "app/workbench/shell/commands/actions.h"

namespace kvw::wb {

namespace {

const QString kGroup = QStringLiteral("layouts/");
constexpr const char* kBuiltIn[] = {"resetLayout", "layoutTeach"};

/// Returns the settings key, encoded because slashes would create levels.
QString keyOf(const QString& name) {
    return kGroup + QString::fromLatin1(name.toUtf8().toPercentEncoding());
}

}  // namespace

LayoutsMenu::LayoutsMenu(DockLayout& layout, const Actions& actions, QSettings* settings, QWidget* parent)
    : QMenu(tr("Layouts"), parent), m_layout(layout), m_actions(actions), m_settings(settings) {
    connect(this, &QMenu::aboutToShow, this, &LayoutsMenu::fill);
    fill();
}

bool LayoutsMenu::has(const QAction& action) {
    return std::any_of(std::begin(kBuiltIn), std::end(kBuiltIn),
                       [&](const char* name) { return action.objectName() == QLatin1String(name); });
}

QStringList LayoutsMenu::own() const {
    if (m_settings == nullptr) {
        return {};
    }
    m_settings->beginGroup(QStringLiteral("layouts"));
    QStringList names;
    for (const QString& key : m_settings->childKeys()) {
        names += QString::fromUtf8(QByteArray::fromPercentEncoding(key.toLatin1()));
    }
    m_settings->endGroup();
    return names;
}

void LayoutsMenu::fill() {
    clear();
    for (const char* name : kBuiltIn) {
        addAction(m_actions.named(QString::fromLatin1(name)));
    }
    const QStringList names = own();
    if (!names.isEmpty()) {
        addSeparator();
    }
    for (const QString& name : names) {
        addAction(name, this, [this, name] { choose(name); });
    }
    addSeparator();
    QAction* keepAs = addAction(tr("Keep this layout as…"), this, &LayoutsMenu::ask);
    keepAs->setEnabled(m_settings != nullptr);
    if (!names.isEmpty()) {
        QMenu* leaving = addMenu(tr("Delete"));
        for (const QString& name : names) {
            leaving->addAction(name, this, [this, name] { forget(name); });
        }
    }
}

void LayoutsMenu::choose(const QString& name) {
    if (!m_layout.restoreState(m_settings->value(keyOf(name)).toByteArray())) {
        Q_EMIT notice(tr("The layout “%1” is of another version of the program and was not used.").arg(name));
    }
}

void LayoutsMenu::forget(const QString& name) {
    m_settings->remove(keyOf(name));
}

std::vector<PaletteEntry> LayoutsMenu::paletteEntries() {
    std::vector<PaletteEntry> entries;
    const QStringList names = own();
    for (const QString& name : names) {
        entries.push_back({.text = tr("Layout: %1").arg(name), .run = [this, name] { choose(name); }});
    }
    entries.push_back({.text = tr("Keep this layout as…"), .enabled = m_settings != nullptr, .run = [this] { ask(); }});
    for (const QString& name : names) {
        entries.push_back({.text = tr("Delete the layout %1").arg(name), .run = [this, name] { forget(name); }});
    }
    return entries;
}

void LayoutsMenu::ask() {
    bool given = false;
    const QString name = QInputDialog::getText(this, tr("Keep layout"), tr("Name"), QLineEdit::Normal, {}, &given);
    if (given && !keep(name)) {
        Q_EMIT notice(tr("“%1” cannot be the name of a layout.").arg(name));
    }
}

bool LayoutsMenu::keep(const QString& name) {
    const QString plain = name.trimmed();
    for (const char* builtIn : kBuiltIn) {
        const QString taken = m_actions.named(QString::fromLatin1(builtIn))->text();
        if (taken.compare(plain, Qt::CaseInsensitive) == 0) {
            return false;
        }
    }
    if (m_settings == nullptr || plain.isEmpty()) {
        return false;
    }
    m_settings->setValue(keyOf(plain), m_layout.state());
    return true;
}

}  // namespace kvw::wb
