// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_measure.h"

#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <array>
#include <cstdio>

namespace kvw::wb {

namespace {

/// Time without a paint after which all docks count as updated.
constexpr double kQuietMs = 120;
constexpr double kPatienceMs = 60'000;

}  // namespace

std::optional<double> percentile(std::vector<double> values, double share) {
    if (values.empty()) {
        return std::nullopt;
    }
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

std::string percentileText(const std::vector<double>& values, double share) {
    const auto ms = percentile(values, share);
    if (!ms) {
        return "not measured";
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%7.2f ms", *ms);
    return text.data();
}

bool settle(const TimedApplication& application, const std::function<bool()>& ready) {
    QEventLoop loop;
    QTimer timer;
    bool settled = false;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        const double now = application.watchedMs(), last = application.lastPaintAfterMs();
        settled = ready() && last >= 0 && now - last > kQuietMs;
        if (settled || now > kPatienceMs) {
            loop.quit();
        }
    });
    timer.start(5);
    loop.exec();
    return settled;
}

void Promises::print() const {
    std::printf("\npromised\n");
    for (const Promise& each : m_made) {
        std::printf("%-44s at most %6.0f ms: ", each.what, each.limitMs);
        if (each.ms) {
            std::printf("%7.1f ms, %s\n", *each.ms, *each.ms <= each.limitMs ? "kept" : "NOT KEPT");
        } else {
            std::printf("not measured\n");
        }
    }
}

bool Promises::measured() const {
    return std::ranges::all_of(m_made, [](const Promise& each) { return each.ms.has_value(); });
}

}  // namespace kvw::wb
