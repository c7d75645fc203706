// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/plots/attention_map.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/plot/colors.h"

namespace kvw::wb {

namespace {
constexpr int kMostCells = 1024;
}

AttentionMap::AttentionMap(QWidget* parent) : Plot(parent) {
    setStepAxis(Qt::Vertical);
    setXTitle(tr("token (index)"));
    addPanel(tr("query (step)"));
    y(0)->setRangeReversed(true);
    setYZoom(true);
    x(0)->grid()->setVisible(false);
    y(0)->grid()->setVisible(false);
    m_ground = new QCPItemRect(this);
    m_image = new QCPItemPixmap(this);
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*>{m_ground, m_image}) {
        item->setLayer(QStringLiteral("main"));
        item->setSelectable(false);
    }
    m_token = new QCPItemStraightLine(this);
    m_token->setLayer(QStringLiteral("cursors"));
    m_token->setClipAxisRect(panel(0));
    m_token->setSelectable(false);
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

MapRequest AttentionMap::request() const {
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

void AttentionMap::setImage(MapWindow window, const QImage& image) {
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

void AttentionMap::setTokenLine(std::optional<double> token) {
    if (!token && !m_token->visible()) {
        return;
    }
    m_token->setVisible(token.has_value());
    m_token->setPen(QPen(foreground(), 1, Qt::DashLine));
    m_token->point1->setCoords(token.value_or(0), 0);
    m_token->point2->setCoords(token.value_or(0), 1);
    layer(QStringLiteral("cursors"))->replot();
}

void AttentionMap::clear() {
    m_window = {};
    m_image->setVisible(false);
    m_ground->setVisible(false);
}

}  // namespace kvw::wb
