// SPDX-License-Identifier: GPL-3.0-or-later
/// Colour scales of the token strip: numbers of tokens, the steps that its legend names, and their colours.
#pragma once

#include <QCoreApplication>
#include <QLocale>
#include <QString>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/workbench/session/theme.h"

namespace kvw::wb {

/// Colours the tokens: their state, the share of layers and heads that hold them, their NLL and its difference to the
/// full cache (nats), their weight in the attention of the step (0 to 1).
enum class StripColour : std::uint8_t { State, Share, Nll, Difference, Attention };

/// Tokens that a token reads most, with their weight in its attention, the largest first; from -1: no token.
struct StripArcs {
    std::int64_t from = -1;
    std::vector<std::pair<std::int32_t, double>> to;
    bool operator==(const StripArcs&) const = default;
};

struct StripScale {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::StripScale)

 public:
    /// A step of the legend.
    struct Step {
        double value;
        QString name;
    };

    /// Returns the steps, from the lowest; empty: states have no scale.
    [[nodiscard]] static std::vector<Step> steps(StripColour by) {
        const auto number = [](double value) {
            QString text = QLocale::c().toString(value, 'g', 3);
            return text.replace(QLatin1Char('-'), QChar(0x2212));
        };
        switch (by) {
            case StripColour::Share:
                return {{0, tr("held by no layer and head")},
                        {0.25, tr("%1 %").arg(25)},
                        {0.5, tr("%1 %").arg(50)},
                        {0.75, tr("%1 %").arg(75)},
                        {1, tr("by all of them")}};
            case StripColour::Nll:
                return {{0, tr("NLL 0")},
                        {2, number(2)},
                        {4, number(4)},
                        {6, number(6)},
                        {kMostNats, tr("%1 nats or more").arg(number(kMostNats))}};
            case StripColour::Difference:
                return {{-kMostGap, tr("ΔNLL %1 or less").arg(number(-kMostGap))},
                        {-1, number(-1)},
                        {0, number(0)},
                        {1, QLatin1Char('+') + number(1)},
                        {kMostGap, tr("+%1 nats or more").arg(number(kMostGap))}};
            case StripColour::Attention:
                return {{1e-3, tr("attention received: %1 %").arg(number(0.1))},
                        {1e-2, tr("%1 %").arg(number(1))},
                        {1e-1, tr("%1 %").arg(number(10))},
                        {1, tr("%1 % of the step").arg(number(100))}};
            case StripColour::State:
                break;
        }
        return {};
    }

    /// Returns why no token has a number.
    [[nodiscard]] static QString nothing(StripColour by) {
        return by == StripColour::Attention    ? tr("no attention rows are recorded at this step")
               : by == StripColour::Difference ? tr("no full cache to compare with")
                                               : tr("no token has a NLL yet");
    }

    [[nodiscard]] static QColor hue(StripColour by, double value) {
        switch (by) {
            case StripColour::Nll:
                return stateColor(TokenState::Current);
            case StripColour::Difference:
                return stateColor(value < 0 ? TokenState::Sink : TokenState::EvictedNow);
            case StripColour::Attention:
                return stateColor(TokenState::Pinned);
            default:
                return stateColor(TokenState::Kept);
        }
    }
    /// Returns how strong the hue is, from 0 to 1; 0 for a number that is missing.
    [[nodiscard]] static double strength(StripColour by, double value) {
        if (!std::isfinite(value)) {
            return 0;
        }
        constexpr double kDecades = 4;
        const double part = by == StripColour::Nll          ? value / kMostNats
                            : by == StripColour::Difference ? std::abs(value) / kMostGap
                            : by != StripColour::Attention  ? value
                            : value <= 0                    ? 0
                                                            : 1 + std::log10(value) / kDecades;
        return std::clamp(part, 0.0, 1.0);
    }

 private:
    static constexpr double kMostNats = 8, kMostGap = 2;
};

}  // namespace kvw::wb
