// SPDX-License-Identifier: Apache-2.0
/// A conformance case as it was read and checked, and the passes that drive the engine's attention through it.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/json/json_reader.h"
#include "core/conformance/conformance_tensors.h"
#include "core/engine/attention/cached_attention.h"
#include "core/engine/backend/cpu_backend.h"
#include "core/policy/host/choice/choice.h"
#include "core/policy/host/loading/created_policy.h"
#include "kernels/thread_pool.h"

namespace kvw {

struct ConformanceCase {
    std::string name, where;
    std::string kind;  ///< "eviction", "read-selection", "codec"; the members below `file` are of the first two only
    nlohmann::json file;
    sdk::ModelShape shape;
    std::int64_t prompt = 0, decode = 0, chunk = 0;  ///< chunk 0: layer-major
    bool cacheRank = false;
    std::shared_ptr<RopeTables> rope;
    std::int64_t listedUnits = 1;
};

/// Returns the tokens per pass of the prefill of a case; 0: the whole prompt at once.
[[nodiscard]] std::int64_t chunkOf(const JsonObject& file);
[[nodiscard]] Result<ConformanceCase> readConformanceCase(const std::filesystem::path& path);
/// Checks a case that is already in memory; `where` names it in errors.
[[nodiscard]] Result<ConformanceCase> conformanceCaseOf(nlohmann::json file, std::string where);

/// Returns true if the numbers agree within relative 1e-3 or absolute 1e-6, whichever is larger.
[[nodiscard]] bool caseNumberAgrees(double found, double expected);
/// Compares the `scores` that the case pins with those of the first cut or page choice. Returns the first difference,
/// or an empty text.
[[nodiscard]] Phrase compareCaseScores(const ConformanceCase& c, const FirstScores& first);

/// Makes the attention of a case with the parts of a policy. Errors: the policy's.
[[nodiscard]] Result<std::unique_ptr<CachedAttention>> caseAttention(const ConformanceCase& c,
                                                                     const ResolvedPolicy& policy,
                                                                     CreatedPolicy created, const PluginPaths& paths,
                                                                     ThreadPool& pool);

/// Drives one lane's attention with the tensors of a case, pass after pass; the backend computes its decode steps.
class CasePasses {
 public:
    CasePasses(const ConformanceCase& c, CaseTensors tensors, std::unique_ptr<CachedAttention> attention,
               std::shared_ptr<const Backend> backend = std::make_shared<const CpuBackend>())
        : m_case(c),
          m_tensors(std::move(tensors)),
          m_attention(std::move(attention)),
          m_backend(std::move(backend)),
          m_steps(m_backend->makeTensorSteps()) {}

    Result<void> begin();
    /// Runs the whole prompt, by the schedule of the case.
    Result<void> prompt();
    /// Decodes token prompt + s.
    Result<void> step(std::int64_t s);
    /// Continues with a fork of the attention.
    Result<void> continueAsFork();
    /// Returns true if the attention output of the newest pass and layer is finite.
    [[nodiscard]] bool outputIsFinite() const;

    [[nodiscard]] const CachedAttention& attention() const noexcept { return *m_attention; }
    /// For changes by hand between two passes.
    [[nodiscard]] CachedAttention& attention() noexcept { return *m_attention; }
    [[nodiscard]] const ConformanceCase& theCase() const noexcept { return m_case; }

 private:
    Result<void> pass(std::int64_t first, std::int64_t count, bool prefill);

    const ConformanceCase& m_case;
    CaseTensors m_tensors;
    std::unique_ptr<CachedAttention> m_attention;
    std::shared_ptr<const Backend> m_backend;
    std::unique_ptr<TensorSteps> m_steps;
    std::vector<float> m_q, m_k, m_v, m_out;
};

[[nodiscard]] const char* caseGranularity(sdk::Granularity granularity) noexcept;
/// Tokens by layer and unit, ascending.
using TokenSets = std::vector<std::vector<std::vector<std::int64_t>>>;
/// Returns the held tokens.
[[nodiscard]] TokenSets heldSets(const CachedAttention& attention);
/// Returns the tokens that the last step evicted, by layer and unit; null: none.
[[nodiscard]] nlohmann::ordered_json droppedSets(const CachedAttention& attention);
/// Returns the member `policy` of a case; null: cases have no form for this policy.
[[nodiscard]] nlohmann::ordered_json casePolicy(const ResolvedPolicy& policy);

/// Returns such as "1, 2, 3".
template <class Number>
[[nodiscard]] std::string listText(const std::vector<Number>& numbers) {
    return fmt::format("{}", fmt::join(numbers, ", "));
}

[[nodiscard]] Result<Phrase> runEvictionCase(CasePasses& passes);
/// Needs an attention with a reader.
[[nodiscard]] Result<Phrase> runReadCase(CasePasses& passes);
[[nodiscard]] Result<Phrase> runCodecCase(const ConformanceCase& c, GuardedCodec codec);

}  // namespace kvw
