// SPDX-License-Identifier: Apache-2.0
/// Settings that the tests of cake share.
#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "tests/plugins/check.h"

namespace kvw::test {

using Values = std::map<std::string, sdk::Value>;

inline Choice cake(const Values& values) {
    Choice choice;
    choice.policy = {"cake", values};
    return choice;
}

inline Values settings(std::int64_t capacity, std::int64_t window, std::int64_t kernel, Values more = {}) {
    more.insert({{"capacity", capacity}, {"window", window}, {"kernel", kernel}});
    return more;
}

/// One of the sentences contains this part.
inline bool says(const std::vector<std::string>& sentences, const std::string& part) {
    return std::any_of(sentences.begin(), sentences.end(),
                       [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; });
}

inline std::int64_t whole(std::mt19937_64& random, std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(last - first + 1));
}

}  // namespace kvw::test
