// SPDX-License-Identifier: Apache-2.0
/// Storage codec: older keys and values are stored as codes of groups, value = code * scale + minimum; the newest ones
/// stay in full precision.
///
/// Keys (as attention uses them, after rotation) are grouped per channel: `keyGroup` consecutive tokens of one channel;
/// groups start at token 0. Values are grouped per token: `valueGroup` consecutive channels of one token; with
/// `valueGroup` 0 per channel, as keys are: `keyGroup` consecutive tokens of one channel, coded with the keys of the
/// same tokens. What is in full precision, with T tokens held: of the keys the last T mod `residual`, since a tail that
/// has reached `residual` tokens is encoded as one block; of the values, however they are grouped, the last min(T,
/// residual), since one token more encodes the oldest of them. The prompt is encoded after its own attention, a new
/// token after the attention of its step. Under a policy that evicts, tokens are counted in the order in which they are
/// held.
///
/// The engine rounds scale and minimum to `scaleType` for storage and attends over code * scale + minimum with the
/// rounded ones; the codec never sees what it stored.
///
/// Threads: every call comes from the inference thread, under InferenceMode. Exceptions end the run with a sentence.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/report.h"

namespace kvw::sdk {

enum class ScaleType : std::uint8_t { F16, F32 };

/// Checked by the host against the model: bits 1 to 8, keyGroup at least 1, valueGroup 0 or a divisor of head_dim,
/// residual a multiple of keyGroup, at least one.
struct CodecLayout {
    std::int64_t bits = 2;         ///< per code: codes are 0 ... 2^bits - 1, packed
    std::int64_t keyGroup = 32;    ///< tokens of one channel that share scale and minimum
    std::int64_t valueGroup = 32;  ///< channels of one token that share scale and minimum; 0: per channel, see above
    std::int64_t residual = 128;   ///< tokens of the full-precision tail, see above
    ScaleType scaleType = ScaleType::F16;
};

struct EncodedGroups {
    at::Tensor codes;    ///< [n, group] uint8, below 2^bits
    at::Tensor scale;    ///< [n] f32 as computed; at least 0
    at::Tensor minimum;  ///< [n] f32 as computed
};

class Codec {
 public:
    virtual ~Codec() = default;
    /// Constant for the life of the object.
    [[nodiscard]] virtual CodecLayout layout() const = 0;
    virtual void begin(const RunInfo& /*run*/) {}
    /// x [n, group] f32, one group per row, keys and values alike (group is keyGroup or valueGroup, keyGroup where that
    /// is 0). Every row is encoded on its own: the same row gives the same codes in any company.
    [[nodiscard]] virtual EncodedGroups encode(const at::Tensor& x) = 0;
    [[nodiscard]] virtual Report report() const { return {}; }
    /// An independent copy of the whole state (fork).
    [[nodiscard]] virtual std::unique_ptr<Codec> clone() const = 0;
};

}  // namespace kvw::sdk
