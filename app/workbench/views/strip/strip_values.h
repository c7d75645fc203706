// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers of tokens that can colour the strip, read from the trace of a lane.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/workbench/session/trace_index.h"
#include "app/workbench/views/strip/strip_scale.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Returns the number of a token; NaN: it has none.
using TokenValue = std::function<double(std::int64_t)>;

struct TokenPlace {
    std::int64_t step = -1;
    int layer = 0, head = -1;  ///< head -1: all of them
};

/// Returns the weight of a token in a head's row; head -1: the mean over heads. A token that is not held has 0.
[[nodiscard]] inline double attentionReceived(const AttentionRows& rows, int head, std::int32_t token) {
    const auto in = [token](const AttentionRows::Head& of) {
        const auto found = std::lower_bound(of.tokens.begin(), of.tokens.end(), token);
        return found != of.tokens.end() && *found == token
                   ? static_cast<double>(of.probs[static_cast<std::size_t>(found - of.tokens.begin())])
                   : 0.0;
    };
    if (head >= 0 && static_cast<std::size_t>(head) < rows.heads.size()) {
        return in(rows.heads[static_cast<std::size_t>(head)]);
    }
    double sum = 0;
    for (const AttentionRows::Head& of : rows.heads) {
        sum += in(of);
    }
    return rows.heads.empty() ? kMissing : sum / static_cast<double>(rows.heads.size());
}

/// Returns the numbers that colour the tokens of a lane; null: their states do, or the lane has no trace. The result
/// holds what it reads.
[[nodiscard]] inline TokenValue tokenValues(const std::shared_ptr<const Recording>& recording, int lane,
                                            std::shared_ptr<const TraceIndex> index, StripColour by,
                                            const TokenPlace& at) {
    if (recording == nullptr || !recording->hasTrace(lane)) {
        return nullptr;
    }
    const Trace* trace = &recording->trace(lane);
    switch (by) {
        case StripColour::Share:
            return [index = std::move(index), step = at.step](std::int64_t token) {
                return index == nullptr ? 0 : index->heldShare(static_cast<std::int32_t>(token), step);
            };
        case StripColour::Nll:
            return [recording, trace](std::int64_t token) {
                return token >= 0 && token < trace->steps() ? trace->step(token).nll : kMissing;
            };
        case StripColour::Difference:
            return [recording, trace](std::int64_t token) {
                return token >= 0 && token < trace->steps() ? trace->step(token).nll - trace->step(token).nllFull
                                                            : kMissing;
            };
        case StripColour::Attention: {
            auto rows = at.step >= 0 && at.step < trace->steps() ? trace->rows(at.step, at.layer) : std::nullopt;
            return [rows = std::move(rows), head = at.head](std::int64_t token) {
                return rows ? attentionReceived(*rows, head, static_cast<std::int32_t>(token)) : kMissing;
            };
        }
        case StripColour::State:
            break;
    }
    return nullptr;
}

/// Returns what a single selected token reads most, by its row of attention in a head; head -1: the mean over heads.
/// Empty `to`: it has no row.
[[nodiscard]] inline StripArcs arcsOf(const Trace& trace, const std::vector<std::int32_t>& selected, int layer,
                                      int head) {
    constexpr std::size_t kMost = 6;
    StripArcs arcs;
    if (selected.size() != 1 || selected.front() < 0 || selected.front() >= trace.steps()) {
        return arcs;
    }
    arcs.from = selected.front();
    const std::optional<AttentionRows> rows = trace.rows(arcs.from, layer);
    if (!rows) {
        return arcs;
    }
    std::set<std::int32_t> tokens;
    for (const AttentionRows::Head& of : rows->heads) {
        tokens.insert(of.tokens.begin(), of.tokens.end());
    }
    for (const std::int32_t token : tokens) {
        if (const double weight = attentionReceived(*rows, head, token); token != arcs.from && weight > 0) {
            arcs.to.emplace_back(token, weight);
        }
    }
    std::stable_sort(arcs.to.begin(), arcs.to.end(),
                     [](const auto& one, const auto& other) { return one.second > other.second; });
    arcs.to.resize(std::min(arcs.to.size(), kMost));
    return arcs;
}

/// Returns whether a token up to `step` has a number. Most often the last one does.
[[nodiscard]] inline bool anyValue(const TokenValue& values, std::int64_t step) {
    for (std::int64_t token = step; token >= 0; --token) {
        if (std::isfinite(values(token))) {
            return true;
        }
    }
    return false;
}

}  // namespace kvw::wb
