// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <new>

namespace kvw {

struct Sha256::State {
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
};

Sha256::Sha256() : m_state(std::make_unique<State>()) {
    // These calls fail only without memory.
    if (!m_state->context || EVP_DigestInit_ex(m_state->context.get(), EVP_sha256(), nullptr) != 1) {
        throw std::bad_alloc();
    }
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::span<const std::byte> bytes) {
    EVP_DigestUpdate(m_state->context.get(), bytes.data(), bytes.size());
}

void Sha256::update(std::string_view text) {
    update(std::as_bytes(std::span(text.data(), text.size())));
}

std::string Sha256::finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(m_state->context.get(), sum.data(), &length);
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text += "0123456789abcdef"[sum[i] >> 4U];
        text += "0123456789abcdef"[sum[i] & 15U];
    }
    return text;
}

std::string sha256(std::string_view text) {
    Sha256 hash;
    hash.update(text);
    return hash.finish();
}

}  // namespace kvw
