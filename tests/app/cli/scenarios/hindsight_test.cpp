// SPDX-License-Identifier: Apache-2.0
/// `kvw hindsight` and `kvw preference`: what can be read from the attention rows of a bundle.
#include <QTemporaryDir>
#include <QtTest>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using namespace kvw::test;

class HindsightTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

 private Q_SLOTS:
    void initTestCase() {
        const Outcome made =
            runKvw({"compare", "--text", "ledger", "--prompt-tokens", "120", "--steps", "24", "--policy",
                    "cake:capacity=24,window=8,tau1=1.6,tau2=0.6", "--policy", "streaming:sinks=4,recent=20",
                    "--capture", "maps", "--quiet", "--out", m_folder.filePath("lanes")});
        QVERIFY2(made.code == 0, made.err.constData());
    }

    void everyLaneIsJudged() {
        const Outcome told = runKvw({"hindsight", m_folder.filePath("lanes"), "--json"});
        QVERIFY2(told.code == 0, told.err.constData());
        const auto report = nlohmann::json::parse(told.out.toStdString());
        QCOMPARE(report.at("lanes").size(), std::size_t{2});
        for (const auto& lane : report.at("lanes")) {
            QCOMPARE(lane.at("judged_steps").get<int>(), 24);
            const double held = lane.at("held").get<double>(), regret = lane.at("regret").get<double>();
            QVERIFY(held > 0 && held < 1 && regret > 0 && held + regret < 1);
            QVERIFY(lane.at("regret_protected").get<double>() <= regret);
            QVERIFY(!lane.at("worst").at("missed").empty());
        }
        // Sinks and recent tokens are all that streaming keeps: under its own rule there is nothing to regret.
        QCOMPARE(report.at("lanes")[1].at("regret_protected").get<double>(), 0.0);
        const Outcome text = runKvw({"hindsight", m_folder.filePath("lanes")});
        QVERIFY(text.out.contains("missed token") && text.out.contains("streaming"));
    }

    void whatWasChangedIsToldByEveryCommand() {
        const QString bundle = m_folder.filePath("changed");
        QVERIFY(QProcess::execute("cp", {"-r", m_folder.filePath("lanes"), bundle}) == 0);
        const QString steps = bundle + "/lanes/2-streaming/steps.csv";
        QByteArray text = readFile(steps);
        const qsizetype at = text.indexOf("decode,");
        QVERIFY(at >= 0);
        QVERIFY(writeFile(steps, text.replace(at, 7, "decode,-")));
        const QString out = m_folder.filePath("out"), text2 = m_folder.filePath("case.json");
        for (const QStringList& command :
             {QStringList{"hindsight", bundle}, QStringList{"reach", bundle},
              QStringList{"preference", bundle, "--lane", "1"}, QStringList{"calls", bundle},
              QStringList{"scores", bundle, "--lane", "1"},
              QStringList{"calls", bundle, "--lane", "2", "--save-case", text2, "--until", "125"},
              QStringList{"what-if", bundle, "--lane", "1", "--policy", "snapkv:capacity=24,window=8"},
              QStringList{"fork", bundle, "--lane", "2", "--at", "130", "--set", "recent=16", "--quiet"},
              QStringList{"export", bundle, "--out", out, "--quiet"}}) {
            const Outcome told = runKvw(command);
            QVERIFY2(told.err.contains("steps.csv: the file was changed"), qPrintable(command.join(' ') + told.err));
        }
        const Outcome json = runKvw({"hindsight", bundle, "--json"});
        QVERIFY(!nlohmann::json::parse(json.out.toStdString()).at("bundle_warnings").empty());
        const Outcome whole = runKvw({"hindsight", m_folder.filePath("lanes"), "--json"});
        QVERIFY(whole.err.isEmpty() && !nlohmann::json::parse(whole.out.toStdString()).contains("bundle_warnings"));
    }

    void theQuestionIsInsideAndOutside() {
        const Outcome told = runKvw({"what-if", "--text", "needle", "--prompt-tokens", "100", "--question",
                                     "Where is it?", "--policy", "snapkv:capacity=24,window=8", "--json"});
        QVERIFY2(told.code == 0, told.err.constData());
        const auto report = nlohmann::json::parse(told.out.toStdString());
        const int question = report.at("question_tokens").get<int>();
        QVERIFY(question > 1 && question < 20);
        QCOMPARE(report.at("prompt_tokens").get<int>(), 100);
        const auto &outside = report.at("selections")[0], &inside = report.at("inside")[0];
        QCOMPARE(inside.at("policy"), outside.at("policy"));
        QCOMPARE(inside.at("layers").size(), outside.at("layers").size());
        for (const auto& layer : inside.at("layers")) {
            QCOMPARE(layer.at("held").get<double>(), 24.0);
            QVERIFY(layer.at("overlap").get<double>() < 1);  // the question is among the 8 last tokens
            QCOMPARE(layer.at("kept")[0].back().get<int>(), 100 + question - 1);
        }
        const Outcome text = runKvw({"what-if", "--text", "needle", "--prompt-tokens", "100", "--question",
                                     "Where is it?", "--policy", "snapkv:capacity=24,window=8"});
        QVERIFY2(text.out.contains("inside the prompt"), text.out.constData());
    }

    void attentionReachesAsFarAsTheWindow() {
        const Outcome told = runKvw({"reach", m_folder.filePath("lanes"), "--lane", "2", "--json"});
        QVERIFY2(told.code == 0, told.err.constData());
        const auto report = nlohmann::json::parse(told.out.toStdString());
        QCOMPARE(report.at("rows").get<int>(), 24);
        QCOMPARE(report.at("evicting_rows").get<int>(), 24);
        // 4 sinks, 20 recent tokens and the new one.
        for (const auto& layer : report.at("layers")) {
            QCOMPARE(layer.at("span").get<double>(), 20.0);
            QVERIFY(layer.at("mean_distance").get<double>() > 0);
            const double effective = layer.at("effective_tokens").get<double>();
            QVERIFY(effective >= 1 && effective <= 25);
            QVERIFY(layer.at("normalised_entropy").get<double>() <= 1);
            QVERIFY(layer.at("evicted_mass").get<double>() > 0);
        }
        const Outcome text = runKvw({"reach", m_folder.filePath("lanes")});
        QVERIFY(text.out.contains("effective tokens") && text.out.contains("cake"));
    }

    void preferencesAreThoseOfTheRun() {
        const Outcome told = runKvw({"preference", m_folder.filePath("lanes"), "--json"});
        QVERIFY2(told.code == 0, told.err.constData());
        const auto report = nlohmann::json::parse(told.out.toStdString());
        QCOMPARE(report.at("lane").get<int>(), 1);
        QCOMPARE(report.at("window").get<int>(), 8);
        QCOMPARE(report.at("tau1").get<double>(), 1.6);
        // The policy shrank every layer to its budget while the prompt was read: the last stage of the cascade.
        std::vector<double> held = report.at("cascade").back().at("held");
        const auto& layers = report.at("layers");
        QCOMPARE(held.size(), layers.size());
        for (std::size_t layer = 0; layer < held.size(); ++layer) {
            QVERIFY(held[layer] <= layers[layer].at("budget").get<double>());
        }
        QCOMPARE(report.at("cascade")[0].at("held")[1].get<double>(), 0.0);
        const Outcome other = runKvw({"preference", m_folder.filePath("lanes"), "--tau1", "0.5", "--capacity", "200"});
        QCOMPARE(other.code, 0);
        QVERIFY(other.out.contains("the prompt fits"));
    }

    void giniBudgetsAreThoseOfTheNextRun() {
        const Outcome told = runKvw({"preference", m_folder.filePath("lanes"), "--lane", "0", "--rule", "gini",
                                     "--temperature", "0.1", "--capacity", "30", "--protected", "8", "--json"});
        QVERIFY2(told.code == 0, told.err.constData());
        const auto report = nlohmann::json::parse(told.out.toStdString());
        QCOMPARE(report.at("window").get<int>(), 64);
        QVERIFY(report.at("bytes").get<double>() < report.at("bytes_full").get<double>());
        const QString bundle = m_folder.filePath("shared");
        const Outcome made =
            runKvw({"run", "--text", "ledger", "--prompt-tokens", "120", "--steps", "2", "--policy",
                    "snapkv+adap-gini:capacity=30,recent=8,temperature=0.1", "--quiet", "--out", bundle});
        QVERIFY2(made.code == 0, made.err.constData());
        QFile rows(bundle + "/layers.csv");
        QVERIFY(rows.open(QIODevice::ReadOnly));
        std::map<int, double> budgets;
        while (!rows.atEnd()) {
            const QList<QByteArray> row = rows.readLine().trimmed().split(',');
            if (row[0] == "119" && row[2] == "-1") {
                budgets[row[1].toInt()] = row[4].toDouble();
            }
        }
        const auto& layers = report.at("layers");
        QCOMPARE(budgets.size(), layers.size());
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
            QCOMPARE(layers[layer].at("budget").get<double>(), budgets[static_cast<int>(layer)]);
        }
        QVERIFY(layers[0].at("budget") != layers[1].at("budget"));
        const Outcome text = runKvw({"preference", m_folder.filePath("lanes"), "--rule", "gini"});
        QVERIFY2(text.code == 0 && text.out.contains("temperature 1,"), text.out.constData());
        const Outcome mixed = runKvw({"preference", m_folder.filePath("lanes"), "--rule", "gini", "--tau1", "2"});
        QVERIFY2(mixed.code == 2 && mixed.oneSentence() && mixed.err.contains("--tau1"), mixed.err.constData());
    }

    void figuresComeByName() {
        const QString out = m_folder.filePath("paper");
        const Outcome made =
            runKvw({"export", m_folder.filePath("lanes"), "--out", out, "--figure", "hindsight", "--figure", "cascade",
                    "--figure", "preference", "--figure", "ages", "--figure", "lorenz-layer-1-step-130", "--quiet"});
        QVERIFY2(made.code == 0, made.err.constData());
        for (const char* figure : {"hindsight", "cascade", "preference", "ages", "lorenz-layer-1-step-130"}) {
            QVERIFY2(QFile::exists(QStringLiteral("%1/figures/1-cake-%2.csv").arg(out, figure)), figure);
        }
    }

    void whatALaneLacksIsLeftOut() {
        // A set for every KV head, as cake has; streaming has one for all.
        const QString out = m_folder.filePath("some"), id = QStringLiteral("keepset-layer-0-head-1");
        const Outcome made =
            runKvw({"export", m_folder.filePath("lanes"), "--out", out, "--figure", id, "--figure", "nll"});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY2(made.err.contains("warning: keepset-layer-0-head-1") && made.err.contains("2-streaming") &&
                     !made.err.contains("1-cake"),
                 made.err.constData());
        QVERIFY(QFile::exists(out + "/figures/1-cake-keepset-layer-0-head-1.csv"));
        QVERIFY(!QFile::exists(out + "/figures/2-streaming-keepset-layer-0-head-1.csv"));
        QVERIFY(QFile::exists(out + "/figures/2-streaming-nll.csv"));
        const Outcome nobody = runKvw({"export", m_folder.filePath("lanes"), "--out", m_folder.filePath("nothing"),
                                       "--figure", "keepset-layer-99"});
        QVERIFY2(nobody.code == 2 && nobody.oneSentence(), nobody.err.constData());
        QVERIFY(!QFile::exists(m_folder.filePath("nothing")));
    }

    void aFigureOfWhatWasNotRecordedIsRefused() {
        const QString bundle = m_folder.filePath("unrecorded"), out = m_folder.filePath("blank");
        QCOMPARE(runKvw({"run", "--text", "story", "--prompt-tokens", "60", "--steps", "20", "--policy",
                         "streaming:sinks=2,recent=30", "--capture", "none", "--out", bundle, "--quiet"})
                     .code,
                 0);
        for (const char* id : {"hindsight", "preference", "reach"}) {
            const Outcome blank = runKvw({"export", bundle, "--out", out, "--figure", id, "--quiet"});
            QVERIFY2(blank.code == 2 && blank.oneSentence() && blank.err.contains(id), blank.err.constData());
            QVERIFY2(!QFile::exists(out), id);
        }
    }

    void lanesAreChosen() {
        const QString out = m_folder.filePath("one");
        const Outcome made =
            runKvw({"export", m_folder.filePath("lanes"), "--out", out, "--lane", "1", "--figure", "nll", "--quiet"});
        QVERIFY2(made.code == 0, made.err.constData());
        QCOMPARE(QDir(out + "/tables").entryList({"*.csv"}, QDir::Files),
                 (QStringList{"prune_events-1-cake.csv", "summary-1-cake.csv"}));
        QCOMPARE(QDir(out + "/figures").entryList({"*.csv"}, QDir::Files), QStringList{"1-cake-nll.csv"});
        // It says where it comes from, and has a label of its own.
        QFile json(out + "/figures/1-cake-nll.json"), caption(out + "/figures/1-cake-nll-caption.tex");
        QVERIFY(json.open(QIODevice::ReadOnly) && caption.open(QIODevice::ReadOnly));
        const auto origin = nlohmann::json::parse(json.readAll().toStdString()).at("provenance");
        QCOMPARE(origin.at("lane").get<std::string>(), std::string("1"));
        QVERIFY(origin.at("command").get<std::string>().starts_with("kvw compare "));
        QVERIFY(caption.readAll().contains("\\label{fig:nll-lane-1}"));
        const Outcome refused =
            runKvw({"export", m_folder.filePath("lanes"), "--out", m_folder.filePath("none"), "--lane", "3"});
        QVERIFY2(refused.code == 2 && refused.oneSentence() && refused.err.contains("0 to 2"), refused.err.constData());
    }

    void whatCannotBeReadIsASentence() {
        const QString plain = m_folder.filePath("plain");
        QCOMPARE(runKvw({"run", "--text", "ledger", "--prompt-tokens", "40", "--steps", "4", "--quiet", "--out", plain})
                     .code,
                 0);
        for (const char* command : {"hindsight", "preference"}) {
            const Outcome refused = runKvw({command, plain});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.oneSentence() && refused.err.contains("maps"), refused.err.constData());
        }
        const Outcome lane = runKvw({"preference", m_folder.filePath("lanes"), "--lane", "7"});
        QVERIFY2(lane.code == 2 && lane.err.contains("0 to 2"), lane.err.constData());
    }
};

QTEST_GUILESS_MAIN(HindsightTest)
#include "hindsight_test.moc"
