// SPDX-License-Identifier: Apache-2.0
#include "kernels/emulated/library.h"

#include "kernels/cuda/launches.h"
#include "kernels/emulated/product_loops.h"

namespace kvw::device {

const Kernels& emulatedKernels() noexcept {
    static const Kernels kernels = [] {
        Kernels table = launchedKernels();
        table.matVecs = loopMatVecs;
        table.qkvInsert = loopQkvInsert;
        table.gateUp = loopGateUp;
        table.matMul = loopMatMul;
        table.gateUpRows = loopGateUpRows;
        return table;
    }();
    return kernels;
}

const Kernels& allAsKernels() noexcept {
    static const Kernels kernels = launchedKernels();
    return kernels;
}

}  // namespace kvw::device
