// SPDX-License-Identifier: Apache-2.0
/// Reports a plugin call that does not return, and ends the program if such a call keeps it from stopping.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "core/base/phrase.h"

namespace kvw::cli {

/// Names on standard error, once each, the plugin calls that take longer than kLongCall. If Ctrl-C was pressed and such
/// a call lasts for another kLongCall, it ends the program. At most one object exists at a time.
class CallWatch {
 public:
    CallWatch();
    ~CallWatch();
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;

    /// Registers a function that is called before the program ends, on the watching thread while all other threads keep
    /// running. It is passed the sentence about the call.
    class Save {
     public:
        explicit Save(std::function<void(const Phrase& sentence)> save);
        ~Save();  ///< waits for a `save` in progress; the program ends after it, so this never returns then
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
