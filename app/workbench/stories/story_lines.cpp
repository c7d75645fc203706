// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/finite.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/trace/token_list.h"

namespace kvw::wb {

namespace {

using Words = std::vector<std::string_view>;

constexpr std::int64_t kLargest = 1'000'000'000;

/// Empty: there are fewer words.
std::string_view wordAt(const Words& words, std::size_t at) {
    return at < words.size() ? words[at] : std::string_view();
}

std::optional<std::int64_t> countOf(std::string_view word) {
    const auto number = integerOf(word);
    return number && *number >= 0 && *number <= kLargest ? number : std::nullopt;
}

Result<void> put(LoadAction& load, std::string_view key, std::string_view value, const StoryPlace& place) {
    const std::string word(value);
    if (key == "text") {
        load.text = word;
    } else if (key == "policy") {
        if (load.policies.size() == StoryLimits::kPolicies) {
            return place.wrong("there are more policies than lanes", value,
                               phrase("at most %1", StoryLimits::kPolicies));
        }
        load.policies.push_back(word);
    } else if (key == "model") {
        load.model = word;
    } else if (key == "prompt" || key == "steps") {
        const auto number = countOf(value);
        if (!number || *number < 1) {
            return place.wrong(phrase("%1 is not a number of tokens", key), value, phrase("a whole number from %1", 1));
        }
        (key == "prompt" ? load.prompt : load.steps) = *number;
    } else if (key == "positions") {
        if (value != "original" && value != "cache-rank") {
            return place.wrong("there are no such positions", value, "original or cache-rank");
        }
        load.cacheRank = value == "cache-rank";
    } else if (key == "full") {
        if (value != "yes" && value != "no") {
            return place.wrong("full is neither yes nor no", value, "full=yes or full=no");
        }
        load.full = value == "yes";
    } else {
        const std::string near =
            nearest(std::string(key), std::array{"text", "policy", "model", "prompt", "steps", "positions", "full"});
        return place.wrong(
            "load has no such setting", key,
            near.empty() ? phrase("text, policy, model, prompt, steps, positions or full") : Phrase(near));
    }
    return {};
}

Result<StoryAction> load(const Words& words, const StoryPlace& place) {
    LoadAction action;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (equals == std::string_view::npos || equals + 1 == words[i].size()) {
            return place.wrong("load takes settings only", words[i],
                               phrase("as in %1", std::string("text=ledger policy=h2o:heavy=128")));
        }
        KVW_TRY(put(action, words[i].substr(0, equals), words[i].substr(equals + 1), place));
    }
    if (action.text.empty() || action.policies.empty()) {
        return place.wrong("load needs a text and a policy", {}, "::: load text=ledger policy=h2o");
    }
    return action;
}

Result<StoryAction> compare(const Words& words, const StoryPlace& place) {
    if (words.size() == 2 && words[1] == "fork") {
        return BesideAction{};
    }
    if (words.size() < 2 || words.size() - 1 > StoryLimits::kPolicies) {
        return place.wrong("compare names one to six policies", std::to_string(words.size() - 1), {});
    }
    CompareAction action;
    for (std::size_t i = 1; i < words.size(); ++i) {
        action.policies.emplace_back(words[i]);
    }
    return action;
}

Result<StoryAction> run(const Words& words, const StoryPlace& place) {
    if (words.size() == 1) {
        return RunAction{};
    }
    const auto to = words.size() == 3 && words[1] == "to" ? countOf(words[2]) : std::nullopt;
    if (!to) {
        return place.wrong("run has no such form", words.back(), "::: run, or ::: run to 512");
    }
    return RunAction{*to};
}

Result<StoryAction> go(const Words& words, const StoryPlace& place) {
    static constexpr const char* kWays = "start, end, step 512, prune 1 or probe 1";
    if (words.size() == 2 && (words[1] == "start" || words[1] == "end")) {
        return GoAction{words[1] == "start" ? GoAction::Start : GoAction::End, 0};
    }
    const auto number = words.size() == 3 ? countOf(words[2]) : std::nullopt;
    if (!number) {
        return place.wrong("goto has no such target", wordAt(words, 1), kWays);
    }
    if (words[1] == "step") {
        return GoAction{GoAction::Step, *number};
    }
    if ((words[1] == "prune" || words[1] == "probe") && *number >= 1) {
        return GoAction{words[1] == "prune" ? GoAction::Prune : GoAction::Probe, *number};
    }
    return place.wrong("goto has no such target", words[1], kWays);
}

Result<StoryAction> select(const Words& words, const StoryPlace& place) {
    const auto what = words[0] == "layer"  ? SelectAction::Layer
                      : words[0] == "head" ? SelectAction::Head
                                           : SelectAction::Lane;
    if (what == SelectAction::Head && words.size() == 2 && words[1] == "all") {
        return SelectAction{what, -1};
    }
    const auto number = words.size() == 2 ? countOf(words[1]) : std::nullopt;
    if (!number || *number > 9999) {
        return place.wrong(
            phrase("%1 needs one number", words[0]), wordAt(words, 1),
            what == SelectAction::Head ? phrase("a number from %1, or all", 0) : phrase("a number from %1", 0));
    }
    return SelectAction{what, static_cast<int>(*number)};
}

/// Parses `at step`, `at probe N`, `at prune N` or `here` at `from`; advances `from` past it.
bool forkPlace(const Words& words, std::size_t& from, ForkAction& fork) {
    if (from < words.size() && words[from] == "here") {
        ++from;
        return true;
    }
    if (from + 1 >= words.size() || words[from] != "at") {
        return false;
    }
    const bool probe = words[from + 1] == "probe", named = probe || words[from + 1] == "prune";
    fork.where = probe ? ForkAction::Probe : named ? ForkAction::Prune : ForkAction::Step;
    const std::size_t last = from + (named ? 2 : 1);
    const auto number = last < words.size() ? countOf(words[last]) : std::nullopt;
    if (!number || (named && *number < 1)) {
        return false;
    }
    fork.number = *number;
    from = last + 1;
    return true;
}

Result<StoryAction> fork(const Words& words, const StoryPlace& place) {
    static constexpr const char* kWays =
        "::: fork at 700 h2o:heavy=64, ::: fork at probe 1 full, ::: fork here full, ::: fork forget probe 1 or "
        "::: fork evict 12,20-25 at 700";
    static constexpr std::array<std::pair<const char*, ForkAction::What>, 4> kHands{{{"evict", ForkAction::Evict},
                                                                                     {"pin", ForkAction::Pin},
                                                                                     {"release", ForkAction::Release},
                                                                                     {"restore", ForkAction::Restore}}};
    ForkAction action;
    if (words.size() == 4 && words[1] == "forget" && words[2] == "probe") {
        const auto number = countOf(words[3]);
        if (number && *number >= 1) {
            action.what = ForkAction::Forget;
            action.where = ForkAction::Probe;
            action.number = *number;
            return action;
        }
    }
    for (const auto& [word, what] : kHands) {
        if (words.size() < 4 || words[1] != word) {
            continue;
        }
        action.what = what;
        action.text = words[2];
        if (!parseTokenList(action.text)) {
            return place.wrong("these are no tokens", words[2], phrase("as in %1", std::string("12,20-25")));
        }
        std::size_t from = 3;
        if (forkPlace(words, from, action) && from == words.size()) {
            return action;
        }
    }
    std::size_t from = 1;
    if (words.size() > 2 && forkPlace(words, from, action) && from + 1 == words.size()) {
        action.text = words[from];
        return action;
    }
    return place.wrong("fork has no such form", wordAt(words, 1), kWays);
}

Result<StoryAction> wait(const Words& words, const StoryPlace& place) {
    static constexpr const char* kWays =
        "finished, step 512, token, layer, head, lane, fork, or a parameter as in recent >= 128 or recent changed";
    const auto is = [&](std::size_t at, std::string_view word) { return wordAt(words, at) == word; };
    const std::size_t left = words.size() > 2 && is(1, "for") ? words.size() - 2 : 0;
    WaitAction action;
    if (left == 1) {
        static constexpr std::array<std::pair<const char*, WaitAction::For>, 6> kWords{
            {{"finished", WaitAction::Finished},
             {"token", WaitAction::Token},
             {"layer", WaitAction::Layer},
             {"head", WaitAction::Head},
             {"lane", WaitAction::Lane},
             {"fork", WaitAction::Fork}}};
        for (const auto& [word, what] : kWords) {
            if (words[2] == word) {
                action.what = what;
                return action;
            }
        }
    } else if (left == 2 && is(2, "step")) {
        if (const auto step = countOf(words[3])) {
            action.what = WaitAction::Step;
            action.number = static_cast<double>(*step);
            return action;
        }
    } else if (left == 2 && is(3, "changed")) {
        action.what = WaitAction::Parameter;
        action.parameter = words[2];
        action.relation = WaitAction::Changed;
        return action;
    } else if (left == 3 && (is(3, ">=") || is(3, "<="))) {
        if (const auto number = numberOf(words[4])) {
            action.what = WaitAction::Parameter;
            action.parameter = words[2];
            action.relation = is(3, ">=") ? WaitAction::AtLeast : WaitAction::AtMost;
            action.number = *number;
            return action;
        }
    }
    return place.wrong("wait for has no such event", wordAt(words, 2), kWays);
}

/// Parses `reveal after ...`, the wait behind a question.
Result<StoryAction> reveal(const Words& words, const StoryPlace& place) {
    if (words.size() > 2 && words[1] == "after") {
        Words waited{"wait", "for"};
        waited.insert(waited.end(), words.begin() + 2, words.end());
        auto action = wait(waited, place);
        const auto* event = action ? std::get_if<WaitAction>(&*action) : nullptr;
        if (event != nullptr && (event->what == WaitAction::Finished || event->what == WaitAction::Step)) {
            return action;
        }
    }
    return place.wrong("reveal has no such form", wordAt(words, words.size() - 1),
                       "::: reveal after finished, or ::: reveal after step 512");
}

Result<StoryAction> named(const Words& words, const StoryPlace& place) {
    static constexpr std::string_view kMode = "mode=";
    const bool shows = words[0] == "show";
    const bool inMode = shows && words.size() == 3 && words[2].starts_with(kMode) && words[2].size() > kMode.size();
    if (words.size() != 2 && !inMode) {
        return place.wrong(phrase("%1 needs one name", words[0]), {},
                           shows ? "a dock, as in ::: show nll, or ::: show attention mode=mean"
                                 : "a control, as in ::: highlight start");
    }
    if (shows) {
        return ShowAction{std::string(words[1]), inMode ? std::string(words[2].substr(kMode.size())) : std::string()};
    }
    return HighlightAction{words[1] == "none" ? std::string() : std::string(words[1])};
}

Result<StoryAction> layout(const Words& words, const StoryPlace& place) {
    if (words.size() == 2 && words[1] == "none") {
        return LayoutAction{};
    }
    if (words.size() < 2 || words.size() - 1 > StoryLimits::kViews) {
        return place.wrong("layout names one or two docks", std::to_string(words.size() - 1),
                           "::: layout strip nll, or ::: layout none");
    }
    return LayoutAction{{words.begin() + 1, words.end()}};
}

Result<StoryAction> fill(const Words& words, const StoryPlace& place) {
    if (words.size() != 3) {
        return place.wrong("fill needs a parameter and a value", wordAt(words, 1), "::: fill recent 128");
    }
    return FillAction{std::string(words[1]), std::string(words[2])};
}

Result<StoryAction> pause(const Words& words, const StoryPlace& place) {
    return words.size() == 1 ? Result<StoryAction>(PauseAction{}) : place.wrong("pause takes no arguments", words[1]);
}

Result<StoryAction> predict(const Words& words, const StoryPlace& place) {
    return words.size() == 1 ? Result<StoryAction>(PredictAction{})
                             : place.wrong("predict takes no arguments", words[1]);
}

using Parse = Result<StoryAction> (*)(const Words&, const StoryPlace&);
/// Null: it takes more than its words, and the reader of the page parses it.
constexpr std::array<std::pair<const char*, Parse>, 18> kDirectives{{{"predict", predict},
                                                                     {"load", load},
                                                                     {"compare", compare},
                                                                     {"run", run},
                                                                     {"pause", pause},
                                                                     {"goto", go},
                                                                     {"layer", select},
                                                                     {"head", select},
                                                                     {"lane", select},
                                                                     {"show", named},
                                                                     {"highlight", named},
                                                                     {"layout", layout},
                                                                     {"fill", fill},
                                                                     {"fork", fork},
                                                                     {"wait", wait},
                                                                     {"reveal", reveal},
                                                                     {"ask", nullptr},
                                                                     {"on", nullptr}}};

}  // namespace

tl::unexpected<Error> StoryPlace::wrong(Phrase what, Phrase found, Phrase expected) const {
    if (!found.isForm) {
        found.words = std::string(beginningOf(found.words, 60));
    }
    return fail(Code::BadInput, phrase("%1, line %2", name, line), std::move(what), std::move(found),
                std::move(expected));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::optional<std::int64_t> integerOf(std::string_view word) {
    return parsedNumber<std::int64_t>(word);
}

std::optional<double> numberOf(std::string_view word) {
    const auto number = parsedNumber<double>(word);
    return number ? ifFinite(*number) : std::nullopt;
}

std::string_view nextLine(std::string_view text, std::size_t& at) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

Result<StoryAction> directiveOf(const std::vector<std::string_view>& words, const StoryPlace& place) {
    std::vector<std::string> names;
    for (const auto& [name, parse] : kDirectives) {
        if (words[0] == name && parse != nullptr) {
            return parse(words, place);
        }
        names.emplace_back(name);
    }
    const std::string near = nearest(std::string(words[0]), names);
    return place.wrong(
        "there is no such directive", words[0],
        near.empty()
            ? phrase(
                  "load, compare, run, pause, goto, layer, head, lane, show, layout, fill, highlight, fork, predict, "
                  "wait, reveal, ask or on")
            : Phrase(near));
}

std::vector<StoryDirective>* hookOf(StoryPage& page, std::string_view word) {
    return word == "enter" ? &page.enter : word == "leave" ? &page.leave : word == "done" ? &page.done : nullptr;
}

bool fitsAHook(const StoryAction& action) {
    return std::holds_alternative<GoAction>(action) || std::holds_alternative<SelectAction>(action) ||
           std::holds_alternative<ShowAction>(action) || std::holds_alternative<LayoutAction>(action) ||
           std::holds_alternative<HighlightAction>(action) || std::holds_alternative<PauseAction>(action);
}

}  // namespace kvw::wb
