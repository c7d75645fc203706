// SPDX-License-Identifier: Apache-2.0
/// What is done to a lane in the middle of its run.
#pragma once

#include <cstdint>
#include <string>

namespace kvw {

struct RunChange {
    enum class Kind {
        Parameter,  ///< a live parameter is turned
        Policy,     ///< another policy takes the cache over
        Evict,      ///< by hand: tokens leave every layer and head
        Pin,        ///< no policy can evict them
        Release,    ///< it can again
        Restore,    ///< evicted tokens come back with the keys and values they left with, and are pinned
        Capture,    ///< another part of the attention is recorded
    };
    std::int64_t step = 0;  ///< the first token that is processed under it; what comes before it is unchanged
    Kind kind = Kind::Parameter;
    std::string name;   ///< of the parameter
    std::string value;  ///< of the parameter; the policy's text; the tokens (token_list.h); the level ("maps")

    [[nodiscard]] bool operator==(const RunChange&) const = default;
};

}  // namespace kvw
