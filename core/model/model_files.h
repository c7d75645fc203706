// SPDX-License-Identifier: Apache-2.0
/// Opens and checks a model in the Hugging Face layout or in a GGUF file: configuration, tensors, tokenizer, identity.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/model/config.h"
#include "core/model/tokenizer/tokenizer.h"
#include "core/model/weights/gguf.h"
#include "core/model/weights/shards.h"
#include "core/trace/recording.h"

namespace kvw {

/// Opened model. Movable. Thread: const access from any thread. Weights stay in the mapped files.
class ModelFiles {
 public:
    /// Opens config.json and model.safetensors (or the shards its index lists) of a folder, or a GGUF file
    /// (gguf_model.h), and checks that each tensor the family needs is there, with the shape that the configuration
    /// requires and a type usable as weights. Begin and end ids of generation_config.json, if there is one, are added
    /// to those of config.json. `config().warnings` lists what was accepted but must be known.
    /// `goOn` is called while the weights are hashed, which takes long on a slow disk. Errors: NotFound (a file),
    /// Cancelled (`goOn` returned false), Io, BadInput (everything else), one sentence each.
    [[nodiscard]] static Result<ModelFiles> open(const std::filesystem::path& model,
                                                 const std::function<bool()>& goOn = {});

    /// Returns the folder of the model, also for a GGUF file.
    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return m_directory; }
    [[nodiscard]] const ModelConfig& config() const noexcept { return m_config; }
    [[nodiscard]] const ModelTensors& weights() const noexcept { return m_weights; }
    /// Returns a tensor of the family's list under the name the family uses ("model.layers.0..."), even if the file
    /// leaves out "model.". Null only for absent optional tensors.
    [[nodiscard]] const TensorView* tensor(std::string_view name) const;
    /// Loads the tokenizer from tokenizer.json or, for a GGUF file without one beside it, from its metadata. Errors:
    /// NotFound if there is none, those of Tokenizer and ggufTokenizer; the model can then still read token ids.
    [[nodiscard]] Result<Tokenizer> loadTokenizer(const ContinueCallback& goOn = {}) const;
    /// Loads the tokenizer of a model without its weights. Errors: as loadTokenizer, and those of Gguf::open.
    [[nodiscard]] static Result<Tokenizer> tokenizerOf(const std::filesystem::path& model,
                                                       const ContinueCallback& goOn = {});
    [[nodiscard]] std::filesystem::path tokenizerPath() const { return m_directory / "tokenizer.json"; }

    /// Returns the description that bundles and windows show; its `kvBytesPerToken` is for KV elements of
    /// `kvElementBytes` bytes.
    [[nodiscard]] ModelInfo info(std::int64_t kvElementBytes = 4) const;
    /// Returns 64 hex digits that depend only on the contents of config.json and the weights, not on paths (see
    /// `contentHash`).
    [[nodiscard]] const std::string& hash() const noexcept { return m_hash; }

 private:
    /// Checks and hashes what was opened; without the folder.
    [[nodiscard]] static Result<ModelFiles> checked(const std::filesystem::path& path, std::string_view configText,
                                                    ModelConfig config, ModelTensors weights,
                                                    const std::function<bool()>& goOn);
    [[nodiscard]] static Result<ModelFiles> openFolder(const std::filesystem::path& directory,
                                                       const std::function<bool()>& goOn);
    [[nodiscard]] static Result<ModelFiles> openGguf(const std::filesystem::path& path,
                                                     const std::function<bool()>& goOn);

    std::filesystem::path m_directory;
    std::shared_ptr<const Gguf> m_gguf;
    std::string m_name, m_hash;
    ModelConfig m_config;
    ModelTensors m_weights;
};

/// Returns the folder or GGUF file that a path means: config.json, model.safetensors and the shard index mean their
/// folder. A path that does not exist is returned as it is. Errors: BadInput for another kind of file, which is named.
[[nodiscard]] Result<std::filesystem::path> modelRoot(const std::filesystem::path& model);

/// Reads the configuration of a model folder or GGUF file, without its weights. Errors: as ModelConfig::load.
[[nodiscard]] Result<ModelConfig> loadModelConfig(const std::filesystem::path& model);

}  // namespace kvw
