// SPDX-License-Identifier: Apache-2.0
/// Turns the references in manifests into BibTeX. Fields that a manifest leaves out are omitted.
#pragma once

#include <string>
#include <vector>

#include "core/policy/host/choice/choice.h"

namespace kvw {

/// Returns one entry, ending with a newline; empty for a reference without a key.
[[nodiscard]] std::string bibtexOf(const Reference& reference);
/// Returns the entries of several references in order, each key once.
[[nodiscard]] std::string bibtexOf(const std::vector<Reference>& references);

/// Returns the references of all parts.
[[nodiscard]] std::vector<Reference> referencesOf(const ResolvedPolicy& policy);
/// Writes references as a manifest does, and reads them back; list items that are not references are skipped.
[[nodiscard]] nlohmann::ordered_json toJson(const std::vector<Reference>& references);
[[nodiscard]] std::vector<Reference> referencesIn(const nlohmann::ordered_json& list);

}  // namespace kvw
