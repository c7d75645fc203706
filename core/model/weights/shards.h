// SPDX-License-Identifier: Apache-2.0
/// Tensors of a model from one file or several: model.safetensors, or the shards that model.safetensors.index.json
/// lists.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/mapped_file.h"
#include "core/model/weights/quantization.h"
#include "core/model/weights/tensor.h"

namespace kvw {

inline constexpr const char* kShardIndex = "model.safetensors.index.json";

/// Movable. Thread: const access from any thread. Views point into the files it holds.
class ModelTensors {
 public:
    /// Opens model.safetensors of `directory`, or the shards that its index lists. Scales are attached to fp8 matrices;
    /// integers, scales and zeros are joined into one matrix as `quantization` states.
    /// Errors: NotFound (neither is there), those of Safetensors, BadInput for an index that is malformed or names a
    /// file outside its folder, a missing shard or a tensor that its shard does not have, and for parts of a quantised
    /// matrix that do not fit.
    [[nodiscard]] static Result<ModelTensors> open(const std::filesystem::path& directory,
                                                   const Quantization& quantization = {});
    /// Takes tensors that the caller has read from `files`.
    ModelTensors(std::vector<std::shared_ptr<const MappedFile>> files, std::vector<TensorView> tensors);
    ModelTensors() = default;

    [[nodiscard]] const std::vector<TensorView>& tensors() const noexcept { return m_tensors; }  ///< in file order
    [[nodiscard]] const TensorView* find(std::string_view name) const;                           ///< null if absent
    /// Returns the files in the order of their names.
    [[nodiscard]] const std::vector<std::shared_ptr<const MappedFile>>& files() const noexcept { return m_files; }
    /// Returns sentences about shards and tensors that are not used.
    [[nodiscard]] const std::vector<Phrase>& warnings() const noexcept { return m_warnings; }
    /// Returns the path of model.safetensors, of the index, or of the GGUF file.
    [[nodiscard]] std::string where() const { return m_where; }
    void setWhere(std::string where) { m_where = std::move(where); }

 private:
    [[nodiscard]] static Result<ModelTensors> openShards(const std::filesystem::path& directory,
                                                         const std::filesystem::path& indexPath,
                                                         const Quantization& quantization);
    std::vector<std::shared_ptr<const MappedFile>> m_files;
    std::vector<TensorView> m_tensors;
    std::map<std::string, std::size_t, std::less<>> m_byName;
    std::string m_where;
    std::vector<Phrase> m_warnings;
};

}  // namespace kvw
