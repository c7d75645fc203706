// SPDX-License-Identifier: Apache-2.0
#include "core/figures/print/figure_print.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "core/figures/figure_request.h"

namespace kvw::figures {
namespace {

constexpr std::string_view kPrintWord = "print";
constexpr const char* kRobustWords = ", 1st to 99th percentile";

void namePrint(FigureCodec& codec, FigurePrint& print) {
    codec.choice({"", "font-sans", "font-serif", "font-latex"}, print.font);
    codec.positive("width", print.width, 0);
    codec.positive("height", print.height, 0);
    codec.ends("x", print.x);
    codec.ends("y", print.y);
    codec.flag("values", print.values);
    codec.choice({"", "best-least", "best-most"}, print.best);
    codec.flag("robust", print.robust);
    codec.flag("symbols", print.symbols);
    codec.flag("short", print.shortCaption);
}

/// Returns the position of "-print" in an id; npos: it has none.
std::size_t printBegins(const std::string& id) {
    const std::string word = '-' + std::string(kPrintWord);
    std::size_t at = id.find(word);
    while (at != std::string::npos && at + word.size() < id.size() && id[at + word.size()] != '-') {
        at = id.find(word, at + 1);
    }
    return at;
}

bool isSide(double millimetres) {
    return millimetres == 0 || (millimetres >= kLeastMillimetres && millimetres <= kMostMillimetres);
}

void setEnds(FigureAxis& axis, const FigurePrint::Ends& ends) {
    const auto& [low, high] = ends;
    if (low < high && (!axis.logarithmic || low > 0)) {
        axis.minimum = low;
        axis.maximum = high;
    }
}

/// Scale that several maps may share.
std::string scaleName(const FigureMap& map) {
    return map.label + '\n' + map.unit;
}

/// Limits the colours to what most cells use. Maps of one scale keep one scale.
void useColours(FigureSpec& figure) {
    constexpr double kLow = 0.01, kHigh = 0.99;
    std::map<std::string, std::vector<float>> values;
    for (const FigurePanel& panel : figure.panels) {
        for (const FigureMap& map : panel.maps) {
            std::vector<float>& all = values[scaleName(map)];
            for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
                const float value = map.values[cell];
                const bool shown = map.cells[cell] == FigureCell::Value && std::isfinite(value);
                if (shown && (map.scale != FigureScale::Logarithmic || value > 0)) {
                    all.push_back(value);
                }
            }
        }
    }
    for (auto& [name, all] : values) {
        std::sort(all.begin(), all.end());
    }
    for (FigurePanel& panel : figure.panels) {
        for (FigureMap& map : panel.maps) {
            const std::vector<float>& all = values[scaleName(map)];
            if (map.scale == FigureScale::Categories || all.empty()) {
                continue;
            }
            const auto at = [&all](double share) {
                return static_cast<double>(
                    all[static_cast<std::size_t>(std::lround(share * static_cast<double>(all.size() - 1)))]);
            };
            if (at(kLow) < at(kHigh)) {
                map.minimum = at(kLow);
                map.maximum = at(kHigh);
                // Words about pooling stay the last ones.
                map.label.insert(std::min(map.label.find(','), map.label.size()), kRobustWords);
            }
        }
    }
}

}  // namespace

Result<FigurePrint> printOf(const std::string& words) {
    const FigureRequest request = FigureRequest::parse(std::string(kPrintWord) + (words.empty() ? "" : "-") + words);
    FigureCodec codec(request, kPrintWord);
    FigurePrint print;
    namePrint(codec, print);
    if (!codec.known() || !isSide(print.width) || !isSide(print.height)) {
        return fail(Code::BadUsage, "figures", "these words do not say how a figure is printed", '"' + words + '"',
                    "[font-sans|font-serif|font-latex][-width-N][-height-N][-x-N-N][-y-N-N][-values]"
                    "[-best-least|-best-most][-robust][-symbols][-short] in this order; 0p5 is 0.5, m2 is -2, sides "
                    "are 20 to 2000 mm");
    }
    return print;
}

Result<PrintedId> printedId(const std::string& id) {
    const std::size_t at = printBegins(id);
    if (at == std::string::npos) {
        return PrintedId{id, {}};
    }
    const std::size_t words = at + kPrintWord.size() + 2;  // behind "-print-"
    return printOf(words < id.size() ? id.substr(words) : std::string()).map([&](const FigurePrint& print) {
        return PrintedId{id.substr(0, at), print};
    });
}

std::string withPrint(const std::string& id, const FigurePrint& print) {
    const std::string figure = id.substr(0, printBegins(id));
    return print == FigurePrint() ? figure : figure + '-' + figureId(kPrintWord, print, namePrint);
}

void printWith(FigureSpec& figure, const FigurePrint& print) {
    figure.print = print;
    figure.id = withPrint(figure.id, print);
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const FigurePanel& first = figure.panels.front();
        FigurePanel& panel = figure.panels[i];
        if (print.x && panel.x.label == first.x.label) {
            setEnds(panel.x, *print.x);
        }
        if (print.y && panel.y.label == first.y.label) {
            setEnds(panel.y, *print.y);
        }
    }
    if (print.robust) {
        useColours(figure);
    }
    if (print.shortCaption) {
        figure.caption = figure.title.text() + '.';
    }
}

}  // namespace kvw::figures
