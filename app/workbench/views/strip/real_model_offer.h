// SPDX-License-Identifier: GPL-3.0-or-later
/// Row of the start page that downloads a real model, shows the progress, and lets the examples run on it.
#pragma once

#include <QWidget>

#include "app/workbench/session/workspace.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace kvw::wb {

class ModelFetch;

/// Sentence, progress and failure beside the button. Thread: GUI thread.
class RealModelOffer : public QWidget {
    Q_OBJECT
 public:
    /// `button` is controlled by this row, but the page places it in its column of buttons.
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
    std::filesystem::path m_model;  ///< empty: not on this machine
};

}  // namespace kvw::wb
