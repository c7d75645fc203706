// SPDX-License-Identifier: GPL-3.0-or-later
/// What the next sweep is: text, axes, seeds, folder, workers.
#pragma once

#include <QFileInfoList>
#include <QWidget>
#include <array>
#include <memory>

#include "app/workbench/models/workspace.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace kvw::wb {

class FormText;
class FormRows;

/// Thread: GUI thread. Writes into the drafts; shows what they hold, or the sweep that runs.
class SweepForm : public QWidget {
    Q_OBJECT
 public:
    explicit SweepForm(Workspace& workspace, QWidget* parent = nullptr);
    ~SweepForm() override;

    /// A folder of the library that is not there yet.
    [[nodiscard]] static QString newFolder();
    /// Sweeps in the folder of runs, the newest first.
    [[nodiscard]] static QFileInfoList folders();
    void follow();
    void fillFolders();               ///< sweeps that are there by now
    void setEditable(bool editable);  ///< not while a sweep runs

 Q_SIGNALS:
    void folderChosen(const QString& folder);

 private:
    struct AxisRow {
        QComboBox* name;
        QLineEdit* values;
    };
    void chooseFolder();
    void followAxis(int axis, const std::vector<SweepDraft::Parameter>& parameters);
    void followFurther();
    void write(int axis);

    Workspace& m_workspace;
    std::vector<TextChoice> m_texts;
    QComboBox *m_text, *m_folder;
    FormText* m_policies;
    QLabel* m_furtherNames;
    QWidget* m_further;  ///< axes beyond the two, of a sweep that was taken over
    std::unique_ptr<FormRows> m_rows;
    std::array<AxisRow, SweepDraft::kAxes> m_axes{};
    QLineEdit* m_seeds;
    QSpinBox* m_workers;
    const Sweep* m_underWay = nullptr;  ///< which is shown instead of the drafts; null: none
    bool m_typed = false;               ///< into the folder, since it was last looked at
};

}  // namespace kvw::wb
