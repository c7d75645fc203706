// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/cache/cache_map.h"

#include <algorithm>
#include <cmath>

namespace kvw::wb {

namespace {
constexpr int kMostPixels = 2048;
}

CacheMap::CacheMap(QWidget* parent) : Plot(parent) {
    addPanel(tr("layer"));
    setLayerAxis(Qt::Vertical);
    m_image = new QCPItemPixmap(this);  // an item takes the axes that exist when it is created
    m_frame = new QCPItemRect(this);
    y(0)->setRangeReversed(true);
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    y(0)->setTicker(whole);
    x(0)->grid()->setVisible(false);
    y(0)->grid()->setVisible(false);
    m_image->setScaled(true, Qt::IgnoreAspectRatio, Qt::FastTransformation);
    m_image->setLayer(QStringLiteral("main"));
    m_frame->setLayer(QStringLiteral("overlay"));
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*>{m_image, m_frame}) {
        item->setSelectable(false);
    }
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

CacheColors CacheMap::colors(CacheColor by) const {
    CacheColors colors;
    colors.by = by;
    colors.base = palette().color(QPalette::Base).rgb();
    colors.ink = foreground().rgb();
    colors.first = static_cast<std::int64_t>(std::floor(x(0)->range().lower + 0.5));
    colors.last = static_cast<std::int64_t>(std::ceil(x(0)->range().upper + 0.5));
    colors.most = std::clamp(static_cast<int>(panel(0)->width() * devicePixelRatioF()), 64, kMostPixels);
    return colors;
}

void CacheMap::setPicture(std::shared_ptr<const CacheCells> cells, const CachePicture& picture) {
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

void CacheMap::clear() {
    m_cells.reset();
    m_image->setVisible(false);
    m_frame->setVisible(false);
}

void CacheMap::choose(int layer) {
    m_frame->setVisible(layer >= 0);
    m_frame->setPen(QPen(foreground(), 1));
    m_frame->topLeft->setCoords(0, layer - 0.5);
    m_frame->bottomRight->setCoords(1, layer + 0.5);
}

}  // namespace kvw::wb
