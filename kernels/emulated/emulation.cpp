// SPDX-License-Identifier: Apache-2.0
#include "kernels/emulated/emulation.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define KVW_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
// ThreadSanitizer knows fibers. Switching orders nothing, so races are found whatever the order of this run.
#include <sanitizer/tsan_interface.h>
#define KVW_TSAN 1
#endif
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

/// Marks the scheduler, which is no thread of the block model.
#define KVW_UNSEEN __attribute__((no_sanitize("thread")))

#if defined(__x86_64__)
// Saves what the ABI wants kept and changes stacks: some nanoseconds, where swapcontext makes two system calls.
extern "C" void kvwSwitchFiber(void** from, void* to);
asm(R"(
.text
.globl kvwSwitchFiber
.hidden kvwSwitchFiber
.type kvwSwitchFiber,@function
kvwSwitchFiber:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size kvwSwitchFiber,.-kvwSwitchFiber
)");
#endif

namespace kvw::emulation {
namespace {

#ifdef KVW_ASAN
constexpr std::size_t kStack = (256 << 10) + 4096 + 192;
#else
/// No power of two, or the ends of all stacks would share a few sets of the cache.
constexpr std::size_t kStack = (64 << 10) + 4096 + 192;
#endif

/// Registers of whoever does not run.
class Context {
 public:
#if defined(__x86_64__)
    KVW_UNSEEN void prepare(std::byte* stack, void (*entry)()) {
        const auto top = reinterpret_cast<std::uintptr_t>(stack + kStack) & ~std::uintptr_t{15};
        auto** words = reinterpret_cast<void**>(top);
        *--words = nullptr;  // for the alignment at the entry
        *--words = reinterpret_cast<void*>(entry);
        for (int i = 0; i < 6; ++i) {
            *--words = nullptr;
        }
        m_pointer = words;
    }
    KVW_UNSEEN void switchTo(Context& other) {
        kvwSwitchFiber(&m_pointer, other.m_pointer);
    }

 private:
    void* m_pointer = nullptr;
#else
    void prepare(std::byte* stack, void (*entry)()) {
        getcontext(&m_context);
        m_context.uc_stack.ss_sp = stack;
        m_context.uc_stack.ss_size = kStack;
        makecontext(&m_context, entry, 0);
    }
    void switchTo(Context& other) {
        swapcontext(&m_context, &other.m_context);
    }

 private:
    ucontext_t m_context = {};
#endif
};

enum class State : std::uint8_t { Ready, AtBarrier, InWarp, Done };

struct Fiber {
    std::unique_ptr<std::byte[]> stack;
    Context context;
    State state = State::Done;
    Place place;
    void* fakeStack = nullptr;
    void* tsan = nullptr;
};

/// For ThreadSanitizer: all before `leave` at a point comes before all behind `enter`.
void leave([[maybe_unused]] void* point) {
#ifdef KVW_TSAN
    __tsan_release(point);
#endif
}
void enter([[maybe_unused]] void* point) {
#ifdef KVW_TSAN
    __tsan_acquire(point);
#endif
}

struct Warp {
    std::uint64_t words[2][32] = {};
    int arrived = 0;
    std::uint32_t generation = 0;
};

/// A block that is on the machine.
struct Resident {
    std::unique_ptr<std::byte[]> shared;
    std::vector<Fiber> fibers;
    std::vector<Warp> warps;
    int block = 0, threads = 0;
    int waiting = 0, left = 0;
    char barrier = 0;  ///< its address orders
};

struct Machine {
    void* tsan = nullptr;  ///< the scheduler's
    char launch = 0, end = 0;
    std::vector<Resident> residents;
    Resident* now = nullptr;
    Fiber* running = nullptr;
    Context scheduler;
    const void* schedulerStack = nullptr;
    std::size_t schedulerStackSize = 0;
    const std::function<void()>* kernel = nullptr;
    std::exception_ptr thrown;
    std::uint64_t switches = 0;
};

KVW_UNSEEN Machine& machine() noexcept {
    static thread_local Machine m;
    return m;
}

KVW_UNSEEN void toScheduler([[maybe_unused]] bool forGood) {
    Machine& m = machine();
    ++m.switches;
    Fiber& me = *m.running;
#ifdef KVW_ASAN
    __sanitizer_start_switch_fiber(forGood ? nullptr : &me.fakeStack, m.schedulerStack, m.schedulerStackSize);
#endif
#ifdef KVW_TSAN
    __tsan_switch_to_fiber(m.tsan, __tsan_switch_to_fiber_no_sync);
#endif
    me.context.switchTo(m.scheduler);
#ifdef KVW_ASAN
    __sanitizer_finish_switch_fiber(me.fakeStack, nullptr, nullptr);
#endif
}

KVW_UNSEEN void runFiber() {
    Machine& m = machine();
#ifdef KVW_ASAN
    __sanitizer_finish_switch_fiber(nullptr, &m.schedulerStack, &m.schedulerStackSize);
#endif
    enter(&m.launch);
    try {
        (*m.kernel)();
    } catch (...) {
        m.thrown = std::current_exception();
    }
    m.running->state = State::Done;
    leave(&m.end);
    toScheduler(true);
    std::abort();
}

KVW_UNSEEN void toFiber(Fiber& fiber) {
    Machine& m = machine();
    m.running = &fiber;
#ifdef KVW_ASAN
    void* fake = nullptr;
    __sanitizer_start_switch_fiber(&fake, fiber.stack.get(), kStack);
#endif
#ifdef KVW_TSAN
    __tsan_switch_to_fiber(fiber.tsan, __tsan_switch_to_fiber_no_sync);
#endif
    m.scheduler.switchTo(fiber.context);
#ifdef KVW_ASAN
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
    m.running = nullptr;
}

KVW_UNSEEN void begin(Fiber& fiber, const Place& place) {
    if (!fiber.stack) {
        fiber.stack.reset(new std::byte[kStack]);
    }
#ifdef KVW_ASAN
    __asan_unpoison_memory_region(fiber.stack.get(), kStack);  // the thread before ended without unwinding its marks
#endif
    fiber.context.prepare(fiber.stack.get(), &runFiber);
#ifdef KVW_TSAN
    if (fiber.tsan == nullptr) {
        fiber.tsan = __tsan_create_fiber(0);
    }
#endif
    fiber.state = State::Ready;
    fiber.place = place;
}

KVW_UNSEEN void take(Resident& r, const Launch& launch, int block) {
    enter(&machine().end);
    // To the byte, for AddressSanitizer; a block finds poison.
    r.shared.reset(new std::byte[std::max<std::size_t>(launch.sharedBytes, 1)]);
    std::memset(r.shared.get(), 0xff, launch.sharedBytes);
    r.block = block;
    r.threads = r.left = launch.threads;
    r.waiting = 0;
    r.warps.assign(static_cast<std::size_t>((launch.threads + 31) / 32), {});
    r.fibers.resize(std::max(r.fibers.size(), static_cast<std::size_t>(launch.threads)));
    for (int t = 0; t < launch.threads; ++t) {
        begin(r.fibers[static_cast<std::size_t>(t)], {t, block, launch.threads, launch.blocks, r.shared.get()});
    }
    leave(&machine().launch);
}

std::string whoWaits(const Resident& r) {
    int barrier = 0, warp = 0, done = 0;
    for (int t = 0; t < r.threads; ++t) {
        const State state = r.fibers[static_cast<std::size_t>(t)].state;
        barrier += state == State::AtBarrier;
        warp += state == State::InWarp;
        done += state == State::Done;
    }
    return "block " + std::to_string(r.block) + ": " + std::to_string(barrier) + " threads wait at a barrier, " +
           std::to_string(warp) + " in a warp, " + std::to_string(done) + " have ended";
}

/// One launch on the machine.
class Grid {
 public:
    explicit Grid(const Launch& launch)
        : m_launch(launch),
          m_blocks(static_cast<std::size_t>(launch.blocks)),
          m_threads(static_cast<std::size_t>(launch.threads)),
          m_random(launch.seed),
          m_places(static_cast<std::size_t>(std::clamp(launch.resident, 1, std::max(launch.blocks, 1)))),
          m_left(m_blocks.size()) {
        std::iota(m_blocks.begin(), m_blocks.end(), 0);
        std::iota(m_threads.begin(), m_threads.end(), 0);
        if (launch.order == Order::Descending) {
            std::reverse(m_blocks.begin(), m_blocks.end());
            std::reverse(m_threads.begin(), m_threads.end());
        } else if (launch.order == Order::Shuffled) {
            std::shuffle(m_blocks.begin(), m_blocks.end(), m_random);
        }
    }

    KVW_UNSEEN void run() {
        auto& residents = machine().residents;
        residents.resize(std::max(residents.size(), m_places));
        for (std::size_t p = 0; p < m_places && p < m_blocks.size(); ++p) {
            take(residents[p], m_launch, m_blocks[m_next++]);
        }
        while (m_left > 0) {
            if (!(m_launch.order == Order::Shuffled ? shuffledTurn() : roundOfTurns())) {
                std::string all;
                for (std::size_t p = 0; p < m_places; ++p) {
                    all += residents[p].left > 0 ? (all.empty() ? "" : "; ") + whoWaits(residents[p]) : "";
                }
                throw std::logic_error(all);
            }
        }
    }

 private:
    /// Lets one fiber run until it waits; false if it is not ready.
    KVW_UNSEEN bool turn(std::size_t p, int t) {
        Machine& m = machine();
        Resident& r = m.residents[p];
        Fiber& fiber = r.fibers[static_cast<std::size_t>(t)];
        if (r.left == 0 || fiber.state != State::Ready) {
            return false;
        }
        m.now = &r;
        toFiber(fiber);
        if (m.thrown) {
            std::rethrow_exception(std::exchange(m.thrown, nullptr));
        }
        r.left -= fiber.state == State::Done ? 1 : 0;
        if (r.left == 0) {
            --m_left;
            if (m_next < m_blocks.size()) {
                take(r, m_launch, m_blocks[m_next++]);
            }
        }
        return true;
    }

    KVW_UNSEEN bool roundOfTurns() {
        bool any = false;
        for (std::size_t p = 0; p < m_places; ++p) {
            for (const int t : m_threads) {
                any = turn(p, t) || any;
            }
        }
        return any;
    }

    KVW_UNSEEN bool anyThread(std::size_t p) {
        const int from = static_cast<int>(m_random() % static_cast<std::uint32_t>(m_launch.threads));
        for (int i = 0; i < m_launch.threads; ++i) {
            if (turn(p, (from + i) % m_launch.threads)) {
                return true;
            }
        }
        return false;
    }

    /// For a while one block runs far ahead of the others, then another one; within it whoever is ready.
    KVW_UNSEEN bool shuffledTurn() {
        if (m_turns-- == 0) {
            m_ahead = m_random() % m_places;
            m_turns = 16U << m_random() % 14U;
        }
        bool any = m_random() % 512 != 0 && anyThread(m_ahead);
        for (std::size_t i = 0, p = m_random() % m_places; i < m_places && !any; ++i, p = (p + 1) % m_places) {
            any = anyThread(p);
        }
        return any;
    }

    const Launch& m_launch;
    std::vector<int> m_blocks, m_threads;
    std::mt19937 m_random;
    std::size_t m_places, m_left, m_next = 0, m_ahead = 0;
    std::uint32_t m_turns = 0;
};

}  // namespace

KVW_UNSEEN void run(const Launch& launch, const std::function<void()>& kernel) {
    Machine& m = machine();
    m.kernel = &kernel;
#ifdef KVW_TSAN
    m.tsan = __tsan_get_current_fiber();
#endif
    leave(&m.launch);
    Grid(launch).run();
    enter(&m.end);
}

KVW_UNSEEN const Place& place() noexcept {
    return machine().running->place;
}

KVW_UNSEEN void barrier() {
    Machine& m = machine();
    Resident& r = *m.now;
    m.running->state = State::AtBarrier;
    leave(&r.barrier);
    if (++r.waiting == r.threads) {
        r.waiting = 0;
        for (int t = 0; t < r.threads; ++t) {
            r.fibers[static_cast<std::size_t>(t)].state = State::Ready;
        }
    }
    toScheduler(false);
    enter(&r.barrier);
}

KVW_UNSEEN const std::uint64_t* exchange(std::uint64_t word) {
    Machine& m = machine();
    Resident& r = *m.now;
    Fiber& me = *m.running;
    const int first = me.place.thread / 32 * 32;
    Warp& warp = r.warps[static_cast<std::size_t>(first / 32)];
    const std::uint32_t generation = warp.generation;
    leave(&warp);
    warp.words[generation % 2][me.place.thread % 32] = word;
    const int lanes = std::min(32, r.threads - first);
    if (++warp.arrived == lanes) {
        warp.arrived = 0;
        ++warp.generation;
        for (int lane = 0; lane < lanes; ++lane) {
            r.fibers[static_cast<std::size_t>(first + lane)].state = State::Ready;
        }
    } else {
        me.state = State::InWarp;
        while (warp.generation == generation) {
            toScheduler(false);
        }
    }
    enter(&warp);
    return warp.words[generation % 2];
}

KVW_UNSEEN void beginAtomic(void* at) {
    enter(at);
}

KVW_UNSEEN void endAtomic(void* at) {
    leave(at);
}

KVW_UNSEEN std::uint64_t switches() noexcept {
    return machine().switches;
}

}  // namespace kvw::emulation
