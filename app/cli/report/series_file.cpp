// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/series_file.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace kvw::cli {
namespace {

std::string columnName(const std::string& label) {
    constexpr std::string_view kAllowed = "-.=";
    std::string name;
    for (const char c : label) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80;
        name += plain || kAllowed.find(c) != std::string_view::npos ? c : '_';
    }
    return name.empty() ? "y" : name;
}

}  // namespace

std::string seriesData(const FigurePanel& panel) {
    const std::size_t columns = panel.series.size();
    std::map<double, std::vector<double>> rows;
    std::set<std::string> taken{"x"};
    std::string text = "x";
    for (std::size_t i = 0; i < columns; ++i) {
        const FigureSeries& series = panel.series[i];
        std::string name = columnName(series.label);
        if (!taken.insert(name).second) {
            name += fmt::format("_{}", i + 1);
            taken.insert(name);
        }
        text += ' ' + name;
        for (std::size_t j = 0; j < series.x.size() && j < series.y.size(); ++j) {
            if (std::isfinite(series.x[j])) {
                rows.try_emplace(series.x[j], columns, std::nan("")).first->second[i] = series.y[j];
            }
        }
    }
    text += '\n';
    for (const auto& [x, values] : rows) {
        text += fmt::format("{}", x);
        for (const double value : values) {
            text += std::isfinite(value) ? fmt::format(" {}", value) : std::string(" nan");
        }
        text += '\n';
    }
    return text;
}

}  // namespace kvw::cli
