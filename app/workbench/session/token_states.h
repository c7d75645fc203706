// SPDX-License-Identifier: GPL-3.0-or-later
/// State of each token for a step, layer and unit, which the strip colours and a tool tip describes.
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/workbench/session/trace_index.h"
#include "core/analysis/protection.h"
#include "core/analysis/token_score.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// State of a token at a step. Unread: it is held, but the step's attention did not read it (read selection).
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

/// Cheap view of one (recording, lane, step, layer, unit). It asks the index per token, so only painted tokens cost
/// anything. Thread: GUI thread.
class TokenStates {
 public:
    TokenStates() = default;
    /// unit -1: the layer (held while any unit holds it). queryHead: the head whose reads count; -1: any head.
    TokenStates(const Recording& recording, std::shared_ptr<const TraceIndex> index, int lane, std::int64_t step,
                int layer, int unit, int queryHead = -1);

    [[nodiscard]] bool valid() const noexcept { return m_index != nullptr; }
    [[nodiscard]] TokenState operator[](std::int64_t token) const;
    [[nodiscard]] bool held(std::int64_t token) const;
    /// Returns "held: one of the last 128 tokens (recent)", "evicted at step 512, 3 steps ago, score 0.012, lowest kept
    /// score 0.02", ... For a token that survived a prune, it adds the score and rank if the scores were recorded, else
    /// a lower bound of the score. `fateOnly`: says only that it is held or evicted, not why.
    [[nodiscard]] QString sentence(std::int64_t token, bool fateOnly = false) const;
    [[nodiscard]] std::int64_t step() const noexcept { return m_step; }
    /// Returns whether any token is ever pinned by hand.
    [[nodiscard]] bool knowsPins() const noexcept { return m_index != nullptr && m_index->anyPinned(); }
    /// Returns whether it is known which tokens this step read: it had a read selection, and rows were recorded.
    [[nodiscard]] bool knowsReads() const noexcept { return m_rows.has_value(); }

 private:
    std::shared_ptr<const TraceIndex> m_index;
    const Trace* m_trace = nullptr;  ///< trace of the index
    std::int64_t m_step = -1;
    int m_layer = 0, m_unit = -1;
    std::optional<Protections> m_protections;
    ProtectedEnds m_ends;  ///< at the step
    bool m_evicts = true;
    std::optional<AttentionRows> m_rows;  ///< set with a read selection; the weight of an unread token is exactly 0
    int m_queryHead = -1;

    [[nodiscard]] bool read(std::int64_t token) const;
    [[nodiscard]] QString stay(std::int32_t token) const;
    [[nodiscard]] std::optional<TokenScore> scoreAt(std::int32_t token, std::int64_t step) const;
};

/// The text of a token for one line of screen: printable characters as they are, white space and control characters as
/// symbols, bytes that are no complete character as <0xE2>.
[[nodiscard]] QString visibleText(std::string_view bytes);
/// Returns the same with white space as white space: a line feed is a space, a tab is four, a carriage return is
/// nothing.
[[nodiscard]] QString plainText(std::string_view bytes);

/// Returns "step 512: 384 of 2048 tokens held, NLL 2.31, +0.08 to full" for the status bar and accessible descriptions.
[[nodiscard]] QString summarySentence(const Recording& recording, int lane, std::int64_t step);

}  // namespace kvw::wb
