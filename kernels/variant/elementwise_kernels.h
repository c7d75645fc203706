// SPDX-License-Identifier: Apache-2.0
/// Row operations over the lanes of one variant; included after its lanes header.
#pragma once

#include "kernels/variant/activations.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

/// Calls body(first, 16) for whole vectors and, if there is a rest, body(first, count) once more with count < 16.
template <class Body>
KVW_LANES void overVectors(std::size_t count, const Body& body) {
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        body(i, kLanes);
    }
    if (i < count) {
        body(i, count - i);
    }
}

KVW_LANES F loadUpTo(const float* p, std::size_t count) {
    return count == kLanes ? load(p) : loadFirst(p, count);
}

KVW_LANES void storeUpTo(float* p, F a, std::size_t count) {
    if (count == kLanes) {
        store(p, a);
    } else {
        storeFirst(p, a, count);
    }
}

KVW_LANES std::uint32_t firstBits(std::size_t count) {
    return (1U << count) - 1U;
}

void rmsNormRow(const float* x, const float* weight, float epsilon, float* out, std::size_t count) {
    D squares = zeroDouble();
    overVectors(count, [&](std::size_t i, std::size_t n) {
        const F v = loadUpTo(x + i, n);
        squares = addWide(squares, v * v);
    });
    const double mean = sumOf(squares) / static_cast<double>(count);
    const F factor = broadcast(static_cast<float>(1.0 / __builtin_sqrt(mean + static_cast<double>(epsilon))));
    overVectors(count, [&](std::size_t i, std::size_t n) {
        storeUpTo(out + i, loadUpTo(x + i, n) * factor * loadUpTo(weight + i, n), n);
    });
}

void siluMultiplyRow(float* gate, const float* up, std::size_t count) {
    overVectors(count, [&](std::size_t i, std::size_t n) {
        const F g = loadUpTo(gate + i, n);
        const F silu = g / (broadcast(1) + expOf(broadcast(0) - g));
        storeUpTo(gate + i, silu * loadUpTo(up + i, n), n);
    });
}

void layerNormRow(const float* x, const float* weight, const float* bias, float epsilon, float* out,
                  std::size_t count) {
    D sum = zeroDouble();
    overVectors(count, [&](std::size_t i, std::size_t n) { sum = addWide(sum, loadUpTo(x + i, n)); });
    const F mean = broadcast(static_cast<float>(sumOf(sum) / static_cast<double>(count)));
    D squares = zeroDouble();
    overVectors(count, [&](std::size_t i, std::size_t n) {
        const F v = keep(loadUpTo(x + i, n) - mean, firstBits(n), 0);
        squares = addWide(squares, v * v);
    });
    const double variance = sumOf(squares) / static_cast<double>(count);
    const F factor = broadcast(static_cast<float>(1.0 / __builtin_sqrt(variance + static_cast<double>(epsilon))));
    overVectors(count, [&](std::size_t i, std::size_t n) {
        const F scaled = (loadUpTo(x + i, n) - mean) * factor * loadUpTo(weight + i, n);
        storeUpTo(out + i, scaled + loadUpTo(bias + i, n), n);
    });
}

template <class Of>
void geluRowOf(float* x, const float* up, std::size_t count, const Of& of) {
    overVectors(count, [&](std::size_t i, std::size_t n) {
        const F y = of(loadUpTo(x + i, n));
        storeUpTo(x + i, up == nullptr ? y : y * loadUpTo(up + i, n), n);
    });
}

void geluRow(float* x, const float* up, std::size_t count, bool exact) {
    if (exact) {
        geluRowOf(x, up, count, [](F v) { return geluOf(v); });
    } else {
        geluRowOf(x, up, count, [](F v) { return geluTanhOf(v); });
    }
}

void softCapRow(float* row, float cap, std::size_t count) {
    const F width = broadcast(cap);
    overVectors(count,
                [&](std::size_t i, std::size_t n) { storeUpTo(row + i, cappedOf(loadUpTo(row + i, n), width), n); });
}

void addToRow(float* x, const float* y, std::size_t count) {
    overVectors(count,
                [&](std::size_t i, std::size_t n) { storeUpTo(x + i, loadUpTo(x + i, n) + loadUpTo(y + i, n), n); });
}

void rotateHead(float* head, const float* cosines, const float* sines, std::size_t rotaryDim, bool halfSplit) {
    const std::size_t planes = rotaryDim / 2;
    if (halfSplit) {
        overVectors(planes, [&](std::size_t i, std::size_t n) {
            const F x = loadUpTo(head + i, n);
            const F y = loadUpTo(head + planes + i, n);
            const F cosine = loadUpTo(cosines + i, n);
            const F sine = loadUpTo(sines + i, n);
            storeUpTo(head + i, x * cosine - y * sine, n);
            storeUpTo(head + planes + i, y * cosine + x * sine, n);
        });
        return;
    }
    for (std::size_t i = 0; i < planes; ++i) {
        const float x = head[2 * i];
        const float y = head[2 * i + 1];
        head[2 * i] = x * cosines[i] - y * sines[i];
        head[2 * i + 1] = y * cosines[i] + x * sines[i];
    }
}

float maxOfRow(const float* row, std::size_t count) {
    F most = broadcast(-__builtin_inff());
    overVectors(count, [&](std::size_t i, std::size_t n) {
        most = larger(most, keep(loadUpTo(row + i, n), firstBits(n), -__builtin_inff()));
    });
    return maxOf(most);
}

void softmaxPrefixRow(float* row, float scale, std::size_t visible, std::size_t count, const float* sink) {
    F most = broadcast(sink != nullptr ? *sink : -__builtin_inff());
    const F factor = broadcast(scale);
    overVectors(visible, [&](std::size_t i, std::size_t n) {
        const F scaled = loadUpTo(row + i, n) * factor;
        storeUpTo(row + i, scaled, n);
        most = larger(most, keep(scaled, firstBits(n), -__builtin_inff()));
    });
    const float highest = maxOf(most);
    const F top = broadcast(highest);
    F sum = broadcast(0);
    overVectors(visible, [&](std::size_t i, std::size_t n) {
        const F e = expOf(loadUpTo(row + i, n) - top);
        storeUpTo(row + i, e, n);
        sum = sum + keep(e, firstBits(n), 0);
    });
    const F share = broadcast(1.0F / (sumOf(sum) + weightOfSink(sink, highest)));
    overVectors(visible, [&](std::size_t i, std::size_t n) { storeUpTo(row + i, loadUpTo(row + i, n) * share, n); });
    overVectors(count - visible, [&](std::size_t i, std::size_t n) { storeUpTo(row + visible + i, broadcast(0), n); });
}

void logitStatisticsRow(const float* logits, std::size_t count, LogitStatistics* result) {
    const float most = maxOfRow(logits, count);
    D sum = zeroDouble();
    D weighted = zeroDouble();
    overVectors(count, [&](std::size_t i, std::size_t n) {
        // A logit of -infinity has weight 0; the floor keeps 0 * infinity out of the entropy.
        const F difference = larger(broadcast(-1000.0F), loadUpTo(logits + i, n) - broadcast(most));
        const F e = keep(expOf(difference), firstBits(n), 0);
        sum = addWide(sum, e);
        weighted = addWide(weighted, e * difference);
    });
    const double logSum = __builtin_log(sumOf(sum));
    const double entropy = logSum - sumOf(weighted) / sumOf(sum);
    result->logSumExp = static_cast<double>(most) + logSum;
    result->entropy = entropy > 0 ? entropy : 0;
    std::size_t argMax = 0;
    while (argMax + 1 < count && logits[argMax] < most) {
        ++argMax;
    }
    result->argMax = argMax;
}

}  // namespace
}  // namespace kvw
