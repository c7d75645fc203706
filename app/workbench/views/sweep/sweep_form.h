// SPDX-License-Identifier: GPL-3.0-or-later
/// Form of the next sweep: text, axes, seeds, folder, workers.
#pragma once

#include <QFileInfoList>
#include <QWidget>
#include <array>
#include <memory>

#include "app/workbench/session/workspace.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace kvw::wb {

class FormText;
class FormRows;

/// Thread: GUI thread. Writes into the drafts; shows them, or the running sweep.
class SweepForm : public QWidget {
    Q_OBJECT
 public:
    explicit SweepForm(Workspace& workspace, QWidget* parent = nullptr);
    ~SweepForm() override;

    /// Returns a folder for a new sweep in the folder of runs, which does not exist yet.
    [[nodiscard]] static QString newFolder();
    /// Returns the sweeps in the folder of runs, newest first.
    [[nodiscard]] static QFileInfoList folders();
    void follow();
    void fillFolders();               ///< lists the sweeps that exist now
    void setEditable(bool editable);  ///< false while a sweep runs

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
    QWidget* m_further;  ///< axes beyond the two, of a loaded sweep
    std::unique_ptr<FormRows> m_rows;
    std::array<AxisRow, SweepDraft::kAxes> m_axes{};
    QLineEdit* m_seeds;
    QSpinBox* m_workers;
    const Sweep* m_underWay = nullptr;  ///< running sweep, shown instead of the drafts; null: none
    bool m_typed = false;               ///< the user typed a folder that was not looked at yet
};

}  // namespace kvw::wb
