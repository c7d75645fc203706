// SPDX-License-Identifier: Apache-2.0
/// Functions behind the table of kernels.
#pragma once

#include "kernels/device/device.h"

namespace kvw::device {

Status launchEmbed(Device& device, const EmbedArgs& args);
Status launchMatVecs(Device& device, const MatVecsArgs& args);
Status launchQkvInsert(Device& device, const QkvArgs& args);
Status launchAttendDecode(Device& device, const AttendArgs& args);
/// Takes the kernel for any head size, also where there is a faster one.
Status launchAttendAny(Device& device, const AttendArgs& args);
Status launchGateUp(Device& device, const GateUpArgs& args);
Status launchLogitStatistics(Device& device, const LogitArgs& args);
Status launchTakeSlots(Device& device, const StepArgs& args);
Status launchFinishRows(Device& device, const StepArgs& args);
Status launchStepRule(Device& device, const StepArgs& args);
Status launchApplyEdits(Device& device, const StepArgs& args);
Status launchCompact(Device& device, const CompactArgs& args);
Status launchGatherRows(Device& device, const GatherArgs& args);
Status launchRoute(Device& device, const RouteArgs& args);
Status launchTurnKeys(Device& device, const TurnArgs& args);
Status launchSweep(Device& device, const SweepArgs& args);
Status launchMatMul(Device& device, const MatMulArgs& args);
Status launchGateUpRows(Device& device, const GateUpRowsArgs& args);
Status launchNormRows(Device& device, const NormRowsArgs& args);
Status launchSplitHeads(Device& device, const SplitHeadsArgs& args);
Status launchTurnRows(Device& device, const TurnRowsArgs& args);
Status launchAttendBlock(Device& device, const BlockArgs& args);
Status launchMeasureRows(Device& device, const MeasureArgs& args);
Status launchChoosePages(Device& device, const AttendArgs& args);

/// Returns the table of these functions.
inline Kernels launchedKernels() noexcept {
    Kernels kernels;
    kernels.embed = launchEmbed;
    kernels.matVecs = launchMatVecs;
    kernels.qkvInsert = launchQkvInsert;
    kernels.attendDecode = launchAttendDecode;
    kernels.gateUp = launchGateUp;
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
    kernels.matMul = launchMatMul;
    kernels.gateUpRows = launchGateUpRows;
    kernels.normRows = launchNormRows;
    kernels.splitHeads = launchSplitHeads;
    kernels.turnRows = launchTurnRows;
    kernels.attendBlock = launchAttendBlock;
    kernels.measureRows = launchMeasureRows;
    kernels.choosePages = launchChoosePages;
    return kernels;
}

}  // namespace kvw::device
