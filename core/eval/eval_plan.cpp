// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_text.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/eval/tasks/tasks.h"
#include "core/policy/host/choice/choice_parts.h"
#include "core/policy/host/choice/combination.h"
#include "core/policy/host/condition.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_changes.h"
#include "core/session/spec/run_spec_json.h"

namespace kvw::eval {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMostPlanBytes = std::size_t{1} << 20;

fs::path planFile(const fs::path& folder) {
    return folder / "eval.json";
}

/// Returns the members of a plan by which two plans are told apart. Threads change no result; preset and `against` are
/// about the table alone, and hashes are compared by `keepModelOf`.
ordered_json identityOf(EvalPlan plan) {
    plan.run.threads = 0;
    ordered_json json = toJson(plan);
    for (const char* name : {"preset", "against", "model_hash", "tokenizer_hash"}) {
        json.erase(name);
    }
    return json;
}

std::string memberText(const ordered_json& value) {
    constexpr std::size_t kMost = 120;
    return shortText(value.is_string() ? value.get<std::string>() : bundle::dumpLine(value), kMost);
}

/// Returns the settings that a policy's lane takes where neither its text nor the run says another: the native ones of
/// its policy.
LaneChoice withNative(LaneChoice own, const ResolvedPolicy& policy, const TypedSettings& typed) {
    if (const auto native = nativeChoice(policy); native) {
        own.positions = own.positions || typed.positions ? own.positions : native->positions;
        own.chunk = own.chunk || typed.prefill ? own.chunk : native->chunk;
    }
    return own;
}

/// Refuses a value of an option that has no effect with the value of another one.
Result<void> checkEffects(const TaskInfo& info, const std::map<std::string, sdk::Value>& values) {
    const auto has = [&](const std::string& name, const std::string& value) {
        return kvw::toText(values.at(name)) == value;
    };
    for (const ParameterSpec& spec : info.parameters) {
        const auto condition = parseCondition(spec.enabledIf).value_or(std::vector<Clause>());
        const Clause* broken = values.at(spec.name) == spec.defaultValue ? nullptr : firstBroken(condition, has);
        if (broken != nullptr) {
            const auto test = [](const ParameterTest& each) {
                return each.name + (each.equal ? "=" : "!=") + each.value;
            };
            return fail(Code::BadUsage, phrase("task \"%1\"", info.name),
                        phrase("%1 has no effect with another option", spec.name),
                        broken->front().name + '=' + kvw::toText(values.at(broken->front().name)),
                        joined(*broken, " | ", test));
        }
    }
    return {};
}

}  // namespace

const char* toText(CompressAt where) noexcept {
    return where == CompressAt::Prompt ? "prompt" : "context";
}

Result<TaskText> readTaskText(const TaskInfo& info, const std::string& text) {
    // A task's parameters are declared as those of a plugin are, so the reader of policy texts reads them.
    ResolvedPolicy resolved;
    ResolvedPart part;
    part.provided.id = info.name;
    part.provided.parameters = info.parameters;
    for (const ParameterSpec& spec : info.parameters) {
        part.parameters.set(spec.name, spec.defaultValue);
    }
    resolved.parts.push_back(std::move(part));
    const Phrase where = phrase("task \"%1\"", info.name);
    const auto colon = text.find(':');
    if (trimmed(std::string_view(text).substr(0, colon)) != info.name) {
        return fail(Code::BadUsage, where, "this is the text of another task", shortText(text, 60), info.name);
    }
    std::set<std::string> given;
    for (const std::string& item :
         colon == std::string::npos ? std::vector<std::string>() : splitAt(text.substr(colon + 1), ',')) {
        if (auto done = choice::assignOnce(resolved, std::string(trimmed(item)), given); !done) {
            done.error().where = where;
            return tl::unexpected(std::move(done).error());
        }
    }
    KVW_TRY(checkEffects(info, resolved.parts.front().parameters.values()));
    return TaskText{choice::canonicalText(resolved), resolved.parts.front().parameters.values()};
}

Result<const Task*> taskOf(const std::string& text) {
    const std::string name(trimmed(std::string_view(text).substr(0, text.find(':'))));
    if (const Task* const task = findTask(name)) {
        return task;
    }
    std::vector<std::string> names;
    std::ranges::transform(tasks(), std::back_inserter(names), [](const auto& task) { return task->info().name; });
    const std::string shown = shortText(name, 60);
    return unknownName("task", phrase("there is no task \"%1\"", shown), shown, names,
                       phrase("one of %1", joined(names)));
}

Result<void> readSamples(const std::string& text, EvalPlan& plan) {
    const auto colon = text.find(':');
    const std::string first = text.substr(0, colon);
    const std::string last = colon == std::string::npos ? std::string() : text.substr(colon + 1);
    const auto begin = first.empty() ? std::optional<std::int64_t>(0) : parsedNumber<std::int64_t>(first);
    const auto end = last.empty() ? std::optional<std::int64_t>(-1) : parsedNumber<std::int64_t>(last);
    const bool fits = colon != std::string::npos && begin && end && *begin >= 0 && (last.empty() || *end > *begin);
    if (!fits) {
        return fail(Code::BadUsage, "--samples", "this is no range of samples", shortText(text, 60),
                    "a:b, a: or :b with a below b, counted from 0");
    }
    plan.first = *begin;
    plan.last = *end;
    return {};
}

std::string samplesText(const EvalPlan& plan) {
    return fmt::format("{}:{}", plan.first, plan.last < 0 ? std::string() : std::to_string(plan.last));
}

Result<std::vector<std::string>> lanesOf(const RunSpec& run, const TypedSettings& typed, const Catalog& catalog) {
    std::vector<std::string> lanes;
    for (const std::string& text : run.policies) {
        KVW_TRY_ASSIGN(auto chain, resolveChain(catalog, text));
        KVW_TRY_ASSIGN(const auto policy, resolvePolicy(catalog, chain.policy));
        const LaneRun lane = laneRun(run, withNative(chain.own, policy, typed));
        chain.own = choiceFor(lane, run);
        const RunTraits traits{!lane.layerMajor(),
                               lane.positions == Positions::CacheRank && lane.rankKeys == RankKeys::Rotated,
                               run.kvDtype != "f32"};
        KVW_TRY(checkCompatible(policy, traits));
        std::string canonical = toText(chain);
        if (std::ranges::find(lanes, canonical) != lanes.end()) {
            return fail(Code::BadUsage, "--policy", "a lane is named twice", canonical, "each lane once");
        }
        lanes.push_back(std::move(canonical));
    }
    return lanes;
}

void readSettings(const JsonObject& json, EvalPlan& plan) {
    plan.limit = json.integerOr("limit", -1, -1);
    plan.seed = json.integerOr("seed", plan.seed, 0);
    plan.compressAt = json.wordOr("compress_at", {"prompt", "context"}) == 0 ? CompressAt::Prompt : CompressAt::Context;
    if (!readSamples(json.textOr("samples", "0:"), plan)) {
        json.refuse("samples", "a range such as 0:100");
    }
}

ordered_json toJson(const EvalPlan& plan) {
    RunSpec run = plan.run;
    run.model = wholePath(run.model);
    run.policies = RunSpec().policies;
    ordered_json json{{"format", kEvalFormat},
                      {"task", plan.task},
                      {"data", wholePath(plan.data).string()},
                      {"policies", plan.run.policies},
                      {"limit", plan.limit},
                      {"samples", samplesText(plan)},
                      {"seed", plan.seed},
                      {"compress_at", toText(plan.compressAt)},
                      {"run", kvw::toJson(run)}};
    for (const auto& [name, value] :
         {std::pair{"preset", &plan.preset}, std::pair{"against", &plan.against},
          std::pair{"model_hash", &plan.modelHash}, std::pair{"tokenizer_hash", &plan.tokenizerHash}}) {
        if (!value->empty()) {
            json[name] = *value;
        }
    }
    return json;
}

Result<EvalPlan> evalPlanOf(const nlohmann::json& json, const std::string& where) {
    JsonDocument document(where, Code::BadInput, JsonTexts::Any);
    const JsonObject object(document, json, {},
                            {"format", "task", "data", "policies", "limit", "samples", "seed", "compress_at", "run",
                             "preset", "against", "model_hash", "tokenizer_hash"});
    object.word("format", {kEvalFormat});
    EvalPlan plan;
    plan.task = object.text("task");
    plan.data = object.textOr("data", {});
    plan.run = runSpecOf(object.object("run", runSpecMembers()));
    plan.run.policies = object.texts("policies", true);
    readSettings(object, plan);
    plan.preset = object.textOr("preset", {});
    plan.against = object.textOr("against", {});
    plan.modelHash = object.textOr("model_hash", {});
    plan.tokenizerHash = object.textOr("tokenizer_hash", {});
    return document.checked().map([&] { return std::move(plan); });
}

Result<EvalPlan> readEvalPlan(const fs::path& folder) {
    const fs::path path = planFile(folder);
    return readJsonFile(path, kMostPlanBytes).and_then([&](const nlohmann::json& json) {
        return evalPlanOf(json, path.string());
    });
}

Result<void> keepEvalPlan(const fs::path& folder, const EvalPlan& plan) {
    std::error_code ignored;
    if (!fs::exists(planFile(folder), ignored)) {
        return writeSmallFile(planFile(folder), toJson(plan));
    }
    KVW_TRY_ASSIGN(const auto there, readEvalPlan(folder));
    const ordered_json found = identityOf(there), asked = identityOf(plan);
    for (const auto& [name, value] : asked.items()) {
        if (found.at(name) != value) {
            return fail(Code::BadUsage, folder.string(),
                        phrase("this folder holds another evaluation, with another value of \"%1\"", name),
                        memberText(found.at(name)), phrase("%1, or a folder of its own", memberText(value)));
        }
    }
    return {};
}

Result<void> keepModelOf(const fs::path& folder, const std::string& modelHash, const std::string& tokenizerHash) {
    KVW_TRY_ASSIGN(auto plan, readEvalPlan(folder));
    if (plan.modelHash.empty() && plan.tokenizerHash.empty()) {
        plan.modelHash = modelHash;
        plan.tokenizerHash = tokenizerHash;
        return writeSmallFile(planFile(folder), toJson(plan));
    }
    return plan.modelHash != modelHash
               ? fail(Code::BadInput, folder.string(), "the results in this folder are of another model", modelHash,
                      phrase("%1, or a folder of its own", plan.modelHash))
           : plan.tokenizerHash != tokenizerHash
               ? fail(Code::BadInput, folder.string(), "the results in this folder are of another tokenizer",
                      tokenizerHash, phrase("%1, or a folder of its own", plan.tokenizerHash))
               : Result<void>();
}

void forgetEvalPlan(const fs::path& folder) {
    std::error_code ignored;
    fs::remove(planFile(folder), ignored);
}

std::string evalCommand(const EvalPlan& plan, const fs::path& folder) {
    std::string line = commandLineHere("kvw eval " + shellWord(plan.task), plan.run);
    const auto add = [&line](const char* option, const std::string& value) {
        line += fmt::format(" {} {}", option, shellWord(value));
    };
    // A lane without settings in its text has those of the run, and a command without them asks for its native ones.
    if (plan.run.positions == RunSpec().positions) {
        add("--positions", kvw::toText(plan.run.positions));
    }
    if (plan.run.streamingPrefill == RunSpec().streamingPrefill) {
        add("--prefill", prefillText(plan.run));
    }
    if (!plan.data.empty()) {
        add("--data", plan.data.string());
    }
    if (plan.limit >= 0) {
        add("--limit", std::to_string(plan.limit));
    }
    if (plan.first > 0 || plan.last >= 0) {
        add("--samples", samplesText(plan));
    }
    if (plan.seed != EvalPlan().seed) {
        add("--seed", std::to_string(plan.seed));
    }
    if (plan.compressAt == CompressAt::Context) {
        add("--compress-at", "context");
    }
    if (!plan.against.empty()) {
        add("--against", plan.against);
    }
    add("--out", folder.empty() ? "eval" : folder.string());
    return line;
}

}  // namespace kvw::eval
