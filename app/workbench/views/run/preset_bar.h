// SPDX-License-Identifier: GPL-3.0-or-later
/// Button beside the list of presets: saves the content of the form under a name of the user, deletes such a preset, or
/// copies it as a command.
#pragma once

#include <QWidget>

#include "app/workbench/session/draft/policy_form.h"
#include "core/policy/host/user_presets.h"

class QLineEdit;
class QMenu;
class QToolButton;

namespace kvw::wb {

/// Thread: GUI thread. This is the button; the line for a name appears where `nameLine` was put.
class PresetBar : public QWidget {
    Q_OBJECT
 public:
    PresetBar(PolicyForm& form, QWidget* parent);
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
