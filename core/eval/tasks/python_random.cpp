// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/python_random.h"

#include <bit>
#include <cassert>

namespace kvw::eval {

PythonRandom::PythonRandom(std::uint32_t seed) {
    m_state[0] = 19650218;
    for (std::uint32_t i = 1; i < kNumbers; ++i) {
        m_state[i] = 1812433253U * (m_state[i - 1] ^ (m_state[i - 1] >> 30)) + i;
    }
    std::size_t at = 1;
    const auto advance = [&] {
        if (++at == kNumbers) {
            m_state[0] = m_state[kNumbers - 1];
            at = 1;
        }
    };
    const auto mixed = [&](std::uint32_t factor) {
        return m_state[at] ^ ((m_state[at - 1] ^ (m_state[at - 1] >> 30)) * factor);
    };
    for (std::size_t i = 0; i < kNumbers; ++i) {
        m_state[at] = mixed(1664525U) + seed;
        advance();
    }
    for (std::size_t i = 0; i + 1 < kNumbers; ++i) {
        m_state[at] = mixed(1566083941U) - static_cast<std::uint32_t>(at);
        advance();
    }
    m_state[0] = 0x80000000U;
}

std::uint32_t PythonRandom::bits() {
    if (m_at == kNumbers) {
        constexpr std::size_t kAhead = 397;
        for (std::size_t i = 0; i < kNumbers; ++i) {
            const std::uint32_t joined = (m_state[i] & 0x80000000U) | (m_state[(i + 1) % kNumbers] & 0x7FFFFFFFU);
            m_state[i] = m_state[(i + kAhead) % kNumbers] ^ (joined >> 1) ^ ((joined & 1U) != 0 ? 0x9908B0DFU : 0U);
        }
        m_at = 0;
    }
    std::uint32_t number = m_state[m_at++];
    number ^= number >> 11;
    number ^= (number << 7) & 0x9D2C5680U;
    number ^= (number << 15) & 0xEFC60000U;
    return number ^ (number >> 18);
}

std::size_t PythonRandom::below(std::size_t count) {
    assert(count > 0 && count <= UINT32_MAX);
    const auto unused = static_cast<std::uint32_t>(std::countl_zero(static_cast<std::uint32_t>(count)));
    std::uint32_t number = bits() >> unused;
    while (number >= count) {
        number = bits() >> unused;
    }
    return number;
}

}  // namespace kvw::eval
