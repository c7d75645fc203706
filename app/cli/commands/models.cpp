// SPDX-License-Identifier: Apache-2.0
/// `kvw models`: lists the models on this machine that `--model` finds by name.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/report/text_table.h"
#include "core/model/stored/stored_models.h"

namespace kvw::cli {
namespace {

Result<Exit> models(bool json) {
    nlohmann::ordered_json report{{"folder", modelFolder().string()}, {"models", nlohmann::ordered_json::array()}};
    tables::Table table;
    for (const StoredModel& model : storedModels()) {
        report["models"].push_back({{"name", model.name}, {"path", model.path.string()}, {"keeper", model.keeper}});
        table.add({oneLine(model.name), model.keeper, oneLine(model.path.string())});
    }
    print(json                 ? dumped(report)
          : table.rows.empty() ? fmt::format("no models: packaging/model fetches one; {} is searched first\n",
                                             oneLine(modelFolder().string()))
                               : toText(table));
    return Exit::Good;
}

}  // namespace

void addModels(Commands& commands) {
    commands.addList("models", "List the models on this machine that --model finds by name",
                     "  kvw models\n"
                     "  kvw run --model smollm2-135m --policy streaming:recent=508\n",
                     models);
}

}  // namespace kvw::cli
