// SPDX-License-Identifier: Apache-2.0
#include "tests/support/family_model.h"

#include <cmath>
#include <fstream>
#include <initializer_list>
#include <stdexcept>

#include "core/model/config.h"
#include "core/model/family.h"
#include "tests/support/checkpoint_writer.h"

namespace kvw::test {

namespace {

std::uint64_t splitmix(std::uint64_t x) {
    std::uint64_t z = x + 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

std::uint64_t hash(std::uint64_t seed, std::initializer_list<std::uint64_t> fields) {
    std::uint64_t h = splitmix(seed);
    for (const std::uint64_t field : fields) {
        h = splitmix(h ^ field);
    }
    return h;
}

std::uint64_t fnv1a(const std::string& text) {
    std::uint64_t h = 0xCBF29CE484222325U;
    for (const char c : text) {
        h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    }
    return h;
}

double unit(std::uint64_t h) {
    return 2 * (static_cast<double>(h >> 11U) * 0x1.0p-53) - 1;
}

}  // namespace

double formulaValue(std::uint64_t seed, const std::string& name, std::uint64_t i) {
    return unit(hash(seed, {fnv1a(name), i}));
}

std::vector<FamilyModel> familyModels() {
    std::ifstream file(KVW_GOLDEN_DIR "/families.json");
    const auto list = nlohmann::ordered_json::parse(file);
    std::vector<FamilyModel> models;
    for (const auto& entry : list) {
        FamilyModel model;
        model.name = entry["name"];
        model.config = entry["config"];
        model.prompt = entry["prompt"];
        models.push_back(std::move(model));
    }
    return models;
}

FamilyModel familyModel(const std::string& name) {
    for (FamilyModel& model : familyModels()) {
        if (model.name == name) {
            return model;
        }
    }
    throw std::runtime_error("families.json has no " + name);
}

void writeFamilyModel(const std::filesystem::path& directory, const FamilyModel& model) {
    const auto config = ModelConfig::parse(model.config.dump(), model.name);
    if (!config) {
        throw std::runtime_error(config.error().sentence());
    }
    std::filesystem::create_directories(directory);
    saveJson(directory / "config.json", model.config);
    saveJson(directory / "tokenizer.json", byteTokenizer());
    const bool plusOne = config->architecture.starts_with("Gemma");
    CheckpointWriter writer(model.dtype);
    for (const TensorSpec& spec : findFamily(config->architecture)->tensors(*config)) {
        if (spec.optional) {
            continue;
        }
        std::int64_t count = 1;
        for (const std::int64_t axis : spec.shape) {
            count *= axis;
        }
        const bool norm = spec.shape.size() == 1 && spec.name.ends_with(".weight");
        const bool embedding =
            spec.name.find("embed_tokens") != std::string::npos || spec.name.find("embed_in") != std::string::npos;
        const double amplitude = spec.shape.size() == 1 ? 0.25
                                 : embedding            ? 1
                                             : model.gain * std::sqrt(3.0 / static_cast<double>(spec.shape[1]));
        const double middle = norm && !plusOne ? 1 : 0;
        std::vector<float> values(static_cast<std::size_t>(count));
        const std::uint64_t key = fnv1a(spec.name);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(middle + amplitude * unit(hash(model.seed, {key, i})));
        }
        constexpr std::string_view kUsual = "model.";
        const bool renamed = !model.prefix.empty() && spec.name.starts_with(kUsual);
        writer.add(renamed ? model.prefix + spec.name.substr(kUsual.size()) : spec.name, spec.shape, values);
    }
    writer.save(directory / "model.safetensors");
}

std::vector<std::int32_t> formulaIds(const FamilyModel& model, std::size_t count) {
    const std::uint64_t vocabulary = model.config["vocab_size"];
    std::vector<std::int32_t> ids;
    for (std::uint64_t t = 0; t < count; ++t) {
        ids.push_back(static_cast<std::int32_t>(hash(7, {t}) % vocabulary));
    }
    return ids;
}

}  // namespace kvw::test
