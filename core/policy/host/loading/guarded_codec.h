// SPDX-License-Identifier: Apache-2.0
/// Wraps a codec: every call returns a Result, and answers are checked before they are stored.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/policy/host/loading/guarded_object.h"
#include "core/policy/sdk/codec.h"

namespace kvw {

/// Has the calls of sdk::Codec; see there. Thread: inference thread only.
class GuardedCodec : public GuardedObject<sdk::Codec> {
 public:
    /// `who` is id and version, e.g. "kivi 1.0.0".
    GuardedCodec(std::unique_ptr<sdk::Codec> codec, std::string who)
        : GuardedObject(std::move(codec), std::move(who)) {}

    /// Returns the layout, checked against the width of the model's heads.
    [[nodiscard]] Result<sdk::CodecLayout> layout(std::int64_t headDim) const;
    /// Returns groups that are contiguous, in CPU memory, and of the right types and shapes.
    [[nodiscard]] Result<sdk::EncodedGroups> encode(const at::Tensor& x);
    [[nodiscard]] Result<GuardedCodec> clone() const {
        KVW_TRY_ASSIGN(auto copy, copied());
        return GuardedCodec(std::move(copy));
    }

 private:
    explicit GuardedCodec(GuardedObject object) : GuardedObject(std::move(object)) {}
};

}  // namespace kvw
