// SPDX-License-Identifier: Apache-2.0
/// A device on the host, for tests: kernels run under the emulation of the block model, at once and in order.
///
/// Its memory can be accessed by kernels and copies only: whoever follows a device pointer on the host gets a fault.
/// Allocations lie on 256 bytes, and AddressSanitizer knows where they end and when they were given back.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "kernels/device/device.h"
#include "kernels/emulated/emulation.h"

namespace kvw::device {

class EmulatedDevice final : public Device {
 public:
    /// Makes a device with so many bytes of memory; `table` outlives it. Errors: OutOfMemory (no address space).
    static Status open(std::size_t bytes, const Kernels& table, std::unique_ptr<Device>* device, int index = 0);
    /// Returns what a device with so many bytes of memory is; the second and later ones have their number in the name.
    [[nodiscard]] static Info describe(std::size_t bytes, int index = 0) noexcept;
    EmulatedDevice(const EmulatedDevice&) = delete;
    EmulatedDevice& operator=(const EmulatedDevice&) = delete;
    ~EmulatedDevice() override;

    [[nodiscard]] const Info& info() const noexcept override { return m_info; }
    [[nodiscard]] const Kernels& kernels() const noexcept override { return m_kernels; }
    Status allocate(std::size_t bytes, void** at) override;
    void release(void* at) noexcept override;
    Status allocatePinned(std::size_t bytes, void** at) override;
    void releasePinned(void* at) noexcept override;
    Status copyIn(void* to, const void* from, std::size_t bytes) override;
    Status copyOut(void* to, const void* from, std::size_t bytes) override;
    Status copyWithin(void* to, const void* from, std::size_t bytes) override;
    Status fill(void* at, int byte, std::size_t bytes) override;
    Status mark(std::uint64_t* ticket) override;
    Status wait(std::uint64_t ticket) override;
    Status beginRecording() override;
    Status endRecording(std::unique_ptr<Recorded>* step) override;
    Status play(Recorded& step) override;
    Status freeMemory(std::size_t* bytes) override;

    /// Runs or records a kernel. A deadlock becomes Trouble::Other with the emulation's words.
    Status launch(emulation::Launch grid, std::function<void()> kernel);
    /// Runs or records a plain function in place of a kernel.
    Status runOnHost(std::function<void()> work);
    /// Sets the order of threads and blocks from here on; bits of results do not depend on it.
    void setOrder(emulation::Order order, std::uint32_t seed) noexcept;
    /// Makes calls fail from here on. Lost: all that run, as after a GPU was lost. OutOfMemory: those that allocate, as
    /// where other programs have taken the rest.
    void breakDown(Trouble kind) noexcept { m_broken = kind; }

 private:
    EmulatedDevice(std::size_t bytes, const Kernels& table, std::byte* arena, int index);
    class Opened;
    Status doOrRecord(std::function<Status()> work);
    Status perform(const std::function<Status()>& work);
    void protect(bool allowed) noexcept;

    Info m_info;
    const Kernels& m_kernels;
    std::byte* m_arena;
    std::size_t m_size, m_used = 0;
    int m_key;  ///< protection key of the memory, which is switched without a system call; -1: the system has none
    std::map<std::byte*, std::size_t> m_allocations;  ///< by address, bytes asked for
    emulation::Order m_order = emulation::Order::Ascending;
    std::uint32_t m_seed = 1;
    std::uint64_t m_tickets = 0;
    bool m_recording = false;
    Trouble m_broken = Trouble::None;
    int m_opened = 0;
    std::vector<std::function<Status()>> m_recorded;
};

}  // namespace kvw::device
