// SPDX-License-Identifier: Apache-2.0
#include "core/model/text/chat_render.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/base/child_process.h"
#include "core/base/json/json_access.h"
#include "core/base/short_text.h"
#include "core/model/text/document.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kNeedsJinja = "a chat template is rendered by Python 3 with Jinja2, which is not installed";
constexpr const char* kInstall = "the Debian package python3-jinja2, or `pip install jinja2`";
constexpr const char* kCannot = "the chat template cannot be rendered";

/// Returns a message of the template or of Python as part of a sentence.
std::string quoted(std::string words) {
    constexpr std::size_t kMost = 500;
    words = shortText(words, kMost);
    std::replace_if(
        words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, ' ');
    words.erase(words.find_last_not_of(" .") + 1);
    return words;
}

/// Returns the environment of the process: nothing secret, and nothing that changes Python's behaviour.
std::vector<std::string> environment() {
    std::vector<std::string> values{"LC_ALL=C.UTF-8"};
    for (const char* name : {"PATH", "TZ"}) {
        if (const char* value = std::getenv(name); value != nullptr) {
            values.push_back(fmt::format("{}={}", name, value));
        }
    }
    return values;
}

/// Returns the python3 that had Jinja2 last, after setting it to `found` if that is not empty.
fs::path knownPython(const fs::path& found = {}) {
    static std::mutex mutex;
    static fs::path known;
    const std::lock_guard lock(mutex);
    if (!found.empty()) {
        known = found;
    }
    return known;
}

std::vector<fs::path> pythons() {
    std::vector<fs::path> all = findPrograms("python3");
    std::stable_partition(all.begin(), all.end(),
                          [known = knownPython()](const fs::path& each) { return each == known; });
    return all;
}

tl::unexpected<Error> refusal(const json& answer, const std::string& where, const ChatLimits& limits) {
    const std::string kind = textOf(answer, "error"), why = quoted(textOf(answer, "why"));
    if (kind == "raised") {
        return fail(Code::BadUsage, where, phrase("the chat template refuses this: %1", why));
    }
    if (kind == "system") {
        return fail(Code::BadUsage, where, "the model's chat template has no place for a system text", "",
                    "the text in the prompt itself");
    }
    if (kind == "user") {
        return fail(Code::BadInput, where, "the chat template does not write the message");
    }
    if (kind == "syntax") {
        return fail(Code::BadInput, where, "the chat template is not valid Jinja", why);
    }
    if (kind == "memory") {
        return fail(Code::BadInput, where, "the chat template takes too much memory", "",
                    phrase("at most %1 MiB", limits.memory >> 20U));
    }
    return fail(Code::BadInput, where, kCannot, why);
}

/// Returns the error for a process that gave no complete answer.
tl::unexpected<Error> noAnswer(const ChildAnswer& child, const std::string& where, const ChatLimits& limits) {
    if (child.tooLate || child.signal == SIGXCPU) {
        return fail(Code::BadInput, where, "the chat template does not terminate",
                    phrase("still running after %1 s", limits.time.count()));
    }
    if (child.tooLong) {
        return fail(Code::BadInput, where, "the chat template writes too much", "",
                    phrase("at most %1 MiB", limits.output >> 20U));
    }
    return fail(Code::BadInput, where, kCannot,
                child.signal != 0 ? phrase("Python ended by signal %1", child.signal) : phrase("no answer of Python"));
}

}  // namespace

Result<std::string> renderChat(json request, const std::string& where, const ChatLimits& limits) {
    KVW_TRY_ASSIGN(const auto script,
                   resourcesDir().map([](const fs::path& place) { return place / "chat" / "render.py"; }));
    std::error_code error;
    if (!fs::is_regular_file(script, error)) {
        return fail(Code::NotFound, script.string(), "the renderer of chat templates is not installed", "",
                    "the resources folder that belongs to this program");
    }
    // Python stores text with up to four bytes per character, and makes some copies.
    const std::size_t text = request.value("user", "").size() + request.value("template", "").size() +
                             (request["system"].is_string() ? request["system"].get_ref<std::string&>().size() : 0);
    request["memory"] = limits.memory + 32 * text;
    request["seconds"] = limits.time.count();
    const std::string input = request.dump(-1, ' ', false, json::error_handler_t::replace);
    Phrase tried;
    for (const fs::path& python : pythons()) {
        KVW_TRY_ASSIGN(const auto child, runChild(python, {"-I", script.string()}, environment(), input,
                                                  {limits.time, limits.output + 16 * text}));
        const json answer = json::parse(child.output, nullptr, false);
        if (const json& rendered = member(answer, "text"); rendered.is_string()) {
            knownPython(python);
            return rendered.get<std::string>();
        }
        if (!answer.is_object() && (child.code == 0 || child.tooLate || child.tooLong)) {
            return noAnswer(child, where, limits);
        }
        if (answer.is_object() && textOf(answer, "error") != "jinja2") {
            return refusal(answer, where, limits);
        }
        // Not Python, an old version, or without Jinja2: another one in PATH may do.
        const std::string old = answer.is_object() ? textOf(answer, "why") : std::string();
        Phrase one = !answer.is_object() ? phrase("code %1 from %2", child.code, python.string())
                     : old.empty()       ? phrase("no Jinja2 from %1", python.string())
                                         : phrase("%1 from %2", old, python.string());
        tried = tried.empty() ? std::move(one) : phrase("%1, %2", std::move(tried), std::move(one));
    }
    return fail(Code::NotFound, "chat", kNeedsJinja, tried.empty() ? phrase("no python3 in PATH") : std::move(tried),
                kInstall);
}

}  // namespace kvw
