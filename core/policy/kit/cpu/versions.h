// SPDX-License-Identifier: Apache-2.0
/// KVW_VERSIONS before a function compiles it for several instruction sets, of which the processor's is chosen at load
/// time; for loops over memory that gain from wider vectors. All versions give the same results: no fused products, and
/// sums in the order of the code.
#pragma once

// Sanitizers have not started when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KVW_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define KVW_VERSIONS
#endif
