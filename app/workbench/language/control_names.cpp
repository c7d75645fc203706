// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/control_names.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>

namespace kvw::wb {

namespace {

constexpr const char *kRun = "kvw::wb::RunSettingsView", *kSources = "kvw::wb::RunSourcesView",
                     *kTyped = "kvw::wb::PromptView", *kSweep = "kvw::wb::SweepForm", *kRunDock = "kvw::wb::RunDock",
                     *kHere = "kvw::wb::ControlNames", *kDevices = "kvw::wb::DeviceBox", *kEval = "kvw::wb::EvalForm";

struct Control {
    const char *flag, *context, *name;
};

/// Flags and the names that the docks give them; entries of kHere are not form fields.
constexpr Control kControls[] = {
    {"model", kSources, "Model"},
    {"text", kSources, "Text"},
    {"prompt", kTyped, "Prompt"},
    {"chat", kTyped, "Chat"},
    {"system", kTyped, "System text"},
    {"chat-template", kTyped, "Chat template"},
    {"no-special-tokens", kHere, QT_TRANSLATE_NOOP("kvw::wb::ControlNames", "begin token")},
    {"ids", kHere, QT_TRANSLATE_NOOP("kvw::wb::ControlNames", "tokens of the run")},
    {"policy", kRunDock, "Policy"},
    {"mode", kRun, "Mode"},
    {"question", kRun, "Question"},
    {"prompt-tokens", kRun, "Prompt"},
    {"steps", kRun, "Steps"},
    {"device", kRun, "Device"},
    {"dtype", kRun, "Products"},
    {"kv-dtype", kRun, "Cache type"},
    {"positions", kRun, "Positions"},
    {"rank-keys", kRun, "Rank keys"},
    {"prefill", kRun, "Prefill"},
    {"seed", kRun, "Seed"},
    {"capture", kRun, "Record"},
    {"rows-limit", kRun, "Rows at most"},
    {"temperature", kRun, "Temperature"},
    {"top-k", kRun, "Top-k"},
    {"top-p", kRun, "Top-p"},
    {"threads", kRun, "Threads"},
    {"axis", kHere, QT_TRANSLATE_NOOP("kvw::wb::ControlNames", "axis")},
    {"workers", kSweep, "Workers"},
    {"out", kSweep, "Folder"},
    {"executor", kHere, QT_TRANSLATE_NOOP("kvw::wb::ControlNames", "executor")},
    {"data", kEval, "Data"},
    {"limit", kEval, "Samples"},
    {"compress-at", kEval, "Compress at"},
    {"lane", kHere, QT_TRANSLATE_NOOP("kvw::wb::ControlNames", "lane")},
    {"replace", kHere, QT_TRANSLATE_NOOP("kvw::wb::ControlNames", "the answer Replace")},
    {"overwrite", kHere, QT_TRANSLATE_NOOP("kvw::wb::ControlNames", "the answer Replace")},
};

/// Values that a control shows in other words or under the same name.
constexpr Control kValues[] = {
    {"none", kRun, "nothing of attention"},
    {"rows", kRun, "row statistics"},
    {"stats", kRun, "and variance"},
    {"maps", kRun, "and the rows"},
    {"teacher", kRun, "read (teacher-forced)"},
    {"generate", kRun, "generate"},
    {"original", nullptr, "original"},
    {"cache-rank", nullptr, "cache-rank"},
    {"cpu", kDevices, "CPU"},
    {"emulated", kDevices, "emulated device"},
    {"raw", nullptr, "raw"},
    {"rotated", nullptr, "rotated"},
    {"f32", nullptr, "f32"},
    {"bf16", nullptr, "bf16"},
    {"f16", nullptr, "f16"},
    {"layer-major", nullptr, "layer-major"},
    {"streaming", nullptr, "streaming"},
};

template <std::size_t N>
QString nameIn(const Control (&controls)[N], const QString& word) {
    const auto found =
        std::ranges::find_if(controls, [&](const Control& each) { return word == QLatin1String(each.flag); });
    return found == std::end(controls) ? QString()
           : found->context == nullptr ? QString::fromLatin1(found->name)
                                       : QCoreApplication::translate(found->context, found->name);
}

/// Replaces commands such as "`kvw policies --enable x`", and suffixes of a policy, by the button that does the same.
QString withButtons(QString sentence) {
    sentence.replace(
        QLatin1String("Native settings, or /native behind the policy,"),
        QCoreApplication::translate("kvw::wb::ControlNames", "“Native settings” of the lane in the Run dock"));
    static const QRegularExpression kCommand(QStringLiteral("`kvw policies --(enable|disable) [^`]*`"));
    for (auto found = kCommand.match(sentence); found.hasMatch(); found = kCommand.match(sentence)) {
        const bool enable = found.captured(1) == QLatin1String("enable");
        sentence.replace(found.capturedStart(), found.capturedLength(),
                         enable
                             ? QCoreApplication::translate("kvw::wb::ControlNames", "“Enable” in the Plugins dock")
                             : QCoreApplication::translate("kvw::wb::ControlNames", "“Disable” in the Plugins dock"));
    }
    return sentence;
}

}  // namespace

QString withControlNames(const QString& sentence) {
    constexpr qsizetype kLongest = 2000;  // of a sentence; longer texts, such as the words of a plugin, stay
    if (sentence.size() > kLongest ||
        (!sentence.contains(QLatin1String("--")) && !sentence.contains(QLatin1Char('/')))) {
        return sentence;
    }
    static const QRegularExpression kFlag(QStringLiteral("(?<![\\w`-])--([a-z][a-z-]*[a-z])(?: ([a-z][a-z0-9-]*))?"));
    const QString text = withButtons(sentence);
    QString result;
    qsizetype done = 0, counted = 0, quotes = 0;
    for (auto flags = kFlag.globalMatch(text); flags.hasNext();) {
        const QRegularExpressionMatch found = flags.next();
        const QString control = nameIn(kControls, found.captured(1));
        quotes += text.mid(counted, found.capturedStart() - counted).count(QLatin1Char('`'));
        counted = found.capturedStart();
        // A flag inside a quoted command stays, since the whole command is meant.
        if (control.isEmpty() || quotes % 2 == 1) {
            continue;
        }
        const QString value = nameIn(kValues, found.captured(2));
        const bool leads = found.capturedStart() == 0 && text.mid(found.capturedEnd(1)).startsWith(QLatin1Char(':'));
        result += text.mid(done, found.capturedStart() - done);
        result += leads             ? control
                  : value.isEmpty() ? QStringLiteral("“%1”").arg(control)
                                    : QStringLiteral("“%1: %2”").arg(control, value);
        done = value.isEmpty() ? found.capturedEnd(1) : found.capturedEnd();
    }
    return result + text.mid(done);
}

}  // namespace kvw::wb
