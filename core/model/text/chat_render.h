// SPDX-License-Identifier: Apache-2.0
/// Runs Jinja2 on a chat template in a separate process (resources/chat/render.py), since a template is an untrusted
/// program from the model's makers.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Limits of the process; `memory` and `output` (bytes) come on top of what the texts themselves need.
struct ChatLimits {
    std::chrono::seconds time{10};
    std::size_t memory = std::size_t{512} << 20, output = std::size_t{64} << 20;
};

/// Renders `request`: template, tokens, user, system, as render.py reads them. `where` names the template in errors.
/// Uses the first python3 in PATH that has Jinja2. Errors: those of ChatTemplate::prompt.
[[nodiscard]] Result<std::string> renderChat(nlohmann::json request, const std::string& where,
                                             const ChatLimits& limits);

}  // namespace kvw
