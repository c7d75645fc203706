// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/printed_map.h"

#include <QHash>
#include <QImage>

namespace kvw::wb {

namespace {

/// Image pixels per pixel of the painter, which has kFigureDpi.
constexpr int kDots = 2;
constexpr int kMostColours = 256;

/// Converts to an indexed image, which takes a quarter of the memory and compresses several times as fast; returns the
/// image unchanged if it has too many colours.
QImage withColourTable(const QImage& image) {
    QImage indexed(image.size(), QImage::Format_Indexed8);
    QHash<QRgb, uchar> places;
    QList<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        const auto* from = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        uchar* to = indexed.scanLine(y);
        QRgb last = 0;
        uchar place = 0;
        for (int x = 0; x < image.width(); ++x) {
            if (colours.isEmpty() || from[x] != last) {
                last = from[x];
                auto known = places.find(last);
                if (known == places.end()) {
                    if (colours.size() == kMostColours) {
                        return image;
                    }
                    known = places.insert(last, static_cast<uchar>(colours.size()));
                    colours << last;
                }
                place = *known;
            }
            to[x] = place;
        }
    }
    indexed.setColorTable(colours);
    return indexed;
}

}  // namespace

void PrintedMap::draw(QCPPainter* painter) {
    if (!painter->modes().testFlag(QCPPainter::pmVectorized)) {
        QCPColorMap::draw(painter);
        return;
    }
    const QRect target = painter->clipRegion().boundingRect();
    if (target.isEmpty()) {
        return;
    }
    QImage image(target.size() * kDots, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    {
        QCPPainter local;
        local.begin(&image);
        local.scale(kDots, kDots);
        local.translate(-target.topLeft());
        QCPColorMap::draw(&local);
    }
    painter->drawImage(target, withColourTable(image));
}

}  // namespace kvw::wb
