// SPDX-License-Identifier: Apache-2.0
/// In how many bits a lane with a storage codec holds keys and values: the engine says so in a note of the lane, which
/// a bundle keeps, and whoever shows it reads it here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace kvw {

struct CodesInUse {
    std::int64_t bits = 0;              ///< of a code, of keys and values alike
    double keyBits = 0, valueBits = 0;  ///< of a coded element as it is stored, its part of scale and minimum included
    std::int64_t whole = 0;             ///< newest tokens that are not coded
    bool operator==(const CodesInUse&) const = default;
};

/// "codes of 2 bits, with scales 3 for keys and 3 for values; the newest 128 tokens whole"
[[nodiscard]] std::string codesNote(const CodesInUse& codes);
/// Out of the notes of a lane. None: no codec, or a bundle that does not tell.
[[nodiscard]] std::optional<CodesInUse> codesInUse(std::span<const std::string> notes);

}  // namespace kvw
