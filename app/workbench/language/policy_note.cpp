// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/policy_note.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <vector>

#include "app/workbench/language/control_names.h"
#include "app/workbench/language/engine_sentence.h"
#include "app/workbench/language/form_places.h"
#include "app/workbench/language/language.h"

namespace kvw::wb {

namespace {

/// Forms as the plugins and the engine write them, with numbered placeholders. No form is part of another.
constexpr const char* kPolicyNotes[] = {
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "token by token: down to %1 every token, at most %2 held"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "token by token: down to %1 every %2 tokens, at most %3 held"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "all budgets together are %1 tokens, %2 are nominal"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "all layers together: %1 tokens, nominal %2"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "from %1 tokens in the first layer to %2 in the last; %3"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "reads %1 of %2 per query head and step, from layer %3 on"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "one set per query head: keys and values are stored %1 times"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "rounding may have decided %1 of %2 decode cuts of single heads"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "what is shown as Gini is 1 - H / ln n of the attention (metric=entropy)"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "the shares are those of a context window of %1 tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "no layer holds more than its share yet: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "beside the window: %1 to %2 tokens per layer, together %3, nominal %4"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote",
                      "1 layer holds less than its last budget after the cascade and grows back to it"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote",
                      "%1 layers hold less than their last budget after the cascade and grow back to it"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote",
                      "%1 bit codes, scale and minimum per %2: %3 bytes per element; the newest %4 tokens in full "
                      "precision"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote",
                      "codes of %1 bits, with scales %2 for keys and %3 for values; the newest %4 tokens whole"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote",
                      "beyond %1 tokens every step is a prefill of %2 tokens at positions 0 to %3"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "one sub-cache: nothing competes, sinks and the newest tokens stay"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "token-selection is off: every comparison is a tie"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "gamma is %1"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "%1 x %2 tokens reach back over %3 tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote", "sub-caches of %1 tokens reach back over %2 tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote",
                      "sub-cache %1 takes one token in %2: those before it must take the token, too"),
    QT_TRANSLATE_NOOP("kvw::wb::PolicyNote",
                      "the scores of a selection take more than %1 MiB, so they are recorded with --capture maps only"),
};

struct NoteForm {
    const char* source;
    QRegularExpression pattern;
};

std::vector<NoteForm> noteForms() {
    std::vector<NoteForm> forms;
    for (const char* source : kPolicyNotes) {
        const QString pattern = formPattern(QString::fromLatin1(source), "(.*?)");
        forms.push_back({source, QRegularExpression(QRegularExpression::anchoredPattern(pattern))});
    }
    return forms;
}

}  // namespace

QString policyNote(const QString& note) {
    static const std::vector<NoteForm> kForms = noteForms();
    if (note.size() > kLongestSentence) {
        return note;
    }
    if (currentLanguage() == QLatin1String("en")) {
        return withControlNames(note);
    }
    for (const NoteForm& form : kForms) {
        const QRegularExpressionMatch found = form.pattern.match(note);
        if (found.hasMatch()) {
            return withControlNames(fillPlaces(QCoreApplication::translate("kvw::wb::PolicyNote", form.source),
                                               [&found](int number) { return enginePhrase(found.captured(number)); }));
        }
    }
    return note;
}

}  // namespace kvw::wb
