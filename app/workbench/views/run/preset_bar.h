// SPDX-License-Identifier: GPL-3.0-or-later
/// Button beside the list of presets: saves the content of the form under a name of the user, deletes such a preset, or
/// copies it as a command.
#pragma once

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QWidget>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/policy_form.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "core/base/json/json_reader.h"
#include "core/policy/host/user_presets.h"
#include "core/session/spec/command_line.h"

namespace kvw::wb {

/// Thread: GUI thread. This is the button; the line for a name appears where `nameLine` was put.
class PresetBar : public QWidget {
    Q_OBJECT
 public:
    PresetBar(PolicyForm& form, QWidget* parent)
        : QWidget(parent),
          m_form(form),
          m_button(new QToolButton(this)),
          m_menu(new QMenu(this)),
          m_line(new QWidget(parent)) {
        m_button->setObjectName(QStringLiteral("presetMenu"));
        m_button->setText(QStringLiteral("…"));
        explained(m_button, tr("Presets of your own"),
                  tr("Save these settings as a preset, delete one, copy one as a command"));
        m_button->setPopupMode(QToolButton::InstantPopup);
        m_button->setMenu(m_menu);
        rowOf({m_button}, this, {0});
        connect(m_menu, &QMenu::aboutToShow, this, &PresetBar::fillMenu);

        m_name = named(new QLineEdit(m_line), "presetName", tr("Name of the preset"));
        m_name->setPlaceholderText(tr("name, as short-memory"));
        auto* good = buttonIn(m_line, tr("Save"), "presetSave");
        rowOf({{m_name, 1}, good}, m_line, {0});
        m_line->hide();
        connect(m_name, &QLineEdit::returnPressed, this, &PresetBar::save);
        connect(good, &QPushButton::clicked, this, &PresetBar::save);
        auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), m_line);
        escape->setContext(Qt::WidgetWithChildrenShortcut);
        connect(escape, &QShortcut::activated, m_line, &QWidget::hide);
        fillMenu();
    }

    /// Returns the line for a name, hidden until a preset is to be saved. The layout that it is put into takes
    /// ownership.
    [[nodiscard]] QWidget* nameLine() const noexcept { return m_line; }
    /// Sets the catalog, whose names a preset cannot take. It must outlive this.
    void setCatalog(const Catalog& catalog) { m_catalog = &catalog; }
    /// Returns the presets of the user's file as it is now; none if the file is damaged.
    [[nodiscard]] static std::vector<UserPreset> presets() {
        return readUserPresets(userPresetsFile()).value_or(std::vector<UserPreset>());
    }

 Q_SIGNALS:
    void changed();  ///< the presets changed
    void told(const QString& sentence);

 private:
    void fillMenu() {
        m_menu->clear();
        m_menu->addAction(tr("Save as preset…"), this, &PresetBar::askName)
            ->setObjectName(QStringLiteral("savePreset"));
        const std::vector<UserPreset> all = presets();
        QMenu* copy = m_menu->addMenu(tr("Copy as kvw"));
        QMenu* gone = m_menu->addMenu(tr("Delete"));
        copy->setEnabled(!all.empty());
        gone->setEnabled(!all.empty());
        for (const UserPreset& preset : all) {
            const QString name = QString::fromStdString(preset.name), policy = QString::fromStdString(preset.policy);
            copy->addAction(name, this, [this, name, policy] {
                const std::string word = shellWord((name + QLatin1Char('=') + policy).toStdString());
                const QString command = QStringLiteral("kvw policies --save-preset ") + QString::fromStdString(word);
                QApplication::clipboard()->setText(command);
                Q_EMIT told(tr("Copied: %1").arg(command));
            });
            gone->addAction(name, this, [this, name] { remove(name); });
        }
    }

    void askName() {
        // The suggested name says what the preset is: "snapkv-capacity-64".
        QString name = m_form.laneText().toLower();
        for (QChar& letter : name) {
            letter = letter.unicode() < 128 && letter.isLetterOrNumber() ? letter : QLatin1Char('-');
        }
        m_name->setText(name.split(QLatin1Char('-'), Qt::SkipEmptyParts).join(QLatin1Char('-')).left(60));
        m_line->show();
        m_name->selectAll();
        m_name->setFocus();
    }

    void save() {
        const UserPreset preset{m_name->text().trimmed().toStdString(), m_form.laneText().toStdString()};
        if (!m_form.error().isEmpty()) {
            return told(m_form.error());
        }
        if (m_catalog != nullptr && isKebabCase(preset.name) && m_catalog->findAlone(preset.name)) {
            return told(tr("“%1” is the name of a policy; choose another one.").arg(m_name->text().trimmed()));
        }
        if (const auto saved = saveUserPreset(userPresetsFile(), preset); !saved) {
            return told(errorText(saved.error()));
        }
        m_line->hide();
        Q_EMIT changed();
        Q_EMIT told(
            tr("Saved the preset %1; kvw run --policy %1 takes it, too.").arg(QString::fromStdString(preset.name)));
    }

    void remove(const QString& name) {
        if (const auto removed = removeUserPreset(userPresetsFile(), name.toStdString()); !removed) {
            return told(errorText(removed.error()));
        }
        Q_EMIT changed();
        Q_EMIT told(tr("Deleted the preset %1.").arg(name));
    }

    PolicyForm& m_form;
    const Catalog* m_catalog = nullptr;
    QToolButton* m_button;
    QMenu* m_menu;
    QWidget* m_line;
    QLineEdit* m_name;
};

}  // namespace kvw::wb
