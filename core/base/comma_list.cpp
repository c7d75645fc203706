// SPDX-License-Identifier: Apache-2.0
#include "core/base/comma_list.h"


namespace kvw {

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> splitAt(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<std::string> commaList(std::string_view text) {
    std::vector<std::string> parts = splitAt(text, ',');
    for (std::string& part : parts) {
        part = std::string(trimmed(part, " \t"));
    }
    std::erase(parts, std::string());
    return parts;
}

}  // namespace kvw
