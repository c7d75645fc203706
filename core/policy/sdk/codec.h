// SPDX-License-Identifier: Apache-2.0
/// Storage codec: stores older keys and values as codes in groups, value = code * scale + minimum; the newest ones stay
/// in full precision.
///
/// Keys (as attention uses them, after rotation) are grouped per channel: a group is `keyGroup` consecutive tokens of
/// one channel; groups start at token 0. Values are grouped per token: a group is `valueGroup` consecutive channels of
/// one token. With `valueGroup` 0, values are grouped per channel like keys and coded together with the keys of the
/// same tokens.
///
/// Full-precision tail with T tokens held: for keys, the last T mod `residual`, because a tail that has reached
/// `residual` tokens is encoded as one block; for values, in either grouping, the last min(T, residual), because each
/// further token causes the oldest of them to be encoded. The prompt is encoded after its own attention, a new token
/// after the attention of its step. Under a policy that evicts, tokens are counted in the order in which they are held.
///
/// The engine rounds scale and minimum to `scaleType` for storage and attends over code * scale + minimum with the
/// rounded numbers; the codec never sees what it stored.
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

/// Numbers that fix the stored form. The host checks them against the model: bits 1 to 8, keyGroup at least 1,
/// valueGroup 0 or a divisor of head_dim, residual a positive multiple of keyGroup.
struct CodecLayout {
    std::int64_t bits = 2;         ///< bits per code; codes are 0 ... 2^bits - 1, packed
    std::int64_t keyGroup = 32;    ///< tokens of one channel that share scale and minimum
    std::int64_t valueGroup = 32;  ///< channels of one token that share scale and minimum; 0: like keys, see above
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
    /// Encodes x [n, group] f32, one group per row; `group` is keyGroup for keys and valueGroup for values (keyGroup if
    /// that is 0). A row must give the same codes whatever other rows are in `x`.
    [[nodiscard]] virtual EncodedGroups encode(const at::Tensor& x) = 0;
    [[nodiscard]] virtual Report report() const { return {}; }
    /// Returns an independent copy of the whole state, for a fork.
    [[nodiscard]] virtual std::unique_ptr<Codec> clone() const = 0;
};

}  // namespace kvw::sdk
