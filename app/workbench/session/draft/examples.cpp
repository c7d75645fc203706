// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/examples.h"

#include <QObject>

namespace kvw::wb {

std::vector<Example> examples() {
    return {
        {QObject::tr("Run the example"),
         QObject::tr(
             "A story read through a sliding window: 4 sinks and the last 256 tokens stay, the rest is forgotten."),
         QStringLiteral("story.txt"),
         QStringLiteral("streaming:sinks=4,recent=256/positions=original/prefill=layer-major"),
         QStringLiteral("01-sinks")},
        {QObject::tr("Needle in a haystack"),
         QObject::tr(
             "Four facts hidden in documentation; one selection after the prompt decides what can still be answered."),
         QStringLiteral("needle.txt"), QStringLiteral("snapkv:capacity=128"), QStringLiteral("02-forgotten-fact")},
        {QObject::tr("Heavy hitters"),
         QObject::tr("A ledger whose old entries are asked for late: tokens that drew much attention stay, others go."),
         QStringLiteral("ledger.txt"), QStringLiteral("h2o:heavy=128,recent=128"), QStringLiteral("03-heavy-hitters")},
    };
}

}  // namespace kvw::wb
