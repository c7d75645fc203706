// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementwise.h"

#include <algorithm>
#include <cmath>

#include "kernels/variant/table.h"

namespace kvw {

void rmsNorm(const float* x, const float* weight, float epsilon, float* out, std::size_t count) {
    activeKernels().rmsNorm(x, weight, epsilon, out, count);
}

void siluMultiply(float* gate, const float* up, std::size_t count) {
    activeKernels().siluMultiply(gate, up, count);
}

void layerNorm(const float* x, const float* weight, const float* bias, float epsilon, float* out, std::size_t count) {
    activeKernels().layerNorm(x, weight, bias, epsilon, out, count);
}

void geluMultiply(Gelu form, float* gate, const float* up, std::size_t count) {
    activeKernels().gelu(gate, up, count, form == Gelu::Exact);
}

void softCap(float* row, float cap, std::size_t count) {
    activeKernels().softCap(row, cap, count);
}

void addTo(float* x, const float* y, std::size_t count) {
    activeKernels().addTo(x, y, count);
}

void rotate(float* head, const float* cosines, const float* sines, std::size_t rotaryDim, bool halfSplit) {
    activeKernels().rotate(head, cosines, sines, rotaryDim, halfSplit);
}

void softmaxPrefix(float* row, std::size_t visible, std::size_t count) {
    activeKernels().softmaxPrefix(row, 1.0F, visible, count, nullptr);
}

LogitStatistics logitStatistics(const float* logits, std::size_t count) {
    LogitStatistics result;
    if (count > 0) {
        activeKernels().logitStatistics(logits, count, &result);
    }
    return result;
}

double klDivergence(const float* full, const float* other, std::size_t count) {
    if (count == 0) {
        return 0;
    }
    const double fullMax = *std::max_element(full, full + count);
    const double otherMax = *std::max_element(other, other + count);
    double fullSum = 0;
    double otherSum = 0;
    double weighted = 0;  // sum of exp(f) * (f - o), each minus its maximum
    for (std::size_t i = 0; i < count; ++i) {
        const double f = full[i] - fullMax;
        const double o = other[i] - otherMax;
        const double e = std::exp(f);
        fullSum += e;
        otherSum += std::exp(o);
        if (e > 0) {
            weighted += e * (f - o);
        }
    }
    return std::max(0.0, weighted / fullSum - std::log(fullSum) + std::log(otherSum));
}

}  // namespace kvw
