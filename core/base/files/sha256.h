// SPDX-License-Identifier: Apache-2.0
/// SHA-256 for file identities that do not depend on paths. Source: FIPS 180-4, as implemented by OpenSSL, which uses
/// the processor's own instructions and hashes a gigabyte in about a second.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace kvw {

/// Thread: one at a time.
class Sha256 {
 public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void update(std::span<const std::byte> bytes);
    void update(std::string_view text);
    /// Returns 64 lower-case hex digits; the object must not be used afterwards.
    [[nodiscard]] std::string finish();

 private:
    struct State;
    std::unique_ptr<State> m_state;
};

[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace kvw
