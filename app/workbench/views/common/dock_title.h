// SPDX-License-Identifier: GPL-3.0-or-later
/// Buttons on the title line of a dock: one maximises the dock, one folds its controls away.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

class QDockWidget;
class QToolButton;
class QWidget;

namespace kvw::wb {

/// Child of the dock. The buttons lie left of those that Qt puts there, and the style draws the title as before.
/// Thread: GUI thread.
class DockTitle : public QObject {
    Q_OBJECT
 public:
    /// Property of the dock: x at which its title has to end. Not set: the title line has no such buttons.
    static constexpr const char* kEnd = "titleEnd";

    DockTitle(QDockWidget& dock, std::function<void()> maximise);

    /// `content`: the widget whose controls can be folded.
    void setContent(QWidget& content) noexcept { m_content = &content; }
    /// Returns whether there is a content, which is a column with a view that takes what room is left and with
    /// something above or below it.
    [[nodiscard]] bool canFold() const;
    [[nodiscard]] bool folded() const noexcept { return m_folded; }
    /// Hides all but the view, or shows it again; does nothing if the dock has nothing to fold.
    void setFolded(bool folded);

 protected:
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    void place();

    QDockWidget& m_dock;
    QWidget* m_content = nullptr;
    QToolButton *m_maximise, *m_fold;
    QWidget* m_neighbour;          ///< button of Qt to the right of these; null: there is none
    std::vector<QWidget*> m_held;  ///< what holds the controls once they were folded
    bool m_folded = false;
};

}  // namespace kvw::wb
