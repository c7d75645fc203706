// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/engine_sentence.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/workbench/language/control_names.h"
#include "app/workbench/language/engine_forms.h"
#include "app/workbench/language/form_places.h"
#include "app/workbench/language/language.h"

namespace kvw::wb {

namespace {

constexpr const char* kContext = "kvw::wb::Engine";

/// Texts around the message of an error (core/base/error.h).
constexpr const char* kFound = QT_TRANSLATE_NOOP("kvw::wb::Engine", "; found %1");
constexpr const char* kAlsoExpected = QT_TRANSLATE_NOOP("kvw::wb::Engine", ", expected %1");
constexpr const char* kExpected = QT_TRANSLATE_NOOP("kvw::wb::Engine", "; expected %1");
constexpr const char* kNear = QT_TRANSLATE_NOOP("kvw::wb::Engine", "; did you mean \"%1\"?");
constexpr const char* kStopped = QT_TRANSLATE_NOOP("kvw::wb::Engine", "; the run was stopped");

constexpr char kAnything[] = "(.*?)";
constexpr char kWord[] = "(\\S+)";
constexpr char kNumber[] = "([-+]?\\d[-+.,e\\d]*)";

struct Form {
    const char* source;
    QString part;  ///< longest text between placeholders; a fast check that rejects most sentences
    QRegularExpression pattern;
};

using Lists = std::initializer_list<std::span<const char* const>>;

/// Adds forms to a list. `around`: pattern around a form, where %1 is the form itself.
void addForms(std::vector<Form>& forms, Lists lists, const char* place, const char* around = "%1") {
    for (const auto& list : lists) {
        for (const char* source : list) {
            const QString text = QString::fromUtf8(source);
            QStringList pieces = formPieces(text);
            std::sort(pieces.begin(), pieces.end(),
                      [](const QString& a, const QString& b) { return a.size() > b.size(); });
            const QString pattern = QString::fromLatin1(around).replace(QStringLiteral("%1"), formPattern(text, place));
            forms.push_back({source, pieces.front(),
                             QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                                                QRegularExpression::DotMatchesEverythingOption)});
        }
    }
}

/// Puts longer forms first, since a short form may match part of a long sentence.
std::vector<Form> sorted(std::vector<Form> forms) {
    std::stable_sort(forms.begin(), forms.end(), [](const Form& a, const Form& b) {
        return std::string_view(a.source).size() > std::string_view(b.source).size();
    });
    return forms;
}

const std::vector<Form>& noticeForms() {
    static const std::vector<Form> kForms = [] {
        std::vector<Form> made;
        addForms(made, {forms::notices()}, kAnything);
        return sorted(std::move(made));
    }();
    return kForms;
}

const std::vector<Form>& errorForms() {
    static const std::vector<Form> kForms = [] {
        std::vector<Form> made;
        addForms(made,
                 {forms::pluginErrors(), forms::contractErrors(), forms::runErrors(), forms::modelErrors(),
                  forms::bundleErrors(), forms::evalErrors(), forms::windowErrors()},
                 kAnything,
                 "(?:(?<where>.*?): )?%1(?<stopped>; the run was stopped)?(?:; did you mean \"(?<near>.*?)\"\\?)?"
                 "(?:; found (?<found>.*?))?(?:[;,] expected (?<expected>.*?))?(?<end>[.?]?)");
        return sorted(std::move(made));
    }();
    return kForms;
}

const std::vector<Form>& phraseForms() {
    static const std::vector<Form> kForms = [] {
        std::vector<Form> made;
        addForms(made, {forms::phrases(), forms::findings()}, kAnything);
        addForms(made, {forms::settings()}, kWord);
        addForms(made, {forms::numbers()}, kNumber);
        return sorted(std::move(made));
    }();
    return kForms;
}

const std::vector<Form>& placeForms() {
    static const std::vector<Form> kForms = [] {
        std::vector<Form> made;
        addForms(made, {forms::places()}, kAnything);
        return sorted(std::move(made));
    }();
    return kForms;
}

/// Returns whether placeholder `number` is in quotes: it is then a name, a value or the words of a plugin.
bool isQuoted(const char* source, int number) {
    const QString text = QString::fromUtf8(source);
    const qsizetype at = text.indexOf(QStringLiteral("%") + QString::number(number));
    const QChar before = at > 0 ? text[at - 1] : QChar();
    return QStringLiteral("\"'`").contains(before) && at > 0 && at + 2 < text.size() && text[at + 2] == before;
}

/// Returns the translation of `source`, filled with `place` of each captured text from group `first` on; quoted texts
/// stay unchanged.
template <class Place>
QString filled(const char* source, const QRegularExpressionMatch& found, int first, const Place& place) {
    return fillPlaces(QCoreApplication::translate(kContext, source), [&](int number) {
        const QString captured = found.captured(first + number - 1);
        return isQuoted(source, number) ? captured : place(captured);
    });
}

/// Returns whether the first word has a slash. Folders may have names that are words of the engine.
bool isPath(const QString& text) {
    const qsizetype slash = text.indexOf(QLatin1Char('/')), space = text.indexOf(QLatin1Char(' '));
    return slash >= 0 && (space < 0 || slash < space);
}

/// Returns whether the form matches text after a path ("a/b.md, line 3") rather than words within the path.
bool leavesPath(const Form& form, const QRegularExpressionMatch& found) {
    const std::string_view source(form.source);
    bool whole = source.starts_with("%1,") || source.starts_with("%1;");
    for (int place = 2; whole && place <= found.lastCapturedIndex(); ++place) {
        whole = !found.captured(place).contains(QLatin1Char('/'));
    }
    return whole || source.find('%') == std::string_view::npos;
}

/// Returns the first form that matches; if `path`, only a form that leaves the path whole. Null: none.
const Form* formOf(const std::vector<Form>& forms, const QString& text, QRegularExpressionMatch& found,
                   bool path = false) {
    for (const Form& form : forms) {
        if (!text.contains(form.part)) {
            continue;
        }
        found = form.pattern.match(text);
        if (found.hasMatch() && (!path || leavesPath(form, found))) {
            return &form;
        }
    }
    return nullptr;
}

/// Returns the translation; null: no form matches.
QString translated(const std::vector<Form>& forms, const QString& text) {
    QRegularExpressionMatch found;
    const Form* form = formOf(forms, text, found, isPath(text));
    return form == nullptr ? QString() : filled(form->source, found, 1, enginePhrase);
}

/// Translates a place such as "streaming 1.0.0, layer 3"; each part before a colon separately.
QString placeWords(const QString& where) {
    static const QString kColon = QStringLiteral(": ");
    QStringList parts = where.split(kColon);
    for (QString& part : parts) {
        const QString known = translated(placeForms(), part);
        part = known.isNull() ? enginePhrase(part) : known;
    }
    return parts.join(kColon);
}

/// Returns the form whose match begins first, since an error may contain another error. Forms that begin with a
/// placeholder match too much and are tried last.
const Form* errorFormOf(const QString& sentence, QRegularExpressionMatch& found) {
    const Form* best = nullptr;
    std::pair<bool, qsizetype> least;
    for (const Form& form : errorForms()) {
        if (!sentence.contains(form.part)) {
            continue;
        }
        const QRegularExpressionMatch match = form.pattern.match(sentence);
        if (!match.hasMatch()) {
            continue;
        }
        const std::pair rank(form.source[0] == '%', match.capturedLength(QStringLiteral("where")));
        if (best == nullptr || rank < least) {
            best = &form;
            least = rank;
            found = match;
        }
    }
    return best;
}

QString errorSentence(const QString& sentence);

/// Translates the text of a placeholder, which may be an error itself, with or without its full stop.
QString errorWords(const QString& text) {
    const QString known = errorSentence(text);
    return known.isNull() ? enginePhrase(text) : known;
}

/// Translates an error; null: its message is unknown.
QString errorSentence(const QString& sentence) {
    QRegularExpressionMatch found;
    const Form* form = errorFormOf(sentence, found);
    if (form == nullptr) {
        return {};
    }
    const auto behind = [](const char* source, const QString& captured, const auto& words) {
        return QCoreApplication::translate(kContext, source).replace(QStringLiteral("%1"), words(captured));
    };
    const auto asIs = [](const QString& text) { return text; };
    const QString where = found.captured(QStringLiteral("where"));
    // Group 1 is the place, so those of the form start at 2.
    QString text = (where.isEmpty() ? QString() : placeWords(where) + QStringLiteral(": ")) +
                   filled(form->source, found, 2, errorWords);
    if (!found.captured(QStringLiteral("stopped")).isEmpty()) {
        text += QCoreApplication::translate(kContext, kStopped);
    }
    if (const QString near = found.captured(QStringLiteral("near")); !near.isEmpty()) {
        text += behind(kNear, near, asIs);
    }
    const QString was = found.captured(QStringLiteral("found")), right = found.captured(QStringLiteral("expected"));
    if (!was.isEmpty()) {
        text += behind(kFound, was, errorWords);
    }
    if (!right.isEmpty()) {
        text += behind(was.isEmpty() ? kExpected : kAlsoExpected, right, errorWords);
    }
    return text + found.captured(QStringLiteral("end"));
}

}  // namespace

QString engineSentence(const QString& sentence) {
    if (sentence.size() > kLongestSentence) {
        return sentence;
    }
    if (currentLanguage() == QLatin1String("en")) {
        return withControlNames(sentence);
    }
    QRegularExpressionMatch found;
    const Form* notice = formOf(noticeForms(), sentence, found);
    const QString known = notice != nullptr ? filled(notice->source, found, 1, errorWords) : errorSentence(sentence);
    return withControlNames(known.isNull() ? sentence : known);
}

QString enginePhrase(const QString& phrase) {
    if (phrase.size() > kLongestSentence) {
        return phrase;
    }
    static const QString kAnd = QStringLiteral(" and ");
    QStringList parts = phrase.split(kAnd);
    for (QString& part : parts) {
        const QString known = translated(phraseForms(), part);
        if (known.isNull() && parts.size() > 1) {
            const QString whole = translated(phraseForms(), phrase);
            return whole.isNull() ? phrase : whole;
        }
        part = known.isNull() ? part : known;
    }
    return parts.join(QCoreApplication::translate("kvw::wb::Engine", " and "));
}

}  // namespace kvw::wb
