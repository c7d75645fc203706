// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/guide.h"

#include <fmt/format.h>

#include <string_view>

#include "core/base/json/schema.h"
#include "core/bundle/findings.h"

namespace kvw::bundle {
namespace {

struct Part {
    std::string_view name;    ///< a folder ends in "/"
    std::string_view schema;  ///< of its rows; empty: it has no columns of its own
    std::string_view text;
};

constexpr Part kParts[] = {
    {"manifest.json", "", "settings and results of the run, and the SHA-256 of every other file"},
    {"steps.csv", "steps-row", "a row per token of the text, in order"},
    {"layers.csv", "layers-row", "a row per step, layer and head"},
    {"evictions.jsonl", "eviction", "a line of JSON per eviction"},
    {"prefill_memory.csv", "prefill-memory-row", "bytes of keys and values as the prefill goes through the layers"},
    {"calls.csv", "calls-row", "the calls of policy, reader and codec"},
    {"times.csv", "times-row", "what the time of each decode step went into"},
    {"rest.csv", "", "tokens of the text that the run did not reach: index, id in the vocabulary, text"},
    {"ids.txt", "", "the token ids that the run was given, one a line"},
    {kFindingsFile, "", "warnings and notes as codes, for programs"},
    {"arrays/", "", "attention rows, scores and numbers per step as `.npy`; `arrays/index.json` says what each holds"},
    {"figures/", "", "figures: description (`.json`), data (`.csv`) and caption (`.tex`)"},
    {"tables/", "", "tables for a paper, as `.csv` and LaTeX; `compare` has all lanes side by side"},
};

/// `lane`: how Python gets from the bundle to a run.
std::string howToRead(const std::string& lane) {
    return "An empty cell, or `null`, is undefined. `text` and reasons are JSON strings. A text that a spreadsheet "
           "would take for a formula has an apostrophe in front.\n\n"
           "The window and `kvw inspect` open this folder. In Python, `kvw.py` of KV Workbench (core/bundle) opens it "
           "with numpy alone: `kvw.load(\"FOLDER\")" +
           lane + ".table(\"steps\")[\"nll\"]`.\n";
}

bool isThere(const std::map<std::string, FileSum>& files, std::string_view name) {
    const auto found = files.lower_bound(std::string(name));
    return name == "manifest.json" ||
           (found != files.end() && (name.ends_with('/') ? found->first.starts_with(name) : found->first == name));
}

std::string partsIn(const std::map<std::string, FileSum>& files) {
    std::string text;
    for (const Part& part : kParts) {
        text += isThere(files, part.name) ? fmt::format("- `{}`: {}\n", part.name, part.text) : "";
    }
    return text;
}

}  // namespace

std::string runGuide(const std::map<std::string, FileSum>& files) {
    std::string text = "# A run of KV Workbench\n\n" + partsIn(files) + '\n' + howToRead({});
    for (const Part& part : kParts) {
        const auto schema = part.schema.empty() || !isThere(files, part.name)
                                ? Result<nlohmann::ordered_json>(nlohmann::ordered_json())
                                : schema::named(part.schema);
        if (!schema || schema->is_null()) {
            continue;
        }
        text += fmt::format("\n## {}\n\n", part.name);
        for (const auto& [column, about] : (*schema)["properties"].items()) {
            text += fmt::format("- `{}`: {}\n", column, about.value("description", std::string()));
        }
    }
    return text;
}

std::string comparisonGuide(const std::map<std::string, FileSum>& files, const std::vector<std::string>& paths) {
    std::string text =
        "# A comparison of KV Workbench\n\n"
        "Each lane is a run of its own, with a README.md that says what its files hold:\n\n";
    for (const std::string& path : paths) {
        text += fmt::format("- `{}/`\n", path);
    }
    const std::string first = paths.empty() ? std::string() : paths.front().substr(paths.front().rfind('/') + 1);
    return text + "\nBeside them:\n\n" + partsIn(files) + '\n' + howToRead(".lanes[\"" + first + "\"]");
}

}  // namespace kvw::bundle
