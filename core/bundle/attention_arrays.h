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
///
/// Lanes of a comparison record the same rows until one of them evicts. A layer's first rows that are, value for value,
/// the first rows of a lane before it are not written again: the index names that lane ("shared"), how many rows they
/// are, and its files with their sums. Nothing refers to a layer that itself refers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
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
inline constexpr const char* kShared = "shared";

/// Rows of a lane as they lie in its folder, which lanes behind it may refer to.
struct WrittenRows {
    struct Layer {
        std::vector<std::int32_t> steps;
        nlohmann::ordered_json files;  ///< sums by name
    };
    std::string lane;                        ///< name of its folder
    const Trace* trace = nullptr;            ///< outlives it
    std::map<std::int32_t, Layer> layers{};  ///< those that do not refer themselves
    bool refers = false;                     ///< a layer does
};

/// Writes arrays/capacity.npy, arrays/bytes-read.npy, arrays/key-error.npy, arrays/value-error.npy,
/// arrays/attention-<layer>.*.npy (if `attention`), arrays/scores-<layer>.*.npy and arrays/index.json; nothing where
/// the trace has none of them below `steps`. Rows that `before` holds are referred to. `lane`: name of the folder.
[[nodiscard]] Result<WrittenRows> writeArrays(FolderWriter& folder, const std::string& lane, const Trace& trace,
                                              std::int64_t steps, bool attention, bool half,
                                              std::span<const WrittenRows> before = {});

/// Lanes beside it, by the name of the folder, that the rows of the lane at `prefix` refer to, and the sums that their
/// files had. Empty where the index cannot be read: whoever reads the rows says so.
[[nodiscard]] std::map<std::string, std::map<std::string, std::string>> rowReferences(const Archive& archive,
                                                                                      const std::string& prefix);

/// What is told while a bundle is gone through: bytes since the last call. False: stop.
using Watch = std::function<bool(std::int64_t bytes)>;

/// One kind of rows in the arrays of a bundle. Rows are not read but found (RowFiles); what `read` does not look at,
/// `check` does. Thread: one at a time, with its archive; `rows` any.
class AttentionArrays {
 public:
    /// Attention of the lanes before one in its comparison, by the name of their folders.
    using Before = std::map<std::string, const AttentionArrays*>;
    /// `prefix`: folder of the lane inside the archive, "" or "lanes/0-full/". No arrays: empty.
    /// `shape`: of the lane's trace. `list`: kAttention, with the bytes read, or kScores.
    /// Errors: BadInput (sizes or offsets that do not fit together; a reference to what `before` does not have).
    [[nodiscard]] static Result<AttentionArrays> read(const Archive& archive, const std::string& prefix,
                                                      const TraceShape& shape, std::int64_t steps,
                                                      const char* list = kAttention, const Before& before = {});
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
        std::vector<std::string> files;  ///< all four, as the index names them
        std::string tokens, probs;       ///< names in the archive
        NpyHeader tokensHeader, probsHeader;
        std::shared_ptr<RowLayer> rows;
        bool packed = false;           ///< `rows` lacks its arrays
        std::int64_t sharedBytes = 0;  ///< of rows that another lane holds
    };
    /// So many values per step of the array `name`, where it is one of these.
    [[nodiscard]] Result<void> readSteps(const Archive& archive, const std::string& prefix, const std::string& name,
                                         const TraceShape& shape, std::int64_t steps);
    static Result<Layer> readLayer(const Archive& archive, const std::string& prefix,
                                   const nlohmann::ordered_json& entry, const TraceShape& shape, std::int64_t steps,
                                   const char* values);
    /// Where `entry` refers to rows of a lane before.
    static Result<void> findShared(const std::string& where, const nlohmann::ordered_json& entry,
                                   const TraceShape& shape, std::int64_t steps, const Before& before, Layer& layer);
    [[nodiscard]] Result<void> checkTokens(const Archive& archive, Layer& layer, const Watch& watch);
    [[nodiscard]] Result<void> unpackProbs(const Archive& archive, Layer& layer, const Watch& watch);

    TraceShape m_shape;
    std::vector<std::int64_t> m_bytesRead;          ///< [steps], or empty
    std::vector<float> m_keyErrors, m_valueErrors;  ///< likewise
    std::vector<std::int32_t> m_capacities;         ///< [steps, layers, units], or empty
    std::vector<Layer> m_layers;
    std::shared_ptr<RowFiles> m_rows;
};

}  // namespace kvw::bundle
