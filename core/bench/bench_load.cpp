// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/process/proc_bytes.h"
#include "core/base/stopwatch.h"
#include "core/model/families/decoder/decoder.h"

namespace kvw {
namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20U;

/// Resets the peak of resident memory.
void resetPeak() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

/// Touches and frees as much memory as the next measurement will take: a virtual machine's host gives a page its memory
/// at the first touch, and only one of the measurements would pay for that.
void warmMemory(std::size_t bytes) {
    void* target = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (target != MAP_FAILED) {
        madvise(target, bytes, MADV_HUGEPAGE);
        std::memset(target, 1, bytes);
        munmap(target, bytes);
    }
}

/// Ways to get a file into memory without reading its format.
enum class Way { Map, Read };

/// Copies the whole file, mapped anew or read, with `threads` threads to huge pages that were not touched before.
bool copyFile(const std::filesystem::path& path, int threads, Way way) {
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
    std::atomic<bool> good{true};
    const auto work = [&] {
        for (std::size_t begin = next.fetch_add(kPiece); begin < bytes.size(); begin = next.fetch_add(kPiece)) {
            const auto piece = bytes.subspan(begin, std::min(kPiece, bytes.size() - begin));
            std::byte* to = static_cast<std::byte*>(target) + begin;
            if (way == Way::Map) {
                std::memcpy(to, piece.data(), piece.size());
            } else if (!file->read(piece, to)) {
                good = false;
            }
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
    return good;
}

/// Time of an operation: wall clock, and processor time of all cores, which other programs disturb less.
struct Taken {
    double seconds = 0, cpuSeconds = 0;
};

double cpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class Meter {
 public:
    [[nodiscard]] Taken taken() const { return {m_watch.ms() / 1e3, cpuSeconds() - m_cpu}; }

 private:
    double m_cpu = cpuSeconds();
    Stopwatch m_watch;
};

Result<Taken> copyFiles(const ModelFiles& files, Way way) {
    warmMemory(static_cast<std::size_t>(files.info().weightBytes));
    const Meter copying;
    for (const auto& file : files.weights().files()) {
        if (!copyFile(file->path(), loadThreads(), way)) {
            return fail(Code::OutOfMemory, file->path().string(), "the file could not be copied into memory");
        }
    }
    return copying.taken();
}

}  // namespace

Result<nlohmann::ordered_json> benchLoad(const std::filesystem::path& model, std::int64_t rounds) {
    std::vector<double> loads, reads, maps, ratios, cpuRatios, peaks;
    std::size_t fileBytes = 0, weightBytes = 0;
    for (std::int64_t round = 0; round < std::max<std::int64_t>(rounds, 1); ++round) {
        KVW_TRY_ASSIGN(const auto files, ModelFiles::open(model));
        fileBytes = 0;
        for (const auto& file : files.weights().files()) {
            fileBytes += file->bytes().size();
        }
        warmMemory(static_cast<std::size_t>(files.info().weightBytes));
        resetPeak();
        const std::int64_t before = procBytes("/proc/self/status", "VmRSS");
        const Meter loading;
        auto decoder = loadDecoder(files, {});
        const Taken load = loading.taken();
        if (!decoder) {
            return tl::unexpected(decoder.error());
        }
        weightBytes = (*decoder)->weightBytes();
        peaks.push_back(static_cast<double>(procBytes("/proc/self/status", "VmHWM") - before) /
                        static_cast<double>(weightBytes));
        decoder->reset();
        KVW_TRY_ASSIGN(const auto map, copyFiles(files, Way::Map));
        KVW_TRY_ASSIGN(const auto read, copyFiles(files, Way::Read));
        loads.push_back(load.seconds);
        maps.push_back(map.seconds);
        reads.push_back(read.seconds);
        ratios.push_back(std::min(map.seconds, read.seconds) / load.seconds);
        cpuRatios.push_back(std::min(map.cpuSeconds, read.cpuSeconds) / load.cpuSeconds);
    }
    const auto speed = [&](double seconds) { return static_cast<double>(fileBytes) / seconds / 1e9; };
    const auto least = [](const std::vector<double>& values) {
        return *std::min_element(values.begin(), values.end());
    };
    return nlohmann::ordered_json{{"file_bytes", fileBytes},
                                  {"weight_bytes", weightBytes},
                                  {"threads", loadThreads()},
                                  {"load_s", median(loads)},
                                  {"load_gb_per_s", speed(median(loads))},
                                  {"read_gb_per_s", speed(median(reads))},
                                  {"map_gb_per_s", speed(median(maps))},
                                  {"load_over_faster_copy", median(ratios)},
                                  {"best_load_over_best_copy", std::min(least(maps), least(reads)) / least(loads)},
                                  {"load_over_faster_copy_cpu", median(cpuRatios)},
                                  {"peak_over_weights", median(peaks)}};
}

}  // namespace kvw
