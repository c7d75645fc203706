// SPDX-License-Identifier: GPL-3.0-or-later
/// A line to type into and everything that can be done: commands of the menus, docks and their controls, policies,
/// texts, examples, stories, lanes.
#pragma once

#include <QDialog>
#include <QString>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace kvw::wb {

class Actions;
class Workspace;

struct PaletteEntry {
    QString text, keys;  ///< keys may be empty
    bool enabled = true;
    std::function<void()> run;
    QString name = {};   ///< of the action, which is English: found by that too, below what is found by its text
    QString tip = {};    ///< what it does, or why it cannot be done now
    QString about = {};  ///< a longer text: found where all words that are typed stand in it, below everything else
};

/// Thread: GUI thread. Closes when something was done, on Escape, and when the focus leaves it.
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

/// What the window can do now, but for docks, which the window adds.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(const Actions& actions, Workspace& workspace);

}  // namespace kvw::wb
