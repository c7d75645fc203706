// SPDX-License-Identifier: Apache-2.0
#include "core/figures/log_ticks.h"

#include <cmath>
#include <initializer_list>

namespace kvw::figures {
namespace {

constexpr double kShort = 30;    // longest axis (ratio of its ends) with too few powers of ten
constexpr double kFarApart = 5;  // longest axis whose even steps do not crowd at one end

/// Returns ..., 50, 100, 200, 500, ... for the digits {1, 2, 5}.
std::vector<double> ofDecades(double low, double high, std::initializer_list<double> digits) {
    std::vector<double> ticks;
    for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10) {
        for (const double digit : digits) {
            if (digit * power >= low && digit * power <= high) {
                ticks.push_back(digit * power);
            }
        }
    }
    return ticks;
}

std::vector<double> evenSteps(double low, double high, std::size_t most) {
    double step = std::pow(10, std::floor(std::log10(high - low)) - 1);
    const auto count = [&] { return std::floor(high / step) - std::ceil(low / step) + 1; };
    for (int turn = 0; count() > static_cast<double>(most); ++turn) {
        step *= turn % 3 == 1 ? 2.5 : 2;  // 1, 2, 5, 10
    }
    std::vector<double> ticks;
    for (double tick = std::ceil(low / step); tick <= std::floor(high / step); ++tick) {
        ticks.push_back(tick * step);
    }
    return ticks;
}

}  // namespace

std::vector<double> plainLogTicks(double low, double high, std::size_t most) {
    if (!(low > 0) || !(high > low) || high / low > kShort) {
        return {};
    }
    if (high / low <= kFarApart) {
        return evenSteps(low, high, most);
    }
    std::vector<double> ticks = ofDecades(low, high, {1, 2, 5});
    ticks = ticks.size() > most ? ofDecades(low, high, {1, 3}) : ticks;
    return ticks.size() > most ? ofDecades(low, high, {1}) : ticks;
}

}  // namespace kvw::figures
