// SPDX-License-Identifier: Apache-2.0
#include "kernels/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <deque>
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

/// The first exception of several threads.
class Failure {
 public:
    template <class Work>
    void keepOf(const Work& work) noexcept {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_first = m_first ? m_first : std::current_exception();
        }
    }
    /// Called when no thread works.
    void rethrow() {
        if (m_first) {
            std::rethrow_exception(std::exchange(m_first, nullptr));
        }
    }
    void forget() noexcept { m_first = nullptr; }

 private:
    std::mutex m_mutex;
    std::exception_ptr m_first;
};

}  // namespace

/// The part of a job that one thread begins with. Other threads take pieces of it when their own are done.
struct alignas(64) ThreadPool::Share {
    /// Round of the job in the upper half, pieces taken so far in the lower.
    std::atomic<std::uint64_t> state{0};
};

struct ThreadPool::Impl {
    /// A thread that another program keeps from its core holds up one piece, not its whole share.
    static constexpr std::uint32_t kPieces = 4;

    Impl(std::size_t threadCount, int spins) : shares(threadCount), workers(spins), caller(spins) {}

    // The job: written by the caller before it opens the shares. A thread that has taken a piece may read it, because
    // the job lasts until that piece is done.
    const std::function<void(std::size_t, std::size_t)>* body = nullptr;
    std::size_t items = 0;
    std::size_t grain = 1;

    std::vector<Share> shares;
    std::atomic<std::uint32_t> round{0};
    std::atomic<std::size_t> unfinished{0};  ///< pieces
    std::atomic<bool> stopping{false};
    Failure failure;
    SpinThenSleep workers;
    SpinThenSleep caller;
    std::mutex besideMutex;
    std::deque<std::function<void()>> beside;      ///< work that has not begun
    std::atomic<std::size_t> besideUnfinished{0};  ///< that, and what has begun
    Failure besideFailure;
    std::vector<std::thread> threads;

    /// Takes a piece of a share; returns false if none is left of this round.
    static bool take(Share& share, std::uint32_t ofRound, std::uint32_t& piece) noexcept {
        std::uint64_t state = share.state.load();
        do {
            piece = static_cast<std::uint32_t>(state);
            if (static_cast<std::uint32_t>(state >> 32U) != ofRound || piece >= kPieces) {
                return false;
            }
        } while (!share.state.compare_exchange_weak(state, state + 1));
        return true;
    }

    void runPiece(std::size_t piece) noexcept {
        const std::size_t pieces = shares.size() * kPieces;
        const std::size_t chunks = (items + grain - 1) / grain;
        const std::size_t begin = piece * chunks / pieces * grain;
        const std::size_t end = std::min(items, (piece + 1) * chunks / pieces * grain);
        if (begin >= end) {
            return;
        }
        failure.keepOf([&] { (*body)(begin, end); });
    }

    /// Does one piece of the work beside the jobs; returns false if there is none to begin.
    bool runBeside() noexcept {
        std::function<void()> work;
        {
            const std::lock_guard lock(besideMutex);
            if (beside.empty()) {
                return false;
            }
            work = std::move(beside.front());
            beside.pop_front();
        }
        besideFailure.keepOf(work);
        work = nullptr;
        if (besideUnfinished.fetch_sub(1) == 1) {
            caller.wake();
        }
        return true;
    }

    void waitForBeside() {
        caller.wait([this] { return besideUnfinished.load() == 0; });
    }

    /// Runs pieces until none is left, those of `own` first. Returns true if the last of the job was among them.
    bool run(std::size_t own, std::uint32_t ofRound) noexcept {
        bool last = false;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const std::size_t index = (own + i) % shares.size();
            for (std::uint32_t piece = 0; take(shares[index], ofRound, piece);) {
                runPiece(index * kPieces + piece);
                last = unfinished.fetch_sub(1) == 1;
            }
        }
        return last;
    }

    void work(std::size_t own) {
        const bool helpsBeside = own * 2 >= shares.size();
        std::uint32_t seen = 0;
        for (;;) {
            workers.wait([this, seen] { return stopping.load() || round.load() != seen; });
            if (stopping.load()) {
                return;
            }
            while (helpsBeside && besideUnfinished.load() > 0 && runBeside()) {
            }
            seen = round.load();
            if (run(own, seen)) {
                caller.wake();
            }
        }
    }
};

/// Threads do not spin if there are more of them than cores: a spinning thread would hold the core that the thread it
/// waits for needs.
ThreadPool::ThreadPool(int threads)
    : m_impl(std::make_unique<Impl>(static_cast<std::size_t>(std::max(threads, 1)),
                                    threads > availableCores() ? 0 : kSpins)) {
    assert(threads >= 1);
    for (std::size_t share = 1; share < m_impl->shares.size(); ++share) {
        m_impl->threads.emplace_back([impl = m_impl.get(), share] { impl->work(share); });
    }
}

ThreadPool::~ThreadPool() {
    m_impl->stopping.store(true);
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
    m_impl->unfinished.store(m_impl->shares.size() * Impl::kPieces);
    const std::uint32_t round = m_impl->round.load() + 1;
    for (Share& share : m_impl->shares) {
        share.state.store(std::uint64_t{round} << 32U);
    }
    m_impl->round.store(round);
    m_impl->workers.wake();
    m_impl->run(0, round);
    m_impl->caller.wait([this] { return m_impl->unfinished.load() == 0; });
    m_impl->failure.rethrow();
}

void ThreadPool::addBeside(std::function<void()> work) {
    const std::lock_guard lock(m_impl->besideMutex);
    m_impl->beside.push_back(std::move(work));
    m_impl->besideUnfinished.fetch_add(1);
}

void ThreadPool::finishBeside() {
    if (m_impl->besideUnfinished.load() > 0) {
        parallelFor(m_impl->shares.size(), 1, [this](std::size_t, std::size_t) {
            while (m_impl->runBeside()) {
            }
        });
        m_impl->waitForBeside();
    }
    m_impl->besideFailure.rethrow();
}

void ThreadPool::dropBeside() noexcept {
    {
        const std::lock_guard lock(m_impl->besideMutex);
        const std::size_t dropped = m_impl->beside.size();
        m_impl->beside.clear();
        m_impl->besideUnfinished.fetch_sub(dropped);
    }
    m_impl->waitForBeside();
    m_impl->besideFailure.forget();
}

}  // namespace kvw
