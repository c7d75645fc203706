// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of a cache: layers run downwards, tokens or slots to the right.
#pragma once

#include "app/workbench/plot/plot.h"
#include "app/workbench/views/cache/cache_cells.h"

namespace kvw::wb {

/// Thread: GUI thread.
class CacheMap : public Plot {
    Q_OBJECT
 public:
    explicit CacheMap(QWidget* parent);

    /// Returns the input of the job that paints the visible part.
    [[nodiscard]] CacheColors colors(CacheColor by) const;
    /// Shows `picture`, which was painted from `cells`; queues no replot.
    void setPicture(std::shared_ptr<const CacheCells> cells, const CachePicture& picture);
    void clear();
    [[nodiscard]] const CacheCells* cells() const noexcept { return m_cells.get(); }
    [[nodiscard]] std::int64_t bin() const noexcept { return m_bin; }  ///< cells per pixel
    /// Frames a layer; -1: none.
    void choose(int layer);

 Q_SIGNALS:
    /// Emitted when the width of the panel has changed since the last request.
    void roomChanged();

 private:
    QCPItemPixmap* m_image = nullptr;
    QCPItemRect* m_frame = nullptr;
    std::shared_ptr<const CacheCells> m_cells;
    std::int64_t m_bin = 1;
    int m_room = 0;
};

}  // namespace kvw::wb
