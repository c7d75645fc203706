// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the run and view of an exported figure. The bundle is the one around the file or found in the library by hash;
/// otherwise the user is asked.
#pragma once

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/workbench/export/figure_evidence.h"

namespace kvw::wb {

class MainWindow;
class ViewHistory;
class Workspace;

/// Child of the window that handles one figure at a time, the newest. Thread: GUI thread.
class FigureOpener : public QObject {
    Q_OBJECT
 public:
    FigureOpener(Workspace& workspace, ViewHistory& history, MainWindow& window);

    /// Reads the file on another thread. A problem with the file is reported as one sentence.
    void open(const QString& file);
    [[nodiscard]] bool reading() const noexcept { return m_reading > 0; }
    /// Opens the bundle for the figure that waits for one. A bundle of another run is refused with a sentence.
    void openBundle(const QString& path);

 private:
    struct Wanted {
        QString file, path;  ///< path of the figure; path of the bundle being opened
        FigureEvidence evidence;
    };
    void take(const QString& file, const QString& around, FigureEvidence evidence);
    void found(const QString& path);
    void ask();
    void show();
    /// Returns the figure's view, or the views of all figures of a page in order, at most kMostFigures; never empty.
    [[nodiscard]] std::vector<QString> views() const;
    /// Returns the ids of the figures on a page, from its metadata.
    [[nodiscard]] QStringList figuresOnPage() const;
    [[nodiscard]] bool ofSweep() const;

    Workspace& m_workspace;
    ViewHistory& m_history;
    MainWindow& m_window;
    std::optional<Wanted> m_wanted;
    int m_searches = 0, m_reading = 0;
    QPointer<QMessageBox> m_question;
};

}  // namespace kvw::wb
