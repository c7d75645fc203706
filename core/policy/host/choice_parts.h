// SPDX-License-Identifier: Apache-2.0
/// Inside of choice: the parts of a policy text, which parameter a name means, and the canonical text.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/policy/host/choice.h"

namespace kvw::choice {

[[nodiscard]] std::string trimmed(const std::string& text);
[[nodiscard]] std::string scheduleText(std::int64_t every);
[[nodiscard]] Result<std::int64_t> parseSchedule(const std::string& text, const std::string& where);
/// `sinks` and `recent` of a composition.
[[nodiscard]] ParameterSpec protectionSpec(const std::string& name);
/// "policy "snapkv"": where a wrong parameter was found.
[[nodiscard]] std::string whereOf(const ResolvedPolicy& policy);

/// Parts with default parameters: one id alone, or scorer and budget.
[[nodiscard]] Result<ResolvedPolicy> makePolicy(const Catalog& catalog, const std::vector<std::string>& ids);
[[nodiscard]] Result<ResolvedPolicy> makeCodec(const Catalog& catalog, const std::string& id);
/// Puts a codec under a policy. Over the full cache that is the codec alone, so that each run has one text.
[[nodiscard]] Result<ResolvedPolicy> withCodec(ResolvedPolicy policy, ResolvedPolicy codec);

/// Where a name the user wrote leads: parts by index, or a parameter of the composition itself.
struct Target {
    std::vector<std::size_t> parts;
    std::string name;
    bool own = false;
};
[[nodiscard]] Result<Target> targetOf(const ResolvedPolicy& policy, const std::string& name);
[[nodiscard]] tl::unexpected<Error> unknownParameter(const ResolvedPolicy& policy, const std::string& name);
Result<void> assign(ResolvedPolicy& policy, const Target& target, const std::string& text);
/// `name=value` of a policy text; `given` holds what was given before.
Result<void> assignOnce(ResolvedPolicy& policy, const std::string& item, std::set<std::string>& given);

[[nodiscard]] std::string canonicalText(const ResolvedPolicy& policy);

}  // namespace kvw::choice
