// SPDX-License-Identifier: Apache-2.0
/// A conformance case as it was read and checked, and the passes that drive the engine's attention through it.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/decode/cached_attention.h"
#include "core/decode/case_members.h"
#include "core/decode/conformance_tensors.h"

namespace kvw {

struct ConformanceCase {
    std::string name, where;
    std::string kind;  ///< "eviction", "read-selection", "codec"; of the others only what is above and `file` is read
    nlohmann::json file;
    sdk::ModelShape shape;
    std::int64_t prompt = 0, decode = 0, chunk = 0;  ///< chunk 0: layer-major
    bool cacheRank = false;
    std::shared_ptr<RopeTables> rope;
    std::int64_t listedUnits = 1;
};

/// Tokens per pass of the prefill, 0: the whole prompt at once.
[[nodiscard]] std::int64_t chunkOf(CaseMembers& members);
[[nodiscard]] Result<ConformanceCase> readConformanceCase(const std::filesystem::path& path);
/// The same from what stands in it; `where` names it.
[[nodiscard]] Result<ConformanceCase> conformanceCaseOf(nlohmann::json file, std::string where);

/// Agreement of optional numbers: relative 1e-3 or absolute 1e-6, whichever is larger.
[[nodiscard]] bool caseNumberAgrees(double found, double expected);
/// The `scores` that the case pins against those of the first cut or choice; the first difference, or an empty text.
[[nodiscard]] std::string compareCaseScores(const ConformanceCase& c, const CachedAttention::FirstScores& first);

/// A case's tensors through one lane's attention, pass after pass.
class CasePasses {
 public:
    CasePasses(const ConformanceCase& c, CaseTensors tensors, std::unique_ptr<CachedAttention> attention)
        : m_case(c), m_tensors(std::move(tensors)), m_attention(std::move(attention)) {}

    Result<void> begin();
    /// The whole prompt, by the schedule of the case.
    Result<void> prompt();
    /// Token prompt + s.
    Result<void> step(std::int64_t s);
    /// From here on a fork of the attention takes the passes.
    Result<void> continueAsFork();
    /// Attention output of the newest pass and layer.
    [[nodiscard]] bool outputIsFinite() const;

    [[nodiscard]] const CachedAttention& attention() const noexcept { return *m_attention; }
    /// For hands between two passes.
    [[nodiscard]] CachedAttention& attention() noexcept { return *m_attention; }
    [[nodiscard]] const ConformanceCase& theCase() const noexcept { return m_case; }

 private:
    Result<void> pass(std::int64_t first, std::int64_t count, bool prefill);

    const ConformanceCase& m_case;
    CaseTensors m_tensors;
    std::unique_ptr<CachedAttention> m_attention;
    std::vector<float> m_q, m_k, m_v, m_out;
};

}  // namespace kvw
