// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/fit_rows.h"

#include <QObject>

#include "app/workbench/session/words/bytes_text.h"

namespace kvw::wb {

namespace {

QString bytes(std::int64_t count) {
    return bytesText(static_cast<double>(count));
}

QString verdict(std::int64_t needed, std::int64_t there) {
    return needed <= there ? QObject::tr("fits") : QObject::tr("does not fit");
}

}  // namespace

std::vector<CostRow> fitRows(const FitFacts& facts, const Machine& machine) {
    const std::int64_t full = facts.tokens * facts.kvBytesPerToken;
    const std::int64_t other = facts.together.value_or(facts.policyBytes.value_or(full));
    const std::int64_t weights = facts.loaded ? 0 : facts.weightBytes;  // bytes still to be loaded
    std::vector<CostRow> rows;
    if (facts.together) {
        rows.push_back({QObject::tr("All lanes"), bytes(*facts.together)});
    }
    rows.push_back({QObject::tr("Weights"), facts.loaded ? QObject::tr("%1 (loaded)").arg(bytes(facts.weightBytes))
                                                         : bytes(facts.weightBytes)});
    if (const std::int64_t free = machine.ramAvailable; free > 0) {
        const QString withFull = verdict(weights + full, free), withOther = verdict(weights + other, free);
        // The policy can need more than the full cache: keep-sets per query head are copies.
        const QString fits = withFull == withOther ? withFull
                             : facts.together ? QObject::tr("full cache: %1, all lanes: %2").arg(withFull, withOther)
                                              : QObject::tr("full cache: %1, this policy: %2").arg(withFull, withOther);
        rows.push_back({QObject::tr("Free memory"), bytes(free) + QStringLiteral(", ") + fits});
        if (const std::int64_t longest = longestContext(free, weights, facts.kvBytesPerToken);
            longest < facts.context) {
            rows.push_back(
                {QObject::tr("Full cache up to"), QObject::tr("%1 of %2 tokens").arg(longest).arg(facts.context)});
        }
    }
    for (const Machine::Gpu& gpu : machine.gpus) {
        rows.push_back(
            {QString::fromStdString(gpu.name),
             QObject::tr("%1 free, full cache: %2").arg(bytes(gpu.free), verdict(facts.weightBytes + full, gpu.free))});
    }
    return rows;
}

}  // namespace kvw::wb
