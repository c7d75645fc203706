// SPDX-License-Identifier: Apache-2.0
/// Logits of a text under the full cache, without policy, trace or tokenizer: for checks against other engines.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/model/families/decoder/decoder.h"
#include "core/model/families/decoder/rope_tables.h"

namespace kvw {

/// Computes the logits in one pass over the whole text, with attention in blocks of queries; `sink` gets [vocabulary]
/// per token, in order.
Result<void> fullLogits(const Decoder& decoder, const std::shared_ptr<RopeTables>& rope,
                        std::span<const std::int32_t> ids, ThreadPool& pool,
                        const std::function<Result<void>(std::span<const float>)>& sink);

}  // namespace kvw
