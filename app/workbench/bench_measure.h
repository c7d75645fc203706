// SPDX-License-Identifier: GPL-3.0-or-later
/// What all parts of --bench measure with.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/workbench/timed_application.h"

namespace kvw::wb {

/// `share` 0.95: the 95th percentile; none: there are no values.
[[nodiscard]] std::optional<double> percentile(std::vector<double> values, double share);
/// The same as it is printed: "   7.22 ms", or that it was not measured.
[[nodiscard]] std::string percentileText(const std::vector<double>& values, double share);

/// Runs the event loop until the window has painted, `ready` holds, and nothing is painted any more; false: it took too
/// long.
bool settle(const TimedApplication& application, const std::function<bool()>& ready);

/// What the project promises of the window, beside what was measured.
class Promises {
 public:
    /// `ms`: none, where it was not measured.
    void add(const char* what, std::optional<double> ms, double limitMs) { m_made.push_back({what, ms, limitMs}); }
    void print() const;
    [[nodiscard]] bool measured() const;  ///< all of them

 private:
    struct Promise {
        const char* what;
        std::optional<double> ms;
        double limitMs;
    };
    std::vector<Promise> m_made;
};

}  // namespace kvw::wb
