// SPDX-License-Identifier: GPL-3.0-or-later
/// Values that one thread leaves for another.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

namespace kvw::wb {

/// Thread: any.
template <class Value>
class Mailbox {
 public:
    void put(Value value) {
        const std::lock_guard lock(m_mutex);
        m_values.push_back(std::move(value));
    }
    /// Returns what was put in since the last call, oldest first.
    [[nodiscard]] std::vector<Value> take() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_values, {});
    }

 private:
    std::mutex m_mutex;
    std::vector<Value> m_values;
};

}  // namespace kvw::wb
