// SPDX-License-Identifier: Apache-2.0
// Starts of everything but products and attention. nvcc compiles this file for the GPU, kernels/emulated includes it
// for the emulation.
#include "kernels/cuda/launch.h"
#include "kernels/cuda/launches.h"
#include "kernels/cuda/logits.h"
#include "kernels/cuda/measure.h"
#include "kernels/cuda/moves.h"
#include "kernels/cuda/route.h"
#include "kernels/cuda/rule.h"

namespace kvw::device {
namespace {

/// A word per warp, for sums and minimums of a block.
constexpr std::size_t kBlockShared = kStepThreads / 32 * sizeof(std::uint64_t);

int unitsOf(const StepArgs& args) {
    return args.laneCount * args.layers * args.units;
}

}  // namespace

Status launchTakeSlots(Device& device, const StepArgs& args) {
    return start(device, {(unitsOf(args) + kStepThreads - 1) / kStepThreads, kStepThreads, 0}, takeSlots, args);
}

Status launchFinishRows(Device& device, const StepArgs& args) {
    return start(device, {unitsOf(args), kStepThreads, finishShared(args.heads.query)}, finishRows, args);
}

Status launchMeasureRows(Device& device, const MeasureArgs& args) {
    const int blocks = args.step.laneCount * args.step.layers * (mostParts(args.step) + 1);
    return start(device, {blocks, kMeasureThreads, sizeof(MeasureShared)}, measureRows, args);
}

Status launchStepRule(Device& device, const StepArgs& args) {
    return start(device, {unitsOf(args), kStepThreads, kBlockShared}, stepRule, args);
}

Status launchApplyEdits(Device& device, const StepArgs& args) {
    return start(device, {unitsOf(args), kStepThreads, kBlockShared}, applyEdits, args);
}

Status launchLogitStatistics(Device& device, const LogitArgs& args) {
    constexpr std::size_t kShared = (kLogitThreads / 32 + 1) * sizeof(std::uint64_t);
    const int blocks = logitBlocks(args.count);
    const Status status = start(device, {args.laneCount * blocks, kLogitThreads, kShared}, logitStatistics, args);
    return !status || !args.kl
               ? status
               : start(device, {(args.laneCount - 1) * blocks, kLogitThreads, kShared}, logitDivergence, args);
}

Status launchCompact(Device& device, const CompactArgs& args) {
    return start(device, {args.count * ((args.mostRows + kMoveRows - 1) / kMoveRows), kMoveThreads, 0}, moveRows, args);
}

Status launchGatherRows(Device& device, const GatherArgs& args) {
    const long long all = static_cast<long long>(args.count) * args.width;
    const long long blocks = (all + kMoveThreads - 1) / kMoveThreads, most = device.info().multiprocessors * 16LL;
    return start(device, {static_cast<int>(blocks < most ? blocks : most), kMoveThreads, 0}, gatherRows, args);
}

Status launchSweep(Device& device, const SweepArgs& args) {
    return start(device, {device.info().multiprocessors * 8, kMoveThreads, 0}, sweep, args);
}

Status launchRoute(Device& device, const RouteArgs& args) {
    return args.experts > kMostExperts || args.used > args.experts
               ? unsupported("routers choose among at most 1024 experts")
               : start(device, {args.laneCount, 32, 0}, route, args);
}

Status launchTurnKeys(Device& device, const TurnArgs& args) {
    return start(device, {args.laneCount * args.storedHeads * kTurnBlocks, kStepThreads, 0}, turnKeys, args);
}

}  // namespace kvw::device
