// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/policy_reads.h"

#include <QStringList>

#include "app/workbench/session/words/manifest_words.h"

namespace kvw::wb {

QString whatItReads(const LaneInfo& lane, const Catalog& catalog) {
    // In "snapkv+uniform" and "snapkv@kivi" the scorer comes first.
    const std::string id = lane.policyId.substr(0, lane.policyId.find_first_of("+@"));
    auto found = catalog.findAlone(id);
    if (!found) {
        found = catalog.find(PluginKind::Scorer, id);
    }
    if (!found) {
        return {};
    }
    QStringList needs;
    const auto window = lane.parameters.is_object() ? lane.parameters.find("window") : lane.parameters.end();
    for (const std::string& need : found->entry->manifest.needs) {
        const bool known = window != lane.parameters.end() && window->is_number_integer();
        needs << needWords(need, known ? window->get<int>() : -1);
    }
    return needs.join(QStringLiteral(", "));
}

}  // namespace kvw::wb
