// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/joined_experts.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "core/model/weights/dequantize.h"
#include "core/model/weights/packed_matrix.h"

namespace kvw {
namespace {

constexpr std::string_view kGateUp = "gate_up_proj", kDown = "down_proj", kBias = "_bias";
constexpr std::int64_t kMostExperts = 4096;
constexpr std::int64_t kMostStackSide = std::int64_t{1} << 31;

/// Position of the rows of one matrix among those of a tensor.
struct Place {
    std::int64_t first = 0, step = 1;
    std::int64_t rows = 0, columns = 0;
};

/// Plain numbers of a vector, or of a matrix that is stored column by column.
class PlainRows final : public PackedMatrix {
 public:
    /// `first` and `step` of `place` count elements; columns are `columnStep` elements apart.
    PlainRows(const TensorView& stack, const Place& place, std::int64_t columnStep)
        : m_stack(stack), m_place(place), m_columnStep(columnStep) {
        rows = place.rows;
        columns = place.columns;
        held = stack.heldAs();
    }
    [[nodiscard]] std::string typeText() const override { return toText(m_stack.type); }
    [[nodiscard]] Result<void> read(std::int64_t first, std::int64_t count, TensorType as,
                                    std::byte* target) const override {
        if (count == 0) {
            return {};
        }
        const auto size = static_cast<std::int64_t>(blockBytes(m_stack.type));
        const std::size_t heldBytes = blockBytes(as);
        const std::int64_t together = (count - 1) * m_place.step + 1;
        std::vector<std::byte> column(static_cast<std::size_t>(together * size));
        for (std::int64_t c = 0; c < columns; ++c) {
            const std::int64_t begin = m_place.first + first * m_place.step + c * m_columnStep;
            KVW_TRY(m_stack.copy(static_cast<std::size_t>(begin * size), column.size(), column.data()));
            for (std::int64_t row = 0; row < count; ++row) {
                const std::byte* from = column.data() + row * m_place.step * size;
                std::byte* to = target + static_cast<std::size_t>(row * columns + c) * heldBytes;
                if (as == m_stack.type) {
                    std::memcpy(to, from, heldBytes);
                } else {
                    toFloat(m_stack.type, from, reinterpret_cast<float*>(to), 1);
                }
            }
        }
        return {};
    }

 private:
    TensorView m_stack;
    Place m_place;
    std::int64_t m_columnStep;
};

/// MXFP4 numbers with their scales in a separate tensor. Source: OCP Microscaling Formats 1.0, section 5.3.3.
class Mxfp4Rows final : public PackedMatrix {
 public:
    static constexpr std::int64_t kNumbers = 32, kBytes = kNumbers / 2;

    /// `first` and `step` of `place` count rows.
    Mxfp4Rows(const TensorView& blocks, const TensorView& scales, const Place& place)
        : m_blocks(blocks), m_scales(scales), m_place(place) {
        rows = place.rows;
        columns = place.columns;
        held = TensorType::MXFP4;
    }
    [[nodiscard]] std::string typeText() const override { return toText(TensorType::MXFP4); }
    [[nodiscard]] Result<void> read(std::int64_t first, std::int64_t count, TensorType as,
                                    std::byte* target) const override {
        const std::int64_t perRow = columns / kNumbers;
        std::vector<std::byte> numbers(static_cast<std::size_t>(perRow * kBytes)),
            powers(static_cast<std::size_t>(perRow));
        std::vector<std::byte> line(bytesOf(TensorType::MXFP4, static_cast<std::size_t>(columns)));
        for (std::int64_t row = first; row < first + count; ++row) {
            const auto block = static_cast<std::size_t>((m_place.first + row * m_place.step) * perRow);
            KVW_TRY(m_blocks.copy(block * kBytes, numbers.size(), numbers.data()).and_then([&] {
                return m_scales.copy(block, powers.size(), powers.data());
            }));
            const bool plain = as == TensorType::F32;
            std::byte* to = plain ? line.data() : target;
            for (std::int64_t i = 0; i < perRow; ++i, to += 1 + kBytes) {
                to[0] = powers[static_cast<std::size_t>(i)];
                takeNumbers(numbers.data() + i * kBytes, to + 1);
            }
            if (plain) {
                toFloat(TensorType::MXFP4, line.data(), reinterpret_cast<float*>(target),
                        static_cast<std::size_t>(columns));
            }
            target += bytesOf(as, static_cast<std::size_t>(columns));
        }
        return {};
    }

 private:
    /// In the file neighbours share a byte; in a block in memory numbers i and i + 16 do.
    static void takeNumbers(const std::byte* from, std::byte* to) {
        const auto number = [from](std::int64_t i) {
            return i % 2 == 0 ? from[i / 2] & std::byte{15} : from[i / 2] >> 4;
        };
        for (std::int64_t i = 0; i < kBytes; ++i) {
            to[i] = number(i) | number(i + kBytes) << 4;
        }
    }

    TensorView m_blocks, m_scales;
    Place m_place;
};

/// Experts of one layer, to be split.
class Experts {
 public:
    Experts(const std::map<std::string, const TensorView*, std::less<>>& byName, std::string stem,
            const std::string& where)
        : m_byName(byName), m_stem(std::move(stem)), m_where(where) {}

    Result<void> split(std::vector<TensorView>& to) {
        KVW_TRY_ASSIGN(const auto joined, sizesOf(kGateUp));
        KVW_TRY_ASSIGN(const auto down, sizesOf(kDown));
        if (joined.rows % 2 != 0 || down.columns != joined.rows / 2 || down.rows != joined.columns ||
            down.experts != joined.experts) {
            return fail(Code::BadInput, m_where, phrase("the experts %1 do not fit together", m_stem),
                        phrase("%1 and %2", shapeText({joined.experts, joined.rows, joined.columns}),
                               shapeText({down.experts, down.rows, down.columns})),
                        "gate_up_proj of twice as many rows as down_proj has columns");
        }
        for (std::int64_t expert = 0; expert < joined.experts; ++expert) {
            add("gate_proj", joined, expert, 0, 2, to);
            add("up_proj", joined, expert, 1, 2, to);
            add("down_proj", down, expert, 0, 1, to);
        }
        return {};
    }
    [[nodiscard]] const std::set<std::string>& used() const { return m_used; }

 private:
    /// Tensors of one projection of all experts.
    struct Stack {
        std::int64_t experts = 0, rows = 0, columns = 0;
        const TensorView *plain = nullptr, *blocks = nullptr, *scales = nullptr, *bias = nullptr;
    };

    Result<const TensorView*> need(const std::string& name) {
        const auto found = m_byName.find(m_stem + name);
        if (found == m_byName.end()) {
            return fail(Code::BadInput, m_where, phrase("the experts %1 are not whole", m_stem), "",
                        phrase("the tensor %1", m_stem + std::string(name)));
        }
        m_used.insert(m_stem + name);
        return found->second;
    }
    [[nodiscard]] tl::unexpected<Error> misfit(const TensorView& view, Phrase expected) const {
        return fail(Code::BadInput, m_where, phrase("the tensor %1 does not fit its matrix", view.name),
                    fmt::format("{} {}", toText(view.type), shapeText(view.shape)), expected);
    }
    [[nodiscard]] static bool isPlain(const TensorView& view) {
        return usableAsWeight(view.type) && !blockType(view.type);
    }

    Result<Stack> sizesOf(std::string_view part) {
        const std::string name(part);
        Stack stack;
        if (m_byName.contains(m_stem + name)) {
            stack.plain = *need(name);
            const auto& shape = stack.plain->shape;
            if (!isPlain(*stack.plain) || shape.size() != 3) {
                return misfit(*stack.plain, "[experts, columns, rows] of F32, BF16 or F16");
            }
            std::tie(stack.experts, stack.columns, stack.rows) = std::tuple(shape[0], shape[1], shape[2]);
        } else {
            const auto blocks = need(name + "_blocks");
            KVW_TRY_ASSIGN(const auto scales, blocks ? need(name + "_scales") : blocks);
            std::tie(stack.blocks, stack.scales) = std::tuple(*blocks, scales);
            const auto& shape = stack.blocks->shape;
            if (stack.blocks->type != TensorType::U8 || shape.size() != 4 || shape[3] != Mxfp4Rows::kBytes) {
                return misfit(*stack.blocks, "U8 [experts, rows, columns / 32, 16]");
            }
            const std::vector<std::int64_t> groups{shape[0], shape[1], shape[2]};
            if (stack.scales->type != TensorType::U8 || stack.scales->shape != groups) {
                return misfit(*stack.scales, "U8 " + shapeText(groups));
            }
            stack.experts = shape[0];
            stack.rows = shape[1];
            stack.columns = shape[2] < kMostStackSide ? shape[2] * Mxfp4Rows::kNumbers : kMostStackSide;
        }
        const TensorView& view = stack.plain != nullptr ? *stack.plain : *stack.blocks;
        const auto fits = [](std::int64_t side) { return side >= 1 && side < kMostStackSide; };
        if (stack.experts < 1 || stack.experts > kMostExperts || !fits(stack.rows) || !fits(stack.columns)) {
            return misfit(view, phrase("1 to %1 experts of at least one row and column", kMostExperts));
        }
        KVW_TRY_ASSIGN(const auto bias, need(name + std::string(kBias)));
        stack.bias = bias;
        const std::vector<std::int64_t> expected{stack.experts, stack.rows};
        if (!isPlain(*stack.bias) || stack.bias->shape != expected) {
            return misfit(*stack.bias, phrase("F32, BF16 or F16 %1", shapeText(expected)));
        }
        return stack;
    }

    /// Adds weight and bias made of every `step`-th row of one expert, from row `first` on.
    void add(const char* name, const Stack& stack, std::int64_t expert, std::int64_t first, std::int64_t step,
             std::vector<TensorView>& to) const {
        const std::string stem = fmt::format("{}{}.{}", m_stem, expert, name);
        const std::int64_t rows = stack.rows / step;
        const TensorView& matrix = stack.plain != nullptr ? *stack.plain : *stack.blocks;
        TensorView weight = partOf(matrix, stack.experts, expert, stem + ".weight", {rows, stack.columns});
        if (stack.plain != nullptr) {
            const Place place{expert * stack.rows * stack.columns + first, step, rows, stack.columns};
            weight.packed = std::make_shared<const PlainRows>(*stack.plain, place, stack.rows);
        } else {
            const Place place{expert * stack.rows + first, step, rows, stack.columns};
            weight.type = TensorType::MXFP4;
            weight.packed = std::make_shared<const Mxfp4Rows>(*stack.blocks, *stack.scales, place);
        }
        to.push_back(std::move(weight));
        TensorView bias = partOf(*stack.bias, stack.experts, expert, stem + ".bias", {rows});
        const Place place{expert * stack.rows + first, step, rows, 1};
        bias.packed = std::make_shared<const PlainRows>(*stack.bias, place, 1);
        to.push_back(std::move(bias));
    }

    static TensorView partOf(const TensorView& stack, std::int64_t experts, std::int64_t expert, std::string name,
                             std::vector<std::int64_t> shape) {
        const std::size_t bytes = stack.data.size() / static_cast<std::size_t>(experts);
        TensorView part;
        part.name = std::move(name);
        part.type = stack.type;
        part.shape = std::move(shape);
        part.data = stack.data.subspan(static_cast<std::size_t>(expert) * bytes, bytes);
        part.file = stack.file;
        return part;
    }

    const std::map<std::string, const TensorView*, std::less<>>& m_byName;
    std::string m_stem;
    const std::string& m_where;
    std::set<std::string> m_used;
};

}  // namespace

Result<void> splitExperts(std::vector<TensorView>& tensors, const std::string& where) {
    const std::string mark = "experts." + std::string(kGateUp) + std::string(kBias);
    std::map<std::string, const TensorView*, std::less<>> byName;
    for (const TensorView& view : tensors) {
        byName.emplace(view.name, &view);
    }
    std::vector<TensorView> parts;
    std::set<std::string> used;
    for (const TensorView& view : tensors) {
        if (!view.name.ends_with(mark)) {
            continue;
        }
        Experts experts(byName, view.name.substr(0, view.name.size() - kGateUp.size() - kBias.size()), where);
        KVW_TRY(experts.split(parts));
        used.insert(experts.used().begin(), experts.used().end());
    }
    std::erase_if(tensors, [&](const TensorView& view) { return used.contains(view.name); });
    tensors.insert(tensors.end(), std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
    return {};
}

}  // namespace kvw
