// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of a cache: layers run downwards, tokens or slots to the right.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/plot.h"
#include "app/workbench/plot/plot_tickers.h"
#include "app/workbench/views/cache/cache_cells.h"

namespace kvw::wb {

/// Thread: GUI thread.
class CacheMap : public Plot {
    Q_OBJECT
 public:
    explicit CacheMap(QWidget* parent) : Plot(parent) {
        addPanel(tr("layer"));
        setLayerAxis(Qt::Vertical);
        m_image = addItem<QCPItemPixmap>("main");  // an item takes the axes that exist when it is created
        m_frame = addItem<QCPItemRect>("overlay");
        y(0)->setRangeReversed(true);
        y(0)->setTicker(QSharedPointer<WholeNumbers>::create());
        x(0)->grid()->setVisible(false);
        y(0)->grid()->setVisible(false);
        m_image->setScaled(true, Qt::IgnoreAspectRatio, Qt::FastTransformation);
        m_frame->setBrush(Qt::NoBrush);
        m_frame->topLeft->setTypeX(QCPItemPosition::ptAxisRectRatio);
        m_frame->bottomRight->setTypeX(QCPItemPosition::ptAxisRectRatio);
        clear();
        connect(this, &QCustomPlot::afterLayout, this, [this] {
            if (const int room = panel(0)->width(); room != m_room) {
                m_room = room;
                Q_EMIT roomChanged();
            }
        });
    }

    /// Returns the input of the job that paints the visible part.
    [[nodiscard]] CacheColors colors(CacheColor by) const {
        CacheColors colors;
        colors.by = by;
        colors.base = palette().color(QPalette::Base).rgb();
        colors.ink = foreground().rgb();
        colors.first = static_cast<std::int64_t>(std::floor(x(0)->range().lower + 0.5));
        colors.last = static_cast<std::int64_t>(std::ceil(x(0)->range().upper + 0.5));
        colors.most = std::clamp(static_cast<int>(panel(0)->width() * devicePixelRatioF()), 64, kMostPixels);
        return colors;
    }

    /// Shows `picture`, which was painted from `cells`; queues no replot.
    void setPicture(std::shared_ptr<const CacheCells> cells, const CachePicture& picture) {
        m_cells = std::move(cells);
        m_bin = picture.bin;
        const double left = static_cast<double>(picture.first) - 0.5;
        m_image->topLeft->setCoords(left, -0.5);
        m_image->bottomRight->setCoords(left + static_cast<double>(picture.image.width() * picture.bin),
                                        m_cells->layers - 0.5);
        m_image->setPixmap(QPixmap::fromImage(picture.image));
        m_image->setVisible(true);
        y(0)->setRange(-0.5, std::max(1, m_cells->layers) - 0.5);
    }

    void clear() {
        m_cells.reset();
        m_image->setVisible(false);
        m_frame->setVisible(false);
    }
    [[nodiscard]] const CacheCells* cells() const noexcept { return m_cells.get(); }
    [[nodiscard]] std::int64_t bin() const noexcept { return m_bin; }  ///< cells per pixel
    /// Frames a layer; -1: none.
    void choose(int layer) {
        m_frame->setVisible(layer >= 0);
        m_frame->setPen(QPen(foreground(), 1));
        m_frame->topLeft->setCoords(0, layer - 0.5);
        m_frame->bottomRight->setCoords(1, layer + 0.5);
    }

 Q_SIGNALS:
    /// Emitted when the width of the panel has changed since the last request.
    void roomChanged();

 private:
    static constexpr int kMostPixels = 2048;

    QCPItemPixmap* m_image = nullptr;
    QCPItemRect* m_frame = nullptr;
    std::shared_ptr<const CacheCells> m_cells;
    std::int64_t m_bin = 1;
    int m_room = 0;
};

}  // namespace kvw::wb
