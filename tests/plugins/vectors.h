// SPDX-License-Identifier: Apache-2.0
/// Fake models whose tensors are tables or hashes, and the cut of rule B3 written out, for policies that score by keys.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/kit/random.h"
#include "tests/plugins/fake_engine.h"

namespace kvw::test {

using Table = std::vector<std::vector<double>>;

/// The same rows in every layer and head.
inline FakeModel::Vector fromTable(Table rows) {
    return [rows = std::move(rows)](std::int64_t, std::int64_t, std::int64_t token) {
        return rows.at(static_cast<std::size_t>(token));
    };
}

/// Numbers in [-1, 1) that f32 holds exactly, another one for every layer, head, token and channel.
inline FakeModel::Vector hashed(std::uint64_t seed, std::int64_t channels) {
    return [seed, channels](std::int64_t layer, std::int64_t head, std::int64_t token) {
        const auto u = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
        std::vector<double> row;
        for (std::int64_t c = 0; c < channels; ++c) {
            row.push_back(static_cast<double>(sdk::hash(seed, {u(layer), u(head), u(token), u(c)}) >> 44U) * 0x1p-19 -
                          1);
        }
        return row;
    };
}

/// Vector fixture K5 of POLICIES.md 0.7: one layer, one head.
inline FakeModel fixtureK5() {
    FakeModel model{1, 1, 1, {}};
    model.headDim = 2;
    model.key = fromTable({{3, 4}, {1, 0}, {0, 2}, {-1, 0}, {2, 2}});
    return model;
}

inline FakeModel hashedModel(std::uint64_t seed, std::int64_t layers, std::int64_t queryHeads, std::int64_t kvHeads,
                             std::int64_t headDim) {
    FakeModel model{layers, queryHeads, kvHeads, {}};
    model.headDim = headDim;
    model.key = hashed(seed, headDim);
    model.rawKey = hashed(seed + 1000, headDim);
    model.value = hashed(seed + 2000, headDim);
    model.query = hashed(seed + 3000, headDim);
    return model;
}

/// Returns the tokens of `held` (ascending) that rule B3 keeps by scores of the same order; larger stays, ties older
/// first.
template <class Score>
Tokens keptByRule(const Tokens& held, const std::vector<Score>& scores, std::int64_t budget, std::int64_t sinks,
                  std::int64_t recent) {
    const auto count = static_cast<std::int64_t>(held.size());
    if (budget >= count) {
        return held;
    }
    const std::int64_t newest = std::min(recent, budget);
    Tokens kept(held.end() - newest, held.end());
    std::vector<std::pair<Score, std::int64_t>> rest;
    std::int64_t room = budget - newest;
    for (std::int64_t i = 0; i < count - newest; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (held[at] < sinks && room > 0) {
            kept.push_back(held[at]);
            --room;
        } else {
            rest.emplace_back(scores[at], held[at]);
        }
    }
    std::stable_sort(rest.begin(), rest.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::int64_t i = 0; i < room; ++i) {
        kept.push_back(rest[static_cast<std::size_t>(i)].second);
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

}  // namespace kvw::test
