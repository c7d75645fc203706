// SPDX-License-Identifier: Apache-2.0
/// KVW_VERSIONS before a function: compiled several times, and the processor chooses; for loops over memory that gain
/// from wider vectors. Same results on all of them: no fused products, and the order of sums is the code's.
#pragma once

// Sanitizers have not started when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KVW_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define KVW_VERSIONS
#endif
