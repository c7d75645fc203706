// SPDX-License-Identifier: Apache-2.0
/// A coded cache beside a naive one that follows POLICIES.md, section 17, token by token.
#pragma once

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "core/cache/kv_cache.h"

namespace kvw::test {

struct Encoded {
    std::vector<std::uint8_t> codes;
    float scale = 0, minimum = 0;
};

/// A plain asymmetric quantiser; the cache takes any.
inline Encoded encodeRow(const float* row, std::size_t group, std::int32_t bits) {
    const auto [low, high] = std::minmax_element(row, row + group);
    const auto most = static_cast<float>((1 << bits) - 1);
    Encoded encoded{std::vector<std::uint8_t>(group, 0), (*high - *low) / most, *low};
    for (std::size_t i = 0; i < group && encoded.scale > 0; ++i) {
        encoded.codes[i] =
            static_cast<std::uint8_t>(std::clamp(std::nearbyint((row[i] - *low) / encoded.scale), 0.0F, most));
    }
    return encoded;
}

class Encoder final : public RowEncoder {
 public:
    explicit Encoder(std::int32_t bits) : m_bits(bits) {}
    Result<void> encode(const float* rows, std::int64_t count, std::int64_t group, std::uint8_t* codes, float* scales,
                        float* minimums) override {
        ++calls;
        numbers += count * group;
        if (failing) {
            return fail(Code::Policy, "codec", "no codes today");
        }
        for (std::int64_t i = 0; i < count; ++i) {
            const Encoded encoded = encodeRow(rows + i * group, static_cast<std::size_t>(group), m_bits);
            std::copy(encoded.codes.begin(), encoded.codes.end(), codes + i * group);
            std::fill_n(codes + i * group, tooLarge ? 1 : 0, std::uint8_t{255});
            scales[i] = encoded.scale;
            minimums[i] = encoded.minimum;
        }
        return {};
    }
    std::int64_t calls = 0, numbers = 0;
    bool failing = false, tooLarge = false;

 private:
    std::int32_t m_bits;
};

inline CacheShape codedShapeOf(std::int32_t units, std::int32_t storedHeads, std::int32_t headDim, std::int32_t bits,
                               std::size_t group, std::int64_t residual, Dtype scale = Dtype::F16,
                               bool valuesPerChannel = false) {
    CacheShape shape;
    shape.layers = 2;
    shape.queryHeads = 4;
    shape.kvHeads = 2;
    shape.headDim = headDim;
    shape.units = units;
    shape.storedHeads = storedHeads;
    shape.statistics = 1;
    shape.codes = {codeWidth(static_cast<std::uint32_t>(bits)), group, group, scale};
    if (valuesPerChannel) {
        shape.codes.valueGroup = 1;
        shape.codes.valueTokens = group;
    }
    shape.codeBits = bits;
    shape.residual = residual;
    return shape;
}

/// A token as one unit should hold it, per stored head of the unit, one after the other.
struct NaiveToken {
    std::vector<float> keys, values;                ///< in full precision
    std::vector<float> decodedKeys, decodedValues;  ///< once coded
    bool keyCoded = false, valueCoded = false;
};
using NaiveUnit = std::map<std::int64_t, NaiveToken>;

/// A cache beside what POLICIES.md, section 17, says of it.
class Pair {
 public:
    Pair(const CacheShape& shape, std::uint32_t seed)
        : cache(shape),
          encoder(shape.codeBits),
          naive(static_cast<std::size_t>(shape.layers * shape.units)),
          random(seed) {}

    NaiveUnit& unit(std::int32_t layer, std::int32_t u) {
        return naive[static_cast<std::size_t>(layer * cache.shape().units + u)];
    }
    std::int64_t below(std::int64_t bound) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
    }
    float number() { return static_cast<float>(below(2001) - 1000) / 256.0F; }

    void append(std::int32_t layer, std::int64_t token) {
        const CacheShape& s = cache.shape();
        std::vector<float> keys(static_cast<std::size_t>(s.kvHeads * s.headDim));
        std::vector<float> values(keys.size());
        std::generate(keys.begin(), keys.end(), [this] { return number(); });
        std::generate(values.begin(), values.end(), [this] { return number(); });
        cache.append(layer, token, keys.data(), values.data(), s.kvHeads);
        for (std::int32_t u = 0; u < s.units; ++u) {
            NaiveToken entry;
            for (std::int32_t h = u * s.storedPerUnit(); h < (u + 1) * s.storedPerUnit(); ++h) {
                const auto source = static_cast<std::ptrdiff_t>(h * s.kvHeads / s.storedHeads * s.headDim);
                entry.keys.insert(entry.keys.end(), keys.begin() + source, keys.begin() + source + s.headDim);
                entry.values.insert(entry.values.end(), values.begin() + source, values.begin() + source + s.headDim);
            }
            unit(layer, u)[token] = entry;
        }
    }
    void pass(std::int32_t layer, std::int64_t first, std::int64_t count) {
        QVERIFY(cache.reserve(layer, count));
        for (std::int64_t token = first; token < first + count; ++token) {
            append(layer, token);
        }
    }
    void evict(std::int32_t layer, std::int32_t u, const std::vector<std::int32_t>& slots) {
        const auto tokens = cache.tokens(layer, u);
        for (const std::int32_t slot : slots) {
            unit(layer, u).erase(tokens[static_cast<std::size_t>(slot)]);
        }
        cache.evict(layer, u, slots);
    }
    void evictSome(std::int32_t layer, std::int32_t u, std::int64_t count) {
        std::vector<std::int32_t> slots;
        cache.slotsInTokenOrder(layer, u, slots);
        std::shuffle(slots.begin(), slots.end(), random);
        slots.resize(static_cast<std::size_t>(std::min(count, static_cast<std::int64_t>(slots.size()))));
        evict(layer, u, slots);
    }
    /// The token that is oldest but for `sinks`.
    void evictOldest(std::int32_t layer, std::int32_t u, std::size_t sinks) {
        std::vector<std::int32_t> slots;
        cache.slotsInTokenOrder(layer, u, slots);
        evict(layer, u, {slots[sinks]});
    }
    void encode(std::int32_t layer, std::int32_t layers) {
        QVERIFY(cache.encode(layer, layers, encoder, &error));
        for (std::int32_t l = layer; l < layer + layers; ++l) {
            for (std::int32_t u = 0; u < cache.shape().units; ++u) {
                encodeNaive(unit(l, u));
            }
        }
    }

    /// Empty: the cache holds exactly what the naive one does.
    QString difference() {
        const CacheShape& s = cache.shape();
        double live = 0;
        for (std::int32_t layer = 0; layer < s.layers; ++layer) {
            for (std::int32_t u = 0; u < s.units; ++u) {
                const QString at = QString("layer %1, unit %2: ").arg(layer).arg(u);
                const NaiveUnit& expected = unit(layer, u);
                if (cache.held(layer, u) != static_cast<std::int64_t>(expected.size())) {
                    return at + "held";
                }
                std::vector<std::int32_t> slots;
                cache.slotsInTokenOrder(layer, u, slots);
                const CodedUnit& coded = *cache.codedUnit(layer, u);
                CodedCounts counts;
                std::size_t i = 0;
                for (const auto& [token, entry] : expected) {
                    const std::int32_t slot = slots[i++];
                    counts.codedKeys += entry.keyCoded ? 1 : 0;
                    counts.fullKeys += entry.keyCoded ? 0 : 1;
                    counts.codedValues += entry.valueCoded ? 1 : 0;
                    counts.fullValues += entry.valueCoded ? 0 : 1;
                    if (cache.tokens(layer, u)[static_cast<std::size_t>(slot)] != token ||
                        (coded.codedKey(slot) >= 0) != entry.keyCoded ||
                        (coded.codedValue(slot) >= 0) != entry.valueCoded || !sameRows(layer, u, slot, entry)) {
                        return at + QString("token %1").arg(token);
                    }
                }
                const CodedCounts found = coded.counts();
                if (found.codedKeys != counts.codedKeys || found.fullKeys != counts.fullKeys ||
                    found.codedValues != counts.codedValues || found.fullValues != counts.fullValues) {
                    return at + "counts";
                }
                live += s.storedPerUnit() * s.headDim *
                        (static_cast<double>(counts.fullKeys + counts.fullValues) * 4.0 +
                         static_cast<double>(counts.codedKeys + counts.codedValues) * perElement());
            }
        }
        return cache.bytesLive() != static_cast<std::int64_t>(std::ceil(live)) ||
                       cache.bytesAllocated() < cache.bytesLive()
                   ? "bytes"
                   : QString();
    }
    [[nodiscard]] double perElement() const {
        const CacheShape& s = cache.shape();
        return s.codes.width / 8.0 +
               2.0 * static_cast<double>(bytesOf(s.codes.scale)) / static_cast<double>(s.codes.keyGroup);
    }

    KvCache cache;
    Encoder encoder;
    CodingError error;
    std::vector<NaiveUnit> naive;
    std::mt19937 random;

 private:
    float rounded(float number) const {
        float back = 0;
        std::byte bytes[4];
        narrow(&number, cache.shape().codes.scale, bytes, 1);
        widen(bytes, cache.shape().codes.scale, &back, 1);
        return back;
    }
    void decode(const Encoded& encoded, const std::vector<float*>& targets) const {
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const float product = static_cast<float>(encoded.codes[i]) * rounded(encoded.scale);
            *targets[i] = product + rounded(encoded.minimum);
        }
    }
    void encodeNaive(NaiveUnit& held) const {
        const CacheShape& s = cache.shape();
        const std::size_t group = s.codes.keyGroup;
        std::vector<NaiveToken*> tail, recent;
        for (auto& [token, entry] : held) {
            if (!entry.keyCoded) {
                tail.push_back(&entry);
            }
            if (!entry.valueCoded) {
                recent.push_back(&entry);
            }
        }
        const auto due = tail.size() - tail.size() % static_cast<std::size_t>(s.residual);
        for (std::size_t first = 0; first < due; first += group) {
            const std::size_t channels = tail[first]->keys.size();
            for (std::size_t t = first; t < first + group; ++t) {
                tail[t]->keyCoded = true;
                tail[t]->decodedKeys.resize(channels);
            }
            for (std::size_t c = 0; c < channels; ++c) {
                std::vector<float> row;
                std::vector<float*> targets;
                for (std::size_t t = first; t < first + group; ++t) {
                    row.push_back(tail[t]->keys[c]);
                    targets.push_back(&tail[t]->decodedKeys[c]);
                }
                decode(encodeRow(row.data(), group, s.codeBits), targets);
            }
            if (s.codes.valueTokens > 1) {
                encodeValuesPerChannel({tail.begin() + static_cast<std::ptrdiff_t>(first),
                                        tail.begin() + static_cast<std::ptrdiff_t>(first + group)});
            }
        }
        for (std::size_t i = 0; i + static_cast<std::size_t>(s.residual) < recent.size(); ++i) {
            NaiveToken& entry = *recent[i];
            entry.valueCoded = true;
            if (s.codes.valueTokens > 1) {
                continue;  // with the keys
            }
            entry.decodedValues.resize(entry.values.size());
            for (std::size_t c = 0; c < entry.values.size(); c += group) {
                std::vector<float*> targets;
                for (std::size_t k = c; k < c + group; ++k) {
                    targets.push_back(&entry.decodedValues[k]);
                }
                decode(encodeRow(entry.values.data() + c, group, s.codeBits), targets);
            }
        }
    }
    void encodeValuesPerChannel(const std::vector<NaiveToken*>& tokens) const {
        for (std::size_t c = 0; c < tokens.front()->values.size(); ++c) {
            std::vector<float> row;
            std::vector<float*> targets;
            for (NaiveToken* token : tokens) {
                token->decodedValues.resize(token->values.size());
                row.push_back(token->values[c]);
                targets.push_back(&token->decodedValues[c]);
            }
            decode(encodeRow(row.data(), row.size(), cache.shape().codeBits), targets);
        }
    }
    bool sameRows(std::int32_t layer, std::int32_t u, std::int32_t slot, const NaiveToken& entry) {
        const CacheShape& s = cache.shape();
        const auto& keys = entry.keyCoded ? entry.decodedKeys : entry.keys;
        const auto& values = entry.valueCoded ? entry.decodedValues : entry.values;
        std::vector<float> row(static_cast<std::size_t>(s.headDim));
        for (std::int32_t i = 0; i < s.storedPerUnit(); ++i) {
            const auto offset = static_cast<std::ptrdiff_t>(i * s.headDim);
            cache.readKey(layer, u * s.storedPerUnit() + i, slot, row.data());
            if (!std::equal(row.begin(), row.end(), keys.begin() + offset)) {
                return false;
            }
            cache.readValue(layer, u * s.storedPerUnit() + i, slot, row.data());
            if (!std::equal(row.begin(), row.end(), values.begin() + offset)) {
                return false;
            }
        }
        return true;
    }
};

}  // namespace kvw::test
