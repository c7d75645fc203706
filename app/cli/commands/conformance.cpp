// SPDX-License-Identifier: Apache-2.0
/// `kvw conformance`: runs golden cases on the installed plugins.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/text_table.h"
#include "app/cli/values.h"
#include "core/decode/engine.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> paths;
    int threads = 0;
    bool json = false, quiet = false;
};

/// Files as given; of a folder, its .json files by name.
Result<std::vector<fs::path>> caseFiles(const std::vector<std::string>& paths) {
    std::vector<fs::path> files;
    for (const fs::path path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            if (!fs::exists(path, error)) {
                return fail(Code::NotFound, path.string(), "there is no such file or folder");
            }
            files.push_back(path);
            continue;
        }
        const auto before = static_cast<std::ptrdiff_t>(files.size());
        fs::directory_iterator entry(path, error);
        for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
            if (entry->path().extension() == ".json") {
                files.push_back(entry->path());
            }
        }
        if (error) {
            return fail(Code::Io, path.string(), "the folder cannot be listed: " + error.message());
        }
        if (static_cast<std::ptrdiff_t>(files.size()) == before) {
            return fail(Code::BadInput, path.string(), "there are no cases in the folder", "no .json file",
                        "conformance cases");
        }
        std::sort(files.begin() + before, files.end());
    }
    return files;
}

struct Counts {
    std::int64_t passed = 0, failed = 0, skipped = 0;
};

const char* outcome(const ConformanceResult& result) {
    return result.skipped ? "skip" : result.passed ? "pass" : "FAIL";
}

void print(const ConformanceResult& result) {
    const bool detail = result.skipped || !result.passed;
    std::fputs(fmt::format("{} {}{}{}\n", outcome(result), oneLine(result.name), detail ? ": " : "",
                           detail ? oneLine(result.difference) : "")
                   .c_str(),
               stdout);
    std::fflush(stdout);
}

Result<Exit> check(const Options& options) {
    const auto files = caseFiles(options.paths);
    if (!files) {
        return tl::unexpected(files.error());
    }
    const auto engine = openEngine();
    if (!engine) {
        return tl::unexpected(engine.error());
    }
    (*engine)->setThreads(options.threads);
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    const Interrupt interrupt;
    Counts counts;
    nlohmann::ordered_json cases = nlohmann::ordered_json::array();
    for (const fs::path& file : *files) {
        if (interrupt.requested()) {
            return fail(Code::Cancelled, "kvw conformance", "stopped on request");
        }
        auto result = (*engine)->conformance(file, catalog);
        if (!result) {
            ConformanceResult broken;
            broken.name = file.stem().string();
            broken.difference = result.error().sentence();
            result = std::move(broken);
        }
        ++(result->skipped ? counts.skipped : result->passed ? counts.passed : counts.failed);
        const bool worthALine = !options.quiet || (!result->passed && !result->skipped);
        if (options.json) {
            cases.push_back({{"name", result->name},
                             {"file", file.string()},
                             {"outcome", result->skipped  ? "skipped"
                                         : result->passed ? "passed"
                                                          : "failed"},
                             {"difference", result->difference}});
        } else if (worthALine) {
            print(*result);
        }
    }
    if (options.json) {
        const nlohmann::ordered_json report{{"passed", counts.passed},
                                            {"failed", counts.failed},
                                            {"skipped", counts.skipped},
                                            {"cases", std::move(cases)}};
        std::fputs(dumped(report).c_str(), stdout);
    } else {
        std::fputs(
            fmt::format("{} passed, {} failed, {} skipped\n", counts.passed, counts.failed, counts.skipped).c_str(),
            stdout);
    }
    return counts.failed > 0 ? Exit::Failed : Exit::Good;
}

}  // namespace

void addConformance(Commands& commands) {
    const auto options = std::make_shared<Options>();
    CLI::App* app = commands.add("conformance", "Run conformance cases on the installed plugins",
                                 "  kvw conformance tests/core/decode/conformance/cases\n"
                                 "  kvw conformance snapkv-kv-head.json h2o-mha.json --json\n");
    app->add_option("paths", options->paths, "cases, or folders of cases")->type_name("FILES")->required();
    app->add_option("--threads", options->threads, "0: all cores")->type_name("N")->check(wholeNumber(0, 1024));
    app->add_flag("--json", options->json, "print one JSON object");
    app->add_flag("--quiet", options->quiet, "only failed cases and the count");
    commands.setAction([options] { return check(*options); });
}

}  // namespace kvw::cli
