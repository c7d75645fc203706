// SPDX-License-Identifier: Apache-2.0
/// Starts a kernel on the queue of a device: the one place where the GPU and the emulation differ outside of
/// primitives.h.
#pragma once

#include "kernels/device/device.h"
#ifdef __CUDACC__
#include "kernels/cuda/cuda_device.h"
#else
#include "kernels/emulated/emulated_device.h"
#endif

namespace kvw::device {

struct Grid {
    int blocks = 1, threads = 32;
    std::size_t sharedBytes = 0;
};

inline Status unsupported(const char* what) {
    return trouble(Trouble::Unsupported, what);
}

#ifdef __CUDACC__

template <class Args>
Status start(Device& device, const Grid& grid, void (*kernel)(Args), const Args& args) {
    if (grid.blocks == 0) {
        return {};
    }
    constexpr std::size_t kPlain = std::size_t{48} << 10U;
    if (grid.sharedBytes > kPlain) {
        const cudaError_t allowed =
            cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(grid.sharedBytes));
        if (allowed != cudaSuccess) {
            (void)cudaGetLastError();
            return unsupported("the kernel needs more shared memory than the device has");
        }
    }
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(grid.blocks));
    config.blockDim = dim3(static_cast<unsigned>(grid.threads));
    config.dynamicSmemBytes = grid.sharedBytes;
    config.stream = streamOf(device);
    // The next kernel may start while this one ends (waitForPrevious).
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &early;
    config.numAttrs = device.info().major >= 9 ? 1 : 0;
    return statusOf(cudaLaunchKernelEx(&config, kernel, args));
}

#else

template <class Args>
Status start(Device& device, const Grid& grid, void (*kernel)(Args), const Args& args) {
    if (grid.blocks == 0) {
        return {};
    }
    return static_cast<EmulatedDevice&>(device).launch({grid.blocks, grid.threads, grid.sharedBytes},
                                                       [kernel, args] { kernel(args); });
}

#endif

}  // namespace kvw::device
