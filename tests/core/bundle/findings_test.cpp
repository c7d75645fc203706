// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/findings.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/base/json/json_text.h"
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/bundle/sums.h"

namespace fs = std::filesystem;
using namespace kvw;

namespace {

Finding inert() {
    return finding("no-effect-while", "slack", finding("value-is", "max-drop", 0));
}

/// A recording with a coded warning, a plain one, an error and two notes beside those of the sample.
std::shared_ptr<Recording> coded() {
    auto made = sample::recording();
    made->report({inert(), 0, -1, 12, "streaming"});
    made->report({"a sentence of a plugin", 0, -1, 13, "mine"});
    made->report({errorFinding(phrase("%1: %2.", std::string("mine 1.0.0, step 14"), "it threw")), 0, -1, 14, "mine"});
    made->report({finding("tokens-as-ids", errorFinding("tokenizer.json: the file is missing.")), -1});
    made->setNotes(0, {finding("gamma", "0.99"), "a note of a plugin"});
    return made;
}

std::vector<std::string> told(const Recording& recording) {
    std::vector<std::string> list;
    for (const Recording::Problem& problem : recording.problems()) {
        list.push_back(std::string(toText(problem.finding.severity)) + ": " + problem.sentence());
    }
    return list;
}

}  // namespace

class FindingsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void codesComeBack() {
        const auto recording = coded();
        QVERIFY(writeBundle(*recording, at("coded")));
        const auto read = openBundle(at("coded"));
        QVERIFY2(read.has_value() && read->warnings.empty(), read ? "warnings" : read.error().sentence().c_str());
        const auto problems = read->recording->problems(), written = recording->problems();
        QCOMPARE(problems.size(), written.size());
        for (std::size_t i = 0; i < problems.size(); ++i) {
            QCOMPARE(problems[i].finding, written[i].finding);
        }
        QCOMPARE(read->recording->notes(0), recording->notes(0));
        // The manifest has the sentences, for programs that know no codes.
        const nlohmann::ordered_json notes = {"gamma is 0.99", "a note of a plugin"};
        QCOMPARE(read->manifest["policy"]["notes"], notes);
        QVERIFY(writeBundle(*read->recording, at("again")));
        QCOMPARE(sample::slurp(at("again") / bundle::kFindingsFile),
                 sample::slurp(at("coded") / bundle::kFindingsFile));
    }

    void theMessageAndViolationsKeepTheirForms() {
        const Phrase message = phrase("Stopped on request %1.", phrase("after %1 of %2 tokens", 41, 60));
        const Phrase violation = phrase("%1: %2.", std::string("mine 1.0.0"), phrase("%1 is listed twice", "slot 3"));
        const auto recording = sample::recording();
        recording->writer(0).addCall({41, 0, "step", "1 row", 13, 12, 12, 12, 12, 1, 3, "", violation, 2});
        recording->writer(0).publish();
        recording->setState(RunState::Stopped, message);
        QVERIFY(writeBundle(*recording, at("ended")));
        const auto violationOf = [](const OpenedBundle& opened) {
            const Trace& trace = opened.recording->trace(0);
            return trace.call(trace.calls() - 1).violation;
        };
        const auto read = openBundle(at("ended"));
        QVERIFY2(read.has_value() && read->warnings.empty(), read ? "warnings" : read.error().sentence().c_str());
        QVERIFY(read->recording->message() == message);
        QVERIFY(violationOf(*read) == violation);
        // As an older version wrote them: plain sentences.
        fs::remove(at("ended") / bundle::kFindingsFile);
        const auto old = openBundle(at("ended"));
        QVERIFY(old.has_value());
        QVERIFY(old->recording->message() == Phrase(message.english()));
        QVERIFY(violationOf(*old) == Phrase(violation.english()));
    }

    void codesAreNotPartOfTheHash() {
        QVERIFY(writeBundle(*coded(), at("hashed")) && writeBundle(*sample::recording(), at("silent")));
        const auto opened = openBundle(at("hashed"));
        QVERIFY(opened.has_value() && opened->hash.size() == 64);
        QVERIFY(fs::remove(at("hashed") / bundle::kFindingsFile));
        QCOMPARE(test::canonicalHash(at("hashed")), opened->hash);
        // The sentences are.
        QVERIFY(test::canonicalHash(at("silent")) != opened->hash);
    }

    void whatNoTableHasIsWrittenAsItsSentence() {
        Finding odd = Phrase("odd %1");
        odd.code = "of-a-plugin";
        odd.parts = std::vector<Phrase>(20, std::string("x"));
        Finding incomplete = inert();
        incomplete.parts.pop_back();
        auto recording = sample::recording();
        recording->report({odd, 0});
        recording->report({incomplete, 0});
        recording->report({finding("no-effect-while", odd, "y"), 0});
        QVERIFY(writeBundle(*recording, at("odd")));
        const auto read = openBundle(at("odd"));
        QVERIFY(read.has_value());
        QCOMPARE(told(*read->recording), told(*recording));
        QCOMPARE(read->recording->problems().back().finding.code, std::string_view("no-effect-while"));
    }

    /// As of a version that knew no codes.
    void aBundleWithoutCodesKeepsItsSentences() {
        QVERIFY(writeBundle(*coded(), at("old")));
        fs::remove(at("old") / bundle::kFindingsFile);
        auto manifest = *bundle::parseJson(sample::slurp(at("old") / "manifest.json"), "manifest.json");
        manifest["integrity"]["files"].erase(bundle::kFindingsFile);
        manifest["integrity"].erase("manifest");
        auto& fields = manifest["volatile"];
        fields.erase(std::ranges::find(fields, "/integrity/manifest"));
        sample::spill(at("old") / "manifest.json", bundle::dumpFile(manifest));
        manifest["hash"] = test::canonicalHash(at("old"));
        sample::spill(at("old") / "manifest.json", bundle::dumpFile(manifest));
        const auto read = openBundle(at("old"));
        QVERIFY(read.has_value());
        QVERIFY(read->warnings.empty());
        QCOMPARE(told(*read->recording), told(*coded()));
        QCOMPARE(englishOf(read->recording->notes(0)), englishOf(coded()->notes(0)));
        for (const Finding& note : read->recording->notes(0)) {
            QVERIFY(note.code.empty());
        }
        // A recording without codes needs no file for them.
        QVERIFY(writeBundle(*sample::recording(), at("plain")));
        QVERIFY(!fs::exists(at("plain") / bundle::kFindingsFile));
    }

    void damagedAndForeignCodesLeaveTheSentences_data() {
        QTest::addColumn<QString>("content");
        QTest::newRow("no JSON") << "{";
        QTest::newRow("other format") << R"({"format": "kvw-findings-9", "problems": [], "notes": []})";
        QTest::newRow("too short") << R"({"format": "kvw-findings-1", "problems": [], "notes": []})";
        QTest::newRow("unknown code")
            << R"({"format": "kvw-findings-1", "problems": [null, {"code": "x", "arguments": []}], )"
               R"("notes": [{"code": "gamma", "arguments": []}]})";
        QTest::newRow("another sentence")
            << R"({"format": "kvw-findings-1", "problems": [], "notes": [{"code": "gamma", "arguments": ["0.5"]}]})";
        QTest::newRow("deep") << R"({"format": "kvw-findings-1", "problems": [], "notes": [)" + deep(40) + "]}";
    }
    void damagedAndForeignCodesLeaveTheSentences() {
        QFETCH(QString, content);
        const fs::path folder = at(QTest::currentDataTag());
        QVERIFY(writeBundle(*coded(), folder));
        sample::spill(folder / bundle::kFindingsFile, content.toStdString());
        const auto opening = openTables(folder);
        QVERIFY2(opening.has_value(), opening ? "" : opening.error().sentence().c_str());
        const Recording& read = *opening->bundle.recording;
        QCOMPARE(told(read), told(*coded()));
        QCOMPARE(englishOf(read.notes(0)), englishOf(coded()->notes(0)));
        QVERIFY(read.notes(0).front().code.empty());
    }

 private:
    static QString deep(int levels) {
        return levels == 0 ? QStringLiteral("\"x\"")
                           : QStringLiteral(R"({"code": "shares-rounded", "arguments": [%1]})").arg(deep(levels - 1));
    }
    [[nodiscard]] fs::path at(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(FindingsTest)
#include "findings_test.moc"
