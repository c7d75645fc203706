// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/loaded_plugin.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace kvw::test {
namespace {

[[noreturn]] void refuse(const std::string& sentence) {
    throw std::runtime_error(sentence);
}

}  // namespace

Loaded load(const std::string& kind, const std::string& id) {
    const std::filesystem::path root = KVW_BINARY_DIR "/lib/kvworkbench/policies";
    for (const auto& folder : std::filesystem::directory_iterator(root)) {
        std::ifstream file(folder.path() / "manifest.json");
        const auto manifest = nlohmann::json::parse(file);
        for (const auto& provided : manifest.at("provides")) {
            if (provided.at("kind") != kind || provided.at("id") != id) {
                continue;
            }
            const auto library = folder.path() / (folder.path().filename().string() + ".so");
            void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
            void* symbol = handle == nullptr ? nullptr : dlsym(handle, KVW_PLUGIN_SYMBOL);
            if (symbol == nullptr) {
                refuse(library.string() + ": " + dlerror());
            }
            const auto* descriptor = reinterpret_cast<const sdk::PluginDescriptor* (*)()>(symbol)();
            if (descriptor->abiVersion != sdk::kAbiVersion || descriptor->structSize != sizeof(*descriptor)) {
                refuse(library.string() + ": another SDK");
            }
            return {descriptor, provided};
        }
    }
    refuse("no plugin provides the " + kind + " " + id);
}

sdk::Parameters complete(const nlohmann::json& provided, const std::map<std::string, sdk::Value>& given) {
    sdk::Parameters all;
    for (const auto& parameter : provided.at("parameters")) {
        const auto& value = parameter.at("default");
        sdk::Value converted;
        if (value.is_boolean()) {
            converted = value.get<bool>();
        } else if (value.is_number_integer()) {
            converted = value.get<std::int64_t>();
        } else if (value.is_number()) {
            converted = value.get<double>();
        } else {
            converted = value.get<std::string>();
        }
        all.set(parameter.at("name").get<std::string>(), converted);
    }
    for (const auto& [name, value] : given) {
        if (!all.has(name)) {
            refuse("the manifest has no parameter " + name);
        }
        all.set(name, value);
    }
    return all;
}

}  // namespace kvw::test
