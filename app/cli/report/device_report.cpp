// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/device_report.h"

#include <fmt/format.h>

#include <cmath>

#include "app/cli/report/text_table.h"
#include "core/base/comma_list.h"
#include "core/base/json/json_value.h"
#include "core/base/process/processor.h"
#include "core/model/model_fit.h"

namespace kvw::cli {
namespace {

/// Returns the bytes that can still be allocated.
Result<std::int64_t> freeMemoryOf(const std::string& name) {
    KVW_TRY_ASSIGN(auto* device, openDevice(name));
    std::size_t bytes = 0;
    if (const device::Status status = device->freeMemory(&bytes); !status) {
        return tl::unexpected(deviceError(name, status));
    }
    return static_cast<std::int64_t>(bytes);
}

}  // namespace

DeviceChoice deviceChoice(const std::string& name) {
    for (DeviceChoice& choice : deviceChoices()) {
        if (choice.name == name) {
            return std::move(choice);
        }
    }
    const auto opened = openDevice(name);
    return {name, opened ? std::nullopt : std::optional(opened.error())};
}

tables::Table deviceTable(const std::vector<DeviceChoice>& choices) {
    const auto text = [](const tables::Cell& cell) { return tables::isDefined(cell) ? lineText(cell) : "–"; };
    tables::Table table{{{"device", "device", {}, false, text},
                         {"name", "name", {}, false, text},
                         {"compute_capability", "compute capability", {}, false, text},
                         memberColumn("total_bytes", "memory", sizeText),
                         memberColumn("free_bytes", "free", sizeText),
                         {"driver", "driver", {}, false, text},
                         jsonColumn("reason")}};
    for (const DeviceChoice& choice : choices) {
        tables::Cell name = NAN, capability = NAN, total = NAN, free = NAN, driver = NAN, reason = NAN;
        if (choice.reason) {
            reason = choice.reason->sentence();
        } else if (!choice.info) {
            const Machine machine = thisMachine();
            name = cpuName();
            total = machine.ramTotal;
            free = machine.ramAvailable;
        } else {
            const device::Info& info = *choice.info;
            name = std::string(info.name);
            total = static_cast<std::int64_t>(info.memory);
            if (!info.emulated) {
                capability = fmt::format("{}.{}", info.major, info.minor);
                driver = std::string(info.driver);
            }
            if (const auto left = freeMemoryOf(choice.name)) {
                free = *left;
            } else {
                reason = left.error().sentence();
            }
        }
        table.add({choice.name, name, capability, total, free, driver, reason});
    }
    return table;
}

nlohmann::ordered_json deviceUseJson(const DeviceUse& use) {
    const auto laneJson = [](const DeviceUse::Lane& lane) -> nlohmann::ordered_json {
        return {{"cache_bytes", lane.cache}, {"row_bytes", lane.rows}};
    };
    return {{"device", use.device},
            {"weight_bytes", use.weights},
            {"step_weight_bytes", use.stepWeights},
            {"buffer_bytes", use.buffers},
            {"lanes", jsonList(use.lanes, laneJson)},
            {"read_bytes_per_second", orNull(use.readRate > 0 ? use.readRate : NAN)}};
}

std::string deviceUseText(const DeviceUse& use) {
    const auto sizes = [&use](std::int64_t DeviceUse::Lane::*size) {
        return joined(use.lanes, " + ", [size](const DeviceUse::Lane& lane) { return bytesText(lane.*size); });
    };
    return fmt::format("memory of {}: weights {}, caches {}, rows {}, buffers {}\n", oneLine(use.device),
                       bytesText(use.weights), sizes(&DeviceUse::Lane::cache), sizes(&DeviceUse::Lane::rows),
                       bytesText(use.buffers));
}

}  // namespace kvw::cli
