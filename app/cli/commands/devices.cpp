// SPDX-License-Identifier: Apache-2.0
/// `kvw devices`: lists what `--device` takes on this machine, and why a device cannot be used.
#include "app/cli/commands.h"
#include "app/cli/report/device_report.h"
#include "app/cli/report/text_table.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

std::string cellOf(const ordered_json& value) {
    return value.is_string() ? oneLine(value.get<std::string>()) : "–";
}

std::string deviceTable(const ordered_json& devices) {
    tables::Table table{{textColumn("device"), textColumn("name"), textColumn("compute capability"),
                         numberColumn("memory"), numberColumn("free"), textColumn("driver")}};
    std::string reasons;
    for (const ordered_json& device : devices) {
        const auto size = [&](const char* name) {
            return device[name].is_number() ? bytesText(device[name].get<std::int64_t>()) : std::string("–");
        };
        table.add({cellOf(device["device"]), cellOf(device["name"]), cellOf(device["compute_capability"]),
                   size("total_bytes"), size("free_bytes"), cellOf(device["driver"])});
        if (device["reason"].is_string()) {
            reasons += cellOf(device["device"]) + ": " + cellOf(device["reason"]) + '\n';
        }
    }
    return toText(table) + reasons;
}

Result<Exit> devices(bool json) {
    ordered_json report{{"devices", ordered_json::array()}};
    for (const DeviceChoice& choice : deviceChoices()) {
        report["devices"].push_back(deviceJson(choice));
    }
    print(json ? dumped(report) : deviceTable(report["devices"]));
    return Exit::Good;
}

}  // namespace

void addDevices(Commands& commands) {
    commands.addList("devices", "List the devices that --device takes, or why one cannot be used",
                     "  kvw devices\n"
                     "  kvw inspect path/to/model --device cuda --context 32k\n",
                     devices);
}

}  // namespace kvw::cli
