// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/named_figures.h"

#include <cstdio>

#include "app/cli/report/text_table.h"

namespace kvw::cli {

void NamedFigures::found(const std::string& id) {
    m_found.insert(id);
}

void NamedFigures::lacking(const std::string& id, const std::string& lane, const Error& why) {
    Lack& lack = m_lacking[id];
    lack.lanes += (lack.lanes.empty() ? "" : ", ") + lane;
    lack.why = why;
}

Result<void> NamedFigures::check() const {
    for (const auto& [id, lack] : m_lacking) {
        if (!m_found.contains(id)) {
            return tl::unexpected(lack.why);
        }
    }
    for (const auto& [id, lack] : m_lacking) {
        std::fprintf(stderr, "warning: %s is left out of %s: %s\n", oneLine(id).c_str(), oneLine(lack.lanes).c_str(),
                     oneLine(lack.why.what.english()).c_str());
    }
    return {};
}

}  // namespace kvw::cli
