// SPDX-License-Identifier: GPL-3.0-or-later
/// Controls above the token strip: lane, the lane beside it, layer, head, colouring with its legend, and a word to
/// find.
#pragma once

#include <QHBoxLayout>
#include <QLineEdit>
#include <QWidget>
#include <memory>

#include "app/workbench/session/shown_selection.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/strip/strip_legend.h"

namespace kvw::wb {

/// Reports what the user chose; its dock selects it. Thread: GUI thread.
class StripHeader : public QWidget {
    Q_OBJECT
 public:
    explicit StripHeader(QWidget* parent = nullptr);

    /// Fills the boxes with the lanes, layers and heads of the recording and shows the selected ones. `beside`: the
    /// lane to show beside the selected one until the user chooses; -1: none.
    void fill(const std::shared_ptr<const Recording>& recording, const ShownSelection& shownSelection,
              const Selection& selection, bool namesHidden, int beside);
    /// Returns the lane beside; -1: the text stands alone.
    [[nodiscard]] int beside() const { return m_beside->currentIndex() - 1; }
    [[nodiscard]] bool byShare() const { return m_colour->currentIndex() != 0; }
    [[nodiscard]] QString wanted() const { return m_find->text(); }
    [[nodiscard]] StripLegend& legend() const noexcept { return *m_legend; }
    [[nodiscard]] QSize minimumSizeHint() const override;

 Q_SIGNALS:
    void laneChosen(int lane);
    void layerChosen(int layer);
    void headChosen(int head);  ///< -1: all
    void changed();             ///< the lane beside or the colouring changed
    void findNext();

 protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    void fitLayer();  ///< in a narrow dock, the box shows only the number
    [[nodiscard]] int leastLayer() const;

    QHBoxLayout* m_row = nullptr;
    QComboBox *m_lane, *m_layer, *m_head;
    ViewChoice *m_beside, *m_colour;
    QLineEdit* m_find;
    StripLegend* m_legend;
    std::weak_ptr<const Recording> m_of;
    bool m_besideChosen = false;  ///< by the user, in this recording
};

}  // namespace kvw::wb
