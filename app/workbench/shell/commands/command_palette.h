// SPDX-License-Identifier: GPL-3.0-or-later
/// Command palette: an input line that finds menu commands, docks and their controls, policies, texts, examples,
/// stories and lanes.
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "app/workbench/views/common/widgets/list_search.h"

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

/// Thread: GUI thread.
class CommandPalette : public ListSearch {
    Q_OBJECT
 public:
    CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent);

 protected:
    void filter(const QString& typed) override;
    void take(const QVariant& entry) override;
    bool canSelect(const QListWidgetItem& item) const override { return item.data(Qt::UserRole).isValid(); }

 private:
    std::vector<PaletteEntry> m_entries;
};

/// Returns the entries of everything that is possible now, except docks, which the window adds.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(const Actions& actions, Workspace& workspace);
/// Returns an entry for each named control that `dock` offers now. Running it shows the dock, scrolls to the control
/// and gives it the keyboard focus, without pressing or changing anything.
[[nodiscard]] std::vector<PaletteEntry> controlEntries(Dock& dock);

}  // namespace kvw::wb
