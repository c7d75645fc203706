// SPDX-License-Identifier: Apache-2.0
/// Tools of a handler of a fatal signal: a line for standard error, and a stack of its own.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace kvw {

/// Line for standard error, built without allocation: safe in a signal handler.
class SafeLine {
 public:
    SafeLine& add(std::string_view text) noexcept {
        const std::size_t count = std::min(text.size(), m_text.size() - m_size);
        std::memcpy(m_text.data() + m_size, text.data(), count);
        m_size += count;
        return *this;
    }
    SafeLine& add(std::int64_t number) noexcept {
        std::array<char, 24> digits{};
        std::size_t at = digits.size();
        std::uint64_t rest = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
        do {
            digits[--at] = static_cast<char>('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (number < 0) {
            digits[--at] = '-';
        }
        return add({digits.data() + at, digits.size() - at});
    }
    void write() const noexcept {
        if (::write(STDERR_FILENO, m_text.data(), m_size) < 0) {
            // There is nowhere to report a failure.
        }
    }

 private:
    std::array<char, 1024> m_text{};
    std::size_t m_size = 0;
};

/// Stack for the signal handler, for a plugin that has overflowed the normal one.
class AlternateStack {
 public:
    AlternateStack() {
        stack_t now{};
        if (::sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE) != 0) {
            m_memory = std::make_unique<std::byte[]>(kSize);
            stack_t mine{};
            mine.ss_sp = m_memory.get();
            mine.ss_size = kSize;
            ::sigaltstack(&mine, nullptr);
        }
    }
    ~AlternateStack() {
        if (m_memory != nullptr) {
            stack_t none{};
            none.ss_flags = SS_DISABLE;
            ::sigaltstack(&none, nullptr);
        }
    }
    AlternateStack(const AlternateStack&) = delete;
    AlternateStack& operator=(const AlternateStack&) = delete;

 private:
    static constexpr std::size_t kSize = 65536;
    std::unique_ptr<std::byte[]> m_memory;
};

}  // namespace kvw
