// SPDX-License-Identifier: Apache-2.0
/// `kvw`: parses the command line, runs one command, and turns its result into a sentence and an exit code.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/report/event_lines.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/call_watch.h"
#include "app/cli/usage.h"
#include "core/base/heap.h"
#include "core/base/json/phrase_json.h"
#include "core/base/version.h"
#include "core/library/run_folder.h"
#include "core/policy/host/plugin_calls.h"

namespace kvw::cli {

#define KVW_COMMAND(function) void function(Commands& commands);
#include "command_list.inc"
#undef KVW_COMMAND

namespace {

bool isGiven(const std::vector<std::string>& arguments, const char* flag) {
    return std::ranges::find(arguments, flag) != arguments.end();
}

/// Prints one sentence on standard error; on standard output, with --json an object of the shape of a failed run's, and
/// with --events the event "end".
int failed(const Error& error, const Command* command, const std::vector<std::string>& arguments) {
    std::fprintf(stderr, "%s\n", error.sentence().c_str());
    const nlohmann::ordered_json end{
        {"state", "failed"}, {"message", error.sentence()}, {"phrase", phraseJson(error.asPhrase())}};
    if (isGiven(arguments, "--json")) {
        nlohmann::ordered_json report{{"tool", std::string("kvw ") + version()}, {"command", nullptr}};
        if (command != nullptr) {
            report["command"] = command->app->get_name();
        }
        report.update(end);
        print(dumped(report));
    }
    EventLines(isGiven(arguments, "--events")).emitEvent("end", end);
    return static_cast<int>(error.code == Code::BadUsage ? Exit::BadUsage : Exit::Failed);
}

const Command* chosenOf(const Commands& commands) {
    const auto& all = commands.all();
    const auto found = std::ranges::find_if(all, [](const Command& command) { return command.app->parsed(); });
    return found != all.end() ? &*found : nullptr;
}

Result<void> leftOver(const CLI::App& root, const Command* chosen) {
    const Result<void> result = checkLeftOver(root, "kvw");
    return result && chosen != nullptr ? checkLeftOver(*chosen->app, "kvw " + chosen->app->get_name()) : result;
}

int runProgram(const std::vector<std::string>& arguments) {
    CLI::App root("KV Workbench without a window: runs, compares and checks KV-cache eviction policies.", "kvw");
    root.set_version_flag("--version", std::string("kvw ") + version());
    root.footer("kvw COMMAND --help shows the options of a command and examples.");
    root.get_formatter()->column_width(30);
    root.allow_extras();
    root.require_subcommand(0, 1);
    Commands commands(root);
#define KVW_COMMAND(function) function(commands);
#include "command_list.inc"
#undef KVW_COMMAND
    try {
        const std::vector<std::string> words = withEmptyValues(arguments, root);
        root.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::Success& wanted) {  // --help, --version
        // `kvw NO_SUCH_COMMAND --help` must be an error rather than the program's help.
        if (const auto left = leftOver(root, nullptr); !left && chosenOf(commands) == nullptr) {
            return failed(left.error(), nullptr, arguments);
        }
        std::ostringstream said;
        const int code = root.exit(wanted, said, said);
        print(said.str());
        return code;
    } catch (const CLI::ParseError& error) {
        const Command* chosen = chosenOf(commands);
        // A mistyped option often makes a required one missing: name the mistake, not its consequence.
        if (const auto left = leftOver(root, chosen); !left) {
            return failed(left.error(), chosen, arguments);
        }
        return failed(usageError(chosen != nullptr ? "kvw " + chosen->app->get_name() : "kvw", error.what()), chosen,
                      arguments);
    }
    const Command* chosen = chosenOf(commands);
    if (const auto left = leftOver(root, chosen); !left) {
        return failed(left.error(), chosen, arguments);
    }
    if (chosen == nullptr) {
        std::cerr << root.help();
        return static_cast<int>(Exit::BadUsage);
    }
    // The sweep that started a worker has printed these warnings already.
    const bool worker = isGiven(arguments, "--worker");
    for (const Error& damaged : worker ? std::vector<Error>() : damagedUserFiles(PluginPaths::standard())) {
        warn(damaged.sentence());
    }
    const Result<Exit> result = chosen->action();
    if (!result) {
        return failed(result.error(), chosen, arguments);
    }
    if (std::fflush(output()) != 0 || std::ferror(output()) != 0) {
        return failed(Error{Code::Io, "the output could not be written", "standard output", {}, {}}, chosen, {});
    }
    return static_cast<int>(*result);
}

}  // namespace
}  // namespace kvw::cli

namespace {

/// Ends the program without destroying globals: libtorch takes long to unregister everything.
[[noreturn]] void leave(int code) {
    std::cerr.flush();
    std::fflush(nullptr);
    kvw::endProcess(code);
}

}  // namespace

int main(int argc, char** argv) {
    kvw::keepFreedMemory();
    // With SIGXFSZ ignored, a write beyond the file size limit is an error like a full disk, and cleaned up likewise.
    std::signal(SIGXFSZ, SIG_IGN);
    kvw::cli::redirectStdout();
    kvw::setForeignExit(kvw::ForeignExit::OfAnybody);
    try {
        const kvw::cli::CallWatch watch;
        leave(kvw::cli::runProgram(kvw::cli::withOutputNamed({argv + 1, argv + argc})));
    } catch (const std::bad_alloc&) {
        std::fputs("kvw: there is not enough memory.\n", stderr);
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "kvw: an unexpected error; found %s.\n", exception.what());
    }
    leave(static_cast<int>(kvw::cli::Exit::Failed));
}
