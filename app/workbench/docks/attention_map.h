// SPDX-License-Identifier: GPL-3.0-or-later
/// The picture of an attention map: queries (steps) downwards, tokens to the right, evicted cells hatched.
#pragma once

#include "app/workbench/plots/attention_source.h"
#include "app/workbench/plots/plot.h"

namespace kvw::wb {

/// What a job has to make for the part that is shown. Plain values, for the job's thread.
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
    /// `window` and the picture of it; queues no replot.
    void setImage(MapWindow window, const QImage& image);
    void clear();
    /// A line down the column of a token: what is under the mouse in another dock. Replots its layer only.
    void setTokenLine(std::optional<double> token);
    [[nodiscard]] const MapWindow& window() const noexcept { return m_window; }

 Q_SIGNALS:
    /// The picture has other room or other shades than when it was asked for.
    void roomChanged();

 private:
    QCPItemRect* m_ground;
    QCPItemPixmap* m_image;
    QCPItemStraightLine* m_token;
    MapWindow m_window;
    QSize m_room;
};

}  // namespace kvw::wb
