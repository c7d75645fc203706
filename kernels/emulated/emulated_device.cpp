// SPDX-License-Identifier: Apache-2.0
#include "kernels/emulated/emulated_device.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define KVW_POISON(at, bytes) __asan_poison_memory_region(at, bytes)
#define KVW_UNPOISON(at, bytes) __asan_unpoison_memory_region(at, bytes)
#else
#define KVW_POISON(at, bytes) ((void)0)
#define KVW_UNPOISON(at, bytes) ((void)0)
#endif

namespace kvw::device {
namespace {

constexpr std::size_t kAlignment = 256;
constexpr std::size_t kPage = 4096;

class RecordedWork final : public Recorded {
 public:
    explicit RecordedWork(std::vector<std::function<Status()>> work) : m_work(std::move(work)) {}
    [[nodiscard]] const std::vector<std::function<Status()>>& work() const noexcept { return m_work; }

 private:
    std::vector<std::function<Status()>> m_work;
};

Status brokenDown(Trouble kind) {
    return trouble(kind, kind == Trouble::Lost ? "the emulated device was lost" : "out of memory");
}

constexpr std::size_t roundUp(std::size_t bytes, std::size_t to) {
    return (bytes + to - 1) / to * to;
}

}  // namespace

/// Makes the device's memory accessible while it lives.
class EmulatedDevice::Opened {
 public:
    explicit Opened(EmulatedDevice& device) : m_device(device) {
        if (m_device.m_opened++ == 0) {
            m_device.protect(false);
        }
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() {
        if (--m_device.m_opened == 0) {
            m_device.protect(true);
        }
    }

 private:
    EmulatedDevice& m_device;
};

Status EmulatedDevice::open(std::size_t bytes, const Kernels& table, std::unique_ptr<Device>* device, int index) {
    const std::size_t size = roundUp(bytes, kPage);
    void* arena = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED) {
        return trouble(Trouble::OutOfMemory, "no address space for the memory of the emulated device");
    }
    device->reset(new EmulatedDevice(size, table, static_cast<std::byte*>(arena), index));
    return {};
}

EmulatedDevice::EmulatedDevice(std::size_t bytes, const Kernels& table, std::byte* arena, int index)
    : m_info(describe(bytes, index)),
      m_kernels(table),
      m_arena(arena),
      m_size(bytes),
      m_key(pkey_alloc(0, PKEY_DISABLE_ACCESS)) {
    KVW_POISON(m_arena, m_size);
}

Info EmulatedDevice::describe(std::size_t bytes, int index) noexcept {
    Info info;
    if (index == 0) {
        std::snprintf(info.name, sizeof info.name, "emulated device");
    } else {
        std::snprintf(info.name, sizeof info.name, "emulated device %d", index);
    }
    std::snprintf(info.driver, sizeof info.driver, "none");
    info.multiprocessors = 2;
    info.major = 9;
    info.memory = bytes;
    info.emulated = true;
    return info;
}

EmulatedDevice::~EmulatedDevice() {
    KVW_UNPOISON(m_arena, m_size);
    munmap(m_arena, m_size);
    if (m_key >= 0) {
        pkey_free(m_key);
    }
}

void EmulatedDevice::protect(bool on) noexcept {
    if (m_key >= 0) {
        pkey_set(m_key, on ? PKEY_DISABLE_ACCESS : 0);
    } else if (const std::size_t bytes = roundUp(m_used, kPage); bytes > 0) {
        mprotect(m_arena, bytes, on ? PROT_NONE : PROT_READ | PROT_WRITE);
    }
}

Status EmulatedDevice::allocate(std::size_t bytes, void** at) {
    if (m_recording) {
        return trouble(Trouble::Unsupported, "memory cannot be allocated while a step is recorded");
    }
    if (m_broken != Trouble::None) {
        return brokenDown(m_broken);
    }
    // Addresses are not used twice, so that a stale pointer is found. At least 16 bytes behind each allocation are no
    // one's.
    const std::size_t size = roundUp(bytes + 16, kAlignment);
    if (size > m_size - m_used) {
        return trouble(Trouble::OutOfMemory, "out of memory");
    }
    std::byte* start = m_arena + m_used;
    if (m_key >= 0) {
        const std::size_t first = roundUp(m_used, kPage);
        const std::size_t last = roundUp(m_used + size, kPage);
        if (first < last && pkey_mprotect(m_arena + first, last - first, PROT_READ | PROT_WRITE, m_key) != 0) {
            return trouble(Trouble::OutOfMemory, "out of memory");
        }
    }
    m_used += size;
    m_allocations[start] = bytes;
    KVW_UNPOISON(start, bytes);
    const Opened opened(*this);
    std::memset(start, 0xff, bytes);  // poison: NaN, and no slot of any table
    *at = start;
    return {};
}

void EmulatedDevice::release(void* at) noexcept {
    const auto found = m_allocations.find(static_cast<std::byte*>(at));
    if (found == m_allocations.end()) {
        return;
    }
    KVW_POISON(found->first, found->second);
    // Whole pages go back to the system.
    auto first = roundUp(reinterpret_cast<std::uintptr_t>(found->first), kPage);
    const auto last = (reinterpret_cast<std::uintptr_t>(found->first) + found->second) / kPage * kPage;
    if (first < last) {
        madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
    }
    m_allocations.erase(found);
}

Status EmulatedDevice::allocatePinned(std::size_t bytes, void** at) {
    *at = ::operator new (bytes, std::align_val_t{kAlignment}, std::nothrow);
    return *at == nullptr ? trouble(Trouble::OutOfMemory, "out of memory") : Status{};
}

void EmulatedDevice::releasePinned(void* at) noexcept {
    ::operator delete (at, std::align_val_t{kAlignment});
}

Status EmulatedDevice::perform(const std::function<Status()>& work) {
    if (m_broken == Trouble::Lost) {
        return brokenDown(m_broken);
    }
    const Opened opened(*this);
    return work();
}

Status EmulatedDevice::doOrRecord(std::function<Status()> work) {
    if (m_recording) {
        m_recorded.push_back(std::move(work));
        return {};
    }
    return perform(work);
}

Status EmulatedDevice::runOnHost(std::function<void()> work) {
    return doOrRecord([work = std::move(work)] {
        work();
        return Status{};
    });
}

Status EmulatedDevice::launch(emulation::Launch grid, std::function<void()> kernel) {
    return doOrRecord([this, grid, kernel = std::move(kernel)]() mutable {
        grid.order = m_order;
        grid.seed = m_seed++;
        try {
            emulation::run(grid, kernel);
        } catch (const std::exception& error) {
            return trouble(Trouble::Other, error.what());
        }
        return Status{};
    });
}

void EmulatedDevice::setOrder(emulation::Order order, std::uint32_t seed) noexcept {
    m_order = order;
    m_seed = seed;
}

Status EmulatedDevice::copyIn(void* to, const void* from, std::size_t bytes) {
    return m_recording ? trouble(Trouble::Unsupported, "a recorded step cannot copy from the host")
                       : copyWithin(to, from, bytes);
}

Status EmulatedDevice::copyOut(void* to, const void* from, std::size_t bytes) {
    return m_recording ? trouble(Trouble::Unsupported, "a recorded step cannot copy to the host")
                       : copyWithin(to, from, bytes);
}

Status EmulatedDevice::copyWithin(void* to, const void* from, std::size_t bytes) {
    return runOnHost([=] {
        if (bytes > 0) {
            std::memcpy(to, from, bytes);
        }
    });
}

Status EmulatedDevice::fill(void* at, int byte, std::size_t bytes) {
    return runOnHost([=] {
        if (bytes > 0) {
            std::memset(at, byte, bytes);
        }
    });
}

Status EmulatedDevice::mark(std::uint64_t* ticket) {
    if (m_recording) {
        return trouble(Trouble::Unsupported, "a recorded step has no marks");
    }
    *ticket = ++m_tickets;
    return {};
}

Status EmulatedDevice::wait(std::uint64_t ticket) {
    if (m_recording || ticket > m_tickets) {
        return trouble(Trouble::Unsupported, m_recording ? "nothing runs while a step is recorded" : "unknown ticket");
    }
    return {};
}

Status EmulatedDevice::beginRecording() {
    if (m_recording) {
        return trouble(Trouble::Unsupported, "a step is being recorded already");
    }
    m_recording = true;
    return {};
}

Status EmulatedDevice::endRecording(std::unique_ptr<Recorded>* step) {
    if (!m_recording) {
        return trouble(Trouble::Unsupported, "no step is being recorded");
    }
    m_recording = false;
    *step = std::make_unique<RecordedWork>(std::exchange(m_recorded, {}));
    return {};
}

Status EmulatedDevice::freeMemory(std::size_t* bytes) {
    *bytes = m_size - m_used;
    return {};
}

Status EmulatedDevice::play(Recorded& step) {
    return perform([&step] {
        for (const auto& work : static_cast<RecordedWork&>(step).work()) {
            if (const Status status = work(); !status) {
                return status;
            }
        }
        return Status{};
    });
}

}  // namespace kvw::device
