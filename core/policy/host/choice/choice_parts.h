// SPDX-License-Identifier: Apache-2.0
/// Helpers of choice.cpp: the parts of a policy text, the parameter that a name means, and the canonical text.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/policy/host/choice/choice.h"

namespace kvw::choice {

[[nodiscard]] std::string scheduleText(std::int64_t cutInterval);
[[nodiscard]] Result<std::int64_t> parseSchedule(const std::string& text, const Phrase& where);
/// Returns the schema of `sinks` or `recent` of a composition.
[[nodiscard]] ParameterSpec protectionSpec(const std::string& name);
/// Returns the place of a wrong parameter for an error, such as: policy "snapkv".
[[nodiscard]] Phrase whereOf(const ResolvedPolicy& policy);

/// Makes a policy with default parameters from one id alone, or from scorer and budget.
[[nodiscard]] Result<ResolvedPolicy> makePolicy(const Catalog& catalog, const std::vector<std::string>& ids);
[[nodiscard]] Result<ResolvedPolicy> makeCodec(const Catalog& catalog, const std::string& id);
/// Puts a codec under a policy. For the full cache the result is the codec alone, so that each run has one text.
[[nodiscard]] Result<ResolvedPolicy> withCodec(ResolvedPolicy policy, ResolvedPolicy codec);

/// Parameter that a name written by the user means: one of parts (by index), or one of the composition itself (`own`).
struct Target {
    std::vector<std::size_t> parts;
    std::string name;
    bool own = false;
};
[[nodiscard]] Result<Target> targetOf(const ResolvedPolicy& policy, const std::string& name);
[[nodiscard]] tl::unexpected<Error> unknownParameter(const ResolvedPolicy& policy, const std::string& name);
Result<void> assign(ResolvedPolicy& policy, const Target& target, const std::string& text);
/// Assigns one `name=value` item of a policy text; `given` holds the names assigned before, and a second assignment is
/// an error.
Result<void> assignOnce(ResolvedPolicy& policy, const std::string& item, std::set<std::string>& given);

[[nodiscard]] std::string canonicalText(const ResolvedPolicy& policy);

}  // namespace kvw::choice
