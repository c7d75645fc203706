// SPDX-License-Identifier: Apache-2.0
/// Runs Jinja2 on a chat template: in a process of its own (resources/chat/render.py), since a template is a program
/// of whoever made the model.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// What the process may take, beside what the texts themselves take.
struct ChatLimits {
    std::chrono::seconds time{10};
    std::size_t memory = std::size_t{512} << 20, output = std::size_t{64} << 20;
};

/// `request`: template, tokens, user, system, as render.py reads them. `where` names the template in errors, which are
/// those of ChatTemplate::prompt. The first python3 in PATH that has Jinja2 is taken.
[[nodiscard]] Result<std::string> renderChat(nlohmann::json request, const std::string& where,
                                             const ChatLimits& limits);

}  // namespace kvw
