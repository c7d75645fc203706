// SPDX-License-Identifier: Apache-2.0
/// An eviction on its way to the cache. Plain data, without torch.
///
/// A policy describes evictions as sdk::Edit: tensors of slots over layers and units, part of the plugins' contract.
/// The edit check makes one Cut of each unit that loses something. What is recorded of it, EvictionRecord, is its base.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/trace/eviction_record.h"

namespace kvw {

/// An eviction of at least one token, with what is needed until the cache has made it.
struct Cut : EvictionRecord {
    std::vector<std::int32_t> slots;  ///< slots that it frees, in any order
    std::size_t edit = 0;             ///< index of the edit in the policy's answer
};

}  // namespace kvw
