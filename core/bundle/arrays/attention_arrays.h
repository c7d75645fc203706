// SPDX-License-Identifier: Apache-2.0
/// Arrays of a bundle: attention rows, slots of every layer, bytes read by every step where a reader selected them, and
/// errors of a codec.
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
/// Lanes of a comparison record the same rows until one of them evicts. If the first rows of a layer equal the first
/// rows of an earlier lane, value for value, they are not written again: the index names that lane ("shared"), the
/// number of rows, and its files with their sums. No layer refers to a layer that itself refers.
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
#include "core/bundle/arrays/npy.h"
#include "core/bundle/arrays/row_files.h"
#include "core/bundle/folder_writer.h"
#include "core/trace/trace.h"

namespace kvw::bundle {

inline constexpr const char* kArraysIndex = "arrays/index.json";
inline constexpr const char* kBytesReadArray = "arrays/bytes-read.npy";
inline constexpr const char* kKeyErrorArray = "arrays/key-error.npy";
inline constexpr const char* kValueErrorArray = "arrays/value-error.npy";
inline constexpr const char* kCapacityArray = "arrays/capacity.npy";
/// Names of the index: its lists, the member of an entry with the values, and the reference to another lane.
inline constexpr const char* kAttention = "attention";
inline constexpr const char* kProbs = "probs";
inline constexpr const char* kScores = "scores";
inline constexpr const char* kValues = "values";
inline constexpr const char* kShared = "shared";

/// Attention rows of a lane as written to its folder; later lanes may refer to them.
struct WrittenRows {
    struct Layer {
        std::vector<std::int32_t> steps;
        nlohmann::ordered_json files;  ///< SHA-256 by name
    };
    std::string lane;                        ///< name of its folder
    const Trace* trace = nullptr;            ///< must outlive this
    std::map<std::int32_t, Layer> layers{};  ///< layers that hold all their rows themselves
    bool refers = false;                     ///< some layer refers to another lane
    bool pooled = false;                     ///< there are pooled maps in place of rows
};

/// Writes arrays/capacity.npy, arrays/bytes-read.npy, arrays/key-error.npy, arrays/value-error.npy,
/// arrays/attention-<layer>.*.npy or pooled maps (if `attention`), arrays/scores-<layer>.*.npy and arrays/index.json; only those for
/// which the trace has values below `steps`. `half`: probabilities as float16. Rows that `before` already holds are
/// referred to. `lane`: name of the folder.
[[nodiscard]] Result<WrittenRows> writeArrays(FolderWriter& folder, const std::string& lane, const Trace& trace,
                                              std::int64_t steps, bool attention, bool half,
                                              std::span<const WrittenRows> before = {});

/// Reads and checks the index of a lane that has one. `prefix`: its folder, "" or "lanes/0-full/". Errors: BadInput.
[[nodiscard]] Result<nlohmann::ordered_json> readArraysIndex(const Archive& archive, const std::string& prefix);

/// Returns the files that the rows of the lane at `prefix` refer to: by folder name of the lane beside it, the SHA-256
/// of each file when the reference was written. Empty if the index cannot be read: reading the rows reports that.
[[nodiscard]] std::map<std::string, std::map<std::string, std::string>> rowReferences(const Archive& archive,
                                                                                      const std::string& prefix);

/// Progress of a check: called with the bytes processed since the last call. Returns false to stop.
using Watch = std::function<bool(std::int64_t bytes)>;

/// Attention rows or scores in the arrays of a bundle. `read` only locates them, and RowFiles reads a row on demand;
/// `check` reads all that `read` did not. Thread: one at a time, with its archive; `rows` any.
class AttentionArrays {
 public:
    /// Attention of the earlier lanes of a comparison, by folder name.
    using Before = std::map<std::string, const AttentionArrays*>;
    /// Locates the arrays of a lane. `prefix`: folder of the lane inside the archive, "" or "lanes/0-full/". `shape`:
    /// that of the lane's trace. `list`: kAttention, which includes the values per step, or kScores. Empty if the lane
    /// has no arrays. Errors: BadInput (sizes or offsets that do not fit together; a reference to what `before` does
    /// not have).
    [[nodiscard]] static Result<AttentionArrays> read(const Archive& archive, const std::string& prefix,
                                                      const TraceShape& shape, std::int64_t steps,
                                                      const char* list = kAttention, const Before& before = {});
    /// Copies bytes read and codec errors of the step into its record.
    void fill(StepRecord& record) const;
    /// Copies the capacities of all steps into the layer records, [steps, layers, 1 + parts], and frees them here.
    void fill(std::vector<LayerRecord>& layers, const TraceShape& shape);
    /// Returns the rows; null: none were recorded. Rows of a folder can be read at once, those of a .zip after `check`.
    [[nodiscard]] std::shared_ptr<const RowSource> rows() const { return m_rows; }

    /// Returns the bytes that `check` goes through.
    [[nodiscard]] std::int64_t unchecked() const noexcept;
    /// Checks every token, and unpacks the rows of a packed archive. Errors, one per layer: BadInput (tokens that make
    /// no sense, damage), Io (no room to unpack). Returns false if it was stopped.
    bool check(const Archive& archive, const Watch& watch, std::vector<Error>& errors);

 private:
    struct Layer {
        std::int32_t layer = 0;
        std::vector<std::string> files;  ///< names of all four in the index
        std::string tokens, probs;       ///< names in the archive
        NpyHeader tokensHeader, probsHeader;
        std::shared_ptr<RowLayer> rows;
        bool packed = false;           ///< `rows` lacks its arrays
        std::int64_t sharedBytes = 0;  ///< bytes of rows that another lane holds
    };
    /// Reads the array `name` if it is one of those with values per step; ignores any other.
    [[nodiscard]] Result<void> readSteps(const Archive& archive, const std::string& prefix, const std::string& name,
                                         const TraceShape& shape, std::int64_t steps);
    static Result<Layer> readLayer(const Archive& archive, const std::string& prefix,
                                   const nlohmann::ordered_json& entry, const TraceShape& shape, std::int64_t steps,
                                   const char* values);
    /// Resolves the reference of `entry` to rows of an earlier lane, if it has one.
    static Result<void> findShared(const std::string& where, const nlohmann::ordered_json& entry,
                                   const TraceShape& shape, std::int64_t steps, const Before& before, Layer& layer);
    [[nodiscard]] Result<void> checkTokens(const Archive& archive, Layer& layer, const Watch& watch);
    [[nodiscard]] Result<void> unpackProbs(const Archive& archive, Layer& layer, const Watch& watch);

    TraceShape m_shape;
    std::vector<std::int64_t> m_bytesRead;          ///< [steps], or empty
    std::vector<float> m_keyErrors, m_valueErrors;  ///< [steps], or empty
    std::vector<std::int32_t> m_capacities;         ///< [steps, layers, units], or empty
    std::vector<Layer> m_layers;
    std::shared_ptr<RowFiles> m_rows;
};

}  // namespace kvw::bundle
