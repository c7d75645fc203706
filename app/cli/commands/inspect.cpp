// SPDX-License-Identifier: Apache-2.0
/// `kvw inspect`: what a model directory or a bundle holds, without the engine.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_text.h"
#include "app/cli/text_table.h"
#include "app/cli/values.h"
#include "core/bundle/bundle.h"
#include "core/model/document.h"
#include "core/model/model_files.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct Options {
    std::string path;
    bool json = false, tensors = false;
};

ordered_json ropeJson(const RopeConfig& rope) {
    ordered_json json{{"theta", rope.theta}, {"scaling", toText(rope.scaling)}};
    if (rope.scaling != RopeScaling::None) {
        json["factor"] = rope.factor;
    }
    return json;
}

Result<ordered_json> modelJson(const fs::path& directory, bool tensors) {
    const auto files = ModelFiles::open(directory);
    if (!files) {
        return tl::unexpected(files.error());
    }
    const ModelInfo info = files->info();
    const ModelConfig& config = files->config();
    ordered_json json{
        {"kind", "model"},
        {"path", directory.string()},
        {"name", info.name},
        {"hash", info.hash},
        {"architecture", info.architecture},
        {"dtype", info.dtype},
        {"layers", info.layers},
        {"query_heads", info.queryHeads},
        {"kv_heads", info.kvHeads},
        {"head_dim", info.headDim},
        {"hidden", info.hidden},
        {"intermediate", config.intermediate},
        {"vocabulary", info.vocabulary},
        {"context", info.context},
        {"tied_embeddings", config.tiedEmbeddings},
        {"rope", ropeJson(config.rope)},
        {"parameters", info.parameters},
        {"weight_bytes", info.weightBytes},
        {"kv_bytes_per_token", {{"f32", config.kvBytesPerToken(4)}, {"f16, bf16", config.kvBytesPerToken(2)}}},
        {"tensor_count", files->weights().tensors().size()}};
    if (tensors) {
        ordered_json list = ordered_json::array();
        for (const TensorView& tensor : files->weights().tensors()) {
            list.push_back({{"name", tensor.name},
                            {"type", toText(tensor.type)},
                            {"shape", tensor.shape},
                            {"bytes", static_cast<std::int64_t>(tensor.data.size())}});
        }
        json["tensors"] = std::move(list);
    }
    return json;
}

Result<Exit> inspect(const Options& options) {
    fs::path path = options.path;
    std::error_code error;
    if (path.empty()) {
        const auto embedded = embeddedModelDir();
        if (!embedded) {
            return tl::unexpected(embedded.error());
        }
        path = *embedded;
    } else if (!fs::exists(path, error)) {
        return fail(Code::NotFound, path.string(), "there is no such file or folder", {},
                    "a model directory or a bundle");
    }
    const bool model = fs::is_directory(path, error) && !isBundle(path);
    if (model && !fs::exists(path / "config.json", error)) {
        return fail(Code::BadInput, path.string(), "the folder is neither a model nor a bundle",
                    "no config.json and no manifest.json", "a model directory or a bundle");
    }
    const auto json = model ? modelJson(path, options.tensors || options.json) : inspectBundle(path);
    if (!json) {
        return tl::unexpected(json.error());
    }
    std::fputs(options.json ? dumped(*json).c_str() : jsonText(*json).c_str(), stdout);
    const ordered_json integrity = json->value("integrity", ordered_json());
    return integrity.is_object() && !integrity.value("ok", true) ? Exit::Failed : Exit::Good;
}

}  // namespace

void addInspect(Commands& commands) {
    const auto options = std::make_shared<Options>();
    CLI::App* app = commands.add("inspect", "Describe a model directory or a bundle; check a bundle's sums",
                                 "  kvw inspect\n"
                                 "  kvw inspect path/to/model --tensors\n"
                                 "  kvw inspect run.zip --json\n");
    app->add_option("path", options->path, "model directory or bundle; default: the embedded model")
        ->type_name("PATH")
        ->check(somePath());
    app->add_flag("--json", options->json, "print one JSON object");
    app->add_flag("--tensors", options->tensors, "list the tensors of a model");
    commands.setAction([options] { return inspect(*options); });
}

}  // namespace kvw::cli
