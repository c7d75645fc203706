// SPDX-License-Identifier: Apache-2.0
/// Needs that a policy states, observations that the engine makes for it, and edits that it answers with.
///
/// Words: a *pass* adds m new tokens (the prompt, a chunk of it, or one decoded token). A *unit* has a keep-set of its
/// own: it is a layer, a KV head or a query head. A *slot* is a place in a unit's storage; slot order is NOT age order,
/// `tokens` says which token a slot holds (-1: free). All tensors lie in CPU memory; in a run on a device they are
/// copies. What a policy needs as a number is in the plain members.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kvw::sdk {

class Memo;
class Workers;

/// Heads that share one keep-set. QueryHead stores every KV head once per query head of its group (memory x group).
enum class Granularity : std::uint8_t { Layer, KvHead, QueryHead };

/// Observations that a policy asks for. Everything is off by default and costs only where it is on.
struct Needs {
    Granularity granularity = Granularity::Layer;
    /// Prefill: softmax rows of the last min(lastRows, m) queries of the pass; 0: none.
    std::int64_t lastRows = 0;
    /// Prefill: sum of all softmax rows of the pass.
    bool columnSums = false;
    /// Prefill: every softmax row, block by block, through Policy::observeRows.
    bool rowBlocks = false;
    /// Prefill and decode: the scaled logits q.k / sqrt(head_dim) of the newest query.
    bool logits = false;
    /// Decode: the softmax row of the new token.
    bool decodeRow = false;
    /// Prefill: keys of all held tokens, as attention used them.
    bool keys = false;
    /// Prefill: keys before rotation, of the tokens that the pass adds. They are not stored: keep what is needed later
    /// in `statistics`. The first observation after a take-over, or after tokens were put back by hand, shows `keys`
    /// too, because no pass of this policy added those tokens.
    bool rawKeys = false;
    /// Prefill: values of all held tokens.
    bool values = false;
    /// Keys, raw keys and values that are asked for are shown at decode too.
    bool tensorsAtDecode = false;
    /// Prefill: mean and (biased) covariance of the queries before rotation, over the tokens of the pass from this
    /// token index on (a composition also leaves out its protected sinks); -1: none. Undefined if no token is left.
    std::int64_t queryMomentsFrom = -1;
    /// Number of f32 values per slot that the engine keeps for the policy. They start at 0 with every new token and
    /// travel with the slot through compaction and forks.
    std::int64_t statistics = 0;
    /// After every eviction, the tokens still held are encoded afresh, as a text of their own at positions 0, 1, ... in
    /// either mode of positions, and the next token is predicted from them. At decode, `step` then comes before the new
    /// token is computed. Excludes every other need, and every layer must hold the same tokens.
    bool reencode = false;

    [[nodiscard]] bool operator==(const Needs&) const = default;
};

struct ModelShape {
    std::int64_t layers = 0;
    std::int64_t queryHeads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t headDim = 0;
    [[nodiscard]] std::int64_t group() const noexcept { return queryHeads / kvHeads; }
    /// Returns the number of units of a layer: 1, kvHeads or queryHeads.
    [[nodiscard]] std::int64_t units(Granularity granularity) const noexcept {
        return granularity == Granularity::Layer ? 1 : granularity == Granularity::KvHead ? kvHeads : queryHeads;
    }
};

/// Rotary embedding of the model, for policies that predict queries (expected attention).
struct RopeInfo {
    bool enabled = false;
    bool halfSplit = true;       ///< planes (i, i + rotaryDim / 2), else (2i, 2i + 1)
    std::int64_t rotaryDim = 0;  ///< channels beyond it are not rotated
    /// [layers][rotaryDim / 2], with the scaling of the model (YaRN, Llama 3).
    std::vector<std::vector<double>> inverseFrequency;
};

struct RunInfo {
    ModelShape shape;
    RopeInfo rope;
    bool cacheRankPositions = false;
    bool layerMajor = true;  ///< prefill schedule; false: streaming, chunk after chunk
    std::int64_t promptTokens = 0;
};

/// View of one layer after a prefill pass over it (layers = 1), or of all layers after a decode step. Tensors, workers
/// and memo are borrowed for the call; no tensor except `statistics` may be written to.
struct Observation {
    bool prefill = false;
    bool lastPrefillPass = false;  ///< prefill: this pass ends the prompt
    /// True: the keys of a token stay the same numbers as long as it is held. False under a codec, and where keys are
    /// rotated again as their rank changes.
    bool keysStay = false;
    std::int64_t firstLayer = 0;  ///< layer at index 0 of the layer axis
    std::int64_t layers = 0;
    std::int64_t passTokens = 0;  ///< m
    std::int64_t seen = 0;        ///< tokens processed so far, this pass included; the newest token is seen - 1

    at::Tensor tokens;      ///< [layers, units, slots] int64, -1 = free slot
    at::Tensor rows;        ///< [layers, query_heads, rows, slots] f32, newest row last, 0 at free slots
    at::Tensor columnSums;  ///< [layers, query_heads, slots] f32; at decode the row itself
    at::Tensor logits;      ///< [layers, query_heads, slots] f32, -inf at free slots
    /// [layers, stored_heads, slots, head_dim] f32, 0 at free slots; stored_heads is kv_heads, at QueryHead
    /// query_heads.
    at::Tensor keys;
    /// [layers, stored_heads, m, head_dim] f32, of tokens seen - m ... seen - 1 in this order: by token, not by slot (a
    /// layer-major prefill has slot = token).
    at::Tensor rawKeys;
    at::Tensor values;           ///< as keys
    at::Tensor queryMean;        ///< [layers, query_heads, head_dim] f64
    at::Tensor queryCovariance;  ///< [layers, query_heads, head_dim, head_dim] f64
    at::Tensor statistics;       ///< [n, layers, units, slots] f32, writable

    /// Tokens held per layer and unit, this pass included: held[layer * units + unit]. On the host, without a
    /// read-back.
    std::vector<std::int64_t> held;
    /// Threads for loops over bare memory, for steps that look at every key or value (workers.h); null: only the
    /// caller's.
    Workers* workers = nullptr;
    /// Prefill: measurements of this layer made for earlier questions (memo.h); null: nobody will ask again.
    Memo* memo = nullptr;

    [[nodiscard]] std::int64_t units() const { return tokens.size(1); }
    [[nodiscard]] std::int64_t slotCount() const { return tokens.size(2); }
    [[nodiscard]] at::Tensor valid() const { return tokens.ge(0); }
};

/// Slots to free. `evict` [layers, units, e] int64 slot indices, -1 = none, for the layers firstLayer ... of the cache.
struct Edit {
    std::int64_t firstLayer = 0;
    at::Tensor evict;
    /// Scores that were compared, [layers, units, slots]; recorded, and pinned by conformance cases. Exact at least for
    /// the tokens that leave and the lowest that stays, and for all tokens compared when a layer is cut for the first
    /// time. May be undefined.
    at::Tensor scores;
    std::string reason;
};
using Edits = std::vector<Edit>;

/// Tokens that no edit may touch, by rule B3: of k tokens kept, the newest min(recent, k), then the oldest with an
/// index below `sinks`.
struct Protection {
    std::int64_t sinks = 0;
    std::int64_t recent = 0;
};

}  // namespace kvw::sdk
