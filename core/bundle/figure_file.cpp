// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/figure_file.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/base/files/sha256.h"

namespace kvw::figures {

namespace {

/// Longest stem: of the 255 bytes that names have on common file systems, the lane's prefix, the ending and the suffix
/// of a temporary file need some.
constexpr std::size_t kLongest = 150;
constexpr std::size_t kDigits = 12;
constexpr std::size_t kLongestPolicy = 100;

}  // namespace

std::string fileStem(const std::string& id) {
    if (id.size() <= kLongest) {
        return id;
    }
    const std::size_t room = kLongest - kDigits - 1, dash = id.rfind('-', room);
    const std::size_t head = dash == std::string::npos || dash < room / 2 ? room : dash;
    return id.substr(0, head) + '-' + sha256(id).substr(0, kDigits);
}

std::string laneStem(std::int32_t lane, const std::string& policyId) {
    std::string name;
    for (const char c : policyId) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '+' || c == '.';
        name += plain ? c : '_';
    }
    return fmt::format("{}-{}", lane, name.empty() ? "policy" : name.substr(0, kLongestPolicy));
}

}  // namespace kvw::figures
