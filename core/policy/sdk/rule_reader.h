// SPDX-License-Identifier: Apache-2.0
/// Readers whose choice of pages follows a rule (read_rule.h).
#pragma once

#include <optional>

#include "core/policy/sdk/read_rule.h"
#include "core/policy/sdk/reader.h"

namespace kvw::sdk {

/// Reader in whose place the engine may follow a rule.
class RuleReader : public ReadSelector {
 public:
    /// Returns the rule that gives the answers of `pages` in the next step; none: only `pages` can tell. Asked before
    /// every decode step of a device, which then does not call `pages`.
    [[nodiscard]] virtual std::optional<ReadRule> readRule() const = 0;
};

}  // namespace kvw::sdk
