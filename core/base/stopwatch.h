// SPDX-License-Identifier: Apache-2.0
/// Stopwatch that starts when it is made, to time the parts of a step.
#pragma once

#include <chrono>

namespace kvw {

class Stopwatch {
 public:
    [[nodiscard]] double ms() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_since).count();
    }

 private:
    std::chrono::steady_clock::time_point m_since = std::chrono::steady_clock::now();
};

}  // namespace kvw
