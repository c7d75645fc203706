// SPDX-License-Identifier: GPL-3.0-or-later
/// The state of each token for a step, layer and unit: what the strip colours and what hover says in words.
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/workbench/models/trace_index.h"
#include "core/trace/protection.h"
#include "core/trace/recording.h"
#include "core/trace/token_score.h"

namespace kvw::wb {

/// Unread: held, but the step's attention did not read it (read selection).
enum class TokenState : std::uint8_t {
    Sink,
    Recent,
    Kept,
    Pinned,  ///< by hand
    Unread,
    EvictedNow,
    EvictedEarlier,
    Current,
    Ahead
};
[[nodiscard]] QString stateName(TokenState state);

/// A cheap view of one (recording, lane, step, layer, unit); asks the index per token, so only painted tokens cost
/// anything. Thread: GUI thread.
class TokenStates {
 public:
    TokenStates() = default;
    /// unit -1: the layer (held while any unit holds it). queryHead: whose reads count; -1: those of any head.
    TokenStates(const Recording& recording, std::shared_ptr<const TraceIndex> index, int lane, std::int64_t step,
                int layer, int unit, int queryHead = -1);

    [[nodiscard]] bool valid() const noexcept { return m_index != nullptr; }
    [[nodiscard]] TokenState operator[](std::int64_t token) const;
    [[nodiscard]] bool held(std::int64_t token) const;
    /// "kept: not among the sinks or the recent tokens", "evicted at step 512, score 0.012, cut 0.02", ... Of a token
    /// that stayed, score and rank too, where the selection's scores were recorded; else the bound that follows.
    /// `fateOnly`: held or evicted, not why.
    [[nodiscard]] QString sentence(std::int64_t token, bool fateOnly = false) const;
    [[nodiscard]] std::int64_t step() const noexcept { return m_step; }
    /// Whether any token is ever pinned by hand.
    [[nodiscard]] bool knowsPins() const noexcept { return m_index != nullptr && m_index->anyPinned(); }
    /// Whether it is known what this step read of the cache: a reader chose, and rows were recorded.
    [[nodiscard]] bool knowsReads() const noexcept { return m_rows.has_value(); }

 private:
    std::shared_ptr<const TraceIndex> m_index;
    const Trace* m_trace = nullptr;  ///< of the index
    std::int64_t m_step = -1;
    int m_layer = 0, m_unit = -1;
    std::optional<Protections> m_protections;
    ProtectedEnds m_ends;  ///< at the step
    bool m_evicts = true;
    std::optional<AttentionRows> m_rows;  ///< where a reader chose; what was not read has a weight of exactly 0
    int m_queryHead = -1;

    [[nodiscard]] bool read(std::int64_t token) const;
    [[nodiscard]] QString stay(std::int32_t token) const;
    [[nodiscard]] std::optional<TokenScore> scoreAt(std::int32_t token, std::int64_t step) const;
};

/// The text of a token for one line of screen: printable characters as they are, white space and control characters as
/// symbols, bytes that are no complete character as <0xE2>.
[[nodiscard]] QString visibleText(std::string_view bytes);

/// "step 512: 384 of 2048 tokens held, NLL 2.31, +0.08 to full": status bar and accessible description.
[[nodiscard]] QString summarySentence(const Recording& recording, int lane, std::int64_t step);

}  // namespace kvw::wb
