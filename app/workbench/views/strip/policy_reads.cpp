// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/policy_reads.h"

#include <QStringList>

#include "app/workbench/session/words/manifest_words.h"
#include "core/base/json/json_access.h"

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
    for (const std::string& need : found->entry->manifest.needs) {
        needs << needWords(need, static_cast<int>(wholeOf(lane.parameters, "window", -1)));
    }
    return needs.join(QStringLiteral(", "));
}

}  // namespace kvw::wb
