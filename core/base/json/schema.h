// SPDX-License-Identifier: Apache-2.0
/// JSON schemas of our own formats, compiled in, and a validator for the part of draft-07 they use.
///
/// Supported: type (one or a list), required, properties, additionalProperties (false or a schema), items (one schema),
/// enum, const, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, maxItems, minLength, pattern
/// (ECMAScript, searched), oneOf, anyOf, $ref to "#/definitions/...". Any other keyword that could reject something is
/// itself reported as an error. Pure, any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw::schema {

struct Violation {
    std::string pointer;  ///< JSON pointer into the instance; "" is the root
    Phrase found;         ///< short
    Phrase expected;      ///< "an integer", "one of run, compare", ...
    [[nodiscard]] std::string sentence() const;
};

/// Returns the violations, at most 20; empty: valid.
[[nodiscard]] std::vector<Violation> validate(const nlohmann::ordered_json& schema,
                                              const nlohmann::ordered_json& instance);

/// Returns a schema of resources/schemas by its file name without ".schema.json": "manifest", "compare", "plugin",
/// "eviction", "steps-row", "layers-row", "prefill-memory-row", "calls-row", "times-row", "arrays", "figure",
/// "findings", "conformance", "disagreements". Errors: Internal if there is none.
[[nodiscard]] Result<nlohmann::ordered_json> named(std::string_view name);
[[nodiscard]] std::vector<std::string> names();

/// Validates `instance` against the schema `name`. Errors: BadInput at `where`, with the first violation.
[[nodiscard]] Result<void> check(std::string_view name, const nlohmann::ordered_json& instance,
                                 const std::string& where);

}  // namespace kvw::schema
