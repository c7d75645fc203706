// SPDX-License-Identifier: GPL-3.0-or-later
/// Statistics of the colours in a picture of a widget.
#pragma once

#include <QImage>
#include <QSet>
#include <algorithm>

namespace kvw::tests {

inline int coloursOf(const QImage& picture) {
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            colours.insert(picture.pixel(x, y));
        }
    }
    return static_cast<int>(colours.size());
}

/// Mean, 0 to 255.
inline double lightnessOf(const QImage& picture) {
    double sum = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            sum += qGray(picture.pixel(x, y));
        }
    }
    return sum / std::max(1.0, static_cast<double>(picture.width()) * picture.height());
}

}  // namespace kvw::tests
