// SPDX-License-Identifier: Apache-2.0
/// The quantization_config of a config.json: how the weights beside it are stored.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

struct Quantization {
    enum class Method : std::uint8_t { None, Fp8, Mxfp4, Gptq, Awq, Compressed };
    /// A scheme of a compressed-tensors checkpoint, for some of its matrices: their tensors say which.
    struct Scheme {
        int bits = 8;
        std::int64_t group = 0;  ///< columns that share a scale; 0: not by groups
        bool symmetric = true;
        bool ordered = false;  ///< groups are not columns in their order: a tensor says which
    };

    Method method = Method::None;
    int bits = 4;                  ///< GPTQ, AWQ
    std::int64_t group = 128;      ///< GPTQ, AWQ: columns that share a scale; 0: all of a row
    bool zerosLessOne = false;     ///< GPTQ: zeros are stored less one
    bool symmetric = true;         ///< GPTQ: as in Scheme
    bool ordered = false;          ///< likewise
    std::vector<Scheme> schemes;   ///< compressed-tensors: of integers
    std::int64_t blockRows = 128;  ///< of fp8 scales per block
    std::int64_t blockColumns = 128;
    /// Sentences about what of it has no effect here.
    std::vector<std::string> notes;
};

/// Reads it from the object of a config.json; `where` names that. Errors: BadInput, naming key, value and what is
/// expected, for everything that cannot be read exactly.
[[nodiscard]] Result<Quantization> readQuantization(const nlohmann::json& config, const std::string& where);
/// Reads it from the text of a config.json that ModelConfig::parse accepts; of a multimodal one, as it is taken there.
[[nodiscard]] Result<Quantization> quantizationOf(std::string_view config, const std::string& where);

}  // namespace kvw
