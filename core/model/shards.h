// SPDX-License-Identifier: Apache-2.0
/// The tensors of a model, from one file or several: model.safetensors, or the shards that
/// model.safetensors.index.json lists.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/mapped_file.h"
#include "core/model/quantization.h"
#include "core/model/tensor.h"

namespace kvw {

inline constexpr const char* kShardIndex = "model.safetensors.index.json";

/// Movable. Thread: const access from any thread. Views point into the files it holds.
class ModelTensors {
 public:
    /// model.safetensors of `directory`, or what its index lists. fp8 matrices get the scales that lie beside them;
    /// integers, scales and zeros become one matrix, as `quantization` says.
    /// Errors: NotFound (neither is there), those of Safetensors, BadInput for an index that is malformed, names a file
    /// outside its folder, a shard that is missing or a tensor that its shard does not have, and for parts of a
    /// quantised matrix that do not fit.
    [[nodiscard]] static Result<ModelTensors> open(const std::filesystem::path& directory,
                                                   const Quantization& quantization = {});
    /// Tensors that the caller has read from `files`.
    ModelTensors(std::vector<std::shared_ptr<const MappedFile>> files, std::vector<TensorView> tensors);
    ModelTensors() = default;

    [[nodiscard]] const std::vector<TensorView>& tensors() const noexcept { return m_tensors; }  ///< in file order
    [[nodiscard]] const TensorView* find(std::string_view name) const;                           ///< null when absent
    /// In the order of their names.
    [[nodiscard]] const std::vector<std::shared_ptr<const MappedFile>>& files() const noexcept { return m_files; }
    /// Sentences about what lies beside the tensors that are taken.
    [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return m_warnings; }
    /// "model.safetensors", the index, or the one file.
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
    std::vector<std::string> m_warnings;
};

}  // namespace kvw
