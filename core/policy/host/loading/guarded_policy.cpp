// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/guarded_policy.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "core/policy/host/loading/guard.h"
#include "core/policy/host/loading/missing_tensors.h"

namespace kvw {

Phrase GuardedPolicy::at(const sdk::Observation& layer) {
    setNewest(layer.seen - 1);
    return phrase("%1, layer %2, step %3", who(), layer.firstLayer, newest());
}

Result<sdk::Needs> GuardedPolicy::needs() const {
    return called(FirstCalls::Call::Other, "needs", who(), [&] { return object().needs(); });
}

Result<bool> GuardedPolicy::acceptsStreaming() const {
    return called(FirstCalls::Call::Other, "acceptsStreaming", who(), [&] { return object().acceptsStreaming(); });
}

Result<sdk::Protection> GuardedPolicy::protection() const {
    return called(FirstCalls::Call::Other, "protection", now(), [&] { return object().protection(); });
}

template <class Call>
auto GuardedPolicy::show(const Phrase& where, const sdk::Observation& seen, const Call& call)
    -> Result<std::invoke_result_t<Call, sdk::Policy&, const sdk::Observation&>> {
    auto done = guarded(where, Consequence::None, [&] { return call(object(), seen); });
    if (!done) {
        Error error = std::move(done.error());
        if (error.code == Code::Policy) {
            const auto again = [&call](sdk::Policy& copy, const sdk::Observation& shown) {
                static_cast<void>(call(copy, shown));
            };
            const Phrase missing = missingTensors(object(), m_shape, seen, error.what, m_python, again);
            error.what = missing.empty() ? error.what : phrase("%1 (%2)", missing, error.what);
        }
        error.what = withConsequence(std::move(error.what));
        return tl::unexpected(std::move(error));
    }
    return done;
}

Result<void> GuardedPolicy::begin(const sdk::RunInfo& run) {
    m_shape = run.shape;
    return GuardedObject::begin(run);
}

Result<void> GuardedPolicy::observeRows(const sdk::Observation& layer, std::int64_t firstRow) {
    const Phrase where = at(layer);
    const FirstCalls::Running call(calls(), FirstCalls::Call::Rows, "observeRows", newest());
    return show(where, layer,
                [firstRow](sdk::Policy& policy, const sdk::Observation& seen) { policy.observeRows(seen, firstRow); });
}

Result<sdk::Edits> GuardedPolicy::prefillLayer(const sdk::Observation& layer) {
    const Phrase where = at(layer);
    const FirstCalls::Running call(calls(), FirstCalls::Call::Layer, "prefillLayer", newest());
    return show(where, layer,
                [](sdk::Policy& policy, const sdk::Observation& seen) { return policy.prefillLayer(seen); });
}

Result<sdk::Edits> GuardedPolicy::prefillEnd() {
    return called(FirstCalls::Call::End, "prefillEnd", phrase("%1, after the prompt", now()),
                  [&] { return object().prefillEnd(); });
}

Result<sdk::Edits> GuardedPolicy::step(const sdk::Observation& all) {
    setNewest(all.seen - 1);
    const FirstCalls::Running call(calls(), FirstCalls::Call::Step, "step", newest());
    return show(now(), all, [](sdk::Policy& policy, const sdk::Observation& seen) { return policy.step(seen); });
}

Result<std::optional<sdk::StepRule>> GuardedPolicy::stepRule() const {
    const auto* policy = dynamic_cast<const sdk::RulePolicy*>(&object());
    if (policy == nullptr) {
        return std::optional<sdk::StepRule>();
    }
    return called(FirstCalls::Call::Other, "stepRule", now(), [&] { return policy->stepRule(); });
}

Result<void> GuardedPolicy::ruleFollowed(const sdk::StepOutcome& outcome) {
    setNewest(outcome.seen - 1);
    return called(FirstCalls::Call::Other, "ruleFollowed", now(),
                  [&] { dynamic_cast<sdk::RulePolicy&>(object()).ruleFollowed(outcome); });
}

Result<GuardedPolicy> GuardedPolicy::clone() const {
    KVW_TRY_ASSIGN(auto copy, copied());
    GuardedPolicy result(std::move(copy), m_python);
    result.m_shape = m_shape;
    return result;
}

namespace {

constexpr std::int64_t kMostBits = 8;

}  // namespace

Result<sdk::CodecLayout> GuardedCodec::layout(std::int64_t headDim) const {
    KVW_TRY_ASSIGN(auto layout, called(FirstCalls::Call::Other, "layout", who(), [&] { return object().layout(); }));
    if (layout.bits < 1 || layout.bits > kMostBits) {
        return fail(Code::Policy, who(), "codes of this width cannot be stored", phrase("%1 bits", layout.bits),
                    phrase("%1 to %2 bits", 1, kMostBits));
    }
    if (layout.valueGroup < 0 || (layout.valueGroup > 0 && headDim % layout.valueGroup != 0)) {
        return fail(Code::BadUsage, who(), "the group does not divide the width of a head",
                    phrase("groups of %1", layout.valueGroup), phrase("a divisor of %1", headDim));
    }
    if (layout.keyGroup < 1 || layout.residual < layout.keyGroup || layout.residual % layout.keyGroup != 0) {
        return fail(Code::BadUsage, who(), "the residual is not a multiple of the group of tokens",
                    phrase("%1 tokens in groups of %2", layout.residual, layout.keyGroup),
                    "a residual of one group or several");
    }
    return layout;
}

Result<sdk::EncodedGroups> GuardedCodec::encode(const at::Tensor& x) {
    KVW_TRY_ASSIGN(auto encoded, called(FirstCalls::Call::Step, "encode", phrase("%1, while encoding", who()),
                                        [&] { return object().encode(x); }));
    const auto is = [&](const at::Tensor& tensor, at::ScalarType type, at::IntArrayRef sizes) {
        return tensor.defined() && tensor.scalar_type() == type && tensor.sizes() == sizes;
    };
    if (!is(encoded.codes, at::kByte, x.sizes()) || !is(encoded.scale, at::kFloat, {x.size(0)}) ||
        !is(encoded.minimum, at::kFloat, {x.size(0)})) {
        return fail(Code::Policy, who(),
                    withConsequence(phrase("codes must be uint8 [%1], scale and minimum f32 [%2]",
                                           fmt::format("{}, {}", x.size(0), x.size(1)), x.size(0))));
    }
    encoded.codes = encoded.codes.to(at::kCPU).contiguous();
    encoded.scale = encoded.scale.to(at::kCPU).contiguous();
    encoded.minimum = encoded.minimum.to(at::kCPU).contiguous();
    return encoded;
}

}  // namespace kvw
