// SPDX-License-Identifier: Apache-2.0
/// Small random models of any family from a config.json, their weights given by a formula that other programs can
/// compute, too (tests/core/engine/golden/make_families.py).
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kvw::test {

struct FamilyModel {
    std::string name;
    nlohmann::ordered_json config;
    std::int64_t prompt = 0;  ///< tokens of the golden text
    std::string dtype = "F32";
    std::string prefix;  ///< stored instead of "model."; empty: that
    std::uint64_t seed = 1;
    double gain = 1;  ///< of matrices: above 1 rows of attention are peaked
};

/// The models of tests/core/engine/golden/families.json.
[[nodiscard]] std::vector<FamilyModel> familyModels();
[[nodiscard]] FamilyModel familyModel(const std::string& name);

/// Value i of tensor `name`, in [-1, 1): 2 (H(seed, fnv1a(name), i) >> 11) 2^-53 - 1 with H of POLICIES.md, section 14.
[[nodiscard]] double formulaValue(std::uint64_t seed, const std::string& name, std::uint64_t i);

/// Writes config.json, model.safetensors and tokenizer.json. A value times an amplitude, rounded to f32 and then to
/// `dtype`: matrices sqrt(3 / columns) times gain, embeddings 1, biases 0.25, norms 0.25 around 1 (0 where the family
/// adds 1). Throws std::runtime_error.
void writeFamilyModel(const std::filesystem::path& directory, const FamilyModel& model);

/// Ids below the vocabulary of `model`: H(7, t) mod vocabulary.
[[nodiscard]] std::vector<std::int32_t> formulaIds(const FamilyModel& model, std::size_t count);

}  // namespace kvw::test
