// SPDX-License-Identifier: Apache-2.0
#include "core/bench/foreign_share.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace kvw {
namespace {

double secondsOf(int who) {
    rusage used{};
    getrusage(who, &used);
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

}  // namespace

ForeignShare::ForeignShare() : m_since(ticks()) {}

ForeignShare::Ticks ForeignShare::ticks() {
    constexpr int kIdle = 3, kWaiting = 4, kStates = 8;  // columns of the line "cpu" of /proc/stat
    Ticks ticks;
    ticks.own = secondsOf(RUSAGE_SELF) + secondsOf(RUSAGE_CHILDREN);
    const auto perSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
    std::ifstream file("/proc/stat");
    std::string name;
    file >> name;
    double value = 0;
    for (int state = 0; state < kStates && file >> value; ++state) {
        ticks.busy += state == kIdle || state == kWaiting ? 0 : value / perSecond;
        ticks.all += value / perSecond;
    }
    return ticks;
}

double ForeignShare::now() const {
    const Ticks ticks = ForeignShare::ticks();
    const double all = ticks.all - m_since.all;
    const double foreign = (ticks.busy - m_since.busy) - (ticks.own - m_since.own);
    return all > 0 ? std::clamp(foreign / all, 0.0, 1.0) : 0;
}

QuietWait waitUntilQuiet(double seconds, const std::function<void(double)>& tell) {
    QuietWait wait;
    while (!wait.quiet && wait.waited < seconds) {
        const double slice = std::min(1.0, seconds - wait.waited);
        const ForeignShare share;
        std::this_thread::sleep_for(std::chrono::duration<double>(slice));
        wait.waited += slice;
        wait.share = share.now();
        wait.quiet = wait.share < kQuietShare;
        if (tell) {
            tell(wait.waited);
        }
    }
    return wait;
}

}  // namespace kvw
