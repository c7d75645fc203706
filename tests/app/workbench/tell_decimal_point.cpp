// SPDX-License-Identifier: GPL-3.0-or-later
/// Preloaded into a program: writes its decimal point into the file KVW_DECIMAL_POINT when it ends, also where it ends
/// by the system call itself (kvw::endProcess).
#include <dlfcn.h>
#include <sys/syscall.h>

#include <clocale>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {

void tell() {
    const char* file = std::getenv("KVW_DECIMAL_POINT");
    std::FILE* out = file == nullptr ? nullptr : std::fopen(file, "w");
    if (out != nullptr) {
        std::fputs(std::localeconv()->decimal_point, out);
        std::fclose(out);
    }
}

struct Teller {
    ~Teller() { tell(); }
};

const Teller kTeller{};

}  // namespace

extern "C" long syscall(long number, ...) noexcept {
    using Call = long (*)(long, long, long, long, long, long, long);
    static const auto next = reinterpret_cast<Call>(dlsym(RTLD_NEXT, "syscall"));
    if (number == SYS_exit_group) {
        tell();
    }
    std::va_list list;
    va_start(list, number);
    long words[6];
    for (long& word : words) {
        word = va_arg(list, long);
    }
    va_end(list);
    return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
