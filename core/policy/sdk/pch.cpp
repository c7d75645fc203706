// SPDX-License-Identifier: Apache-2.0
/// Gives the precompiled <ATen/ATen.h> of SDK and plugins a target to belong to.
#include <ATen/ATen.h>
