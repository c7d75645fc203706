// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/protection.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

namespace kvw {

namespace {

constexpr std::string_view kSinks = "sinks ", kRecent = ", recent ", kTo = " > ";

/// Removes `word` and the number after it from the front of `text`.
bool take(std::string_view& text, std::string_view word, std::int64_t& number) {
    if (!text.starts_with(word)) {
        return false;
    }
    text.remove_prefix(word.size());
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return problem == std::errc() && number >= 0;
}

bool takeEnds(std::string_view& text, std::string_view word, ProtectedEnds& ends) {
    if (!text.starts_with(word)) {
        return false;
    }
    text.remove_prefix(word.size());
    return take(text, kSinks, ends.sinks) && take(text, kRecent, ends.recent);
}

std::string textOf(const ProtectedEnds& ends) {
    return fmt::format("{}{}{}{}", kSinks, ends.sinks, kRecent, ends.recent);
}

}  // namespace

std::string protectionChange(const ProtectedEnds& before, const ProtectedEnds& now) {
    return textOf(before) + std::string(kTo) + textOf(now);
}

Protections::Protections(const Recording& recording, std::int32_t lane) {
    const LaneInfo& info = recording.description().lane(lane);
    m_described = {info.sinks, info.recent};
    if (!recording.hasTrace(lane)) {
        return;
    }
    const Trace& trace = recording.trace(lane);
    for (const TraceEvent& event : eventsOf(trace)) {
        if (event.kind != kProtectionEvent) {
            continue;
        }
        Change change{event.step, {}, {}};
        std::string_view rest = event.text;
        const bool read = takeEnds(rest, {}, change.before) && takeEnds(rest, kTo, change.now);
        if (read && rest.empty()) {
            m_changes.push_back(change);
        }
    }
    std::ranges::stable_sort(m_changes, {}, &Change::step);
}

ProtectedEnds Protections::at(std::int64_t step) const {
    if (m_changes.empty()) {
        return m_described;
    }
    const auto next = std::ranges::upper_bound(m_changes, step, {}, &Change::step);
    return next == m_changes.begin() ? next->before : std::prev(next)->now;
}

}  // namespace kvw
