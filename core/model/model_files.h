// SPDX-License-Identifier: Apache-2.0
/// A model in the Hugging Face layout or in a GGUF file, opened and checked: configuration, tensors, tokenizer,
/// identity.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/model/config.h"
#include "core/model/gguf.h"
#include "core/model/shards.h"
#include "core/model/tokenizer.h"
#include "core/trace/recording.h"

namespace kvw {

/// Movable. Thread: const access from any thread. Nothing is copied out of the mapped weights.
class ModelFiles {
 public:
    /// Opens config.json and model.safetensors (or the shards its index lists) of `directory` and checks that each
    /// tensor the family needs is there, has the shape the configuration demands and a type usable as weights. The end
    /// ids of generation_config.json, where there is one, join those of config.json. Errors: NotFound (a file),
    /// BadInput (everything else), one sentence each.
    /// A GGUF file says the same in its own words (gguf_model.h). `config().warnings` has what was accepted and must be
    /// known.
    /// `goOn` is asked while the weights are summed, which a slow disk can make long; false ends it as Cancelled.
    [[nodiscard]] static Result<ModelFiles> open(const std::filesystem::path& model,
                                                 const std::function<bool()>& goOn = {});

    /// The folder, also of a GGUF file.
    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return m_directory; }
    [[nodiscard]] const ModelConfig& config() const noexcept { return m_config; }
    [[nodiscard]] const ModelTensors& weights() const noexcept { return m_weights; }
    /// A tensor of the family's list under the name the family uses ("model.layers.0..."), also when the file leaves
    /// out "model.". Null only for optional tensors that are absent.
    [[nodiscard]] const TensorView* tensor(std::string_view name) const;
    /// From tokenizer.json, or where a GGUF file has none beside it, from its metadata. Errors: NotFound where there is
    /// none, those of Tokenizer and ggufTokenizer; the model then reads token ids.
    [[nodiscard]] Result<Tokenizer> loadTokenizer(const GoOn& goOn = {}) const;
    /// The same of a model whose weights nobody needs. Errors: those of GGUF files, too.
    [[nodiscard]] static Result<Tokenizer> tokenizerOf(const std::filesystem::path& model, const GoOn& goOn = {});
    [[nodiscard]] std::filesystem::path tokenizerPath() const { return m_directory / "tokenizer.json"; }
    [[nodiscard]] std::filesystem::path tokenizerConfigPath() const { return m_directory / "tokenizer_config.json"; }

    /// What bundles and windows show. `kvBytesPerToken` for KV elements of `kvElementBytes` bytes.
    [[nodiscard]] ModelInfo info(std::int64_t kvElementBytes = 4) const;
    /// 64 hex digits that depend on the contents of config.json and the files of weights only, not on paths:
    /// see `contentHash`.
    [[nodiscard]] const std::string& hash() const noexcept { return m_hash; }

 private:
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

/// The folder or GGUF file that a path means: the files that a folder is opened by mean the folder. Errors: BadInput
/// for another kind of file, which is named. A path that does not exist stays as it is.
[[nodiscard]] Result<std::filesystem::path> modelRoot(const std::filesystem::path& model);

/// The configuration of a model folder or of a GGUF file, without its weights. Errors: as ModelConfig::load.
[[nodiscard]] Result<ModelConfig> loadModelConfig(const std::filesystem::path& model);

}  // namespace kvw
