// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/needlebench/needle_context.h"

#include <algorithm>

namespace kvw::eval {

namespace {

/// Returns int(tokens · (percent / 100)), rounded as the reference's floating-point numbers are; the other placements
/// divide last, which gives the share rounded down.
std::int64_t needleShare(std::int64_t tokens, std::int64_t percent, NeedlePlacement placement) {
    if (placement != NeedlePlacement::NeedleBench) {
        return tokens * percent / 100;
    }
    return static_cast<std::int64_t>(static_cast<double>(tokens) * (static_cast<double>(percent) / 100));
}

}  // namespace

std::vector<std::int64_t> NeedleSpots::atDepths(std::int64_t haystack, const std::vector<std::int64_t>& needles,
                                                const std::vector<std::int64_t>& depths,
                                                NeedlePlacement placement) {
    std::vector<std::int64_t> spots;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < needles.size(); ++i) {
        spots.push_back(needleShare(haystack, depths[i], placement) + before);
        before += needles[i];
    }
    return spots;
}

std::vector<std::int64_t> NeedleSpots::inSteps(std::int64_t haystack, const std::vector<std::int64_t>& needles,
                                               std::int64_t depth, std::int64_t step) {
    std::vector<std::int64_t> spots;
    std::int64_t before = 0;  // tokens of the earlier needles
    for (std::size_t i = 0; i < needles.size(); ++i) {
        const double next = i == 0 ? static_cast<double>(haystack) * (static_cast<double>(depth) / 100)
                                   : static_cast<double>(spots.back() + needles[i - 1]) +
                                         static_cast<double>(haystack) * (static_cast<double>(step) / 100);
        spots.push_back(std::min(static_cast<std::int64_t>(next), haystack + before));
        before += needles[i];
    }
    // The reference moves each place once more by every needle it inserts before it.
    before = 0;
    for (std::size_t i = 0; i < needles.size(); ++i) {
        spots[i] = std::min(spots[i] + before, haystack + before);
        before += needles[i];
    }
    return spots;
}

Result<std::vector<std::int32_t>> NeedleHaystack::tokens(const std::vector<std::size_t>& order, std::int64_t count) {
    std::vector<std::int32_t> all;
    for (const std::size_t line : order) {
        if (std::ssize(all) >= count) {
            break;
        }
        std::optional<std::vector<std::int32_t>>& known = m_tokens[line];
        if (!known) {
            KVW_TRY_ASSIGN(Encoding encoding, m_tokenizer.encode(m_lines[line], false));
            known = std::move(encoding.ids);
        }
        all.insert(all.end(), known->begin(), known->end());
    }
    all.resize(std::min(all.size(), static_cast<std::size_t>(std::max<std::int64_t>(count, 0))));
    return all;
}

Result<std::vector<std::int32_t>> NeedleHaystack::needle(const std::string& sentence, NeedlePlacement placement) const {
    const std::string text = placement == NeedlePlacement::NeedleBench ? '\n' + sentence + '\n' : sentence;
    return m_tokenizer.encode(text, false).map([](Encoding&& encoding) { return std::move(encoding.ids); });
}

std::string NeedleHaystack::text(std::vector<std::int32_t> haystack,
                                 const std::vector<std::vector<std::int32_t>>& needles,
                                 const std::vector<std::int64_t>& spots, NeedlePlacement placement) const {
    const auto stops = [this](std::int32_t token) {
        const std::string& piece = m_tokenizer.pieceBytes(token);
        return piece.ends_with('.') || piece.ends_with("。");
    };
    for (std::size_t i = 0; i < needles.size(); ++i) {
        std::int64_t spot = std::min(spots[i], std::ssize(haystack));
        if (placement == NeedlePlacement::Factory && spot < std::ssize(haystack)) {
            while (spot > 0 && !stops(haystack[static_cast<std::size_t>(spot - 1)])) {
                --spot;
            }
        }
        haystack.insert(haystack.begin() + spot, needles[i].begin(), needles[i].end());
    }
    return m_tokenizer.decode(haystack);
}

}  // namespace kvw::eval
