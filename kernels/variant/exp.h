// SPDX-License-Identifier: Apache-2.0
/// exp over lanes; included after a variant's lanes header.
#pragma once

#include "kernels/variant/storage.h"

namespace kvw {
namespace {

/// Returns e^x to about 1 ulp; 0 at -infinity, infinity above 88.73, NaN at NaN.
/// Source: n = round(x / ln 2), r = x - n ln 2 in two parts, polynomial of degree 7 in r (coefficients of SLEEF's
/// expf, 1.0 ulp).
KVW_LANES F expOf(F x) {
    x = larger(broadcast(-110.0F), x);
    x = smaller(broadcast(100.0F), x);
    const F n = roundNearest(x * broadcast(1.442695040888963407F));
    F r = fma(n, broadcast(-0.693145751953125F), x);
    r = fma(n, broadcast(-1.428606765330187045e-06F), r);
    F u = broadcast(0.000198527617612853646278381F);
    u = fma(u, r, broadcast(0.00139304355252534151077271F));
    u = fma(u, r, broadcast(0.00833336077630519866943359F));
    u = fma(u, r, broadcast(0.0416664853692054748535156F));
    u = fma(u, r, broadcast(0.166666671633720397949219F));
    u = fma(u, r, broadcast(0.5F));
    u = fma(r * r, u, r) + broadcast(1.0F);
    return scaleByPower(u, n);
}

/// Returns the term that a learned sink (Scoring::sinks; null: none) adds to the sum of a row's exponentials; `highest`
/// is the largest score, that of the sink included.
float weightOfSink(const float* sink, float highest) {
    return sink == nullptr
               ? 0.0F
               : static_cast<float>(__builtin_exp(static_cast<double>(*sink) - static_cast<double>(highest)));
}

}  // namespace
}  // namespace kvw
