// SPDX-License-Identifier: Apache-2.0
#include "core/base/comma_list.h"

#include <algorithm>

namespace kvw {

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
    constexpr std::string_view kBlank = " \t";
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        if (const std::size_t first = part.find_first_not_of(kBlank); first != std::string_view::npos) {
            parts.emplace_back(part.substr(first, part.find_last_not_of(kBlank) - first + 1));
        }
        begin = end + 1;
    }
    return parts;
}

}  // namespace kvw
