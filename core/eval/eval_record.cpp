// SPDX-License-Identifier: Apache-2.0
#include "core/eval/eval_record.h"

#include <algorithm>

#include "core/base/json/json_access.h"
#include "core/base/json/json_value.h"
#include "core/base/json/phrase_json.h"

namespace kvw::eval {
namespace {

using nlohmann::ordered_json;

ordered_json numbersJson(const NamedNumbers& numbers) {
    ordered_json json = ordered_json::object();
    for (const auto& [name, value] : numbers) {
        json[name] = orNull(value);
    }
    return json;
}

NamedNumbers numbersOf(const ordered_json& json) {
    NamedNumbers numbers;
    for (const auto& [name, value] : json.items()) {
        numbers.emplace_back(name, value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN());
    }
    return numbers;
}

}  // namespace

ordered_json toJson(const EvalRecord& record) {
    ordered_json json{{"task", record.task},
                      {"subset", record.subset},
                      {"id", record.id},
                      {"policy", record.policy},
                      {"positions", record.positions},
                      {"prefill", record.prefill},
                      {"prompt_tokens", record.promptTokens},
                      {"truncated_tokens", record.truncatedTokens},
                      {"new_tokens", record.newTokens},
                      {"prediction", record.prediction},
                      {"references", record.references},
                      {"score", orNull(record.score)},
                      {"weight", record.weight},
                      {"parts", numbersJson(record.parts)},
                      {"facts", numbersJson(record.facts)},
                      {"ttft_ms", orNull(record.ttftMs)},
                      {"tpot_ms", orNull(record.tpotMs)},
                      {"held_after_prompt", orNull(record.heldAfterPrompt)},
                      {"bytes", countOrNull(record.bytes)}};
    if (!record.running.empty()) {
        json["running_perplexity"] = record.running;
    }
    if (!record.machine.empty()) {
        json["machine"] = record.machine;
    }
    if (record.failed()) {
        json["problem"] = phraseJson(record.problem);
    }
    return json;
}

Result<EvalRecord> evalRecordOf(const ordered_json& json, const std::string& where) {
    for (const char* name : {"task", "subset", "id", "policy"}) {
        if (!member(json, name).is_string()) {
            return fail(Code::BadInput, where,
                        phrase("this is no result of a sample, it lacks \"%1\"", std::string(name)));
        }
    }
    EvalRecord record;
    record.task = textOf(json, "task");
    record.subset = textOf(json, "subset");
    record.id = textOf(json, "id");
    record.policy = textOf(json, "policy");
    record.positions = textOf(json, "positions");
    record.prefill = textOf(json, "prefill");
    record.promptTokens = wholeOf(json, "prompt_tokens");
    record.truncatedTokens = wholeOf(json, "truncated_tokens");
    record.newTokens = wholeOf(json, "new_tokens");
    record.prediction = textOf(json, "prediction");
    for (const ordered_json& each : member(json, "references")) {
        if (each.is_string()) {
            record.references.push_back(each.get<std::string>());
        }
    }
    record.score = numberOf(json, "score");
    const double weight = numberOf(json, "weight");
    record.weight = std::isfinite(weight) ? weight : 1;
    record.parts = numbersOf(member(json, "parts"));
    record.facts = numbersOf(member(json, "facts"));
    for (const ordered_json& each : member(json, "running_perplexity")) {
        record.running.push_back(each.is_number() ? each.get<double>() : std::numeric_limits<double>::quiet_NaN());
    }
    record.ttftMs = numberOf(json, "ttft_ms");
    record.tpotMs = numberOf(json, "tpot_ms");
    record.heldAfterPrompt = numberOf(json, "held_after_prompt");
    record.bytes = wholeOf(json, "bytes", -1);
    record.machine = textOf(json, "machine");
    record.problem = phraseOf(member(json, "problem"));
    return record;
}

double numberNamed(const NamedNumbers& numbers, std::string_view name) {
    const auto found = std::ranges::find(numbers, name, &NamedNumbers::value_type::first);
    return found == numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

}  // namespace kvw::eval
