// SPDX-License-Identifier: Apache-2.0
/// load_plugin FOLDER STATE POLICY: creates one policy and says what came of it. A plugin that crashes takes this
/// program along.
#include <sys/resource.h>

#include <cstdio>

#include "core/policy/host/loader.h"

int main(int count, char** arguments) {
    if (count != 4) {
        return 2;
    }
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    const kvw::PluginPaths paths{{arguments[1]}, arguments[2]};
    const auto policy = kvw::resolvePolicy(kvw::Catalog::scan(paths), arguments[3]);
    if (!policy) {
        std::puts(policy.error().sentence().c_str());
        return 1;
    }
    kvw::PluginLoader loader(paths);
    const auto made = loader.create(*policy);
    std::puts(made ? "created" : made.error().sentence().c_str());
    return made ? 0 : 1;
}
