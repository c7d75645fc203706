// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_model.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/model/text/document.h"

namespace kvw {

namespace {

using nlohmann::ordered_json;

constexpr BenchShape kShapes[] = {{"m300", 24, 1024, 16, 4, 64, 2816, 32000, 10000},
                                  {"1b", 16, 2048, 32, 8, 64, 8192, 128256, 500000},
                                  {"8b", 32, 4096, 32, 8, 128, 14336, 128256, 500000}};

struct Tensor {
    std::string name;
    std::vector<std::int64_t> shape;
    [[nodiscard]] std::int64_t elements() const { return shape[0] * (shape.size() > 1 ? shape[1] : 1); }
};

std::vector<Tensor> tensors(const BenchShape& shape) {
    std::vector<Tensor> all{{"model.embed_tokens.weight", {shape.vocabulary, shape.hidden}},
                            {"model.norm.weight", {shape.hidden}}};
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        all.insert(all.end(), {{prefix + "input_layernorm.weight", {shape.hidden}},
                               {prefix + "post_attention_layernorm.weight", {shape.hidden}},
                               {prefix + "self_attn.q_proj.weight", {shape.queryHeads * shape.headDim, shape.hidden}},
                               {prefix + "self_attn.k_proj.weight", {shape.kvHeads * shape.headDim, shape.hidden}},
                               {prefix + "self_attn.v_proj.weight", {shape.kvHeads * shape.headDim, shape.hidden}},
                               {prefix + "self_attn.o_proj.weight", {shape.hidden, shape.queryHeads * shape.headDim}},
                               {prefix + "mlp.gate_proj.weight", {shape.mlp, shape.hidden}},
                               {prefix + "mlp.up_proj.weight", {shape.mlp, shape.hidden}},
                               {prefix + "mlp.down_proj.weight", {shape.hidden, shape.mlp}}});
    }
    return all;
}

ordered_json config(const BenchShape& shape) {
    return {{"architectures", {"LlamaForCausalLM"}},
            {"model_type", "llama"},
            {"torch_dtype", "bfloat16"},
            {"vocab_size", shape.vocabulary},
            {"hidden_size", shape.hidden},
            {"intermediate_size", shape.mlp},
            {"num_hidden_layers", shape.layers},
            {"num_attention_heads", shape.queryHeads},
            {"num_key_value_heads", shape.kvHeads},
            {"head_dim", shape.headDim},
            {"max_position_embeddings", 32768},
            {"rope_theta", shape.theta},
            {"rms_norm_eps", 1e-5},
            {"hidden_act", "silu"},
            {"tie_word_embeddings", true},
            {"bos_token_id", 0},
            {"eos_token_id", 1}};
}

/// Fills `values` with numbers of either sign between 2^-6 and 2^-5, i.e. of about the usual initial deviation; norms
/// are 1.
void fill(std::vector<std::uint16_t>& values, bool norm, std::uint64_t& state) {
    constexpr std::uint16_t kOne = 0x3F80;
    constexpr std::uint64_t kSignAndMantissa = 0x807F807F807F807FU, kExponent = 0x3C803C803C803C80U;
    for (std::size_t i = 0; i < values.size(); i += 4) {
        std::uint64_t z = state += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        z = ((z ^ (z >> 31U)) & kSignAndMantissa) | kExponent;
        for (std::size_t j = i; j < std::min(i + 4, values.size()); ++j, z >>= 16U) {
            values[j] = norm ? kOne : static_cast<std::uint16_t>(z);
        }
    }
}

bool writeWeights(const std::filesystem::path& path, const BenchShape& shape) {
    const std::vector<Tensor> all = tensors(shape);
    ordered_json header;
    std::int64_t offset = 0;
    for (const Tensor& tensor : all) {
        const std::int64_t end = offset + 2 * tensor.elements();
        header[tensor.name] = {{"dtype", "BF16"}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    const std::string text = header.dump();
    const std::uint64_t size = text.size();
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&size), sizeof(size));
    file.write(text.data(), static_cast<std::streamsize>(size));
    std::vector<std::uint16_t> values;
    std::uint64_t state = 1;
    for (const Tensor& tensor : all) {
        values.resize(static_cast<std::size_t>(tensor.elements()));
        fill(values, tensor.shape.size() == 1, state);
        file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(2 * values.size()));
    }
    return static_cast<bool>(file.flush());
}

}  // namespace

Result<BenchModel> BenchModel::write(const std::string& name) {
    const auto* shape = std::ranges::find_if(kShapes, [&](const BenchShape& each) { return name == each.name; });
    if (shape == std::end(kShapes)) {
        return fail(Code::BadUsage, "--shape", "there is no such shape", name, "m300 or 1b");
    }
    return write(*shape);
}

Result<BenchModel> BenchModel::write(const BenchShape& shape) {
    KVW_TRY_ASSIGN(const auto embedded, embeddedModelDir());
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path temporary = fs::temp_directory_path(error);
    // The model is named after its folder.
    BenchModel model(temporary / fmt::format("kvw-bench-{}", getpid()) / shape.name);
    if (!error) {
        fs::create_directories(model.m_directory, error);
    }
    if (!error) {
        fs::copy_file(embedded / "tokenizer.json", model.m_directory / "tokenizer.json", error);
    }
    std::ofstream(model.m_directory / "config.json") << config(shape).dump(1);
    if (error || !writeWeights(model.m_directory / "model.safetensors", shape)) {
        return fail(Code::Io, model.m_directory.string(), "the random model could not be written",
                    error ? systemReason(error) : Phrase("no room"),
                    "607 MB (m300), 2.5 GB (1b) or 15 GB (8b) of room among the temporary files (TMPDIR)");
    }
    return model;
}

BenchModel::BenchModel(BenchModel&& other) noexcept : m_directory(std::exchange(other.m_directory, {})) {}

BenchModel::~BenchModel() {
    std::error_code ignored;
    if (!m_directory.empty()) {
        std::filesystem::remove_all(m_directory.parent_path(), ignored);
    }
}

}  // namespace kvw
