// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/run_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "app/cli/output_path.h"
#include "app/cli/values.h"
#include "core/base/comma_list.h"
#include "core/model/model_files.h"
#include "core/model/text/chat_template.h"
#include "core/model/text/document.h"
#include "core/model/text/token_ids.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/lane_choice.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultText = "story";

ValueKind prefillSchedule() {
    return {"layer-major|streaming[:CHUNK]",
            CLI::Validator(
                [](std::string& text) -> std::string {
                    return chunkOf(text) ? ""
                                         : fmt::format(
                                               "the value is not valid; found \"{}\", expected layer-major, "
                                               "streaming, or streaming:CHUNK with CHUNK at least 1",
                                               text);
                },
                "")};
}

/// Accepts a level of recording; behind "maps:" the pooling of the maps.
ValueKind captureLevel() {
    const CLI::Validator word = *oneOf({"none", "rows", "stats", "maps"}).check;
    return {"none|rows|stats|maps[:POOLING]",
            CLI::Validator(
                [word](std::string& text) -> std::string {
                    RunSpec read;
                    if (!poolsMaps(text)) {
                        return word(text);
                    }
                    return setCapture(text, read) ? ""
                                                  : fmt::format("the value is not valid; found \"{}\", expected {}",
                                                                text, kPoolingForm);
                },
                "")};
}

/// Resolves policies to canonical text. In a comparison `full` comes first, exactly once, with any recording settings
/// typed for it.
Result<std::vector<std::string>> canonicalPolicies(const std::vector<std::string>& typed, bool compare,
                                                   const Catalog& catalog) {
    std::vector<std::string> texts;
    std::string full;
    for (const std::string& text : typed) {
        KVW_TRY_ASSIGN(const auto resolved, resolveChain(catalog, text));
        const std::string canonical = toText(resolved);
        if (compare && isFullCache(resolved) && (full.empty() || canonical == "full" || full == "full")) {
            full = full.empty() || full == "full" ? canonical : full;
            continue;
        }
        texts.push_back(canonical);
    }
    if (compare || texts.empty()) {
        KVW_TRY_ASSIGN(const auto plain, resolvePolicy(catalog, "full"));
        texts.insert(texts.begin(), full.empty() ? plain.text : full);
    }
    return texts;
}

/// Returns the folder of a model; empty: the embedded model.
Result<fs::path> directoryOf(const fs::path& model) {
    return model.empty() ? embeddedModelDir() : modelRoot(model);
}

}  // namespace

Result<fs::path> findText(const std::string& name) {
    std::error_code error;
    const bool isFile = fs::is_regular_file(name, error);
    const bool plainName = name.find('/') == std::string::npos;
    const auto documents = plainName ? shippedTexts() : Result<std::vector<fs::path>>();
    for (const fs::path& document : documents ? *documents : std::vector<fs::path>()) {
        if (name != document.stem() && name != document.filename()) {
            continue;
        }
        if (isFile && !fs::equivalent(name, document, error)) {
            std::fprintf(stderr, "--text %s: this is the shipped text; the file of that name here is ./%s\n",
                         name.c_str(), name.c_str());
        }
        return document;
    }
    if (isFile) {
        return fs::path(name);
    }
    if (!plainName || fs::exists(name, error)) {
        return fail(Code::NotFound, name, fs::exists(name, error) ? "this is no text file" : "there is no such file",
                    {}, "a text file or the name of a shipped text");
    }
    if (!documents) {
        return tl::unexpected(documents.error());
    }
    std::vector<std::string> names;
    for (const fs::path& document : *documents) {
        names.push_back(document.stem().string());
    }
    const std::string stem = fs::path(name).stem().string();
    const std::string near = nearest(stem, names);
    // Suggest a name only for a typing mistake; a name that is half different is not one.
    if (!near.empty() && editDistance(stem, near) <= 1 + static_cast<int>(near.size()) / 4) {
        return fail(Code::NotFound, "--text",
                    phrase("there is no file and no shipped text \"%1\"; did you mean \"%2\"?", name, near));
    }
    return fail(Code::NotFound, "--text", phrase("there is no file and no shipped text \"%1\"", name), {},
                phrase("a file, or one of %1", joined(names)));
}

Result<std::string> questionText(const std::string& textOrFile) {
    std::error_code error;
    return fs::is_regular_file(textOrFile, error)
               ? Document::load(textOrFile).map([](Document&& document) { return std::move(document.text); })
               : Result<std::string>(textOrFile);
}

Result<std::int64_t> vocabularyOf(const fs::path& model) {
    return directoryOf(model)
        .and_then([](const fs::path& directory) { return loadModelConfig(directory); })
        .map([](const ModelConfig& config) { return config.vocabulary; });
}

Result<void> RunOptions::applyChat(const CLI::App& app, RunSpec& spec) const {
    if (!chat) {
        return app.count("--system") > 0          ? fail(Code::BadUsage, "--system", "it needs --chat")
               : app.count("--chat-template") > 0 ? fail(Code::BadUsage, "--chat-template", "it needs --chat")
                                                  : Result<void>();
    }
    if (spec.mode != Mode::Generate || spec.ids) {
        return fail(Code::BadUsage, "--chat", "the mode must be generate", spec.ids ? "--ids" : "--mode teacher",
                    "--mode generate with --prompt or --text");
    }
    if (!spec.prompt) {
        KVW_TRY_ASSIGN(const auto document, Document::load(spec.textFile));
        spec.prompt = document.text;
        spec.textFile.clear();
    }
    return directoryOf(spec.model)
        .and_then([&](const fs::path& directory) { return ChatTemplate::load(directory, chatTemplate); })
        .and_then([&](const ChatTemplate& known) {
            const auto told = app.count("--system") > 0 ? std::optional(system) : std::nullopt;
            return spec.question ? known.splitPrompt(*spec.prompt, *spec.question, told)
                                 : known.prompt(*spec.prompt, told).map([](std::string&& rendered) {
                                       return SplitPrompt{std::move(rendered), {}};
                                   });
        })
        .map([&](const SplitPrompt& rendered) {
            spec.prompt = rendered.prompt;
            if (spec.question) {
                spec.question = rendered.question;
            }
            spec.specialTokens = false;
        });
}

void OutputOptions::declareOutput(CLI::App& app) {
    auto* bundle = addOption(app, "--out", out, "write a bundle: a directory, or one file if it ends in .zip",
                             somePath().named("BUNDLE"));
    app.add_flag("--overwrite", overwrite, "replace an existing bundle");
    app.add_flag("--no-figures", noFigures, "a smaller bundle, without the data of figures, which kvw export makes")
        ->needs(bundle);
    app.add_flag("--no-copy", noCopy, "with --out: keep no copy for a crash during the run (for measurements)");
    app.add_flag("--json", json, "print one JSON object instead of text");
    app.add_flag("--quiet", quiet, "no progress, no summary, no warnings; errors only");
}

void RunOptions::declare(CLI::App& app) {
    addOption(app, "--model", typed.model,
              "model directory (Hugging Face layout), GGUF file, or a name that `kvw models` lists; default: the "
              "embedded model",
              modelPath());
    addOption(app, "--text", text,
              "text file, or a shipped text: story, ledger, needle, prose, long-stream, persuasion (a file of such a "
              "name: ./story); default: story",
              somePath());
    addOption(app, "--prompt", prompt, "the text itself", anyText("STR"));
    addOption(app, "--question", question,
              "generate: text, or file of text, behind the text and no part of the prompt: it is read token by token, "
              "so that what selects from the prompt does not see it",
              anyText("TEXT|FILE"));
    app.add_flag("--chat", chat, "generate: the text is a message to an instruct model, in the model's chat template");
    addOption(app, "--system", system, "with --chat: the system text", anyText("STR"));
    addOption(app, "--chat-template", chatTemplate, "with --chat: which of the model's templates; default: default",
              anyText("NAME"));
    app.add_flag("--no-special-tokens", noSpecialTokens,
                 "add no begin token, as for a prompt that a chat template wrote");
    addOption(app, "--ids", ids, "file of token ids, separated by white space", somePath());
    addRepeated(
        app, "--policy", policies,
        compare ? "a lane: ID, ID:key=value,key=value or SCORER+BUDGET:key=value,..., with @CODEC:key=value,... behind "
                  "it to store the cache in a codec, and /native, /positions=... or /prefill=... for its own settings; "
                  "repeat for more lanes"
                : "ID, ID:key=value,key=value or SCORER+BUDGET:key=value,..., with @CODEC:key=value,... behind it to "
                  "store the cache in a codec, and /native for the positions and prefill of its work; default: full",
        presetNames())
        ->required(compare);
    addSetting(app, "--mode", mode, "teacher: follow the text; generate: continue it", oneOf({"teacher", "generate"}));
    addOption(app, "--prompt-tokens", typed.promptTokens,
              "where prefill ends; default: a quarter of the text (teacher), all of it (generate). With --mode generate "
              "the rest of the text is read token by token before a token is generated",
              wholeNumber(1));
    addOption(app, "--question-tokens", typed.questionTokens,
              "generate: tokens behind the prompt that are read; default: the rest of the text and the question",
              wholeNumber(0));
    addOption(app, "--steps", typed.steps,
              "tokens to decode; default: to the end of the text (teacher), 256 (generate). Those that are read behind "
              "the prompt come on top when generating",
              wholeNumber(0));
    addDevice(app, typed.device, "device that reads the prompt and runs decode steps")->capture_default_str();
    addSetting(app, "--dtype", typed.dtype,
               "type of the factors when several tokens are multiplied with the weights; bf16 rounds them",
               oneOf({"f32", "bf16"}));
    addSetting(app, "--kv-dtype", typed.kvDtype, "type of the cache", oneOf({"f32", "bf16", "f16"}));
    addSetting(app, "--positions", positions, "RoPE phase of kept keys: of the text, or of their rank in the cache",
               oneOf({"original", "cache-rank"}));
    addSetting(app, "--rank-keys", rankKeys,
               "cache-rank: keys stored raw and rotated on read, or rotated at every prune", oneOf({"raw", "rotated"}));
    addSetting(app, "--prefill", prefill, "layer by layer, or chunk by chunk through all layers", prefillSchedule());
    addOption(
        app, "--jitter", jitter,
        "noise in the attention of every --policy, to see what is rounding: ulp:N moves each element of a query by "
        "up to N f32 numbers; drawn by --seed",
        anyText("ulp:N[:STREAM]"));
    addSetting(app, "--seed", typed.seed, "seed of sampler and --jitter; a random policy has its own seed",
               wholeNumber(0));
    addSetting(app, "--capture", capture, "how much of the attention is recorded; with POOLING as pooled maps",
               captureLevel());
    addSetting(app, "--rows-limit", typed.rowsLimit,
               "with maps: limit in MiB of the attention rows of all lanes; the newest stay; 0: no limit",
               wholeNumber(0).named("MIB"));
    addSetting(app, "--temperature", typed.sampling.temperature, "generate: 0 is greedy",
               realNumber(0, std::numeric_limits<double>::infinity()).named("T"));
    addSetting(app, "--top-k", typed.sampling.topK, "generate: sample from the k likeliest tokens; 0: from all",
               wholeNumber(0).named("K"));
    addSetting(app, "--top-p", typed.sampling.topP,
               "generate: sample from the likeliest tokens of this total probability",
               realNumber(0, 1, true).named("P"));
    addOption(app, "--threads", typed.threads, "0: all cores", wholeNumber(0, 1024));
    declareOutput(app);
}

Result<RunSpec> RunOptions::spec(const CLI::App& app, const Catalog& catalog) const {
    RunSpec spec = typed;
    if ((app.count("--text") > 0) + (app.count("--prompt") > 0) + (app.count("--ids") > 0) > 1) {
        return fail(Code::BadUsage, "kvw " + app.get_name(), "--text, --prompt and --ids exclude each other");
    }
    if (!compare && policies.size() > 1) {
        return fail(Code::BadUsage, "kvw run", "a run has one --policy; kvw compare takes several");
    }
    KVW_TRY_ASSIGN(auto noisy, lanes());
    if (!compare && noisy.empty()) {
        KVW_TRY_ASSIGN(noisy, withJitter({"full"}, jitter));
    }
    KVW_TRY_ASSIGN(spec.policies, canonicalPolicies(noisy, compare, catalog));
    if (overwrite && out.empty()) {
        return fail(Code::BadUsage, "--overwrite", "it needs --out");
    }
    if (!out.empty()) {
        KVW_TRY(checkBundleTarget(out, overwrite));
    }
    if (app.count("--prompt") > 0) {
        spec.prompt = prompt;
    } else if (!ids.empty()) {
        KVW_TRY_ASSIGN(const auto read,
                       vocabularyOf(spec.model).and_then([&](std::int64_t size) { return readTokenIds(ids, size); }));
        spec.ids = read;
    } else {
        KVW_TRY_ASSIGN(spec.textFile, findText(text.empty() ? kDefaultText : text));
    }
    spec.mode = mode == "generate" ? Mode::Generate : Mode::Teacher;
    if (app.count("--question") > 0) {
        KVW_TRY_ASSIGN(spec.question, questionText(question));
    }
    if (noSpecialTokens && spec.ids) {
        return fail(Code::BadUsage, "--no-special-tokens", "token ids are read as they are", "--ids",
                    "--text or --prompt");
    }
    spec.specialTokens = !noSpecialTokens;
    KVW_TRY(applyChat(app, spec));
    spec.positions = positions == "cache-rank" ? Positions::CacheRank : Positions::Original;
    spec.rankKeys = rankKeys == "rotated" ? RankKeys::Rotated : RankKeys::Raw;
    const LaneRun settings = laneRun(spec, {spec.positions, chunkOf(prefill)});
    spec = withLane(std::move(spec), settings);
    static_cast<void>(setCapture(capture, spec));
    return spec;
}

}  // namespace kvw::cli
