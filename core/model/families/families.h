// SPDX-License-Identifier: Apache-2.0
/// The model families of this folder; `families()` lists them.
#pragma once

#include "core/model/family.h"

namespace kvw {

extern const Family kLlama;

}  // namespace kvw
