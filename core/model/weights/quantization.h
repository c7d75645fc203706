// SPDX-License-Identifier: Apache-2.0
/// Storage of quantised weights, read from the quantization_config of a config.json.
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
    /// Scheme of some matrices of a compressed-tensors checkpoint; their tensors tell which matrices.
    struct Scheme {
        int bits = 8;
        std::int64_t group = 0;  ///< columns that share a scale; 0: no groups
        bool symmetric = true;
        bool ordered = false;  ///< a tensor states the group of each column; else groups are consecutive columns
    };

    Method method = Method::None;
    int bits = 4;                      ///< GPTQ, AWQ
    std::int64_t group = 128;          ///< GPTQ, AWQ: columns that share a scale; 0: the whole row
    bool zerosStoredMinusOne = false;  ///< GPTQ: zeros are stored minus one
    bool symmetric = true;             ///< GPTQ: as in Scheme
    bool ordered = false;              ///< GPTQ: as in Scheme
    std::vector<Scheme> schemes;       ///< compressed-tensors: schemes of integers
    std::int64_t blockRows = 128;      ///< fp8: rows that share a scale
    std::int64_t blockColumns = 128;
    /// Sentences about settings that have no effect here.
    std::vector<Phrase> notes;
};

/// Reads the quantization_config in the object of a config.json named `where`. Errors: BadInput, naming key, value and
/// what is expected, for everything that cannot be read exactly.
[[nodiscard]] Result<Quantization> readQuantization(const nlohmann::json& config, const std::string& where);
/// Reads it from the text of a config.json that ModelConfig::parse accepts, with the same rule for multimodal models.
[[nodiscard]] Result<Quantization> quantizationOf(std::string_view config, const std::string& where);

}  // namespace kvw
