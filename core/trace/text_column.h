// SPDX-License-Identifier: Apache-2.0
/// Columns of texts: of short ones (pieces of tokens) as plain data, so that it leaves memory like other long columns,
/// and of texts that come again and again.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
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

/// Texts that are stored once each. Threads as for AppendColumn.
class UniqueTexts {
 public:
    /// Returns the index of the text, which is appended if it is new. Writer only.
    [[nodiscard]] std::uint32_t placeOf(const std::string& text) {
        auto place = m_places.find(text);
        if (place == m_places.end()) {
            m_texts.append(text);
            place = m_places.emplace(text, static_cast<std::uint32_t>(m_texts.size() - 1)).first;
        }
        return place->second;
    }
    [[nodiscard]] const std::string& operator[](std::size_t index) const noexcept { return m_texts[index]; }

 private:
    AppendColumn<std::string> m_texts;
    std::map<std::string, std::uint32_t, std::less<>> m_places;  ///< writer only
};

}  // namespace kvw::trace
