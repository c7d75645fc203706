// SPDX-License-Identifier: Apache-2.0
/// A model directory in the Hugging Face layout, opened and checked: configuration, tensors, tokenizer path, identity.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/model/config.h"
#include "core/model/safetensors.h"
#include "core/trace/recording.h"

namespace kvw {

/// Movable. Thread: const access from any thread. Nothing is copied out of the mapped weights.
class ModelFiles {
 public:
    /// Opens config.json and model.safetensors of `directory` and checks that each tensor the family needs is there,
    /// has the shape the configuration demands and a type usable as weights. Errors: NotFound (a file), BadInput
    /// (everything else), one sentence each.
    [[nodiscard]] static Result<ModelFiles> open(const std::filesystem::path& directory);

    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return m_directory; }
    [[nodiscard]] const ModelConfig& config() const noexcept { return m_config; }
    [[nodiscard]] const Safetensors& weights() const noexcept { return m_weights; }
    /// A tensor of the family's list under the name the family uses ("model.layers.0..."), also when the file leaves
    /// out "model.". Null only for optional tensors that are absent.
    [[nodiscard]] const TensorView* tensor(std::string_view name) const;
    [[nodiscard]] std::filesystem::path tokenizerPath() const { return m_directory / "tokenizer.json"; }
    [[nodiscard]] std::filesystem::path tokenizerConfigPath() const { return m_directory / "tokenizer_config.json"; }

    /// What bundles and windows show. `kvBytesPerToken` for KV elements of `kvElementBytes` bytes.
    [[nodiscard]] ModelInfo info(std::int64_t kvElementBytes = 4) const;
    /// 64 hex digits that depend on the contents of config.json and model.safetensors only, not on paths: see
    /// `contentHash`.
    [[nodiscard]] const std::string& hash() const noexcept { return m_hash; }

 private:
    std::filesystem::path m_directory;
    std::string m_name, m_hash;
    ModelConfig m_config;
    Safetensors m_weights;
};

}  // namespace kvw
