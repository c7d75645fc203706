// SPDX-License-Identifier: Apache-2.0
/// Tables of an evaluation: a row per subset and lane, with the interval of its mean and its difference from another
/// lane on the same samples.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/base/table.h"
#include "core/eval/eval_record.h"
#include "core/eval/sweep_results.h"
#include "core/eval/tasks/task.h"

namespace kvw::eval {

/// Number that a work prints for a row of its table.
struct PublishedNumber {
    std::string subset;  ///< empty: the total
    std::string policy;  ///< as in the records
    double value = 0;
};

/// Result of a lane on a subset. NaN: undefined. Total::Perplexity: `value` and its interval are perplexities, `sd` is
/// that of the samples' perplexities, the difference is in nats per token.
struct EvalRow {
    std::string subset;  ///< empty: all subsets together
    std::string policy;
    std::int64_t samples = 0, failed = 0;  ///< with a score; without, because the lane ended early
    double value = kMissing, sd = kMissing, low = kMissing, high = kMissing;
    /// Paired difference from the named lane, over the samples that both have.
    double difference = kMissing, differenceLow = kMissing, differenceHigh = kMissing;
    std::int64_t pairs = 0;
    double published = kMissing;
    double heldAfterPrompt = kMissing, bytes = kMissing, ttftMs = kMissing, tpotMs = kMissing;  ///< means
    double speedup = kMissing;  ///< time per token of the named lane over that of this one; timed tasks only
    struct Part {
        std::string name;
        Spread spread;
        double median = kMissing, low = kMissing, high = kMissing;
    };
    std::vector<Part> parts;
    std::string positions, prefill;
};

struct TableOptions {
    std::vector<std::string> policies;  ///< lanes in their order
    std::string against;                ///< policy of the named lane; empty: none
    std::vector<PublishedNumber> published = {};
};
/// Checks that timed results are of one machine. Errors: BadUsage with both fingerprints.
[[nodiscard]] Result<void> checkOneMachine(std::span<const EvalRecord> records);
/// Returns a row per subset, in the order of the records, and lane; behind them those of all subsets together, if there
/// are several. Errors: as checkOneMachine.
[[nodiscard]] Result<std::vector<EvalRow>> evalRows(std::span<const EvalRecord> records, const TaskInfo& task,
                                                    const TableOptions& options);

[[nodiscard]] nlohmann::ordered_json toJson(const EvalRow& row);
/// Returns a table for programs, with every number in a column of its own.
[[nodiscard]] tables::Table evalNumbers(std::span<const EvalRow> rows, const TaskInfo& task);
/// Returns a table for a page and for a terminal; the best lane of each subset is marked, the full cache never is.
[[nodiscard]] tables::Table evalPage(std::span<const EvalRow> rows, const TaskInfo& task, const std::string& caption);

}  // namespace kvw::eval
