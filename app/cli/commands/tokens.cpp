// SPDX-License-Identifier: Apache-2.0
/// `kvw tokens`: prints the token ids of texts as a run reads them, without loading the model's weights.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/run_options.h"
#include "app/cli/values.h"
#include "core/model/model_files.h"
#include "core/model/text/document.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct TokensOptions {
    std::string model;
    std::vector<std::string> texts, prompts;
    bool noSpecialTokens = false, json = false;
};

/// Returns the texts to tokenize; appends the findings about files to `warnings`.
Result<std::vector<std::string>> textsOf(const TokensOptions& options, std::vector<Finding>& warnings) {
    if (options.texts.empty() == options.prompts.empty()) {
        return fail(Code::BadUsage, "kvw tokens",
                    options.texts.empty() ? "there is no text" : "--text and --prompt exclude each other", "",
                    "--text or --prompt");
    }
    std::vector<std::string> texts = options.prompts;
    for (const std::string& name : options.texts) {
        KVW_TRY_ASSIGN(const auto document,
                       findText(name).and_then([](const fs::path& file) { return Document::load(file); }));
        texts.push_back(document.text);
        warnings.insert(warnings.end(), document.findings.begin(), document.findings.end());
    }
    return texts;
}

Result<Exit> tokens(const TokensOptions& options) {
    std::vector<Finding> warnings;
    KVW_TRY_ASSIGN(const auto texts, textsOf(options, warnings));
    const auto model = options.model.empty() ? embeddedModelDir() : Result<fs::path>(options.model);
    KVW_TRY_ASSIGN(const auto tokenizer,
                   model.and_then([](const fs::path& path) { return ModelFiles::tokenizerOf(path); }));
    warnings.insert(warnings.end(), tokenizer.findings().begin(), tokenizer.findings().end());
    ordered_json list = ordered_json::array();
    std::string lines;
    for (const std::string& text : texts) {
        KVW_TRY_ASSIGN(const auto encoding, tokenizer.encode(text, !options.noSpecialTokens));
        lines += fmt::format("{}\n", fmt::join(encoding.ids, " "));
        list.push_back({{"count", encoding.ids.size()}, {"ids", encoding.ids}});
    }
    if (options.json) {
        print(dumped(
            {{"vocabulary", tokenizer.vocabSize()}, {"texts", std::move(list)}, {"warnings", englishOf(warnings)}}));
        return Exit::Good;
    }
    std::ranges::for_each(englishOf(warnings), warn);
    print(lines);
    return Exit::Good;
}

}  // namespace

void addTokens(Commands& commands) {
    const auto [app, options] = commands.add<TokensOptions>(
        "tokens", "Print the token ids of texts",
        "  kvw tokens --prompt 'Once upon a time'\n"
        "  kvw tokens --model smollm2-135m --text story > ids.txt\n", tokens);
    addOption(app, "--model", options.model,
              "model directory or GGUF file, also without weights; default: the embedded model", modelPath());
    addRepeated(app, "--text", options.texts, "text file or shipped text; repeat for more; prints one line of ids each",
                somePath());
    addRepeated(app, "--prompt", options.prompts, "the text itself; repeat for more; prints one line of ids each",
                anyText("STR"));
    app.add_flag("--no-special-tokens", options.noSpecialTokens, "add no begin and no end token");
    app.add_flag("--json", options.json, "print one JSON object");
}

}  // namespace kvw::cli
