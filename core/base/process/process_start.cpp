// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/process_start.h"

#include <fmt/format.h>

#include <fstream>

namespace kvw {

std::string processStart(long pid) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    std::string text;
    std::getline(file, text, '\0');
    const auto name = text.rfind(')');  // the name before it may contain spaces
    if (name == std::string::npos) {
        return {};
    }
    std::size_t begin = name + 2;
    if (begin >= text.size() || text[begin] == 'Z' || text[begin] == 'X') {
        return {};  // a zombie: it has ended, but its parent has not waited for it
    }
    for (int field = 3; field < 22 && begin != 0; ++field) {
        begin = text.find(' ', begin) + 1;
    }
    return begin == 0 ? std::string() : text.substr(begin, text.find(' ', begin) - begin);
}

}  // namespace kvw
