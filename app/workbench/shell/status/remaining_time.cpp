// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/status/remaining_time.h"

#include <QObject>
#include <algorithm>
#include <cmath>

namespace kvw::wb {

namespace {

constexpr std::chrono::seconds kShortest{3}, kLongest{10};
constexpr double kAlike = 0.8;  ///< the slower half of the measured time must have at least this share of the other
                                ///< half's pace
constexpr std::int64_t kFewest = 8;

}  // namespace

void RemainingTime::note(Clock::time_point now, std::int64_t position, std::int64_t total) {
    if (total != m_total || (!m_seen.empty() && position < m_seen.back().position)) {
        m_seen.clear();
    }
    m_total = total;
    m_seen.push_back({now, position});
    while (now - m_seen.front().at > kLongest) {
        m_seen.pop_front();
    }
}

std::optional<std::chrono::seconds> RemainingTime::left() const {
    if (m_seen.empty() || m_seen.back().at - m_seen.front().at < kShortest ||
        m_seen.back().position - m_seen.front().position < kFewest) {
        return std::nullopt;
    }
    const Seen &first = m_seen.front(), &last = m_seen.back();
    const auto half = first.at + (last.at - first.at) / 2;
    const Seen& middle = *std::ranges::find_if(m_seen, [&](const Seen& seen) { return seen.at >= half; });
    const auto pace = [](const Seen& a, const Seen& b) {
        return static_cast<double>(b.position - a.position) / std::chrono::duration<double>(b.at - a.at).count();
    };
    if (middle.at == first.at || middle.at == last.at) {
        return std::nullopt;
    }
    const double before = pace(first, middle), after = pace(middle, last);
    if (std::min(before, after) < kAlike * std::max(before, after)) {
        return std::nullopt;
    }
    const double seconds = static_cast<double>(std::max<std::int64_t>(0, m_total - last.position)) / pace(first, last);
    return std::chrono::seconds(std::llround(seconds));
}

QString leftText(std::chrono::seconds left) {
    const std::int64_t seconds = left.count(), minutes = (seconds + 30) / 60;
    if (seconds < 90) {
        return QObject::tr("%1 s left").arg(seconds);
    }
    return minutes < 90 ? QObject::tr("%1 min left").arg(minutes)
                        : QObject::tr("%1 h %2 min left").arg(minutes / 60).arg(minutes % 60);
}

}  // namespace kvw::wb
