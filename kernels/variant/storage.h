// SPDX-License-Identifier: Apache-2.0
/// Storage types of the kernels as distinct C++ types.
///
/// Everything in this folder but table.h has internal linkage (unnamed namespaces): each variant file compiles its own
/// copy with its own instruction set, and the linker must not merge them. For the same reason these headers use no
/// inline functions of the standard library.
#pragma once

#include <cstddef>
#include <cstdint>

#define KVW_LANES [[maybe_unused, gnu::always_inline]] static inline
#define KVW_MEMBER [[gnu::always_inline]] inline
#define KVW_INLINE __attribute__((always_inline))  // placed after the parameters of a lambda
#ifdef __SANITIZE_ADDRESS__
#define KVW_UNROLL(times)  // with the sanitizer's checks, unrolled loops take minutes to compile
#else
#define KVW_PRAGMA(text) _Pragma(#text)
#define KVW_UNROLL(times) KVW_PRAGMA(GCC unroll times)
#endif

namespace kvw {
namespace {

/// Number of lanes of the only vector type, `F`, on every instruction set.
constexpr std::size_t kLanes = 16;

struct Bf16 {
    std::uint16_t bits;
};
struct Half {
    std::uint16_t bits;
};
/// Sixteen small numbers, before they are widened to the lanes of an F.
typedef std::uint8_t Bytes __attribute__((vector_size(16)));

}  // namespace
}  // namespace kvw
