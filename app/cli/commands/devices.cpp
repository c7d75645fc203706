// SPDX-License-Identifier: Apache-2.0
/// `kvw devices`: lists what `--device` takes on this machine, and why a device cannot be used.
#include "app/cli/commands.h"
#include "app/cli/report/device_report.h"
#include "app/cli/report/text_table.h"

namespace kvw::cli {
namespace {

Result<Exit> devices(bool json) {
    const tables::Table table = deviceTable(deviceChoices());
    std::string reasons;
    for (const auto& row : table.rows) {
        if (tables::isDefined(row.back())) {
            reasons += lineText(row.front()) + ": " + lineText(row.back()) + '\n';
        }
    }
    print(json ? dumped({{"devices", toJson(table)}}) : toText(table) + reasons);
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
