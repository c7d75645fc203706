// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/json_depth.h"
#include "core/model/family.h"
#include "core/model/gguf_model.h"
#include "core/model/mapped_file.h"
#include "core/model/model_name.h"
#include "core/model/sha256.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

/// What names of tensors may begin with or lack.
constexpr std::string_view kPrefixes[] = {"model.", "gpt_neox."};

/// The bytes of several files under one another.
class Joined {
 public:
    explicit Joined(const std::vector<std::shared_ptr<const MappedFile>>& files) : m_files(files) {
        for (const auto& file : files) {
            m_size += file->bytes().size();
        }
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    void addTo(Sha256& hash, std::size_t begin, std::size_t count) const {
        for (const auto& file : m_files) {
            const auto bytes = file->bytes();
            if (begin < bytes.size() && count > 0) {
                const std::size_t here = std::min(count, bytes.size() - begin);
                hash.update(bytes.subspan(begin, here));
                count -= here;
                begin = 0;
            } else {
                begin -= std::min(begin, bytes.size());
            }
        }
    }

 private:
    const std::vector<std::shared_ptr<const MappedFile>>& m_files;
    std::size_t m_size = 0;
};

/// SHA-256 over config.json and the files of weights: all of them up to 64 MiB; of larger weights the size, the first
/// 16 MiB (header included), the last 64 KiB and 512 blocks of 64 KiB at equal distances, so that 16 GB take no longer
/// than 48 MB. `goOn` is asked between pieces of them.
Result<std::string> contentHash(std::string_view config, const std::vector<std::shared_ptr<const MappedFile>>& files,
                                const std::function<bool()>& goOn) {
    constexpr std::size_t kAll = std::size_t{64} << 20, kHead = std::size_t{16} << 20, kBlock = std::size_t{64} << 10;
    constexpr std::size_t kBlocks = 512, kPiece = std::size_t{1} << 20;
    const Joined weights(files);
    Sha256 hash;
    hash.update(fmt::format("kvw model 1\n{}\n{}\n", config.size(), weights.size()));
    hash.update(config);
    bool goesOn = true;
    const auto add = [&](std::size_t begin, std::size_t count) {
        while (count > 0 && goesOn) {
            const std::size_t piece = std::min(count, kPiece);
            weights.addTo(hash, begin, piece);
            begin += piece;
            count -= piece;
            goesOn = !goOn || goOn();
        }
    };
    if (weights.size() <= kAll) {
        add(0, weights.size());
    } else {
        add(0, kHead);
        const std::size_t distance = (weights.size() - kHead) / kBlocks;
        for (std::size_t i = 0; i < kBlocks; ++i) {
            add(kHead + i * distance, std::min(kBlock, distance));
        }
        add(weights.size() - kBlock, kBlock);
    }
    for (const auto& file : files) {
        file->release();
    }
    if (!goesOn) {
        return fail(Code::Cancelled, "model weights", "loading was cancelled");
    }
    return hash.finish();
}

/// Why there are no weights, in the words that help most.
tl::unexpected<Error> noWeights(const fs::path& directory) {
    std::error_code ignored;
    const auto has = [&](const char* name) { return fs::exists(directory / name, ignored); };
    const std::string where = directory.string();
    if (has("consolidated.safetensors") || has("consolidated.00.pth")) {
        return fail(Code::BadInput, where, "the original (interleaved) weight layout is not supported",
                    "consolidated files", "model.safetensors in the Hugging Face layout");
    }
    if (has("pytorch_model.bin") || has("pytorch_model.bin.index.json")) {
        return fail(Code::BadInput, where, "pickled weights are not supported", "pytorch_model.bin",
                    "model.safetensors");
    }
    return fail(Code::NotFound, where, "the folder has no weights", "no model.safetensors", "model.safetensors");
}

/// End and begin ids of generation_config.json behind those of config.json, each once.
Result<void> mergeGenerationConfig(const fs::path& path, ModelConfig& config) {
    const auto text = readFile(path, std::size_t{16} << 20);
    if (!text) {
        return text.error().code == Code::NotFound ? Result<void>() : tl::unexpected(text.error());
    }
    const nlohmann::json object =
        isTooDeepJson(*text) ? nlohmann::json() : nlohmann::json::parse(*text, nullptr, false);
    if (!object.is_object()) {
        return fail(Code::BadInput, path.string(), "is not a generation configuration",
                    text->empty() ? "an empty file" : "something else", "a JSON object");
    }
    const auto merge = [&](const char* key, std::vector<std::int32_t>& ids) -> Result<void> {
        const auto found = object.find(key);
        if (found == object.end() || found->is_null()) {
            return {};
        }
        for (const nlohmann::json& id : found->is_array() ? *found : nlohmann::json::array({*found})) {
            if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= static_cast<std::uint64_t>(config.vocabulary)) {
                return fail(Code::BadInput, path.string(), fmt::format("{} is not a token id", key),
                            id.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace),
                            fmt::format("a number below {}", config.vocabulary));
            }
            if (std::find(ids.begin(), ids.end(), id.get<std::int32_t>()) == ids.end()) {
                ids.push_back(id.get<std::int32_t>());
            }
        }
        return {};
    };
    return merge("bos_token_id", config.bosIds).and_then([&] { return merge("eos_token_id", config.eosIds); });
}

std::string_view withoutPrefix(std::string_view name) {
    for (const std::string_view prefix : kPrefixes) {
        if (name.starts_with(prefix)) {
            return name.substr(prefix.size());
        }
    }
    return name;
}

const TensorView* findTensor(const ModelTensors& weights, std::string_view name) {
    const TensorView* view = weights.find(name);
    return view != nullptr ? view : weights.find(withoutPrefix(name));
}

/// Weights and biases of layers that the configuration knows nothing of: the model would run without them, and be
/// another one. Other strays (stored inv_freq, a value head) change nothing.
Result<void> checkNothingIsLeftOut(const ModelTensors& weights, const std::vector<TensorSpec>& specs,
                                   const std::string& where) {
    std::set<std::string_view> known;
    for (const TensorSpec& spec : specs) {
        known.insert(withoutPrefix(spec.name));
    }
    for (const TensorView& view : weights.tensors()) {
        const std::string_view name = withoutPrefix(view.name);
        // A causal mask that was stored ("attention.bias" of Pythia) is no bias.
        if (view.shape.size() > 2 || !usableAsWeight(view.type)) {
            continue;
        }
        if (name.starts_with("layers.") && (name.ends_with(".weight") || name.ends_with(".bias")) &&
            !known.contains(name)) {
            return fail(Code::BadInput, where,
                        fmt::format("the model that config.json describes has no tensor {}", view.name),
                        shapeText(view.shape), "no such tensor, or a config.json with its layer or bias");
        }
    }
    return {};
}

Result<void> checkTensors(const ModelTensors& weights, const ModelConfig& config, const std::string& where) {
    const std::vector<TensorSpec> specs = findFamily(config.architecture)->tensors(config);
    for (const TensorSpec& spec : specs) {
        const TensorView* view = findTensor(weights, spec.name);
        if (view == nullptr) {
            if (spec.optional) {
                continue;
            }
            return fail(Code::BadInput, where, fmt::format("config.json demands the tensor {}", spec.name),
                        "no such tensor", shapeText(spec.shape));
        }
        if (view->shape != spec.shape) {
            return fail(Code::BadInput, where, fmt::format("config.json disagrees with the tensor {}", spec.name),
                        shapeText(view->shape), shapeText(spec.shape));
        }
        if (view->type == TensorType::F8E4M3 && !view->usable()) {
            return fail(Code::BadInput, where, fmt::format("the tensor {} is fp8 and has no scales", spec.name), "",
                        spec.name + "_scale or " + spec.name + "_scale_inv");
        }
        if (!view->usable()) {
            return fail(Code::BadInput, where,
                        fmt::format("the tensor {} has a type that weights cannot have", spec.name), toText(view->type),
                        "F32, BF16, F16 or F8_E4M3 with scales");
        }
    }
    return checkNothingIsLeftOut(weights, specs, where);
}

/// "bf16", "q4_k", "fp8-e4m3"
std::string weightTypeText(TensorType type) {
    if (type == TensorType::F8E4M3) {
        return "fp8-e4m3";
    }
    std::string text = toText(type);
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return text;
}

}  // namespace

Result<ModelFiles> ModelFiles::open(const fs::path& model, const std::function<bool()>& goOn) {
    std::error_code ignored;
    return fs::is_directory(model, ignored) || !fs::exists(fs::symlink_status(model, ignored)) ? openFolder(model, goOn)
                                                                                               : openGguf(model, goOn);
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
        return tl::unexpected(configText.error());
    }
    auto config = ModelConfig::parse(*configText, configPath.string());
    if (!config) {
        return tl::unexpected(config.error());
    }
    if (auto merged = mergeGenerationConfig(directory / "generation_config.json", *config); !merged) {
        return tl::unexpected(merged.error());
    }
    auto weights = ModelTensors::open(directory);
    if (!weights) {
        const bool none = weights.error().code == Code::NotFound && !fs::exists(directory / kShardIndex, ignored);
        return none ? noWeights(directory) : tl::unexpected(weights.error());
    }
    if (auto agree = checkTensors(*weights, *config, weights->where()); !agree) {
        return tl::unexpected(agree.error());
    }
    auto hash = contentHash(*configText, weights->files(), goOn);
    if (!hash) {
        return tl::unexpected(hash.error());
    }
    ModelFiles files;
    files.m_directory = directory;
    files.m_name = modelName(directory);
    files.m_hash = std::move(*hash);
    files.m_config = std::move(*config);
    files.m_weights = std::move(*weights);
    return files;
}

Result<ModelFiles> ModelFiles::openGguf(const fs::path& path, const std::function<bool()>& goOn) {
    auto opened = Gguf::open(path);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    const std::string where = path.string();
    const auto configText = ggufConfig(*opened, where);
    auto config = configText ? ModelConfig::parse(*configText, where) : tl::unexpected(configText.error());
    if (!config) {
        return tl::unexpected(config.error());
    }
    auto tensors = ggufTensors(*opened, where);
    if (!tensors) {
        return tl::unexpected(tensors.error());
    }
    ModelFiles files;
    files.m_weights = ModelTensors({opened->file()}, std::move(*tensors));
    files.m_weights.setWhere(where);
    if (auto agree = checkTensors(files.m_weights, *config, where); !agree) {
        return tl::unexpected(agree.error());
    }
    auto hash = contentHash("", files.m_weights.files(), goOn);
    if (!hash) {
        return tl::unexpected(hash.error());
    }
    std::error_code ignored;
    // Not where a link leads: in a hub's cache that is a heap of files named after their sums.
    const fs::path whole = fs::absolute(path, ignored);
    files.m_directory = whole.parent_path();
    files.m_name = whole.stem().string();
    files.m_hash = std::move(*hash);
    files.m_config = std::move(*config);
    files.m_gguf = std::make_shared<const Gguf>(std::move(*opened));
    return files;
}

namespace {

/// tokenizer.json of the folder; of a GGUF file that has none beside it, its own.
Result<Tokenizer> tokenizerIn(const fs::path& directory, const Gguf* gguf, const std::string& where, const GoOn& goOn) {
    std::error_code ignored;
    const fs::path json = directory / "tokenizer.json";
    if (gguf == nullptr || fs::exists(json, ignored)) {
        return Tokenizer::load(json, directory / "tokenizer_config.json", goOn);
    }
    const auto stored = ggufTokenizer(*gguf, where);
    if (!stored) {
        return tl::unexpected(stored.error());
    }
    auto tokenizer = Tokenizer::parse(stored->tokenizer, where, stored->config, where, goOn);
    if (tokenizer) {
        tokenizer->addFindings(stored->findings);
    }
    return tokenizer;
}

}  // namespace

Result<Tokenizer> ModelFiles::loadTokenizer(const GoOn& goOn) const {
    return tokenizerIn(m_directory, m_gguf.get(), m_weights.where(), goOn);
}

Result<Tokenizer> ModelFiles::tokenizerOf(const fs::path& model, const GoOn& goOn) {
    std::error_code ignored;
    if (!fs::is_regular_file(model, ignored)) {
        return tokenizerIn(model, nullptr, {}, goOn);
    }
    return Gguf::open(model).and_then([&](const Gguf& gguf) {
        return tokenizerIn(fs::absolute(model, ignored).parent_path(), &gguf, model.string(), goOn);
    });
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
        // A tied head that is stored all the same is not read, so it does not count.
        const TensorView* view = spec.optional ? nullptr : tensor(spec.name);
        if (view == nullptr) {
            continue;
        }
        bytes[view->type] += view->data.size();
        if (bytes[view->type] > most) {
            most = bytes[view->type];
            info.dtype = weightTypeText(view->type);
        }
        info.parameters += view->elements();
        info.weightBytes += view->elements() * static_cast<std::int64_t>(byteSize(view->heldAs()));
    }
    return info;
}

Result<ModelConfig> loadModelConfig(const fs::path& model) {
    std::error_code ignored;
    if (fs::is_directory(model, ignored) || !fs::exists(fs::symlink_status(model, ignored))) {
        return ModelConfig::load(model / "config.json");
    }
    const auto file = Gguf::open(model);
    const auto text = file ? ggufConfig(*file, model.string()) : tl::unexpected(file.error());
    return text ? ModelConfig::parse(*text, model.string()) : tl::unexpected(text.error());
}

}  // namespace kvw
