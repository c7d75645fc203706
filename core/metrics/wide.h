// SPDX-License-Identifier: Apache-2.0
/// Loops that are compiled once for each width of vectors.
#pragma once

/// Before a function: it is compiled for several instruction sets, and the best one that the processor has runs. All
/// give the same bits, because products are not fused (-ffp-contract=off). Sanitizers do not support the choice, which
/// the loader makes before they start.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define KVW_WIDE __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define KVW_WIDE
#endif
