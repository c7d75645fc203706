// SPDX-License-Identifier: Apache-2.0
/// What a bundle keeps as arrays: attention rows, and the bytes that every step read where a reader chose.
///
/// bytes-read int64 [steps]: StepRecord::bytesRead, -1 where no reader chose. Attention rows, per layer, are ragged
/// lists one after another.
///
/// For a layer with n recorded rows, U units and H query heads (G = H / U heads share a unit's tokens):
///   steps   int32 [n]           the step of each row, ascending
///   offsets int64 [n * U + 1]   where the tokens of (row, unit) begin
///   tokens  int32 [offsets[-1]] token indices, ascending per (row, unit)
///   probs   float [offsets[-1] * G]  softmax weights: (row, unit, head of the unit, token)
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/archive.h"
#include "core/bundle/folder_writer.h"
#include "core/trace/trace.h"

namespace kvw::bundle {

/// Writes arrays/bytes-read.npy, arrays/attention-<layer>.*.npy (if `attention`) and arrays/index.json; nothing where
/// the trace has none of them below `steps`.
[[nodiscard]] Result<void> writeArrays(FolderWriter& folder, const Trace& trace, std::int64_t steps, bool attention,
                                       bool half);

/// The arrays of a bundle, in memory.
class AttentionArrays {
 public:
    /// `prefix`: folder of the lane inside the archive, "" or "lanes/0-full/". No arrays: empty.
    /// Errors: BadInput (sizes, offsets or tokens that do not fit together).
    [[nodiscard]] static Result<AttentionArrays> read(const Archive& archive, const std::string& prefix,
                                                      const TraceShape& shape, std::int64_t steps);
    [[nodiscard]] bool empty() const noexcept { return m_layers.empty(); }
    [[nodiscard]] bool half() const noexcept { return m_half; }
    [[nodiscard]] std::int64_t bytesRead(std::int32_t step) const {
        return m_bytesRead.empty() ? -1 : m_bytesRead[static_cast<std::size_t>(step)];
    }
    /// Adds the rows of `step` to the trace; steps must be asked for in ascending order.
    [[nodiscard]] Result<void> addTo(Trace& trace, std::int32_t step);

 private:
    [[nodiscard]] Result<void> readBytesRead(const Archive& archive, const std::string& prefix, std::int64_t steps);

    struct Layer {
        std::int32_t layer = 0;
        std::size_t next = 0;
        std::vector<std::int32_t> steps, tokens;
        std::vector<std::int64_t> offsets;
        std::vector<float> probs;
    };
    static Result<Layer> readLayer(const Archive& archive, const std::string& prefix,
                                   const nlohmann::ordered_json& entry, const TraceShape& shape, std::int64_t steps,
                                   bool& half);

    std::int32_t m_units = 1, m_queryHeads = 1;
    std::vector<std::int64_t> m_bytesRead;  ///< [steps], or empty
    bool m_half = false;
    std::vector<Layer> m_layers;
};

}  // namespace kvw::bundle
