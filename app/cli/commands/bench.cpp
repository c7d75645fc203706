// SPDX-License-Identifier: Apache-2.0
/// `kvw bench`: measures the speed of single components, as ratios to a sweep of the same buffers.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/cli/commands.h"
#include "app/cli/report/json_text.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/values.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/engine.h"

namespace kvw::cli {
namespace {

struct BenchOptions : BenchRequest {
    bool json = false, quiet = false;
};

Result<Exit> measure(const BenchOptions& options) {
    if (options.peer.empty() && std::ranges::find(options.parts, "peer") != options.parts.end()) {
        return fail(Code::BadUsage, "--part peer", "no program is named to compare with", "", "--peer PROGRAM");
    }
    for (const std::string& part : options.parts) {
        if (options.device != "cpu" && part != "decode" && part != "positions" && part != "lanes") {
            return fail(Code::BadUsage, "--device", "this part measures the CPU", part, "decode, positions or lanes");
        }
    }
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    BenchRequest request = options;
    for (std::string& policy : request.policies) {
        KVW_TRY_ASSIGN(const auto resolved, resolvePolicy(catalog, policy));
        policy = resolved.text;
    }
    if (!request.peer.empty()) {
        request.peer = std::filesystem::absolute(request.peer);
    }
    const Interrupt interrupt;
    ProgressLine line(!options.quiet);
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    line.begin("bench");
    const auto result = engine->bench(request, catalog, [&](const Progress& progress) {
        line.update(progress);
        if (interrupt.requested()) {
            // The engine catches this exception and returns it as an error.
            throw std::runtime_error("stopped on request");
        }
    });
    line.clear();
    if (!result) {
        return interrupt.requested() ? fail(Code::Cancelled, "kvw bench", "stopped on request")
                                     : tl::unexpected(result.error());
    }
    if (!result->value("was_quiet", true)) {
        warn(fmt::format("the machine was still busy after {} s; the figures are those of a busy machine.",
                         options.wait));
    }
    print(options.json ? dumped(*result) : jsonText(*result));
    return Exit::Good;
}

}  // namespace

void addBench(Commands& commands) {
    const auto [app, options] = commands.add<BenchOptions>(
        "bench", "Measure decode, prefill, attention, cache operation and policy cost",
        "  kvw bench\n"
        "  kvw bench --threads 2 --held 1024 --json\n"
        "  kvw bench --part cache\n"
        "  kvw bench --shape m300 --part lanes --rounds 1\n"
        "  kvw bench --shape m300 --part policies --rounds 1\n"
        "  kvw bench --shape m300 --part growth --steps 32\n"
        "  kvw bench --shape m300 --part load\n"
        "  kvw bench --shape 1b --part prefill --prompt 16384\n"
        "  kvw bench --device cuda --shape 8b\n"
        "  kvw bench --model model.gguf --part peer --peer llama-bench --steps 64\n"
        "  kvw bench --part stream --policy h2o:heavy=256,recent=256\n", measure);
    auto* model = addOption(app, "--model", options.model, "model directory or GGUF file; default: the embedded model",
                            modelPath());
    addOption(app, "--shape", options.shape,
              "a random model of this shape (m300: 24 layers, 300 million weights; 1b: that of Llama-3.2-1B; 8b: that "
              "of Llama-3.1-8B)",
              oneOf({"m300", "1b", "8b"}))
        ->excludes(model);
    addRepeated(app, "--part", options.parts,
                "part to measure; repeat for more; default: all but policies, tokenizer, load, stream, lanes and "
                "growth",
                oneOf({"decode", "positions", "attention", "cache", "prefill", "policies", "tokenizer", "load",
                       "stream", "lanes", "growth", "peer"}));
    addOption(app, "--peer", options.peer,
              "llama.cpp's llama-bench: decodes the same GGUF file in turns with kvw; ratios are printed",
              anyText("PROGRAM"))
        ->check(CLI::ExistingFile)
        ->needs(model);
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
    addSetting(app, "--held", options.held, "tokens in the cache while decoding", wholeNumber(32));
    addSetting(app, "--steps", options.steps, "tokens decoded in a round", wholeNumber(1));
    addSetting(app, "--rounds", options.rounds, "rounds of decode and sweep in turns; medians are printed",
               wholeNumber(1));
    addSetting(app, "--prompt", options.prompt, "longest measured prefill in tokens; 0: none", wholeNumber(0));
    addSetting(app, "--stream", options.stream, "tokens of the part stream", wholeNumber(1000));
    addSetting(app, "--wait", options.wait,
               "seconds to wait until other programs take less than 5 % of the processors; 0: do not wait",
               wholeNumber(0));
    addSetting(app, "--dtype", options.dtype, "type of the factors when several tokens are multiplied with the weights",
               oneOf({"f32", "bf16"}));
    addSetting(app, "--kv-dtype", options.kvDtype, "type of keys and values", oneOf({"f32", "bf16", "f16"}));
    addRepeated(app, "--policy", options.policies, "policy to measure; repeat for more; default: a standard set",
                presetNames());
    addDevice(app, options.device, "device that runs decode steps, of the parts decode, positions and lanes")
        ->capture_default_str();
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--quiet", options.quiet, "no progress");
}

}  // namespace kvw::cli
