// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/config.h"

namespace kvw {

namespace {

/// Returns the llama3-scaled frequency: divided by the factor for long waves, unchanged for short ones, interpolated
/// between them.
double llama3(const RopeConfig& rope, double f) {
    const double wavelength = 2 * std::numbers::pi / f;
    if (wavelength > rope.originalContext / rope.lowFrequencyFactor) {
        return f / rope.factor;
    }
    if (wavelength < rope.originalContext / rope.highFrequencyFactor) {
        return f;
    }
    const double s = (rope.originalContext / wavelength - rope.lowFrequencyFactor) /
                     (rope.highFrequencyFactor - rope.lowFrequencyFactor);
    return (1 - s) * f / rope.factor + s * f;
}

/// YaRN: share of stretching of each pair, 0 to 1, a linear ramp between the pairs that complete betaFast and betaSlow
/// rotations within the original context.
class YarnRamp {
 public:
    YarnRamp(const RopeConfig& rope, std::int64_t dim) {
        const auto pairThatTurns = [&](double turns) {
            return static_cast<double>(dim) * std::log(rope.originalContext / (turns * 2 * std::numbers::pi)) /
                   (2 * std::log(rope.theta));
        };
        double low = pairThatTurns(rope.betaFast);
        double high = pairThatTurns(rope.betaSlow);
        if (rope.truncate) {
            low = std::floor(low);
            high = std::ceil(high);
        }
        low = std::max(low, 0.0);
        high = std::min(high, static_cast<double>(dim - 1));
        high += low == high ? 0.001 : 0.0;
        m_low = static_cast<float>(low);
        m_width = static_cast<float>(high - low);
    }
    [[nodiscard]] float operator()(std::int64_t pair) const {
        return std::clamp((static_cast<float>(pair) - m_low) / m_width, 0.0F, 1.0F);
    }

 private:
    float m_low = 0, m_width = 1;
};

}  // namespace

const char* toText(RopeScaling scaling) noexcept {
    constexpr const char* kNames[] = {"default", "linear", "llama3", "yarn", "longrope", "dynamic"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(RopeScaling::Dynamic) + 1);
    return kNames[static_cast<std::size_t>(scaling)];
}

std::vector<float> RopeConfig::inverseFrequencies(std::int64_t rotaryDim, std::int64_t tokens) const {
    std::vector<float> frequencies;
    frequencies.reserve(static_cast<std::size_t>(rotaryDim / 2));
    const YarnRamp ramp(*this, rotaryDim);
    const bool isLong = static_cast<double>(tokens) > originalContext;
    for (std::int64_t i = 0; i < rotaryDim / 2; ++i) {
        // In the reference library exponent and power are f32; an f64 power rounded once is within an ulp of that.
        const float exponent = static_cast<float>(2 * i) / static_cast<float>(rotaryDim);
        const auto power = static_cast<float>(std::pow(theta, static_cast<double>(exponent)));
        const float plain = 1.0F / power;
        switch (scaling) {
            case RopeScaling::None:
            case RopeScaling::Dynamic:
                frequencies.push_back(plain);
                break;
            case RopeScaling::Linear:
                frequencies.push_back(static_cast<float>(static_cast<double>(plain) / factor));
                break;
            case RopeScaling::Llama3:
                frequencies.push_back(static_cast<float>(llama3(*this, static_cast<double>(plain))));
                break;
            case RopeScaling::Yarn: {
                const float kept = 1 - ramp(i);
                const float stretched = 1.0F / (static_cast<float>(factor) * power);
                frequencies.push_back(stretched * (1 - kept) + plain * kept);
                break;
            }
            case RopeScaling::LongRope: {
                const auto pair = static_cast<std::size_t>(i);
                const auto by = static_cast<float>(isLong ? longFactors[pair] : shortFactors[pair]);
                frequencies.push_back(1.0F / (by * power));
                break;
            }
        }
    }
    return frequencies;
}

}  // namespace kvw
