// SPDX-License-Identifier: Apache-2.0
/// Small files for the tests of core/model.
#pragma once

#include <QtTest>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw::test {

inline void write(const std::filesystem::path& path, const std::string& bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A file that was refused: BadInput, and a sentence that names the file and holds `sentence`.
template <class Opened>
void verifyRefused(const Opened& file, const QString& name, const QString& sentence) {
    QVERIFY(!file);
    QCOMPARE(file.error().code, Code::BadInput);
    const QString text = QString::fromStdString(file.error().sentence());
    QVERIFY2(text.contains(sentence), qPrintable(text));
    QVERIFY2(text.contains(name + ": "), qPrintable(text));
}

/// A safetensors file: the header's length (or a wrong one), the header as it is, `dataBytes` bytes 0, 1, 2, ...
inline std::string safetensors(const std::string& header, std::size_t dataBytes,
                               std::uint64_t claimedLength = UINT64_MAX) {
    const std::uint64_t length = claimedLength == UINT64_MAX ? header.size() : claimedLength;
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    bytes += header;
    for (std::size_t i = 0; i < dataBytes; ++i) {
        bytes += static_cast<char>(i & 0xFF);
    }
    return bytes;
}

struct TinyTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::string dtype = "F32";
};

/// A well-formed file of f32 (or stated) tensors in the given order.
inline std::string safetensors(const std::vector<TinyTensor>& tensors) {
    nlohmann::ordered_json header;
    std::size_t at = 0;
    for (const TinyTensor& tensor : tensors) {
        std::size_t bytes = tensor.dtype == "F32" ? 4 : tensor.dtype == "I64" ? 8 : tensor.dtype == "F8_E4M3" ? 1 : 2;
        for (const std::int64_t axis : tensor.shape) {
            bytes *= static_cast<std::size_t>(axis);
        }
        header[tensor.name] = {{"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {at, at + bytes}}};
        at += bytes;
    }
    return safetensors(header.dump(), at);
}

/// A small Llama: 2 layers, hidden 8, 2 query heads, 1 KV head of 4, intermediate 12, vocabulary 10, untied.
inline nlohmann::json tinyConfig() {
    return {{"architectures", {"LlamaForCausalLM"}},
            {"hidden_size", 8},
            {"intermediate_size", 12},
            {"num_hidden_layers", 2},
            {"num_attention_heads", 2},
            {"num_key_value_heads", 1},
            {"vocab_size", 10},
            {"max_position_embeddings", 64},
            {"rms_norm_eps", 1e-5}};
}

inline std::vector<TinyTensor> tinyTensors() {
    std::vector<TinyTensor> tensors{
        {"model.embed_tokens.weight", {10, 8}}, {"model.norm.weight", {8}}, {"lm_head.weight", {10, 8}}};
    for (const std::string layer : {"model.layers.0.", "model.layers.1."}) {
        for (const TinyTensor& tensor : std::vector<TinyTensor>{{"input_layernorm.weight", {8}},
                                                                {"self_attn.q_proj.weight", {8, 8}},
                                                                {"self_attn.k_proj.weight", {4, 8}},
                                                                {"self_attn.v_proj.weight", {4, 8}},
                                                                {"self_attn.o_proj.weight", {8, 8}},
                                                                {"post_attention_layernorm.weight", {8}},
                                                                {"mlp.gate_proj.weight", {12, 8}},
                                                                {"mlp.up_proj.weight", {12, 8}},
                                                                {"mlp.down_proj.weight", {8, 12}}}) {
            tensors.push_back({layer + tensor.name, tensor.shape});
        }
    }
    return tensors;
}

}  // namespace kvw::test
