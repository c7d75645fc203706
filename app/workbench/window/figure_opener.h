// SPDX-License-Identifier: GPL-3.0-or-later
/// From an exported figure back to its run and its view: the bundle is the one around the file or is found in the
/// library by its hash, or the user is asked for it.
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

/// Thread: GUI thread. A child of the window. One figure at a time, the newest.
class FigureOpener : public QObject {
    Q_OBJECT
 public:
    FigureOpener(Workspace& workspace, ViewHistory& history, MainWindow& window);

    /// Reads it off the GUI thread. What is wrong with the file is one sentence for the status bar.
    void open(const QString& file);
    [[nodiscard]] bool reading() const noexcept { return m_reading > 0; }
    /// Opens the bundle for the figure that is waiting for one; another run's is refused with a sentence.
    void openBundle(const QString& path);

 private:
    struct Wanted {
        QString file, path;  ///< of the figure, of the bundle that is being opened
        FigureEvidence evidence;
    };
    void take(const QString& file, const QString& around, FigureEvidence evidence);
    void found(const QString& path);
    void ask();
    void show();
    /// Of a page those of its figures, in their order, and no more than one sets on a page; never empty.
    [[nodiscard]] std::vector<QString> views() const;
    /// Ids of the figures on a page, as its metadata say.
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
