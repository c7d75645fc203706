// SPDX-License-Identifier: Apache-2.0
#include "core/base/process/proc_bytes.h"

#include <fstream>

namespace kvw {

std::int64_t procBytes(const std::string& file, const std::string& name) {
    std::ifstream lines(file);
    std::string word;
    while (lines >> word) {
        if (word == name + ":") {
            std::int64_t kilobytes = 0;
            lines >> kilobytes;
            return kilobytes * 1024;
        }
    }
    return 0;
}

}  // namespace kvw
