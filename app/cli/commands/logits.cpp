// SPDX-License-Identifier: Apache-2.0
/// `kvw logits`: prints raw logits under the full cache, for checks against other engines.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/run/run_options.h"
#include "app/cli/values.h"
#include "core/base/files/small_file.h"
#include "core/model/text/token_ids.h"
#include "core/session/engine.h"

namespace kvw::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "the file holds little-endian numbers, written as they are");

struct LogitsOptions {
    std::string ids, out, model;
    int threads = 0;
    bool json = false, quiet = false;
};

Result<Exit> writeLogits(const LogitsOptions& options) {
    KVW_TRY_ASSIGN(const auto vocabulary, vocabularyOf(options.model));
    KVW_TRY_ASSIGN(const auto ids, readTokenIds(options.ids, vocabulary));
    KVW_TRY(checkFileTarget(options.out));
    const Interrupt interrupt;
    ProgressLine line(!options.quiet);
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    engine->setThreads(options.threads);
    KVW_TRY(engine->loadModel(options.model, line.sink("load")));
    const std::vector<std::string> warnings = engine->modelWarnings();
    std::ranges::for_each(options.quiet ? std::vector<std::string>() : warnings, warn);
    KVW_TRY_ASSIGN(auto file, NewFile::create(options.out));
    line.begin("logits");
    std::int64_t done = 0;
    const auto total = std::ssize(ids);
    const auto finished = engine->logits(ids, [&](std::span<const float> row) -> Result<void> {
        if (interrupt.requested()) {
            return fail(Code::Cancelled, "kvw logits", "stopped on request; no file was written");
        }
        line.update({++done, total, "tokens"});
        const auto bytes = std::as_bytes(row);
        return file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
    line.clear();
    KVW_TRY(finished.and_then([&] { return file.commit(); }));
    if (options.json) {
        print(dumped({{"out", options.out},
                      {"dtype", "f32"},
                      {"shape", {total, vocabulary}},
                      {"byte_order", "little"},
                      {"warnings", warnings}}));
    } else if (!options.quiet) {
        print(fmt::format("{}: float32, little-endian, [{} tokens, {} logits]\n", options.out, total, vocabulary));
    }
    return Exit::Good;
}

}  // namespace

void addLogits(Commands& commands) {
    const auto [app, options] = commands.add<LogitsOptions>(
        "logits", "Write the logits of every token under the full cache",
        "  kvw logits --ids ids.txt --out logits.f32\n"
        "  kvw logits --model DIR --ids ids.txt --out logits.f32 --threads 4\n", writeLogits);
    addOption(app, "--ids", options.ids, "file of token ids, separated by white space", somePath())->required();
    addOption(app, "--out", options.out, "raw little-endian float32 [tokens, vocabulary]; replaced if it exists",
              somePath())
        ->required();
    addOption(app, "--model", options.model, "model directory; default: the embedded model", modelPath());
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--quiet", options.quiet, "print errors only");
}

}  // namespace kvw::cli
