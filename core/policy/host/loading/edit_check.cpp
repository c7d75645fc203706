// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/edit_check.h"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/policy/host/loading/guard.h"
#include "core/policy/host/loading/row_scan.h"

namespace kvw {

namespace {

constexpr std::int64_t kNoToken = std::numeric_limits<std::int64_t>::max();

/// An edit on the host: evict [layers, units, width], scores [layers, units, slots] or undefined.
struct HostEdit {
    std::int64_t firstLayer = 0;
    at::Tensor evict, scores;
};

/// Tokens that stay whatever their score, as two ranges of token indices.
struct ProtectedRange {
    std::int64_t sinksBelow = 0;         ///< tokens < this
    std::int64_t recentFrom = kNoToken;  ///< tokens >= this
    [[nodiscard]] bool covers(std::int64_t token) const noexcept { return token < sinksBelow || token >= recentFrom; }
};

/// Returns the n-th smallest token held, 0-based.
std::int64_t nthToken(std::span<const std::int64_t> row, std::int64_t n) {
    std::vector<std::int64_t> held;
    std::copy_if(row.begin(), row.end(), std::back_inserter(held), [](std::int64_t token) { return token >= 0; });
    std::nth_element(held.begin(), held.begin() + n, held.end());
    return held[static_cast<std::size_t>(n)];
}

/// Applies rule B3 with `kept` tokens: the newest min(recent, kept), then the oldest below `sinks` as far as there is
/// room.
ProtectedRange protectedRange(std::span<const std::int64_t> row, const Held& held, std::int64_t kept,
                              const sdk::Protection& protection) {
    ProtectedRange range;
    const std::int64_t recent = std::min(protection.recent, kept);
    const std::int64_t room = kept - recent;
    // Usually the newest tokens are all held and no selection is needed.
    const std::int64_t contiguous = held.newest - recent + 1;
    const Ends ends = countEnds(row, contiguous, protection.sinks);
    if (recent > 0) {
        range.recentFrom = contiguous >= 0 && ends.from == recent ? contiguous : nthToken(row, held.count - recent);
    }
    const std::int64_t below = std::min(protection.sinks, range.recentFrom);
    if (room > 0 && below > 0) {
        const std::int64_t sinks = below == protection.sinks ? ends.below : held.count - recent;
        range.sinksBelow = sinks <= room ? below : nthToken(row, room);
    }
    return range;
}

void sortByToken(Cut& cut) {
    if (cut.scores.empty()) {
        std::ranges::sort(cut.tokens);
    } else if (!std::ranges::is_sorted(cut.tokens)) {
        std::vector<std::pair<std::int32_t, float>> scored;
        scored.reserve(cut.tokens.size());
        for (std::size_t i = 0; i < cut.tokens.size(); ++i) {
            scored.emplace_back(cut.tokens[i], cut.scores[i]);
        }
        std::ranges::sort(scored, {}, &std::pair<std::int32_t, float>::first);
        for (std::size_t i = 0; i < scored.size(); ++i) {
            std::tie(cut.tokens[i], cut.scores[i]) = scored[i];
        }
    }
}

class EditCheck {
 public:
    EditCheck(std::span<const LayerTokens> table, const sdk::Protection& protection, const sdk::Report& report,
              const std::string& who, std::int64_t step)
        : m_table(table), m_protection(protection), m_report(report), m_who(who), m_step(step) {}

    Result<std::vector<Cut>> run(const sdk::Edits& edits);

 private:
    Result<HostEdit> fetch(const sdk::Edit& edit) const;
    Result<void> checkShape(const sdk::Edit& edit) const;
    Result<void> checkScores(const HostEdit& edit) const;
    Result<void> checkReport() const;
    Result<void> checkLayer(const std::vector<HostEdit>& edits, std::int64_t layer, std::vector<Cut>& cuts);
    Result<void> checkUnit(const std::vector<HostEdit>& edits, std::int64_t layer, std::int64_t unit,
                           std::vector<Cut>& cuts);
    Result<void> collect(const HostEdit& edit, std::size_t index, std::int64_t layer, std::int64_t unit,
                         std::vector<Cut>& cuts);

    [[nodiscard]] std::span<const std::int64_t> row(std::int64_t layer, std::int64_t unit) const {
        return m_table[static_cast<std::size_t>(layer)].row(unit);
    }
    [[nodiscard]] std::int64_t units(std::int64_t layer) const {
        return m_table[static_cast<std::size_t>(layer)].units;
    }
    [[nodiscard]] std::int64_t budget(std::int64_t layer, std::int64_t unit) const;
    [[nodiscard]] const float* scoresOf(const HostEdit& edit, std::int64_t layer, std::int64_t unit) const {
        const std::int64_t line = (layer - edit.firstLayer) * units(layer) + unit;
        return edit.scores.const_data_ptr<float>() + line * edit.scores.size(2);
    }
    [[nodiscard]] tl::unexpected<Error> refuse(std::int64_t layer, Phrase what) const {
        return fail(Code::Policy, phrase("%1, layer %2, step %3", m_who, layer, m_step),
                    withConsequence(std::move(what)));
    }
    /// Returns "slot 17", or "slot 17 of head 1" if the layer has several units.
    [[nodiscard]] Phrase named(std::int64_t index, std::int64_t layer, std::int64_t unit) const {
        return units(layer) == 1 ? phrase("slot %1", index) : phrase("slot %1 of head %2", index, unit);
    }

    std::span<const LayerTokens> m_table;
    const sdk::Protection& m_protection;
    const sdk::Report& m_report;
    const std::string& m_who;
    std::int64_t m_step;
    std::vector<std::uint8_t> m_freed;  ///< [slots] of the unit being checked
    std::vector<float> m_scratch;
};

std::string shapeText(const at::Tensor& tensor) {
    return fmt::format("[{}]", fmt::join(tensor.sizes().begin(), tensor.sizes().end(), ", "));
}

Result<void> EditCheck::checkShape(const sdk::Edit& edit) const {
    const auto layers = std::ssize(m_table);
    if (!edit.evict.defined()) {
        return {};
    }
    if (edit.evict.scalar_type() != at::kLong || edit.evict.dim() != 3) {
        return refuse(edit.firstLayer,
                      phrase("the list of evicted slots is %1 of %2, it must be [layers, units, slots] of int64",
                             shapeText(edit.evict), c10::toString(edit.evict.scalar_type())));
    }
    if (edit.firstLayer < 0 || edit.firstLayer > layers || edit.evict.size(0) > layers - edit.firstLayer) {
        return refuse(edit.firstLayer,
                      phrase("%1 layers are edited from here, the cache has %2 layers", edit.evict.size(0), layers));
    }
    for (std::int64_t i = 0; i < edit.evict.size(0); ++i) {
        const LayerTokens& tokens = m_table[static_cast<std::size_t>(edit.firstLayer + i)];
        if (tokens.units == 0 && edit.evict.size(2) > 0) {
            return refuse(edit.firstLayer + i, "the layer is edited before it holds anything");
        }
        if (tokens.units != 0 && edit.evict.size(1) != tokens.units) {
            return refuse(edit.firstLayer + i,
                          phrase("the edit lists %1 heads, the layer keeps %2 sets", edit.evict.size(1), tokens.units));
        }
        const bool numbers =
            edit.scores.defined() && (edit.scores.is_floating_point() || edit.scores.scalar_type() == at::kLong);
        if (tokens.units != 0 && edit.scores.defined() &&
            (edit.scores.dim() != 3 || !numbers || edit.scores.size(0) != edit.evict.size(0) ||
             edit.scores.size(1) != tokens.units || edit.scores.size(2) < tokens.slots)) {
            return refuse(edit.firstLayer + i,
                          phrase("the scores are %1 of %2, they must be %3 of floating point or int64",
                                 shapeText(edit.scores), c10::toString(edit.scores.scalar_type()),
                                 fmt::format("[{}, {}, {}]", edit.evict.size(0), tokens.units, tokens.slots)));
        }
    }
    return {};
}

Result<HostEdit> EditCheck::fetch(const sdk::Edit& edit) const {
    auto host = guarded(phrase("%1, layer %2, step %3", m_who, edit.firstLayer, m_step), Consequence::RunStopped,
                        [&]() -> Result<HostEdit> {
                            KVW_TRY(checkShape(edit));
                            HostEdit result{edit.firstLayer, edit.evict, edit.scores};
                            if (result.evict.defined()) {
                                result.evict = result.evict.cpu().contiguous();
                            }
                            if (result.scores.defined()) {
                                result.scores = result.scores.to(at::kCPU, at::kFloat).contiguous();
                            }
                            return result;
                        });
    return host ? *host : tl::unexpected(host.error());
}

Result<void> EditCheck::checkScores(const HostEdit& edit) const {
    if (!edit.scores.defined() || !edit.evict.defined()) {
        return {};
    }
    for (std::int64_t i = 0; i < edit.evict.size(0); ++i) {
        const std::int64_t layer = edit.firstLayer + i;
        for (std::int64_t unit = 0; unit < units(layer); ++unit) {
            const auto tokens = row(layer, unit);
            const float* scores = scoresOf(edit, layer, unit);
            const bool broken = hasUnusable(tokens, scores);
            // +infinity is allowed for a protected token: some policies write "always kept" that way.
            const Held held = broken ? heldIn(tokens) : Held{};
            const ProtectedRange range =
                broken ? protectedRange(tokens, held, held.count, m_protection) : ProtectedRange{};
            for (std::size_t slot = 0; slot < tokens.size() && broken; ++slot) {
                if (tokens[slot] >= 0 && !(range.covers(tokens[slot]) && scores[slot] > 0) &&
                    !(scores[slot] < std::numeric_limits<float>::infinity())) {
                    return refuse(layer,
                                  phrase("the score of %1 (token %2) is %3",
                                         named(static_cast<std::int64_t>(slot), layer, unit), tokens[slot],
                                         std::isnan(scores[slot]) ? "not a number" : "infinite, or too large for f32"));
                }
            }
        }
    }
    return {};
}

Result<void> EditCheck::checkReport() const {
    if (m_report.budgets.empty()) {
        return {};
    }
    std::int64_t wanted = 0;
    for (const LayerTokens& layer : m_table) {
        wanted += m_report.budgetsPerUnit ? layer.units : 1;
    }
    // During prefill the later layers are still empty, so the table only shows if there are too few budgets.
    if (std::ssize(m_report.budgets) < wanted) {
        return fail(
            Code::Policy, phrase("%1, step %2", m_who, m_step),
            withConsequence(phrase("the report lists %1 budgets, %2 are needed", m_report.budgets.size(), wanted)));
    }
    return {};
}

std::int64_t EditCheck::budget(std::int64_t layer, std::int64_t unit) const {
    if (m_report.budgets.empty()) {
        return kNoToken;
    }
    const std::int64_t index = m_report.budgetsPerUnit ? layer * units(layer) + unit : layer;
    return m_report.budgets[static_cast<std::size_t>(index)] + m_report.extraTokensPerUnit;
}

Result<void> EditCheck::collect(const HostEdit& edit, std::size_t index, std::int64_t layer, std::int64_t unit,
                                std::vector<Cut>& cuts) {
    const auto tokens = row(layer, unit);
    const std::int64_t width = edit.evict.size(2);
    const std::int64_t line = (layer - edit.firstLayer) * units(layer) + unit;
    const std::int64_t* slots = edit.evict.const_data_ptr<std::int64_t>() + line * width;
    const float* scores = edit.scores.defined() ? scoresOf(edit, layer, unit) : nullptr;
    Cut cut;
    cut.layer = static_cast<std::int32_t>(layer);
    cut.head = units(layer) == 1 ? -1 : static_cast<std::int32_t>(unit);
    cut.edit = index;
    for (std::int64_t i = 0; i < width; ++i) {
        const std::int64_t slot = slots[i];
        if (slot == -1) {
            continue;
        }
        if (slot < 0 || slot >= std::ssize(tokens)) {
            return refuse(layer,
                          phrase("%1 is out of range, there are %2 slots", named(slot, layer, unit), tokens.size()));
        }
        const auto at = static_cast<std::size_t>(slot);
        if (m_freed[at] != 0) {
            return refuse(layer, phrase("%1 is listed twice", named(slot, layer, unit)));
        }
        if (tokens[at] < 0) {
            return refuse(layer, phrase("%1 is evicted, but it is free", named(slot, layer, unit)));
        }
        m_freed[at] = 1;
        cut.slots.push_back(static_cast<std::int32_t>(slot));
        cut.tokens.push_back(static_cast<std::int32_t>(tokens[at]));
        if (scores != nullptr) {
            cut.scores.push_back(scores[slot]);
        }
    }
    if (!cut.slots.empty()) {
        sortByToken(cut);
        cuts.push_back(std::move(cut));
    }
    return {};
}

Result<void> EditCheck::checkUnit(const std::vector<HostEdit>& edits, std::int64_t layer, std::int64_t unit,
                                  std::vector<Cut>& cuts) {
    const auto tokens = row(layer, unit);
    m_freed.assign(tokens.size(), 0);
    const std::size_t firstCut = cuts.size();
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const HostEdit& edit = edits[i];
        if (edit.evict.defined() && layer >= edit.firstLayer && layer < edit.firstLayer + edit.evict.size(0)) {
            KVW_TRY(collect(edit, i, layer, unit, cuts));
        }
    }
    if (cuts.size() == firstCut) {
        return {};
    }
    const Held held = heldIn(tokens);
    std::int64_t kept = held.count;
    for (std::size_t i = firstCut; i < cuts.size(); ++i) {
        kept -= std::ssize(cuts[i].slots);
    }
    if (kept < 1) {
        return refuse(layer, units(layer) == 1
                                 ? phrase("every token is evicted, at least one must stay")
                                 : phrase("every token of head %1 is evicted, at least one must stay", unit));
    }
    if (kept > budget(layer, unit)) {
        return refuse(layer, phrase("kept %1 tokens, budget is %2", kept, budget(layer, unit)));
    }
    const ProtectedRange range = protectedRange(tokens, held, kept, m_protection);
    std::vector<std::int32_t> freed;
    for (std::size_t i = firstCut; i < cuts.size(); ++i) {
        freed.insert(freed.end(), cuts[i].slots.begin(), cuts[i].slots.end());
        for (const std::int32_t slot : cuts[i].slots) {
            const std::int64_t token = tokens[static_cast<std::size_t>(slot)];
            if (range.covers(token)) {
                return refuse(layer, token >= range.recentFrom
                                         ? phrase("%1 is evicted, but its token %2 is protected (recent)",
                                                  named(slot, layer, unit), token)
                                         : phrase("%1 is evicted, but its token %2 is protected (sink)",
                                                  named(slot, layer, unit), token));
            }
        }
    }
    // Unprotected tokens that stay; without any there is no lowest score kept.
    const Ends covered = countEnds(tokens, range.recentFrom, range.sinksBelow);
    const std::int64_t open = kept - covered.from - covered.below;
    for (std::size_t i = firstCut; i < cuts.size(); ++i) {
        const HostEdit& edit = edits[cuts[i].edit];
        if (!edit.scores.defined()) {
            continue;
        }
        if (open > 0) {
            cuts[i].cut =
                lowestScore(tokens, scoresOf(edit, layer, unit), range.sinksBelow, range.recentFrom, freed, m_scratch);
        }
    }
    return {};
}

Result<void> EditCheck::checkLayer(const std::vector<HostEdit>& edits, std::int64_t layer, std::vector<Cut>& cuts) {
    for (std::int64_t unit = 0; unit < units(layer); ++unit) {
        KVW_TRY(checkUnit(edits, layer, unit, cuts));
    }
    return {};
}

Result<std::vector<Cut>> EditCheck::run(const sdk::Edits& edits) {
    std::vector<Cut> cuts;
    std::vector<HostEdit> host;
    auto last = std::int64_t{0};
    auto first = std::ssize(m_table);
    for (const sdk::Edit& edit : edits) {
        KVW_TRY_ASSIGN(auto fetched, fetch(edit));
        KVW_TRY(checkScores(fetched));
        if (edit.evict.defined()) {
            first = std::min(first, edit.firstLayer);
            last = std::max(last, edit.firstLayer + edit.evict.size(0));
        }
        host.push_back(std::move(fetched));
    }
    if (first >= last) {
        return cuts;
    }
    KVW_TRY(checkReport());
    for (std::int64_t layer = first; layer < last; ++layer) {
        KVW_TRY(checkLayer(host, layer, cuts));
    }
    for (Cut& cut : cuts) {
        cut.reason = edits[cut.edit].reason;
    }
    return cuts;
}

}  // namespace

Result<std::vector<Cut>> checkEdits(const sdk::Edits& edits, std::span<const LayerTokens> table,
                                    const sdk::Protection& protection, const sdk::Report& report,
                                    const std::string& who, std::int64_t step) {
    if (edits.empty()) {
        return std::vector<Cut>{};
    }
    return EditCheck(table, protection, report, who, step).run(edits);
}

}  // namespace kvw
