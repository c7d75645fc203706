// SPDX-License-Identifier: Apache-2.0
/// `kvw check-policy`: what an author wants to know of a plugin before others use it.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/decode/engine.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::string subject;
    bool json = false;
};

std::string reportText(const nlohmann::ordered_json& report) {
    std::string text = fmt::format("{} {}\n", oneLine(report.at("plugin").get<std::string>()),
                                   oneLine(report.at("version").get<std::string>()));
    std::string policy = report.at("plugin").get<std::string>();
    TextTable table;
    const auto flush = [&] {
        text += table.text(2);
        table = TextTable();
    };
    for (const auto& check : report.at("checks")) {
        if (const auto about = check.at("policy").get<std::string>(); about != policy) {
            flush();
            policy = about;
            text += fmt::format("\n{}\n", oneLine(policy));
        }
        const auto outcome = check.at("outcome").get<std::string>();
        table.add({outcome == "fail" ? "FAIL" : outcome, check.at("check").get<std::string>(),
                   oneLine(check.at("detail").get<std::string>())});
    }
    flush();
    return text + (report.at("passed").get<bool>() ? "\nAll checks passed.\n" : "\nThe plugin is not right yet.\n");
}

Result<Exit> check(const Options& options) {
    PluginPaths paths = PluginPaths::standard();
    std::string subject = options.subject;
    std::error_code ignored;
    if (const fs::path folder = fs::path(subject).lexically_normal(); fs::is_directory(folder, ignored)) {
        const fs::path whole = fs::absolute(folder.has_filename() ? folder : folder.parent_path());
        if (!fs::exists(whole / "manifest.json", ignored)) {
            return fail(Code::BadUsage, whole.string(), "this folder is no plugin", "no manifest.json",
                        "a manifest.json and the library beside it");
        }
        // The folder above is searched last, so that this plugin stands before an installed one of the same id.
        paths.folders.push_back(whole.parent_path());
        auto manifest = Manifest::read(whole / "manifest.json");
        if (!manifest) {
            return tl::unexpected(manifest.error());
        }
        subject = manifest->id;
    }
    const auto engine = openEngine();
    if (!engine) {
        return tl::unexpected(engine.error());
    }
    const auto report = (*engine)->checkPolicy(subject, Catalog::scan(paths), {});
    if (!report) {
        return tl::unexpected(report.error());
    }
    std::fputs((options.json ? dumped(*report) : reportText(*report)).c_str(), stdout);
    return report->at("passed").get<bool>() ? Exit::Good : Exit::Failed;
}

}  // namespace

void addCheckPolicy(Commands& commands) {
    const auto options = std::make_shared<Options>();
    CLI::App* app = commands.add("check-policy", "Check a policy plugin: gates, edits, determinism, odd input, cost",
                                 "  kvw check-policy build/my-policy\n"
                                 "  kvw check-policy snapkv:capacity=64,window=8\n");
    app->add_option("plugin", options->subject, "a plugin's folder, its id, or a policy as run takes it")
        ->type_name("PLUGIN")
        ->required();
    app->add_flag("--json", options->json, "print one JSON object");
    commands.setAction([options] { return check(*options); });
}

}  // namespace kvw::cli
