// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/python-policy/policy_tensors.h"

#include <ATen/ATen.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/policy/host/choice/choice.h"
#include "core/policy/host/loading/edit_check.h"
#include "core/policy/host/loading/guarded_policy.h"
#include "core/policy/host/loading/loader.h"

namespace kvw::test {

namespace {

namespace fs = std::filesystem;

const fs::path kPlugin = KVW_BINARY_DIR "/lib/kvworkbench/policies/python-policy";

constexpr std::int64_t kSlots = 8;

sdk::Observation observation(const std::vector<std::int64_t>& tokens, const at::Tensor& statistics) {
    sdk::Observation all;
    all.layers = 1;
    all.passTokens = 1;
    all.seen = 6;
    all.tokens = at::tensor(tokens, at::kLong).view({1, 1, kSlots});
    all.statistics = statistics;
    all.held = {6};
    return all;
}

std::string evicted(const Result<sdk::Edits>& edits, const std::vector<std::int64_t>& tokens) {
    if (!edits) {
        return edits.error().sentence();
    }
    const std::vector<LayerTokens> table{{tokens, 1, kSlots}};
    const auto cuts = checkEdits(*edits, table, {}, {}, "checked", 5);
    if (!cuts) {
        return cuts.error().sentence();
    }
    std::string slots;
    for (const Cut& cut : *cuts) {
        for (const std::int32_t slot : cut.slots) {
            slots.append(slots.empty() ? "" : " ").append(std::to_string(slot));
        }
    }
    return slots;
}

}  // namespace

void writePythonPolicy(const std::string& folder, const std::string& id, const std::string& source) {
    const fs::path place = fs::path(folder) / id;
    fs::create_directories(place);
    const fs::path library = place / (id + ".so");
    if (!fs::exists(library)) {
        fs::copy_file(kPlugin / "python-policy.so", library);
    }
    std::ofstream(place / "policy.py") << source;
    std::ofstream(place / "manifest.json")
        << R"({"format": "kvw-plugin-1", "id": ")" << id
        << R"(", "version": "1.0.0", "sdk": 1, "name": "Test", "description": "Test.", "license": "Apache-2.0",
               "authors": ["Test"], "provides": [{"kind": "policy", "id": ")"
        << id << R"(", "streaming-prefill": false}]})";
}

void takePythonAway(const std::string& folder, const std::string& id) {
    std::ifstream shipped(kPlugin / "python-host.so", std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(shipped), {}};
    const std::string name = "libpython3";
    for (std::size_t at = bytes.find(name); at != std::string::npos; at = bytes.find(name, at + name.size())) {
        bytes.replace(at, name.size(), "libpython0");
    }
    std::ofstream(fs::path(folder) / id / "python-host.so", std::ios::binary) << bytes;
}

std::string stepPythonPolicy(const std::string& folder, const std::string& id, int steps) {
    const PluginPaths paths{{folder}, fs::path(folder) / "state"};
    const auto resolved = resolvePolicy(Catalog::scan(paths), id);
    if (!resolved) {
        return resolved.error().sentence();
    }
    static PluginLoader loader(paths);
    auto created = loader.create(*resolved);
    if (!created) {
        return created.error().sentence();
    }
    GuardedPolicy policy(std::move(created->policy), id + " 1.0.0", true);
    sdk::RunInfo run;
    run.shape = {1, 1, 1, 4};
    if (const auto begun = policy.begin(run); !begun) {
        return begun.error().sentence();
    }
    const std::vector<std::int64_t> tokens{5, 0, -1, 1, 4, -1, 3, 2};
    const at::Tensor statistics = at::zeros({1, 1, 1, kSlots});
    std::string result;
    for (int step = 0; step < steps; ++step) {
        auto fork = policy.clone();
        if (!fork) {
            return fork.error().sentence();
        }
        const std::string dropped = evicted(fork->step(observation(tokens, statistics.clone())), tokens);
        result = evicted(policy.step(observation(tokens, statistics)), tokens);
        if (dropped != result) {
            return std::string("the fork evicts ").append(dropped).append(", its origin ").append(result);
        }
    }
    return result;
}

}  // namespace kvw::test
