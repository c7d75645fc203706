// SPDX-License-Identifier: Apache-2.0
/// Wraps policies and codecs: every call returns a Result, an exception becomes a sentence with plugin, layer
/// and step, and answers are checked before they are used.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/error.h"
#include "core/policy/host/loading/guarded_object.h"
#include "core/policy/sdk/codec.h"
#include "core/policy/sdk/policy.h"
#include "core/policy/sdk/rule_policy.h"

namespace kvw {

/// Has the calls of sdk::Policy; see there. "step" in the sentences is the index of the newest token of the latest
/// observation. Thread: inference thread only.
class GuardedPolicy : public GuardedObject<sdk::Policy> {
 public:
    /// `who` is id and version, e.g. "snapkv 1.0.0". `python`: the names of the SDK are spelt as in Python.
    GuardedPolicy(std::unique_ptr<sdk::Policy> policy, std::string who, bool python = false)
        : GuardedObject(std::move(policy), std::move(who)), m_python(python) {}

    [[nodiscard]] Result<sdk::Needs> needs() const;
    [[nodiscard]] Result<bool> acceptsStreaming() const;
    [[nodiscard]] Result<sdk::Protection> protection() const;

    [[nodiscard]] Result<void> begin(const sdk::RunInfo& run);
    [[nodiscard]] Result<void> observeRows(const sdk::Observation& layer, std::int64_t firstRow);
    [[nodiscard]] Result<sdk::Edits> prefillLayer(const sdk::Observation& layer);
    [[nodiscard]] Result<sdk::Edits> prefillEnd();
    [[nodiscard]] Result<sdk::Edits> step(const sdk::Observation& all);
    /// Calls of sdk::RulePolicy. Any other policy has no rule.
    [[nodiscard]] Result<std::optional<sdk::StepRule>> stepRule() const;
    Result<void> ruleFollowed(const sdk::StepOutcome& outcome);

    [[nodiscard]] Result<GuardedPolicy> clone() const;

 private:
    GuardedPolicy(GuardedObject object, bool python) : GuardedObject(std::move(object)), m_python(python) {}
    [[nodiscard]] Phrase at(const sdk::Observation& layer);
    /// Makes a call that gets an observation. The error also names a tensor that was used but not asked for.
    template <class Call>
    auto show(const Phrase& where, const sdk::Observation& seen, const Call& call)
        -> Result<std::invoke_result_t<Call, sdk::Policy&, const sdk::Observation&>>;

    bool m_python;
    sdk::ModelShape m_shape;  ///< of the run
};

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
