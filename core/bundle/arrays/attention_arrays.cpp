// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/arrays/attention_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

#include "core/bundle/arrays/map_arrays.h"
#include "core/bundle/write_watched.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

/// Formats of the index: the second if it refers to rows of another lane, the third if it has pooled maps, so that no
/// older reader takes them for missing. A lane with pooled maps has no rows that could refer.
constexpr const char* kArrays = "kvw-arrays-1";
constexpr const char* kSharingArrays = "kvw-arrays-2";
constexpr const char* kPoolingArrays = "kvw-arrays-3";

/// Steps and offsets of a layer's rows, computed before anything is written.
struct Plan {
    std::vector<std::int32_t> steps;
    std::vector<std::int64_t> offsets{0};

    void dropFirst(std::size_t rows, std::int32_t units) {
        const auto lists = static_cast<std::ptrdiff_t>(rows * static_cast<std::size_t>(units));
        steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(rows));
        offsets.erase(offsets.begin(), offsets.begin() + lists);
        for (const std::int64_t begin = offsets.front(); std::int64_t & offset : offsets) {
            offset -= begin;
        }
    }
};

/// Rows of one kind: how the trace returns them and how the index names them.
struct Kind {
    const char* list;    ///< list of the index, and beginning of the file names
    const char* values;  ///< member of an entry, and end of the file name
    const char* about;
    TraceShape shape;
    std::function<std::optional<AttentionRows>(std::int64_t step, std::int32_t layer)> rows;
};

Plan planLayer(const Kind& kind, std::int32_t layer, std::int64_t steps) {
    const TraceShape& shape = kind.shape;
    const std::int32_t group = shape.queryHeads / shape.units;
    Plan plan;
    for (std::int64_t step = 0; step < steps; ++step) {
        const auto rows = kind.rows(step, layer);
        if (!rows) {
            continue;
        }
        plan.steps.push_back(static_cast<std::int32_t>(step));
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            const auto& head = rows->heads[static_cast<std::size_t>(unit) * static_cast<std::size_t>(group)];
            plan.offsets.push_back(plan.offsets.back() + std::ssize(head.tokens));
        }
    }
    return plan;
}

template <class T>
bool sameBytes(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() &&
           (a.data() == b.data() || a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

/// Compares two rows. `half`: as float16, so that rows read from a float16 bundle are shared as before.
bool sameRow(const std::optional<AttentionRows>& a, const std::optional<AttentionRows>& b, bool half) {
    return a && b && std::ranges::equal(a->heads, b->heads, [half](const auto& x, const auto& y) {
               return sameBytes(x.tokens, y.tokens) &&
                      (sameBytes(x.probs, y.probs) ||
                       (half && std::ranges::equal(x.probs, y.probs, {}, halfOf, halfOf)));
           });
}

/// Rows of a lane with fewer units list the tokens fewer times but are the same rows: a lane with more units can refer
/// to them.
bool canRefer(const TraceShape& from, const TraceShape& to) {
    return from.queryHeads == to.queryHeads && to.units > 0 && from.units % to.units == 0;
}

/// Returns the number of a layer's first rows that equal those of `before`.
std::size_t sharedRows(const Kind& kind, std::int32_t layer, const Plan& plan, bool half, const WrittenRows& before) {
    const auto written = before.layers.find(layer);
    if (written == before.layers.end() || !canRefer(kind.shape, before.trace->shape())) {
        return 0;
    }
    const std::vector<std::int32_t>& steps = written->second.steps;
    const std::size_t most = std::min(plan.steps.size(), steps.size());
    std::size_t rows = 0;
    while (rows < most && plan.steps[rows] == steps[rows] &&
           sameRow(kind.rows(steps[rows], layer), before.trace->rows(steps[rows], layer), half)) {
        ++rows;
    }
    return rows;
}

/// Removes from the plan the rows that an earlier lane has, and returns the reference to them. Null: no lane has any.
ordered_json takeShared(const Kind& kind, std::int32_t layer, bool half, std::span<const WrittenRows> before,
                        Plan& plan) {
    std::size_t most = 0;
    ordered_json shared;
    for (const WrittenRows& lane : before) {
        const std::size_t rows = most < plan.steps.size() ? sharedRows(kind, layer, plan, half, lane) : 0;
        if (rows > most) {
            most = rows;
            shared = {{"lane", lane.lane}, {"rows", rows}, {"files", lane.layers.at(layer).files}};
        }
    }
    plan.dropFirst(most, kind.shape.units);
    return shared;
}

/// Writes one array: calls `append(bytes, rows)` for every row of the plan.
template <class Append>
Result<void> writeRows(FolderWriter& folder, const std::string& name, const Kind& kind, std::int32_t layer,
                       const Plan& plan, NpyType type, std::int64_t count, Append append) {
    KVW_TRY_ASSIGN(auto file, folder.create(name));
    file.write(npyHeader(type, std::array{count}));
    std::string bytes;
    std::size_t total = 0;
    for (std::size_t row = 0; row < plan.steps.size() && file.good(); ++row) {
        const auto rows = kind.rows(plan.steps[row], layer);
        bytes.clear();
        if (rows) {
            append(bytes, *rows);
        }
        total += bytes.size();
        file.write(bytes);
    }
    if (file.good() && total != static_cast<std::size_t>(count) * npySize(type)) {
        return fail(Code::Io, name, phrase("rows of layer %1 were given up while they were written", layer));
    }
    return folder.finish(name, std::move(file));
}

template <class T>
Result<void> writeArray(FolderWriter& folder, const std::string& name, NpyType type, const std::vector<T>& values) {
    std::string bytes = npyHeader(type, std::array{std::ssize(values)});
    appendValues(bytes, std::span<const T>(values));
    return folder.write(name, bytes);
}

ordered_json described(const std::string& file, NpyType type, std::int64_t count, const char* axes, std::string about) {
    return {
        {"file", file}, {"dtype", npyName(type)}, {"shape", {count}}, {"axes", {axes}}, {"about", std::move(about)}};
}

std::array<std::string, 4> filesOf(const Kind& kind, std::int32_t layer) {
    const std::string base = fmt::format("arrays/{}-{}.", kind.list, layer);
    return {base + "steps.npy", base + "offsets.npy", base + "tokens.npy", fmt::format("{}{}.npy", base, kind.values)};
}

Result<void> writeLayer(FolderWriter& folder, const Kind& kind, std::int32_t layer, const Plan& plan, bool half,
                        ordered_json& index) {
    const TraceShape& shape = kind.shape;
    const auto group = static_cast<std::size_t>(shape.queryHeads / shape.units);
    const std::array names = filesOf(kind, layer);
    const std::int64_t tokens = plan.offsets.back();
    const std::int64_t probs = tokens * static_cast<std::int64_t>(group);
    const NpyType number = half ? NpyType::F16 : NpyType::F32;
    KVW_TRY(writeArray(folder, names[0], NpyType::I32, plan.steps));
    KVW_TRY(writeArray(folder, names[1], NpyType::I64, plan.offsets));
    const auto appendTokens = [&](std::string& bytes, const AttentionRows& rows) {
        for (std::size_t head = 0; head < rows.heads.size(); head += group) {
            appendValues(bytes, rows.heads[head].tokens);
        }
    };
    KVW_TRY(writeRows(folder, names[2], kind, layer, plan, NpyType::I32, tokens, appendTokens));
    const auto appendProbs = [&](std::string& bytes, const AttentionRows& rows) {
        for (const auto& head : rows.heads) {
            half ? appendHalf(bytes, head.probs) : appendValues(bytes, head.probs);
        }
    };
    KVW_TRY(writeRows(folder, names[3], kind, layer, plan, number, probs, appendProbs));
    const auto rowCount = std::ssize(plan.steps);
    auto& arrays = index["arrays"];
    arrays.push_back(described(names[0], NpyType::I32, rowCount, "row", "step of each row"));
    arrays.push_back(described(names[1], NpyType::I64, rowCount * shape.units + 1, "row*unit+1",
                               "where the tokens of (row, unit) begin in tokens"));
    arrays.push_back(described(names[2], NpyType::I32, tokens, "entry", "token indices, ascending per (row, unit)"));
    arrays.push_back(described(names[3], number, probs, "entry*head-of-unit", kind.about));
    index[kind.list].push_back({{"layer", layer},
                                {"rows", rowCount},
                                {"query_heads", shape.queryHeads},
                                {"units", shape.units},
                                {"steps", names[0]},
                                {"offsets", names[1]},
                                {"tokens", names[2]},
                                {kind.values, names[3]}});
    return {};
}

/// Writes the numbers of the steps of which the trace has any.
Result<void> writeStepNumbers(FolderWriter& folder, const Trace& trace, std::int64_t steps, ordered_json& index) {
    const auto write = [&]<class T>(const char* file, NpyType type, T StepRecord::*number,
                                    const char* about) -> Result<void> {
        std::vector<T> numbers;
        for (std::int64_t i = 0; i < steps; ++i) {
            numbers.push_back(trace.step(i).*number);
        }
        if (std::ranges::none_of(numbers, [](T each) { return each >= 0; })) {
            return {};
        }
        index["arrays"].push_back(described(file, type, steps, "step", about));
        return writeArray(folder, file, type, numbers);
    };
    KVW_TRY(write(kBytesReadArray, NpyType::I64, &StepRecord::bytesRead,
                  "bytes of K, V and page bounds read by the step; -1: all that was held"));
    KVW_TRY(write(kKeyErrorArray, NpyType::F32, &StepRecord::keyError,
                  "relative root mean square error of all keys read as codes so far; NaN: none"));
    return write(kValueErrorArray, NpyType::F32, &StepRecord::valueError,
                 "relative root mean square error of all values read as codes so far; NaN: none");
}

/// Writes -1 for steps without a capacity: the buffers came and went within their pass.
Result<void> writeCapacities(FolderWriter& folder, const Trace& trace, std::int64_t steps, ordered_json& index) {
    const TraceShape& shape = trace.shape();
    const auto slotsAt = [&](std::int64_t step, std::int32_t layer, std::int32_t unit) {
        const float slots = trace.layer(step, layer, unit).capacity;
        return std::isfinite(slots) && slots >= 0 ? static_cast<std::int32_t>(slots) : std::int32_t{-1};
    };
    bool any = false;
    for (std::int64_t step = 0; step < steps && shape.layers > 0 && !any; ++step) {
        any = slotsAt(step, 0, 0) >= 0;
    }
    if (!any) {
        return {};
    }
    const std::int64_t count = steps * shape.layers * shape.units;
    index["arrays"].push_back(described(kCapacityArray, NpyType::I32, count, "step*layer*unit",
                                        "slots allocated after the step, free ones included; -1: not recorded"));
    KVW_TRY_ASSIGN(auto file, folder.create(kCapacityArray));
    file.write(npyHeader(NpyType::I32, std::array{count}));
    std::vector<std::int32_t> slots;
    std::string bytes;
    for (std::int64_t step = 0; step < steps && file.good(); ++step) {
        slots.clear();
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t unit = 0; unit < shape.units; ++unit) {
                slots.push_back(slotsAt(step, layer, unit));
            }
        }
        bytes.clear();
        appendValues(bytes, std::span<const std::int32_t>(slots));
        file.write(bytes);
    }
    return folder.finish(kCapacityArray, std::move(file));
}

/// Estimates the bytes of the first rows of a layer that two lanes share: a binary search finds where they part,
/// Simpson's rule gives the bytes from three rows.
double aboutSharedBytes(const Trace& a, const Trace& b, std::int32_t layer) {
    std::int64_t low = 0;
    for (std::int64_t high = std::min(a.steps(), b.steps()); low < high;) {
        const std::int64_t middle = low + (high - low) / 2;
        const auto x = a.rows(middle, layer), y = b.rows(middle, layer);
        (!x && !y) || sameRow(x, y, false) ? low = middle + 1 : high = middle;
    }
    const auto bytesAt = [&](std::int64_t step) {
        double bytes = 0;
        if (const auto rows = low == 0 ? std::nullopt : a.rows(step, layer)) {
            for (std::size_t head = 0; head < rows->heads.size(); ++head) {
                const bool first = head == 0 || a.shape().unitOf(static_cast<std::int32_t>(head)) !=
                                                    a.shape().unitOf(static_cast<std::int32_t>(head) - 1);
                bytes += static_cast<double>(rows->heads[head].probs.size_bytes() +
                                             (first ? rows->heads[head].tokens.size_bytes() : 0));
            }
        }
        return bytes;
    };
    return static_cast<double>(low) * (bytesAt(0) + 4 * bytesAt(low / 2) + bytesAt(low - 1)) / 6;
}

}  // namespace

Result<WrittenRows> writeArrays(FolderWriter& folder, const std::string& lane, const Trace& trace, std::int64_t steps,
                                bool attention, bool half, std::span<const WrittenRows> before) {
    WrittenRows written{lane, &trace};
    ordered_json index{{"format", kArrays}, {"arrays", ordered_json::array()}, {"attention", ordered_json::array()}};
    KVW_TRY(writeCapacities(folder, trace, steps, index));
    KVW_TRY(writeStepNumbers(folder, trace, steps, index));
    const Kind kinds[] = {
        {kAttention, kProbs, "softmax weights; the runs of tokens, each once per query head of its unit", trace.shape(),
         [&](std::int64_t step, std::int32_t layer) { return attention ? trace.rows(step, layer) : std::nullopt; }},
        {kScores, kValues, "what the policy compared, of what it took and of what stayed; protected tokens are absent",
         shapeOfScores(trace.shape()),
         [&](std::int64_t step, std::int32_t layer) { return trace.scores(step, layer); }}};
    for (const Kind& kind : kinds) {
        for (std::int32_t layer = 0; layer < kind.shape.layers; ++layer) {
            Plan plan = planLayer(kind, layer, steps);
            if (plan.steps.empty()) {
                continue;
            }
            const bool rows = std::string_view(kind.list) == kAttention;
            ordered_json shared = rows ? takeShared(kind, layer, half, before, plan) : ordered_json();
            // Scores can exceed the range of half precision.
            KVW_TRY(writeLayer(folder, kind, layer, plan, half && rows, index));
            if (!shared.is_null()) {
                index[kind.list].back()[kShared] = std::move(shared);
                index["format"] = kSharingArrays;
                written.refers = true;
            } else if (rows) {
                WrittenRows::Layer& whole = written.layers[layer];
                whole.steps = std::move(plan.steps);
                for (const std::string& file : filesOf(kind, layer)) {
                    whole.files[file] = folder.sums().at(file).sha256;
                }
            }
        }
    }
    if (attention && trace.pooledMaps() != nullptr) {
        KVW_TRY(writeMaps(folder, *trace.pooledMaps(), index));
        written.pooled = index.contains(kMaps);
        index["format"] = written.pooled ? ordered_json(kPoolingArrays) : index["format"];
    }
    KVW_TRY(index["arrays"].empty() ? Result<void>() : folder.writeJson(kArraysIndex, index, "arrays"));
    return written;
}

}  // namespace kvw::bundle

namespace kvw {

std::int64_t aboutRowBytes(const Recording& recording) {
    constexpr std::int32_t kLooked = 3;  // layers that are compared
    double bytes = 0;
    std::vector<const Trace*> whole;  // lanes that refer to no other
    for (const std::int32_t lane : recording.tracedLanes()) {
        const Trace& trace = recording.trace(lane);
        const PooledMaps* maps = trace.pooledMaps();
        bytes += maps == nullptr ? 0 : static_cast<double>(maps->bytes());
        if (trace.rowBytesStored() == 0) {
            continue;
        }
        const std::int32_t layers = trace.shape().layers, looked = std::min(layers, kLooked);
        double most = 0;
        for (const Trace* before : whole) {
            double shared = 0;
            const bool can = before->shape().layers == layers && bundle::canRefer(trace.shape(), before->shape());
            for (std::int32_t i = 0; can && i < looked; ++i) {
                shared += bundle::aboutSharedBytes(trace, *before, i * layers / looked) * layers / looked;
            }
            most = std::max(most, shared);
        }
        if (most <= 0) {
            whole.push_back(&trace);
        }
        bytes += std::max(0.0, static_cast<double>(trace.rowBytesStored()) - most);
    }
    return static_cast<std::int64_t>(bytes);
}

}  // namespace kvw
