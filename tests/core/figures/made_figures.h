// SPDX-License-Identifier: Apache-2.0
/// Small figures that a test makes.
#pragma once

#include <cmath>

#include "core/figures/figure.h"

namespace kvw::test {

inline FigureSpec lineFigure(int points) {
    FigureSpec figure;
    figure.id = "line";
    figure.title = "A line & more";
    FigurePanel panel;
    panel.x.label = "step";
    panel.y = {"ΔNLL", "nats"};
    FigureSeries series{"a_b", {}, {}};
    for (int i = 0; i < points; ++i) {
        series.x.push_back(i);
        series.y.push_back(i == points / 2 ? 100.0 : 0.0);
    }
    panel.series = {series, {"other", {0, 1}, {0, NAN}}};
    panel.marks.push_back({5, true, "prune", "prune", 7.0});
    figure.panels.push_back(panel);
    return figure;
}

inline FigureMap square(int side) {
    FigureMap map;
    map.label = "m";
    map.rows = map.columns = side;
    for (int i = 0; i < side * side; ++i) {
        map.values.push_back(static_cast<float>(i));
        map.cells.push_back(FigureCell::Value);
    }
    map.xBegin = map.yBegin = -0.5;
    map.xEnd = map.yEnd = side - 0.5;
    map.maximum = side * side;
    return map;
}

inline FigureSpec mapFigure(int side) {
    FigureSpec figure = lineFigure(4);
    figure.panels[0].series.clear();
    figure.panels[0].marks.clear();
    figure.panels[0].maps.push_back(square(side));
    return figure;
}

}  // namespace kvw::test
