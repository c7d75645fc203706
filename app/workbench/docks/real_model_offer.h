// SPDX-License-Identifier: GPL-3.0-or-later
/// The row of the start page that fetches a real model, with its progress, and has the examples run on it.
#pragma once

#include <QWidget>

#include "app/workbench/models/workspace.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace kvw::wb {

class ModelFetch;

/// The sentence, progress and failure beside the button. Thread: GUI thread.
class RealModelOffer : public QWidget {
    Q_OBJECT
 public:
    /// The button is the row's; the page has it in the column of its buttons.
    RealModelOffer(Workspace& workspace, QPushButton& button, QWidget* parent);

 private:
    void look();
    void refresh();
    void act();
    [[nodiscard]] QString sentence() const;

    Workspace& m_workspace;
    ModelFetch& m_fetch;
    QPushButton& m_button;
    QLabel *m_text, *m_failure;
    QWidget* m_progress;
    QProgressBar* m_bar;
    std::filesystem::path m_model;  ///< empty: it is not on this machine
};

}  // namespace kvw::wb
