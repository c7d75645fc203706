// SPDX-License-Identifier: Apache-2.0
/// Result of one sample and lane, as a line of `results.jsonl`.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/phrase.h"
#include "core/eval/tasks/sample.h"

namespace kvw::eval {

/// Numbers with names, in the order of the task.
using NamedNumbers = std::vector<std::pair<std::string, double>>;

/// NaN and negative counts: not known.
struct EvalRecord {
    std::string task;                ///< canonical text
    std::string subset, id;          ///< of the sample
    std::string policy;              ///< the lane, with its settings
    std::string positions, prefill;  ///< with which the lane ran
    std::int64_t promptTokens = 0;   ///< Likelihood: of the whole text
    std::int64_t truncatedTokens = 0;
    std::int64_t newTokens = 0;  ///< generated; Likelihood: scored
    std::string prediction;
    std::vector<std::string> references;
    double score = std::numeric_limits<double>::quiet_NaN(), weight = 1;
    NamedNumbers parts, facts;
    std::vector<double> running;  ///< Likelihood: perplexity of the first 256, 512, ... scored tokens
    double ttftMs = std::numeric_limits<double>::quiet_NaN(), tpotMs = std::numeric_limits<double>::quiet_NaN();
    double heldAfterPrompt = std::numeric_limits<double>::quiet_NaN();  ///< tokens per layer and head, on average
    std::int64_t bytes = -1;                                            ///< of keys and values, after the last token
    std::string machine;  ///< Timed: fingerprint of what it ran on; numbers of unlike ones are not compared
    Phrase problem;       ///< reason why the lane ended early; it then has no score

    [[nodiscard]] bool failed() const noexcept { return !problem.empty(); }
};

/// Sample and lane that a record is the result of; a folder holds one record of each.
struct RecordKey {
    std::string task, subset, id, policy;
    [[nodiscard]] auto operator<=>(const RecordKey&) const = default;
};
[[nodiscard]] inline RecordKey keyOf(const EvalRecord& record) {
    return {record.task, record.subset, record.id, record.policy};
}

[[nodiscard]] nlohmann::ordered_json toJson(const EvalRecord& record);
/// Reads a record. Errors: BadInput at `where` for JSON that is none.
[[nodiscard]] Result<EvalRecord> evalRecordOf(const nlohmann::ordered_json& json, const std::string& where);
/// Returns the number of that name; NaN: there is none.
[[nodiscard]] double numberNamed(const NamedNumbers& numbers, std::string_view name);

}  // namespace kvw::eval
