// SPDX-License-Identifier: GPL-3.0-or-later
/// Preloaded into a program: writes its decimal point into the file KVW_DECIMAL_POINT when it ends.
#include <clocale>
#include <cstdio>
#include <cstdlib>

namespace {

struct Teller {
    ~Teller() {
        const char* file = std::getenv("KVW_DECIMAL_POINT");
        std::FILE* out = file == nullptr ? nullptr : std::fopen(file, "w");
        if (out != nullptr) {
            std::fputs(std::localeconv()->decimal_point, out);
            std::fclose(out);
        }
    }
};

const Teller kTeller{};

}  // namespace
