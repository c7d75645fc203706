// SPDX-License-Identifier: Apache-2.0
/// Decode attention over some tiles of a stored head; included after attention_kernels.h.
///
/// The operations are those of attention over all tiles: a slot that a query does not read has score -infinity and
/// weight 0, which adds nothing to a sum, and values are summed in the same groups of tiles. So a query's bits do not
/// depend on what other queries read, and if everything is read they are those of attendHead.
#pragma once

#include "kernels/variant/attention_kernels.h"

namespace kvw {
namespace {

/// Returns the occupied lanes of listed tile i that a query reads.
KVW_LANES std::uint32_t lanesOf(const ReadTiles& read, std::size_t query, std::size_t i, std::uint32_t occupied) {
    return read.lanes[query * read.count + i] & occupied;
}

template <std::size_t kQueries>
KVW_LANES std::uint32_t lanesOfBlock(const ReadTiles& read, std::size_t first, std::size_t i, std::uint32_t occupied) {
    std::uint32_t any = 0;
    for (std::size_t g = 0; g < kQueries; ++g) {
        any |= lanesOf(read, first + g, i, occupied);
    }
    return any;
}

template <class T>
void scoreListed(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, float scale,
                 float* probs, std::size_t stride) {
    for (std::size_t i = 0; i < read.count; ++i) {
        const std::size_t tile = read.tiles[i];
        const PlainTile<T> keys{static_cast<const T*>(head.keys) + tile * kLanes * head.headDim};
        const std::uint32_t occupied = occupiedOf(head, tile);
        std::int32_t rows[kLanes] = {};
        if (head.rotation != nullptr) {
            phaseRows(head, tile, occupied, rows);
        }
        overQueryBlocks<kQueryBlock>(queries, [&](std::size_t g, auto block) {
            float* target = probs + tile * kLanes + g * stride;
            if (lanesOfBlock<block()>(read, g, i, occupied) == 0) {
                for (std::size_t j = 0; j < block(); ++j) {
                    store(target + j * stride, broadcast(-__builtin_inff()));
                }
                return;
            }
            const auto seen = [&](std::size_t j) { return lanesOf(read, g + j, i, occupied); };
            scoreInto<block()>(head, keys, seen, rows, q + g * head.headDim, scale, target, stride);
        });
    }
}

template <class T>
void mixListed(const HeadSlots& head, const ReadTiles& read, std::size_t queries, const float* probs,
               std::size_t stride, float* out) {
    for (std::size_t i = 0; i < queries * head.headDim; ++i) {
        out[i] = 0;
    }
    for (std::size_t begin = 0; begin < read.count;) {
        const std::size_t first = read.tiles[begin] / kMixTiles * kMixTiles;
        std::size_t end = begin;
        while (end < read.count && read.tiles[end] < first + kMixTiles) {
            ++end;
        }
        std::uint32_t occupied[kMixTiles];
        for (std::size_t i = begin; i < end; ++i) {
            occupied[i - begin] = occupiedOf(head, read.tiles[i]);
        }
        const std::size_t tiles = read.tiles[end - 1] - first + 1;
        const PlainRows<T> rows{static_cast<const T*>(head.values), head.headDim};
        overQueryBlocks<kQueryBlock>(queries, [&](std::size_t g, auto block) {
            std::uint32_t wanted[kMixTiles] = {};
            for (std::size_t i = begin; i < end; ++i) {
                wanted[read.tiles[i] - first] = lanesOfBlock<block()>(read, g, i, occupied[i - begin]);
            }
            mixChannels<block(), kMixVectors>(rows, first * kLanes, 0, wanted, tiles, probs + g * stride, stride,
                                              out + g * head.headDim, head.headDim, head.headDim);
        });
        begin = end;
    }
}

template <class T>
void readTyped(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, Scoring scoring,
               float* out, float* probs, std::size_t stride, float* logits, float* entropy) {
    const std::size_t slots = (head.used + kLanes - 1) / kLanes * kLanes;
    for (std::size_t g = 0; g < queries; ++g) {
        __builtin_memset(probs + g * stride, 0, slots * sizeof(float));
    }
    scoreListed<T>(head, read, q, queries, scoring.scale, probs, stride);
    for (std::size_t g = 0; g < queries; ++g) {
        float* row = probs + g * stride;
        const auto listed = [&](std::size_t i) { return std::size_t{read.tiles[i]}; };
        if (scoring.softCap > 0) {
            capRow(row, read.count, scoring.softCap, listed);
        }
        if (logits != nullptr) {
            for (std::size_t i = 0; i < slots; ++i) {
                logits[g * stride + i] = -__builtin_inff();
            }
            for (std::size_t i = 0; i < read.count; ++i) {
                store(logits + g * stride + read.tiles[i] * kLanes, load(row + read.tiles[i] * kLanes));
            }
        }
        const float* sink = scoring.sinks == nullptr ? nullptr : scoring.sinks + g;
        const float nats = softmaxRow(row, read.count, sink, listed);
        if (entropy != nullptr) {
            entropy[g] = nats;
        }
    }
    mixListed<T>(head, read, queries, probs, stride, out);
}

void readHead(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, Scoring scoring,
              float* out, float* probs, std::size_t stride, float* logits, float* entropy) {
    switch (head.dtype) {
        case Dtype::F32:
            return readTyped<float>(head, read, q, queries, scoring, out, probs, stride, logits, entropy);
        case Dtype::BF16:
            return readTyped<Bf16>(head, read, q, queries, scoring, out, probs, stride, logits, entropy);
        case Dtype::F16:
            return readTyped<Half>(head, read, q, queries, scoring, out, probs, stride, logits, entropy);
    }
}

}  // namespace
}  // namespace kvw
