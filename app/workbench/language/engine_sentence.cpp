// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/engine_sentence.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <string_view>
#include <vector>

#include "app/workbench/language/language.h"

namespace kvw::wb {

namespace {

constexpr const char* kContext = "kvw::wb::Engine";

/// As the engine and its plugins write them, with numbered places for what differs.
constexpr const char* kSentences[] = {
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 has no effect while %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 no effect: %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 has no effect: every KV head has one query head"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 steps were asked for, but the text ends %2 after the prompt."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "rank-keys has no effect with original positions: a key's phase never changes."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "The prefill chunk of %1 is longer than the prompt of %2: it is one pass."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "The model has a sliding window of %1 tokens in %2: what is older is held but not attended%3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "The run is longer than the %1 tokens of the short RoPE factors: the long ones serve all of it."),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "sinks and recent (%1) take all of the capacity (%2): only protected tokens stay, no score matters"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the schedule every:%1 cuts after %2 decode steps at the earliest, the run has %3: nothing is "
                      "evicted after the prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 typed, %3 in effect: %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 %2 by default, %3 in effect: %4"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 not valid UTF-8; each was replaced by U+FFFD."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: %2 tokens are longer than the model's context of %3; with original positions quality falls "
                      "beyond it (--positions cache-rank keeps phases inside the cache)."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the capacity exceeds the prompt: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the capacity is not above the window: the newest tokens stay, nothing is scored"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the fraction removed would leave no token: the budget is 1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "skip-layers covers every layer: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "sinks and recent take the whole budget: protected tokens alone stay, scores decide nothing"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "the capacity is not below the prompt or not above the protected tokens: every head gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the heads' shares are rounded: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the capacity is not below the prompt: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the capacity is not above the protected tokens: all layers get the same"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the share of a layer leaves it no token: it keeps the least allowed"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "the variant code decides once, after the prompt: changes of removed, sinks and recent have no effect"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "gamma is 1: scores stay as they are, 0 from the start of a run, where every comparison is a tie"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "every set has one query head: head-reduction has no effect"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the prompt of %1 tokens is kept whole: sinks and window hold %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "heavy and recent are both 0: the budget is 1 and the best token stays"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "with groups this small, codes, scales and minima together are no smaller than 16-bit storage"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: no pyramid, every layer gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the step from layer to layer is rounded down: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "beta and capacity leave no step between the layers: every layer gets the same"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "beta and capacity leave no step between the layers: every layer gets the same, which is SnapKV"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the model has one layer: no pyramid, it gets the capacity"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "the prompt is shorter than twice the capacity without its window: no pyramid, every layer gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the pyramid's largest and smallest budget do not lie between the prompt and the window: every "
                      "layer gets the same, which is SnapKV"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "skip-layers covers all %1: budget, page and rule have no effect, everything is read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "budget %1 is %2 of %3: the last page alone is read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "budget %1 is %2 of %3: %4 are read, as min-pages demands"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "budget %1 is not a multiple of page %2: %3, %4, are read"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the budget covers the prompt of %1: every page is read until there are more than %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: nothing is drawn, every layer gets the capacity"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "a layer holds at least one token and at most the prompt: %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the prompt of %1 tokens is not above sinks, top-k and recent together (%2): nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "skip-layers covers all %1 layers: nothing is evicted"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "top-k is 0: only sinks and recent tokens stay, nothing is scored"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "prune-interval is 0: nothing is ever evicted"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "max-drop is not below prune-interval: slack and max-drop have no effect while tokens come one by one"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the newest token takes the whole capacity: no score matters"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "the window of %1 tokens holds the whole prompt: while the text is no longer than it, this is "
                      "the full cache and nothing is encoded again"),
    // What does not go together (core/policy/host/combination.cpp).
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: this policy decides on the whole prompt, so it cannot run with streaming prefill; found "
                      "streaming, expected %2."),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "%1: with these settings this policy cannot run with streaming prefill; found %2, expected %3, or "
        "layer-major."),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "%1: with these settings this policy cannot run with streaming prefill; found %2 and %3, expected "
        "%4 and %5, or layer-major."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: this scorer only works with the schedule once; found every %2, expected schedule=once."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: this budget differs per head and needs a scorer per head; found one set for all heads of a "
                      "layer, expected granularity=kv-head or query-head, or another budget."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: every step encodes what is held afresh, so nothing that was stored is read again; found %2, "
                      "expected no codec."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "--rank-keys: keys are rounded when they are stored, and a rounded key is not rotated again; "
                      "found rotated, expected raw, or --kv-dtype f32 without a codec."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: layer %2 of this model attends a sliding window of %3 tokens, and read selection chooses "
                      "among all pages; found a model with windows, expected a model whose layers attend everything."),
    // Errors of bundles (core/bundle), then of stories.
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: there is no such bundle."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the folder is no bundle: it has no manifest.json."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: this is no bundle; found a device or pipe, expected a folder or a .zip."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: this is not the manifest of a bundle; found %2, expected %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: the bundle was written by a newer version of KV Workbench; found %2, expected %3 or older; "
                      "a newer KV Workbench opens it."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the bundle lacks this file."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the bundle is not whole; found %2 is missing."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: a bundle holds plain files only; found a link or a device, expected a file."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the archive cannot be opened: %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the archive has no such file."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the archive expands beyond reason; found %2, expected %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the file is damaged in the archive."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the file cannot be unpacked: %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the file cannot be read: %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: this is not valid JSON, or it is cut off."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: wrong number of rows; found %2, expected %3, as the manifest says."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 does not match the schema; found %3, expected %4."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: files with data are not as the manifest lists them."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: nothing can be written here: %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: does not exist."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: is not a file."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: cannot be read."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the file is too large for a story; found %2, expected %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: there is no such directive; found %2, expected %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: there is nothing behind :::; expected a directive, as in ::: run."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the story has no title; expected a line such as %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: a story begins with its title; found %2, expected a line such as %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: a story has one title; found %2, expected ## for the title of a page."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the story has no summary; expected one sentence under the title."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the story has no page; expected a line such as %2, and text."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the code block is not closed; expected a line of ``` or ~~~ at its end."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: there is a control character; found %2, expected plain text."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: the text is not UTF-8; found %2, expected a file saved as UTF-8."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine",
                      "%1: the question is not closed; expected a line of ::: behind its explanation."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: load needs a text and a policy; expected %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: load has no such setting; found %2, expected %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: %2 is no number of tokens; found %3, expected a whole number from 1."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: there is no such text; found %2, expected %3."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: there is no such dock; found %2."),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1: there is no such control; found %2."),
};

/// What stands in such places, or between them.
constexpr const char* kPhrases[] = {
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 is %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the prompt has %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the model has %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "ready"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "refused"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "disabled"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "overridden"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "crashed last start"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "have"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "has"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "the text is followed, no token is chosen"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "at temperature 0 the likeliest token is taken"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "every layer"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 of %2 layers"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "; with cache-rank positions it counts ranks"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "1 sequence is"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 sequences are"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 token"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 page"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 pages"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 layer"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 layers"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "less than one page"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1, or layer-major"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "schedule=every-step or every:R, or layer-major"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "all budgets together are %1 tokens, %2 are nominal"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1, line %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "format %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "at most %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 bytes"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1 bytes from %2"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "at most %1 times its size"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "number %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "byte %1"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "%1, or a file beside the story"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::Engine",
        "load, compare, run, pause, goto, layer, head, lane, show, highlight, fork, predict, wait, ask or on"),
    QT_TRANSLATE_NOOP("kvw::wb::Engine", "text, policy, prompt, steps, positions or full"),
};

struct Form {
    const char* source;
    QRegularExpression pattern;
};

/// Longer ones first: a short one may be part of them.
template <std::size_t Count>
std::vector<Form> formsOf(const char* const (&sources)[Count]) {
    static const QRegularExpression kPlace(QStringLiteral("%\\d"));
    std::vector<Form> forms;
    for (const char* source : sources) {
        QString pattern = QRegularExpression::escape(QString::fromLatin1(source));
        pattern.replace(QStringLiteral("\\%"), QStringLiteral("%")).replace(kPlace, QStringLiteral("(.*?)"));
        forms.push_back({source, QRegularExpression(QRegularExpression::anchoredPattern(pattern))});
    }
    std::stable_sort(forms.begin(), forms.end(), [](const Form& a, const Form& b) {
        return std::string_view(a.source).size() > std::string_view(b.source).size();
    });
    return forms;
}

/// Null: it has none of these forms.
QString translated(const std::vector<Form>& forms, const QString& text) {
    for (const Form& form : forms) {
        const QRegularExpressionMatch found = form.pattern.match(text);
        if (!found.hasMatch()) {
            continue;
        }
        // In one pass: what is put into a place may have a % of its own.
        const QString target = QCoreApplication::translate(kContext, form.source);
        QString result;
        for (qsizetype i = 0; i < target.size(); ++i) {
            const bool place = target[i] == QLatin1Char('%') && i + 1 < target.size() && target[i + 1].isDigit();
            if (place) {
                result += enginePhrase(found.captured(target[++i].digitValue()));
            } else {
                result += target[i];
            }
        }
        return result;
    }
    return {};
}

}  // namespace

QString engineSentence(const QString& sentence) {
    static const std::vector<Form> kForms = formsOf(kSentences);
    if (currentLanguage() == QLatin1String("en")) {
        return sentence;
    }
    const QString known = translated(kForms, sentence);
    return known.isNull() ? sentence : known;
}

QString enginePhrase(const QString& phrase) {
    static const std::vector<Form> kForms = formsOf(kPhrases);
    static const QString kAnd = QStringLiteral(" and ");
    QStringList parts = phrase.split(kAnd);
    for (QString& part : parts) {
        const QString known = translated(kForms, part);
        if (known.isNull() && parts.size() > 1) {
            return phrase;
        }
        part = known.isNull() ? part : known;
    }
    return parts.join(QCoreApplication::translate("kvw::wb::Engine", " and "));
}

}  // namespace kvw::wb
