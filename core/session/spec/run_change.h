// SPDX-License-Identifier: Apache-2.0
/// A change of a lane in the middle of its run.
#pragma once

#include <cstdint>
#include <string>

namespace kvw {

struct RunChange {
    enum class Kind {
        Parameter,  ///< a live parameter gets another value
        Policy,     ///< another policy takes the cache over
        Evict,      ///< by hand: tokens leave every layer and head
        Pin,        ///< by hand: no policy can evict the tokens
        Release,    ///< by hand: policies can evict them again
        Restore,    ///< by hand: evicted tokens come back with the keys and values they left with, and are pinned
        Capture,    ///< the attention is recorded at another level
        Prune,      ///< by hand: what the policy evicts no longer leaves, or leaves in parts (pruning.h)
    };
    std::int64_t step = 0;  ///< first token that is processed under the change
    Kind kind = Kind::Parameter;
    std::string name;   ///< name of the parameter
    std::string value;  ///< value of the parameter; policy text; tokens (token_list.h); level ("maps"); "off"

    [[nodiscard]] bool operator==(const RunChange&) const = default;
};

}  // namespace kvw
