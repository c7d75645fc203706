// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/manifest_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>

namespace kvw::wb {

namespace {

struct ManifestWords {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ManifestWords)
};

constexpr const char* kNeeds[] = {
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "last w rows at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "last row at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "attention row at decode"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "attention row at decode (thesis)"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "last w rows and keys before rotation at prefill (code)"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "every attention row at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "column sums of attention at prefill"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "length of the cache"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "the scores of the prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "logits or attention row of one query"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "query of every layer at decode"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "minimum and maximum of the keys of every page"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "mean and covariance of the prompt's queries before rotation"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "keys, rotated, and values of the prompt"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "keys, rotated: of the prompt, and with every-step of everything held"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords",
                      "keys before rotation: of the prompt, and with every-step of each new token"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "values"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "Python with numpy"),
    QT_TRANSLATE_NOOP("kvw::wb::ManifestWords", "what is held encoded afresh")};

QString typeWords(const QString& english) {
    return english == QLatin1String("integer")       ? ManifestWords::tr("integer")
           : english == QLatin1String("odd integer") ? ManifestWords::tr("odd integer")
                                                     : ManifestWords::tr("number");
}

}  // namespace

QString rangeWords(const std::string& english) {
    const QString all = QString::fromStdString(english);
    const QString orAuto = QStringLiteral(", or auto");
    if (all.endsWith(orAuto)) {
        return ManifestWords::tr("%1, or auto").arg(rangeWords(all.chopped(orAuto.size()).toStdString()));
    }
    const QString orShare = QStringLiteral(", or a share of the prompt such as 25%");
    if (all.endsWith(orShare)) {
        return ManifestWords::tr("%1, or a share of the prompt such as 25%")
            .arg(rangeWords(all.chopped(orShare.size()).toStdString()));
    }
    static const QRegularExpression kList(QStringLiteral("^list such as 4/2/1 of at most (\\d+), each an (.+)$"));
    if (const auto list = kList.match(all); list.hasMatch()) {
        return ManifestWords::tr("list such as 4/2/1 of at most %1, each: %2")
            .arg(list.captured(1), rangeWords(list.captured(2).toStdString()));
    }
    const QString& range = all;
    static const QRegularExpression kOf(
        QStringLiteral("^(number|integer|odd integer)(?: from (\\S+) to (\\S+)|, at least (\\S+)|, at most (\\S+))?"
                       "( \\(excluded\\))?$"));
    const auto found = kOf.match(range);
    const QString oneOf = QStringLiteral("one of ");
    QString words = range;
    if (found.hasMatch()) {
        words = typeWords(found.captured(1));
        words = found.hasCaptured(2)
                    ? ManifestWords::tr("%1 from %2 to %3").arg(words, found.captured(2), found.captured(3))
                : found.hasCaptured(4) ? ManifestWords::tr("%1, at least %2").arg(words, found.captured(4))
                : found.hasCaptured(5) ? ManifestWords::tr("%1, at most %2").arg(words, found.captured(5))
                                       : words;
        words += found.hasCaptured(6) ? ManifestWords::tr(" (excluded)") : QString();
    } else if (range.startsWith(oneOf)) {
        words = ManifestWords::tr("one of %1").arg(range.mid(oneOf.size()));
    } else if (range == QLatin1String("true or false")) {
        words = ManifestWords::tr("true or false");
    }
    return words;
}

QString needWords(const std::string& english, int window) {
    const auto* known = std::find(std::begin(kNeeds), std::end(kNeeds), english);
    QString words = known == std::end(kNeeds) ? QString::fromStdString(english)
                                              : QCoreApplication::translate("kvw::wb::ManifestWords", *known);
    if (window >= 0) {
        // The letter w is a word of its own in every language.
        static const QRegularExpression kWindow(QStringLiteral("\\bw\\b"));
        words.replace(kWindow, QString::number(window));
    }
    return words;
}

}  // namespace kvw::wb
