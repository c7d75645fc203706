// SPDX-License-Identifier: Apache-2.0
/// Products of the emulated library: plain loops with the bits of the kernels.
#pragma once

#include "kernels/device/device.h"

namespace kvw::device {

Status loopMatVecs(Device& device, const MatVecsArgs& args);
Status loopGateUp(Device& device, const GateUpArgs& args);
Status loopQkvInsert(Device& device, const QkvArgs& args);
Status loopMatMul(Device& device, const MatMulArgs& args);
Status loopGateUpRows(Device& device, const GateUpRowsArgs& args);

}  // namespace kvw::device
