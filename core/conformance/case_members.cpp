// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/case_members.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/short_text.h"

namespace kvw {

using json = nlohmann::json;

const json* CaseMembers::at(const char* path) const {
    const json::json_pointer pointer(path);
    return m_file.contains(pointer) && !m_file.at(pointer).is_null() ? &m_file.at(pointer) : nullptr;
}

void CaseMembers::refuse(const char* path, const json& found, std::string expected) {
    constexpr std::size_t kShown = 60;
    if (m_checked) {
        m_checked =
            fail(Code::BadInput, m_where, fmt::format("the member {} is wrong", path),
                 shortText(found.dump(-1, ' ', false, json::error_handler_t::replace), kShown), std::move(expected));
    }
}

std::int64_t CaseMembers::whole(const char* path, std::int64_t otherwise) {
    const json* found = at(path);
    if (found != nullptr && !found->is_number_integer()) {
        refuse(path, *found, "an integer");
        return otherwise;
    }
    return found != nullptr ? found->get<std::int64_t>() : otherwise;
}

double CaseMembers::number(const char* path, double otherwise) {
    const json* found = at(path);
    if (found != nullptr && !found->is_number()) {
        refuse(path, *found, "a number");
        return otherwise;
    }
    return found != nullptr ? found->get<double>() : otherwise;
}

std::string CaseMembers::word(const char* path, std::initializer_list<const char*> words) {
    const json* found = at(path);
    if (found == nullptr) {
        return *words.begin();
    }
    if (std::find(words.begin(), words.end(), *found) == words.end()) {
        refuse(path, *found, fmt::format("one of {}", fmt::join(words, ", ")));
        return *words.begin();
    }
    return found->get<std::string>();
}

bool CaseMembers::has(const char* path) {
    const json* found = at(path);
    if (found != nullptr && !found->is_object()) {
        refuse(path, *found, "an object");
        return false;
    }
    return found != nullptr;
}

}  // namespace kvw
