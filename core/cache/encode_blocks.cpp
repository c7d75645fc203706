// SPDX-License-Identifier: Apache-2.0
#include "core/cache/encode_blocks.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "kernels/half.h"

namespace kvw {

namespace {

using NameOf = std::function<std::string(std::size_t unit)>;

/// Numbers passed to the codec in one call: 4 MiB.
constexpr std::size_t kBatch = std::size_t{1} << 20U;

float stored(float number, Dtype dtype) {
    return dtype == Dtype::F32 ? number : widenF16(narrowF16(number));
}

/// Rows of one group size for one call of the codec, with a callback for the codes of each entry.
class Batch {
 public:
    using Put = std::function<void(const std::uint8_t* codes, const float* scales, const float* minimums)>;

    /// `error` may be null: then the coding error is not measured.
    Batch(RowEncoder& encoder, std::size_t group, const CodedShape& shape, const NameOf& nameOf,
          CodingError::Sums* error)
        : m_encoder(encoder), m_group(group), m_shape(shape), m_nameOf(nameOf), m_error(error) {}

    /// Returns room for `rows` more rows; their codes go to `put`.
    float* add(std::size_t rows, std::size_t unit, Put put) {
        const std::size_t first = m_numbers.size();
        m_numbers.resize(first + rows * m_group);
        m_puts.push_back({first / m_group, unit, std::move(put)});
        return m_numbers.data() + first;
    }
    Result<void> sendIfFull() { return m_numbers.size() < kBatch ? Result<void>{} : send(); }

    Result<void> send() {
        if (m_puts.empty()) {
            return {};
        }
        const std::size_t rows = m_numbers.size() / m_group;
        m_codes.resize(m_numbers.size());
        m_scales.resize(rows);
        m_minimums.resize(rows);
        auto done =
            m_encoder.encode(m_numbers.data(), static_cast<std::int64_t>(rows), static_cast<std::int64_t>(m_group),
                             m_codes.data(), m_scales.data(), m_minimums.data());
        if (done) {
            done = check();
        }
        if (!done) {
            return done;
        }
        if (m_error != nullptr) {
            measure();
        }
        for (const auto& [row, unit, put] : m_puts) {
            put(m_codes.data() + row * m_group, m_scales.data() + row, m_minimums.data() + row);
        }
        m_puts.clear();
        m_numbers.clear();
        return {};
    }

 private:
    [[nodiscard]] Result<void> check() const {
        const bool half = m_shape.format.scale == Dtype::F16;
        for (std::size_t row = 0; row < m_scales.size(); ++row) {
            if (!std::isfinite(stored(m_scales[row], m_shape.format.scale)) ||
                !std::isfinite(stored(m_minimums[row], m_shape.format.scale))) {
                return fail(Code::Policy, nameOfRow(row), "a group of keys or values does not fit its scale",
                            phrase("minimum %1, scale %2", m_minimums[row], m_scales[row]),
                            half ? "at most 65504 in float16 (scale-dtype=float32 takes more)" : "finite numbers");
            }
        }
        const auto most = static_cast<std::uint8_t>((1U << static_cast<unsigned>(m_shape.bits)) - 1U);
        for (std::size_t i = 0; i < m_codes.size(); ++i) {
            if (m_codes[i] > most) {
                return fail(Code::Policy, nameOfRow(i / m_group), "a code is too large", std::to_string(m_codes[i]),
                            phrase("0 to %1", most));
            }
        }
        return {};
    }
    void measure() {
        std::vector<float> read(m_group);
        for (std::size_t row = 0; row < m_scales.size(); ++row) {
            const float scale = stored(m_scales[row], m_shape.format.scale);
            const float minimum = stored(m_minimums[row], m_shape.format.scale);
            for (std::size_t i = 0; i < m_group; ++i) {
                read[i] = static_cast<float>(m_codes[row * m_group + i]) * scale + minimum;
            }
            m_error->add(std::span(m_numbers).subspan(row * m_group, m_group), read);
        }
    }
    [[nodiscard]] std::string nameOfRow(std::size_t row) const {
        const auto after = std::find_if(m_puts.begin(), m_puts.end(), [row](const Entry& e) { return e.row > row; });
        return m_nameOf(std::prev(after)->unit);
    }

    struct Entry {
        std::size_t row, unit;
        Put put;
    };
    RowEncoder& m_encoder;
    std::size_t m_group;
    CodedShape m_shape;
    const NameOf& m_nameOf;
    CodingError::Sums* m_error;
    std::vector<float> m_numbers, m_scales, m_minimums;
    std::vector<std::uint8_t> m_codes;
    std::vector<Entry> m_puts;
};

struct Pending {
    CodedUnit* unit;
    std::size_t index;
    CodedUnit::Block block;
};

Result<void> encodeKeys(const std::vector<Pending>& pending, RowEncoder& encoder, const NameOf& nameOf,
                        CodingError* error) {
    const CodedShape& shape = pending.front().unit->shape();
    Batch batch(encoder, shape.format.keyGroup, shape, nameOf, error != nullptr ? &error->keys : nullptr);
    for (const Pending& p : pending) {
        for (std::int32_t head = 0; head < shape.heads; ++head) {
            for (std::size_t i = 0; i < p.block.groups.size(); ++i) {
                const std::int32_t group = p.block.groups[i];
                const auto put = [unit = p.unit, head, group](const std::uint8_t* codes, const float* scales,
                                                              const float* minimums) {
                    unit->putKeys(head, group, codes, scales, minimums);
                };
                p.unit->gatherKeys(p.block, i, head, batch.add(static_cast<std::size_t>(shape.headDim), p.index, put));
                KVW_TRY(batch.sendIfFull());
            }
        }
    }
    return batch.send();
}

/// Codes values. Their coding error is measured later, when they are first read as codes (settleValues).
Result<void> encodeValues(const std::vector<Pending>& pending, RowEncoder& encoder, const NameOf& nameOf) {
    const CodedShape& shape = pending.front().unit->shape();
    // A group holds channels of one token, or tokens of one channel.
    Batch batch(encoder, shape.format.valuesShared(), shape, nameOf, nullptr);
    const std::size_t tokens = shape.format.valueTokens;
    const std::size_t groups = static_cast<std::size_t>(shape.headDim) / shape.format.valueGroup;
    for (const Pending& p : pending) {
        for (std::int32_t head = 0; head < shape.heads; ++head) {
            for (std::size_t i = 0; i < p.block.rows.size() / tokens; ++i) {
                const std::int32_t row = p.block.rows[i * tokens];
                const auto put = [unit = p.unit, head, row](const std::uint8_t* codes, const float* scales,
                                                            const float* minimums) {
                    unit->putValues(head, row, codes, scales, minimums);
                };
                p.unit->gatherValues(p.block, i, head, batch.add(groups, p.index, put));
                KVW_TRY(batch.sendIfFull());
            }
        }
    }
    return batch.send();
}

}  // namespace

Result<void> encodeBlocks(std::span<CodedUnit> units, RowEncoder& encoder, const NameOf& nameOf, CodingError* error) {
    std::vector<Pending> pending;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (!units[i].blockDue()) {
            continue;
        }
        KVW_TRY_ASSIGN(auto block, units[i].beginBlock());
        pending.push_back({&units[i], i, std::move(block)});
    }
    if (!pending.empty()) {
        KVW_TRY(encodeKeys(pending, encoder, nameOf, error));
        KVW_TRY(encodeValues(pending, encoder, nameOf));
    }
    for (const Pending& p : pending) {
        p.unit->endBlock(p.block);
    }
    for (CodedUnit& unit : units) {
        unit.settleValues(error != nullptr ? &error->values : nullptr);
    }
    return {};
}

}  // namespace kvw
