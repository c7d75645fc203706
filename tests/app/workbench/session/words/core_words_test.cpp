// SPDX-License-Identifier: GPL-3.0-or-later
/// Every figure, preset, number of a sweep and unit of a progress is among the words that the window translates.
#include "app/workbench/session/words/core_words.h"

#include <QTest>
#include <algorithm>

#include "app/workbench/session/draft/run_draft.h"
#include "core/figures/builders/figure_lanes.h"
#include "core/figures/builders/figure_memory.h"
#include "core/figures/builders/figure_nll.h"
#include "core/figures/figure_presets.h"
#include "core/figures/figures.h"
#include "tests/app/workbench/language/translations.h"
#include "tests/app/workbench/marking.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// All of it: "<Attention>, <layer 3>".
bool allMarked(const QString& text) {
    if (text.startsWith(QLatin1Char('<')) && text.indexOf(QLatin1Char('>')) == text.size() - 1) {
        return true;
    }
    const QStringList parts = text.split(QStringLiteral(", "));
    return std::all_of(parts.begin(), parts.end(), [](const QString& part) {
        return part.startsWith(QLatin1Char('<')) && part.endsWith(QLatin1Char('>'));
    });
}

/// Returns whether there is a translation in the context.
bool isListed(const char* context, const QString& english) {
    static const std::vector<tests::Message> kAll = tests::readMessages(tests::kGermanForms);
    return std::ranges::any_of(kAll, [&](const tests::Message& each) {
        return each.context == QLatin1String(context) && each.source == english;
    });
}

}  // namespace

class CoreWordsTest : public QObject {
    Q_OBJECT

    tests::Marking m_marking{"kvw::wb::CoreWords"};

 private Q_SLOTS:
    void initTestCase() { QVERIFY(QCoreApplication::installTranslator(&m_marking)); }

    void everyFigureIsKnown() {
        const auto recording = sample::recording({3, 2, 40, 1});
        std::vector<FigureSpec> all = figures::standard(*recording, 1);
        for (std::vector<FigureSpec> more : {figures::exportOnly(*recording, 1), figures::shared(*recording)}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        for (const char* id : {"budgets-share-heads-layer-1-step-3",
                               "budgets-bytes",
                               "budgets-all-lanes-step-5",
                               "hindsight-protected",
                               "memory",
                               "layer-shape",
                               "attention-layer-1-head-2-mean-linear-margins-step-12",
                               "attention-lanes-layer-0-lanes-0-2",
                               "entropy",
                               "variance",
                               "attention-margins-layer-0-step-7-tokens-2-5",
                               "cache-map-age",
                               "cache-map-attention-by-slot",
                               "cache-map-score",
                               "keepset-layer-1-head-1",
                               "lorenz-layer-1-head-2-step-7",
                               "overlap-lane-1-step-5",
                               "lanes-mean-nll",
                               "lanes-mean-delta",
                               "lanes-nll",
                               "lanes-delta",
                               "lanes-kl",
                               "lanes-bytes",
                               "lanes-mean-less-lane-1",
                               "lanes-less-lane-1",
                               "inequality-head-1",
                               "reach",
                               "reach-shares",
                               "effective-tokens",
                               "mean-distance",
                               "span",
                               "normalised-entropy",
                               "evicted-mass",
                               "cascade",
                               "preference"}) {
            const auto figure = figures::byId(*recording, 1, id);
            QVERIFY2(figure.has_value(), id);
            all.push_back(*figure);
        }
        for (const FigureSpec& figure : all) {
            const QString said = figureTitle(figure.title);
            QVERIFY2(allMarked(said),
                     qPrintable(QString::fromStdString(figure.title.text()) + QStringLiteral(": ") + said));
        }
        QCOMPARE(
            figureTitle(FigureTitle("Attention").with(numbered("layer %1", 12)).with(numbered("query head %1", 3))),
            QStringLiteral("<Attention>, <layer 12>, <query head 3>"));
        QCOMPARE(figureTitle(std::string("Attention")), QStringLiteral("Attention"));
    }

    void everyWordOfPanelsOverStepsIsKnown() {
        const auto recording = sample::recording({3, 2, 40, 1});
        const auto nll = figures::nllPanels(*recording, 1, {2}), alone = figures::nllPanels(*recording, 1, {});
        std::vector<Phrase> words;
        const auto add = [&words](const FigureAxis& axis) { words.insert(words.end(), {axis.label, axis.unit}); };
        const auto smoothed = figures::nllPanels(*recording, 1, {}, figures::StepMean::Smoothed),
                   soFar = figures::nllPanels(*recording, 1, {}, figures::StepMean::SoFar);
        for (const figures::StepPanel& panel :
             {figures::memoryPanel(1), nll[0], nll[1], alone[0], alone[1], smoothed[1], soFar[1]}) {
            add(panel.x);
            add(panel.y);
            for (const figures::StepSeries& series : panel.series) {
                words.push_back(series.label);
            }
        }
        for (int curve = 0; curve <= static_cast<int>(figures::LaneCurve::Less); ++curve) {
            add(figures::laneCurveAxis(static_cast<figures::LaneCurve>(curve)));
        }
        std::erase(words, Phrase());  // the name of the lane
        for (const Phrase& each : words) {
            QCOMPARE(figureWords(each), QStringLiteral("<%1>").arg(QString::fromStdString(each.english())));
            QVERIFY2(isListed("kvw::wb::CoreWords", each.words.c_str()), each.words.c_str());
        }
    }

    void everyPresetIsKnown() {
        for (const figures::FigurePreset& preset : figures::presets()) {
            QCOMPARE(figureWords(preset.title), QStringLiteral("<%1>").arg(QString::fromUtf8(preset.title)));
            QCOMPARE(figureWords(preset.about), QStringLiteral("<%1>").arg(QString::fromUtf8(preset.about)));
            QVERIFY2(isListed("kvw::wb::CoreWords", preset.title) && isListed("kvw::wb::CoreWords", preset.about),
                     preset.title);
        }
    }

    void everyEmbeddedTextIsKnown() {
        const std::vector<TextChoice> texts = shippedTextChoices();
        QVERIFY(texts.size() >= 5);
        for (const TextChoice& text : texts) {
            QVERIFY2(isListed("kvw::wb::TextWords", text.title), qPrintable(text.title));
            QVERIFY2(isListed("kvw::wb::TextWords", text.description), qPrintable(text.description));
        }
        QCOMPARE(textWords(QStringLiteral("own.txt")), QStringLiteral("own.txt"));
    }

    void numbersOfSweepsAndUnitsAreKnown() {
        for (std::size_t i = 0; i < kSweepNumbers; ++i) {
            const auto number = static_cast<SweepNumber>(i);
            QCOMPARE(sweepTitle(number), QStringLiteral("<%1>").arg(QString::fromUtf8(describe(number).title)));
            QVERIFY2(isListed("kvw::wb::CoreWords", describe(number).title), describe(number).title);
        }
        for (const char* unit : {"MB", "layers", "tokens", "tokens again"}) {
            QCOMPARE(progressUnit(unit), QStringLiteral("<%1>").arg(QString::fromUtf8(unit)));
            QVERIFY2(isListed("kvw::wb::CoreWords", unit), unit);
        }
    }
};

QTEST_GUILESS_MAIN(CoreWordsTest)
#include "core_words_test.moc"
