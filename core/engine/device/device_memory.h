// SPDX-License-Identifier: Apache-2.0
/// Memory of a device that is given back together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/device/devices.h"

namespace kvw {

/// Names the copy of a lane's cache in error sentences.
inline constexpr const char* kLaneCache = "the cache of a lane";

/// Calls to a device of which the first failure is kept: later ones do nothing. Thread: inference thread.
class DeviceCalls {
 public:
    /// `where` names the work in error sentences.
    DeviceCalls(device::Device& device, std::string where) : m_device(&device), m_where(std::move(where)) {}
    [[nodiscard]] device::Device& device() const noexcept { return *m_device; }
    [[nodiscard]] bool failed() const noexcept { return !m_status; }
    [[nodiscard]] Result<void> state() const {
        return m_status ? Result<void>{} : tl::unexpected(deviceError(m_where, m_status));
    }

    template <class Args>
    void launch(device::Status (*kernel)(device::Device&, const Args&), const Args& args) {
        if (m_status) {
            m_status = kernel(*m_device, args);
        }
    }
    template <class T>
    void copyIn(T* to, std::span<const T> from) {
        if (m_status && !from.empty()) {
            m_status = m_device->copyIn(to, from.data(), from.size_bytes());
        }
    }
    template <class T>
    void copyOut(std::span<T> to, const T* from) {
        if (m_status && !to.empty()) {
            m_status = m_device->copyOut(to.data(), from, to.size_bytes());
        }
    }
    template <class T>
    void copyWithin(T* to, const T* from, std::size_t count) {
        if (m_status && count > 0) {
            m_status = m_device->copyWithin(to, from, count * sizeof(T));
        }
    }
    void fill(void* at, int byte, std::size_t bytes) {
        if (m_status && bytes > 0) {
            m_status = m_device->fill(at, byte, bytes);
        }
    }
    /// Records what `work` asks these calls for, instead of running it. Returns null after a failure.
    template <class Work>
    [[nodiscard]] std::unique_ptr<device::Recorded> record(const Work& work) {
        if (m_status) {
            m_status = m_device->beginRecording();
        }
        if (!m_status) {
            return nullptr;
        }
        std::unique_ptr<device::Recorded> recorded;
        const auto end = [&] {
            const device::Status ended = m_device->endRecording(&recorded);
            m_status = m_status ? ended : m_status;
        };
        try {
            work();
        } catch (...) {
            end();
            throw;
        }
        end();
        return m_status ? std::move(recorded) : nullptr;
    }
    /// Allocates host memory for copies; null after a failure.
    void pin(void** at, std::size_t bytes) {
        *at = nullptr;
        if (m_status) {
            m_status = m_device->allocatePinned(bytes, at);
        }
    }
    /// Returns a ticket for everything that was asked for.
    [[nodiscard]] std::uint64_t mark() {
        std::uint64_t ticket = 0;
        if (m_status) {
            m_status = m_device->mark(&ticket);
        }
        return ticket;
    }
    void wait(std::uint64_t ticket) {
        if (m_status) {
            m_status = m_device->wait(ticket);
        }
    }
    /// Waits for all that was asked for before the last call of this, so that the device has work meanwhile.
    void waitForLast() {
        const std::uint64_t ticket = mark();
        if (m_ticket != 0) {
            wait(m_ticket);
        }
        m_ticket = ticket;
    }
    void play(device::Recorded& recorded) {
        if (m_status) {
            m_status = m_device->play(recorded);
        }
    }

 protected:
    device::Device* m_device;
    device::Status m_status;

 private:
    std::string m_where;
    std::uint64_t m_ticket = 0;  ///< of waitForLast; 0: there was none
};

/// Owns what it allocates. After a failure it hands out null.
class DeviceMemory : public DeviceCalls {
 public:
    using DeviceCalls::DeviceCalls;
    ~DeviceMemory() {
        for (void* each : m_allocated) {
            m_device->release(each);
        }
    }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    /// Allocates numbers that are not cleared.
    template <class T>
    [[nodiscard]] T* room(std::size_t count) {
        void* at = nullptr;
        if (m_status) {
            m_status = m_device->allocate(count * sizeof(T), &at);
        }
        if (!m_status) {
            return nullptr;
        }
        m_allocated.push_back(at);
        m_bytes += count * sizeof(T);
        return static_cast<T*>(at);
    }
    template <class T>
    [[nodiscard]] T* cleared(std::size_t count) {
        T* at = room<T>(count);
        fill(at, 0, count * sizeof(T));
        return at;
    }
    /// Allocates a copy; null where there is nothing.
    template <class T>
    [[nodiscard]] T* put(const std::vector<T>& numbers) {
        T* at = numbers.empty() ? nullptr : room<T>(numbers.size());
        copyIn(at, std::span<const T>(numbers));
        return at;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

 private:
    std::vector<void*> m_allocated;
    std::size_t m_bytes = 0;
};

}  // namespace kvw
