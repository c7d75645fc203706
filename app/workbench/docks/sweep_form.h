// SPDX-License-Identifier: GPL-3.0-or-later
/// What the next sweep is: text, axes, seeds, folder, workers.
#pragma once

#include <QWidget>
#include <array>

#include "app/workbench/models/workspace.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace kvw::wb {

/// Thread: GUI thread. Writes into the drafts; shows what they hold.
class SweepForm : public QWidget {
    Q_OBJECT
 public:
    explicit SweepForm(Workspace& workspace, QWidget* parent = nullptr);

    /// A folder of the library that is not there yet.
    [[nodiscard]] static QString newFolder();
    void follow();
    void setEditable(bool editable);  ///< not while a sweep runs

 Q_SIGNALS:
    void folderChosen(const QString& folder);

 private:
    struct AxisRow {
        QComboBox* name;
        QLineEdit* values;
    };
    void chooseFolder();
    void fillFolders();
    void write(int axis);

    Workspace& m_workspace;
    std::vector<TextChoice> m_texts;
    QComboBox *m_text, *m_folder;
    QLabel* m_policies;
    std::array<AxisRow, SweepDraft::kAxes> m_axes{};
    QLineEdit* m_seeds;
    QSpinBox* m_workers;
};

}  // namespace kvw::wb
