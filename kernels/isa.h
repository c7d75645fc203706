// SPDX-License-Identifier: Apache-2.0
/// Which instruction set the kernels run on.
///
/// The choice is one atomic pointer to a table of functions, set on first use: the best set the processor has, or what
/// KVW_ISA=portable|avx2|avx512 names. It is process-wide on purpose: two lanes on different sets would not be
/// comparable.
#pragma once

#include <string>

namespace kvw {

enum class Isa { Portable, Avx2, Avx512 };

/// "portable", "avx2" or "avx512".
[[nodiscard]] const char* isaName(Isa isa) noexcept;
/// Compiled in and supported by this processor (and its operating system).
[[nodiscard]] bool isaAvailable(Isa isa) noexcept;
/// The name of the set in use; for manifests and benches: bits differ between sets. Thread: any.
[[nodiscard]] const char* activeIsa() noexcept;
/// Switches all kernels; false (and no change) if not available. For tests and benches. Thread: while no kernel runs.
bool selectIsa(Isa isa) noexcept;
/// A sentence when KVW_ISA names something unknown or unavailable, so that the best available set is used; else "".
[[nodiscard]] std::string isaWarning();

}  // namespace kvw
