// SPDX-License-Identifier: Apache-2.0
// libkvw_cuda.so: devices of the CUDA runtime.
#include <cstdio>
#include <map>
#include <new>
#include <vector>

#include <dlfcn.h>

#include "kernels/cuda/cuda_device.h"
#include "kernels/cuda/launches.h"

namespace kvw::device {
namespace {

constexpr int kLeastMajor = 8;

class CudaGraph final : public Recorded {
 public:
    explicit CudaGraph(cudaGraphExec_t graph) : m_graph(graph) {}
    CudaGraph(const CudaGraph&) = delete;
    CudaGraph& operator=(const CudaGraph&) = delete;
    ~CudaGraph() override { cudaGraphExecDestroy(m_graph); }
    [[nodiscard]] cudaGraphExec_t graph() const noexcept { return m_graph; }

 private:
    cudaGraphExec_t m_graph;
};

class CudaDevice final : public Device {
 public:
    static Status open(int index, std::unique_ptr<Device>* device) {
        std::unique_ptr<CudaDevice> made(new (std::nothrow) CudaDevice);
        if (made == nullptr) {
            return trouble(Trouble::OutOfMemory, "out of memory");
        }
        if (const Status status = made->begin(index); !status) {
            return status;
        }
        *device = std::move(made);
        return {};
    }
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;
    ~CudaDevice() override {
        if (m_stream != nullptr) {
            cudaStreamSynchronize(m_stream);
            for (const auto& [ticket, event] : m_marks) {
                cudaEventDestroy(event);
            }
            for (const cudaEvent_t event : m_spare) {
                cudaEventDestroy(event);
            }
            cudaStreamDestroy(m_stream);
        }
    }

    [[nodiscard]] const Info& info() const noexcept override { return m_info; }
    [[nodiscard]] const Kernels& kernels() const noexcept override {
        static const Kernels table = launchedKernels();
        return table;
    }
    /// Returns the queue, after its device has become that of the calling thread: the runtime knows one per thread.
    [[nodiscard]] cudaStream_t stream() const noexcept {
        (void)makeCurrent(m_index);
        return m_stream;
    }

    static Status describe(int index, Info* info) {
        cudaDeviceProp properties = {};
        int driver = 0;
        for (const cudaError_t error : {cudaGetDeviceProperties(&properties, index), cudaDriverGetVersion(&driver)}) {
            if (error != cudaSuccess) {
                return statusOf(error);
            }
        }
        std::snprintf(info->name, sizeof info->name, "%s", properties.name);
        info->multiprocessors = properties.multiProcessorCount;
        info->major = properties.major;
        info->minor = properties.minor;
        info->memory = properties.totalGlobalMem;
        info->l2 = static_cast<std::size_t>(properties.l2CacheSize);
        std::snprintf(info->driver, sizeof info->driver, "CUDA %d.%d", driver / 1000, driver % 1000 / 10);
        return {};
    }

    Status allocate(std::size_t bytes, void** at) override {
        // A captured allocation would belong to the graph.
        return m_recording ? trouble(Trouble::Unsupported, "memory cannot be allocated while a step is recorded")
                           : statusOf(cudaMallocAsync(at, bytes, stream()));
    }
    void release(void* at) noexcept override {
        if (at != nullptr) {
            cudaFreeAsync(at, stream());
        }
    }
    Status allocatePinned(std::size_t bytes, void** at) override { return statusOf(cudaMallocHost(at, bytes)); }
    void releasePinned(void* at) noexcept override { cudaFreeHost(at); }
    Status copyIn(void* to, const void* from, std::size_t bytes) override {
        return m_recording ? trouble(Trouble::Unsupported, "a recorded step cannot copy from the host")
                           : statusOf(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream()));
    }
    Status copyOut(void* to, const void* from, std::size_t bytes) override {
        return m_recording ? trouble(Trouble::Unsupported, "a recorded step cannot copy to the host")
                           : statusOf(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream()));
    }
    Status copyWithin(void* to, const void* from, std::size_t bytes) override {
        return statusOf(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream()));
    }
    Status fill(void* at, int byte, std::size_t bytes) override {
        return statusOf(cudaMemsetAsync(at, byte, bytes, stream()));
    }

    Status mark(std::uint64_t* ticket) override {
        if (m_recording) {
            return trouble(Trouble::Unsupported, "a recorded step has no marks");
        }
        const cudaStream_t queue = stream();  // before the event, which belongs to the same device
        cudaEvent_t event = nullptr;
        if (m_spare.empty()) {
            if (const Status status = statusOf(cudaEventCreateWithFlags(&event, cudaEventDisableTiming)); !status) {
                return status;
            }
        } else {
            event = m_spare.back();
            m_spare.pop_back();
        }
        *ticket = ++m_tickets;
        m_marks[*ticket] = event;
        return statusOf(cudaEventRecord(event, queue));
    }

    /// Spins for as long as a step of a small model takes, then sleeps in the driver.
    Status wait(std::uint64_t ticket) override {
        const auto found = m_marks.find(ticket);
        if (m_recording || ticket > m_tickets) {
            return trouble(Trouble::Unsupported,
                           m_recording ? "nothing runs while a step is recorded" : "unknown ticket");
        }
        if (found == m_marks.end()) {
            return {};  // waited for before
        }
        constexpr int kSpins = 20000;
        cudaError_t state = cudaErrorNotReady;
        for (int i = 0; i < kSpins && state == cudaErrorNotReady; ++i) {
            state = cudaEventQuery(found->second);
        }
        if (state == cudaErrorNotReady) {
            state = cudaEventSynchronize(found->second);
        }
        // All work before this mark is done as well.
        for (auto each = m_marks.begin(); each != m_marks.end() && each->first <= ticket;) {
            m_spare.push_back(each->second);
            each = m_marks.erase(each);
        }
        return statusOf(state);
    }

    Status beginRecording() override {
        if (m_recording) {
            return trouble(Trouble::Unsupported, "a step is being recorded already");
        }
        const Status status = statusOf(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal));
        m_recording = static_cast<bool>(status);
        return status;
    }
    Status endRecording(std::unique_ptr<Recorded>* step) override {
        if (!m_recording) {
            return trouble(Trouble::Unsupported, "no step is being recorded");
        }
        m_recording = false;
        cudaGraph_t graph = nullptr;
        if (const Status status = statusOf(cudaStreamEndCapture(stream(), &graph)); !status) {
            return status;
        }
        cudaGraphExec_t ready = nullptr;
        const Status status = statusOf(cudaGraphInstantiate(&ready, graph, 0));
        cudaGraphDestroy(graph);
        if (!status) {
            return status;
        }
        *step = std::make_unique<CudaGraph>(ready);
        return {};
    }
    /// Memory of the pool that nothing uses counts, too.
    Status freeMemory(std::size_t* bytes) override {
        std::size_t total = 0;
        (void)stream();  // the runtime answers for the thread's device
        if (const Status status = statusOf(cudaMemGetInfo(bytes, &total)); !status) {
            return status;
        }
        std::uint64_t reserved = 0, used = 0;
        if (m_pool != nullptr &&
            cudaMemPoolGetAttribute(m_pool, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess &&
            cudaMemPoolGetAttribute(m_pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess && reserved > used) {
            *bytes += static_cast<std::size_t>(reserved - used);
        }
        return {};
    }
    Status play(Recorded& step) override {
        return statusOf(cudaGraphLaunch(static_cast<CudaGraph&>(step).graph(), stream()));
    }

 private:
    CudaDevice() = default;
    static cudaError_t makeCurrent(int index) noexcept {
        thread_local int current = -1;
        const cudaError_t error = current == index ? cudaSuccess : cudaSetDevice(index);
        current = error == cudaSuccess ? index : -1;
        return error;
    }
    Status begin(int index) {
        if (const Status status = describe(index, &m_info); !status) {
            return status;
        }
        m_index = index;
        for (const cudaError_t error :
             {makeCurrent(index), cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking)}) {
            if (error != cudaSuccess) {
                return statusOf(error);
            }
        }
        if (m_info.major < kLeastMajor) {
            return trouble(Trouble::Unsupported, "the device is older than compute capability 8.0");
        }
        // Some of the memory that is given back stays with the process, for caches that grow. The rest is free for
        // other programs, such as a second window.
        if (cudaDeviceGetDefaultMemPool(&m_pool, index) == cudaSuccess) {
            std::uint64_t keep = std::uint64_t{1} << 30U;
            cudaMemPoolSetAttribute(m_pool, cudaMemPoolAttrReleaseThreshold, &keep);
        }
        return {};
    }

    Info m_info;
    int m_index = 0;
    cudaStream_t m_stream = nullptr;
    cudaMemPool_t m_pool = nullptr;
    std::map<std::uint64_t, cudaEvent_t> m_marks;
    std::vector<cudaEvent_t> m_spare;
    std::uint64_t m_tickets = 0;
    bool m_recording = false;
};

int count(Status* why) {
    *why = {};
    // The runtime's words about a missing driver speak of versions.
    void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (driver == nullptr) {
        *why = trouble(Trouble::Unsupported, "no NVIDIA driver");
        return 0;
    }
    int devices = 0;
    const cudaError_t error = cudaGetDeviceCount(&devices);
    *why = statusOf(error);
    if (error == cudaErrorInsufficientDriver) {
        int version = 0;
        cudaDriverGetVersion(&version);
        const auto minor = [](int number) { return number % 1000 / 10; };
        std::snprintf(why->text, sizeof why->text,
                      "an NVIDIA driver for CUDA %d.%d, where CUDA %d.%d or newer is needed", version / 1000,
                      minor(version), CUDART_VERSION / 1000, minor(CUDART_VERSION));
    }
    if (!*why) {
        return 0;
    }
    if (devices == 0) {
        *why = trouble(Trouble::Unsupported, "no NVIDIA device");
    }
    return devices;
}

}  // namespace

cudaStream_t streamOf(Device& device) noexcept {
    return static_cast<CudaDevice&>(device).stream();
}

Status statusOf(cudaError_t error) noexcept {
    switch (error) {
        case cudaSuccess:
            return {};
        case cudaErrorMemoryAllocation:
            (void)cudaGetLastError();  // not sticky: the device goes on
            return trouble(Trouble::OutOfMemory, cudaGetErrorString(error));
        case cudaErrorNotSupported:
        case cudaErrorInsufficientDriver:
        case cudaErrorNoDevice:
        case cudaErrorNoKernelImageForDevice:
            (void)cudaGetLastError();
            return trouble(Trouble::Unsupported, cudaGetErrorString(error));
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchFailure:
        case cudaErrorLaunchTimeout:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorECCUncorrectable:
        case cudaErrorDevicesUnavailable:
            return trouble(Trouble::Lost, cudaGetErrorString(error));
        default:
            (void)cudaGetLastError();
            return trouble(Trouble::Other, cudaGetErrorString(error));
    }
}

}  // namespace kvw::device

__attribute__((visibility("default"))) const kvw::device::Library* kvwDeviceLibrary() {
    static const kvw::device::Library library{
        kvw::device::kDeviceAbi, sizeof(kvw::device::Library),      "cuda",
        kvw::device::count,      kvw::device::CudaDevice::describe, kvw::device::CudaDevice::open};
    return &library;
}
