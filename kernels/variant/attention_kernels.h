// SPDX-License-Identifier: Apache-2.0
/// Decode attention over the lanes of one variant; included after its lanes header.
///
/// Three passes over one stored head: scores of all queries tile by tile, softmax and entropy per query, then the mix
/// of values. A query's operations are the same whether it shares a pass with others or not.
#pragma once

#include "kernels/variant/activations.h"
#include "kernels/variant/streams.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

static_assert(kTileSlots == kLanes);

/// Number of tiles whose values are summed before they are added to the output. This bounds rounding, and the values
/// stay in L2 for all queries.
constexpr std::size_t kMixTiles = 16;

KVW_LANES std::uint32_t occupiedOf(const HeadSlots& head, std::size_t tile) {
    const std::size_t first = tile * kLanes;
    if (first + kLanes <= head.used) {
        return occupiedOf16(head.tokens + first);
    }
    std::uint32_t bits = 0;
    for (std::size_t i = 0; first + i < head.used; ++i) {
        bits |= (head.tokens[first + i] >= 0 ? 1U : 0U) << i;
    }
    return bits;
}

template <std::size_t kValue>
struct Count {
    constexpr std::size_t operator()() const { return kValue; }
};

/// Calls body(first, Count<n>) for blocks of n = kBlock queries and once for the n queries that are left.
template <std::size_t kBlock, class Body>
KVW_LANES void overQueryBlocks(std::size_t queries, const Body& body, std::size_t first = 0) {
    for (; first + kBlock <= queries; first += kBlock) {
        body(first, Count<kBlock>{});
    }
    if constexpr (kBlock > 1) {
        overQueryBlocks<kBlock - 1>(queries, body, first);
    }
}

/// Tile of sixteen keys as stored; at(c) is their channel c. Where a tile is read, the one `ahead` numbers behind it is
/// prefetched.
template <class T>
struct PlainTile {
    const T* keys;
    std::size_t ahead = 0;
    KVW_MEMBER F at(std::size_t c) const {
        __builtin_prefetch(keys + c * kLanes + ahead);
        return load(keys + c * kLanes);
    }
};

/// Values as stored; row i is that of slot i.
template <class T>
struct PlainRows {
    const T* values;
    std::size_t headDim;
    KVW_MEMBER std::size_t slotOf(std::size_t row) const { return row; }
    /// Prefetches 64 channels of a row from c on.
    KVW_MEMBER void prefetch(std::size_t row, std::size_t c) const {
        const T* at = values + row * headDim + c;
        for (std::size_t line = 0; line < 64 * sizeof(T); line += 64) {
            __builtin_prefetch(reinterpret_cast<const char*>(at) + line);
        }
    }
    /// Reads kVectors * 16 channels from c on, or `width` channels if kVectors is 1.
    template <std::size_t kVectors>
    struct From {
        const T* values;
        std::size_t headDim;
        std::size_t width;
        KVW_MEMBER From(const PlainRows& rows, std::size_t c, std::size_t width_)
            : values(rows.values + c), headDim(rows.headDim), width(width_) {}
        KVW_MEMBER void read(std::size_t row, F* v) const {
            const T* from = values + row * headDim;
            const bool whole = kVectors > 1 || width == kLanes;
            KVW_UNROLL(8)
            for (std::size_t j = 0; j < kVectors; ++j) {
                v[j] = whole ? load(from + j * kLanes) : loadFirst(from + j * kLanes, width);
            }
        }
    };
};

/// Computes the dot products of kQueries queries with the 16 keys of a tile.
template <std::size_t kQueries, class Tile>
KVW_LANES void scoreTile(const Tile& tile, const float* q, std::size_t headDim, F* scores) {
    F even[kQueries];
    F odd[kQueries];
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        even[g] = broadcast(0);
        odd[g] = broadcast(0);
    }
    std::size_t c = 0;
    for (; c + 2 <= headDim; c += 2) {
        const F first = tile.at(c);
        const F second = tile.at(c + 1);
        KVW_UNROLL(8)
        for (std::size_t g = 0; g < kQueries; ++g) {
            even[g] = fma(broadcast(q[g * headDim + c]), first, even[g]);
            odd[g] = fma(broadcast(q[g * headDim + c + 1]), second, odd[g]);
        }
    }
    if (c < headDim) {
        const F first = tile.at(c);
        KVW_UNROLL(8)
        for (std::size_t g = 0; g < kQueries; ++g) {
            even[g] = fma(broadcast(q[g * headDim + c]), first, even[g]);
        }
    }
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        scores[g] = even[g] + odd[g];
    }
}

/// Computes the same with keys rotated by the phase of their slot; rows[i] is the table index of slot i.
template <std::size_t kQueries, class Tile>
KVW_LANES void scoreRotatedTile(const Tile& tile, const RotateOnRead& rotation, const std::int32_t* rows,
                                const float* q, std::size_t headDim, F* scores) {
    F first[kQueries];
    F second[kQueries];
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        first[g] = broadcast(0);
        second[g] = broadcast(0);
    }
    const std::size_t planes = rotation.rotaryDim / 2;
    for (std::size_t i = 0; i < planes; ++i) {
        const std::size_t a = rotation.halfSplit ? i : 2 * i;
        const std::size_t b = rotation.halfSplit ? i + planes : 2 * i + 1;
        const F x = tile.at(a);
        const F y = tile.at(b);
        const F cosine = gather(rotation.cosines + i, rows);
        const F sine = gather(rotation.sines + i, rows);
        const F turnedX = x * cosine - y * sine;
        const F turnedY = y * cosine + x * sine;
        KVW_UNROLL(8)
        for (std::size_t g = 0; g < kQueries; ++g) {
            first[g] = fma(broadcast(q[g * headDim + a]), turnedX, first[g]);
            second[g] = fma(broadcast(q[g * headDim + b]), turnedY, second[g]);
        }
    }
    for (std::size_t c = 2 * planes; c < headDim; ++c) {
        const F x = tile.at(c);
        KVW_UNROLL(8)
        for (std::size_t g = 0; g < kQueries; ++g) {
            first[g] = fma(broadcast(q[g * headDim + c]), x, first[g]);
        }
    }
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        scores[g] = first[g] + second[g];
    }
}

/// Fills `rows` with the table indices of the phases of a tile's slots; 0 for free slots.
KVW_LANES void phaseRows(const HeadSlots& head, std::size_t tile, std::uint32_t occupied, std::int32_t* rows) {
    const auto planes = static_cast<std::int32_t>(head.rotation->rotaryDim / 2);
    for (std::size_t i = 0; i < kLanes; ++i) {
        rows[i] = ((occupied >> i) & 1U) != 0 ? head.rotation->phase[tile * kLanes + i] * planes : 0;
    }
}

template <std::size_t kQueries, class Tile>
KVW_LANES void scoreAnyTile(const HeadSlots& head, const Tile& tile, const std::int32_t* rows, const float* q,
                            F* scores) {
    if (head.rotation == nullptr) {
        scoreTile<kQueries>(tile, q, head.headDim, scores);
    } else {
        scoreRotatedTile<kQueries>(tile, *head.rotation, rows, q, head.headDim, scores);
    }
}

/// Writes the scaled scores of one tile for kQueries queries into rows of probs, -infinity in lanes whose bit in
/// seen(query) is not set.
template <std::size_t kQueries, class T, class Seen>
void scoreInto(const HeadSlots& head, const PlainTile<T>& tile, const Seen& seen, const std::int32_t* rows,
               const float* q, float scale, float* probs, std::size_t stride) {
    F scores[kQueries];
    scoreAnyTile<kQueries>(head, tile, rows, q, scores);
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        store(probs + g * stride, keep(scores[g] * broadcast(scale), seen(g), -__builtin_inff()));
    }
}

KVW_LANES std::size_t tilesOf(const HeadSlots& head) {
    return (head.used + kLanes - 1) / kLanes;
}

/// Writes the scores of tiles [firstTile, lastTile).
template <class T>
void scoreTiles(const HeadSlots& head, const float* q, std::size_t queries, float scale, float* probs,
                std::size_t stride, std::size_t firstTile, std::size_t lastTile) {
    const std::size_t numbers = kLanes * head.headDim;
    inTurns(firstTile, lastTile, [&](std::size_t tile) KVW_INLINE {
        const PlainTile<T> keys{static_cast<const T*>(head.keys) + tile * numbers, numbers};
        const std::uint32_t occupied = occupiedOf(head, tile);
        std::int32_t rows[kLanes] = {};
        if (head.rotation != nullptr) {
            phaseRows(head, tile, occupied, rows);
        }
        overQueryBlocks<kQueryBlock>(queries, [&](std::size_t g, auto block) {
            scoreInto<block()>(
                head, keys, [occupied](std::size_t) { return occupied; }, rows, q + g * head.headDim, scale,
                probs + tile * kLanes + g * stride, stride);
        });
    });
}

/// Soft-caps the scores of tiles at(0), at(1), ... in place.
template <class At>
void capRow(float* row, std::size_t tiles, float cap, const At& at) {
    const F width = broadcast(cap);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        store(row + at(tile) * kLanes, cappedOf(load(row + at(tile) * kLanes), width));
    }
}

/// Turns scores into weights in place over the `tiles` whole tiles at(0), at(1), ..., with the score `sink` (may be
/// null) beside them. Returns the entropy in nats.
template <class At>
float softmaxRow(float* row, std::size_t tiles, const float* sink, const At& at) {
    F most = broadcast(sink != nullptr ? *sink : -__builtin_inff());
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        most = larger(most, load(row + at(tile) * kLanes));
    }
    const float highest = maxOf(most);
    const F top = broadcast(highest);
    F sum = broadcast(0);
    F weighted = broadcast(0);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        // The floor keeps 0 * infinity out of the entropy; e^-1000 is 0 as well.
        const F difference = larger(broadcast(-1000.0F), load(row + at(tile) * kLanes) - top);
        const F e = expOf(difference);
        store(row + at(tile) * kLanes, e);
        sum = sum + e;
        weighted = fma(e, difference, weighted);
    }
    const float held = sumOf(sum);
    const float total = held + weightOfSink(sink, highest);
    const F share = broadcast(1.0F / total);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        store(row + at(tile) * kLanes, load(row + at(tile) * kLanes) * share);
    }
    const double part = static_cast<double>(held) / static_cast<double>(total);
    const double entropy = part * __builtin_log(static_cast<double>(total)) -
                           static_cast<double>(sumOf(weighted)) / static_cast<double>(total);
    return entropy > 0 ? static_cast<float>(entropy) : 0.0F;
}

/// Adds the weighted values of some tiles of rows to kVectors * 16 channels of kQueries outputs, or to `width` <= 16
/// channels if kVectors is 1.
template <std::size_t kQueries, std::size_t kVectors, class Rows>
void mixTiles(const Rows& rows, std::size_t first, std::size_t c, const std::uint32_t* occupied, std::size_t tiles,
              const float* probs, std::size_t stride, float* out, std::size_t headDim, std::size_t width) {
    F sums[kQueries][kVectors];
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        KVW_UNROLL(8)
        for (std::size_t j = 0; j < kVectors; ++j) {
            sums[g][j] = broadcast(0);
        }
    }
    const bool whole = kVectors > 1 || width == kLanes;
    const typename Rows::template From<kVectors> from(rows, c, width);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        for (std::uint32_t left = occupied[tile]; left != 0; left &= left - 1) {
            const std::size_t at = tile * kLanes + static_cast<std::size_t>(__builtin_ctz(left));
            const std::size_t row = first + at;
            const float* weights = probs + rows.slotOf(row);
            if constexpr (kVectors == kMixVectors) {
                constexpr std::size_t kRows = kMixTiles * kLanes;
                rows.prefetch(first + kRows + at % kStreams * (kRows / kStreams) + at / kStreams, c);
            }
            F v[kVectors];
            from.read(row, v);
            KVW_UNROLL(8)
            for (std::size_t g = 0; g < kQueries; ++g) {
                const F p = broadcast(weights[g * stride]);
                KVW_UNROLL(8)
                for (std::size_t j = 0; j < kVectors; ++j) {
                    sums[g][j] = fma(p, v[j], sums[g][j]);
                }
            }
        }
    }
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        KVW_UNROLL(8)
        for (std::size_t j = 0; j < kVectors; ++j) {
            float* target = out + g * headDim + c + j * kLanes;
            if (whole) {
                store(target, load(target) + sums[g][j]);
            } else {
                storeFirst(target, loadFirst(target, width) + sums[g][j], width);
            }
        }
    }
}

/// Mixes channels [c, end): kVectors vectors at once while they fit, then half as many, and so on.
template <std::size_t kQueries, std::size_t kVectors, class Rows>
void mixChannels(const Rows& rows, std::size_t first, std::size_t c, const std::uint32_t* occupied, std::size_t tiles,
                 const float* probs, std::size_t stride, float* out, std::size_t headDim, std::size_t end) {
    for (; c + kVectors * kLanes <= end; c += kVectors * kLanes) {
        mixTiles<kQueries, kVectors>(rows, first, c, occupied, tiles, probs, stride, out, headDim, kLanes);
    }
    if constexpr (kVectors > 1) {
        mixChannels<kQueries, kVectors / 2>(rows, first, c, occupied, tiles, probs, stride, out, headDim, end);
    } else if (c < end) {
        mixTiles<kQueries, 1>(rows, first, c, occupied, tiles, probs, stride, out, headDim, end - c);
    }
}

/// Adds the weighted rows of `tiles` tiles to channels [firstChannel, lastChannel) of the outputs of all queries;
/// occupiedAt(tile) says which rows count.
template <std::size_t kVectors, class Rows, class Occupied>
void mixRows(const Rows& rows, const Occupied& occupiedAt, std::size_t tiles, std::size_t queries, const float* probs,
             std::size_t stride, float* out, std::size_t headDim, std::size_t firstChannel, std::size_t lastChannel) {
    for (std::size_t tile = 0; tile < tiles; tile += kMixTiles) {
        const std::size_t here = tiles - tile < kMixTiles ? tiles - tile : kMixTiles;
        std::uint32_t occupied[kMixTiles];
        for (std::size_t i = 0; i < here; ++i) {
            occupied[i] = occupiedAt(tile + i);
        }
        overQueryBlocks<kQueryBlock>(queries, [&](std::size_t g, auto block) {
            mixChannels<block(), kVectors>(rows, tile * kLanes, firstChannel, occupied, here, probs + g * stride,
                                           stride, out + g * headDim, headDim, lastChannel);
        });
    }
}

/// Computes channels [firstChannel, lastChannel) of the outputs.
template <class T>
void mixStored(const HeadSlots& head, std::size_t queries, const float* probs, std::size_t stride, float* out,
               std::size_t firstChannel, std::size_t lastChannel) {
    for (std::size_t g = 0; g < queries; ++g) {
        for (std::size_t c = firstChannel; c < lastChannel; ++c) {
            out[g * head.headDim + c] = 0;
        }
    }
    const PlainRows<T> rows{static_cast<const T*>(head.values), head.headDim};
    const auto occupiedAt = [&head](std::size_t tile) { return occupiedOf(head, tile); };
    mixRows<kMixVectors>(rows, occupiedAt, tilesOf(head), queries, probs, stride, out, head.headDim, firstChannel,
                         lastChannel);
}

void softmaxRows(const HeadSlots& head, std::size_t queries, Scoring scoring, float* probs, std::size_t stride,
                 float* logits, float* entropy) {
    const std::size_t tiles = tilesOf(head);
    for (std::size_t g = 0; g < queries; ++g) {
        if (scoring.softCap > 0) {
            capRow(probs + g * stride, tiles, scoring.softCap, [](std::size_t tile) { return tile; });
        }
        if (logits != nullptr) {
            __builtin_memcpy(logits + g * stride, probs + g * stride, tiles * kLanes * sizeof(float));
        }
        const float* sink = scoring.sinks == nullptr ? nullptr : scoring.sinks + g;
        const float nats = softmaxRow(probs + g * stride, tiles, sink, [](std::size_t tile) { return tile; });
        if (entropy != nullptr) {
            entropy[g] = nats;
        }
    }
}

/// Calls body(T()) for the type T of stored keys and values.
template <class Body>
void withElement(Dtype dtype, const Body& body) {
    switch (dtype) {
        case Dtype::F32:
            return body(float());
        case Dtype::BF16:
            return body(Bf16());
        case Dtype::F16:
            return body(Half());
    }
}

void scorePart(const DecodeHead& at, std::size_t firstTile, std::size_t lastTile) {
    withElement(at.head.dtype, [&](auto element) {
        scoreTiles<decltype(element)>(at.head, at.q, at.queries, at.scoring.scale, at.probs, at.probsStride, firstTile,
                                      lastTile);
    });
}

void weighPart(const DecodeHead& at, std::size_t firstQuery, std::size_t lastQuery) {
    Scoring scoring = at.scoring;
    scoring.sinks = scoring.sinks == nullptr ? nullptr : scoring.sinks + firstQuery;
    const std::size_t row = firstQuery * at.probsStride;
    softmaxRows(at.head, lastQuery - firstQuery, scoring, at.probs + row, at.probsStride,
                at.logits == nullptr ? nullptr : at.logits + row,
                at.entropy == nullptr ? nullptr : at.entropy + firstQuery);
}

void mixPart(const DecodeHead& at, std::size_t firstChannel, std::size_t lastChannel) {
    withElement(at.head.dtype, [&](auto element) {
        mixStored<decltype(element)>(at.head, at.queries, at.probs, at.probsStride, at.out, firstChannel, lastChannel);
    });
}

void attendHead(const DecodeHead& at) {
    scorePart(at, 0, tilesOf(at.head));
    weighPart(at, 0, at.queries);
    mixPart(at, 0, at.head.headDim);
}

}  // namespace
}  // namespace kvw
