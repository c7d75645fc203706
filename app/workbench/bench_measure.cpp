// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bench_measure.h"

#include <QEventLoop>
#include <QTimer>
#include <algorithm>

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

}  // namespace kvw::wb
