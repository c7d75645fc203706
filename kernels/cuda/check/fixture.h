// SPDX-License-Identifier: Apache-2.0
/// Parts that the checks of kernels share: numbers, memory of a device, lanes with caches of random content.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/device/device.h"

namespace kvw::device::check {

/// The same numbers on every machine.
class Random {
 public:
    explicit Random(std::uint64_t seed) : m_state(seed * 2862933555777941757ULL + 3037000493ULL) {}
    std::uint32_t bits() {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::uint32_t>(m_state >> 32U);
    }
    int below(int end) { return static_cast<int>(bits() % static_cast<std::uint32_t>(end)); }
    /// Uniform in [-1, 1).
    float next() { return static_cast<float>(static_cast<std::int32_t>(bits())) * 0x1p-31F; }
    std::vector<float> take(std::size_t count, float scale = 1) {
        std::vector<float> numbers(count);
        for (float& number : numbers) {
            number = next() * scale;
        }
        return numbers;
    }

 private:
    std::uint64_t m_state;
};

/// Answer of a check: the bits of all results, which are the same on every device, and what is wrong, if anything.
struct Outcome {
    std::string failure;
    double worst = 0;  ///< error against the reference
    std::vector<std::uint32_t> bits;

    void fail(const std::string& what) {
        if (failure.empty()) {
            failure = what;
        }
    }
    void expect(bool holds, const std::string& what) {
        if (!holds) {
            fail(what);
        }
    }
    /// Notes the relative error |actual - expected|_2 / |expected|_2 of a vector.
    void compare(const float* actual, const std::vector<double>& expected, double limit, const std::string& what);
    template <class T>
    void keep(const std::vector<T>& results) {
        const std::size_t words = results.size() * sizeof(T) / 4, before = bits.size();
        bits.resize(before + words);
        if (words > 0) {
            std::memcpy(bits.data() + before, results.data(), words * 4);
        }
    }
};

/// Memory of a device that is given back at the end. A failure of the device is noted in the outcome.
class Memory {
 public:
    Memory(Device& device, Outcome& outcome) : m_device(device), m_outcome(outcome) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory();

    [[nodiscard]] Device& device() const noexcept { return m_device; }
    void check(const Status& status) { m_outcome.expect(static_cast<bool>(status), status.text); }
    [[nodiscard]] void* bytes(std::size_t size);
    template <class T>
    [[nodiscard]] T* room(std::size_t count) {
        return static_cast<T*>(bytes(count * sizeof(T)));
    }
    /// Room for numbers that are all `value`.
    template <class T>
    [[nodiscard]] T* filled(std::size_t count, T value) {
        return put(std::vector<T>(count, value));
    }
    template <class T>
    [[nodiscard]] T* put(const std::vector<T>& numbers) {
        T* at = room<T>(numbers.size());
        write(at, numbers);
        return at;
    }
    template <class T>
    void write(T* at, const std::vector<T>& numbers) {
        check(m_device.copyIn(at, numbers.data(), numbers.size() * sizeof(T)));
    }
    template <class T>
    [[nodiscard]] std::vector<T> get(const T* at, std::size_t count) {
        std::vector<T> numbers(count);
        check(m_device.copyOut(numbers.data(), at, count * sizeof(T)));
        return numbers;
    }

 private:
    Device& m_device;
    Outcome& m_outcome;
    std::vector<void*> m_allocations;
};

/// Numbers of a storage type: as they are stored, and widened.
struct Stored {
    std::vector<std::uint8_t> bytes;
    std::vector<float> exact;
};
[[nodiscard]] Stored stored(const std::vector<float>& numbers, Number type);
[[nodiscard]] const char* nameOf(Number type);

struct LaneShape {
    Heads heads;
    int layers = 1, units = 1, storedHeads = 1;
    Number type = Number::F32;
    Phase phase = Phase::Token;
    std::vector<int> used;  ///< by unit of a layer, repeated over all of them
    int spare = 2;          ///< slots beyond `used`
    int freeEvery = 7;      ///< about one slot of so many is free; 0: none
};
/// Returns the shape of a lane with a stored head per unit.
[[nodiscard]] LaneShape shapeOfLane(Heads heads, int layers, int units, std::vector<int> used);

/// A lane on a device, and what it holds.
struct HostLane {
    LaneShape shape;
    int stride = 0, position = 0;
    std::vector<std::int32_t> tokens, ranks, used, held, next, capacity;
    std::vector<std::vector<float>> keys, values;  ///< [layers * stored heads], widened; NaN at free slots
    std::vector<void*> keyRows, valueRows;         ///< on the device
    Lane lane;                                     ///< its pointers are on the device

    [[nodiscard]] std::size_t unitOf(int layer, int storedHead) const {
        return static_cast<std::size_t>(layer * shape.units + storedHead * shape.units / shape.storedHeads);
    }
    [[nodiscard]] std::size_t unitsInAll() const { return static_cast<std::size_t>(shape.layers * shape.units); }
};
/// Makes a lane whose newest token is position - 1: distinct tokens in slots of any order.
[[nodiscard]] HostLane makeLane(Memory& memory, Random& random, const LaneShape& shape, int position);

/// Arguments of a step of these lanes, which have the same heads and layers.
[[nodiscard]] StepArgs stepArgs(Memory& memory, const std::vector<HostLane>& hosts);

/// Rotation tables of some frequencies, on the device and here.
struct HostRope {
    std::vector<float> cosines, sines;
    Rope rope;
};
[[nodiscard]] HostRope makeRope(Memory& memory, int rotaryDim, bool halfSplit, int phases);

/// Turns a head as kernels/elementwise.h does.
void turn(const HostRope& rope, double* head, int phase);

/// A check of one kind of kernel.
struct Check {
    const char* name;
    Outcome (*run)(Device& device);
    bool isSlow = false;  ///< all of its kernels have checks of their own
};
[[nodiscard]] const std::vector<Check>& allChecks();

// The checks, by file.
[[nodiscard]] std::vector<Check> attentionChecks();
[[nodiscard]] std::vector<Check> measureChecks();
[[nodiscard]] std::vector<Check> productChecks();
[[nodiscard]] std::vector<Check> promptChecks();
[[nodiscard]] std::vector<Check> ruleChecks();
[[nodiscard]] std::vector<Check> stepChecks();
[[nodiscard]] std::vector<Check> wholeStepChecks();

}  // namespace kvw::device::check
