// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/attention_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/bundle/json_text.h"
#include "core/bundle/npy.h"
#include "core/bundle/npy_file.h"
#include "core/bundle/schema.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

constexpr const char* kIndex = "arrays/index.json";
constexpr const char* kBytesRead = "arrays/bytes-read.npy";

/// Where rows are and how long, before anything is written.
struct Plan {
    std::vector<std::int32_t> steps;
    std::vector<std::int64_t> offsets{0};
};

Plan planLayer(const Trace& trace, std::int32_t layer, std::int64_t steps) {
    const TraceShape& shape = trace.shape();
    const std::int32_t group = shape.queryHeads / shape.units;
    Plan plan;
    for (std::int64_t step = 0; step < steps; ++step) {
        const auto rows = trace.rows(step, layer);
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
Result<void> writeRows(FolderWriter& folder, const std::string& name, const Trace& trace, std::int32_t layer,
                       const Plan& plan, NpyType type, std::int64_t count, Append append) {
    auto file = folder.create(name);
    if (!file) {
        return tl::unexpected(file.error());
    }
    file->write(npyHeader(type, std::array{count}));
    std::string bytes;
    std::size_t total = 0;
    for (std::size_t row = 0; row < plan.steps.size() && file->good(); ++row) {
        const auto rows = trace.rows(plan.steps[row], layer);
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

Result<void> writeLayer(FolderWriter& folder, const Trace& trace, std::int32_t layer, const Plan& plan, bool half,
                        ordered_json& index) {
    const TraceShape& shape = trace.shape();
    const auto group = static_cast<std::size_t>(shape.queryHeads / shape.units);
    const std::string base = fmt::format("arrays/attention-{}.", layer);
    const std::array names{base + "steps.npy", base + "offsets.npy", base + "tokens.npy", base + "probs.npy"};
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
    if (auto done = writeRows(folder, names[2], trace, layer, plan, NpyType::I32, tokens, appendTokens); !done) {
        return done;
    }
    const auto appendProbs = [&](std::string& bytes, const AttentionRows& rows) {
        for (const auto& head : rows.heads) {
            half ? appendHalf(bytes, head.probs) : appendValues(bytes, head.probs);
        }
    };
    if (auto done = writeRows(folder, names[3], trace, layer, plan, number, probs, appendProbs); !done) {
        return done;
    }
    const auto rowCount = static_cast<std::int64_t>(plan.steps.size());
    auto& arrays = index["arrays"];
    arrays.push_back(described(names[0], NpyType::I32, rowCount, "row", "step of each row"));
    arrays.push_back(described(names[1], NpyType::I64, rowCount * shape.units + 1, "row*unit+1",
                               "where the tokens of (row, unit) begin in tokens"));
    arrays.push_back(described(names[2], NpyType::I32, tokens, "entry", "token indices, ascending per (row, unit)"));
    arrays.push_back(described(names[3], number, probs, "entry*head-of-unit",
                               "softmax weights; the runs of tokens, each once per query head of its unit"));
    index["attention"].push_back({{"layer", layer},
                                  {"rows", rowCount},
                                  {"query_heads", shape.queryHeads},
                                  {"units", shape.units},
                                  {"steps", names[0]},
                                  {"offsets", names[1]},
                                  {"tokens", names[2]},
                                  {"probs", names[3]}});
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
    index["arrays"].push_back(described(kBytesRead, NpyType::I64, steps, "step",
                                        "bytes of K, V and page bounds read by the step; -1: all that was held"));
    return writeArray(folder, kBytesRead, NpyType::I64, bytes);
}

Error wrongArray(const Archive& archive, const std::string& name, const char* what) {
    return {Code::BadInput, what, archive.label(name), {}, {}};
}

}  // namespace

Result<void> writeArrays(FolderWriter& folder, const Trace& trace, std::int64_t steps, bool attention, bool half) {
    ordered_json index{
        {"format", "kvw-arrays-1"}, {"arrays", ordered_json::array()}, {"attention", ordered_json::array()}};
    if (auto written = writeBytesRead(folder, trace, steps, index); !written) {
        return written;
    }
    for (std::int32_t layer = 0; attention && layer < trace.shape().layers; ++layer) {
        const Plan plan = planLayer(trace, layer, steps);
        if (plan.steps.empty()) {
            continue;
        }
        if (auto written = writeLayer(folder, trace, layer, plan, half, index); !written) {
            return written;
        }
    }
    return index["arrays"].empty() ? Result<void>() : folder.writeJson(kIndex, index, "arrays");
}

Result<AttentionArrays::Layer> AttentionArrays::readLayer(const Archive& archive, const std::string& prefix,
                                                          const ordered_json& entry, const TraceShape& shape,
                                                          std::int64_t steps, bool& half) {
    Layer layer;
    layer.layer = static_cast<std::int32_t>(std::min<std::int64_t>(entry["layer"].get<std::int64_t>(), shape.layers));
    const std::string indexName = prefix + kIndex;
    if (layer.layer >= shape.layers || entry["units"] != shape.units || entry["query_heads"] != shape.queryHeads) {
        return tl::unexpected(wrongArray(archive, indexName, "the attention does not fit the shape in the manifest"));
    }
    const std::int64_t group = shape.queryHeads / shape.units;
    const auto units = static_cast<std::size_t>(shape.units);
    const auto load = [&](const char* member, const NpyVisitor& visitor) {
        return readArray(archive, prefix + entry[member].get<std::string>(), visitor);
    };
    const auto integers = [](NpyType type) { return type == NpyType::I32 || type == NpyType::I64; };
    const NpyVisitor takeSteps{
        [&](NpyType type, std::int64_t count) { return integers(type) && count <= steps; },
        [&](const NpyView& view) {
            for (std::int64_t i = 0; i < view.count; ++i) {
                const std::int64_t step = view.integer(i);
                if (step >= steps || step < 0 || (!layer.steps.empty() && step <= layer.steps.back())) {
                    return false;
                }
                layer.steps.push_back(static_cast<std::int32_t>(step));
            }
            return true;
        }};
    const NpyVisitor takeOffsets{
        [&](NpyType type, std::int64_t count) {
            return integers(type) && count == static_cast<std::int64_t>(layer.steps.size() * units) + 1;
        },
        [&](const NpyView& view) {
            for (std::int64_t i = 0; i < view.count; ++i) {
                const std::int64_t offset = view.integer(i);
                // A row has no more tokens than its step has; so no offset can claim more than there is.
                const bool right = layer.offsets.empty() ? offset == 0
                                                         : offset >= layer.offsets.back() &&
                                                               offset - layer.offsets.back() <=
                                                                   layer.steps[(layer.offsets.size() - 1) / units] + 1;
                if (!right) {
                    return false;
                }
                layer.offsets.push_back(offset);
            }
            return true;
        }};
    std::size_t run = 0;
    const NpyVisitor takeTokens{[&](NpyType type, std::int64_t count) {
                                    const bool fits = integers(type) && count == layer.offsets.back();
                                    layer.tokens.reserve(fits ? static_cast<std::size_t>(count) : 0);
                                    return fits;
                                },
                                [&](const NpyView& view) {
                                    for (std::int64_t i = 0; i < view.count; ++i) {
                                        const auto at = static_cast<std::int64_t>(layer.tokens.size());
                                        while (at == layer.offsets[run + 1]) {
                                            ++run;
                                        }
                                        const std::int64_t token = view.integer(i);
                                        const std::int64_t last = at == layer.offsets[run] ? -1 : layer.tokens.back();
                                        if (token <= last || token > layer.steps[run / units]) {
                                            return false;
                                        }
                                        layer.tokens.push_back(static_cast<std::int32_t>(token));
                                    }
                                    return true;
                                }};
    const NpyVisitor takeProbs{[&](NpyType type, std::int64_t count) {
                                   half = type == NpyType::F16;
                                   const bool fits =
                                       !integers(type) && count % group == 0 && count / group == layer.offsets.back();
                                   layer.probs.reserve(fits ? static_cast<std::size_t>(count) : 0);
                                   return fits;
                               },
                               [&](const NpyView& view) {
                                   view.appendNumbers(layer.probs);
                                   return true;
                               }};
    Result<void> loaded = load("steps", takeSteps);
    loaded = loaded ? load("offsets", takeOffsets) : loaded;
    loaded = loaded ? load("tokens", takeTokens) : loaded;
    loaded = loaded ? load("probs", takeProbs) : loaded;
    return loaded ? Result<Layer>(std::move(layer)) : tl::unexpected(loaded.error());
}

Result<void> AttentionArrays::readBytesRead(const Archive& archive, const std::string& prefix, std::int64_t steps) {
    return readArray(archive, prefix + kBytesRead,
                     {[&](NpyType type, std::int64_t count) { return type == NpyType::I64 && count == steps; },
                      [&](const NpyView& view) {
                          for (std::int64_t i = 0; i < view.count; ++i) {
                              m_bytesRead.push_back(std::max<std::int64_t>(view.integer(i), -1));
                          }
                          return true;
                      },
                      "the array does not fit the steps"});
}

Result<AttentionArrays> AttentionArrays::read(const Archive& archive, const std::string& prefix,
                                              const TraceShape& shape, std::int64_t steps) {
    AttentionArrays arrays;
    arrays.m_units = shape.units;
    arrays.m_queryHeads = shape.queryHeads;
    const std::string name = prefix + kIndex;
    if (!archive.contains(name)) {
        return arrays;
    }
    const auto text = archive.read(name);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto index = parseJson(*text, archive.label(name));
    if (!index) {
        return tl::unexpected(index.error());
    }
    if (auto valid = schema::check("arrays", *index, archive.label(name)); !valid) {
        return tl::unexpected(valid.error());
    }
    for (const auto& entry : (*index)["arrays"]) {
        if (entry["file"] == kBytesRead) {
            if (auto taken = arrays.readBytesRead(archive, prefix, steps); !taken) {
                return tl::unexpected(taken.error());
            }
        }
    }
    for (const auto& entry : (*index)["attention"]) {
        auto layer = readLayer(archive, prefix, entry, shape, steps, arrays.m_half);
        if (!layer) {
            return tl::unexpected(layer.error());
        }
        if (!arrays.m_layers.empty() && arrays.m_layers.back().layer >= layer->layer) {
            return tl::unexpected(wrongArray(archive, name, "the layers are not in ascending order"));
        }
        arrays.m_layers.push_back(std::move(*layer));
    }
    return arrays;
}

Result<void> AttentionArrays::addTo(Trace& trace, std::int32_t step) {
    const auto units = static_cast<std::size_t>(m_units);
    const auto group = static_cast<std::ptrdiff_t>(m_queryHeads / m_units);
    for (Layer& layer : m_layers) {
        if (layer.next >= layer.steps.size() || layer.steps[layer.next] != step) {
            continue;
        }
        std::vector<std::vector<std::int32_t>> tokens;
        std::vector<std::vector<float>> probs;
        for (std::size_t unit = 0; unit < units; ++unit) {
            const std::size_t run = layer.next * units + unit;
            const std::ptrdiff_t begin = layer.offsets[run];
            const std::ptrdiff_t length = layer.offsets[run + 1] - begin;
            tokens.emplace_back(layer.tokens.begin() + begin, layer.tokens.begin() + begin + length);
            for (std::ptrdiff_t head = 0; head < group; ++head) {
                const auto first = layer.probs.begin() + begin * group + head * length;
                probs.emplace_back(first, first + length);
            }
        }
        ++layer.next;
        if (auto added = trace.addRows(step, layer.layer, tokens, probs); !added) {
            return added;
        }
    }
    return {};
}

}  // namespace kvw::bundle
