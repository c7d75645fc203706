// SPDX-License-Identifier: Apache-2.0
/// `kvw run`: runs one policy over one text.

#include "app/cli/commands.h"
#include "app/cli/run/run_driver.h"

namespace kvw::cli {

void addRun(Commands& commands) {
    const auto [parser, options] = commands.add<RunOptions>(
        "run", "Run a model over a text while a policy evicts; print the summary, write a bundle",
        "  kvw run\n"
        "  kvw run --text ledger --policy streaming:sinks=4,recent=256 --out ledger.zip\n"
        "  kvw run --model DIR --text FILE --policy snapkv+uniform:capacity=512 --json\n"
        "  kvw run --prompt 'Once' --mode generate --steps 64 --temperature 0.8 --seed 7\n",
        [](const RunOptions& given, const CLI::App& app) { return runAndReport(given, app); });
    options.declare(parser);
}

}  // namespace kvw::cli
