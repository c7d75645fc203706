// SPDX-License-Identifier: Apache-2.0
/// `kvw disagreements` and `kvw predictors`: runs over one text that end with a table.
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;
using nlohmann::json;

namespace {

json rowNamed(const json& report, const char* member, const std::string& name) {
    for (const json& row : report.at("rows")) {
        if (row.at(member) == name) {
            return row;
        }
    }
    return nullptr;
}

}  // namespace

class StudiesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void theListNamesFormsAndReasons() {
        const Outcome told = runKvw({"disagreements", "--list", "--json"});
        QVERIFY2(told.code == 0, told.err.constData());
        const json list = json::parse(told.out.toStdString()).at("entries");
        QVERIFY(list.size() >= 25);
        int reasons = 0;
        for (const json& entry : list) {
            QVERIFY(entry.contains("forms") != entry.contains("reason"));
            reasons += entry.contains("reason") ? 1 : 0;
        }
        QVERIFY(reasons > 0);
        const Outcome text = runKvw({"disagreements", "CAKE", "--list"});
        QVERIFY(text.out.contains("cake-accounting") && text.out.contains("No parameter expresses it"));
        QVERIFY(!text.out.contains("tova-newest"));
    }

    /// Every shipped form runs on a text, and some differences are of each kind.
    void everyFormRuns() {
        const Outcome run = runKvw({"disagreements", "--prompt-tokens", "160", "--steps", "24", "--json"});
        QVERIFY2(run.code == 0, run.err.constData());
        const json report = json::parse(run.out.toStdString());
        int differ = 0;
        for (const json& row : report.at("rows")) {
            if (row.at("policy_a").get<std::string>().empty()) {
                QVERIFY(row.at("overlap_end").is_null() && !row.at("verdict").get<std::string>().empty());
                continue;
            }
            QVERIFY2(row.at("delta_nll").is_number(), row.dump().c_str());
            QVERIFY2(row.at("bytes_share").get<double>() > 0, row.dump().c_str());
            const double overlap = row.at("overlap_end").get<double>();
            QVERIFY2(overlap > 0 && overlap <= 1, row.dump().c_str());
            differ += overlap < 1 ? 1 : 0;
        }
        QVERIFY(differ > 10);
        // The sum and the mean of the same rows rank alike.
        const json rows = rowNamed(report, "id", "snapkv-rows");
        QCOMPARE(rows.at("verdict").get<std::string>(), std::string("no difference here"));
        QCOMPARE(rows.at("delta_nll").get<double>(), 0.0);
        // The same tokens at other positions.
        const json positions = rowNamed(report, "id", "streaming-positions");
        QCOMPARE(positions.at("overlap_end").get<double>(), 1.0);
        QVERIFY(positions.at("verdict") != "no difference here");
        QVERIFY(rowNamed(report, "id", "snapkv-granularity").at("bytes_share").get<double>() < 1);
    }

    void aTableForAPage() {
        const QStringList words{"disagreements", "snapkv-pool", "h2o", "--prompt-tokens", "96", "--steps", "4"};
        const Outcome tex = runKvw(words + QStringList{"--table", "tex"});
        QVERIFY2(tex.code == 0, tex.err.constData());
        QVERIFY(tex.out.contains("\\toprule") && tex.out.contains("snapkv-pool"));
        const Outcome csv = runKvw(words + QStringList{"--table", "csv"});
        QVERIFY(csv.out.startsWith("id,work,section,differs,") && csv.out.contains("h2o-normalise"));
    }

    void eventsEndWithTheTable() {
        const Outcome run =
            runKvw({"disagreements", "tova", "--prompt-tokens", "96", "--steps", "4", "--events", "--quiet"});
        QVERIFY2(run.code == 0, run.err.constData());
        std::vector<std::string> events;
        json table;
        for (const QByteArray& line : run.out.trimmed().split('\n')) {
            const json event = json::parse(line.toStdString());
            events.push_back(event.at("event").get<std::string>());
            if (events.back() == "table") {
                table = event.at("table");
            }
        }
        QCOMPARE(events.front(), std::string("progress"));
        QCOMPARE(events.back(), std::string("end"));
        QCOMPARE(table.at("rows").size(), std::size_t{1});
    }

    void wrongNamesAreASentence_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("name") << QStringList{"disagreements", "tova-newer"} << QByteArray("did you mean \"tova-newest\"");
        QTest::newRow("only a reason") << QStringList{"disagreements", "kivi"} << QByteArray("no parameter expresses");
        QTest::newRow("scorer") << QStringList{"predictors", "--scorer", "nosuch"} << QByteArray("nosuch");
        QTest::newRow("capacity") << QStringList{"predictors", "--capacity", "none"} << QByteArray("none");
        QTest::newRow("samples") << QStringList{"predictors", "--samples", "1000"} << QByteArray("too short");
    }
    void wrongNamesAreASentence() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, says);
        const Outcome run = runKvw(words);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.oneSentence() && run.err.contains(says), run.err.constData());
    }

    void signalsAreComparedAtEqualBytes() {
        const Outcome run = runKvw({"predictors", "--prompt-tokens", "200", "--steps", "24", "--window", "8",
                                    "--capacity", "20%", "--json"});
        QVERIFY2(run.code == 0, run.err.constData());
        const json report = json::parse(run.out.toStdString());
        QCOMPARE(report.at("capacity").get<int>(), 40);
        QCOMPARE(report.at("rows").size(), std::size_t{8});
        const double bytes = rowNamed(report, "signal", "uniform").at("bytes").get<double>();
        for (const char* signal : {"gini", "entropy", "variance", "preference", "random", "oracle"}) {
            const json row = rowNamed(report, "signal", signal);
            QCOMPARE(row.at("bytes").get<double>(), bytes);
            QVERIFY2(row.at("delta_nll").is_number(), row.dump().c_str());
            if (std::string(signal) != "oracle") {
                QVERIFY2(std::abs(row.at("spearman").get<double>()) <= 1, row.dump().c_str());
            }
        }
        QVERIFY(rowNamed(report, "signal", "full cache").at("nll").get<double>() > 0);
        const json layers = report.at("layers").at(0);
        QCOMPARE(layers.size(), std::size_t{6});
        int held = 0, uniform = 0;
        for (const json& layer : layers) {
            const double need = layer.at("need").get<double>();
            QVERIFY(need > 0 && need < 1);
            held += layer.at("held_oracle").get<int>();
            uniform += layer.at("held_uniform").get<int>();
        }
        QCOMPARE(held, uniform);
        QCOMPARE(uniform, 6 * 40);
    }

    void aTypedTextIsRead() {
        QString text = "The mill stood by the river, and the miller was old.";
        for (int i = 0; i < 3; ++i) {
            text += ' ' + text;
        }
        for (const QStringList& words : {QStringList{"disagreements", "tova-newest"},
                                         QStringList{"predictors", "--window", "8", "--capacity", "16"}}) {
            const Outcome run =
                runKvw(words + QStringList{"--prompt", text, "--prompt-tokens", "40", "--steps", "4", "--json"});
            QVERIFY2(run.code == 0, run.err.constData());
            QCOMPARE(json::parse(run.out.toStdString()).at("prompt_tokens").get<int>(), 40);
            const Outcome both = runKvw(words + QStringList{"--prompt", text, "--text", "story"});
            QVERIFY2(both.code == 2 && both.err.contains("--text"), both.err.constData());
        }
    }

    void severalSamplesHaveIntervals() {
        const Outcome run = runKvw({"predictors", "--samples", "3", "--prompt-tokens", "120", "--steps", "12",
                                    "--window", "8", "--json"});
        QVERIFY2(run.code == 0, run.err.constData());
        const json report = json::parse(run.out.toStdString());
        QCOMPARE(report.at("layers").size(), std::size_t{3});
        const json row = rowNamed(report, "signal", "entropy");
        QVERIFY(row.at("spearman_low").get<double>() <= row.at("spearman").get<double>());
        QVERIFY(row.at("spearman_high").get<double>() >= row.at("spearman").get<double>());
        QVERIFY(row.at("delta_low").is_number());
    }
};

QTEST_GUILESS_MAIN(StudiesTest)
#include "studies_test.moc"
