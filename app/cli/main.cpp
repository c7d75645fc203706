// SPDX-License-Identifier: Apache-2.0
/// `kvw`: parses the command line, runs one command, turns its result into a sentence and an exit code.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/usage.h"
#include "core/base/version.h"

namespace kvw::cli {

#define KVW_COMMAND(function) void function(Commands& commands);
#include "command_list.inc"
#undef KVW_COMMAND

namespace {

int failed(const Error& error) {
    std::fprintf(stderr, "%s\n", error.sentence().c_str());
    return static_cast<int>(error.code == Code::BadUsage ? Exit::BadUsage : Exit::Failed);
}

const Command* chosenOf(const Commands& commands) {
    for (const Command& command : commands.all()) {
        if (command.app->parsed()) {
            return &command;
        }
    }
    return nullptr;
}

Result<void> leftOver(const CLI::App& root, const Command* chosen) {
    const Result<void> result = checkLeftOver(root, "kvw");
    return result && chosen != nullptr ? checkLeftOver(*chosen->app, "kvw " + chosen->app->get_name()) : result;
}

int runProgram(int argc, char** argv) {
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
        root.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help, --version
        return root.exit(wanted);
    } catch (const CLI::ParseError& error) {
        const Command* chosen = chosenOf(commands);
        // A mistyped option often makes a required one missing: name the mistake, not its consequence.
        if (const auto left = leftOver(root, chosen); !left) {
            return failed(left.error());
        }
        return failed(usageError(chosen != nullptr ? "kvw " + chosen->app->get_name() : "kvw", error.what()));
    }
    const Command* chosen = chosenOf(commands);
    if (const auto left = leftOver(root, chosen); !left) {
        return failed(left.error());
    }
    if (chosen == nullptr) {
        std::cerr << root.help();
        return static_cast<int>(Exit::BadUsage);
    }
    const Result<Exit> result = chosen->action();
    if (!result) {
        return failed(result.error());
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        return failed(Error{Code::Io, "the output could not be written", "standard output", {}, {}});
    }
    return static_cast<int>(*result);
}

}  // namespace
}  // namespace kvw::cli

int main(int argc, char** argv) {
    // A write beyond the limit of file sizes is then an error like a full disk, and cleaned up like one.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return kvw::cli::runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("kvw: there is not enough memory.\n", stderr);
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "kvw: an unexpected error; found %s.\n", exception.what());
    }
    return static_cast<int>(kvw::cli::Exit::Failed);
}
