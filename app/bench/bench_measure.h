// SPDX-License-Identifier: GPL-3.0-or-later
/// Measuring functions shared by all parts of --bench.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/timed_application.h"

namespace kvw::wb {

/// Returns a percentile; `share` 0.95: the 95th. None: there are no values.
[[nodiscard]] std::optional<double> percentile(std::vector<double> values, double share);
/// Returns the percentile as printed, such as "   7.22 ms", or that it was not measured.
[[nodiscard]] std::string percentileText(const std::vector<double>& values, double share);

/// Runs the event loop until the window has painted, `ready` returns true, and painting has stopped. Returns false on
/// timeout.
bool settle(const TimedApplication& application, const std::function<bool()>& ready);

/// Performance promises of the project, with the measured values.
class Promises {
 public:
    /// `ms`: none if it could not be measured.
    void add(const char* what, std::optional<double> ms, double limitMs) { m_made.push_back({what, ms, limitMs}); }
    void print() const;
    [[nodiscard]] bool measured() const;  ///< true: all were measured

 private:
    struct Promise {
        const char* what;
        std::optional<double> ms;
        double limitMs;
    };
    std::vector<Promise> m_made;
};

}  // namespace kvw::wb
