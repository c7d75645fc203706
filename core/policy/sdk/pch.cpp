// SPDX-License-Identifier: Apache-2.0
/// Source file of the target that owns the precompiled <ATen/ATen.h> of SDK and plugins.
#include <ATen/ATen.h>
