// SPDX-License-Identifier: Apache-2.0
/// Selects the instruction set that the kernels use.
///
/// The choice is one atomic pointer to a table of functions, set on first use: the best set that the processor has, or
/// the one that KVW_ISA=portable|avx2|avx512|avx512vnni|amx names. It is process-wide on purpose: two lanes on
/// different sets would not be comparable.
#pragma once

#include <string>

namespace kvw {

/// Avx512Vnni is Avx512 with products of integers for quantised weights, Amx is that with products in tiles for
/// prompts.
enum class Isa { Portable, Avx2, Avx512, Avx512Vnni, Amx };

/// Returns "portable", "avx2", "avx512", "avx512vnni" or "amx".
[[nodiscard]] const char* isaName(Isa isa) noexcept;
/// Returns true if the set is compiled in and supported by this processor and the operating system.
[[nodiscard]] bool isaAvailable(Isa isa) noexcept;
/// Returns the name of the set in use, for manifests and benchmarks, because results differ in bits between sets.
/// Thread: any.
[[nodiscard]] const char* activeIsa() noexcept;
/// Switches all kernels; returns false and changes nothing if the set is not available. For tests and benchmarks.
/// Thread: any, while no kernel runs.
bool selectIsa(Isa isa) noexcept;
/// Returns a sentence if KVW_ISA names an unknown or unavailable set, so that the best available one is used; else "".
[[nodiscard]] std::string isaWarning();

}  // namespace kvw
