// SPDX-License-Identifier: Apache-2.0
// Cases of kind `codec`: the keys and values of one head through the cache, without attention (golden format, section
// 2).
#include <algorithm>
#include <cmath>

#include "core/conformance/conformance_case.h"
#include "core/engine/attention/codec_storage.h"

namespace kvw {

namespace {

using json = nlohmann::json;
using Rows = std::vector<std::vector<float>>;

bool decodedAgrees(double found, double expected) {
    return std::abs(found - expected) <= std::max(1e-5 * std::abs(expected), 1e-6);
}

float numberAt(const std::byte* numbers, Dtype dtype, std::size_t index) {
    float number = 0;
    widen(numbers + index * bytesOf(dtype), dtype, &number, 1);
    return number;
}

/// Place of a code, with the scale and minimum that belong to it.
struct Place {
    const std::byte* word;
    std::size_t lane;
    float scale, minimum;
};

class CodecRun {
 public:
    CodecRun(const ConformanceCase& c, GuardedCodec& codec, Rows keys, Rows values, const CacheShape& shape)
        : m_expect(c.file.at("expect")),
          m_encoder(codec),
          m_keys(std::move(keys)),
          m_values(std::move(values)),
          m_cache(shape) {}

    Result<Phrase> run(std::int64_t prompt, std::int64_t chunk) {
        for (std::int64_t first = 0; first < prompt; first += chunk) {
            KVW_TRY(pass(first, std::min(chunk, prompt - first)));
        }
        const auto tokens = std::ssize(m_keys);
        for (std::int64_t token = prompt; token <= tokens; ++token) {
            if (Phrase difference = compareLengths(static_cast<std::size_t>(token - prompt)); !difference.empty()) {
                return difference;
            }
            if (token < tokens) {
                KVW_TRY(pass(token, 1));
            }
        }
        for (const bool keys : {true, false}) {
            if (Phrase difference = compareCodes(keys); !difference.empty()) {
                return difference;
            }
        }
        if (m_expect.contains("bytes_per_element")) {
            const double expected = m_expect.at("bytes_per_element").get<double>();
            for (const double found : {m_cache.bytesPerCodedKey(), m_cache.bytesPerCodedValue()}) {
                if (!caseNumberAgrees(found, expected)) {
                    return phrase("bytes per element: found %1, expected %2", found, expected);
                }
            }
        }
        return Phrase();
    }

 private:
    Result<void> pass(std::int64_t first, std::int64_t count) {
        KVW_TRY(m_cache.reserve(0, count));
        for (auto token = static_cast<std::size_t>(first); token < static_cast<std::size_t>(first + count); ++token) {
            m_cache.append(0, static_cast<std::int64_t>(token), m_keys[token].data(), m_values[token].data(), 1);
        }
        return m_cache.encode(0, 1, m_encoder);
    }

    [[nodiscard]] Phrase compareLengths(std::size_t index) const {
        if (!m_expect.contains("lengths")) {
            return {};
        }
        const CodedCounts counts = m_cache.codedUnit(0, 0)->counts();
        const std::vector<std::int64_t> found{m_cache.held(0, 0), counts.codedKeys, counts.fullKeys, counts.codedValues,
                                              counts.fullValues};
        const auto expected = m_expect.at("lengths").at(index).get<std::vector<std::int64_t>>();
        return found == expected ? Phrase()
                                 : phrase("lengths at %1 tokens: found [%2], expected [%3]", found[0], listText(found),
                                          listText(expected));
    }

    [[nodiscard]] Place placeOf(bool keys, std::int32_t token, std::size_t channel) const {
        const CodedSlots coded = m_cache.slots(0, 0, nullptr).coded;
        const auto dim = static_cast<std::size_t>(m_cache.shape().headDim);
        const std::size_t word = codeWordBytes(coded.format.width);
        const CodedUnit& unit = *m_cache.codedUnit(0, 0);
        if (keys) {
            const auto at = static_cast<std::size_t>(unit.codedKey(token));
            const std::size_t number = at / coded.format.keyGroup * dim + channel;
            return {coded.keyCodes + (at / kTileSlots * dim + channel) * word, at % kTileSlots,
                    numberAt(coded.keyScales, coded.format.scale, number),
                    numberAt(coded.keyMinimums, coded.format.scale, number)};
        }
        const auto at = static_cast<std::size_t>(unit.codedValue(token));
        const std::size_t words = (dim + kTileSlots - 1) / kTileSlots;
        const std::size_t number =
            at / coded.format.valueTokens * (dim / coded.format.valueGroup) + channel / coded.format.valueGroup;
        return {coded.valueCodes + (at * words + channel / kTileSlots) * word, channel % kTileSlots,
                numberAt(coded.valueScales, coded.format.scale, number),
                numberAt(coded.valueMinimums, coded.format.scale, number)};
    }

    [[nodiscard]] Phrase compareCodes(bool keys) const {
        const char* const part = keys ? "k" : "v";
        if (!m_expect.contains(part)) {
            return {};
        }
        const json& expected = m_expect.at(part);
        const CodedCounts counts = m_cache.codedUnit(0, 0)->counts();
        const auto coded = static_cast<std::size_t>(keys ? counts.codedKeys : counts.codedValues);
        const std::size_t listed = expected.is_null() ? 0 : expected.at("codes").size();
        if (coded != listed) {
            return phrase("%1: %2 tokens are coded, expected %3", part, coded, listed);
        }
        for (std::size_t token = 0; token < coded; ++token) {
            if (Phrase difference = compareToken(keys, token, expected); !difference.empty()) {
                return phrase("%1, token %2, %3", part, token, std::move(difference));
            }
        }
        return {};
    }

    [[nodiscard]] Phrase compareToken(bool keys, std::size_t token, const json& expected) const {
        const auto slot = static_cast<std::int32_t>(token);
        std::vector<float> decoded(static_cast<std::size_t>(m_cache.shape().headDim));
        keys ? m_cache.readKey(0, 0, slot, decoded.data()) : m_cache.readValue(0, 0, slot, decoded.data());
        const CodeFormat& format = m_cache.shape().codes;
        for (std::size_t channel = 0; channel < decoded.size(); ++channel) {
            const Place place = placeOf(keys, slot, channel);
            const std::size_t row = token / (keys ? format.keyGroup : format.valueTokens);
            const std::size_t column = keys ? channel : channel / format.valueGroup;
            const int code = loadCode(place.word, format.width, place.lane);
            const int expectedCode = expected.at("codes").at(token).at(channel).get<int>();
            if (code != expectedCode) {
                return phrase("channel %1: code %2, expected %3", channel, code, expectedCode);
            }
            for (const auto& [name, found] : {std::pair{"scale", place.scale}, std::pair{"min", place.minimum}}) {
                const double number = expected.at(name).at(row).at(column).get<double>();
                if (!caseNumberAgrees(static_cast<double>(found), number)) {
                    return phrase("channel %1: %2 %3, expected %4", channel, name, found, number);
                }
            }
            const double number = expected.at("decoded").at(token).at(channel).get<double>();
            if (!decodedAgrees(static_cast<double>(decoded[channel]), number)) {
                return phrase("channel %1: decoded %2, expected %3", channel, decoded[channel], number);
            }
        }
        return {};
    }

    const json& m_expect;
    CodecEncoder m_encoder;
    Rows m_keys, m_values;
    KvCache m_cache;
};

}  // namespace

Result<Phrase> runCodecCase(const ConformanceCase& c, GuardedCodec codec) {
    const json& tensors = c.file.at("tensors").at("explicit");
    auto keys = tensors.at("k").get<Rows>();
    auto values = tensors.at("v").get<Rows>();
    JsonDocument document(c.where, Code::BadInput);
    const JsonObject members(document, c.file);
    const std::int64_t prompt = members.integerOr("prompt", 0);
    const std::int64_t decode = members.integerOr("decode", 0);
    const std::int64_t chunk = chunkOf(members);
    KVW_TRY(document.checked());
    const std::size_t headDim = keys.empty() ? 0 : keys.front().size();
    const auto asWide = [headDim](const std::vector<float>& row) {
        return row.size() == headDim && std::ranges::all_of(row, [](float number) { return std::isfinite(number); });
    };
    if (prompt < 1 || decode < 0 || headDim == 0 || keys.size() != values.size() ||
        std::ssize(keys) - prompt != decode || !std::ranges::all_of(keys, asWide) ||
        !std::ranges::all_of(values, asWide)) {
        return fail(Code::BadInput, c.where, "k, v, prompt and decode do not fit together", {},
                    "prompt + decode rows of finite numbers, all of one width");
    }
    KVW_TRY_ASSIGN(const auto layout, codec.layout(static_cast<std::int64_t>(headDim)));
    CacheShape shape;
    shape.layers = shape.queryHeads = shape.kvHeads = shape.storedHeads = 1;
    shape.headDim = static_cast<std::int32_t>(headDim);
    useCodec(layout, shape);
    CodecRun run(c, codec, std::move(keys), std::move(values), shape);
    return run.run(prompt, chunk > 0 ? chunk : prompt);
}

}  // namespace kvw
