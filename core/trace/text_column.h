// SPDX-License-Identifier: Apache-2.0
/// Column of short texts (pieces of tokens) as plain data, so that it leaves memory like other long columns.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/trace/columns.h"

namespace kvw::trace {

/// Texts of up to 15 bytes in place; the few longer ones are in a second column. Threads as for AppendColumn; views
/// given to readers stay valid as long as the column.
class TextColumn {
 public:
    /// Appends a text. Writer only. Throws std::bad_alloc; then nothing was appended.
    void append(std::string_view text) {
        Text kept;
        if (text.size() <= kept.bytes.size()) {
            kept.size = static_cast<std::uint8_t>(text.size());
            text.copy(kept.bytes.data(), text.size());
        } else {
            const std::uint64_t at = m_long.size();
            kept.size = kLong;
            std::memcpy(kept.bytes.data(), &at, sizeof at);
            m_long.append(std::string(text));
        }
        m_texts.append(kept);
    }
    /// Writer only.
    [[nodiscard]] std::size_t size() const noexcept { return m_texts.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept {
        const Text& kept = m_texts[index];
        if (kept.size != kLong) {
            return {kept.bytes.data(), kept.size};
        }
        std::uint64_t at = 0;
        std::memcpy(&at, kept.bytes.data(), sizeof at);
        return m_long[at];
    }

 private:
    static constexpr std::uint8_t kLong = 255;
    struct Text {
        std::array<char, 15> bytes{};  ///< index in m_long of a long text
        std::uint8_t size = 0;
    };
    AppendColumn<Text> m_texts;
    AppendColumn<std::string> m_long;
};

}  // namespace kvw::trace
