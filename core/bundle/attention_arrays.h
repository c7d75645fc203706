// SPDX-License-Identifier: Apache-2.0
/// What a bundle keeps as arrays: attention rows, the slots of every layer, the bytes that every step read where a
/// reader chose, and what a codec costs in precision.
///
/// bytes-read int64 [steps]: StepRecord::bytesRead, -1 where no reader chose. key-error, value-error float [steps]:
/// StepRecord::keyError, valueError. capacity int32 [steps * layers * units]: LayerRecord::capacity of the units, -1:
/// none. Attention rows, per layer, are ragged lists one after another.
///
/// For a layer with n recorded rows, U units and H query heads (G = H / U heads share a unit's tokens):
///   steps   int32 [n]           the step of each row, ascending
///   offsets int64 [n * U + 1]   where the tokens of (row, unit) begin
///   tokens  int32 [offsets[-1]] token indices, ascending per (row, unit)
///   probs   float [offsets[-1] * G]  softmax weights: (row, unit, head of the unit, token)
/// Scores that a policy compared are the same with one "head" per unit: values float [offsets[-1]].
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/archive.h"
#include "core/bundle/folder_writer.h"
#include "core/bundle/npy.h"
#include "core/bundle/row_files.h"
#include "core/trace/trace.h"

namespace kvw::bundle {

inline constexpr const char* kArraysIndex = "arrays/index.json";
inline constexpr const char* kBytesReadArray = "arrays/bytes-read.npy";
inline constexpr const char* kKeyErrorArray = "arrays/key-error.npy";
inline constexpr const char* kValueErrorArray = "arrays/value-error.npy";
inline constexpr const char* kCapacityArray = "arrays/capacity.npy";
/// Lists of the index, and the member that names their values.
inline constexpr const char* kAttention = "attention";
inline constexpr const char* kProbs = "probs";
inline constexpr const char* kScores = "scores";
inline constexpr const char* kValues = "values";

/// Writes arrays/capacity.npy, arrays/bytes-read.npy, arrays/key-error.npy, arrays/value-error.npy,
/// arrays/attention-<layer>.*.npy (if `attention`), arrays/scores-<layer>.*.npy and arrays/index.json; nothing where
/// the trace has none of them below `steps`.
[[nodiscard]] Result<void> writeArrays(FolderWriter& folder, const Trace& trace, std::int64_t steps, bool attention,
                                       bool half);

/// What is told while a bundle is gone through: bytes since the last call. False: stop.
using Watch = std::function<bool(std::int64_t bytes)>;

/// One kind of rows in the arrays of a bundle. Rows are not read but found (RowFiles); what `read` does not look at,
/// `check` does. Thread: one at a time, with its archive; `rows` any.
class AttentionArrays {
 public:
    /// `prefix`: folder of the lane inside the archive, "" or "lanes/0-full/". No arrays: empty.
    /// `shape`: of the lane's trace. `list`: kAttention, with the bytes read, or kScores.
    /// Errors: BadInput (sizes or offsets that do not fit together).
    [[nodiscard]] static Result<AttentionArrays> read(const Archive& archive, const std::string& prefix,
                                                      const TraceShape& shape, std::int64_t steps,
                                                      const char* list = kAttention);
    /// Puts what the arrays say of the step into its record.
    void fill(StepRecord& record) const;
    /// Likewise of layers, of all steps at once, [steps, layers, 1 + parts]; they are given away with it.
    void fill(std::vector<LayerRecord>& layers, const TraceShape& shape);
    /// Null: none were recorded. Of a folder they are all there; others come with `check`.
    [[nodiscard]] std::shared_ptr<const RowSource> rows() const { return m_rows; }

    /// What `check` goes through.
    [[nodiscard]] std::int64_t unchecked() const noexcept;
    /// Looks at every token, and unpacks rows where the archive is packed. Errors, one per layer: BadInput (tokens that
    /// make no sense, damage), Io (no room to unpack). False: it was stopped.
    bool check(const Archive& archive, const Watch& watch, std::vector<Error>& errors);

 private:
    struct Layer {
        std::int32_t layer = 0;
        std::string tokens, probs;  ///< names in the archive
        NpyHeader tokensHeader, probsHeader;
        std::shared_ptr<RowLayer> rows;
        bool packed = false;  ///< `rows` lacks its arrays
    };
    /// So many values per step of the array `name`, where it is one of these.
    [[nodiscard]] Result<void> readSteps(const Archive& archive, const std::string& prefix, const std::string& name,
                                         const TraceShape& shape, std::int64_t steps);
    static Result<Layer> readLayer(const Archive& archive, const std::string& prefix,
                                   const nlohmann::ordered_json& entry, const TraceShape& shape, std::int64_t steps,
                                   const char* values);
    [[nodiscard]] Result<void> checkTokens(const Archive& archive, Layer& layer, const Watch& watch);
    [[nodiscard]] Result<void> unpackProbs(const Archive& archive, Layer& layer, const Watch& watch);

    std::size_t m_units = 1;
    std::vector<std::int64_t> m_bytesRead;          ///< [steps], or empty
    std::vector<float> m_keyErrors, m_valueErrors;  ///< likewise
    std::vector<std::int32_t> m_capacities;         ///< [steps, layers, units], or empty
    std::vector<Layer> m_layers;
    std::shared_ptr<RowFiles> m_rows;
};

}  // namespace kvw::bundle
