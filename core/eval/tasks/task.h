// SPDX-License-Identifier: Apache-2.0
/// A task of `kvw eval`: it reads or makes samples, and scores answers. Tasks run nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/finding.h"
#include "core/eval/tasks/sample.h"
#include "core/policy/host/manifest.h"

namespace kvw {
class Tokenizer;
}  // namespace kvw

namespace kvw::eval {

/// Number in a task's table, made of the scores of its samples.
enum class Total {
    Mean,        ///< mean of the values; over subsets: mean of their means
    Perplexity,  ///< exp of the weighted mean of the values (NLL per token), over all tokens of all samples
};

struct TaskInfo {
    std::string name;         ///< kebab-case, as on the command line
    std::string title;        ///< for people: "LongBench"
    std::string description;  ///< one sentence: what is asked, and which files --data must hold
    std::string score;        ///< name of the value: "score", "accuracy (%)", "perplexity"
    Total total = Total::Mean;
    /// Mean over subsets: weights of groups of subsets, by the beginning of their names ({"single", 0.4}). Within a
    /// group each subset counts alike; groups without a subset are left out. Empty: each subset counts alike.
    std::vector<std::pair<std::string, double>> weights;
    bool higherIsBetter = true;
    bool needsData = false;    ///< nothing runs without --data
    bool takesData = true;     ///< false: --data has no effect
    bool hasQuestions = true;  ///< false: a prompt is one text, so that it cannot be compressed without its question
    /// Options of the task ("ruler:size=8192,tasks=cwe"), declared as parameters of policies are.
    std::vector<ParameterSpec> parameters;
    std::string reference;  ///< work and files that define the task, for its help
};

/// Data, tokenizer and options that a task makes samples from.
struct TaskContext {
    std::filesystem::path data;  ///< folder of --data; empty: none was given
    const Tokenizer& tokenizer;
    std::int64_t maxTokens = 0;  ///< positions of the model; prompt and answer must fit; 0: no limit is known
    std::int64_t seed = 42;
    std::map<std::string, sdk::Value> values;  ///< by parameter; every parameter has a value
};

/// Samples in a fixed order: the same data, options and seed give the same samples.
class SampleSource {
 public:
    virtual ~SampleSource() = default;
    /// Returns the number of samples; none: it is not known before they are read.
    [[nodiscard]] virtual std::optional<std::int64_t> count() const { return std::nullopt; }
    /// Returns subset and id of the next sample without making it; none: there is none, or it is not known.
    [[nodiscard]] virtual std::optional<std::pair<std::string, std::string>> peek() { return std::nullopt; }
    /// Returns the number of samples of each subset; none: it is not known.
    [[nodiscard]] virtual std::optional<std::map<std::string, std::int64_t>> counts() const { return std::nullopt; }
    /// Returns the next sample; none: there are no more. A malformed record is skipped and added to the findings with
    /// file and line. Errors: those after which no sample can follow.
    [[nodiscard]] virtual Result<std::optional<Sample>> next() = 0;
    /// Skips a sample without making it; makes and drops it where that is all one can do.
    [[nodiscard]] virtual Result<bool> skip() {
        KVW_TRY_ASSIGN(const std::optional<Sample> dropped, next());
        return dropped.has_value();
    }
    [[nodiscard]] const std::vector<Finding>& findings() const noexcept { return m_findings; }
    [[nodiscard]] std::int64_t malformed() const noexcept { return m_malformed; }  ///< records that were skipped

 protected:
    /// Counts a malformed record; the first twenty are findings.
    void addMalformed(const Error& error) {
        if (++m_malformed <= 20) {
            m_findings.push_back(errorFinding(error.asPhrase(), Severity::Warning));
        }
    }
    void addFinding(Finding finding) { m_findings.push_back(std::move(finding)); }

 private:
    std::vector<Finding> m_findings;
    std::int64_t m_malformed = 0;
};

/// Source whose samples are known by their numbers before one is made.
class PlannedSource : public SampleSource {
 public:
    [[nodiscard]] std::optional<std::int64_t> count() const final { return planned(); }
    [[nodiscard]] std::optional<std::pair<std::string, std::string>> peek() final {
        return m_next < planned() ? std::optional(nameOf(m_next)) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::map<std::string, std::int64_t>> counts() const final {
        std::map<std::string, std::int64_t> all;
        for (std::int64_t i = 0; i < planned(); ++i) {
            ++all[nameOf(i).first];
        }
        return all;
    }
    [[nodiscard]] Result<bool> skip() final {
        const bool more = m_next < planned();
        m_next += more ? 1 : 0;
        return more;
    }

 protected:
    [[nodiscard]] virtual std::int64_t planned() const = 0;
    /// Returns subset and id of a sample.
    [[nodiscard]] virtual std::pair<std::string, std::string> nameOf(std::int64_t number) const = 0;

    std::int64_t m_next = 0;  ///< number of the next sample
};

/// A task. Thread: any.
struct Task {
    const TaskInfo& (*info)();
    /// Opens the samples. Errors: BadInput or NotFound that name the file, what was found and what was expected
    /// (layout, columns); a tokenizer that lacks characters of the task.
    Result<std::unique_ptr<SampleSource>> (*open)(const TaskContext& context);
    /// Scores the answer to a sample that this task made.
    Score (*score)(const Sample& sample, const Answer& answer);
};
/// Returns what `make` returns, made once.
template <TaskInfo (*make)()>
const TaskInfo& infoOf() {
    static const TaskInfo info = make();
    return info;
}

}  // namespace kvw::eval
