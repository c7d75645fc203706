// SPDX-License-Identifier: Apache-2.0
/// A column of short texts (pieces of tokens) that is plain data, and so leaves memory as other long columns do.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/trace/columns.h"

namespace kvw::trace {

/// One writer, many readers, as AppendColumn; what a reader is given stays valid as long as the column. The few texts
/// of more than 15 bytes lie beside it.
class TextColumn {
 public:
    /// Writer. Throws std::bad_alloc, and then nothing was appended.
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
    /// Writer.
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
        std::array<char, 15> bytes{};  ///< of a long one: its index
        std::uint8_t size = 0;
    };
    AppendColumn<Text> m_texts;
    AppendColumn<std::string> m_long;
};

}  // namespace kvw::trace
