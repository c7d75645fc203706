// SPDX-License-Identifier: Apache-2.0
/// Plugin folders made on the fly for the tests of the catalog: a manifest and an empty library.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/policy/host/catalog.h"

namespace kvw::test {

/// A correct manifest that provides one policy of the same id.
inline nlohmann::ordered_json manifestOf(const std::string& id) {
    nlohmann::ordered_json json = {{"format", "kvw-plugin-1"}, {"id", id},
                                   {"version", "1.0.0"},       {"sdk", 1},
                                   {"name", "A name"},         {"description", "What it does."},
                                   {"license", "Apache-2.0"}};
    json["authors"] = {"A. Author"};
    json["references"][0] = {{"title", "A paper"}, {"url", "https://example.org"}};
    json["needs"] = {"nothing"};
    json["provides"][0] = {{"kind", "policy"}, {"id", id}};
    return json;
}

class PluginFolder {
 public:
    [[nodiscard]] std::filesystem::path root() const { return m_directory.path().toStdString(); }
    [[nodiscard]] std::filesystem::path policies(const char* name = "shipped") const { return root() / name; }
    /// Leaves the mark of a program that died while it loaded `id`; no process has a number this large.
    std::filesystem::path leaveMark(const std::string& id, const std::filesystem::path& folder = {}) const {
        const auto state = paths().stateFolder;
        std::filesystem::create_directories(state);
        const auto mark = state / ("loading-999999999-" + id);
        std::ofstream(mark) << "1\n" << (folder.empty() ? std::string() : folder.string() + '\n');
        return mark;
    }
    [[nodiscard]] PluginPaths paths() const { return {{policies("shipped"), policies("user")}, root() / "state"}; }

    std::filesystem::path write(const std::string& folder, const std::string& manifest, const char* set = "shipped") {
        const auto path = policies(set) / folder;
        std::filesystem::create_directories(path);
        std::ofstream(path / "manifest.json", std::ios::binary) << manifest;
        return path;
    }
    std::filesystem::path add(const nlohmann::ordered_json& manifest, const char* set = "shipped") {
        const auto id = manifest["id"].get<std::string>();
        const auto path = write(id, manifest.dump(2), set);
        std::ofstream(path / (id + ".so")) << "";
        return path;
    }

 private:
    QTemporaryDir m_directory;
};

}  // namespace kvw::test
