// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of an attention map: queries (steps) run downwards, tokens to the right, evicted cells are hatched.
#pragma once

#include "app/workbench/plot/maps/attention_source.h"
#include "app/workbench/plot/plot.h"

namespace kvw::wb {

/// Input of the job that paints the visible part of the map. Plain values, so the job's thread can read them.
struct MapRequest {
    std::int64_t rowBegin = 0, rowEnd = 0, columnBegin = 0, columnEnd = 0;
    int mostRows = 0, mostColumns = 0;
    QRgb future = 0, missing = 0;
    Shades shades = Shades::Usual;

    [[nodiscard]] MapWindow windowOf(const AttentionSource& source) const {
        return source.window(rowBegin, rowEnd, columnBegin, columnEnd, mostRows, mostColumns);
    }
    [[nodiscard]] QImage paint(const MapWindow& window, double low, double high, bool logarithmic) const {
        return paintMap(window, {low, high, logarithmic, future, missing, shades});
    }
};

/// Thread: GUI thread.
class AttentionMap : public Plot {
    Q_OBJECT
 public:
    explicit AttentionMap(QWidget* parent);

    [[nodiscard]] MapRequest request() const;
    /// Shows `image`, which was painted from `window`; queues no replot.
    void setImage(MapWindow window, const QImage& image);
    void clear();
    /// Draws a line down the column of the token that is under the mouse in another dock. Replots that layer only.
    void setTokenLine(std::optional<double> token);
    [[nodiscard]] const MapWindow& window() const noexcept { return m_window; }

 Q_SIGNALS:
    /// Emitted when the size of the panel or the shades have changed since the last request.
    void roomChanged();

 private:
    QCPItemRect* m_ground;
    QCPItemPixmap* m_image;
    QCPItemStraightLine* m_token;
    MapWindow m_window;
    QSize m_room;
};

}  // namespace kvw::wb
