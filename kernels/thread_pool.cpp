// SPDX-License-Identifier: Apache-2.0
#include "kernels/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/cores.h"

namespace kvw {
namespace {

/// About 50 to 100 microseconds: longer than the serial work between two products of a layer, shorter than a frame.
constexpr int kSpins = 2000;

void pauseBriefly() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Spins for a while, then sleeps until ready() holds. The thread that makes ready() true calls wake() afterwards. Both
/// sides use sequentially consistent operations: either the sleeper sees the new state after it announced itself, or
/// the waker sees the announcement.
class SpinThenSleep {
 public:
    explicit SpinThenSleep(int spins) : m_spins(spins) {}
    [[nodiscard]] bool spins() const noexcept { return m_spins > 0; }

    template <class Ready>
    void wait(const Ready& ready) {
        for (int spin = 0; spin < m_spins; ++spin) {
            if (ready()) {
                return;
            }
            pauseBriefly();
        }
        std::unique_lock lock(m_mutex);
        m_sleepers.fetch_add(1);
        m_condition.wait(lock, ready);
        m_sleepers.fetch_sub(1);
    }

    void wake() {
        if (m_sleepers.load() > 0) {
            const std::lock_guard lock(m_mutex);
            m_condition.notify_all();
        }
    }

 private:
    const int m_spins;
    std::mutex m_mutex;
    std::condition_variable m_condition;
    std::atomic<int> m_sleepers{0};
};

}  // namespace

struct ThreadPool::Impl {
    explicit Impl(int spins) : workers(spins), caller(spins) {}

    // The job: written by the caller before it increments `round`, read by workers after they saw that.
    const std::function<void(std::size_t, std::size_t)>* body = nullptr;
    std::size_t items = 0;
    std::size_t grain = 1;

    std::atomic<std::uint32_t> round{0};
    std::atomic<int> unfinished{0};
    std::atomic<bool> stopping{false};
    std::mutex failureMutex;
    std::exception_ptr failure;  // the first of a round
    SpinThenSleep workers;
    SpinThenSleep caller;
    std::vector<std::thread> threads;

    void runShare(std::size_t share, std::size_t shares) noexcept {
        const std::size_t chunks = (items + grain - 1) / grain;
        const std::size_t begin = share * chunks / shares * grain;
        const std::size_t end = std::min(items, (share + 1) * chunks / shares * grain);
        if (begin >= end) {
            return;
        }
        try {
            (*body)(begin, end);
        } catch (...) {
            const std::lock_guard lock(failureMutex);
            failure = failure ? failure : std::current_exception();
        }
    }

    void work(std::size_t share, std::size_t shares) {
        std::uint32_t seen = 0;
        for (;;) {
            workers.wait([this, seen] { return round.load() != seen; });
            ++seen;
            if (stopping.load()) {
                return;
            }
            runShare(share, shares);
            if (unfinished.fetch_sub(1) == 1) {
                caller.wake();
            }
        }
    }
};

/// Threads do not spin if there are more of them than cores: a spinning thread would hold the core that the thread it
/// waits for needs.
ThreadPool::ThreadPool(int threads) : m_impl(std::make_unique<Impl>(threads > availableCores() ? 0 : kSpins)) {
    assert(threads >= 1);
    const auto shares = static_cast<std::size_t>(std::max(threads, 1));
    for (std::size_t share = 1; share < shares; ++share) {
        m_impl->threads.emplace_back([impl = m_impl.get(), share, shares] { impl->work(share, shares); });
    }
}

ThreadPool::~ThreadPool() {
    m_impl->stopping.store(true);
    m_impl->round.fetch_add(1);
    m_impl->workers.wake();
    for (std::thread& thread : m_impl->threads) {
        thread.join();
    }
}

int ThreadPool::threads() const noexcept {
    return static_cast<int>(m_impl->threads.size()) + 1;
}

bool ThreadPool::spins() const noexcept {
    return m_impl->caller.spins();
}

void ThreadPool::parallelFor(std::size_t items, std::size_t grain,
                             const std::function<void(std::size_t, std::size_t)>& body) {
    if (items == 0) {
        return;
    }
    grain = std::max<std::size_t>(grain, 1);
    if (m_impl->threads.empty() || items <= grain) {
        body(0, items);
        return;
    }
    m_impl->body = &body;
    m_impl->items = items;
    m_impl->grain = grain;
    m_impl->unfinished.store(static_cast<int>(m_impl->threads.size()));
    m_impl->round.fetch_add(1);
    m_impl->workers.wake();
    m_impl->runShare(0, m_impl->threads.size() + 1);
    m_impl->caller.wait([this] { return m_impl->unfinished.load() == 0; });
    if (m_impl->failure) {
        std::rethrow_exception(std::exchange(m_impl->failure, nullptr));
    }
}

}  // namespace kvw
