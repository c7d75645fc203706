// SPDX-License-Identifier: GPL-3.0-or-later
/// Command palette: an input line that finds menu commands, docks and their controls, policies, texts, examples,
/// stories and lanes.
#pragma once

#include <QDialog>
#include <QString>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace kvw::wb {

class Actions;
class Dock;
class Workspace;

struct PaletteEntry {
    QString text, keys = {};  ///< `keys` may be empty
    bool enabled = true;
    std::function<void()> run;
    QString name = {};   ///< English name of the action; also searched, ranked below matches of `text`
    QString tip = {};    ///< what it does, or why it is not possible now
    QString about = {};  ///< longer text; matches if it contains all typed words, ranked below everything else
};

/// Closes after running an entry, on Escape, and on losing focus. Thread: GUI thread.
class CommandPalette : public QDialog {
    Q_OBJECT
 public:
    CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent);

    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void filter(const QString& typed);
    void runCurrent();

    std::vector<PaletteEntry> m_entries;
    QLineEdit* m_line;
    QListWidget* m_list;
};

/// Returns the entries of everything that is possible now, except docks, which the window adds.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(const Actions& actions, Workspace& workspace);
/// Returns an entry for each named control that `dock` offers now. Running it shows the dock, scrolls to the control
/// and gives it the keyboard focus, without pressing or changing anything.
[[nodiscard]] std::vector<PaletteEntry> controlEntries(Dock& dock);

}  // namespace kvw::wb
