// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/model_rope.h"

#include <fmt/format.h>

namespace kvw {

bool sameRope(const RopeConfig& rope, std::int64_t a, std::int64_t b) noexcept {
    const auto beyond = [&](std::int64_t tokens) { return static_cast<double>(tokens) > rope.originalContext; };
    return rope.scaling != RopeScaling::LongRope || beyond(a) == beyond(b);
}

std::shared_ptr<RopeTables> ropeTables(const ModelConfig& config, std::int64_t tokens) {
    auto tables = std::make_shared<RopeTables>(config.rope.inverseFrequencies(config.rotaryDim(), tokens), true);
    if (!config.secondaryRopeLayers.empty()) {
        // Layers without rotation have angles of 0, which change no bit.
        const std::vector<float> still(static_cast<std::size_t>(config.rotaryDim() / 2));
        tables->setLocal(
            config.secondaryRope ? config.secondaryRope->inverseFrequencies(config.rotaryDim(), tokens) : still,
            config.secondaryRopeLayers);
    }
    return tables;
}

Result<void> checkRope(const RopeConfig& rope, std::int64_t tokens, bool cacheRank) {
    if (rope.scaling != RopeScaling::Dynamic) {
        return {};
    }
    if (cacheRank) {
        return fail(Code::BadUsage, "--positions",
                    "this model's RoPE has dynamic scaling: its frequencies follow the length of the text, which is "
                    "not known from ranks in a cache",
                    "cache-rank", "original");
    }
    if (static_cast<double>(tokens) > rope.originalContext) {
        return fail(Code::BadUsage, "the run",
                    "this model's RoPE has dynamic scaling: beyond its original context every further token would "
                    "rotate all keys again",
                    phrase("%1 tokens", tokens), phrase("at most %1", fmt::format("{:.0f}", rope.originalContext)));
    }
    return {};
}

}  // namespace kvw
