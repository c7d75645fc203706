// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/theme.h"

#include <algorithm>
#include <cmath>

#include "core/figures/builders/figure_parts.h"

namespace kvw::wb {

namespace {

constexpr double kLegible = 4.5;  // least contrast of text, by WCAG

double luminance(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrastOf(const QColor& one, const QColor& other) {
    const auto [dark, light] = std::minmax({luminance(one), luminance(other)});
    return (light + 0.05) / (dark + 0.05);
}

QColor between(const QColor& under, const QColor& over, double share) {
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()), channel(under.blue(), over.blue())};
}

/// Raises the contrast of placeholders, whose colour all faint text has, and of text in selected rows; a system's
/// palette may have too little of it.
QPalette legible(QPalette palette) {
    for (const auto group : {QPalette::Active, QPalette::Inactive}) {
        const QColor window = palette.color(group, QPalette::Window), base = palette.color(group, QPalette::Base);
        const QColor ink = palette.color(group, QPalette::WindowText);
        const QColor faint = palette.color(group, QPalette::PlaceholderText);
        QColor solid = between(window, faint, static_cast<double>(faint.alphaF()));
        bool pale = false;
        for (double share = 0.5; share <= 1 && std::min(contrastOf(solid, window), contrastOf(solid, base)) < kLegible;
             share += 0.02) {
            solid = between(window, ink, share);
            pale = true;
        }
        if (pale) {
            palette.setColor(group, QPalette::PlaceholderText, solid);
        }
        const QColor chosen = palette.color(group, QPalette::Highlight);
        const QColor words = palette.color(group, QPalette::HighlightedText);
        const QColor away = luminance(words) > luminance(chosen) ? Qt::black : Qt::white;
        QColor ground = chosen;
        for (double share = 0; share <= 1 && contrastOf(ground, words) < kLegible; share += 0.02) {
            ground = between(chosen, away, share);
        }
        palette.setColor(group, QPalette::Highlight, ground);
    }
    return palette;
}

/// Returns the colour of a category in figures.
QColor category(const char* name) {
    return colorOf(figures::categoryColour(name, 0));
}

}  // namespace

QColor colorOf(const figures::FigureColour& color) {
    return {color[0], color[1], color[2]};
}

QColor lineColor(const SeriesLook& look, const QColor& foreground, int layers) {
    const figures::FigureColour color = figures::lineColour(look, layers);
    return color == figures::kInk ? foreground : colorOf(color);
}

QColor stateColor(TokenState state) {
    // In the order of TokenState.
    static constexpr const char* kNames[] = {"sink",        "recent",          "held",    "pinned",         "held",
                                             "evicted now", "evicted earlier", "current", "evicted earlier"};
    return category(kNames[static_cast<std::size_t>(state)]);
}

QColor whatIfColor(WhatIfCell cell) {
    static constexpr const char* kNames[] = {"evicted earlier", "both", "the run only", "this only"};
    return category(kNames[static_cast<std::size_t>(cell)]);
}

QColor policyColor(int place) {
    return colorOf(figures::policyColour(place));
}

QColor laneColor(const RunDescription& description, int lane, const QPalette& palette) {
    return lineColor(figures::laneLook(description, lane), palette.color(QPalette::WindowText));
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128;
}

QPalette themePalette(ThemeChoice choice, const QPalette& systemPalette) {
    if (choice == ThemeChoice::System) {
        return legible(systemPalette);
    }
    const bool dark = choice == ThemeChoice::Dark;
    const QColor window = dark ? QColor(0x2b, 0x2d, 0x30) : QColor(0xf2, 0xf2, 0xf2);
    const QColor base = dark ? QColor(0x1e, 0x1f, 0x22) : QColor(0xff, 0xff, 0xff);
    const QColor text = dark ? QColor(0xe6, 0xe6, 0xe6) : QColor(0x1a, 0x1a, 0x1a);
    const QColor faint = dark ? QColor(0x9a, 0x9d, 0xa1) : QColor(0x6b, 0x6b, 0x6b);
    QPalette palette(text, dark ? QColor(0x3a, 0x3d, 0x41) : QColor(0xe6, 0xe6, 0xe6), window.lighter(140),
                     window.darker(160), window.darker(120), text, Qt::white, base, window);
    palette.setColor(QPalette::AlternateBase, dark ? QColor(0x26, 0x28, 0x2b) : QColor(0xf7, 0xf7, 0xf7));
    palette.setColor(QPalette::ToolTipBase, dark ? QColor(0x3a, 0x3d, 0x41) : QColor(0xff, 0xff, 0xe6));
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, faint);
    palette.setColor(QPalette::Link, dark ? QColor(0x6c, 0xb6, 0xff) : QColor(0x00, 0x57, 0xae));
    palette.setColor(QPalette::LinkVisited, dark ? QColor(0xc0, 0xa0, 0xf0) : QColor(0x6a, 0x2f, 0x9e));
    palette.setColor(QPalette::Highlight, dark ? QColor(0x2f, 0x65, 0xca) : QColor(0x2b, 0x70, 0xc4));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, faint);
    }
    return palette;
}

}  // namespace kvw::wb
