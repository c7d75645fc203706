// SPDX-License-Identifier: Apache-2.0
/// Wraps a codec: every call returns a Result, and answers are checked before they are stored.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/policy/host/loading/first_calls.h"
#include "core/policy/sdk/codec.h"

namespace kvw {

/// Has the calls of sdk::Codec; see there. Thread: inference thread only.
class GuardedCodec {
 public:
    /// `who` is id and version, e.g. "kivi 1.0.0".
    GuardedCodec(std::unique_ptr<sdk::Codec> codec, std::string who);

    /// Marks calls from here on until they have returned once (first_calls.h).
    void watch(FirstCalls calls) { m_codec.setCalls(std::move(calls)); }

    [[nodiscard]] const std::string& who() const noexcept { return m_who; }

    /// Returns the layout, checked against the width of the model's heads.
    [[nodiscard]] Result<sdk::CodecLayout> layout(std::int64_t headDim) const;
    [[nodiscard]] Result<void> begin(const sdk::RunInfo& run);
    /// Returns groups that are contiguous, in CPU memory, and of the right types and shapes.
    [[nodiscard]] Result<sdk::EncodedGroups> encode(const at::Tensor& x);
    [[nodiscard]] Result<sdk::Report> report() const;
    [[nodiscard]] Result<GuardedCodec> clone() const;

 private:
    PluginObject<sdk::Codec> m_codec;
    std::string m_who;
};

}  // namespace kvw
