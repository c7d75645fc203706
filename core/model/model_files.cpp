// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/model/family.h"
#include "core/model/mapped_file.h"
#include "core/model/sha256.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

/// What names of tensors may begin with or lack.
constexpr std::string_view kPrefixes[] = {"model.", "gpt_neox."};

/// A name a person would use: "org/name" in a hub cache, the folder above for a folder called "model", else the folder.
std::string modelName(const fs::path& directory) {
    std::error_code ignored;
    fs::path path = fs::weakly_canonical(directory, ignored);
    if (path.filename().empty()) {
        path = path.parent_path();
    }
    const std::string cached = path.parent_path().parent_path().filename().string();
    if (path.parent_path().filename() == "snapshots" && cached.starts_with("models--")) {
        const std::string name = cached.substr(8);
        const auto dashes = name.find("--");
        return dashes == std::string::npos ? name
                                           : fmt::format("{}/{}", name.substr(0, dashes), name.substr(dashes + 2));
    }
    return path.filename() == "model" ? path.parent_path().filename().string() : path.filename().string();
}

/// SHA-256 over config.json and model.safetensors: all of both up to 64 MiB; of larger weights the size, the first 16
/// MiB (header included), the last 64 KiB and 512 blocks of 64 KiB at equal distances, so that 16 GB take no longer
/// than 48 MB.
std::string contentHash(std::string_view config, std::span<const std::byte> weights) {
    constexpr std::size_t kAll = std::size_t{64} << 20, kHead = std::size_t{16} << 20, kBlock = std::size_t{64} << 10;
    constexpr std::size_t kBlocks = 512;
    Sha256 hash;
    hash.update(fmt::format("kvw model 1\n{}\n{}\n", config.size(), weights.size()));
    hash.update(config);
    if (weights.size() <= kAll) {
        hash.update(weights);
    } else {
        hash.update(weights.first(kHead));
        const std::size_t distance = (weights.size() - kHead) / kBlocks;
        for (std::size_t i = 0; i < kBlocks; ++i) {
            hash.update(weights.subspan(kHead + i * distance, std::min(kBlock, distance)));
        }
        hash.update(weights.last(kBlock));
    }
    return hash.finish();
}

/// Why there is no model.safetensors, in the words that help most.
tl::unexpected<Error> noWeights(const fs::path& directory) {
    std::error_code ignored;
    const auto has = [&](const char* name) { return fs::exists(directory / name, ignored); };
    const std::string where = directory.string();
    if (has("model.safetensors.index.json")) {
        return fail(Code::BadInput, where, "weights split over several files are not supported",
                    "model.safetensors.index.json", "one model.safetensors");
    }
    if (has("consolidated.safetensors") || has("consolidated.00.pth")) {
        return fail(Code::BadInput, where, "the original (interleaved) weight layout is not supported",
                    "consolidated files", "model.safetensors in the Hugging Face layout");
    }
    if (has("pytorch_model.bin")) {
        return fail(Code::BadInput, where, "pickled weights are not supported", "pytorch_model.bin",
                    "model.safetensors");
    }
    return fail(Code::NotFound, where, "the folder has no weights", "no model.safetensors", "model.safetensors");
}

std::string_view withoutPrefix(std::string_view name) {
    for (const std::string_view prefix : kPrefixes) {
        if (name.starts_with(prefix)) {
            return name.substr(prefix.size());
        }
    }
    return name;
}

const TensorView* findTensor(const Safetensors& weights, std::string_view name) {
    const TensorView* view = weights.find(name);
    return view != nullptr ? view : weights.find(withoutPrefix(name));
}

/// Weights and biases of layers that the configuration knows nothing of: the model would run without them, and be
/// another one. Other strays (stored inv_freq, a value head) change nothing.
Result<void> checkNothingIsLeftOut(const Safetensors& weights, const std::vector<TensorSpec>& specs,
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

Result<void> checkTensors(const Safetensors& weights, const ModelConfig& config, const std::string& where) {
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
        if (!usableAsWeight(view->type)) {
            return fail(Code::BadInput, where,
                        fmt::format("the tensor {} has a type that weights cannot have", spec.name), toText(view->type),
                        "F32, BF16 or F16");
        }
    }
    return checkNothingIsLeftOut(weights, specs, where);
}

const char* weightTypeText(TensorType type) {
    return type == TensorType::BF16 ? "bf16" : type == TensorType::F16 ? "f16" : "f32";
}

}  // namespace

Result<ModelFiles> ModelFiles::open(const fs::path& directory) {
    std::error_code ignored;
    if (!fs::is_directory(directory, ignored)) {
        return fail(Code::NotFound, directory.string(), "there is no such model folder", "",
                    "a folder with config.json, model.safetensors and tokenizer.json");
    }
    const fs::path configPath = directory / "config.json", weightsPath = directory / "model.safetensors";
    const auto configText = readFile(configPath, std::size_t{16} << 20);
    if (!configText) {
        return tl::unexpected(configText.error());
    }
    auto config = ModelConfig::parse(*configText, configPath.string());
    if (!config) {
        return tl::unexpected(config.error());
    }
    if (!fs::exists(weightsPath, ignored)) {
        return noWeights(directory);
    }
    auto weights = Safetensors::open(weightsPath);
    if (!weights) {
        return tl::unexpected(weights.error());
    }
    if (auto agree = checkTensors(*weights, *config, weightsPath.string()); !agree) {
        return tl::unexpected(agree.error());
    }
    ModelFiles files;
    files.m_directory = directory;
    files.m_name = modelName(directory);
    files.m_hash = contentHash(*configText, weights->fileBytes());
    files.m_config = std::move(*config);
    files.m_weights = std::move(*weights);
    return files;
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
    for (const TensorSpec& spec : findFamily(m_config.architecture)->tensors(m_config)) {
        // A tied head that is stored all the same is not read, so it does not count.
        const TensorView* view = spec.optional ? nullptr : tensor(spec.name);
        if (view == nullptr) {
            continue;
        }
        if (info.dtype.empty()) {
            info.dtype = weightTypeText(view->type);
        }
        info.parameters += view->elements();
        info.weightBytes += static_cast<std::int64_t>(view->data.size());
    }
    return info;
}

}  // namespace kvw
