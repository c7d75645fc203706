// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_crop.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kvw::figures {
namespace {

constexpr const char* kStepAxis = "step";

void cropSeries(FigureSeries& series, double first, double last) {
    const auto begin = std::lower_bound(series.x.begin(), series.x.end(), first) - series.x.begin();
    const auto end = std::upper_bound(series.x.begin(), series.x.end(), last) - series.x.begin();
    for (std::vector<double>* values : {&series.x, &series.y, &series.deviation}) {
        if (!values->empty()) {
            *values = std::vector<double>(values->begin() + begin, values->begin() + end);
        }
    }
}

/// Cells along one side of a map that the range touches.
struct Cells {
    Cells(double begin, double end, std::int32_t count, double first, double last) {
        const double size = (end - begin) / std::max(1, count);
        low = std::clamp(static_cast<std::int32_t>(std::floor((first - begin) / size)), 0, std::max(0, count - 1));
        high = std::clamp(static_cast<std::int32_t>(std::ceil((last - begin) / size)), low + 1, std::max(1, count));
        from = begin + low * size;
        to = begin + high * size;
    }
    std::int32_t low, high;
    double from, to;
};

void cropMap(FigureMap& map, bool across, double first, double last) {
    if (map.rows <= 0 || map.columns <= 0) {
        return;
    }
    const Cells columns = across ? Cells(map.xBegin, map.xEnd, map.columns, first, last)
                                 : Cells(map.xBegin, map.xEnd, map.columns, map.xBegin, map.xEnd);
    const Cells rows = across ? Cells(map.yBegin, map.yEnd, map.rows, map.yBegin, map.yEnd)
                              : Cells(map.yBegin, map.yEnd, map.rows, first, last);
    std::vector<float> values;
    std::vector<FigureCell> cells;
    for (std::int32_t row = rows.low; row < rows.high; ++row) {
        for (std::int32_t column = columns.low; column < columns.high; ++column) {
            values.push_back(map.values[map.at(row, column)]);
            cells.push_back(map.cells[map.at(row, column)]);
        }
    }
    map.values = std::move(values);
    map.cells = std::move(cells);
    map.rows = rows.high - rows.low;
    map.columns = columns.high - columns.low;
    map.xBegin = columns.from;
    map.xEnd = columns.to;
    map.yBegin = rows.from;
    map.yEnd = rows.to;
}

void cropPanel(FigurePanel& panel, bool across, double first, double last) {
    if (across) {
        for (FigureSeries& series : panel.series) {
            cropSeries(series, first, last);
        }
    }
    FigureAxis& axis = across ? panel.x : panel.y;
    axis.minimum = first;
    axis.maximum = std::max(last, first + 1);
    for (FigureMap& map : panel.maps) {
        cropMap(map, across, first, last);
        // The axis ends where the cells do.
        axis.minimum = across ? map.xBegin : map.yBegin;
        axis.maximum = across ? map.xEnd : map.yEnd;
    }
    std::erase_if(panel.marks, [&](const FigureMark& mark) {
        return mark.vertical == across && (mark.to.value_or(mark.at) < first || mark.at > last);
    });
    for (FigureMark& mark : panel.marks) {
        if (mark.vertical == across && mark.to && (mark.at < first || *mark.to > last)) {
            mark.at = std::max(mark.at, first);
            mark.to = std::min(*mark.to, last);
            mark.label = mark.kind == "prune" ? "prunes" : mark.label;  // the number of those left is not known
        }
    }
}

}  // namespace

void crop(FigureSpec& figure, const std::string& axis, double first, double last) {
    for (FigurePanel& panel : figure.panels) {
        if (panel.x.label.english() == axis) {
            cropPanel(panel, true, first, last);
        }
        if (panel.y.label.english() == axis) {
            cropPanel(panel, false, first, last);
        }
    }
}

bool cropSteps(FigureSpec& figure, const Range& steps) {
    const bool any = std::any_of(figure.panels.begin(), figure.panels.end(), [](const FigurePanel& panel) {
        return panel.x.label.english() == kStepAxis || panel.y.label.english() == kStepAxis;
    });
    if (any) {
        crop(figure, kStepAxis, static_cast<double>(steps.first), static_cast<double>(steps.last));
        if (FigureRequest request = FigureRequest::parse(figure.id); !request.says("steps")) {
            figure.id = std::move(request).with("steps", steps.first, steps.last).id();
        }
    }
    return any;
}

}  // namespace kvw::figures
