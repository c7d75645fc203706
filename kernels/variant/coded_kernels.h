// SPDX-License-Identifier: Apache-2.0
/// Decode attention over codes (kernels/coded.h), decoded in registers.
///
/// Keys are read by position and their scores written by slot, so weights are in the order of slots; the mix of values
/// looks them up by slot.
#pragma once

#include "kernels/variant/attention_kernels.h"
#include "kernels/variant/read_kernels.h"

namespace kvw {
namespace {

KVW_LANES std::uint32_t occupiedOf(const std::int32_t* slots) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kLanes; ++i) {
        bits |= (slots[i] >= 0 ? 1U : 0U) << i;
    }
    return bits;
}

template <class S>
KVW_LANES F decodeApart(F code, const std::byte* scales, const std::byte* minimums, const std::size_t* index,
                        std::size_t count) {
    S scale[kLanes] = {};
    S minimum[kLanes] = {};
    for (std::size_t i = 0; i < count; ++i) {
        scale[i] = reinterpret_cast<const S*>(scales)[index[i]];
        minimum[i] = reinterpret_cast<const S*>(minimums)[index[i]];
    }
    return code * load(scale) + load(minimum);
}

/// Decodes sixteen codes of several groups (sizes that are not a multiple of 16); index[i] is the group of lane i. Out
/// of line and for all types, because such groups are rare.
[[gnu::noinline, maybe_unused]] void decodeMixed(const CodeFormat& format, const std::byte* word,
                                                 const std::byte* scales, const std::byte* minimums,
                                                 const std::size_t* index, std::size_t count, F* decoded) {
    const F code = format.width == 2 ? codes<2>(word) : format.width == 4 ? codes<4>(word) : codes<8>(word);
    *decoded = format.scale == Dtype::F32 ? decodeApart<float>(code, scales, minimums, index, count)
                                          : decodeApart<Half>(code, scales, minimums, index, count);
}

/// Tile of sixteen coded keys of the same groups; scales and minimums are already widened.
template <std::uint32_t kWidth>
struct CodedTile {
    const std::byte* words;
    const float* scales;
    const float* minimums;
    KVW_MEMBER F at(std::size_t c) const {
        return codes<kWidth>(words + c * 2 * kWidth) * broadcast(scales[c]) + broadcast(minimums[c]);
    }
};

/// Tile of sixteen coded keys of several groups.
struct MixedTile {
    const CodedSlots& head;
    const std::byte* words;
    const std::size_t* groups;  ///< per lane, index of the first scale of its group
    KVW_MEMBER F at(std::size_t c) const {
        const std::size_t size = bytesOf(head.format.scale) * c;
        F decoded;
        decodeMixed(head.format, words + c * 2 * head.format.width, head.keyScales + size, head.keyMinimums + size,
                    groups, kLanes, &decoded);
        return decoded;
    }
};

/// Values in full precision, in the order of positions instead of slots.
template <class T>
struct PlacedRows : PlainRows<T> {
    const std::int32_t* slots;
    KVW_MEMBER std::size_t slotOf(std::size_t row) const { return static_cast<std::size_t>(slots[row]); }
};

/// Coded values whose groups are multiples of 16 channels.
template <std::uint32_t kWidth>
struct CodedRows {
    const CodedSlots& head;
    std::size_t words;   ///< words per row
    std::size_t groups;  ///< groups per row
    KVW_MEMBER std::size_t slotOf(std::size_t row) const { return static_cast<std::size_t>(head.codedValueSlots[row]); }
    KVW_MEMBER void prefetch(std::size_t /*row*/, std::size_t /*c*/) const {}
    template <std::size_t kVectors>
    struct From {
        const CodedRows& rows;
        const std::byte* codesFrom;
        std::size_t group[kVectors];
        KVW_MEMBER From(const CodedRows& rows_, std::size_t c, std::size_t /*width*/)
            : rows(rows_), codesFrom(rows.head.valueCodes + c / kLanes * 2 * kWidth) {
            for (std::size_t j = 0; j < kVectors; ++j) {
                group[j] = (c + j * kLanes) / rows.head.format.valueGroup;
            }
        }
        template <class S>
        KVW_MEMBER void readAs(std::size_t row, F* v) const {
            const std::byte* word = codesFrom + row * rows.words * 2 * kWidth;
            const S* scales = reinterpret_cast<const S*>(rows.head.valueScales) + row * rows.groups;
            const S* minimums = reinterpret_cast<const S*>(rows.head.valueMinimums) + row * rows.groups;
            KVW_UNROLL(8)
            for (std::size_t j = 0; j < kVectors; ++j) {
                v[j] =
                    codes<kWidth>(word + j * 2 * kWidth) * broadcast(scales[group[j]]) + broadcast(minimums[group[j]]);
            }
        }
        KVW_MEMBER void read(std::size_t row, F* v) const {
            if (rows.head.format.scale == Dtype::F32) {
                readAs<float>(row, v);
            } else {
                readAs<Half>(row, v);
            }
        }
    };
};

/// Coded values whose groups are not multiples of 16 channels.
struct MixedRows {
    const CodedSlots& head;
    std::size_t words;
    std::size_t groups;
    KVW_MEMBER std::size_t slotOf(std::size_t row) const { return static_cast<std::size_t>(head.codedValueSlots[row]); }
    KVW_MEMBER void prefetch(std::size_t /*row*/, std::size_t /*c*/) const {}
    template <std::size_t kVectors>
    struct From {
        static_assert(kVectors == 1);
        const MixedRows& rows;
        std::size_t c, width;
        KVW_MEMBER From(const MixedRows& rows_, std::size_t c_, std::size_t width_)
            : rows(rows_), c(c_), width(width_) {}
        void read(std::size_t row, F* v) const {
            const CodeFormat& format = rows.head.format;
            std::size_t index[kLanes];
            for (std::size_t i = 0; i < width; ++i) {
                index[i] = row / format.valueTokens * rows.groups + (c + i) / format.valueGroup;
            }
            decodeMixed(format, rows.head.valueCodes + (row * rows.words + c / kLanes) * 2 * format.width,
                        rows.head.valueScales, rows.head.valueMinimums, index, width, v);
        }
    };
};

/// Fills `rows` with the phases of a tile's slots, as indices into the rotation tables; does nothing without rotation.
KVW_LANES void placedPhases(const RotateOnRead* rotation, const std::int32_t* slots, std::int32_t* rows) {
    if (rotation == nullptr) {
        return;
    }
    const auto planes = static_cast<std::int32_t>(rotation->rotaryDim / 2);
    for (std::size_t i = 0; i < kLanes; ++i) {
        rows[i] = slots[i] >= 0 ? rotation->phase[slots[i]] * planes : 0;
    }
}

/// Lanes of a tile of sixteen positions that each query reads. `read` may be null: all occupied lanes.
class SeenLanes {
 public:
    KVW_MEMBER SeenLanes(const ReadTiles* read, const std::int32_t* slots, std::size_t queries)
        : m_read(read), m_slots(slots), m_occupied(occupiedOf(slots)), m_any(m_occupied) {
        if (m_read == nullptr || m_any == 0) {
            return;
        }
        for (std::uint32_t left = m_occupied; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(__builtin_ctz(left));
            m_listed[i] = indexOf(static_cast<std::size_t>(slots[i]) / kLanes);
        }
        m_any = 0;
        for (std::size_t g = 0; g < queries; ++g) {
            m_any |= of(g);
        }
    }
    /// Returns the lanes that at least one query reads.
    [[nodiscard]] KVW_MEMBER std::uint32_t any() const { return m_any; }
    [[nodiscard]] KVW_MEMBER std::uint32_t of(std::size_t query) const {
        return m_read == nullptr ? m_occupied : listedOf(query);
    }

 private:
    [[nodiscard]] std::uint32_t listedOf(std::size_t query) const {
        std::uint32_t bits = 0;
        for (std::uint32_t left = m_occupied; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(__builtin_ctz(left));
            if (m_listed[i] < m_read->count) {
                const std::uint32_t lanes = m_read->lanes[query * m_read->count + m_listed[i]];
                bits |= ((lanes >> (static_cast<std::uint32_t>(m_slots[i]) % kLanes)) & 1U) << i;
            }
        }
        return bits;
    }
    /// Returns the index of a tile in the ascending list of tiles; the length of the list if the tile is not in it.
    [[nodiscard]] std::size_t indexOf(std::size_t tile) const {
        std::size_t low = 0;
        std::size_t high = m_read->count;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (m_read->tiles[middle] < tile) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < m_read->count && m_read->tiles[low] == tile ? low : m_read->count;
    }

    const ReadTiles* m_read;
    const std::int32_t* m_slots;
    std::uint32_t m_occupied, m_any;
    std::size_t m_listed[kLanes];
};

/// Writes the scaled scores of a tile's seen keys to the places of their slots.
template <std::size_t kQueries, class Tile>
void scoreToSlots(const HeadSlots& head, const Tile& tile, const SeenLanes& seen, std::size_t firstQuery,
                  const std::int32_t* slots, const std::int32_t* rows, const float* q, float scale, float* probs,
                  std::size_t stride) {
    F scores[kQueries];
    scoreAnyTile<kQueries>(head, tile, rows, q, scores);
    KVW_UNROLL(8)
    for (std::size_t g = 0; g < kQueries; ++g) {
        float lanes[kLanes];
        store(lanes, scores[g] * broadcast(scale));
        for (std::uint32_t left = seen.of(firstQuery + g); left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(__builtin_ctz(left));
            probs[g * stride + static_cast<std::size_t>(slots[i])] = lanes[i];
        }
    }
}

/// Arguments of attention over a stored head.
struct Question {
    const HeadSlots& head;
    const ReadTiles* read;  ///< null: everything is read
    const float* q;
    std::size_t queries;
    Scoring scoring;
    float* out;
    float* probs;
    std::size_t stride;
};

/// Scores all tiles of a list of positions; tileAt(position, ...) returns their keys.
template <class TileAt>
void scoreList(const Question& of, const std::int32_t* slots, std::size_t positions, const TileAt& tileAt) {
    for (std::size_t first = 0; first < positions; first += kLanes) {
        const SeenLanes seen(of.read, slots + first, of.queries);
        if (seen.any() == 0) {
            continue;
        }
        std::int32_t rows[kLanes] = {};
        placedPhases(of.head.rotation, slots + first, rows);
        std::size_t groups[kLanes];
        const auto tile = tileAt(first, groups);
        overQueryBlocks<kQueryBlock>(of.queries, [&](std::size_t g, auto block) {
            scoreToSlots<block()>(of.head, tile, seen, g, slots + first, rows, of.q + g * of.head.headDim,
                                  of.scoring.scale, of.probs + g * of.stride, of.stride);
        });
    }
}

template <class S>
KVW_LANES void widenNumbers(const std::byte* numbers, std::size_t first, std::size_t count, float* wide) {
    const S* from = reinterpret_cast<const S*>(numbers) + first;
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        store(wide + i, load(from + i));
    }
    if (i < count) {
        storeFirst(wide + i, loadFirst(from + i, count - i), count - i);
    }
}

template <std::uint32_t kWidth>
void scoreCodes(const Question& of) {
    const CodedSlots& coded = of.head.coded;
    const std::size_t headDim = of.head.headDim;
    auto* const scales = static_cast<float*>(__builtin_alloca(2 * headDim * sizeof(float)));
    float* const minimums = scales + headDim;
    std::size_t widened = coded.codedKeys;  // no group yet
    const auto tileAt = [&](std::size_t first, std::size_t* /*groups*/) {
        const std::size_t group = first / coded.format.keyGroup;
        if (group != widened) {
            widened = group;
            const auto widen = coded.format.scale == Dtype::F32 ? &widenNumbers<float> : &widenNumbers<Half>;
            widen(coded.keyScales, group * headDim, headDim, scales);
            widen(coded.keyMinimums, group * headDim, headDim, minimums);
        }
        return CodedTile<kWidth>{coded.keyCodes + first / kLanes * headDim * 2 * kWidth, scales, minimums};
    };
    scoreList(of, coded.codedKeySlots, coded.codedKeys, tileAt);
}

void scoreMixed(const Question& of) {
    const CodedSlots& coded = of.head.coded;
    const std::size_t headDim = of.head.headDim;
    const auto tileAt = [&](std::size_t first, std::size_t* groups) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            groups[i] = (first + i) / coded.format.keyGroup * headDim;
        }
        return MixedTile{coded, coded.keyCodes + first / kLanes * headDim * 2 * coded.format.width, groups};
    };
    scoreList(of, coded.codedKeySlots, coded.codedKeys, tileAt);
}

template <class T>
void scorePlaced(const Question& of) {
    const auto tileAt = [&](std::size_t first, std::size_t* /*groups*/) {
        return PlainTile<T>{static_cast<const T*>(of.head.keys) + first * of.head.headDim};
    };
    scoreList(of, of.head.coded.keySlots, of.head.coded.keys, tileAt);
}

template <std::size_t kVectors, class Rows>
void mixList(const Question& of, const Rows& rows, const std::int32_t* slots, std::size_t count) {
    const auto seenAt = [&](std::size_t tile) { return SeenLanes(of.read, slots + tile * kLanes, of.queries).any(); };
    mixRows<kVectors>(rows, seenAt, (count + kLanes - 1) / kLanes, of.queries, of.probs, of.stride, of.out,
                      of.head.headDim, 0, of.head.headDim);
}

template <std::size_t kVectors, class Rows>
void mixCodes(const Question& of) {
    const CodedSlots& coded = of.head.coded;
    const Rows rows{coded, (of.head.headDim + kLanes - 1) / kLanes, of.head.headDim / coded.format.valueGroup};
    mixList<kVectors>(of, rows, coded.codedValueSlots, coded.codedValues);
}

template <class T>
void mixPlaced(const Question& of) {
    const HeadSlots& head = of.head;
    const PlacedRows<T> rows{{static_cast<const T*>(head.values), head.headDim}, head.coded.valueSlots};
    mixList<1>(of, rows, head.coded.valueSlots, head.coded.values);
}

/// Functions that differ between storage types.
struct StoredParts {
    void (*scores)(const Question&);
    void (*mix)(const Question&);
};

KVW_LANES StoredParts codedParts(const CodeFormat& format) {
    constexpr std::size_t kMost = kMixVectors;
    StoredParts parts = format.width == 2   ? StoredParts{&scoreCodes<2>, &mixCodes<kMost, CodedRows<2>>}
                        : format.width == 4 ? StoredParts{&scoreCodes<4>, &mixCodes<kMost, CodedRows<4>>}
                                            : StoredParts{&scoreCodes<8>, &mixCodes<kMost, CodedRows<8>>};
    parts.scores = format.keyGroup % kLanes == 0 ? parts.scores : &scoreMixed;
    parts.mix = format.valueGroup % kLanes == 0 ? parts.mix : &mixCodes<1, MixedRows>;
    return parts;
}

KVW_LANES StoredParts placedParts(Dtype dtype) {
    return dtype == Dtype::F32    ? StoredParts{&scorePlaced<float>, &mixPlaced<float>}
           : dtype == Dtype::BF16 ? StoredParts{&scorePlaced<Bf16>, &mixPlaced<Bf16>}
                                  : StoredParts{&scorePlaced<Half>, &mixPlaced<Half>};
}

void attendCoded(const Question& of, float* logits, float* entropy) {
    const StoredParts coded = codedParts(of.head.coded.format);
    const StoredParts placed = placedParts(of.head.dtype);
    const std::size_t slots = (of.head.used + kLanes - 1) / kLanes * kLanes;
    for (std::size_t g = 0; g < of.queries; ++g) {
        for (std::size_t slot = 0; slot < slots; ++slot) {
            of.probs[g * of.stride + slot] = -__builtin_inff();
        }
    }
    coded.scores(of);
    placed.scores(of);
    softmaxRows(of.head, of.queries, of.scoring, of.probs, of.stride, logits, entropy);
    for (std::size_t i = 0; i < of.queries * of.head.headDim; ++i) {
        of.out[i] = 0;
    }
    coded.mix(of);
    placed.mix(of);
}

void attendStored(const HeadSlots& head, const float* q, std::size_t queries, Scoring scoring, float* out, float* probs,
                  std::size_t stride, float* logits, float* entropy) {
    if (head.coded.format.width != 0) {
        attendCoded({head, nullptr, q, queries, scoring, out, probs, stride}, logits, entropy);
    } else {
        attendHead({head, q, queries, scoring, out, probs, stride, logits, entropy});
    }
}

void readStored(const HeadSlots& head, const ReadTiles& read, const float* q, std::size_t queries, Scoring scoring,
                float* out, float* probs, std::size_t stride, float* logits, float* entropy) {
    if (head.coded.format.width != 0) {
        attendCoded({head, &read, q, queries, scoring, out, probs, stride}, logits, entropy);
    } else {
        readHead(head, read, q, queries, scoring, out, probs, stride, logits, entropy);
    }
}

}  // namespace
}  // namespace kvw
