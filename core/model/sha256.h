// SPDX-License-Identifier: Apache-2.0
/// SHA-256, for identities of files that do not depend on paths. Source: FIPS 180-4.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kvw {

/// Thread: one at a time.
class Sha256 {
 public:
    void update(std::span<const std::byte> bytes);
    void update(std::string_view text);
    /// 64 lower-case hex digits; the object must not be used afterwards.
    [[nodiscard]] std::string finish();

 private:
    void block(const std::uint8_t* data);

    std::array<std::uint32_t, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> m_buffer{};
    std::size_t m_filled = 0;
    std::uint64_t m_length = 0;
};

[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace kvw
