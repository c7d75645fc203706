// SPDX-License-Identifier: Apache-2.0
/// The works behind policies as BibTeX, from the references of their manifests. What a manifest does not say is left
/// out.
#pragma once

#include <string>
#include <vector>

#include "core/policy/host/choice.h"

namespace kvw {

/// One entry, with a line's end; empty for a reference without a key.
[[nodiscard]] std::string bibtexOf(const Reference& reference);
/// The entries of several references, each key once, in their order.
[[nodiscard]] std::string bibtexOf(const std::vector<Reference>& references);

/// The works of all parts.
[[nodiscard]] std::vector<Reference> referencesOf(const ResolvedPolicy& policy);
/// As a manifest writes them, and back; what is no reference is left out.
[[nodiscard]] nlohmann::ordered_json toJson(const std::vector<Reference>& references);
[[nodiscard]] std::vector<Reference> referencesIn(const nlohmann::ordered_json& list);

}  // namespace kvw
