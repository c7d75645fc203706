// SPDX-License-Identifier: Apache-2.0
// kvw-gpu-check: runs every check on the GPU and on the emulated device, and compares the bits of their results.
// Arguments: parts of names of checks; none: all.
#include <cstdio>
#include <cstring>

#include "kernels/cuda/check/fixture.h"
#include "kernels/cuda/check/open_library.h"

using namespace kvw::device;

namespace {

bool isAsked(const char* name, int count, char** words) {
    for (int i = 1; i < count; ++i) {
        if (std::strstr(name, words[i]) != nullptr) {
            return true;
        }
    }
    return count < 2;
}

}  // namespace

int main(int count, char** words) {
    std::string why;
    const auto gpu = check::openDevice("kvw_cuda", why);
    if (gpu == nullptr) {
        std::fprintf(stderr, "kvw-gpu-check: no GPU: %s\n", why.c_str());
        return 2;
    }
    const auto emulated = check::openDevice("kvw_emulated", why);
    if (emulated == nullptr) {
        std::fprintf(stderr, "kvw-gpu-check: no emulated device: %s\n", why.c_str());
        return 2;
    }
    const Info& info = gpu->info();
    std::printf("%s, compute capability %d.%d, %s\n", info.name, info.major, info.minor, info.driver);
    int failed = 0;
    for (const check::Check& one : check::allChecks()) {
        if (!isAsked(one.name, count, words)) {
            continue;
        }
        const check::Outcome there = one.run(*gpu), here = one.run(*emulated);
        std::size_t different = there.bits.size() == here.bits.size() ? 0 : there.bits.size();
        for (std::size_t i = 0; i < here.bits.size() && i < there.bits.size(); ++i) {
            different += there.bits[i] != here.bits[i] ? 1 : 0;
        }
        const bool good = there.failure.empty() && different == 0;
        failed += good ? 0 : 1;
        std::printf("%-32s %s  error %.1e, %zu of %zu words differ from the emulation%s%s\n", one.name,
                    good ? "ok    " : "FAILED", there.worst, different, here.bits.size(),
                    there.failure.empty() ? "" : ": ", there.failure.c_str());
    }
    std::printf(failed == 0 ? "all ok\n" : "%d checks failed\n", failed);
    return failed == 0 ? 0 : 1;
}
