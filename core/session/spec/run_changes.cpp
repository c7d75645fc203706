// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/parse_number.h"
#include "core/model/text/document.h"
#include "core/policy/host/choice/choice.h"
#include "core/policy/host/choice/combination.h"
#include "core/session/spec/pruning.h"
#include "core/trace/capture_changes.h"
#include "core/trace/lane_parameter.h"
#include "core/trace/token_list.h"

namespace kvw {
namespace {

using Kind = RunChange::Kind;

constexpr const char* kForm =
    "POLICY/name=value@STEP, POLICY/POLICY@STEP, POLICY/evict=12,20-25@STEP, POLICY/prune=off@STEP or "
    "POLICY/capture=maps@STEP; for the whole "
    "run POLICY/positions=..., POLICY/prefill=..., POLICY/storage=..., POLICY/jitter=... or POLICY/native";
/// No parameter can have these names here.
constexpr std::array<std::pair<Kind, std::string_view>, 4> kHands{
    {{Kind::Evict, "evict"}, {Kind::Pin, "pin"}, {Kind::Release, "release"}, {Kind::Restore, "restore"}}};
constexpr std::string_view kCapture = "capture", kPrune = "prune";
constexpr std::string_view kEquals = " = ", kNative = "native";

/// Checks what manifests say of a take-over, so that no run has to fail for it; the engine checks the rest.
Result<void> checkTakesOver(const ResolvedPolicy& from, const ResolvedPolicy& to, std::int64_t step) {
    if (!checkCompatible(to, {.streamingPrefill = true})) {
        return tl::unexpected(decidesOnPrompt(to.named(), step));
    }
    if (to.codec() != nullptr || from.codec() != nullptr) {
        return fail(Code::BadUsage, to.named(),
                    "another policy cannot take over a cache in codes, and a cache cannot be coded during a run",
                    (to.codec() != nullptr ? to : from).text,
                    "policies without a codec, live parameters only, or a fork in the prompt");
    }
    if (to.reader() != nullptr) {
        return fail(
            Code::BadUsage, to.named(),
            "read selection keeps bounds of every page from the first token on, so it cannot begin during a run",
            to.text, "a policy that evicts, full, or a fork in the prompt");
    }
    return {};
}

/// Returns the chain of the lane as it was asked for.
std::string askedOf(const LaneInfo& lane) {
    const auto text = lane.given.is_object() ? lane.given.find("text") : lane.given.end();
    return lane.given.is_object() && text != lane.given.end() && text->is_string() ? text->get<std::string>()
                                                                                   : lane.policyText;
}

bool earlier(const RunChange& a, const RunChange& b) {
    return a.step < b.step;
}

/// Adds what was changed while the run went on. Changes that were asked for have events, too, and are not added again.
void addLiveChanges(const Trace& trace, std::int64_t below, std::vector<RunChange>& changes) {
    std::vector<RunChange> asked = changes, live;
    for (const TraceEvent& event : eventsOf(trace)) {
        const std::size_t equals = event.text.find(kEquals);
        const bool level = event.kind == kCaptureEvent;
        if ((event.kind != "parameter" && !level) || equals == std::string::npos || event.step >= below) {
            continue;
        }
        const RunChange change{event.step, level ? Kind::Capture : Kind::Parameter,
                               level ? std::string() : event.text.substr(0, equals),
                               event.text.substr(equals + kEquals.size())};
        if (const auto same = std::ranges::find(asked, change); same != asked.end()) {
            asked.erase(same);
        } else {
            live.push_back(change);
        }
    }
    // At the same token, changes of a live run come between two steps, those that were asked for with the next step.
    changes.insert(changes.begin(), live.begin(), live.end());
    std::stable_sort(changes.begin(), changes.end(), earlier);
}

/// Returns the tokens to decode that were asked for; -1: all, or runs that were set side by side.
std::int64_t stepsOf(const RunDescription& run) {
    return run.specs.size() == 1 ? run.specs.front().steps : -1;
}

}  // namespace

Error decidesOnPrompt(const std::string& who, std::int64_t step) {
    return fail(Code::BadUsage, who,
                "this policy selects from observations made while the prompt was read, so it cannot take over during a "
                "run",
                phrase("token %1", step),
                "a policy that decides token by token, a fork in the prompt, or a run whose prompt ends there")
        .value();
}

bool isFullCache(const PolicyChain& chain) {
    return chain.policy == "full" &&
           std::ranges::all_of(chain.changes, [](const RunChange& each) { return each.kind == Kind::Capture; });
}

bool isFullCache(const std::string& text) {
    const auto chain = parseChain(text);
    return chain && isFullCache(*chain);
}

std::string fullCacheIn(const std::vector<std::string>& policies) {
    const auto full = std::ranges::find_if(policies, [](const std::string& text) { return isFullCache(text); });
    return full == policies.end() ? std::string() : *full;
}

bool byHand(Kind kind) noexcept {
    return kind != Kind::Parameter && kind != Kind::Policy && kind != Kind::Capture;
}

std::string whatChanges(const RunChange& change) {
    for (const auto& [kind, word] : kHands) {
        if (kind == change.kind) {
            return fmt::format("{}={}", word, change.value);
        }
    }
    return change.kind == Kind::Policy    ? change.value
           : change.kind == Kind::Capture ? fmt::format("{}={}", kCapture, change.value)
           : change.kind == Kind::Prune   ? fmt::format("{}={}", kPrune, change.value)
                                          : change.name + '=' + change.value;
}

std::string toText(const PolicyChain& chain) {
    std::string text = chain.policy + toText(chain.own) + (chain.native ? fmt::format("/{}", kNative) : "");
    for (const RunChange& change : chain.changes) {
        text += fmt::format("/{}@{}", whatChanges(change), change.step);
    }
    return text;
}

Result<RunChange> parseChange(const std::string& what, std::int64_t step) {
    RunChange change;
    change.step = step;
    const std::size_t equals = what.find('=');
    if (what.empty() || equals == 0) {
        return fail(Code::BadUsage, "policy", "this is not a change of a run", what, kForm);
    }
    // A policy's parameters follow its colon.
    if (equals == std::string::npos || what.find(':') < equals) {
        change.kind = Kind::Policy;
        change.value = what;
        return change;
    }
    change.name = what.substr(0, equals);
    change.value = what.substr(equals + 1);
    if (change.name == kCapture) {
        if (!choiceNamed<Capture>(change.value)) {
            return fail(Code::BadUsage, "policy", "there is no such level of recording", what,
                        "capture=none, rows, stats or maps");
        }
        change.kind = Kind::Capture;
        change.name.clear();
        return change;
    }
    if (change.name == kPrune) {
        if (!pruningNamed(change.value)) {
            return fail(Code::BadUsage, "policy", "there is no such way to prune", what,
                        "prune=once, evict-only, phases-only or off");
        }
        change.kind = Kind::Prune;
        change.name.clear();
        return change;
    }
    for (const auto& [kind, word] : kHands) {
        if (change.name == word) {
            const auto tokens = parseTokenList(change.value);
            if (!tokens) {
                return fail(Code::BadUsage, "policy", "these are no tokens", what, "as evict=12,20-25");
            }
            change.kind = kind;
            change.name.clear();
            change.value = tokenListText(*tokens);
        }
    }
    return change;
}

Result<PolicyChain> parseChain(const std::string& text) {
    PolicyChain chain;
    std::size_t slash = nextChange(text, 0);
    chain.policy = text.substr(0, slash);
    while (slash != std::string::npos) {
        const std::size_t next = nextChange(text, slash + 1);
        const std::string part = text.substr(slash + 1, next == std::string::npos ? next : next - slash - 1);
        slash = next;
        if (part == kNative) {
            chain.native = true;
            continue;
        }
        KVW_TRY_ASSIGN(const auto chosen, readChoice(part, chain.own));
        if (chosen) {
            continue;
        }
        const std::size_t at = part.rfind('@');
        const auto step =
            at == std::string::npos ? std::nullopt : parsedNumber<std::int64_t>(std::string_view(part).substr(at + 1));
        if (!step || *step < 0) {
            return fail(Code::BadUsage, "policy", "a change in mid-run must say at which token", part, kForm);
        }
        KVW_TRY_ASSIGN(auto change, parseChange(part.substr(0, at), *step));
        chain.changes.push_back(std::move(change));
    }
    std::stable_sort(chain.changes.begin(), chain.changes.end(), earlier);
    return chain;
}

Result<PolicyChain> resolveChain(const Catalog& catalog, const std::string& text) {
    KVW_TRY_ASSIGN(auto chain, parseChain(text));
    const auto canonical = [&catalog](std::string& policy) -> Result<void> {
        KVW_TRY_ASSIGN(auto resolved, resolvePolicy(catalog, policy));
        policy = resolved.text;
        return {};
    };
    KVW_TRY(canonical(chain.policy));
    if (chain.native) {
        KVW_TRY_ASSIGN(const auto native, resolvePolicy(catalog, chain.policy).and_then(nativeChoice));
        chain.own.positions = chain.own.positions ? chain.own.positions : native.positions;
        chain.own.chunk = chain.own.chunk ? chain.own.chunk : native.chunk;
        chain.native = false;
    }
    for (RunChange& change : chain.changes) {
        if (change.kind == Kind::Policy) {
            KVW_TRY(canonical(change.value));
        }
    }
    return chain;
}

Result<std::vector<std::string>> withJitter(std::vector<std::string> chains, const std::string& words) {
    LaneChoice noise;
    if (!words.empty()) {
        KVW_TRY(readChoice("jitter=" + words, noise));
    }
    for (std::string& text : chains) {
        KVW_TRY_ASSIGN(auto chain, parseChain(text));
        if (noise.jitter && !chain.own.jitter) {
            chain.own.jitter = noise.jitter;
            text = toText(chain);
        }
    }
    return chains;
}

ReadTogether readTogether(const RunDescription& run, std::int32_t lane, std::int64_t step) {
    if (step >= run.promptTokens) {
        return {step, step + 1};
    }
    const std::int64_t chunk = laneRunOf(settingsOf(run, lane)).chunk;
    const std::int64_t begin = chunk > 0 ? step / chunk * chunk : 0;
    return {begin, chunk > 0 ? std::min(begin + chunk, run.promptTokens) : run.promptTokens};
}

Result<std::vector<RunChange>> changesTo(const Catalog& catalog, const PolicyChain& chain,
                                         const std::string& policyText, std::int64_t step, bool nothingRead) {
    KVW_TRY_ASSIGN(auto from, resolvePolicy(catalog, chain.policy));
    KVW_TRY_ASSIGN(auto to, resolvePolicy(catalog, policyText));
    for (const RunChange& change : chain.changes) {
        if (change.kind == Kind::Policy) {
            KVW_TRY_ASSIGN(from, resolvePolicy(catalog, change.value));
        } else if (change.kind == Kind::Parameter) {
            KVW_TRY(setParameter(from, change.name, change.value));
        }
    }
    const std::vector<RunChange> takeOver{{step, Kind::Policy, {}, to.text}};
    if (nothingRead) {
        return from.text == to.text ? std::vector<RunChange>() : takeOver;
    }
    const auto checked = [&]() -> Result<std::vector<RunChange>> {
        auto can = checkTakesOver(from, to, step);
        return can ? Result<std::vector<RunChange>>(takeOver) : tl::unexpected(can.error());
    };
    if (from.id() != to.id()) {
        return checked();
    }
    std::vector<RunChange> changes;
    const nlohmann::ordered_json before = from.parametersJson(), after = to.parametersJson();
    for (const auto& [name, value] : after.items()) {
        if (before.contains(name) && before[name] == value) {
            continue;
        }
        if (!isLive(from, name)) {
            return checked();
        }
        changes.push_back({step, Kind::Parameter, name, parameterText(value)});
    }
    return changes;
}

RunSpec specOf(const RunDescription& run) {
    RunSpec spec;
    spec.ids = run.tokenIds;
    spec.policies.clear();
    for (const LaneInfo& lane : run.lanes) {
        spec.policies.push_back(askedOf(lane));
    }
    static_cast<void>(fromText(run.mode, spec.mode));
    spec.promptTokens = run.promptTokens;
    spec.questionTokens = spec.mode == Mode::Generate ? run.questionTokens : -1;
    spec.steps = stepsOf(run);
    spec.device = run.device;
    spec.dtype = run.dtype;
    spec.kvDtype = run.kvDtype;
    const LaneRun settings = laneRunOf(settingsOf(run, -1));
    spec.rankKeys = settings.rankKeys;
    spec = withLane(std::move(spec), settings);
    spec.seed = run.seed;
    if (run.sampling.is_object()) {
        spec.sampling = {run.sampling.value("temperature", 0.0), run.sampling.value("top_k", std::int64_t{0}),
                         run.sampling.value("top_p", 1.0)};
    }
    static_cast<void>(setCapture(run.capture, spec));
    spec.rowsLimit = run.rowsLimit;
    return spec;
}

std::int32_t onlyPolicy(const RunSpec& spec) {
    if (spec.policies.size() == 1) {
        return 0;
    }
    return spec.policies.size() == 2 && isFullCache(spec.policies[0]) ? 1 : -1;
}

Result<PolicyChain> chainBefore(const Recording& parent, std::int32_t lane, std::int64_t step) {
    if (!parent.hasTrace(lane)) {
        return fail(Code::BadUsage, "fork", "there is no such lane", std::to_string(lane));
    }
    KVW_TRY_ASSIGN(auto chain, parseChain(askedOf(parent.description().lane(lane))));
    std::erase_if(chain.changes, [step](const RunChange& change) { return change.step >= step; });
    addLiveChanges(parent.trace(lane), step, chain.changes);
    return chain;
}

std::int64_t lastFork(const Recording& parent, std::int32_t lane) {
    if (!parent.hasTrace(lane)) {
        return -1;
    }
    const RunDescription& run = parent.description();
    const std::int64_t steps = stepsOf(run), read = parent.trace(lane).steps();
    const std::int64_t total = steps >= 0               ? run.generatesFrom() + steps
                               : run.mode == "generate" ? read + 1
                                                        : std::ssize(run.tokenIds);
    // A generated text may end before it has all of its tokens.
    return std::min(parent.state() == RunState::Finished ? read - 1 : read, total - 1);
}

Result<void> checkForkAt(const Recording& parent, std::int32_t lane, std::int64_t step,
                         const std::vector<RunChange>& changes) {
    const RunDescription& run = parent.description();
    const std::int64_t last = lastFork(parent, lane);
    if (step < 0 || step > last) {
        return fail(Code::BadUsage, "fork", "a run cannot be forked behind its last token", phrase("token %1", step),
                    phrase("0 to %1", std::max<std::int64_t>(0, last)));
    }
    const bool fromStart = readTogether(run, lane, step).begin == 0;
    if (step < run.promptTokens && std::ranges::any_of(changes, [fromStart](const RunChange& change) {
            return change.kind != Kind::Policy && (change.kind != Kind::Parameter || fromStart);
        })) {
        return fail(Code::BadUsage, "fork",
                    "in the prompt a run can be forked with another policy or other parameters only; edits by hand and "
                    "changes of recording need a decoded token",
                    phrase("token %1", step),
                    last < run.promptTokens ? phrase("a run that has decoded something")
                                            : phrase("%1 to %2", run.promptTokens, last));
    }
    return {};
}

Result<RunSpec> forkSpec(const Recording& parent, std::int32_t lane, std::int64_t step,
                         const std::vector<RunChange>& changes, const RunSpec& like, ForkText text) {
    KVW_TRY_ASSIGN(auto chain, chainBefore(parent, lane, step));
    const RunDescription& run = parent.description();
    if (const LaneInfo& info = run.lane(lane); settingsLost(info)) {
        return fail(Code::BadUsage, "fork",
                    "this lane is from another run, and an older version stored it without its settings",
                    laneName(info), "a fork of that run, opened by itself");
    }
    KVW_TRY(checkForkAt(parent, lane, step, changes));
    const LaneSettings settings = settingsOf(run, lane);
    RunSpec spec = specOf(withSettings(run, settings));
    // The lane's settings become those of the run, those of the lane beside it are its own.
    const bool inPrompt = step < run.promptTokens;
    const ReadTogether pass = readTogether(run, lane, step);
    // Without changes of its own a fork is the run without its changes from there on.
    const auto whole = chainBefore(parent, lane, std::numeric_limits<std::int64_t>::max());
    if (changes.empty() && (!whole || whole->changes.size() == chain.changes.size())) {
        return fail(Code::BadUsage, "fork", "the change has no effect there", toText(chain),
                    "another policy, other parameters, or edits of tokens by hand");
    }
    for (RunChange change : changes) {
        if (inPrompt && pass.begin == 0) {
            chain.policy = change.value;
            continue;
        }
        change.step = pass.begin;
        chain.changes.push_back(std::move(change));
    }
    spec.policies = {toText(chain)};
    if (lane > 0 && run.beginsWithFull()) {
        // Its capture level may have been switched, too.
        auto full = chainBefore(parent, 0, step).value_or(PolicyChain{"full", {}, {}, false});
        const LaneRun beside = laneRunOf(settingsOf(run, 0));
        spec.rankKeys = std::max(spec.rankKeys, beside.rankKeys);
        full.own = choiceFor(beside, spec);
        spec.policies.insert(spec.policies.begin(), toText(full));
    }
    spec.model = like.model;
    spec.parentBundle = run.bundleHash;
    if (!like.textFile.empty() || like.prompt || like.ids) {
        spec.textFile = like.textFile;
        spec.prompt = like.prompt;
        spec.specialTokens = like.specialTokens;
        spec.question = like.question;
        spec.ids = like.ids;
    }
    spec.threads = like.threads;
    if (text == ForkText::Parents && spec.mode == Mode::Generate) {
        KVW_TRY(readParentsText(parent, lane, step, spec));
    }
    return spec;
}

std::optional<std::string> questionOf(const RunDescription& run) {
    return run.specs.size() == 1 ? run.specs.front().question : std::nullopt;
}

std::filesystem::path shippedText(const std::string& hash) {
    if (const auto documents = shippedTexts()) {
        for (const std::filesystem::path& file : *documents) {
            if (const auto document = Document::load(file); document && document->hash() == hash) {
                return file;
            }
        }
    }
    return {};
}

}  // namespace kvw
