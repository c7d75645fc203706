// SPDX-License-Identifier: Apache-2.0
#include "core/decode/bench_load.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/proc_bytes.h"
#include "core/decode/decoder.h"
#include "core/decode/stopwatch.h"

namespace kvw {
namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20U;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Starts the peak of resident memory anew.
void resetPeak() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

/// Touches and frees as much memory as the next measurement will take: a virtual machine's host gives a page its memory
/// at the first touch, and that must not fall on one of the two only.
void warmMemory(std::size_t bytes) {
    void* target = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (target != MAP_FAILED) {
        madvise(target, bytes, MADV_HUGEPAGE);
        std::memset(target, 1, bytes);
        munmap(target, bytes);
    }
}

/// The whole file, mapped anew, to fresh memory.
bool copyFile(const std::filesystem::path& path, int threads) {
    const auto file = MappedFile::open(path);
    if (!file || file->bytes().empty()) {
        return static_cast<bool>(file);
    }
    const auto bytes = file->bytes();
    void* target = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (target == MAP_FAILED) {
        return false;
    }
    madvise(target, bytes.size(), MADV_HUGEPAGE);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t begin = next.fetch_add(kPiece); begin < bytes.size(); begin = next.fetch_add(kPiece)) {
            const auto piece = bytes.subspan(begin, std::min(kPiece, bytes.size() - begin));
            std::memcpy(static_cast<std::byte*>(target) + begin, piece.data(), piece.size());
        }
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads; ++i) {
        helpers.emplace_back(work);
    }
    work();
    for (std::thread& helper : helpers) {
        helper.join();
    }
    munmap(target, bytes.size());
    return true;
}

}  // namespace

Result<nlohmann::ordered_json> benchLoad(const std::filesystem::path& model, std::int64_t rounds) {
    std::vector<double> loads, copies, ratios, peaks;
    std::size_t fileBytes = 0, weightBytes = 0;
    for (std::int64_t round = 0; round < std::max<std::int64_t>(rounds, 1); ++round) {
        const auto files = ModelFiles::open(model);
        if (!files) {
            return tl::unexpected(files.error());
        }
        warmMemory(static_cast<std::size_t>(files->info().weightBytes));
        resetPeak();
        const std::int64_t before = procBytes("/proc/self/status", "VmRSS");
        const Stopwatch loading;
        auto decoder = loadDecoder(*files, {});
        const double load = loading.ms() / 1e3;
        if (!decoder) {
            return tl::unexpected(decoder.error());
        }
        weightBytes = (*decoder)->weightBytes();
        peaks.push_back(static_cast<double>(procBytes("/proc/self/status", "VmHWM") - before) /
                        static_cast<double>(weightBytes));
        decoder->reset();

        fileBytes = 0;
        warmMemory(static_cast<std::size_t>(files->info().weightBytes));
        const Stopwatch copying;
        for (const auto& file : files->weights().files()) {
            fileBytes += file->bytes().size();
            if (!copyFile(file->path(), loadThreads())) {
                return fail(Code::OutOfMemory, file->path().string(), "there is no memory for a copy of the file");
            }
        }
        const double copy = copying.ms() / 1e3;
        loads.push_back(load);
        copies.push_back(copy);
        ratios.push_back(copy / load);
    }
    const double bytes = static_cast<double>(fileBytes);
    return nlohmann::ordered_json{{"file_bytes", fileBytes},
                                  {"weight_bytes", weightBytes},
                                  {"threads", loadThreads()},
                                  {"load_s", median(loads)},
                                  {"load_gb_per_s", bytes / median(loads) / 1e9},
                                  {"copy_gb_per_s", bytes / median(copies) / 1e9},
                                  {"load_over_copy_speed", median(ratios)},
                                  {"peak_over_weights", median(peaks)}};
}

}  // namespace kvw
