// SPDX-License-Identifier: Apache-2.0
// The kernels and their starts, compiled for the emulation.
#include "kernels/cuda/launch_prompt.cu"
