// SPDX-License-Identifier: Apache-2.0
/// The plugins of one lane: policy, reader and codec. Asks them, checks their answers, and keeps the log of the calls.
/// It changes nothing in the cache but codes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/attention/attention_store.h"
#include "core/engine/attention/codec_storage.h"
#include "core/engine/attention/page_reader.h"
#include "core/engine/policy/accepted_cuts.h"
#include "core/engine/policy/call_log.h"
#include "core/engine/policy/kept_scores.h"
#include "core/engine/policy/observations.h"
#include "core/engine/policy/rule_answer.h"
#include "core/policy/host/loading/created_policy.h"

namespace kvw {

/// Thread: inference thread.
class PolicyDriver {
 public:
    /// `store` and `pass` outlive this.
    PolicyDriver(GuardedParts parts, const sdk::Needs& needs, const sdk::Protection& protection, AttentionStore& store,
                 const AttentionPass& pass);
    /// Makes a fork over another store; `clones` are those of `other`.
    PolicyDriver(const PolicyDriver& other, GuardedParts clones, AttentionStore& store, const AttentionPass& pass);
    PolicyDriver(const PolicyDriver&) = delete;
    PolicyDriver& operator=(const PolicyDriver&) = delete;
    ~PolicyDriver() = default;
    [[nodiscard]] Result<GuardedParts> cloneParts() const;

    [[nodiscard]] const std::string& who() const noexcept { return m_policy.who(); }
    [[nodiscard]] const sdk::Needs& needs() const noexcept { return m_needs; }
    [[nodiscard]] const sdk::Protection& protection() const noexcept { return m_protection; }
    [[nodiscard]] const sdk::Report& report() const noexcept { return m_report; }
    [[nodiscard]] bool evicts() const noexcept { return m_evicts; }  ///< false: nothing can ever be evicted
    /// Read selection; null: everything is read.
    [[nodiscard]] const PageReader* reader() const noexcept { return m_reader ? &*m_reader : nullptr; }
    /// Storage codec; null: nothing is coded.
    [[nodiscard]] const LaneCodec* codec() const noexcept { return m_codec ? &*m_codec : nullptr; }
    /// Error of the coded keys and values since the start of the run; measured only while calls are recorded.
    [[nodiscard]] CodingError codingError() const { return m_codec ? m_codec->error() : CodingError{}; }

    /// Tells policy, reader and codec about the run.
    Result<void> begin(const sdk::RunInfo& run);
    /// Sets live parameters of the policy or its reader, from the next pass on.
    Result<void> setParameters(const ResolvedPolicy& policy);
    void beginPass();
    /// Called after the last pass over the prompt.
    Result<void> endPrompt();

    /// Views that the policy is shown.
    [[nodiscard]] Observations& observations() noexcept { return m_observations; }
    Result<void> observeRows(const sdk::Observation& layer, std::int64_t firstRow);
    [[nodiscard]] Result<sdk::Edits> prefillLayer(const sdk::Observation& layer);
    [[nodiscard]] Result<sdk::Edits> prefillEnd();
    [[nodiscard]] Result<sdk::Edits> step();
    /// Returns the rule that a backend may follow in place of the next `step`; none: the policy has to be asked,
    /// because it declares none, because more is wanted than a rule gives, because it has to measure keys that no pass
    /// of it added, or because the rule is for keys that stay.
    [[nodiscard]] Result<std::optional<sdk::StepRule>> stepRule() const;
    /// False: the policy is asked at every step, whatever it declares. For tests, which compare both ways.
    void followRules(bool on) noexcept { m_followsRules = on; }
    /// Takes what followed from that rule: `step` makes its edits of it and does not ask the policy.
    void take(const sdk::StepRule& rule, const RuleAnswer& answer);
    /// Returns the rule that a backend may follow in place of the next `choosePages`; none: there is no reader, or it
    /// has to be asked.
    [[nodiscard]] Result<std::optional<sdk::ReadRule>> readRule() const;
    /// Takes what followed from that rule, after the step.
    void take(const ReadAnswer& answer);
    /// Asks policy, reader and codec for their reports; behind every answer, before `accept`.
    Result<void> refreshReport();
    /// Checks the edits against the report. Returns the cuts that they are.
    [[nodiscard]] Result<std::vector<Cut>> accept(const sdk::Edits& edits);
    /// Records what the answer was: the cuts that were made of it, or the error that it ended in.
    void recordAnswer(const sdk::Edits& edits, std::span<const EvictionRecord> cuts, const Result<void>& done);

    /// Asks the reader, if there is one, which pages the layer reads; q [query_heads, head_dim], rotated. Returns them;
    /// null: everything.
    [[nodiscard]] Result<const PageTiles*> choosePages(std::int32_t layer, float* q);
    /// With a codec: codes what exceeds the full-precision tails.
    Result<void> encode(std::int32_t firstLayer, std::int32_t layers);

    /// Bytes that attention read in the last decode step: rows of K and V and the page bounds; -1: there is no reader,
    /// so everything held was read.
    [[nodiscard]] std::int64_t bytesRead() const noexcept { return m_bytesRead; }
    /// Milliseconds spent in calls of policy and reader since beginPass.
    [[nodiscard]] double ms() const noexcept { return m_ms; }

    /// Records every call of policy, reader and codec from here on, or none; `scores` limits the scores that are kept.
    void recordCalls(bool on, const KeptScores::Limits& scores) noexcept {
        m_calls.record(on);
        m_scores.limit(scores);
    }
    /// Returns the calls since the last time, and forgets them.
    [[nodiscard]] std::vector<PolicyCall> takeCalls() { return m_calls.take(); }
    /// Scores that the policy compared in the pass.
    [[nodiscard]] KeptScores& scores() noexcept { return m_scores; }
    void keepFirstScores() { m_firstScores.emplace(); }
    [[nodiscard]] FirstScores firstScores() const { return m_firstScores.value_or(FirstScores{}); }

 private:
    /// Returns true if the policy text names only a reader or a codec: the policy beside it is a stand-in that keeps
    /// everything, so its calls are not recorded.
    [[nodiscard]] bool isPlaceholder() const noexcept { return !m_evicts && (m_reader || m_codec); }
    template <class About, class Work>
    auto ask(double& ms, About about, Work&& work) {
        return m_calls.run(ms, about, std::forward<Work>(work), !isPlaceholder());
    }
    /// Records of calls; layer -1: all layers.
    [[nodiscard]] std::int64_t heldBy(std::int32_t layer) const;
    [[nodiscard]] std::int64_t budgetOf(std::int32_t layer) const;
    [[nodiscard]] PolicyCall plainCall(const char* name, std::string given = {}) const;
    [[nodiscard]] PolicyCall viewedCall(const char* name, const sdk::Observation& view) const;
    [[nodiscard]] PolicyCall pagesCall(std::int32_t layer, std::int64_t tokens) const;
    [[nodiscard]] PolicyCall encodeCall(std::int32_t firstLayer, std::int32_t layers, const CodecEncoder& encoder,
                                        const Result<void>& done) const;
    /// Keeps the scores of edits that were applied, for the layers of `cuts`, as far as they are wanted.
    void keepScores(const sdk::Edits& edits, std::span<const EvictionRecord> cuts);

    /// Does `step` with the answer of a rule.
    [[nodiscard]] Result<sdk::Edits> editsOfRule();

    AttentionStore& m_store;
    const AttentionPass& m_pass;
    GuardedPolicy m_policy;
    std::optional<PageReader> m_reader;
    std::optional<LaneCodec> m_codec;
    bool m_evicts;
    sdk::Needs m_needs;
    sdk::Protection m_protection;
    sdk::Report m_report;
    Observations m_observations;
    CallLog m_calls;
    KeptScores m_scores;
    std::optional<FirstScores> m_firstScores;
    /// Replaces the next answer of `step`; its arrays are those of the edits.
    struct Followed {
        RuleAnswer answer;
        bool due = false;
        bool showsScores = false;
        std::string reason;
    };
    Followed m_followed;
    bool m_followsRules = true;
    std::int64_t m_bytesRead = -1;
    double m_ms = 0;
};

}  // namespace kvw
