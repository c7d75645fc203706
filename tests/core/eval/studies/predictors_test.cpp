// SPDX-License-Identifier: Apache-2.0
#include "core/eval/studies/predictors.h"

#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace kvw;
using namespace kvw::eval;

namespace {

LayerSignals measured() {
    LayerSignals signals;
    signals.gini = {0.9, 0.5, 0.2};
    signals.entropy = {1, 2, 4};
    signals.variance = {0.3, 0.1, 0.2};
    signals.preference = {0.3, 0.2, 0.8};
    return signals;
}

/// Layers need more from the first to the last; the lane of each signal but the oracle has the NLL of equal budgets.
PredictorSample sample(double oracle) {
    PredictorSample made;
    made.needs = {0.1, 0.2, 0.4};
    made.uniformNll = {1, 2, 3, 4};
    made.fullNll = {1, 1, 1, 1};
    made.uniformHeld = {5, 5, 5};
    made.uniformBytes = 600;
    for (const LayerSignal signal : kLayerSignals) {
        made.weights[signal] = signalWeights(signal, measured(), made.needs, 3);
        made.nll[signal] = made.uniformNll;
        made.held[signal] = {4, 5, 6};
        made.bytes[signal] = 600;
    }
    for (double& nll : made.nll[LayerSignal::Oracle]) {
        nll += oracle;
    }
    return made;
}

}  // namespace

class PredictorsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void weightsOfASignal() {
        const std::vector<double> needs{0.1, 0.2, 0.4};
        const auto weights = [&](LayerSignal signal) { return signalWeights(signal, measured(), needs, 3); };
        QVERIFY(weights(LayerSignal::Oracle) == needs);
        QVERIFY(weights(LayerSignal::Entropy) == measured().entropy);
        QVERIFY(weights(LayerSignal::Preference) == measured().preference);
        // POLICIES.md, section 6: G = [.2, .5, .9] shares [1.340840, .993319, .665841].
        const auto gini = weights(LayerSignal::Gini);
        QVERIFY(std::abs(gini[2] - 1.340840) < 1e-6 && std::abs(gini[0] - 0.665841) < 1e-6);
        const auto random = weights(LayerSignal::Random);
        QCOMPARE(random.size(), std::size_t{3});
        QVERIFY(random[0] >= 0.5 && random[0] < 1.5 && random[0] != random[1]);
        QVERIFY(signalWeights(LayerSignal::Random, measured(), needs, 4) != random);
    }

    void weightsAsTheBudgetTakesThem_data() {
        QTest::addColumn<std::vector<double>>("weights");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("in proportion") << std::vector<double>{2, 1, 0.5} << QByteArray("1000000/500000/250000");
        QTest::newRow("at least 1") << std::vector<double>{1, 0, 1e-9} << QByteArray("1000000/1/1");
        QTest::newRow("none above 0") << std::vector<double>{0, 0} << QByteArray("1000000/1000000");
        QTest::newRow("undefined") << std::vector<double>{1, NAN} << QByteArray("1000000/1");
    }
    void weightsAsTheBudgetTakesThem() {
        QFETCH(std::vector<double>, weights);
        QTEST(QByteArray::fromStdString(weightsText(weights)), "text");
    }

    void rowsOfOneSample() {
        const std::vector<PredictorSample> samples{sample(-0.5)};
        const auto rows = predictorRows(samples);
        QCOMPARE(rows.size(), 2 + kLayerSignals.size());
        QCOMPARE(rows[0].signal, std::string("full cache"));
        QCOMPARE(rows[0].nll, 1.0);
        QCOMPARE(rows[1].nll, 2.5);
        const auto row = [&](const char* signal) {
            return *std::ranges::find(rows, std::string(signal), &PredictorRow::signal);
        };
        QCOMPARE(row("entropy").spearman, 1.0);
        QCOMPARE(row("entropy").kendall, 1.0);
        QCOMPARE(row("gini").spearman, 1.0);  // the most even layer needs most
        QCOMPARE(row("variance").spearman, -0.5);
        QVERIFY(std::isnan(row("oracle").spearman) && std::isnan(row("entropy").ofSpearman.low));
        QCOMPARE(row("oracle").difference.mean, -0.5);
        QCOMPARE(row("oracle").difference.interval.high, -0.5);
        QCOMPARE(row("entropy").difference.mean, 0.0);
        QCOMPARE(row("random").bytes, 600.0);
    }

    void severalSamplesHaveIntervals() {
        const std::vector<PredictorSample> samples{sample(-0.5), sample(-0.1), sample(-0.3)};
        const auto rows = predictorRows(samples);
        const PredictorRow& oracle = rows.back();
        QCOMPARE(oracle.signal, std::string("oracle"));
        QVERIFY(std::abs(oracle.difference.mean + 0.3) < 1e-12);
        QCOMPARE(oracle.difference.count, std::size_t{3});
        QVERIFY(oracle.difference.interval.low < -0.3 && oracle.difference.interval.high > -0.3);
        QCOMPARE(rows[2].ofSpearman.low, 1.0);  // Gini orders every sample alike
    }

    void aLaneThatEndedEarlyIsUndefined() {
        PredictorSample made = sample(0);
        made.nll[LayerSignal::Gini].clear();
        const auto rows = predictorRows(std::vector<PredictorSample>{made});
        QVERIFY(std::isnan(rows[2].nll) && std::isnan(rows[2].difference.mean));
        QCOMPARE(rows[2].spearman, 1.0);
    }

    void tables() {
        const std::vector<PredictorSample> samples{sample(-0.5)};
        const auto json = kvw::tables::toJson(predictorTable(predictorRows(samples), "caption"));
        QCOMPARE(json.size(), 2 + kLayerSignals.size());
        QCOMPARE(json.back()["signal"].get<std::string>(), std::string("oracle"));
        QCOMPARE(json.back()["delta_nll"].get<double>(), -0.5);
        const auto layers = kvw::tables::toJson(layerTable(samples[0]));
        QCOMPARE(layers.size(), std::size_t{3});
        QCOMPARE(layers[2]["need"].get<double>(), 0.4);
        QCOMPARE(layers[2]["entropy"].get<double>(), 4.0);
        QCOMPARE(layers[2]["held_oracle"].get<int>(), 6);
        QCOMPARE(layers[2]["held_uniform"].get<int>(), 5);
    }
};

QTEST_GUILESS_MAIN(PredictorsTest)
#include "predictors_test.moc"
