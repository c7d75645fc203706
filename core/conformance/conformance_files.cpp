// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/conformance_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "core/base/files/folder_entries.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/base/json/phrase_json.h"
#include "core/model/text/document.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

constexpr const char* kFormat = "kvw-conformance-result-1";
constexpr std::size_t kLargestRecord = 4000000;

/// Returns true if the case cannot run without the plugin.
bool needs(const json& file, const PluginEntry& entry) {
    const json& policy = member(file, "policy");
    const auto provides = [&](const json& part, std::initializer_list<PluginKind> kinds) {
        const std::string id = textOf(part, "id");
        return std::ranges::any_of(entry.manifest.provides, [&](const Provided& provided) {
            return provided.id == id && std::ranges::find(kinds, provided.kind) != kinds.end();
        });
    };
    return provides(policy, {PluginKind::Policy, PluginKind::Reader, PluginKind::Codec}) ||
           provides(member(policy, "scorer"), {PluginKind::Scorer}) ||
           provides(member(policy, "budget"), {PluginKind::Budget});
}

bool isAbout(const fs::path& file, const PluginEntry& entry) {
    std::ifstream stream(file, std::ios::binary);
    return needs(json::parse(stream, nullptr, false), entry);
}

fs::path recordOf(const PluginPaths& paths, const PluginEntry& entry) {
    return paths.stateFolder / "conformance" / (entry.manifest.id + ".json");
}

/// Returns what tells one build of a library from another.
json stampOf(const PluginEntry& entry) {
    std::error_code code;
    const auto written = fs::last_write_time(entry.library, code).time_since_epoch().count();
    const auto size = fs::file_size(entry.library, code);
    return {{"file", entry.library.string()}, {"size", code ? 0 : size}, {"written", code ? 0 : written}};
}

}  // namespace

Result<std::vector<fs::path>> conformanceFiles(const std::vector<fs::path>& paths) {
    std::vector<fs::path> files;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            if (!fs::exists(path, error)) {
                return fail(Code::NotFound, path.string(), "there is no such file or folder");
            }
            files.push_back(path);
            continue;
        }
        KVW_TRY_ASSIGN(const auto cases, folderEntries(path, ".json"));
        if (cases.empty()) {
            return fail(Code::BadInput, path.string(), "there are no cases in the folder", "no .json file",
                        "conformance cases");
        }
        files.insert(files.end(), cases.begin(), cases.end());
    }
    return files;
}

Result<std::vector<fs::path>> conformanceFilesOf(const PluginEntry& entry) {
    std::vector<fs::path> files;
    const fs::path own = entry.folder / "conformance";
    std::error_code error;
    if (fs::is_directory(own, error)) {
        KVW_TRY_ASSIGN(files, conformanceFiles({own}));
    }
    if (const auto shipped = conformanceCasesDir()) {
        KVW_TRY_ASSIGN(auto all, conformanceFiles({*shipped}));
        std::copy_if(all.begin(), all.end(), std::back_inserter(files),
                     [&](const fs::path& file) { return isAbout(file, entry); });
    }
    if (files.empty()) {
        return fail(
            Code::NotFound, entry.manifest.id, "there is no conformance case of this plugin", {},
            phrase("cases in %1; `kvw check-policy %2 --save-case FILE` writes one", own.string(), entry.manifest.id));
    }
    return files;
}

std::int64_t ConformanceRecord::count(const char* outcome) const {
    return std::ranges::count_if(cases, [&](const Case& each) { return each.outcome == outcome; });
}

std::string ConformanceRecord::summary() const {
    std::string text = fmt::format("{} passed", count("passed"));
    for (const char* outcome : {"failed", "skipped"}) {
        if (const std::int64_t n = count(outcome); n > 0) {
            text += fmt::format(", {} {}", n, outcome);
        }
    }
    return stale ? text + "; of an earlier build" : text;
}

std::optional<ConformanceRecord> readConformanceRecord(const PluginPaths& paths, const PluginEntry& entry) {
    const auto file = readJsonFile(recordOf(paths, entry), kLargestRecord);
    if (!file) {
        return std::nullopt;
    }
    JsonDocument document(entry.manifest.id, Code::BadInput, JsonTexts::Any);
    const JsonObject object(document, *file);
    object.word("format", {kFormat});
    ConformanceRecord record;
    record.when = object.text("when");
    for (const JsonObject& each : object.objects("cases")) {
        const bool known = each.has("phrase");  // older records have the text only
        record.cases.push_back({each.text("name"), each.text("outcome"),
                                known ? phraseOf(each.at("phrase")) : Phrase(each.textOr("difference", {}))});
    }
    record.stale = object.at("library") != stampOf(entry);
    return document.good() ? std::optional(record) : std::nullopt;  // damaged: as if it was never checked
}

Result<void> writeConformanceRecord(const PluginPaths& paths, const PluginEntry& entry,
                                    const ConformanceRecord& record) {
    nlohmann::ordered_json cases = nlohmann::ordered_json::array();
    for (const ConformanceRecord::Case& each : record.cases) {
        cases.push_back({{"name", each.name},
                         {"outcome", each.outcome},
                         {"difference", each.difference.english()},
                         {"phrase", phraseJson(each.difference)}});
    }
    const nlohmann::ordered_json whole{
        {"format", kFormat},         {"plugin", entry.manifest.id}, {"version", entry.manifest.version},
        {"library", stampOf(entry)}, {"when", record.when},         {"cases", std::move(cases)}};
    return writeSmallFile(recordOf(paths, entry), whole);
}

}  // namespace kvw
