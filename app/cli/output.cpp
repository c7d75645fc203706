// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include <fcntl.h>
#include <unistd.h>

#include "core/policy/host/plugin_calls.h"

namespace kvw::cli {
namespace {

std::FILE* g_output = stdout;

}  // namespace

void redirectStdout() {
    constexpr int kFirst = 3;
    const int own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kFirst);
    std::FILE* file = own < 0 ? nullptr : fdopen(own, "w");
    if (file != nullptr) {
        g_output = file;
        dup2(STDERR_FILENO, STDOUT_FILENO);
    } else if (std::FILE* full = own < 0 ? std::fopen("/dev/full", "w") : nullptr) {
        g_output = full;  // standard output was closed, so printing must fail
    }
    holdStandardStreams();
}

std::FILE* output() noexcept {
    return g_output;
}

std::vector<std::string> withOutputNamed(std::vector<std::string> arguments) {
    for (std::string& argument : arguments) {
        const auto value = argument.starts_with("--") ? argument.find('=') + 1 : 0;
        for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
            if (argument.substr(value) == name) {
                argument.replace(value, std::string::npos, "/dev/fd/" + std::to_string(fileno(g_output)));
                break;
            }
        }
    }
    return arguments;
}

}  // namespace kvw::cli
