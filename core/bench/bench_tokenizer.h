// SPDX-License-Identifier: Apache-2.0
/// `kvw bench`, part "tokenizer": text to ids and back on one thread, at two lengths, so that superlinear time shows.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw {

/// Returns a row per text of 10 MB: the embedded documents, the same as one line, one endless word, and spaces only.
/// Times are processor time of the thread, whatever else runs. `growth`: time per byte over that of a quarter of the
/// text (1: linear). Numbers are medians of `rounds`.
[[nodiscard]] Result<nlohmann::ordered_json> benchTokenizer(const Tokenizer& tokenizer, std::int64_t rounds);

}  // namespace kvw
