// SPDX-License-Identifier: GPL-3.0-or-later
/// Plot of an attention map: queries (steps) run downwards, tokens to the right, evicted cells are hatched.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/colors.h"
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
    explicit AttentionMap(QWidget* parent) : Plot(parent, {}, tr("token (index)")) {
        setStepAxis(Qt::Vertical);
        addPanel(tr("query (step)"));
        y(0)->setRangeReversed(true);
        setYZoom(true);
        x(0)->grid()->setVisible(false);
        y(0)->grid()->setVisible(false);
        m_ground = addItem<QCPItemRect>("main");
        m_image = addItem<QCPItemPixmap>("main");
        m_token = addItem<QCPItemStraightLine>("cursors");
        m_token->setClipAxisRect(panel(0));
        m_token->setVisible(false);
        m_ground->setPen(Qt::NoPen);
        m_image->setScaled(true, Qt::IgnoreAspectRatio, Qt::FastTransformation);
        clear();
        connect(this, &QCustomPlot::afterLayout, this, [this] {
            if (const QSize room = panel(0)->size(); room != m_room) {
                m_room = room;
                Q_EMIT roomChanged();
            }
        });
        connect(this, &Plot::presentingChanged, this, &AttentionMap::roomChanged);
    }

    [[nodiscard]] MapRequest request() const {
        const QColor base = palette().color(QPalette::Base);
        const QCPRange rows = y(0)->range(), columns = x(0)->range();
        const auto first = [](double lower) { return static_cast<std::int64_t>(std::floor(lower + 0.5)); };
        const auto last = [](double upper) { return static_cast<std::int64_t>(std::ceil(upper + 0.5)); };
        const auto pixels = [this](int size) {
            return std::clamp(static_cast<int>(size * devicePixelRatioF()), 64, kMostCells);
        };
        return {first(rows.lower),
                last(rows.upper),
                first(columns.lower),
                last(columns.upper),
                pixels(panel(0)->height()),
                pixels(panel(0)->width()),
                base.rgb(),
                mixed(base, foreground(), 0.14).rgb(),
                presenting() ? Shades::Contrast : Shades::Usual};
    }

    /// Shows `image`, which was painted from `window`; queues no replot.
    void setImage(MapWindow window, const QImage& image) {
        m_window = std::move(window);
        const auto size = static_cast<double>(std::int64_t{1} << m_window.level);
        const double left = static_cast<double>(m_window.column0) - 0.5, top = static_cast<double>(m_window.row0) - 0.5;
        for (QCPItemPosition* corner : {m_image->topLeft, m_ground->topLeft}) {
            corner->setCoords(left, top);
        }
        for (QCPItemPosition* corner : {m_image->bottomRight, m_ground->bottomRight}) {
            corner->setCoords(left + m_window.columns * size, top + m_window.rows * size);
        }
        m_image->setPixmap(QPixmap::fromImage(image));
        m_ground->setBrush(QBrush(mixed(palette().color(QPalette::Base), foreground(), 0.35), Qt::BDiagPattern));
        m_image->setVisible(m_window.rows > 0);
        m_ground->setVisible(m_window.rows > 0);
    }

    void clear() {
        m_window = {};
        m_image->setVisible(false);
        m_ground->setVisible(false);
    }
    /// Draws a line down the column of the token that is under the mouse in another dock. Replots that layer only.
    void setTokenLine(std::optional<double> token) {
        if (!token && !m_token->visible()) {
            return;
        }
        m_token->setVisible(token.has_value());
        m_token->setPen(QPen(foreground(), 1, Qt::DashLine));
        m_token->point1->setCoords(token.value_or(0), 0);
        m_token->point2->setCoords(token.value_or(0), 1);
        layer(QStringLiteral("cursors"))->replot();
    }

    [[nodiscard]] const MapWindow& window() const noexcept { return m_window; }

 Q_SIGNALS:
    /// Emitted when the size of the panel or the shades have changed since the last request.
    void roomChanged();

 private:
    static constexpr int kMostCells = 1024;

    QCPItemRect* m_ground;
    QCPItemPixmap* m_image;
    QCPItemStraightLine* m_token;
    MapWindow m_window;
    QSize m_room;
};

}  // namespace kvw::wb
