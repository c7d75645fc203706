// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/base/short_text.h"

namespace kvw::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr int kBar = 16;
constexpr double kRateAfter = 0.3;  ///< seconds; a rate over a shorter time is noise

std::size_t columns() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string duration(double seconds) {
    const auto whole = std::int64_t{std::llround(seconds)};
    return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                         : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

ProgressLine::ProgressLine(bool wanted) : m_active(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::begin(std::string job) {
    m_job = std::move(job);
    m_started = Clock::now();
    m_lastDrawn = {};
    m_first = -1;
}

void ProgressLine::update(const Progress& progress) {
    if (!m_active) {
        return;
    }
    const Clock::time_point now = Clock::now();
    if (m_first < 0) {
        m_first = progress.done;
        m_started = now;
    }
    if (now - m_lastDrawn < kRedraw) {
        return;
    }
    m_lastDrawn = now;
    const double seconds = std::chrono::duration<double>(now - m_started).count();
    const double rate = seconds > kRateAfter ? static_cast<double>(progress.done - m_first) / seconds : 0;
    std::string line = m_job;
    if (progress.total > 0) {
        const double share =
            std::clamp(static_cast<double>(progress.done) / static_cast<double>(progress.total), 0., 1.);
        const int full = static_cast<int>(share * kBar);
        line += fmt::format("  [{}{}] {} / {} {}", std::string(static_cast<std::size_t>(full), '#'),
                            std::string(static_cast<std::size_t>(kBar - full), '.'), progress.done, progress.total,
                            progress.unit);
    }
    if (rate > 0) {
        line += fmt::format("  {:.{}f} {}/s", rate, rate < 10 ? 1 : 0, progress.unit);
        if (progress.total > progress.done) {
            line += fmt::format("  {} left", duration(static_cast<double>(progress.total - progress.done) / rate));
        }
    }
    line.resize(beginningOf(line, columns() - 1).size());
    std::fprintf(stderr, "\r%s\033[K", line.c_str());
    std::fflush(stderr);
    m_drawn = true;
}

void ProgressLine::clear() {
    if (m_drawn) {
        std::fputs("\r\033[K", stderr);
        std::fflush(stderr);
        m_drawn = false;
    }
}

ProgressSink ProgressLine::sink(std::string job) {
    begin(std::move(job));
    return [this](const Progress& progress) { update(progress); };
}

}  // namespace kvw::cli
