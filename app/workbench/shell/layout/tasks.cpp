// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/layout/tasks.h"

#include <QObject>
#include <algorithm>

namespace kvw::wb {

QStringList Task::ids() const {
    QStringList ids;
    for (const View& view : views) {
        ids += QString::fromLatin1(view.dock);
    }
    return ids;
}

std::optional<Place> Task::placeOf(const QString& dock) const {
    const auto found =
        std::find_if(views.begin(), views.end(), [&](const View& view) { return dock == QLatin1String(view.dock); });
    return found == views.end() ? std::nullopt : std::optional(found->place);
}

const std::vector<Task>& tasks() {
    static const std::vector<Task> kTasks{
        {"explore",
         QT_TRANSLATE_NOOP("QObject", "Explore"),
         QT_TRANSLATE_NOOP("QObject", "One run: text, NLL, attention, budgets"),
         Sign::Explore,
         {{"strip", Place::Top},
          {"nll", Place::Middle},
          {"budgets", Place::Bottom},
          {"attention", Place::Right},
          {"run", Place::Side}},
         34},
        {"compare",
         QT_TRANSLATE_NOOP("QObject", "Compare"),
         QT_TRANSLATE_NOOP("QObject", "Lanes: their numbers, differences and maps"),
         Sign::Compare,
         {{"lanes", Place::Top}, {"nll", Place::Middle}, {"runs", Place::Middle}, {"side-by-side", Place::Right}},
         36},
        {"cache",
         QT_TRANSLATE_NOOP("QObject", "Cache"),
         QT_TRANSLATE_NOOP("QObject", "What the cache holds, what it should hold, and how layers share it"),
         Sign::Cache,
         {{"cache", Place::Top}, {"hindsight", Place::Middle}, {"preference", Place::Right}},
         46},
        {"sweep",
         QT_TRANSLATE_NOOP("QObject", "Sweep"),
         QT_TRANSLATE_NOOP("QObject", "Many runs: sweeps over settings, evaluations over prompts"),
         Sign::Sweep,
         {{"sweep", Place::Middle}, {"evaluation", Place::Middle}},
         30},
        {"library",
         QT_TRANSLATE_NOOP("QObject", "Library"),
         QT_TRANSLATE_NOOP("QObject", "Bundles of earlier runs"),
         Sign::Library,
         {{"library", Place::Middle}},
         30},
        {"author",
         QT_TRANSLATE_NOOP("QObject", "Author"),
         QT_TRANSLATE_NOOP("QObject", "Policies of one's own: calls, plugins, problems, budgets by hand"),
         Sign::Author,
         {{"contract", Place::Middle},
          {"playground", Place::Middle},
          {"problems", Place::Bottom},
          {"plugins", Place::Right}},
         30}};
    return kTasks;
}

const Task* taskOf(const QString& id) {
    const auto found =
        std::find_if(tasks().begin(), tasks().end(), [&](const Task& task) { return id == QLatin1String(task.id); });
    return found == tasks().end() ? nullptr : &*found;
}

}  // namespace kvw::wb
