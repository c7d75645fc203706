// SPDX-License-Identifier: GPL-3.0-or-later
/// What all parts of --bench measure with.
#pragma once

#include <functional>
#include <vector>

#include "app/workbench/timed_application.h"

namespace kvw::wb {

/// `share` 0.95: the 95th percentile. 0 of no values.
[[nodiscard]] double percentile(std::vector<double> values, double share);

/// Runs the event loop until the window has painted, `ready` holds, and nothing is painted any more; false: it took too
/// long.
bool settle(const TimedApplication& application, const std::function<bool()>& ready);

/// What the project promises of the window, beside what was measured.
class Promises {
 public:
    void add(const char* what, double ms, double limitMs) { m_made.push_back({what, ms, limitMs}); }
    void print() const;

 private:
    struct Promise {
        const char* what;
        double ms, limitMs;
    };
    std::vector<Promise> m_made;
};

}  // namespace kvw::wb
