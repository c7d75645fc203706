// SPDX-License-Identifier: Apache-2.0
#include "kernels/emulated/library.h"

#include "kernels/cuda/launches.h"
#include "kernels/emulated/product_loops.h"

namespace kvw::device {
namespace {

Kernels table(bool loops) {
    Kernels kernels;
    kernels.embed = launchEmbed;
    kernels.matVecs = loops ? loopMatVecs : launchMatVecs;
    kernels.qkvInsert = loops ? loopQkvInsert : launchQkvInsert;
    kernels.attendDecode = launchAttendDecode;
    kernels.gateUp = loops ? loopGateUp : launchGateUp;
    kernels.logitStatistics = launchLogitStatistics;
    kernels.takeSlots = launchTakeSlots;
    kernels.finishRows = launchFinishRows;
    kernels.stepRule = launchStepRule;
    kernels.applyEdits = launchApplyEdits;
    kernels.compact = launchCompact;
    kernels.gatherRows = launchGatherRows;
    kernels.sweep = launchSweep;
    kernels.route = launchRoute;
    kernels.turnKeys = launchTurnKeys;
    return kernels;
}

}  // namespace

const Kernels& emulatedKernels() noexcept {
    static const Kernels kernels = table(true);
    return kernels;
}

const Kernels& allAsKernels() noexcept {
    static const Kernels kernels = table(false);
    return kernels;
}

}  // namespace kvw::device
