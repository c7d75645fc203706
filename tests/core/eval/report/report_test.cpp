// SPDX-License-Identifier: Apache-2.0
#include "core/eval/report/report.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "core/base/files/small_file.h"
#include "core/eval/eval_file.h"
#include "core/eval/eval_plan.h"
#include "core/eval/sweep_file.h"
#include "core/figures/figure_io.h"
#include "core/figures/tables.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;

namespace {

namespace fs = std::filesystem;

tables::Table tableOf() {
    tables::Table table;
    table.columns = {{"policy", "policy | <b>"}, {"nll", "mean NLL", "nats"}};
    table.add({std::string("a*b_c\\d"), 0.25});
    table.add({std::string("[x]~`y`&amp;"), 0.5});
    table.marked = {{0, 1}};
    table.caption = "Means & more";
    return table;
}

}  // namespace

class ReportTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aTableComesBackFromMarkdown() {
        const ReportTable table = reportTableOf(tables::toMarkdown(tableOf()));
        QCOMPARE(table.columns, (std::vector<std::string>{"policy | <b>", "mean NLL (nats)"}));
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(table.rows[0][0].text, std::string("a*b_c\\d"));
        QCOMPARE(table.rows[1][0].text, std::string("[x]~`y`&amp;"));
        QVERIFY(table.rows[0][1].marked && !table.rows[1][1].marked);
        QVERIFY(!table.right[0] && table.right[1]);
        QCOMPARE(table.caption, std::string("Means & more."));
        QVERIFY(reportTableOf("no table").rows.empty());
        QVERIFY(reportTableOf("|\n|\n|").rows.size() <= 1);
    }

    void aBundleIsAPart() {
        const QTemporaryDir place;
        const fs::path folder = place.path().toStdString();
        QVERIFY(writeBundle(*sample::recording(), folder / "run").has_value());
        const auto part = reportPart(folder / "run" / "");
        QVERIFY2(part.has_value(), part ? "" : part.error().sentence().c_str());
        QCOMPARE(part->title, std::string("run"));
        QVERIFY(!part->tables.empty() && !part->figures.empty());
        QCOMPARE(part->commands.size(), std::size_t{1});
        const auto one = reportPart(folder / "run", {"nll"});
        QVERIFY2(one.has_value(), one ? "" : one.error().sentence().c_str());
        QVERIFY(one->figures.size() >= 1 && one->figures.front().id == "nll");
        QVERIFY(!reportPart(folder / "run", {"nosuch"}).has_value());
        QVERIFY(!reportPart(folder).has_value());
        QVERIFY(!reportPart(folder / "nowhere").has_value());
    }

    void sweepsAndEvaluationsAreParts() {
        const QTemporaryDir place;
        const fs::path folder = place.path().toStdString();
        Sweep sweep;
        sweep.policies = {"streaming"};
        sweep.axes = {{"recent", {"8", "16"}}};
        sweep.base.textFile = "/texts/secret/ledger.txt";
        sweep.halving = parseHalving("3").value();
        QVERIFY(writeSweep(folder / "grid", sweep).has_value());
        QVERIFY(writeSmallText(folder / "grid/table.md", tables::toMarkdown(tableOf())).has_value());
        FigureSpec figure;
        figure.id = "sweep-front";
        figure.title = "Front";
        figure.panels.push_back({});
        figure.panels[0].series.push_back({"s", {1, 2}, {3, 4}});
        QVERIFY(writeSmallFile(folder / "grid/sweep-front.json", figures::toJson(figure)).has_value());
        const auto part = reportPart(folder / "grid");
        QVERIFY2(part.has_value(), part ? "" : part.error().sentence().c_str());
        QCOMPARE(part->tables.size(), std::size_t{1});
        QCOMPARE(part->figures.size(), std::size_t{1});
        QVERIFY(part->commands.front().starts_with("kvw sweep "));
        const auto has = [](const ReportFacts& facts, const char* name, const char* value) {
            return std::find(facts.begin(), facts.end(), std::pair<std::string, std::string>(name, value)) !=
                   facts.end();
        };
        QVERIFY(has(part->settings, "axis recent", "8, 16") && has(part->settings, "halving.factor", "3"));
        QVERIFY(
            writeSmallText(folder / "eval/results.json",
                           "{\"format\": \"x\", \"plan\": {\"task\": \"passkey\", \"policies\": [\"full\", \"tova\"]},"
                           " \"command\": \"kvw eval passkey\", \"samples\": 5}")
                .has_value());
        QVERIFY(writeSmallText(folder / "eval/table.md", tables::toMarkdown(tableOf())).has_value());
        const auto evaluation = reportPart(folder / "eval");
        QVERIFY2(evaluation.has_value(), evaluation ? "" : evaluation.error().sentence().c_str());
        QVERIFY(has(evaluation->settings, "task", "passkey") && has(evaluation->settings, "policies", "full, tova") &&
                has(evaluation->settings, "samples", "5"));
        QCOMPARE(evaluation->commands, std::vector<std::string>{"kvw eval passkey"});
        Report report{"All & more", "Is <it> so?\n\nWhy?", {*part, *evaluation}};
        const std::string html = reportHtml(report);
        QVERIFY(html.find("secret") == std::string::npos);
        QVERIFY(html.find("<p>Is &lt;it&gt; so?</p>\n<p>Why?</p>") != std::string::npos);
        QVERIFY(html.find("policy | &lt;b&gt;") != std::string::npos && html.find("<b>0.25") != std::string::npos);
        for (const char* other : {"<script", "src=\"", "href=\"http", "url(http", "<link", "@import"}) {
            QVERIFY2(html.find(other) == std::string::npos, other);
        }
        const std::string tex = reportTex(report);
        QCOMPARE(std::count(tex.begin(), tex.end(), '{'), std::count(tex.begin(), tex.end(), '}'));
        QVERIFY(tex.find("All \\& more") != std::string::npos && tex.find("\\textbf{0.25") != std::string::npos);
    }

    void aKilledEvaluationIsReportedFromItsResults() {
        const QTemporaryDir place;
        const fs::path folder = place.path().toStdString();
        eval::EvalPlan plan;
        plan.task = "passkey";
        plan.run.policies = {"full", "tova"};
        plan.preset = std::string(396, 'x') + "üüü";  // 400 bytes end within a letter
        {
            auto file = eval::EvalFile::open(folder / "killed");
            QVERIFY(file.has_value());
            QVERIFY(eval::keepEvalPlan(folder / "killed", plan).has_value());
            eval::EvalRecord record;
            record.task = plan.task;
            record.subset = "2048";
            record.id = "1";
            record.policy = "tova";
            record.score = 60;
            QVERIFY(file->append({record}).has_value());
        }
        const auto part = reportPart(folder / "killed");
        QVERIFY2(part.has_value(), part ? "" : part.error().sentence().c_str());
        QCOMPARE(part->tables.size(), std::size_t{1});
        QVERIFY(part->tables[0].caption.find("not complete") != std::string::npos);
        QVERIFY(part->commands.front().starts_with("kvw eval passkey "));
        const auto preset = std::find_if(part->settings.begin(), part->settings.end(),
                                         [](const auto& fact) { return fact.first == "preset"; });
        QVERIFY(preset != part->settings.end());
        const QString text = QString::fromStdString(preset->second);
        QVERIFY(text.endsWith(QStringLiteral("...")) && !text.contains(QChar::ReplacementCharacter));
    }

    void withoutTexThereIsASentence() {
        const QTemporaryDir place;
        const QByteArray before = qgetenv("PATH");
        QVERIFY(qputenv("PATH", place.path().toUtf8()));
        const auto none = writePdf("x", place.filePath("x.pdf").toStdString());
        QVERIFY(!none && none.error().code == Code::NotFound &&
                none.error().sentence().find("lualatex or pdflatex") != std::string::npos);
        // A program in its place makes the file, or says what is wrong.
        const auto write = [&](const QByteArray& text) {
            QFile file(place.filePath("pdflatex"));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() &&
                   file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        QVERIFY(
            write("#!/bin/sh\nfor word; do case $word in -output-directory=*) out=${word#*=};; esac; done\n"
                  "echo made > \"$out/report.pdf\"\n"));
        QVERIFY(writePdf("x", place.filePath("x.pdf").toStdString()).has_value());
        QVERIFY(QFile::exists(place.filePath("x.pdf")));
        QVERIFY(write("#!/bin/sh\necho '! Undefined control sequence.'\nexit 1\n"));
        const auto wrong = writePdf("x", place.filePath("y.pdf").toStdString());
        QVERIFY(!wrong && wrong.error().sentence().find("Undefined control") != std::string::npos);
        QVERIFY(!QFile::exists(place.filePath("y.pdf")));
        qputenv("PATH", before);
    }
};

QTEST_APPLESS_MAIN(ReportTest)
#include "report_test.moc"
