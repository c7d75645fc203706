// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/command_palette.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
#include <QStringList>
#include <QTimer>
#include <algorithm>

#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/words/lane_title.h"
#include "app/workbench/session/words/plugin_words.h"
#include "app/workbench/session/words/word_match.h"
#include "app/workbench/shell/commands/actions.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/fold.h"
#include "core/policy/host/choice/combination.h"

namespace kvw::wb {

namespace {

constexpr int kWidth = 560, kHeight = 380;
constexpr int kByName = 500, kDisabled = 1000, kByAbout = 2000;  ///< added to the costs of matchWords

/// Returns an entry for a policy. `id`: a policy text. `about`: further text to match.
PaletteEntry policyEntry(Workspace& workspace, const QString& label, const QString& id, const QString& about) {
    return {.text = CommandPalette::tr("Policy: %1 (%2)").arg(label, id),
            .run = [&workspace,
                    id] { workspace.refuseIfFailed(workspace.draft().form().load(workspace.plugins().catalog(), id)); },
            .about = about};
}

void addPolicies(std::vector<PaletteEntry>& entries, Workspace& workspace) {
    const Catalog& catalog = workspace.plugins().catalog();
    for (const PluginKind kind : {PluginKind::Policy, PluginKind::Reader, PluginKind::Codec}) {
        for (const Catalog::Found& found : catalog.all(kind)) {
            entries.push_back(policyEntry(workspace, QString::fromStdString(found.provided->label),
                                          QString::fromStdString(found.provided->id), pluginWords(found)));
        }
    }
    for (const Catalog::Found& scorer : catalog.all(PluginKind::Scorer)) {
        for (const Catalog::Found& budget : catalog.all(PluginKind::Budget)) {
            const Combination found =
                combinationOf(catalog, scorer.provided->id + '+' + budget.provided->id, workspace.draft().traits());
            if (found.verdict != Combination::Verdict::Never) {  // not every scorer runs with every budget
                entries.push_back(policyEntry(workspace,
                                              QString::fromStdString(scorer.provided->label) + QStringLiteral(" + ") +
                                                  QString::fromStdString(budget.provided->label),
                                              QString::fromStdString(found.policy),
                                              pluginWords(scorer) + QLatin1Char(' ') + pluginWords(budget)));
            }
        }
    }
}

void addTexts(std::vector<PaletteEntry>& entries, Workspace& workspace) {
    for (const TextChoice& text : shippedTextChoices()) {
        entries.push_back(
            {.text = CommandPalette::tr("Text: %1").arg(textWords(text.title)),
             .run = [&workspace, file = text.file] { workspace.draft().chooseText(file); },
             .name = QString::fromStdString(text.file.filename().string()),
             .about = CommandPalette::tr("embedded text") + QLatin1Char(' ') + textWords(text.description)});
    }
}

void addExamples(std::vector<PaletteEntry>& entries, Workspace& workspace) {
    for (const Example& example : examples()) {
        entries.push_back({.text = CommandPalette::tr("Example: %1").arg(example.title),
                           .run = [&workspace, example] { workspace.refuseIfFailed(workspace.startExample(example)); },
                           .tip = example.about,
                           .about = example.about});
    }
    for (const FinishedRun& run : finishedRuns()) {
        entries.push_back({.text = CommandPalette::tr("Run: %1").arg(run.title),
                           .run = [&workspace, path = run.path] { workspace.bundles().open(path); },
                           .tip = run.about,
                           .about = run.about});
    }
    for (const StoryEntry& story : listStories()) {
        entries.push_back({.text = CommandPalette::tr("Story: %1").arg(story.title),
                           .enabled = story.mistake.isEmpty(),
                           .run = [&workspace, name = story.name] { Q_EMIT workspace.storyRequested(name); },
                           .name = story.name,
                           .tip = story.summary,
                           .about = story.summary});
    }
}

void addEmbeddedModel(std::vector<PaletteEntry>& entries, Workspace& workspace) {
    entries.push_back({.text = CommandPalette::tr("Model: the embedded one"),
                       .enabled = !workspace.draft().base().model.empty(),
                       .run = [&workspace] { workspace.useModel({}); },
                       .tip = CommandPalette::tr("The next run uses the model that comes with the program")});
}

void addLanes(std::vector<PaletteEntry>& entries, Workspace& workspace) {
    const auto recording = workspace.recording();
    for (int lane = 0; recording && lane < recording->lanes(); ++lane) {
        const QString title = laneTitle(*recording, lane, workspace.namesHidden());
        entries.push_back({.text = CommandPalette::tr("Lane: %1").arg(title),
                           .run = [&workspace, lane] { workspace.selection().setLane(lane); }});
    }
}

QString nameOf(const QWidget& control) {
    if (!control.accessibleName().isEmpty()) {
        return control.accessibleName();
    }
    const auto* button = qobject_cast<const QAbstractButton*>(&control);
    return button == nullptr ? QString() : QString(button->text()).remove(QLatin1Char('&'));
}

bool isControl(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr || qobject_cast<const QLineEdit*>(&widget) != nullptr;
}

void goTo(Dock& dock, QWidget& control) {
    dock.show();
    dock.raise();
    if (Fold* fold = Fold::of(control); fold != nullptr && !fold->unfolded()) {
        fold->choose(true);
    }
    // Once layouts know what was unfolded.
    QTimer::singleShot(0, &control, [&control] {
        for (QWidget* above = control.parentWidget(); above != nullptr; above = above->parentWidget()) {
            if (auto* area = qobject_cast<QScrollArea*>(above)) {
                area->ensureWidgetVisible(&control);
            }
        }
    });
    control.setFocus(Qt::ShortcutFocusReason);
}

}  // namespace

std::vector<PaletteEntry> paletteEntries(const Actions& actions, Workspace& workspace) {
    std::vector<PaletteEntry> entries;
    for (const Actions::Item& item : actions.all()) {
        if (item.action->isVisible()) {
            entries.push_back({.text = item.action->text(),
                               .keys = item.action->shortcut().toString(QKeySequence::NativeText),
                               .enabled = item.action->isEnabled(),
                               .run = [action = item.action] { action->trigger(); },
                               .name = item.action->objectName(),
                               .tip = item.action->toolTip()});
        }
    }
    addLanes(entries, workspace);
    addPolicies(entries, workspace);
    addTexts(entries, workspace);
    addExamples(entries, workspace);
    addEmbeddedModel(entries, workspace);
    return entries;
}

std::vector<PaletteEntry> controlEntries(Dock& dock) {
    std::vector<PaletteEntry> entries;
    QStringList known;
    for (QWidget* control : dock.findChildren<QWidget*>()) {
        const bool inside = qobject_cast<QAbstractSpinBox*>(control->parentWidget()) != nullptr ||
                            qobject_cast<QComboBox*>(control->parentWidget()) != nullptr;
        const QString name = nameOf(*control);
        if (inside || !isControl(*control) || (control->focusPolicy() & Qt::TabFocus) == 0 || name.isEmpty() ||
            known.contains(name) || !Fold::isSeenIn(dock, *control)) {
            continue;
        }
        known += name;
        entries.push_back({.text = CommandPalette::tr("%1: %2").arg(dock.windowTitle(), name),
                           .enabled = control->isEnabled(),
                           .run =
                               [&dock, control = QPointer<QWidget>(control)] {
                                   if (control != nullptr) {
                                       goTo(dock, *control);
                                   }
                               },
                           .name = control->objectName(),
                           .tip = control->toolTip()});
    }
    return entries;
}

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent)
    : ListSearch("palette", tr("Commands"), tr("Command, dock, control, policy, text or story"),
                 tr("Commands that match"), parent),
      m_entries(std::move(entries)) {
    list().setUniformItemSizes(true);
    CommandPalette::filter({});
    const QSize size(std::min(kWidth, parent->width()), std::min(kHeight, parent->height()));
    resize(size);
    move(parent->mapToGlobal(QPoint((parent->width() - size.width()) / 2, parent->height() / 8)));
}

void CommandPalette::filter(const QString& typed) {
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t entry = 0; entry < m_entries.size(); ++entry) {
        auto cost = matchWords(typed, m_entries[entry].text);
        if (!cost && !typed.isEmpty()) {
            if (const auto byName = matchWords(typed, m_entries[entry].name)) {
                cost = *byName + kByName;
            } else if (containsAllWords(m_entries[entry].about, typed)) {
                cost = kByAbout;
            }
        }
        if (cost) {
            // Entries that are disabled now are listed below the enabled ones.
            found.emplace_back(*cost + (m_entries[entry].enabled ? 0 : kDisabled), entry);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    list().clear();
    for (const auto& [cost, entry] : found) {
        const PaletteEntry& each = m_entries[entry];
        addEntry(each.keys.isEmpty() ? each.text : each.text + QStringLiteral("    ") + each.keys,
                 static_cast<qulonglong>(entry), each.tip, each.enabled);
    }
    if (found.empty()) {
        addWords(tr("Nothing matches"));
    }
    list().setCurrentRow(found.empty() ? -1 : 0);
}

void CommandPalette::take(const QVariant& entry) {
    const auto run = m_entries[entry.toULongLong()].run;
    run();
}

}  // namespace kvw::wb
