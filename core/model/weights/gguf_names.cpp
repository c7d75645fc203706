// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <optional>

#include "core/base/parse_number.h"
#include "core/model/weights/gguf_model.h"

namespace kvw {
namespace {

using Names = std::map<std::string, const char*, std::less<>>;

const Names& layerNames(std::string_view architecture) {
    static const Names kUsual{{"attn_norm", "input_layernorm"},
                              {"attn_q", "self_attn.q_proj"},
                              {"attn_k", "self_attn.k_proj"},
                              {"attn_v", "self_attn.v_proj"},
                              {"attn_qkv", "self_attn.qkv_proj"},
                              {"attn_output", "self_attn.o_proj"},
                              {"attn_q_norm", "self_attn.q_norm"},
                              {"attn_k_norm", "self_attn.k_norm"},
                              {"ffn_norm", "post_attention_layernorm"},
                              {"ffn_gate_inp", "block_sparse_moe.gate"},
                              {"ffn_gate", "mlp.gate_proj"},
                              {"ffn_up", "mlp.up_proj"},
                              {"ffn_down", "mlp.down_proj"}};
    const auto usualBut = [](const Names& others) {
        Names names = others;
        names.insert(kUsual.begin(), kUsual.end());
        return names;
    };
    static const Names kGemma2 = usualBut({{"ffn_norm", "pre_feedforward_layernorm"},
                                           {"post_attention_norm", "post_attention_layernorm"},
                                           {"post_ffw_norm", "post_feedforward_layernorm"}});
    static const Names kQwen3Moe = usualBut({{"ffn_gate_inp", "mlp.gate"}});
    static const Names kGptOss = usualBut({{"attn_sinks", "self_attn.sinks"},
                                           {"post_attention_norm", "post_attention_layernorm"},
                                           {"ffn_gate_inp", "mlp.router"}});
    static const Names kPhi3 = usualBut({{"ffn_up", "mlp.gate_up_proj"}});
    static const Names kOlmo2 = usualBut(
        {{"post_attention_norm", "post_attention_layernorm"}, {"post_ffw_norm", "post_feedforward_layernorm"}});
    static const Names kNeox{{"attn_norm", "input_layernorm"},   {"attn_qkv", "attention.query_key_value"},
                             {"attn_output", "attention.dense"}, {"ffn_norm", "post_attention_layernorm"},
                             {"ffn_up", "mlp.dense_h_to_4h"},    {"ffn_down", "mlp.dense_4h_to_h"}};
    return architecture == "gemma2" || architecture == "gemma3" ? kGemma2
           : architecture == "olmo2"                            ? kOlmo2
           : architecture == "qwen3moe"                         ? kQwen3Moe
           : architecture == "gpt-oss"                          ? kGptOss
           : architecture == "phi3"                             ? kPhi3
           : architecture == "gptneox"                          ? kNeox
                                                                : kUsual;
}

/// Translates "blk.3.attn_q" to "model.layers.3.self_attn.q_proj"; nothing if the layout has no such name.
std::optional<std::string> baseName(std::string_view base, std::string_view architecture) {
    const bool neox = architecture == "gptneox";
    if (base == "token_embd") {
        return neox ? "gpt_neox.embed_in" : "model.embed_tokens";
    }
    if (base == "output_norm") {
        return neox ? "gpt_neox.final_layer_norm" : "model.norm";
    }
    if (base == "output") {
        return neox ? "embed_out" : "lm_head";
    }
    constexpr std::string_view kBlock = "blk.";
    const auto dot = base.find('.', kBlock.size());
    if (!base.starts_with(kBlock) || dot == std::string_view::npos) {
        return std::nullopt;
    }
    const auto layer = parsedNumber<int>(base.substr(kBlock.size(), dot - kBlock.size()));
    if (!layer || *layer < 0) {
        return std::nullopt;
    }
    const Names& names = layerNames(architecture);
    const auto found = names.find(base.substr(dot + 1));
    // A part of a layer without a known name keeps its own, so that it is not dropped silently.
    const std::string part = found == names.end() ? std::string(base.substr(dot + 1)) : found->second;
    return fmt::format("{}.layers.{}.{}", neox ? "gpt_neox" : "model", *layer, part);
}

/// Tensor of a GGUF file that Hugging Face files split along its first axis: StableLM's head norms, experts. The names
/// of the parts are `before`, a number, `after`.
struct Stack {
    std::string before, after;
    std::size_t axes = 0;  ///< number of axes of the stacked tensor
};

std::optional<Stack> stackOf(std::string_view stored, std::string_view architecture) {
    const auto dot = stored.find('.', std::string_view("blk.").size()), last = stored.rfind('.');
    if (!stored.starts_with("blk.") || dot == std::string_view::npos || last <= dot) {
        return std::nullopt;
    }
    const std::string_view ending = stored.substr(last), part = stored.substr(dot + 1, last - dot - 1);
    const std::string layer = fmt::format("model.layers.{}.", stored.substr(4, dot - 4));
    const bool bias = ending == ".bias" && architecture == "gpt-oss";
    if (ending != ".weight" && !bias) {
        return std::nullopt;
    }
    if (architecture == "stablelm" && (part == "attn_q_norm" || part == "attn_k_norm")) {
        return Stack{fmt::format("{}self_attn.{}_layernorm.norms.", layer, part[5]), ".weight", 2};
    }
    const bool mixtral = architecture == "llama";
    const bool known = mixtral || architecture == "qwen3moe" || architecture == "gpt-oss";
    static const std::map<std::string, std::pair<const char*, const char*>, std::less<>> kExpertNames{
        {"ffn_gate_exps", {"gate_proj", "w1"}},
        {"ffn_up_exps", {"up_proj", "w3"}},
        {"ffn_down_exps", {"down_proj", "w2"}}};
    if (const auto found = kExpertNames.find(part); found != kExpertNames.end() && known) {
        const char* name = mixtral ? found->second.second : found->second.first;
        return Stack{layer + (mixtral ? "block_sparse_moe.experts." : "mlp.experts."),
                     fmt::format(".{}{}", name, ending), bias ? std::size_t{2} : std::size_t{3}};
    }
    return std::nullopt;
}

Result<void> addParts(const TensorView& all, const Stack& stack, const std::string& where,
                      std::vector<TensorView>& tensors) {
    constexpr std::int64_t kMost = 4096;
    const std::int64_t count = all.shape.empty() ? 0 : all.shape[0];
    if (all.shape.size() != stack.axes || count < 1 || count > kMost ||
        all.data.size() % static_cast<std::size_t>(count) != 0) {
        return fail(Code::BadInput, where, phrase("tensor %1 does not divide into its parts", all.name),
                    shapeText(all.shape), phrase("%1 axes, of the first at most %2", stack.axes, kMost));
    }
    const std::size_t bytes = all.data.size() / static_cast<std::size_t>(count);
    for (std::int64_t i = 0; i < count; ++i) {
        TensorView one = all;
        one.name = fmt::format("{}{}{}", stack.before, i, stack.after);
        one.shape.erase(one.shape.begin());
        one.data = all.data.subspan(static_cast<std::size_t>(i) * bytes, bytes);
        tensors.push_back(std::move(one));
    }
    return {};
}

}  // namespace

Result<std::vector<TensorView>> ggufTensors(const Gguf& file, const std::string& where) {
    const std::string architecture(file.text("general.architecture").value_or(""));
    const auto count = [&](const char* key, double absent) {
        const double value = file.perLayer(architecture + key).value_or(absent);
        return value >= 0 && value < 0x1p31 ? static_cast<std::int64_t>(value) : 0;
    };
    const std::int64_t heads = count(".attention.head_count", 0);
    std::int64_t kvHeads = count(".attention.head_count_kv", 0);
    kvHeads = kvHeads > 0 ? kvHeads : heads;
    std::vector<TensorView> tensors;
    for (TensorView view : file.tensors()) {
        const std::string stored = view.name;
        const auto dot = stored.rfind('.');
        const std::string_view base = std::string_view(stored).substr(0, dot);
        const std::string_view ending = dot == std::string::npos ? "" : std::string_view(stored).substr(dot);
        const auto name = ending == ".weight" || ending == ".bias" ? baseName(base, architecture) : std::nullopt;
        if (base.starts_with("rope_f")) {
            continue;  // ggufConfig reads these tensors
        }
        if (const auto stack = stackOf(stored, architecture)) {
            KVW_TRY(addParts(view, *stack, where, tensors));
            continue;
        }
        // Hugging Face files name attention sinks without ".weight".
        view.name = !name ? stored : name->ends_with(".sinks") ? *name : *name + std::string(ending);
        const bool query = base.ends_with(".attn_q"), key = base.ends_with(".attn_k");
        const bool fused = architecture == "gptneox" && base.ends_with(".attn_qkv");
        const bool paired = architecture == "llama" || architecture == "granite" || architecture == "smollm3";
        if ((paired && (query || key)) || fused) {
            const std::int64_t groups = fused ? 3 * heads : query ? heads : kvHeads;
            if (groups <= 0 || view.rows() % (fused ? groups : 2 * groups) != 0) {
                return fail(Code::BadInput, where, phrase("tensor %1 does not divide into its heads", stored),
                            phrase("%1 rows", view.rows()), phrase("a multiple of %1", fused ? groups : 2 * groups));
            }
            view.order.kind = fused ? RowOrder::Kind::SplitQkv : RowOrder::Kind::RopePairs;
            view.order.heads = fused ? heads : groups;
            view.order.headDim = std::max<std::int64_t>(1, view.rows() / groups);
        }
        if (architecture.starts_with("gemma") && base.ends_with("_norm")) {
            view.addend = -1;
        }
        tensors.push_back(std::move(view));
    }
    return tensors;
}

}  // namespace kvw
