// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/files/file_kind.h"
#include "core/base/files/mapped_file.h"
#include "core/base/files/sha256.h"
#include "core/base/json/json_depth.h"
#include "core/model/config_reader.h"
#include "core/model/family.h"
#include "core/model/model_name.h"
#include "core/model/weights/gguf_model.h"
#include "core/model/weights/quantization.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

/// Optional prefixes of tensor names; the longer ones belong to the text part of a multimodal model, as different
/// versions of the reference library write them.
constexpr std::string_view kPrefixes[] = {
    "model.language_model.", "language_model.model.", "model.text_model.", "language_model.", "model.", "gpt_neox."};

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

/// Concatenation of the bytes of several files.
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

/// Returns the SHA-256 of config.json and the weights. Weights above 64 MiB contribute their size, the first 16 MiB
/// (header included), the last 64 KiB and 512 blocks of 64 KiB at equal distances, so that 16 GB take as long as 48 MB.
/// `goOn` is called between pieces.
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

/// Returns the first file name in `directory` with this ending; "" if there is none.
std::string fileEnding(const fs::path& directory, std::string_view ending) {
    std::error_code ignored;
    std::string first;
    for (const auto& entry : fs::directory_iterator(directory, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(ending) && (first.empty() || name < first)) {
            first = name;
        }
    }
    return first;
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

std::string_view withoutPrefix(std::string_view name) {
    for (const std::string_view prefix : kPrefixes) {
        if (name.starts_with(prefix)) {
            return name.substr(prefix.size());
        }
    }
    return name;
}

const TensorView* findTensor(const ModelTensors& weights, std::string_view name) {
    const std::string_view bare = withoutPrefix(name);
    const TensorView* view = weights.find(name);
    view = view != nullptr ? view : weights.find(bare);
    for (const std::string_view prefix : kPrefixes) {
        view = view != nullptr ? view : weights.find(std::string(prefix) + std::string(bare));
    }
    return view;
}

/// Tells whether a tensor is no weight: RoPE tables, causal masks ("attention.bias" of Pythia), fp8 scales.
bool isBuffer(std::string_view name, const TensorView& view) {
    return name.find("rotary_emb") != std::string_view::npos || name.ends_with("inv_freq") ||
           name.ends_with("masked_bias") || name.ends_with("_scale") || name.ends_with("_scale_inv") ||
           (name.ends_with("attention.bias") && view.shape.size() > 2);
}

/// Returns the packed integers stored in place of a weight; null if there are none.
const TensorView* integersOf(const ModelTensors& weights, const std::string& name) {
    const std::string stem = name.substr(0, name.size() - std::string_view("weight").size());
    const TensorView* view = findTensor(weights, stem + "qweight");
    return view != nullptr ? view : findTensor(weights, stem + "weight_packed");
}

bool isZero(const TensorView& view) {
    const auto values = readFloats(view);
    return values && std::all_of(values->begin(), values->end(), [](float value) { return value == 0; });
}

/// Adds one warning about tensors, naming the first.
void noteNamed(const std::vector<std::string>& names, const char* what, const std::string& where,
               std::vector<Phrase>& warnings) {
    if (!names.empty()) {
        Phrase which = names.size() > 1 ? phrase("%1 and %2 more", names.front(), names.size() - 1) : names.front();
        warnings.push_back(Error{Code::BadInput, what, where, "", std::move(which)}.asPhrase());
    }
}

/// Refuses weights and biases of layers that the configuration does not have: without them it would be another model.
/// Other unknown tensors (a value head; zero biases, which old tools wrote for every quantised matrix) have no effect,
/// as in the reference library; they are noted and removed from `weights`.
Result<void> checkNothingIsLeftOut(ModelTensors& weights, const std::vector<TensorSpec>& specs,
                                   const std::string& where, std::vector<Phrase>& warnings) {
    std::set<std::string_view> known;
    for (const TensorSpec& spec : specs) {
        known.insert(withoutPrefix(spec.name));
    }
    std::vector<std::string> strays;
    for (const TensorView& view : weights.tensors()) {
        const std::string_view name = withoutPrefix(view.name);
        if (known.contains(name) || isBuffer(name, view)) {
            continue;
        }
        if (name.starts_with("layers.") && (name.ends_with(".weight") || name.ends_with(".bias")) &&
            view.shape.size() <= 2 &&
            (usableAsWeight(view.type) || view.type == TensorType::F8E4M3 || view.packed != nullptr) &&
            !(name.ends_with(".bias") && isZero(view))) {
            return fail(Code::BadInput, where,
                        phrase("the model that config.json describes has no tensor %1", view.name),
                        shapeText(view.shape), "no such tensor, or a config.json with its layer or bias");
        }
        strays.push_back(view.name);
    }
    noteNamed(strays, "tensors that this architecture does not have are not used", where, warnings);
    if (!strays.empty()) {
        const std::set<std::string_view> unused(strays.begin(), strays.end());
        std::vector<TensorView> used = weights.tensors();
        std::erase_if(used, [&](const TensorView& view) { return unused.contains(view.name); });
        const std::string from = weights.where();
        weights = ModelTensors(weights.files(), std::move(used));
        weights.setWhere(from);
    }
    return {};
}

/// Tells whether two matrices of the same shape hold the same numbers.
Result<bool> sameNumbers(const TensorView& a, const TensorView& b, const std::function<bool()>& goOn) {
    constexpr std::int64_t kPieceElements = std::int64_t{1} << 20;
    const std::int64_t rows = std::max<std::int64_t>(1, kPieceElements / std::max<std::int64_t>(1, a.rowElements()));
    std::vector<float> left, right;
    std::vector<std::byte> scratch;
    for (std::int64_t first = 0; first < a.rows(); first += rows) {
        const std::int64_t count = std::min(rows, a.rows() - first);
        for (auto [view, into] : {std::pair(&a, &left), std::pair(&b, &right)}) {
            into->resize(static_cast<std::size_t>(count * a.rowElements()));
            auto* target = reinterpret_cast<std::byte*>(into->data());
            KVW_TRY(readRows(*view, first, count, TensorType::F32, target, scratch));
        }
        if (std::memcmp(left.data(), right.data(), left.size() * sizeof(float)) != 0) {
            return false;
        }
        if (goOn && !goOn()) {
            return fail(Code::Cancelled, "model weights", "loading was cancelled");
        }
    }
    return true;
}

/// Clears the tied flag if a head is stored and differs from the embedding: the reference library uses it then.
Result<void> untieOwnHead(const ModelTensors& weights, ModelConfig& config, const std::string& where,
                          const std::function<bool()>& goOn) {
    const std::vector<TensorSpec> specs = findFamily(config.architecture)->tensors(config);
    const auto head = std::find_if(specs.begin(), specs.end(), [](const TensorSpec& spec) { return spec.optional; });
    const TensorView* own = head == specs.end() ? nullptr : findTensor(weights, head->name);
    if (!config.tiedEmbeddings || own == nullptr) {
        return {};
    }
    KVW_TRY_ASSIGN(const auto same, sameNumbers(*findTensor(weights, specs.front().name), *own, goOn));
    if (!same) {
        config.tiedEmbeddings = false;
        config.warnings.push_back(Error{Code::BadInput,
                                        phrase("%1 is stored, differs from the embedding and is used", own->name),
                                        where, "false", "tie_word_embeddings true"}
                                      .asPhrase());
    }
    return {};
}

Result<void> checkTensors(ModelTensors& weights, ModelConfig& config, const std::string& where,
                          const std::function<bool()>& goOn) {
    const std::vector<TensorSpec> specs = findFamily(config.architecture)->tensors(config);
    std::vector<std::string> large;
    for (const TensorSpec& spec : specs) {
        const TensorView* view = findTensor(weights, spec.name);
        if (view == nullptr) {
            if (spec.optional) {
                continue;
            }
            if (const TensorView* integers = integersOf(weights, spec.name); integers != nullptr) {
                return fail(Code::BadInput, where, phrase("config.json demands the tensor %1", spec.name),
                            phrase("%1, which is quantised", integers->name),
                            "a quantization_config in config.json that says how");
            }
            return fail(Code::BadInput, where, phrase("config.json demands the tensor %1", spec.name), "no such tensor",
                        shapeText(spec.shape));
        }
        if (view->shape != spec.shape) {
            return fail(Code::BadInput, where, phrase("config.json disagrees with the tensor %1", spec.name),
                        shapeText(view->shape), shapeText(spec.shape));
        }
        if (view->type == TensorType::F8E4M3 && !view->usable()) {
            return fail(Code::BadInput, where, phrase("the tensor %1 is fp8 and has no scales", spec.name), "",
                        phrase("%1_scale or %2_scale_inv", spec.name, spec.name));
        }
        if (!view->usable()) {
            return fail(Code::BadInput, where, phrase("the tensor %1 has a type that weights cannot have", spec.name),
                        toText(view->type), "F32, BF16, F16 or F8_E4M3 with scales");
        }
        if (!usableAsWeight(view->type) && view->heldAs() == TensorType::F32) {
            large.push_back(view->name);
        }
    }
    config.warnings.insert(config.warnings.end(), weights.warnings().begin(), weights.warnings().end());
    noteNamed(large, "quantised matrices whose groups are not whole blocks of 32 columns are held as f32", where,
              config.warnings);
    return checkNothingIsLeftOut(weights, specs, where, config.warnings).and_then([&] {
        return untieOwnHead(weights, config, where, goOn);
    });
}

Result<ModelConfig> configOf(const Gguf& file, const std::string& where) {
    const auto stored = ggufConfig(file, where);
    auto config = stored ? ModelConfig::parse(stored->text, where) : tl::unexpected(stored.error());
    if (config) {
        config->warnings.insert(config->warnings.end(), stored->warnings.begin(), stored->warnings.end());
        constexpr std::string_view kPrefix = "general.sampling.";
        for (const std::string& key : file.keys(kPrefix)) {
            config->sampling.emplace_back(key.substr(kPrefix.size()), file.shown(key));
        }
    }
    return config;
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
    std::error_code ignored;
    return fs::is_directory(root, ignored) || !fs::exists(fs::symlink_status(root, ignored)) ? openFolder(root, goOn)
                                                                                             : openGguf(root, goOn);
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
    KVW_TRY(checkTensors(*weights, config, weights->where(), goOn));
    KVW_TRY_ASSIGN(auto hash, contentHash(*configText, weights->files(), goOn));
    ModelFiles files;
    files.m_directory = directory;
    files.m_name = modelName(directory);
    files.m_hash = std::move(hash);
    files.m_config = std::move(config);
    files.m_weights = std::move(*weights);
    return files;
}

Result<ModelFiles> ModelFiles::openGguf(const fs::path& path, const std::function<bool()>& goOn) {
    KVW_TRY_ASSIGN(auto opened, Gguf::open(path));
    const std::string where = path.string();
    KVW_TRY_ASSIGN(auto config, configOf(opened, where));
    KVW_TRY_ASSIGN(auto tensors, ggufTensors(opened, where));
    ModelFiles files;
    files.m_weights = ModelTensors(opened.files(), std::move(tensors));
    files.m_weights.setWhere(where);
    KVW_TRY(checkTensors(files.m_weights, config, where, goOn));
    KVW_TRY_ASSIGN(auto hash, contentHash("", files.m_weights.files(), goOn));
    std::error_code ignored;
    files.m_directory = fs::absolute(path, ignored).parent_path();
    files.m_name = modelName(path);
    files.m_hash = std::move(hash);
    files.m_config = std::move(config);
    files.m_gguf = std::make_shared<const Gguf>(std::move(opened));
    return files;
}

namespace {

/// Loads tokenizer.json of the folder or, if there is none, the tokenizer of the GGUF file.
Result<Tokenizer> tokenizerIn(const fs::path& directory, const Gguf* gguf, const std::string& where,
                              const ContinueCallback& goOn) {
    std::error_code ignored;
    const fs::path json = directory / "tokenizer.json";
    if (fs::exists(fs::symlink_status(json, ignored))) {
        return Tokenizer::load(json, directory / "tokenizer_config.json", goOn);
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
    return Gguf::open(root).and_then([&](const Gguf& gguf) {
        return tokenizerIn(fs::absolute(root, ignored).parent_path(), &gguf, root.string(), goOn);
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
    if (fs::is_directory(root, ignored) || !fs::exists(fs::symlink_status(root, ignored))) {
        auto config = ModelConfig::load(root / "config.json");
        return config || !fs::is_directory(root, ignored) ? config : noConfig(root, config.error());
    }
    return Gguf::open(root).and_then([&](const Gguf& file) { return configOf(file, root.string()); });
}

}  // namespace kvw
