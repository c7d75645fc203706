// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "core/model/config.h"

namespace kvw {

const char* toText(RopeScaling scaling) noexcept {
    switch (scaling) {
        case RopeScaling::None:
            return "default";
        case RopeScaling::Linear:
            return "linear";
        case RopeScaling::Llama3:
            return "llama3";
    }
    return "";
}

std::vector<float> RopeConfig::inverseFrequencies(std::int64_t headDim) const {
    std::vector<float> frequencies;
    frequencies.reserve(static_cast<std::size_t>(headDim / 2));
    for (std::int64_t i = 0; i < headDim / 2; ++i) {
        // The exponent is an f32 quotient and the power an f32 in the reference library; f64 power rounded once is
        // within an ulp of it.
        const float exponent = static_cast<float>(2 * i) / static_cast<float>(headDim);
        const float plain = 1.0F / static_cast<float>(std::pow(theta, static_cast<double>(exponent)));
        double f = static_cast<double>(plain);
        if (scaling == RopeScaling::Linear) {
            f /= factor;
        } else if (scaling == RopeScaling::Llama3) {
            const double wavelength = 2 * std::numbers::pi / f;
            if (wavelength > originalContext / lowFrequencyFactor) {
                f /= factor;
            } else if (wavelength >= originalContext / highFrequencyFactor) {
                const double s =
                    (originalContext / wavelength - lowFrequencyFactor) / (highFrequencyFactor - lowFrequencyFactor);
                f = (1 - s) * f / factor + s * f;
            }
        }
        frequencies.push_back(static_cast<float>(f));
    }
    return frequencies;
}

}  // namespace kvw
