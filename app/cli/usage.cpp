// SPDX-License-Identifier: Apache-2.0
#include "app/cli/usage.h"

#include <algorithm>

namespace kvw::cli {
namespace {

std::vector<std::string> optionNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

std::vector<std::string> commandNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

/// Returns whether `word` is the "--name" of an option that takes a value.
bool takesValue(const CLI::App& app, const std::string& word) {
    const CLI::Option* option = word.rfind("--", 0) == 0 ? app.get_option_no_throw(word) : nullptr;
    if (option != nullptr) {
        return option->get_items_expected_max() > 0;
    }
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::ranges::any_of(commands, [&](const CLI::App* command) { return takesValue(*command, word); });
}

}  // namespace

std::vector<std::string> withEmptyValues(const std::vector<std::string>& arguments, const CLI::App& app) {
    std::vector<std::string> words;
    bool isValue = false;
    for (const std::string& argument : arguments) {
        const std::string name = argument.substr(0, argument.empty() ? 0 : argument.size() - 1);
        if (!isValue && argument.ends_with('=') && takesValue(app, name)) {
            words.push_back(name);
            words.emplace_back();
            continue;
        }
        words.push_back(argument);
        isValue = !isValue && takesValue(app, argument);
    }
    return words;
}

Result<void> checkLeftOver(const CLI::App& app, const std::string& where) {
    const std::vector<std::string> left = app.remaining();
    if (left.empty()) {
        return {};
    }
    const std::string word = left.front().substr(0, left.front().find('='));
    const bool option = word.size() > 1 && word.front() == '-';
    const std::vector<std::string> commands = commandNames(app);
    const std::vector<std::string> known = option ? optionNames(app) : commands;
    if (word == "--device" && commands.empty()) {
        return fail(Code::BadUsage, where, "this command uses the CPU only", word,
                    "run, compare, sweep, fork, bench or conformance with it");
    }
    Phrase what = option              ? phrase("there is no option %1", word)
                  : !commands.empty() ? phrase("there is no command \"%1\"", word)
                                      : phrase("the argument \"%1\" does not belong to an option", word);
    const std::string near = nearest(word, known);
    return fail(Code::BadUsage, where,
                near.empty() ? phrase("%1; %2 --help lists the options and commands", std::move(what), where)
                : option     ? phrase("%1; did you mean %2?", std::move(what), near)
                             : phrase("%1; did you mean \"%2\"?", std::move(what), near));
}

Error usageError(const std::string& where, std::string message) {
    while (!message.empty() && (message.back() == '\n' || message.back() == '.')) {
        message.pop_back();
    }
    return Error{Code::BadUsage, std::move(message), where, {}, {}};
}

}  // namespace kvw::cli
