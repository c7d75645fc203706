// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/fit_text.h"

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

QStringList fitLines(const FitFacts& facts, const Machine& machine) {
    const std::int64_t full = facts.tokens * facts.kvBytesPerToken;
    const std::int64_t kept = facts.policyBytes.value_or(full);
    const std::int64_t weights = facts.loaded ? 0 : facts.weightBytes;  // bytes still to be loaded
    const QString weightText =
        facts.loaded ? QObject::tr("%1 (loaded)").arg(bytes(facts.weightBytes)) : bytes(facts.weightBytes);
    QStringList lines;
    lines += facts.together ? QObject::tr("Memory: weights %1, full cache %2, caches of all lanes %3")
                                  .arg(weightText, bytes(full), bytes(*facts.together))
                            : QObject::tr("Memory: weights %1, full cache %2, under the policy %3")
                                  .arg(weightText, bytes(full), bytes(kept));
    if (machine.ramAvailable > 0) {
        QString line = QObject::tr("%1 of RAM free: with the full cache it %2")
                           .arg(bytes(machine.ramAvailable), verdict(weights + full, machine.ramAvailable));
        if (facts.together) {
            line += QObject::tr(", with all lanes it %1").arg(verdict(weights + *facts.together, machine.ramAvailable));
        } else if (kept != full) {  // it can be larger: keep-sets per query head are copies
            line += QObject::tr(", under the policy it %1").arg(verdict(weights + kept, machine.ramAvailable));
        }
        lines += line;
        const std::int64_t longest = longestContext(machine.ramAvailable, weights, facts.kvBytesPerToken);
        if (longest < facts.context) {
            lines +=
                QObject::tr("The full cache fits up to %1 of the model's %2 tokens").arg(longest).arg(facts.context);
        }
    }
    for (const Machine::Gpu& gpu : machine.gpus) {
        lines +=
            QObject::tr("%1, %2 free: with the full cache it %3")
                .arg(QString::fromStdString(gpu.name), bytes(gpu.free), verdict(facts.weightBytes + full, gpu.free));
    }
    return lines;
}

}  // namespace kvw::wb
