// SPDX-License-Identifier: Apache-2.0
/// Figures that were asked for by name, of several lanes: not every lane has every figure.
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/base/error.h"

namespace kvw::cli {

class NamedFigures {
 public:
    void found(const std::string& id);
    void lacking(const std::string& id, const std::string& lane, const Error& why);
    /// Says on standard error what is left out. Errors: why, for a figure that no lane has.
    [[nodiscard]] Result<void> check() const;

 private:
    struct Lack {
        std::string lanes;
        Error why;
    };
    std::map<std::string, Lack> m_lacking;
    std::set<std::string> m_found;
};

}  // namespace kvw::cli
