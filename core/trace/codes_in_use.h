// SPDX-License-Identifier: Apache-2.0
/// Tells in how many bits a lane with a storage codec holds keys and values. The engine gives the lane a note with the
/// code "codes-in-use", whose arguments bundles keep.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/finding.h"

namespace kvw {

/// Bits of the stored codes.
struct CodesInUse {
    std::int64_t bits = 0;              ///< bits per code, for keys and values
    double keyBits = 0, valueBits = 0;  ///< bits per coded element, scale and minimum included
    std::int64_t whole = 0;             ///< newest tokens stored uncoded
    bool operator==(const CodesInUse&) const = default;
};

/// Returns the note: "codes of 2 bits, with scales 3 for keys and 3 for values; the newest 128 tokens whole".
[[nodiscard]] Finding codesNote(const CodesInUse& codes);
/// Reads it from the notes of a lane. None: no codec, or a bundle without the note.
[[nodiscard]] std::optional<CodesInUse> codesInUse(std::span<const Finding> notes);

}  // namespace kvw
