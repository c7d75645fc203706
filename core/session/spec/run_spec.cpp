// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_spec.h"

namespace kvw {
namespace {

constexpr std::string_view kPooledMaps = "maps:";

}  // namespace

std::string captureText(const RunSpec& spec) {
    const std::string level = toText(spec.capture);
    return spec.capture == Capture::Maps && spec.pooling.on() ? std::string(kPooledMaps) + toText(spec.pooling) : level;
}

bool setCapture(std::string_view text, RunSpec& spec) {
    if (poolsMaps(text)) {
        const std::string_view words = text.substr(kPooledMaps.size());
        if (words.empty() || !fromText(words, spec.pooling)) {
            return false;
        }
        spec.capture = Capture::Maps;
        return true;
    }
    if (!fromText(text, spec.capture)) {
        return false;
    }
    spec.pooling = {};
    return true;
}

bool poolsMaps(std::string_view capture) noexcept {
    return capture.starts_with(kPooledMaps);
}

}  // namespace kvw
