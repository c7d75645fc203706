// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/device_report.h"

#include <fmt/format.h>

#include "app/cli/report/text_table.h"
#include "core/base/processor.h"
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

nlohmann::ordered_json deviceJson(const DeviceChoice& choice) {
    nlohmann::ordered_json json{{"device", choice.name},  {"name", nullptr},       {"compute_capability", nullptr},
                                {"total_bytes", nullptr}, {"free_bytes", nullptr}, {"driver", nullptr},
                                {"reason", nullptr}};
    if (choice.reason) {
        json["reason"] = choice.reason->sentence();
        return json;
    }
    if (!choice.info) {
        const Machine machine = thisMachine();
        json["name"] = cpuName();
        json["total_bytes"] = machine.ramTotal;
        json["free_bytes"] = machine.ramAvailable;
        return json;
    }
    const device::Info& info = *choice.info;
    json["name"] = std::string(info.name);
    json["total_bytes"] = static_cast<std::int64_t>(info.memory);
    if (!info.emulated) {
        json["compute_capability"] = fmt::format("{}.{}", info.major, info.minor);
        json["driver"] = std::string(info.driver);
    }
    if (const auto free = freeMemoryOf(choice.name)) {
        json["free_bytes"] = *free;
    } else {
        json["reason"] = free.error().sentence();
    }
    return json;
}

nlohmann::ordered_json deviceUseJson(const DeviceUse& use) {
    nlohmann::ordered_json lanes = nlohmann::ordered_json::array();
    for (const DeviceUse::Lane& lane : use.lanes) {
        lanes.push_back({{"cache_bytes", lane.cache}, {"row_bytes", lane.rows}});
    }
    return {{"device", use.device},
            {"weight_bytes", use.weights},
            {"step_weight_bytes", use.stepWeights},
            {"buffer_bytes", use.buffers},
            {"lanes", lanes},
            {"read_bytes_per_second",
             use.readRate > 0 ? nlohmann::ordered_json(use.readRate) : nlohmann::ordered_json(nullptr)}};
}

std::string deviceUseText(const DeviceUse& use) {
    std::string caches, rows;
    for (const DeviceUse::Lane& lane : use.lanes) {
        caches += (caches.empty() ? "" : " + ") + bytesText(lane.cache);
        rows += (rows.empty() ? "" : " + ") + bytesText(lane.rows);
    }
    return fmt::format("memory of {}: weights {}, caches {}, rows {}, buffers {}\n", oneLine(use.device),
                       bytesText(use.weights), caches, rows, bytesText(use.buffers));
}

}  // namespace kvw::cli
