// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/weight_reader.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "core/base/files/mapped_file.h"
#include "core/base/process/processor.h"
#include "core/model/weights/dequantize.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {
namespace {

/// Jobs ahead of a thread that the system is asked to read.
constexpr std::size_t kAhead = 8;
constexpr std::size_t kPieceBytes = std::size_t{512} << 10U;
/// More threads than this only wait for memory.
constexpr int kMostThreads = 8;

class Reader {
 public:
    Reader(std::vector<ReadJob> jobs, const LoadProgress& progress) : m_jobs(std::move(jobs)), m_progress(progress) {
        std::stable_sort(m_jobs.begin(), m_jobs.end(), [](const ReadJob& a, const ReadJob& b) {
            return a.view->file != b.view->file ? std::less<>()(a.view->file, b.view->file) : at(a) < at(b);
        });
        for (const ReadJob& job : m_jobs) {
            m_total += job.bytes();
        }
    }

    Result<std::vector<std::string>> run(int threads) {
        std::vector<std::thread> helpers;
        for (int i = 1; i < threads && static_cast<std::size_t>(i) < m_jobs.size(); ++i) {
            helpers.emplace_back([this] { work(false); });
        }
        work(true);
        for (std::thread& helper : helpers) {
            helper.join();
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        return std::vector<std::string>(m_notFinite.begin(), m_notFinite.end());
    }

 private:
    static std::span<const std::byte> stored(const ReadJob& job) {
        if (job.view->packed != nullptr) {
            return job.view->data;  // rows may lie across all of it
        }
        const std::size_t row = static_cast<std::size_t>(job.view->rowElements()) / blockElements(job.view->type) *
                                blockBytes(job.view->type);
        return job.view->data.subspan(static_cast<std::size_t>(job.firstRow) * row,
                                      static_cast<std::size_t>(job.rows) * row);
    }
    static const std::byte* at(const ReadJob& job) { return stored(job).data(); }

    void work(bool reports) {
        std::vector<std::byte> scratch, checked;
        try {
            while (!m_ended.load()) {
                const std::size_t index = m_next.fetch_add(1);
                if (index >= m_jobs.size()) {
                    break;
                }
                if (index + kAhead < m_jobs.size() && m_jobs[index + kAhead].view->file != nullptr) {
                    const ReadJob& later = m_jobs[index + kAhead];
                    later.view->file->willNeed(stored(later));
                }
                const ReadJob& job = m_jobs[index];
                if (auto done = perform(job, scratch, checked); !done) {
                    end(done.error());
                    break;
                }
                m_done += job.bytes();
                if (reports) {
                    report(job.view->name);
                }
            }
            // The other threads may still be reading.
            if (reports && !m_ended.load()) {
                report(m_jobs.empty() ? std::string() : m_jobs.back().view->name);
            }
        } catch (const std::exception& exception) {
            end({Code::Internal, "reading the weights failed", "model weights", {}, exception.what()});
        }
    }

    /// Reads in pieces that are still in the cache when they are checked for finite numbers.
    Result<void> perform(const ReadJob& job, std::vector<std::byte>& scratch, std::vector<std::byte>& checked) {
        const std::size_t rowBytes = job.bytes() / static_cast<std::size_t>(std::max<std::int64_t>(1, job.rows));
        const bool whole = job.view->order.kind != RowOrder::Kind::AsStored || job.view->packed != nullptr;
        const auto most = whole ? job.rows
                                : std::max<std::int64_t>(
                                      1, static_cast<std::int64_t>(kPieceBytes / std::max<std::size_t>(1, rowBytes)));
        for (std::int64_t row = 0; row < job.rows; row += most) {
            const std::int64_t rows = std::min(most, job.rows - row);
            const auto offset = static_cast<std::size_t>(row) * rowBytes;
            if (job.target == nullptr) {
                checked.resize(static_cast<std::size_t>(rows) * rowBytes);
            }
            std::byte* target = job.target == nullptr ? checked.data() : job.target + offset;
            KVW_TRY(readRows(*job.view, job.firstRow + row, rows, job.as, target, scratch));
            if (!allFinite(job.as, target, static_cast<std::size_t>(rows * job.view->rowElements()))) {
                const std::lock_guard lock(m_mutex);
                m_notFinite.insert(job.view->name);
            }
        }
        return {};
    }

    void report(const std::string& tensor) {
        if (m_progress &&
            !m_progress(static_cast<std::int64_t>(m_done.load()), static_cast<std::int64_t>(m_total), tensor)) {
            end(loadCancelled().value());
        }
    }

    void end(Error error) {
        const std::lock_guard lock(m_mutex);
        if (!m_error) {
            m_error = std::move(error);
        }
        m_ended.store(true);
    }

    std::vector<ReadJob> m_jobs;
    const LoadProgress& m_progress;
    std::size_t m_total = 0;
    std::atomic<std::size_t> m_next{0}, m_done{0};
    std::atomic<bool> m_ended{false};
    std::mutex m_mutex;
    std::set<std::string> m_notFinite;
    std::optional<Error> m_error;
};

}  // namespace

tl::unexpected<Error> loadCancelled() {
    return fail(Code::Cancelled, "model weights", "loading was cancelled");
}

int loadThreads() {
    return std::clamp(availableCores(), 1, kMostThreads);
}

Result<std::vector<std::string>> readAll(std::vector<ReadJob> jobs, int threads, const LoadProgress& progress) {
    return Reader(std::move(jobs), progress).run(threads);
}

}  // namespace kvw
