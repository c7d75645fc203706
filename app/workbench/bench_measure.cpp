// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bench_measure.h"

#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <cstdio>

namespace kvw::wb {

namespace {

/// Nothing painted for so long: everything has followed.
constexpr double kQuietMs = 120;
constexpr double kPatienceMs = 60'000;

}  // namespace

double percentile(std::vector<double> values, double share) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
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
        std::printf("%-44s at most %6.0f ms: %7.1f ms, %s\n", each.what, each.limitMs, each.ms,
                    each.ms <= each.limitMs ? "kept" : "NOT KEPT");
    }
}

}  // namespace kvw::wb
