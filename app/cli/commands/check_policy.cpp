// SPDX-License-Identifier: Apache-2.0
/// `kvw check-policy`: checks a plugin for its author before others use it.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "app/cli/commands.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "core/conformance/case_until.h"
#include "core/session/engine.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

struct CheckPolicyOptions {
    std::string subject;
    bool json = false, calls = false;
    std::string caseFile;
    std::int64_t until = 1'000'000;
};

std::string checkText(const nlohmann::ordered_json& report) {
    std::string text = fmt::format("{} {}\n", oneLine(report.at("plugin").get<std::string>()),
                                   oneLine(report.at("version").get<std::string>()));
    std::string policy = report.at("plugin").get<std::string>();
    tables::Table table;
    const auto flush = [&] {
        text += toText(table, 2);
        table.rows.clear();
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
    return text + (report.at("passed").get<bool>() ? "\nAll checks passed.\n" : "\nSome checks failed.\n");
}

/// Returns a table with one line per SDK call.
std::string policyCallsText(const nlohmann::ordered_json& report) {
    std::string text;
    for (const auto& about : report.at("calls")) {
        text += fmt::format("\nCalls of {}, which asked for: {}\n", oneLine(about.at("policy").get<std::string>()),
                            oneLine(about.at("needs").get<std::string>()));
        text +=
            toText(tableOf(about.at("calls"),
                           {lineColumn("/call", "call"), memberColumn("/step", "step", dashText),
                            memberColumn("/layer", "layer", dashText), memberColumn("/ms", "ms", decimals<3>),
                            memberColumn("/held", "held", dashText), memberColumn("/after", "after", dashText),
                            memberColumn("/budget", "budget", dashText), memberColumn("/evicted", "evicted", dashText),
                            lineColumn("/violation", "violation"), lineColumn("/shown", "shown")}),
                   2);
    }
    return text;
}

Result<void> saveCase(const nlohmann::ordered_json& report, const CheckPolicyOptions& options) {
    const auto& about = report.at("calls");
    if (about.empty() || about.front().at("case").is_null()) {
        return fail(Code::BadUsage, options.subject, "there is no conformance case of this run", {},
                    "a policy or a composition, without a codec, that comes to the end of the text");
    }
    std::ofstream file(options.caseFile);
    file << caseUntil(about.front().at("case"), options.until).dump(1) << '\n';
    file.close();
    if (!file) {
        return fail(Code::Io, options.caseFile, "the case could not be written");
    }
    return {};
}

Result<Exit> check(const CheckPolicyOptions& options) {
    PluginPaths paths = PluginPaths::standard();
    std::string subject = options.subject;
    std::error_code ignored;
    if (const fs::path folder = fs::path(subject).lexically_normal(); fs::is_directory(folder, ignored)) {
        const fs::path whole = fs::absolute(folder.has_filename() ? folder : folder.parent_path());
        if (!fs::exists(whole / "manifest.json", ignored)) {
            return fail(Code::BadUsage, whole.string(), "this folder is no plugin", "no manifest.json",
                        "a manifest.json and the library beside it");
        }
        // Later folders take precedence, so that this plugin hides an installed one of the same id.
        paths.folders.push_back(whole.parent_path());
        KVW_TRY_ASSIGN(auto manifest, Manifest::read(whole / "manifest.json"));
        subject = manifest.id;
    }
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    KVW_TRY_ASSIGN(const auto report, engine->checkPolicy(subject, Catalog::scan(paths), {}));
    print(options.json ? dumped(report) : checkText(report));
    print(options.calls && !options.json ? policyCallsText(report) : std::string());
    KVW_TRY(options.caseFile.empty() ? Result<void>() : saveCase(report, options));
    return report.at("passed").get<bool>() ? Exit::Good : Exit::Failed;
}

}  // namespace

void addCheckPolicy(Commands& commands) {
    const auto [app, options] = commands.add<CheckPolicyOptions>(
        "check-policy", "Check a policy plugin: gates, edits, determinism, odd input, cost",
        "  kvw check-policy build/my-policy\n"
        "  kvw check-policy snapkv:capacity=64,window=8\n", check);
    addOption(app, "plugin", options.subject, "a plugin's folder, its id, or a policy as run takes it",
              anyText("PLUGIN"))
        ->required();
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--calls", options.calls, "list every call of the policy over a small text");
    addOption(app, "--save-case", options.caseFile, "write the policy's answers as a conformance case",
              anyText("FILE"));
    addOption(app, "--until", options.until, "with --save-case: last token of the case", anyText("TOKEN"));
}

}  // namespace kvw::cli
