// SPDX-License-Identifier: Apache-2.0
/// `kvw compare`: several policies over one text, in lock-step.
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/run_driver.h"

namespace kvw::cli {

void addCompare(Commands& commands) {
    const auto options = std::make_shared<RunOptions>();
    options->compare = true;
    CLI::App* app =
        commands.add("compare", "Run several policies in lock-step on the same text; the first lane is always full",
                     "  kvw compare --policy streaming:recent=256 --policy h2o --text story\n"
                     "  kvw compare --policy snapkv --policy tova --text needle --out needle-bundle\n");
    options->declare(*app);
    commands.setAction([options, app] { return runAndReport(*options, *app); });
}

}  // namespace kvw::cli
