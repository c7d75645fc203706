// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/examples.h"

#include <QObject>
#include <utility>

#include "core/model/text/document.h"

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

std::vector<FinishedRun> finishedRuns() {
    const std::pair<const char*, FinishedRun> known[] = {
        {"sinks.zip",
         {QObject::tr("Sinks of a real model"),
          QObject::tr("A window of 64 tokens with 4 sinks, and one without any, beside the full cache."),
          {}}},
        {"layer-budgets.zip",
         {QObject::tr("Layer budgets of a real model"),
          QObject::tr("CAKE's budgets and uniform ones, 48 tokens a layer, beside the full cache."),
          {}}},
        {"lazy-pruning.zip",
         {QObject::tr("Lazy pruning of a real model"),
          QObject::tr("A window pruned at every token, every 32 tokens, and every 32 with slack and max-drop."),
          {}}},
    };
    std::vector<FinishedRun> there;
    const auto resources = resourcesDir();
    for (const auto& [file, run] : known) {
        std::error_code error;
        const std::filesystem::path path =
            resources ? *resources / "evidence" / "runs" / file : std::filesystem::path();
        if (resources && std::filesystem::is_regular_file(path, error)) {
            there.push_back({run.title, run.about, QString::fromStdString(path.string())});
        }
    }
    return there;
}

}  // namespace kvw::wb
