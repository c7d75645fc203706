// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/examples.h"

namespace kvw::wb {

std::vector<Example> examples() {
    return {
        {QStringLiteral("Run the example"),
         QStringLiteral(
             "A story read through a sliding window: 4 sinks and the last 256 tokens stay, the rest is forgotten."),
         QStringLiteral("story.txt"), QStringLiteral("streaming:sinks=4,recent=256")},
        {QStringLiteral("Needle in a haystack"),
         QStringLiteral(
             "Four facts hidden in documentation; one selection after the prompt decides what can still be answered."),
         QStringLiteral("needle.txt"), QStringLiteral("snapkv:capacity=128")},
        {QStringLiteral("Heavy hitters"),
         QStringLiteral(
             "A ledger whose old entries are asked for late: tokens that drew much attention stay, others go."),
         QStringLiteral("ledger.txt"), QStringLiteral("h2o:heavy=128,recent=128")},
    };
}

}  // namespace kvw::wb
