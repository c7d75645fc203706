// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_tensors.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "core/model/family.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {
namespace {

/// Optional prefixes of tensor names; the longer ones belong to the text part of a multimodal model, as different
/// versions of the reference library write them.
constexpr std::string_view kPrefixes[] = {
    "model.language_model.", "language_model.model.", "model.text_model.", "language_model.", "model.", "gpt_neox."};

std::string_view withoutPrefix(std::string_view name) {
    for (const std::string_view prefix : kPrefixes) {
        if (name.starts_with(prefix)) {
            return name.substr(prefix.size());
        }
    }
    return name;
}

}  // namespace

const TensorView* findTensor(const ModelTensors& weights, std::string_view name) {
    const std::string_view bare = withoutPrefix(name);
    const TensorView* view = weights.find(name);
    view = view != nullptr ? view : weights.find(bare);
    for (const std::string_view prefix : kPrefixes) {
        view = view != nullptr ? view : weights.find(std::string(prefix) + std::string(bare));
    }
    return view;
}

namespace {

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
    return values && std::ranges::all_of(*values, [](float value) { return value == 0; });
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
Result<void> untieOwnHead(const ModelTensors& weights, const std::vector<TensorSpec>& specs, ModelConfig& config,
                          const std::string& where, const std::function<bool()>& goOn) {
    const auto head = std::ranges::find_if(specs, [](const TensorSpec& spec) { return spec.optional; });
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

}  // namespace

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
    KVW_TRY(checkNothingIsLeftOut(weights, specs, where, config.warnings));
    return untieOwnHead(weights, specs, config, where, goOn);
}

}  // namespace kvw
