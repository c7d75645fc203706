// SPDX-License-Identifier: Apache-2.0
/// tanh, erf and the activation functions made of them, over lanes; included after a variant's lanes header.
#pragma once

#include "kernels/variant/exp.h"

namespace kvw {
namespace {

/// Returns tanh x to about 2 ulp. Source: Cephes, tanhf: a polynomial in x^2 below 0.625, else 1 - 2 / (e^2x + 1).
KVW_LANES F tanhOf(F x) {
    const F size = larger(x, broadcast(0) - x);
    const F square = x * x;
    F u = broadcast(-5.70498872745e-3F);
    u = fma(u, square, broadcast(2.06390887954e-2F));
    u = fma(u, square, broadcast(-5.37397155531e-2F));
    u = fma(u, square, broadcast(1.33314422036e-1F));
    u = fma(u, square, broadcast(-3.33332819422e-1F));
    const F near = fma(u * square, x, x);
    const F far = broadcast(1) - broadcast(2) / (expOf(size + size) + broadcast(1));
    return whereLess(size, broadcast(0.625F), near, whereLess(x, broadcast(0), broadcast(0) - far, far));
}

/// Returns erf x to about 2 ulp. Source: minimax polynomials for both sides of 475/512, N. Juffa 2016; 1 - e^(-p(|x|))
/// on the far side.
KVW_LANES F erfOf(F x) {
    const F size = larger(x, broadcast(0) - x);
    const F square = x * x;
    F n = broadcast(-5.96761703e-4F);
    n = fma(n, square, broadcast(4.99119423e-3F));
    n = fma(n, square, broadcast(-2.67681349e-2F));
    n = fma(n, square, broadcast(1.12819925e-1F));
    n = fma(n, square, broadcast(-3.76125336e-1F));
    n = fma(n, square, broadcast(1.28379166e-1F));
    // Beyond 4, erf is 1 in f32; the polynomial does not hold far beyond.
    const F t = smaller(size, broadcast(4.0F));
    F f = fma(broadcast(-1.72853470e-5F), t, broadcast(3.83197126e-4F));
    f = fma(f, t * t, fma(broadcast(-3.88396438e-3F), t, broadcast(2.42546219e-2F)));
    f = fma(f, t, broadcast(-1.06777877e-1F));
    f = fma(f, t, broadcast(-6.34846687e-1F));
    f = fma(f, t, broadcast(-1.28717512e-1F));
    const F far = broadcast(1) - expOf(fma(f, t, broadcast(0) - t));
    return whereLess(size, broadcast(0.927734375F), fma(n, x, x), whereLess(x, broadcast(0), broadcast(0) - far, far));
}

/// Returns GELU, x Phi(x). Source: Hendrycks & Gimpel 2016, GELU, section 2.
KVW_LANES F geluOf(F x) {
    return x * broadcast(0.5F) * (broadcast(1) + erfOf(x * broadcast(0.707106781186547524F)));
}

/// Returns the tanh form of GELU; 0.5 (1 + tanh u) is 1 / (1 + e^-2u), which loses no digits where tanh is near -1.
KVW_LANES F geluTanhOf(F x) {
    const F cubic = fma(x * x * broadcast(0.044715F), x, x);
    return x / (broadcast(1) + expOf(cubic * broadcast(-2 * 0.797884560802865356F)));
}

/// Returns cap * tanh(x / cap); -infinity stays -infinity.
KVW_LANES F cappedOf(F x, F cap) {
    return whereLess(x, broadcast(-3e38F), x, cap * tanhOf(x / cap));
}

}  // namespace
}  // namespace kvw
