// SPDX-License-Identifier: Apache-2.0
#include "kernels/isa.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <array>
#include <atomic>
#include <cstdlib>
#include <string_view>

#include "kernels/variant/bf16_products.h"
#include "kernels/variant/integer_products.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

constexpr std::array kBestFirst{Isa::Amx, Isa::Avx512Vnni, Isa::Avx512, Isa::Avx2, Isa::Portable};

std::atomic<const KernelTable*> activeTable{nullptr};

std::string_view requestedName() noexcept {
    const char* name = std::getenv("KVW_ISA");
    return name == nullptr ? std::string_view{} : std::string_view{name};
}

const KernelTable* tableOf(Isa isa) noexcept {
#ifdef KVW_KERNELS_X86
    if (isa == Isa::Amx) {
        return &kAmxKernels;
    }
    if (isa == Isa::Avx512Vnni) {
        return &kAvx512VnniKernels;
    }
    if (isa == Isa::Avx512) {
        return &kAvx512Kernels;
    }
    if (isa == Isa::Avx2) {
        return &kAvx2Kernels;
    }
#endif
    return isa == Isa::Portable ? &kPortableKernels : nullptr;
}

Isa bestAvailable() noexcept {
    for (const Isa isa : kBestFirst) {
        if (isaAvailable(isa)) {
            return isa;
        }
    }
    return Isa::Portable;
}

Isa initialIsa() noexcept {
    for (const Isa isa : kBestFirst) {
        if (requestedName() == isaName(isa) && isaAvailable(isa)) {
            return isa;
        }
    }
    return bestAvailable();
}

}  // namespace

const char* isaName(Isa isa) noexcept {
    switch (isa) {
        case Isa::Amx:
            return "amx";
        case Isa::Avx512Vnni:
            return "avx512vnni";
        case Isa::Avx512:
            return "avx512";
        case Isa::Avx2:
            return "avx2";
        case Isa::Portable:
            break;
    }
    return "portable";
}

#ifdef KVW_KERNELS_X86
namespace {

/// Returns true if the processor has F16C, which Clang 14 does not know by name.
bool hasF16c() noexcept {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

/// Returns true if the processor has AMX for bf16 and Linux lets this process use its tiles. The permission is asked
/// for once and holds for all threads.
bool hasAmx() noexcept {
#ifdef __linux__
    constexpr unsigned kAmxBf16 = 1U << 22U, kAmxTile = 1U << 24U;
    constexpr long kRequestPermission = 0x1023, kTileData = 18;  // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
    unsigned a = 0, b = 0, c = 0, d = 0;
    static const bool allowed = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & kAmxBf16) != 0 &&
                                (d & kAmxTile) != 0 && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
    return allowed;
#else
    return false;
#endif
}

}  // namespace
#endif

bool isaAvailable(Isa isa) noexcept {
#ifdef KVW_KERNELS_X86
    // These functions also check that the operating system saves the wide registers.
    if (isa == Isa::Amx) {
        return isaAvailable(Isa::Avx512Vnni) && __builtin_cpu_supports("avx512bf16") != 0 && hasAmx();
    }
    if (isa == Isa::Avx512Vnni) {
        return isaAvailable(Isa::Avx512) && __builtin_cpu_supports("avx512vnni") != 0;
    }
    if (isa == Isa::Avx512) {
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
               __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
               __builtin_cpu_supports("fma") != 0 && hasF16c();
    }
    if (isa == Isa::Avx2) {
        return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && hasF16c();
    }
#endif
    return isa == Isa::Portable;
}

const KernelTable& activeKernels() noexcept {
    const KernelTable* table = activeTable.load(std::memory_order_acquire);
    if (table == nullptr) {
        // Threads that race here compute the same answer; a table that selectIsa has stored meanwhile wins.
        const KernelTable* initial = tableOf(initialIsa());
        if (activeTable.compare_exchange_strong(table, initial, std::memory_order_acq_rel)) {
            table = initial;
        }
    }
    return *table;
}

const Bf16Products* activeBf16Products() noexcept {
#ifdef KVW_KERNELS_X86
    if (__builtin_cpu_supports("avx512bf16") != 0) {
        return activeKernels().bf16;
    }
#endif
    return nullptr;
}

const char* activeIsa() noexcept {
    const KernelTable* table = &activeKernels();
    for (const Isa isa : kBestFirst) {
        if (tableOf(isa) == table) {
            return isaName(isa);
        }
    }
    return isaName(Isa::Portable);
}

bool selectIsa(Isa isa) noexcept {
    if (!isaAvailable(isa)) {
        return false;
    }
    activeTable.store(tableOf(isa), std::memory_order_release);
    return true;
}

std::string isaWarning() {
    const std::string_view requested = requestedName();
    if (requested.empty()) {
        return {};
    }
    for (const Isa isa : kBestFirst) {
        if (requested == isaName(isa)) {
            return isaAvailable(isa) ? std::string{}
                                     : "KVW_ISA=" + std::string(requested) + " is not supported by this processor; " +
                                           isaName(bestAvailable()) + " is used.";
        }
    }
    return "KVW_ISA=" + std::string(requested) + " is not known (portable, avx2, avx512, avx512vnni, amx); " +
           isaName(bestAvailable()) + " is used.";
}

}  // namespace kvw
