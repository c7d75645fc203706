// SPDX-License-Identifier: Apache-2.0
/// `kvw bench`, tokenizer: text to ids and back on one thread, at two lengths, so that more than proportional time
/// shows.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/model/tokenizer.h"

namespace kvw {

/// A row per text of 10 MB: the embedded documents, the same as one line, one word without an end, a run of spaces.
/// Times are those of the thread on its core, whatever else runs. `growth`: time per byte over that of a quarter of the
/// text (1 when time is proportional). Medians of `rounds`.
[[nodiscard]] Result<nlohmann::ordered_json> benchTokenizer(const Tokenizer& tokenizer, std::int64_t rounds);

}  // namespace kvw
