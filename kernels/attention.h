// SPDX-License-Identifier: Apache-2.0
/// Attention over the slots of one stored head, with the probabilities that it computes anyway.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/coded.h"
#include "kernels/linear.h"

namespace kvw {

/// Slots per key tile. Lanes of a vector are keys, so no horizontal sums are needed.
inline constexpr std::size_t kTileSlots = 16;
/// Returns a number of slots rounded up to whole tiles.
template <class Count>
[[nodiscard]] constexpr Count roundToTile(Count slots) noexcept {
    const auto tile = static_cast<Count>(kTileSlots);
    return (slots + tile - 1) / tile * tile;
}

/// Rotation on read (cache-rank positions): the phase of a slot is `phase[slot]`, the tables are [phases, rotaryDim /
/// 2].
struct RotateOnRead {
    const std::int32_t* phase = nullptr;
    const float* cosines = nullptr;
    const float* sines = nullptr;
    std::size_t rotaryDim = 0;
    bool halfSplit = true;
};

/// Rotation of stored rotated keys back, in place: the key of slot s turns back by the angles in row phases[s] of the
/// tables, which are [phases, rotaryDim / 2].
struct RotateBack {
    static constexpr std::int32_t kAny = -1;  ///< phase of a slot that nobody reads: its key may turn or stay
    const std::int32_t* phases = nullptr;     ///< [used rounded up to 16], 0: the key stays, bit for bit
    const float* cosines = nullptr;
    const float* sines = nullptr;
    std::size_t rotaryDim = 0;
    bool halfSplit = true;
};

/// Slots of one stored head; borrowed. Keys are tiles [capacity / 16][headDim][16]; values are rows
/// [capacity][headDim]. A slot is free if tokens[slot] < 0; free slots may hold anything, NaN included, and never
/// influence the result.
struct HeadSlots {
    const void* keys = nullptr;
    const void* values = nullptr;
    Dtype dtype = Dtype::F32;
    const std::int64_t* tokens = nullptr;  ///< [used]
    std::size_t used = 0;                  ///< slots [0, used) may be occupied; capacity is a multiple of 16 >= used
    std::size_t headDim = 0;
    const RotateOnRead* rotation = nullptr;  ///< null: keys are used as stored
    /// Width 0: slot i is at position i of `keys` and `values`. Otherwise the lists give the positions, and some keys
    /// and values may be coded; every occupied slot is in exactly one list of keys and one of values.
    CodedSlots coded{};
};

/// Returns the index of a channel of a slot in a key buffer.
[[nodiscard]] constexpr std::size_t keyOffset(std::size_t slot, std::size_t channel, std::size_t headDim) noexcept {
    return (slot / kTileSlots) * headDim * kTileSlots + channel * kTileSlots + slot % kTileSlots;
}

/// Writes one key into its tile, or one value into its row, rounded to the storage type.
void storeKey(void* keys, Dtype dtype, std::size_t slot, std::size_t headDim, const float* key);
void storeValue(void* values, Dtype dtype, std::size_t slot, std::size_t headDim, const float* value);
/// Reads one key or value, widened to f32.
void loadKey(const void* keys, Dtype dtype, std::size_t slot, std::size_t headDim, float* key);
void loadValue(const void* values, Dtype dtype, std::size_t slot, std::size_t headDim, float* value);

/// Turns the f32 keys of one stored head back, tiles as in HeadSlots. A tile whose keys all turn by the same phase
/// reads one row of the tables, other tiles one row per key. Single-threaded.
void rotateKeysBack(float* keys, std::size_t used, std::size_t headDim, const RotateBack& turn);

/// Turns a dot product into a score for the softmax: x = dot product * scale, then softCap * tanh(x / softCap) unless
/// softCap is 0.
struct Scoring {
    float scale = 1;
    float softCap = 0;
    /// Learned sinks: a score per query (for attendBlock, one for all queries) beside the scores of the keys. It has a
    /// share of the softmax but no value, so the weights of a row sum to less than 1. Null: none. Source: OpenAI 2025,
    /// gpt-oss, section 2.3.
    const float* sinks = nullptr;
    Scoring(float scale_, float softCap_ = 0, const float* sinks_ = nullptr)  // NOLINT: implicit from a scale
        : scale(scale_), softCap(softCap_), sinks(sinks_) {}
};

/// Computes decode attention, with one query row per head of the group: q [queries, headDim] (already rotated), out
/// [queries, headDim], probs [queries, probsStride] with probsStride >= used rounded up to 16: softmax weights by slot,
/// exactly 0 at free slots (also from `used` to the end of its tile). logits (may be null), same shape: the scores
/// (Scoring), -infinity at free slots. entropy (may be null) [queries]: -sum p ln p over the slots, in nats. A query's
/// bits do not depend on `queries`, on threads, or on the content of free slots. Single-threaded; at least one slot is
/// occupied. Source: softmax(q K^T / sqrt(d)) V, Vaswani et al. 2017, eq. 1.
void attendDecode(const HeadSlots& head, const float* q, std::size_t queries, Scoring scoring, float* out, float* probs,
                  std::size_t probsStride, float* logits, float* entropy);

/// The arguments of attendDecode.
struct DecodeHead {
    HeadSlots head;
    const float* q = nullptr;
    std::size_t queries = 0;
    Scoring scoring = 1.0F;
    float *out = nullptr, *probs = nullptr;
    std::size_t probsStride = 0;
    float *logits = nullptr, *entropy = nullptr;
};
/// The three passes of attendDecode over a head without codes: scores of tiles of 16 slots, weights of queries, outputs
/// of channels. Parts of a pass may run on different threads, and parts of channels begin at multiples of 16; each pass
/// needs the whole of the one before. The bits are those of attendDecode.
void scoreHead(const DecodeHead& at, std::size_t firstTile, std::size_t lastTile);
void weighHead(const DecodeHead& at, std::size_t firstQuery, std::size_t lastQuery);
void mixHead(const DecodeHead& at, std::size_t firstChannel, std::size_t lastChannel);

/// Slots that a decode step reads if it does not read all: tiles, ascending and unique, and per query the lanes of each
/// tile (bit i: slot 16 * tile + i).
struct ReadTiles {
    const std::uint32_t* tiles = nullptr;  ///< [count], below used / 16 rounded up
    std::size_t count = 0;
    const std::uint16_t* lanes = nullptr;  ///< [queries, count]; every query reads at least one occupied slot
};

/// Computes attendDecode over the slots that are read; keys and values of other tiles are not touched. At slots that a
/// query does not read, probs is exactly 0 and logits are -infinity. A query's bits depend only on what it reads
/// itself; if it reads everything, they are those of attendDecode.
void attendRead(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, Scoring scoring,
                float* out, float* probs, std::size_t probsStride, float* logits, float* entropy);

/// Contiguous keys that a block of queries sees: query i sees keys [first[i], firstVisible + i), where first[i] is 0 if
/// `first` is null.
struct BlockView {
    std::size_t firstVisible = 1;
    const std::size_t* first = nullptr;  ///< [queries], ascending, each below firstVisible + i: a sliding window
};

/// Computes softmax attention of a block of queries over contiguous keys in ascending token order (prefill).
/// q [queries, headDim] rotated, keys and values [count, headDim] f32. probs [queries, probsStride]: the weights (0 at
/// keys that a query does not see); out [queries, outStride]. Keys that no query sees are not read. Single-threaded;
/// each row's bits depend only on that row's inputs.
void attendBlock(const float* q, std::size_t qStride, std::size_t queries, const float* keys, const float* values,
                 std::size_t count, std::size_t headDim, const BlockView& view, Scoring scoring, float* probs,
                 std::size_t probsStride, float* out, std::size_t outStride);

}  // namespace kvw
