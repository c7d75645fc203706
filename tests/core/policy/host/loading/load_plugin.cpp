// SPDX-License-Identifier: Apache-2.0
/// load_plugin FOLDER STATE POLICY [crash|waits]: creates one policy, calls it as a run would and says what came of it.
/// A plugin that crashes takes this program along; `crash` is one of the program's own, after the calls. `waits`: calls
/// it in a thread that may not end the program, and says which call does not come back.
#include <ATen/ATen.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <string_view>
#include <thread>

#include "core/policy/host/loading/created_policy.h"
#include "core/policy/host/loading/loader.h"
#include "core/policy/host/plugin_calls.h"

namespace {

int callPolicy(int count, char** arguments) {
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    const kvw::PluginPaths paths{{arguments[1]}, arguments[2]};
    const auto policy = kvw::resolvePolicy(kvw::Catalog::scan(paths), arguments[3]);
    if (!policy) {
        std::puts(policy.error().sentence().c_str());
        return 1;
    }
    kvw::PluginLoader loader(paths);
    auto made = loader.create(*policy);
    if (!made) {
        std::puts(made.error().sentence().c_str());
        return 1;
    }
    kvw::GuardedPolicy guarded = std::move(kvw::guardParts(std::move(*made), *policy, &paths).policy);
    kvw::sdk::Observation seen;
    seen.layers = 1;
    seen.tokens = at::zeros({1, 1, 1}, at::kLong);
    seen.held = {1};
    seen.seen = 1;
    const bool called = guarded.begin({}) && guarded.prefillLayer(seen) && guarded.prefillEnd() && guarded.step(seen) &&
                        guarded.step(seen) && guarded.step(seen);
    std::puts(called ? "called" : "refused");
    std::fflush(stdout);
    if (count == 5) {
        std::raise(SIGSEGV);
    }
    return called ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4 && count != 5) {
        return 2;
    }
    if (count == 4 || arguments[4] != std::string_view("waits")) {
        return callPolicy(count, arguments);
    }
    kvw::setForeignExit(kvw::ForeignExit::Waits);
    std::thread([=] { callPolicy(4, arguments); }).detach();
    for (;;) {
        if (const auto call = kvw::longCallUnderWay()) {
            std::puts(call->words(call->since).english().c_str());
            std::fflush(stdout);
            kvw::endProcess(7);
        }
        std::this_thread::yield();
    }
}
