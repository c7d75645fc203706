// SPDX-License-Identifier: GPL-3.0-or-later
/// The selection that all docks share: step, ranges, tokens, layer, head and lane. Docks read and write it and never
/// call each other.
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/workbench/session/dirty.h"

namespace kvw::wb {

/// Steps [first, last]; empty (last < first): everything.
struct StepRange {
    std::int64_t first = 0, last = -1;
    [[nodiscard]] bool all() const noexcept { return last < first; }
    bool operator==(const StepRange&) const = default;
};

/// Returns the steps of the decode if most of a run of `steps` steps is prompt, else everything. A short run is shown
/// whole, and so is one with hardly any decode. A little of the prompt is left: some policies prune at its end.
[[nodiscard]] inline StepRange decodeRange(std::int64_t prompt, std::int64_t steps) {
    constexpr std::int64_t kShort = 256, kFewest = 16, kPart = 16;
    const bool most = steps > kShort && 2 * prompt > steps && steps - prompt >= kFewest;
    return most ? StepRange{prompt - 1 - (steps - prompt) / kPart, steps - 1} : StepRange{};
}

/// Tokens [first, last] likewise.
using TokenRange = StepRange;

/// Position under the mouse in some dock, which all others mark; it selects nothing. -1: none.
struct Hover {
    std::int64_t token = -1, step = -1;
    int layer = -1;
    /// Returns the position on an axis of steps; a token is at its own step.
    [[nodiscard]] std::int64_t alongSteps() const noexcept { return step >= 0 ? step : token; }
    /// Returns the position on an axis of tokens.
    [[nodiscard]] std::int64_t alongTokens() const noexcept { return token >= 0 ? token : step; }
    bool operator==(const Hover&) const = default;
};

/// A selection without its step.
struct SelectionValues {
    StepRange range;
    TokenRange tokenRange;             ///< visible range of axes that count tokens, such as the columns of maps
    std::vector<std::int32_t> tokens;  ///< ascending, unique
    int layer = 0;
    int head = -1;  ///< query head; -1: all, that is the group mean
    int lane = 0;
    std::optional<std::int64_t> cursorA, cursorB;
    bool operator==(const SelectionValues&) const = default;
};

/// Thread: GUI thread. Setting a value that is already set does nothing. Nothing is clamped to a recording: docks show
/// what exists.
class Selection : public QObject {
    Q_OBJECT
 public:
    explicit Selection(QObject* parent = nullptr);

    [[nodiscard]] std::int64_t step() const noexcept { return m_step; }  ///< the cursor; -1 before the first step
    [[nodiscard]] bool following() const noexcept { return m_following; }
    [[nodiscard]] const SelectionValues& values() const noexcept { return m_values; }
    [[nodiscard]] StepRange range() const noexcept { return m_values.range; }
    [[nodiscard]] TokenRange tokenRange() const noexcept { return m_values.tokenRange; }
    [[nodiscard]] const std::vector<std::int32_t>& tokens() const noexcept { return m_values.tokens; }
    [[nodiscard]] int layer() const noexcept { return m_values.layer; }
    [[nodiscard]] int head() const noexcept { return m_values.head; }
    [[nodiscard]] int lane() const noexcept { return m_values.lane; }
    [[nodiscard]] Hover hover() const noexcept { return m_hover; }
    [[nodiscard]] std::optional<std::int64_t> cursorA() const noexcept { return m_values.cursorA; }
    [[nodiscard]] std::optional<std::int64_t> cursorB() const noexcept { return m_values.cursorB; }

    void setStep(std::int64_t step);   ///< stops following
    void followTo(std::int64_t step);  ///< the live run moved on; only while following
    void setFollowing(bool following);
    void setValues(const SelectionValues& values);
    void setRange(StepRange range);
    void setTokenRange(TokenRange range);
    void setTokens(std::vector<std::int32_t> tokens);
    void toggleToken(std::int32_t token);
    void setLayer(int layer);
    void setHead(int head);
    void setLane(int lane);
    void setHover(Hover hover);
    void setCursorA(std::optional<std::int64_t> step);
    void setCursorB(std::optional<std::int64_t> step);
    /// Returns whether there is anything that `clear` would remove.
    [[nodiscard]] bool marks() const {
        return !tokens().empty() || !range().all() || !tokenRange().all() || cursorA().has_value() ||
               cursorB().has_value();
    }
    void clear();  ///< tokens, ranges and cursors; step, layer, head and lane stay
    /// Resets everything for another recording, and follows it. `sameUnits`: it has the same layers and heads, so the
    /// selected ones stay.
    void reset(int lane, bool sameUnits = false);

 Q_SIGNALS:
    /// One signal for everything; `what` says which parts (DirtyFlag::Step, Range, Tokens, Unit, Hover, Cursors).
    void changed(kvw::wb::Dirty what);
    void followingChanged(bool following);

 private:
    template <class T>
    void assign(T& member, T value, DirtyFlag flag);

    std::int64_t m_step = -1;
    bool m_following = true;
    SelectionValues m_values;
    Hover m_hover;
};

}  // namespace kvw::wb
