// SPDX-License-Identifier: Apache-2.0
/// Tells of a plugin whose call does not come back, and ends a program that such a call keeps from stopping.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace kvw::cli {

/// While it lives, a call that takes longer than kLongCall is named on standard error, once. After Ctrl-C and another
/// kLongCall in the same call the program ends. At most one exists at a time.
class CallWatch {
 public:
    CallWatch();
    ~CallWatch();
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;

    /// While it lives, `save` is called before the program ends, from the watching thread: the others are where they
    /// are. It is given the sentence about the call.
    class Save {
     public:
        explicit Save(std::function<void(const std::string& sentence)> save);
        ~Save();  ///< waits for a `save` under way, and so for ever: the program ends behind it
        Save(const Save&) = delete;
        Save& operator=(const Save&) = delete;
    };

 private:
    void watch();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stop = false;
    std::thread m_thread;
};

}  // namespace kvw::cli
