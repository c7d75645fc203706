// SPDX-License-Identifier: GPL-3.0-or-later
/// Beside the list of presets: saves what the form holds under a name of the user, deletes such a one, copies it as a
/// command.
#pragma once

#include <QWidget>

#include "app/workbench/models/policy_form.h"
#include "core/policy/host/user_presets.h"

class QLineEdit;
class QMenu;
class QToolButton;

namespace kvw::wb {

/// Thread: GUI thread. The button; the line for a name appears below where `nameLine` was put.
class PresetBar : public QWidget {
    Q_OBJECT
 public:
    PresetBar(PolicyForm& form, QWidget* parent);
    /// Hidden until a preset is to be saved; to be put into a layout, whose it becomes.
    [[nodiscard]] QWidget* nameLine() const noexcept { return m_line; }
    /// What names are taken by plugins. Outlives this.
    void setCatalog(const Catalog& catalog) { m_catalog = &catalog; }
    /// As they are in the user's file now; none of a damaged one.
    [[nodiscard]] static std::vector<UserPreset> presets() {
        return readUserPresets(userPresetsFile()).value_or(std::vector<UserPreset>());
    }

 Q_SIGNALS:
    void changed();  ///< the presets
    void told(const QString& sentence);

 private:
    void fillMenu();
    void askName();
    void save();
    void remove(const QString& name);

    PolicyForm& m_form;
    const Catalog* m_catalog = nullptr;
    QToolButton* m_button;
    QMenu* m_menu;
    QWidget* m_line;
    QLineEdit* m_name;
};

}  // namespace kvw::wb
