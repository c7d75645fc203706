// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/core_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <optional>

namespace kvw::wb {

namespace {

constexpr const char* kCoreWords = "kvw::wb::CoreWords";

/// Forms in core/figures, listed for lupdate.
[[maybe_unused]] constexpr const char* kFigureWords[] = {
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "NLL per token"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Held tokens per layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Held share of the text per layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Bytes held per layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Shape of attention per layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Bytes of the cache"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Tokens held"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Attention"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Attention of several lanes"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Attention by layer and head"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Attention by age of token"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Lorenz curve"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Inequality of attention by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Entropy of attention by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Variance of attention by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Reach of attention per layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Normalised entropy and evicted attention per layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Effective tokens by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Mean distance of attention by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Span of the cache by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Normalised entropy of attention by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Evicted attention by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Layer preferences"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "NLL of the answers"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Entropy, variance and budget by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "What layers hold while the prompt is read"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Hindsight"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Hindsight, protected alike"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Cache at step %1"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Policies side by side"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Perplexity over position"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Memory over length"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Mean NLL so far"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Mean difference to the full cache so far"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "NLL of each token"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Difference to the full cache, each token"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "KL to the full cache"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Live bytes of the cache"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Mean NLL so far, less that of a lane"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "NLL of each token, less that of a lane"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Overlap of keep-sets at step %1"),
    // Further parts of a title.
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "layer %1"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "head %1"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "query head %1"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "step %1"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "heads of layer %1"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "all lanes"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "mean over heads"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "mean of cells"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "linear"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "margins at step %1"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "by age"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "by attention"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "by score"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "as it lies in memory"),
    // Labels and units of axes, and series, of panels that the window draws from their description.
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "step"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "tokens"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "cache"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "MiB"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "ms"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "NLL"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "nats"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "ΔNLL"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "KL"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "live"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "difference"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "full"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "allocated"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "read by a step"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "full cache"),
    // Titles and descriptions of presets.
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Overview of a run"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "NLL, budgets, shape of attention and bytes on one page"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Attention reconstructions"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "as in Cascading KV Cache: the same maps of all policies side by side, first and last layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Entropy, variance, budget"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "as in CAKE: what its layers prefer, and what they held while the prompt was read"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Gini by layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "as in the Adap-KV thesis: Gini by layer and step, Lorenz curve, attention by age"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "What one query keeps"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "as in SAGE-KV: entropy of attention by layer, and what is kept in the first and the last layer"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Length and loss of lazy pruning"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "as in lazy pruning: bytes held between prunes, and perplexity, of every policy"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "running perplexity of every policy"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "bytes held by every policy")};

/// Titles of the numbers of a sweep, listed for lupdate.
[[maybe_unused]] constexpr const char* kSweepTitles[] = {QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "mean NLL"),
                                                         QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "mean ΔNLL"),
                                                         QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "mean KL"),
                                                         QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "NLL of answers"),
                                                         QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "live at the end"),
                                                         QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "of full at the end"),
                                                         QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "time per token")};

constexpr const char* kTextWords[] = {
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "A winter story"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "Three people, their homes, things and secret words, with recalls at short and long range."),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "The ledger"),
    QT_TRANSLATE_NOOP(
        "kvw::wb::CoreWords",
        "Twenty entries of a market ledger stated early, and all asked for again at the end in another order."),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Needles in prose"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "Database documentation with four planted facts and their questions at the end."),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Plain prose"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Documentation prose without planted facts."),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "A long stream"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "Prose and small talk with facts that return after about 100, 600 and 1500 tokens; far longer "
                      "than the trained context."),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "Persuasion"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords",
                      "Jane Austen's novel of 1818, some 110 000 tokens: a long stream for a real model.")};

constexpr const char* kProgressUnits[] = {
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "MB"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "layers"),
    QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "tokens"), QT_TRANSLATE_NOOP("kvw::wb::CoreWords", "tokens again")};

QString inWindow(const char* english) {
    return QCoreApplication::translate(kCoreWords, english);
}

template <std::size_t N>
std::optional<QString> lookUp(const char* const (&known)[N], const QByteArray& english) {
    const auto found =
        std::find_if(std::begin(known), std::end(known), [&english](const char* each) { return english == each; });
    return found == std::end(known) ? std::nullopt : std::optional(inWindow(*found));
}

}  // namespace

QString figureTitle(const FigureTitle& title) {
    QStringList parts;
    std::ranges::transform(title.parts, std::back_inserter(parts), figureWords);
    return parts.join(QStringLiteral(", "));
}

QString figureWords(const Phrase& words) {
    QString shown =
        words.isForm && !words.empty() ? inWindow(words.words.c_str()) : QString::fromStdString(words.words);
    for (const Phrase& part : words.parts) {
        shown = shown.arg(figureWords(part));
    }
    return shown;
}

QString textWords(const QString& english) {
    return lookUp(kTextWords, english.toUtf8()).value_or(english);
}

QString sweepTitle(SweepNumber number) {
    return inWindow(describe(number).title);
}

QString progressUnit(const char* unit) {
    return lookUp(kProgressUnits, unit).value_or(QString::fromUtf8(unit));
}

}  // namespace kvw::wb
