// SPDX-License-Identifier: Apache-2.0
/// History of a needle: some tokens of the text of which every layer and KV head holds a copy, until one of them
/// leaves. Says when each copy left, what the policy scored the token that left first, and against which cut.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Tokens [begin, end) of a needle, and the end of the step at which it is looked for.
struct Needle {
    std::int32_t begin = 0, end = 0;
    std::int64_t at = 0;
    std::string name;  ///< for tables; a probe's, or the text
};

/// The copy of one keep-set: of a layer, or of one of its heads.
struct NeedleCopy {
    std::int32_t layer = 0, unit = 0;
    std::int64_t left = -1;   ///< step at which it stopped being whole; -1: it is whole
    std::int64_t gone = -1;   ///< step at which its last token left; -1: some are held
    std::int32_t held = 0;    ///< tokens held at the end
    std::int32_t token = -1;  ///< of the tokens that left at step `left` the one with the highest score; -1: none left
    float score = kMissingF;  ///< of that token; NaN: the policy compared nothing
    float cut = kMissingF;    ///< lowest score that stayed; NaN: none
    std::string reason;       ///< of the eviction
};

struct NeedleAutopsy {
    Needle needle;
    std::int32_t layers = 0, units = 0;
    std::vector<NeedleCopy> copies;  ///< [layers, units]

    /// Returns how many copies are whole.
    [[nodiscard]] std::int32_t whole() const;
    /// Returns the copy that stayed whole longest; null: some still are.
    [[nodiscard]] const NeedleCopy* last() const;
};

/// Examines the needle in a lane. Errors: BadUsage if its tokens are not among those before the end of `at`, or if that
/// step is not recorded. Thread: any.
[[nodiscard]] Result<NeedleAutopsy> needleAutopsy(const Recording& recording, std::int32_t lane, const Needle& needle);

/// Returns the needle of a text: the tokens of its first occurrence, looked for at the last step. `found` gets the number
/// of occurrences. Errors: the text has none.
[[nodiscard]] Result<Needle> needleOfText(const Recording& recording, std::int32_t lane, std::string_view text,
                                          std::int64_t& found);
/// Returns the facts of the probes whose answers were read, each looked for just before its answer.
[[nodiscard]] std::vector<Needle> needlesOfProbes(const Recording& recording, std::int32_t lane);

}  // namespace kvw
