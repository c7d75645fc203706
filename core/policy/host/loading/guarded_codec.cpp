// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/guarded_codec.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "core/policy/host/loading/guard.h"

namespace kvw {

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
