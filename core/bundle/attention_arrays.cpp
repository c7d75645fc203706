// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/attention_arrays.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "core/bundle/npy.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

/// Where rows are and how long, before anything is written.
struct Plan {
    std::vector<std::int32_t> steps;
    std::vector<std::int64_t> offsets{0};
};

/// Rows of one kind, as their trace gives them and as the index names them.
struct Kind {
    const char* list;    ///< of the index, and the beginning of the files' names
    const char* values;  ///< member and file
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
            plan.offsets.push_back(plan.offsets.back() + static_cast<std::int64_t>(head.tokens.size()));
        }
    }
    return plan;
}

/// `append(bytes, rows)` for every row of the plan, as one array.
template <class Append>
Result<void> writeRows(FolderWriter& folder, const std::string& name, const Kind& kind, std::int32_t layer,
                       const Plan& plan, NpyType type, std::int64_t count, Append append) {
    auto file = folder.create(name);
    if (!file) {
        return tl::unexpected(file.error());
    }
    file->write(npyHeader(type, std::array{count}));
    std::string bytes;
    std::size_t total = 0;
    for (std::size_t row = 0; row < plan.steps.size() && file->good(); ++row) {
        const auto rows = kind.rows(plan.steps[row], layer);
        bytes.clear();
        if (rows) {
            append(bytes, *rows);
        }
        total += bytes.size();
        file->write(bytes);
    }
    if (file->good() && total != static_cast<std::size_t>(count) * npySize(type)) {
        return fail(Code::Io, name, fmt::format("rows of layer {} were given up while they were written", layer));
    }
    return folder.finish(name, std::move(*file));
}

template <class T>
Result<void> writeArray(FolderWriter& folder, const std::string& name, NpyType type, const std::vector<T>& values) {
    std::string bytes = npyHeader(type, std::array{static_cast<std::int64_t>(values.size())});
    appendValues(bytes, std::span<const T>(values));
    return folder.write(name, bytes);
}

ordered_json described(const std::string& file, NpyType type, std::int64_t count, const char* axes, std::string about) {
    return {
        {"file", file}, {"dtype", npyName(type)}, {"shape", {count}}, {"axes", {axes}}, {"about", std::move(about)}};
}

Result<void> writeLayer(FolderWriter& folder, const Kind& kind, std::int32_t layer, const Plan& plan, bool half,
                        ordered_json& index) {
    const TraceShape& shape = kind.shape;
    const auto group = static_cast<std::size_t>(shape.queryHeads / shape.units);
    const std::string base = fmt::format("arrays/{}-{}.", kind.list, layer);
    const std::array names{base + "steps.npy", base + "offsets.npy", base + "tokens.npy",
                           fmt::format("{}{}.npy", base, kind.values)};
    const std::int64_t tokens = plan.offsets.back();
    const std::int64_t probs = tokens * static_cast<std::int64_t>(group);
    const NpyType number = half ? NpyType::F16 : NpyType::F32;
    if (auto done = writeArray(folder, names[0], NpyType::I32, plan.steps); !done) {
        return done;
    }
    if (auto done = writeArray(folder, names[1], NpyType::I64, plan.offsets); !done) {
        return done;
    }
    const auto appendTokens = [&](std::string& bytes, const AttentionRows& rows) {
        for (std::size_t head = 0; head < rows.heads.size(); head += group) {
            appendValues(bytes, rows.heads[head].tokens);
        }
    };
    if (auto done = writeRows(folder, names[2], kind, layer, plan, NpyType::I32, tokens, appendTokens); !done) {
        return done;
    }
    const auto appendProbs = [&](std::string& bytes, const AttentionRows& rows) {
        for (const auto& head : rows.heads) {
            half ? appendHalf(bytes, head.probs) : appendValues(bytes, head.probs);
        }
    };
    if (auto done = writeRows(folder, names[3], kind, layer, plan, number, probs, appendProbs); !done) {
        return done;
    }
    const auto rowCount = static_cast<std::int64_t>(plan.steps.size());
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

Result<void> writeBytesRead(FolderWriter& folder, const Trace& trace, std::int64_t steps, ordered_json& index) {
    std::vector<std::int64_t> bytes;
    bool any = false;
    for (std::int64_t i = 0; i < steps; ++i) {
        bytes.push_back(trace.step(i).bytesRead);
        any = any || bytes.back() >= 0;
    }
    if (!any) {
        return {};
    }
    index["arrays"].push_back(described(kBytesReadArray, NpyType::I64, steps, "step",
                                        "bytes of K, V and page bounds read by the step; -1: all that was held"));
    return writeArray(folder, kBytesReadArray, NpyType::I64, bytes);
}

/// Of steps in whose pass buffers came and went, -1.
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
    auto file = folder.create(kCapacityArray);
    if (!file) {
        return tl::unexpected(file.error());
    }
    file->write(npyHeader(NpyType::I32, std::array{count}));
    std::vector<std::int32_t> slots;
    std::string bytes;
    for (std::int64_t step = 0; step < steps && file->good(); ++step) {
        slots.clear();
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t unit = 0; unit < shape.units; ++unit) {
                slots.push_back(slotsAt(step, layer, unit));
            }
        }
        bytes.clear();
        appendValues(bytes, std::span<const std::int32_t>(slots));
        file->write(bytes);
    }
    return folder.finish(kCapacityArray, std::move(*file));
}

Result<void> writeErrors(FolderWriter& folder, const Trace& trace, std::int64_t steps, ordered_json& index) {
    const auto write = [&](const char* file, float StepRecord::*error, const char* about) -> Result<void> {
        std::vector<float> errors;
        bool any = false;
        for (std::int64_t i = 0; i < steps; ++i) {
            errors.push_back(trace.step(i).*error);
            any = any || !std::isnan(errors.back());
        }
        if (!any) {
            return {};
        }
        index["arrays"].push_back(described(file, NpyType::F32, steps, "step", about));
        return writeArray(folder, file, NpyType::F32, errors);
    };
    return write(kKeyErrorArray, &StepRecord::keyError,
                 "relative root mean square error of all keys read as codes so far; NaN: none")
        .and_then([&] {
            return write(kValueErrorArray, &StepRecord::valueError,
                         "relative root mean square error of all values read as codes so far; NaN: none");
        });
}

}  // namespace

Result<void> writeArrays(FolderWriter& folder, const Trace& trace, std::int64_t steps, bool attention, bool half) {
    ordered_json index{
        {"format", "kvw-arrays-1"}, {"arrays", ordered_json::array()}, {"attention", ordered_json::array()}};
    const auto perStep = writeCapacities(folder, trace, steps, index)
                             .and_then([&] { return writeBytesRead(folder, trace, steps, index); })
                             .and_then([&] { return writeErrors(folder, trace, steps, index); });
    if (!perStep) {
        return perStep;
    }
    const Kind kinds[] = {
        {kAttention, kProbs, "softmax weights; the runs of tokens, each once per query head of its unit", trace.shape(),
         [&](std::int64_t step, std::int32_t layer) { return attention ? trace.rows(step, layer) : std::nullopt; }},
        {kScores, kValues, "what the policy compared, of what it took and of what stayed; protected tokens are absent",
         shapeOfScores(trace.shape()),
         [&](std::int64_t step, std::int32_t layer) { return trace.scores(step, layer); }}};
    for (const Kind& kind : kinds) {
        for (std::int32_t layer = 0; layer < kind.shape.layers; ++layer) {
            const Plan plan = planLayer(kind, layer, steps);
            if (plan.steps.empty()) {
                continue;
            }
            // Scores are of any size, which half precision has no room for.
            if (auto written =
                    writeLayer(folder, kind, layer, plan, half && std::string_view(kind.list) == kAttention, index);
                !written) {
                return written;
            }
        }
    }
    return index["arrays"].empty() ? Result<void>() : folder.writeJson(kArraysIndex, index, "arrays");
}

}  // namespace kvw::bundle
