// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/quantization.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/model/config_reader.h"

namespace kvw {
namespace {

using nlohmann::json;

/// Limit on the columns of a group or block.
constexpr std::int64_t kMostColumns = std::int64_t{1} << 22;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return text;
}

/// Refuses the value that a setting has.
void refuseValue(ConfigReader& reader, const std::string& key, Phrase found, Phrase expected) {
    reader.setError(phrase("%1 has a value that is not supported", key), std::move(found), std::move(expected));
}

/// Marks keys as read that need no action: they tell how the numbers were found, or which matrices are quantised, which
/// the tensors tell as well.
void ask(const ConfigReader& reader, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        static_cast<void>(reader.value(key));
    }
}

/// The same for what the programs that quantise by GPTQ or AWQ write about their work.
void askOfQuantizer(const ConfigReader& reader) {
    ask(reader,
        {"true_sequential", "damp_percent", "act_group_aware", "meta", "dataset", "tokenizer", "model_seqlen",
         "exllama_config", "block_name_to_quantize", "module_name_preceding_first_block",
         "modules_in_block_to_quantize", "batch_size", "pad_token_id", "max_input_length", "cache_block_outputs"});
}

void noteUnread(ConfigReader& reader) {
    for (const std::string& key : reader.unread()) {
        reader.note(phrase("the setting %1 is not known here and has no effect", key), excerpt(*reader.value(key)));
    }
}

/// Reads a group size; returns 0 for -1, all columns of a row.
std::int64_t readGroup(ConfigReader& reader, const char* key) {
    const std::int64_t group = reader.integer(key, -1, kMostColumns, 128);
    if (group == 0) {
        reader.setError(phrase("%1 is out of range", key), "0", "-1 or a whole number of at least 1");
    }
    return std::max<std::int64_t>(group, 0);
}

int readBits(ConfigReader& reader, const char* key, std::initializer_list<std::int64_t> possible, std::int64_t absent) {
    const std::int64_t bits = reader.integer(key, 1, 64, absent > 0 ? std::optional(absent) : std::nullopt);
    if (std::ranges::find(possible, bits) == possible.end()) {
        refuseValue(reader, key, std::to_string(bits),
                    phrase("one of %1", fmt::format("{}", fmt::join(possible, ", "))));
    }
    return static_cast<int>(bits);
}

/// Reads a text that must be one of `possible`, in any case.
std::string readOneOf(ConfigReader& reader, const char* key, const char* absent,
                      std::initializer_list<const char*> possible) {
    const std::string text = lower(reader.text(key, absent));
    if (std::ranges::find(possible, text) == possible.end()) {
        refuseValue(reader, key, json(text).dump(), phrase("one of %1", fmt::format("{}", fmt::join(possible, ", "))));
    }
    return text;
}

/// Refuses rules of "dynamic" except those that exclude matrices ("-:"), which the tensors tell as well.
void readRules(ConfigReader& reader) {
    if (const json* rules = reader.value("dynamic"); rules != nullptr) {
        for (const auto& [rule, value] : rules->items()) {
            if (!rule.starts_with("-:")) {
                reader.setError("dynamic has rules that are not supported", json(rule).dump(),
                                "rules that begin with -:");
            }
        }
    }
}

void readGptq(ConfigReader& reader, Quantization& quantization) {
    quantization.method = Quantization::Method::Gptq;
    quantization.bits = readBits(reader, "bits", {2, 3, 4, 8}, 0);
    quantization.group = readGroup(reader, "group_size");
    quantization.ordered = reader.flag("desc_act", false);
    quantization.symmetric = reader.flag("sym", true);
    const char* key = reader.value("checkpoint_format") != nullptr ? "checkpoint_format" : "format";
    quantization.zerosStoredMinusOne = readOneOf(reader, key, "gptq", {"gptq", "gptq_v2"}) == "gptq";
    ask(reader, {"format"});
    if (reader.flag("is_marlin_format", false)) {
        refuseValue(reader, "is_marlin_format", "true", "false");
    }
    readOneOf(reader, "pack_dtype", "int32", {"int32"});
    readRules(reader);
    askOfQuantizer(reader);
    ask(reader, {"damp_auto_increment", "static_groups", "mse", "model_name_or_path", "model_file_base_name",
                 "quantizer", "backend", "use_exllama", "disable_exllama", "use_cuda_fp16", "inside_layer_modules",
                 "cache_examples_on_gpu", "lm_head"});
}

void readAwq(ConfigReader& reader, Quantization& quantization) {
    quantization.method = Quantization::Method::Awq;
    quantization.bits = readBits(reader, reader.value("bits") != nullptr ? "bits" : "w_bit", {4}, 4);
    quantization.group = readGroup(reader, reader.value("group_size") != nullptr ? "group_size" : "q_group_size");
    for (const char* key : {"version", "checkpoint_format", "format"}) {
        readOneOf(reader, key, "gemm", {"gemm"});
    }
    readOneOf(reader, "pack_dtype", "int32", {"int32"});
    readRules(reader);
    if (lower(reader.text("backend", "")) == "llm-awq") {
        refuseValue(reader, "backend", "\"llm-awq\"", "autoawq");
    }
    if (!reader.flag("zero_point", true)) {
        refuseValue(reader, "zero_point", "false", "true");
    }
    askOfQuantizer(reader);
    ask(reader,
        {"modules_to_not_convert", "do_fuse", "fuse_max_seq_len", "modules_to_fuse", "format", "desc_act", "sym"});
}

/// Reads the size [rows, columns] of the blocks that share a scale.
void readBlock(ConfigReader& reader, const char* key, Quantization& quantization) {
    const json* block = reader.value(key);
    if (block == nullptr) {
        return;
    }
    const auto isSize = [](const json& size) { return size.is_number_integer() && size >= 1 && size <= kMostColumns; };
    if (!block->is_array() || block->size() != 2 || !std::all_of(block->begin(), block->end(), isSize)) {
        reader.setError(phrase("%1 does not fit", key), excerpt(*block), "two positive whole numbers");
        return;
    }
    quantization.blockRows = block->at(0).get<std::int64_t>();
    quantization.blockColumns = block->at(1).get<std::int64_t>();
}

void readFp8(ConfigReader& reader, Quantization& quantization) {
    quantization.method = Quantization::Method::Fp8;
    readBlock(reader, "weight_block_size", quantization);
    readOneOf(reader, "fmt", "e4m3", {"e4m3"});
    reader.note("the quantisation of activations is not applied: they are f32 here",
                reader.text("activation_scheme", "dynamic"));
    ask(reader, {"modules_to_not_convert", "modules_to_convert", "ignored_layers", "dequantize", "scale_fmt",
                 "expert_dtype", "activation_scale_ub"});
}

/// Reads the settings of gpt-oss; the tensors tell which matrices are stored as MXFP4.
void readMxfp4(ConfigReader& reader, Quantization& quantization) {
    quantization.method = Quantization::Method::Mxfp4;
    ask(reader, {"modules_to_not_convert", "dequantize"});
}

/// Reads the weight scheme of one entry of config_groups.
void readScheme(ConfigReader& reader, const std::string& where, const std::string& name, const json& group,
                const std::string& format, Quantization& quantization) {
    ConfigReader part(group, fmt::format("{}, config_groups, {}", where, name));
    for (const char* key : {"input_activations", "output_activations"}) {
        if (const json* activations = part.value(key); activations != nullptr) {
            part.note(phrase("the quantisation of activations is not applied (%1): they are f32 here", key),
                      excerpt(*activations));
        }
    }
    const std::string own = readOneOf(part, "format", format == "mixed-precision" ? "" : format.c_str(),
                                      {"pack-quantized", "int-quantized", "float-quantized", "naive-quantized"});
    const json* weights = part.value("weights");
    ask(part, {"targets"});
    noteUnread(part);
    if (weights != nullptr && weights->is_object()) {
        ConfigReader reads(*weights, fmt::format("{}, config_groups, {}, weights", where, name));
        const bool floats = readOneOf(reads, "type", "int", {"int", "float"}) == "float";
        Quantization::Scheme scheme;
        scheme.symmetric = reads.flag("symmetric", true);
        if (floats) {
            scheme.bits = readBits(reads, "num_bits", {8}, 8);
        } else if (own == "pack-quantized") {
            scheme.bits = readBits(reads, "num_bits", {2, 4, 8}, 8);
        } else {
            scheme.bits = readBits(reads, "num_bits", {2, 3, 4, 5, 6, 7, 8}, 8);
        }
        if (floats && !scheme.symmetric) {
            refuseValue(reads, "symmetric", "false", "true for weights of type float");
        }
        const char* usual = reads.value("group_size") != nullptr ? "group" : "tensor";
        const std::string strategy = readOneOf(reads, "strategy", usual, {"tensor", "channel", "group", "block"});
        if (strategy == "group") {
            scheme.group = reads.integer("group_size", 1, kMostColumns);
        }
        if (strategy == "block") {
            readBlock(reads, "block_structure", quantization);
            if (!floats) {
                refuseValue(reads, "strategy", "\"block\"", "tensor, channel or group for weights of type int");
            }
        }
        if (floats && strategy == "group") {
            // A group is a block of one row.
            quantization.blockRows = 1;
            quantization.blockColumns = scheme.group;
        }
        // Other values of actorder ("weight", "static", true, false) only tell how the numbers were found.
        scheme.ordered = reads.value("actorder") != nullptr && *reads.value("actorder") == "group";
        ask(reads,
            {"dynamic", "observer", "observer_kwargs", "zp_dtype", "scale_dtype", "group_size", "block_structure"});
        noteUnread(reads);
        if (!floats) {
            quantization.schemes.push_back(scheme);
        }
        part.mergeFrom(reads);
    } else if (weights != nullptr) {
        part.setError("weights is not a scheme", excerpt(*weights), "an object");
    }
    reader.mergeFrom(part);
}

void readCompressed(ConfigReader& reader, const std::string& where, Quantization& quantization) {
    quantization.method = Quantization::Method::Compressed;
    const std::string format =
        readOneOf(reader, "format", "",
                  {"pack-quantized", "int-quantized", "float-quantized", "naive-quantized", "mixed-precision"});
    const json* groups = reader.value("config_groups");
    if (groups == nullptr || !groups->is_object()) {
        reader.setError(phrase("%1 is missing", std::string("config_groups")),
                        groups != nullptr ? Phrase(excerpt(*groups)) : Phrase(), "an object of schemes");
        return;
    }
    for (const auto& [name, group] : groups->items()) {
        if (!group.is_object()) {
            reader.setError(phrase("the scheme %1 of config_groups is not supported", name), excerpt(group),
                            "an object with targets and weights");
            return;
        }
        readScheme(reader, where, name, group, format, quantization);
    }
    if (const json* cache = reader.value("kv_cache_scheme"); cache != nullptr) {
        reader.note("the quantisation of the cache is not applied", excerpt(*cache));
    }
    if (const json* sparse = reader.value("sparsity_config"); sparse != nullptr && !sparse->empty()) {
        ConfigReader part(*sparse, where + ", sparsity_config");
        readOneOf(part, "format", "dense", {"dense"});
        reader.mergeFrom(part);
    }
    if (const json* turned = reader.value("transform_config"); turned != nullptr && !turned->empty()) {
        refuseValue(reader, "transform_config", excerpt(*turned), "nothing");
    }
    ask(reader, {"ignore", "quantization_status", "global_compression_ratio", "version"});
}

}  // namespace

Result<Quantization> readQuantization(const json& config, const std::string& where) {
    Quantization quantization;
    const auto found = config.is_object() ? config.find("quantization_config") : config.end();
    if (found == config.end() || found->is_null() || found->empty()) {
        return quantization;
    }
    const std::string part = where + ", quantization_config";
    const json method = found->is_object() ? found->value("quant_method", json()) : json();
    ConfigReader reader(*found, part);
    if (method == "gptq") {
        readGptq(reader, quantization);
    } else if (method == "awq") {
        readAwq(reader, quantization);
    } else if (method == "fp8" || method == "fbgemm_fp8") {
        readFp8(reader, quantization);
    } else if (method == "mxfp4") {
        readMxfp4(reader, quantization);
    } else if (method == "compressed-tensors") {
        readCompressed(reader, part, quantization);
    } else {
        return fail(Code::BadInput, where, "quantized weights are not supported",
                    method.is_null() ? phrase("no quant_method") : Phrase(excerpt(method)),
                    "quant_method gptq, awq, compressed-tensors, fp8, fbgemm_fp8 or mxfp4");
    }
    ask(reader, {"quant_method"});
    noteUnread(reader);
    if (!reader.good()) {
        return tl::unexpected(reader.error());
    }
    quantization.notes = reader.notes();
    return quantization;
}

Result<Quantization> quantizationOf(std::string_view text, const std::string& where) {
    const json config = json::parse(text, nullptr, false);
    const json& nested = member(config, "text_config");
    return readQuantization(member(nested, "quantization_config").is_null() ? config : nested, where);
}

}  // namespace kvw
