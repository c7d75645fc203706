// SPDX-License-Identifier: Apache-2.0
/// The block model of CUDA on one thread of the host. Every thread of a block is a fiber that runs until it waits for
/// others. A few blocks are on the machine at a time and take turns.
///
/// Tests run a kernel under several orders of threads and blocks: where a barrier is missing, results differ or poison
/// (NaN) comes through. ThreadSanitizer finds it in any order, because only barriers, exchanges and atomics order what
/// fibers do. AddressSanitizer finds what is out of bounds: shared memory is allocated to the byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace kvw::emulation {

/// Order in which the threads of a block, and the blocks of a grid, are taken up.
enum class Order : std::uint8_t { Ascending, Descending, Shuffled };

struct Launch {
    int blocks = 1, threads = 1;
    std::size_t sharedBytes = 0;
    Order order = Order::Ascending;
    std::uint32_t seed = 1;
    int resident = 4;  ///< blocks on the machine at a time
};

/// Runs `kernel` once per thread. Throws std::logic_error if threads wait for one another for ever, or some have left
/// while others wait for them.
void run(const Launch& launch, const std::function<void()>& kernel);

/// Place of the running fiber.
struct Place {
    int thread = 0, block = 0, threads = 0, blocks = 0;
    std::byte* shared = nullptr;
};
[[nodiscard]] const Place& place() noexcept;

void barrier();
/// Waits until all lanes of the warp have come with a word, and returns the words by lane; valid until the warp's next
/// exchange but one.
[[nodiscard]] const std::uint64_t* exchange(std::uint64_t word);
/// Between these two, what other fibers did between theirs at the same address comes before.
void beginAtomic(void* at);
void endAtomic(void* at);
/// Replaces a number by change(number) and returns what was there.
template <class Change>
int atomically(int* at, const Change& change) {
    beginAtomic(at);
    const int before = *at;
    *at = change(before);
    endAtomic(at);
    return before;
}

/// Switches of fibers since the start, for those who tune tests.
[[nodiscard]] std::uint64_t switches() noexcept;

}  // namespace kvw::emulation
