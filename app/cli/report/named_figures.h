// SPDX-License-Identifier: Apache-2.0
/// Bookkeeping for figures requested by name for several lanes, since not every lane has every figure.
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
    /// Prints to standard error which figures were left out of which lanes. Errors: the reason, for a figure that no
    /// lane has.
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
