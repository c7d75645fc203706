// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_files.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/files/file_kind.h"
#include "core/base/files/folder_entries.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_depth.h"
#include "core/model/config_reader.h"
#include "core/model/family.h"
#include "core/model/model_name.h"
#include "core/model/model_tensors.h"
#include "core/model/weights/content_hash.h"
#include "core/model/weights/gguf_model.h"
#include "core/model/weights/quantization.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

/// Sampling key of generation_config.json, the value without effect, and whether it acts only with do_sample.
struct Sampling {
    const char* key;
    const char* absent;
    bool onlySampled;
};
constexpr Sampling kSampling[] = {{"temperature", "1.0", true},
                                  {"top_k", "0", true},
                                  {"top_p", "1.0", true},
                                  {"min_p", "0.0", true},
                                  {"typical_p", "1.0", true},
                                  {"repetition_penalty", "1.0", false},
                                  {"no_repeat_ngram_size", "0", false},
                                  {"suppress_tokens", "[]", false},
                                  {"begin_suppress_tokens", "[]", false},
                                  {"bad_words_ids", "[]", false},
                                  {"forced_bos_token_id", "", false},
                                  {"forced_eos_token_id", "", false}};

/// Returns the first file name in `directory` with this ending; "" if there is none.
std::string fileEnding(const fs::path& directory, std::string_view ending) {
    const std::vector<fs::path> files = anyFolderEntries(directory, ending);
    return files.empty() ? std::string() : files.front().filename().string();
}

/// Returns the most helpful error for a folder without weights.
tl::unexpected<Error> noWeights(const fs::path& directory) {
    std::error_code ignored;
    const auto has = [&](const char* name) { return fs::exists(directory / name, ignored); };
    const std::string where = directory.string();
    if (has("consolidated.safetensors") || has("consolidated.00.pth")) {
        return fail(Code::BadInput, where, "the original (interleaved) weight layout is not supported",
                    "consolidated files", "model.safetensors in the Hugging Face layout");
    }
    for (const char* ending : {".bin", ".bin.index.json", ".pth", ".pt", ".ckpt"}) {
        if (const std::string name = fileEnding(directory, ending); !name.empty()) {
            return fail(Code::BadInput, where, "pickled weights are not supported", name, "model.safetensors");
        }
    }
    for (const char* ending : {".incomplete", ".part", ".crdownload", ".aria2", ".download"}) {
        if (const std::string name = fileEnding(directory, ending); !name.empty()) {
            return fail(Code::NotFound, where, "a download of the weights has not ended", name, "model.safetensors");
        }
    }
    std::string other;
    for (const char* ending : {".safetensors", ".h5", ".msgpack", ".onnx", ".gguf"}) {
        other = other.empty() ? fileEnding(directory, ending) : other;
    }
    return fail(Code::NotFound, where, "the folder has no weights",
                other.empty() ? phrase("no model.safetensors") : Phrase(other),
                other.ends_with(".safetensors") ? phrase("model.safetensors, or %1 that lists it", kShardIndex)
                                                : phrase("model.safetensors"));
}

/// Returns the error for a missing config.json; names a GGUF file if the folder has one instead.
tl::unexpected<Error> noConfig(const fs::path& directory, const Error& error) {
    const std::string file = error.code == Code::NotFound ? fileEnding(directory, ".gguf") : std::string();
    return file.empty() ? tl::unexpected(error)
                        : fail(Code::NotFound, directory.string(), "the folder has no config.json", file,
                               "the path of that file");
}

/// Adds the begin and end ids of generation_config.json to those of config.json, each once, and its sampling settings.
Result<void> mergeGenerationConfig(const fs::path& path, ModelConfig& config) {
    const auto text = readFile(path, std::size_t{16} << 20);
    if (!text) {
        return text.error().code == Code::NotFound ? Result<void>() : tl::unexpected(text.error());
    }
    const nlohmann::json object =
        isTooDeepJson(*text) ? nlohmann::json() : nlohmann::json::parse(*text, nullptr, false);
    if (!object.is_object()) {
        return fail(Code::BadInput, path.string(), "is not a generation configuration",
                    fileKind(*text, "something else"), "a JSON object");
    }
    ConfigReader reader(object, path.string());
    reader.ids("bos_token_id", config.vocabulary, config.bosIds);
    reader.ids("eos_token_id", config.vocabulary, config.eosIds);
    config.warnings.insert(config.warnings.end(), reader.notes().begin(), reader.notes().end());
    const bool samples = reader.flag("do_sample", false);
    if (samples) {
        config.sampling.emplace_back("do_sample", "true");
    }
    for (const auto& [key, absent, onlySampled] : kSampling) {
        const nlohmann::json* value = onlySampled && !samples ? nullptr : reader.value(key);
        if (value != nullptr && value->dump() != absent) {
            config.sampling.emplace_back(key, excerpt(*value));
        }
    }
    return reader.good() ? Result<void>() : tl::unexpected(reader.error());
}

Result<ModelConfig> configOf(const Gguf& file, const std::string& where) {
    KVW_TRY_ASSIGN(const auto stored, ggufConfig(file, where));
    KVW_TRY_ASSIGN(auto config, ModelConfig::parse(stored.text, where));
    config.warnings.insert(config.warnings.end(), stored.warnings.begin(), stored.warnings.end());
    constexpr std::string_view kPrefix = "general.sampling.";
    for (const std::string& key : file.keys(kPrefix)) {
        config.sampling.emplace_back(key.substr(kPrefix.size()), file.shown(key));
    }
    return config;
}

/// Tells whether a model root is taken as a folder: also a path where nothing is.
bool meansFolder(const fs::path& root) {
    std::error_code ignored;
    return fs::is_directory(root, ignored) || !fs::exists(fs::symlink_status(root, ignored));
}

/// Returns the folder of a GGUF file.
fs::path folderOf(const fs::path& file) {
    std::error_code ignored;
    return fs::absolute(file, ignored).parent_path();
}

/// Returns the weight type for display: "bf16", "q4_k", "fp8-e4m3", "int4".
std::string weightTypeText(const TensorView& view) {
    if (view.type == TensorType::F8E4M3) {
        return "fp8-e4m3";
    }
    std::string text = view.typeText();
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return text;
}

}  // namespace

Result<fs::path> modelRoot(const fs::path& model) {
    std::error_code ignored;
    if (!fs::is_regular_file(model, ignored)) {
        return model;
    }
    const fs::path folder = model.has_parent_path() ? model.parent_path() : fs::path(".");
    for (const char* name : {"config.json", "model.safetensors", kShardIndex}) {
        if (model.filename() == name && fs::exists(folder / "config.json", ignored)) {
            return folder;
        }
    }
    KVW_TRY_ASSIGN(const auto file, MappedFile::open(model));
    // A file of unknown kind, or one called GGUF, gets the more exact errors of Gguf::open.
    const Phrase kind = fileKind(file.bytes(), "");
    if (kind.empty() || kind == "a GGUF file" || model.extension() == ".gguf" || model.extension() == ".GGUF") {
        return model;
    }
    return fail(Code::BadInput, model.string(), "this file is not a model", kind,
                "a GGUF file, or the folder with config.json and model.safetensors");
}

Result<ModelFiles> ModelFiles::open(const fs::path& model, const std::function<bool()>& goOn) {
    KVW_TRY_ASSIGN(const auto root, modelRoot(model));
    return meansFolder(root) ? openFolder(root, goOn) : openGguf(root, goOn);
}

Result<ModelFiles> ModelFiles::checked(const fs::path& path, std::string_view configText, ModelConfig config,
                                       ModelTensors weights, const std::function<bool()>& goOn) {
    KVW_TRY(checkTensors(weights, config, weights.where(), goOn));
    ModelFiles files;
    KVW_TRY_ASSIGN(files.m_hash, contentHash(configText, weights.files(), goOn));
    files.m_name = modelName(path);
    files.m_config = std::move(config);
    files.m_weights = std::move(weights);
    return files;
}

Result<ModelFiles> ModelFiles::openFolder(const fs::path& directory, const std::function<bool()>& goOn) {
    std::error_code ignored;
    if (!fs::is_directory(directory, ignored)) {
        return fail(Code::NotFound, directory.string(), "there is no such model folder", "",
                    "a folder with config.json, model.safetensors and tokenizer.json, or a GGUF file");
    }
    const fs::path configPath = directory / "config.json";
    const auto configText = readFile(configPath, std::size_t{16} << 20);
    if (!configText) {
        return noConfig(directory, configText.error());
    }
    KVW_TRY_ASSIGN(auto config, ModelConfig::parse(*configText, configPath.string()));
    KVW_TRY(mergeGenerationConfig(directory / "generation_config.json", config));
    const auto quantization = quantizationOf(*configText, configPath.string());
    auto weights = quantization ? ModelTensors::open(directory, *quantization) : tl::unexpected(quantization.error());
    if (!weights) {
        const bool none = weights.error().code == Code::NotFound && !fs::exists(directory / kShardIndex, ignored);
        return none ? noWeights(directory) : tl::unexpected(weights.error());
    }
    KVW_TRY_ASSIGN(auto files, checked(directory, *configText, std::move(config), std::move(*weights), goOn));
    files.m_directory = directory;
    return files;
}

Result<ModelFiles> ModelFiles::openGguf(const fs::path& path, const std::function<bool()>& goOn) {
    KVW_TRY_ASSIGN(auto opened, Gguf::open(path));
    const std::string where = path.string();
    KVW_TRY_ASSIGN(auto config, configOf(opened, where));
    KVW_TRY_ASSIGN(auto tensors, ggufTensors(opened, where));
    ModelTensors weights(opened.files(), std::move(tensors));
    weights.setWhere(where);
    KVW_TRY_ASSIGN(auto files, checked(path, "", std::move(config), std::move(weights), goOn));
    files.m_directory = folderOf(path);
    files.m_gguf = std::make_shared<const Gguf>(std::move(opened));
    return files;
}

namespace {

/// Loads tokenizer.json of the folder or, if there is none, the tokenizer of the GGUF file.
Result<Tokenizer> tokenizerIn(const fs::path& directory, const Gguf* gguf, const std::string& where,
                              const ContinueCallback& goOn) {
    std::error_code ignored;
    const fs::path file = directory / "tokenizer.json";
    if (fs::exists(fs::symlink_status(file, ignored))) {
        return Tokenizer::load(file, directory / "tokenizer_config.json", goOn);
    }
    if (gguf == nullptr) {
        std::string found = "no tokenizer.json";
        for (const char* other : {"merges.txt", "vocab.json", "tokenizer.model"}) {
            found = fs::exists(directory / other, ignored) ? other : found;
        }
        return fail(Code::NotFound, directory.string(), "the model has no tokenizer: it reads token ids, and no text",
                    found, "a tokenizer.json in this folder, or token ids in place of the text");
    }
    KVW_TRY_ASSIGN(const auto stored, ggufTokenizer(*gguf, where));
    auto tokenizer = Tokenizer::parse(stored.tokenizer, where, stored.config, where, goOn);
    if (tokenizer) {
        tokenizer->addFindings(stored.findings);
    }
    return tokenizer;
}

}  // namespace

Result<Tokenizer> ModelFiles::loadTokenizer(const ContinueCallback& goOn) const {
    return tokenizerIn(m_directory, m_gguf.get(), m_weights.where(), goOn);
}

Result<Tokenizer> ModelFiles::tokenizerOf(const fs::path& model, const ContinueCallback& goOn) {
    KVW_TRY_ASSIGN(const auto root, modelRoot(model));
    std::error_code ignored;
    if (!fs::is_regular_file(root, ignored)) {
        return tokenizerIn(root, nullptr, {}, goOn);
    }
    return Gguf::open(root).and_then(
        [&](const Gguf& gguf) { return tokenizerIn(folderOf(root), &gguf, root.string(), goOn); });
}

const TensorView* ModelFiles::tensor(std::string_view name) const {
    return findTensor(m_weights, name);
}

ModelInfo ModelFiles::info(std::int64_t kvElementBytes) const {
    ModelInfo info;
    info.name = m_name;
    info.hash = m_hash;
    info.architecture = m_config.architecture;
    info.layers = m_config.layers;
    info.queryHeads = m_config.queryHeads;
    info.kvHeads = m_config.kvHeads;
    info.headDim = m_config.headDim;
    info.hidden = m_config.hidden;
    info.vocabulary = m_config.vocabulary;
    info.context = m_config.context;
    info.kvBytesPerToken = m_config.kvBytesPerToken(kvElementBytes);
    std::map<TensorType, std::size_t> bytes;
    std::size_t most = 0;
    for (const TensorSpec& spec : findFamily(m_config.architecture)->tensors(m_config)) {
        // A head equal to the tied embedding is not read, so it does not count.
        const TensorView* view = spec.optional ? nullptr : tensor(spec.name);
        if (view == nullptr) {
            continue;
        }
        bytes[view->type] += view->data.size();
        if (bytes[view->type] > most) {
            most = bytes[view->type];
            info.dtype = weightTypeText(*view);
        }
        info.parameters += view->elements();
        info.weightBytes +=
            static_cast<std::int64_t>(bytesOf(view->heldAs(), static_cast<std::size_t>(view->elements())));
    }
    return info;
}

Result<ModelConfig> loadModelConfig(const fs::path& model) {
    KVW_TRY_ASSIGN(const auto root, modelRoot(model));
    std::error_code ignored;
    if (meansFolder(root)) {
        auto config = ModelConfig::load(root / "config.json");
        return config || !fs::is_directory(root, ignored) ? config : noConfig(root, config.error());
    }
    return Gguf::open(root).and_then([&](const Gguf& file) { return configOf(file, root.string()); });
}

}  // namespace kvw
