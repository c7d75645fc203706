// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/arrays/map_arrays.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "core/bundle/arrays/attention_arrays.h"
#include "core/bundle/arrays/npy.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

template <class T>
Result<std::string> writeCells(FolderWriter& folder, ordered_json& index, std::string name, NpyType type,
                               const std::vector<T>& values, const char* about) {
    const auto count = std::ssize(values);
    std::string bytes = npyHeader(type, std::array{count});
    appendValues(bytes, std::span<const T>(values));
    KVW_TRY(folder.write(name, bytes));
    index["arrays"].push_back({{"file", name},
                               {"dtype", npyName(type)},
                               {"shape", {count}},
                               {"axes", {"cell of the lower triangle"}},
                               {"about", about}});
    return name;
}

Result<ordered_json> writeMap(FolderWriter& folder, const PooledMap& map, std::int32_t layer, std::int32_t head,
                              ordered_json& index) {
    std::vector<float> values;
    std::vector<std::int32_t> held, entries;
    for (const PooledCell& cell : map.cells) {
        values.push_back(cell.shown(map.pool));
        held.push_back(static_cast<std::int32_t>(cell.held));
        entries.push_back(static_cast<std::int32_t>(cell.entries));
    }
    const std::string base = head < 0 ? fmt::format("arrays/map-{}.", layer)
                                      : fmt::format("arrays/map-{}-head-{}.", layer, head);
    KVW_TRY_ASSIGN(auto ofValues, writeCells(folder, index, base + "values.npy", NpyType::F32, values,
                                             "largest or mean weight of each cell; NaN: nothing was held"));
    KVW_TRY_ASSIGN(auto ofHeld, writeCells(folder, index, base + "held.npy", NpyType::I32, held,
                                           "pairs of query and token that have a weight"));
    KVW_TRY_ASSIGN(auto ofEntries, writeCells(folder, index, base + "entries.npy", NpyType::I32, entries,
                                              "pairs whose query was recorded"));
    return ordered_json{{"layer", layer},
                        {"head", head},
                        {"values", std::move(ofValues)},
                        {"held", std::move(ofHeld)},
                        {"entries", std::move(ofEntries)}};
}

/// Reads the index if it has maps; null: it has none.
Result<ordered_json> mapsOf(const Archive& archive, const std::string& prefix) {
    if (!archive.contains(prefix + kArraysIndex)) {
        return ordered_json();
    }
    KVW_TRY_ASSIGN(auto index, readArraysIndex(archive, prefix));
    const auto maps = index.find(kMaps);
    return maps == index.end() ? ordered_json() : *maps;
}

Result<std::vector<PooledCell>> readMap(const Archive& archive, const std::string& prefix, const ordered_json& entry,
                                        const PooledMap& like) {
    const auto count = static_cast<std::int64_t>(PooledMap::at(like.rows, 0));
    std::vector<PooledCell> cells(static_cast<std::size_t>(count));
    // Each array is as long as a file that exists, so no memory is taken for what is only claimed.
    const auto read = [&](const char* member, NpyType type, const auto& take) {
        std::size_t next = 0;
        return readArray(archive, prefix + entry[member].get<std::string>(),
                         {[&](NpyType found, std::int64_t length) { return found == type && length == count; },
                          [&](const NpyView& view) {
                              for (std::int64_t i = 0; i < view.count; ++i) {
                                  if (!take(cells[next++], view, i)) {
                                      return false;
                                  }
                              }
                              return true;
                          },
                          "the map does not fit its rows, or its counts do not fit its cells"});
    };
    const auto most = like.cellSize() * like.cellSize();
    KVW_TRY(read("entries", NpyType::I32, [most](PooledCell& cell, const NpyView& view, std::int64_t i) {
        cell.entries = static_cast<std::uint32_t>(view.integer(i));
        return view.integer(i) >= 0 && view.integer(i) <= most;
    }));
    KVW_TRY(read("held", NpyType::I32, [](PooledCell& cell, const NpyView& view, std::int64_t i) {
        cell.held = static_cast<std::uint32_t>(view.integer(i));
        return view.integer(i) >= 0 && cell.held <= cell.entries;
    }));
    KVW_TRY(read("values", NpyType::F32, [&like](PooledCell& cell, const NpyView& view, std::int64_t i) {
        const double value = cell.held == 0 ? 0 : static_cast<double>(view.number(i));
        cell.value = like.pool == MapPool::Mean ? value * cell.held : value;
        return std::isfinite(value) && value >= 0;
    }));
    return cells;
}

}  // namespace

Result<void> writeMaps(FolderWriter& folder, const PooledMaps& maps, ordered_json& index) {
    ordered_json list = ordered_json::array();
    PooledMap like;
    for (const std::int32_t layer : maps.layers()) {
        for (std::int32_t head = -1;; ++head) {
            const auto map = maps.map(layer, head);
            if (!map) {
                break;
            }
            KVW_TRY_ASSIGN(auto entry, writeMap(folder, *map, layer, head, index));
            list.push_back(std::move(entry));
            like.level = map->level;
            like.rows = map->rows;
            like.steps = map->steps;
        }
    }
    if (!list.empty()) {
        index[kMaps] = {{"pooling", toText(maps.pooling())},
                        {"cell", like.cellSize()},
                        {"steps", like.steps},
                        {"rows", like.rows},
                        {"maps", std::move(list)}};
    }
    return {};
}

Result<MapPooling> readMapPooling(const Archive& archive, const std::string& prefix) {
    KVW_TRY_ASSIGN(const auto maps, mapsOf(archive, prefix));
    MapPooling pooling;
    if (!maps.is_null() && (!fromText(maps["pooling"].get<std::string>(), pooling) || !pooling.on())) {
        return fail(Code::BadInput, archive.label(prefix + kArraysIndex), "the maps are pooled in no known way",
                    maps["pooling"].get<std::string>(), kPoolingForm);
    }
    return pooling;
}

Result<void> readMaps(const Archive& archive, const std::string& prefix, const TraceShape& shape, PooledMaps& maps) {
    constexpr std::int64_t kMostSteps = std::int64_t{1} << 30, kMostCell = std::int64_t{1} << 15;
    KVW_TRY_ASSIGN(const auto json, mapsOf(archive, prefix));
    const auto refuse = [&] {
        return fail(Code::BadInput, archive.label(prefix + kArraysIndex), "the maps do not fit together");
    };
    const auto cell = json["cell"].get<std::int64_t>(), steps = json["steps"].get<std::int64_t>(),
               rows = json["rows"].get<std::int64_t>();
    if (cell > kMostCell || !std::has_single_bit(static_cast<std::uint64_t>(cell)) || steps < 1 || steps > kMostSteps ||
        rows != (steps - 1) / cell + 1 || rows > maps.pooling().side) {
        return refuse();
    }
    PooledMap like{std::countr_zero(static_cast<std::uint64_t>(cell)), static_cast<std::int32_t>(rows),
                   maps.pooling().pool, {}, steps};
    maps.restore(like.level, steps);
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    for (const auto& entry : json["maps"]) {
        const auto layer = entry["layer"].get<std::int64_t>(), head = entry["head"].get<std::int64_t>();
        if (layer >= shape.layers || !maps.has(static_cast<std::int32_t>(layer)) ||
            head >= (maps.pooling().heads ? shape.queryHeads : 0) || !seen.emplace(layer, head).second) {
            return refuse();
        }
        KVW_TRY_ASSIGN(const auto cells, readMap(archive, prefix, entry, like));
        maps.restore(static_cast<std::int32_t>(layer), static_cast<std::int32_t>(head), cells);
    }
    return {};
}

}  // namespace kvw::bundle
