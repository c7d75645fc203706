// SPDX-License-Identifier: Apache-2.0
/// How much longer a test waits under a sanitizer, which makes it up to ten times as slow.
#pragma once

namespace kvw::tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSanitizerSlowness = 5;
#else
inline constexpr int kSanitizerSlowness = 1;
#endif

}  // namespace kvw::tests
