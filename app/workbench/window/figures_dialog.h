// SPDX-License-Identifier: GPL-3.0-or-later
/// Figures of the shown run for a paper: choose some, or a preset, set them on a page of an exact width, look at it,
/// write it.
#pragma once

#include <QDialog>
#include <QTimer>

#include "app/workbench/export/figure_page.h"
#include "app/workbench/models/workspace.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace kvw::wb {

/// Thread: GUI thread. Not modal; closes when another run is shown.
class FiguresDialog : public QDialog {
    Q_OBJECT
 public:
    explicit FiguresDialog(Workspace& workspace, QWidget* parent);

    /// What is chosen, drawn from the run as it is now.
    [[nodiscard]] FigurePage page() const;
    /// Writes the page; with the width and legend that are set. Errors go to the problems.
    void writeTo(const QString& file);

 private:
    QWidget* makeList();
    QWidget* makeSettings();
    void fill();
    void usePreset();
    void preview();
    void save();
    [[nodiscard]] int lane() const;

    Workspace& m_workspace;
    std::shared_ptr<Recording> m_recording;
    QComboBox *m_preset, *m_width, *m_legend;
    QDoubleSpinBox* m_millimetres;
    QSpinBox* m_columns;
    QListWidget* m_list;
    QLabel* m_picture;
    QPushButton* m_save;
    QTimer m_soon;
};

}  // namespace kvw::wb
