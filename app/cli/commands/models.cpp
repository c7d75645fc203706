// SPDX-License-Identifier: Apache-2.0
/// `kvw models`: lists the models on this machine that `--model` finds by name.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/report/text_table.h"
#include "core/model/stored/stored_models.h"

namespace kvw::cli {
namespace {

Result<Exit> models(bool json) {
    tables::Table table{{lineColumn("name"), lineColumn("path"), lineColumn("keeper")}};
    for (const StoredModel& model : storedModels()) {
        table.add({model.name, model.path.string(), model.keeper});
    }
    print(json                 ? dumped({{"folder", modelFolder().string()}, {"models", toJson(table)}})
          : table.rows.empty() ? fmt::format("no models: packaging/model fetches one; {} is searched first\n",
                                             oneLine(modelFolder().string()))
                               : toText(withColumns(table, {"name", "keeper", "path"})));
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
