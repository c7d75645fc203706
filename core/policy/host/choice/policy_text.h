// SPDX-License-Identifier: Apache-2.0
/// Finds the end of the parts of a policy text: `policy@codec/setting/change`.
#pragma once

#include <string>

namespace kvw {

/// Returns the position of the slash before the next setting or change, at or after `from`; npos: there is none. A
/// slash before a digit belongs to a list of integers ("sizes=512/256").
[[nodiscard]] inline std::size_t nextChange(const std::string& text, std::size_t from) {
    std::size_t slash = text.find('/', from);
    while (slash != std::string::npos && slash + 1 < text.size() && text[slash + 1] >= '0' && text[slash + 1] <= '9') {
        slash = text.find('/', slash + 1);
    }
    return slash;
}

}  // namespace kvw
