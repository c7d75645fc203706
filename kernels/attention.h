// SPDX-License-Identifier: Apache-2.0
/// Decode attention over the slots of one stored head, with the probabilities it computes anyway.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/coded.h"
#include "kernels/linear.h"

namespace kvw {

/// Slots per key tile. Lanes of a vector are keys, so no horizontal sums are needed.
inline constexpr std::size_t kTileSlots = 16;

/// Rotation on read (cache-rank positions): the phase of a slot is `phase[slot]`, the tables are [phases, rotaryDim /
/// 2].
struct RotateOnRead {
    const std::int32_t* phase = nullptr;
    const float* cosines = nullptr;
    const float* sines = nullptr;
    std::size_t rotaryDim = 0;
    bool halfSplit = true;
};

/// Keys that are stored rotated and turn back in place: the key of slot s by phases[s] rows of the tables, which are
/// [phases, rotaryDim / 2].
struct TurnBack {
    static constexpr std::int32_t kAny = -1;  ///< nobody reads the slot: its key may turn or stay
    const std::int32_t* phases = nullptr;     ///< [used rounded up to 16], 0: the key stays, bit for bit
    const float* cosines = nullptr;
    const float* sines = nullptr;
    std::size_t rotaryDim = 0;
    bool halfSplit = true;
};

/// One stored head, borrowed. Keys are tiles [capacity / 16][headDim][16]; values are rows [capacity][headDim].
/// A slot is free where tokens[slot] < 0; free slots may hold anything, NaN included, and never influence the result.
struct HeadSlots {
    const void* keys = nullptr;
    const void* values = nullptr;
    Dtype dtype = Dtype::F32;
    const std::int64_t* tokens = nullptr;  ///< [used]
    std::size_t used = 0;                  ///< slots [0, used) may be occupied; capacity is a multiple of 16 >= used
    std::size_t headDim = 0;
    const RotateOnRead* rotation = nullptr;  ///< null: keys are used as stored
    /// Width 0: slot i lies at position i of `keys` and `values`. Else the lists say where, and may have some coded;
    /// occupied slots are in exactly one list of keys and one of values.
    CodedSlots coded{};
};

/// Index of channel c of slot s in a key buffer.
[[nodiscard]] constexpr std::size_t keyOffset(std::size_t slot, std::size_t channel, std::size_t headDim) noexcept {
    return (slot / kTileSlots) * headDim * kTileSlots + channel * kTileSlots + slot % kTileSlots;
}

/// Writes one key into its tile / one value into its row, rounding to the storage type.
void storeKey(void* keys, Dtype dtype, std::size_t slot, std::size_t headDim, const float* key);
void storeValue(void* values, Dtype dtype, std::size_t slot, std::size_t headDim, const float* value);
/// Reads them back, widened.
void loadKey(const void* keys, Dtype dtype, std::size_t slot, std::size_t headDim, float* key);
void loadValue(const void* values, Dtype dtype, std::size_t slot, std::size_t headDim, float* value);

/// Turns the f32 keys of one stored head, tiles as above. A tile whose keys all turn alike takes one row of the tables,
/// others one row per key. Single-threaded.
void turnKeysBack(float* keys, std::size_t used, std::size_t headDim, const TurnBack& turn);

/// How a dot product becomes what the softmax takes: times `scale`, then softCap * tanh(... / softCap) unless that is
/// 0.
struct Scoring {
    float scale = 1;
    float softCap = 0;
    /// Learned sinks: a score per query (of attendBlock: one for all) that stands beside those of the keys. It takes
    /// its share of the softmax and has no value, so that the weights of a row sum to less than 1. Null: none. Source:
    /// OpenAI 2025, gpt-oss, section 2.3.
    const float* sinks = nullptr;
    Scoring(float scale_, float softCap_ = 0, const float* sinks_ = nullptr)  // NOLINT: a scale is a scoring
        : scale(scale_), softCap(softCap_), sinks(sinks_) {}
};

/// One query row per head of the group: q [queries, headDim] (rotated already), out [queries, headDim],
/// probs [queries, probsStride] with probsStride >= used rounded up to 16: softmax weights by slot, exactly 0 at free
/// slots (also from `used` to the end of its tile). logits (may be null), same shape: the scored q.k, -infinity at free
/// slots. entropy (may be null) [queries]: -sum p ln p over the slots, in nats. A query's bits do not depend on
/// `queries`, on threads, or on what lies in free slots. Single-threaded; at least one slot is occupied. Source:
/// softmax(q K^T / sqrt(d)) V, Vaswani et al. 2017, eq. 1.
void attendDecode(const HeadSlots& head, const float* q, std::size_t queries, Scoring scoring, float* out, float* probs,
                  std::size_t probsStride, float* logits, float* entropy);

/// What a decode step reads where it does not read everything: tiles, ascending and unique, and per query the lanes of
/// each (bit i: slot 16 * tile + i).
struct ReadTiles {
    const std::uint32_t* tiles = nullptr;  ///< [count], below used / 16 rounded up
    std::size_t count = 0;
    const std::uint16_t* lanes = nullptr;  ///< [queries, count]; every query reads at least one occupied slot
};

/// attendDecode over the slots that are read: keys and values of other tiles are not touched. probs is exactly 0 and
/// logits are -infinity at what a query does not read. A query's bits depend only on what it reads itself, and are
/// those of attendDecode where it reads everything.
void attendRead(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, Scoring scoring,
                float* out, float* probs, std::size_t probsStride, float* logits, float* entropy);

/// What a block of queries sees of contiguous keys: query i the keys first[i] (0 where `first` is null) to before
/// firstVisible + i.
struct BlockView {
    std::size_t firstVisible = 1;
    const std::size_t* first = nullptr;  ///< [queries], ascending, each below firstVisible + i: a sliding window
};

/// Softmax attention of a block of queries over contiguous keys in ascending token order (prefill).
/// q [queries, headDim] rotated, keys and values [count, headDim] f32. probs [queries, probsStride]: the weights (0 at
/// what a query does not see); out [queries, outStride]. Keys that no query sees are not read. Single-threaded; each
/// row's bits depend only on that row's inputs.
void attendBlock(const float* q, std::size_t qStride, std::size_t queries, const float* keys, const float* values,
                 std::size_t count, std::size_t headDim, const BlockView& view, Scoring scoring, float* probs,
                 std::size_t probsStride, float* out, std::size_t outStride);

}  // namespace kvw
