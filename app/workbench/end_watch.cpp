// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/end_watch.h"

#include <chrono>
#include <cstdio>
#include <thread>

#include "core/policy/host/plugin_calls.h"

namespace kvw::wb {

void endDespiteCalls(int code) {
    static constexpr std::chrono::milliseconds kLook{200};
    std::thread([code] {
        for (;;) {
            if (const auto call = longCallUnderWay()) {
                std::fprintf(stderr, "%s; the program ends without it.\n",
                             call->words(std::chrono::steady_clock::now()).english().c_str());
                std::fflush(nullptr);
                endProcess(code);
            }
            std::this_thread::sleep_for(kLook);
        }
    }).detach();
}

}  // namespace kvw::wb
