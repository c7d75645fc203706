// SPDX-License-Identifier: Apache-2.0
/// Values of a plugin's parameters, already checked by the host against the manifest (type, range, choices).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace kvw::sdk {

/// Lists of integers must stay last: plugins built before they existed rely on the order of the others.
using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

/// Values by name; every parameter of the manifest is present, with its default if the user gave none. A name that the
/// manifest does not have, or a type other than the manifest's, is a bug of the plugin: it throws std::out_of_range or
/// std::bad_variant_access, which ends the run with a sentence that names the plugin.
class Parameters {
 public:
    Parameters() = default;
    explicit Parameters(std::map<std::string, Value> values) : m_values(std::move(values)) {}

    [[nodiscard]] std::int64_t integer(const std::string& name) const {
        return std::get<std::int64_t>(m_values.at(name));
    }
    [[nodiscard]] bool flag(const std::string& name) const { return std::get<bool>(m_values.at(name)); }
    [[nodiscard]] const std::string& text(const std::string& name) const {
        return std::get<std::string>(m_values.at(name));
    }
    [[nodiscard]] const std::vector<std::int64_t>& integers(const std::string& name) const {
        return std::get<std::vector<std::int64_t>>(m_values.at(name));
    }
    /// Returns a `number` parameter; integers are accepted as numbers.
    [[nodiscard]] double number(const std::string& name) const {
        const Value& value = m_values.at(name);
        if (const auto* whole = std::get_if<std::int64_t>(&value)) {
            return static_cast<double>(*whole);
        }
        return std::get<double>(value);
    }
    /// Returns true if a `number` or `integers` parameter is the word "auto".
    [[nodiscard]] bool isAuto(const std::string& name) const {
        const auto* word = std::get_if<std::string>(&m_values.at(name));
        return word != nullptr && *word == "auto";
    }

    [[nodiscard]] bool has(const std::string& name) const { return m_values.contains(name); }
    void set(const std::string& name, Value value) { m_values.insert_or_assign(name, std::move(value)); }
    [[nodiscard]] const std::map<std::string, Value>& values() const noexcept { return m_values; }

 private:
    std::map<std::string, Value> m_values;
};

}  // namespace kvw::sdk
