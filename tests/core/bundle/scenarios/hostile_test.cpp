// SPDX-License-Identifier: Apache-2.0
/// Bundles that lack, cut off or garble any of their files: every one opens with warnings or is refused with one
/// sentence that names the place; none ends the program.
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <random>

#include "core/base/json/schema.h"
#include "core/bundle/bundle.h"
#include "core/bundle/figure_file.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/sample.h"

namespace fs = std::filesystem;
using namespace kvw;

namespace {

/// Returns the sentence that a user is told: the refusal, or the first warning. Reads every row as a view would.
std::string told(const fs::path& bundle) {
    const auto opened = openBundle(bundle);
    auto tables = openTables(bundle);
    if (tables) {
        static_cast<void>(tables->rest->finish());
        const Trace& trace = tables->bundle.recording->trace(0);
        for (std::int64_t step = 0; step < trace.steps(); ++step) {
            static_cast<void>(trace.rows(step, 0));
        }
    }
    if (!opened) {
        return opened.error().sentence();
    }
    return opened->warnings.empty() ? std::string() : opened->warnings.front().english();
}

bool isOneSentence(const std::string& text) {
    return text.size() > 10 && text.size() < 1000 && text.find('\n') == std::string::npos && text.ends_with('.');
}

}  // namespace

class HostileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }
    /// A fresh copy of the sample.
    fs::path copied() const {
        std::error_code ignored;
        fs::remove_all(at("copy"), ignored);
        fs::copy(at("whole"), at("copy"), fs::copy_options::recursive);
        return at("copy");
    }

 private Q_SLOTS:
    void initTestCase() {
        QVERIFY(writeBundle(*sample::recording(), at("whole")));
        QVERIFY(writeBundle(*sample::recording({2, 2, 40, 1}), at("lanes")));
        QVERIFY(writeBundle(*sample::recording(), at("whole.zip")));
        QCOMPARE(told(at("whole")), std::string());
        QCOMPARE(told(at("whole.zip")), std::string());
    }

    void anyFileThatIsGoneCutOffOrEmptyIsNamed() {
        for (const auto& [name, content] : sample::contents(at("whole"))) {
            for (const int damage : {0, 1, 2}) {
                const fs::path bundle = copied();
                damage == 0 ? static_cast<void>(fs::remove(bundle / name))
                            : fs::resize_file(bundle / name, damage == 1 ? 0 : content.size() / 2);
                const std::string sentence = told(bundle);
                QVERIFY2(isOneSentence(sentence), (name + ": " + sentence).c_str());
                QVERIFY2(
                    sentence.find(name) != std::string::npos || name == "manifest.json" || name == "arrays/index.json",
                    (name + ": " + sentence).c_str());
            }
        }
    }

    void aPolicyThatNamesAPathIsRefused() {
        const fs::path file = at("whole") / "manifest.json";
        auto manifest = nlohmann::ordered_json::parse(sample::slurp(file));
        for (const char* id : {"../../evil", "/etc/evil", "..", "a\\b", "a\nb", "a\x1b[2J", "a b", ""}) {
            manifest["policy"]["id"] = id;
            const fs::path bundle = copied();
            sample::spill(bundle / "manifest.json", manifest.dump(1));
            const auto opened = openTables(bundle);
            QVERIFY2(!opened, id);
            const std::string sentence = opened.error().sentence();
            QVERIFY2(isOneSentence(sentence) && sentence.find("/policy/id") != std::string::npos, sentence.c_str());
        }
        for (const char* id : {"snapkv+adap-gini", "cake@kivi", "streaming>h2o>by-hand", "full@kivi", "h2o"}) {
            manifest["policy"]["id"] = id;
            QVERIFY2(schema::check("manifest", manifest, "here"), id);
        }
    }

    void filesOfALaneStayInTheirFolder() {
        QCOMPARE(figures::laneStem(1, "snapkv+adap-gini"), std::string("1-snapkv+adap-gini"));
        QCOMPARE(figures::laneStem(2, "cake@kivi>h2o"), std::string("2-cake_kivi_h2o"));
        QCOMPARE(figures::laneStem(0, "../../a\\b\n"), std::string("0-.._.._a_b_"));
        QVERIFY(figures::laneStem(3, std::string(4000, 'x')).size() < 110);
    }

    void halfAComparisonIsNamed() {
        for (const auto& entry : fs::directory_iterator(at("lanes") / "lanes")) {
            if (entry.path().filename().string().starts_with("1-")) {
                fs::remove_all(entry.path());
            }
        }
        const std::string sentence = told(at("lanes"));
        QVERIFY2(isOneSentence(sentence) && sentence.find("lanes/1-") != std::string::npos, sentence.c_str());
    }

    void anArchiveThatIsCutOffAnywhereIsRefused() {
        const std::string bytes = sample::slurp(at("whole.zip"));
        for (std::size_t part = 0; part < 24; ++part) {
            sample::spill(at("cut.zip"), bytes.substr(0, bytes.size() * part / 24));
            const auto opened = openTables(at("cut.zip"));
            QVERIFY(!opened);
            QVERIFY2(isOneSentence(opened.error().sentence()), opened.error().sentence().c_str());
        }
    }

    void garbledBytesAreSaid() {
        const std::string bytes = sample::slurp(at("whole.zip"));
        std::mt19937 random(7);
        for (int round = 0; round < 60; ++round) {
            std::string garbled = bytes;
            for (int i = 0; i < 8; ++i) {
                garbled[random() % garbled.size()] = static_cast<char>(random());
            }
            sample::spill(at("garbled.zip"), garbled);
            const std::string sentence = told(at("garbled.zip"));
            QVERIFY2(sentence.empty() || isOneSentence(sentence), sentence.c_str());
        }
    }

    void garbledArraysAreSaid() {
        std::mt19937 random(11);
        for (const char* part : {"steps", "offsets", "tokens", "probs"}) {
            for (int round = 0; round < 12; ++round) {
                const fs::path bundle = copied();
                const std::string name = std::string("arrays/attention-0.") + part + ".npy";
                std::string bytes = sample::slurp(bundle / name);
                for (int i = 0; i < 4; ++i) {
                    bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
                }
                sample::spill(bundle / name, bytes);
                const std::string sentence = told(bundle);
                QVERIFY2(isOneSentence(sentence) && sentence.find(name) != std::string::npos, sentence.c_str());
            }
        }
    }

    void whatIsNoArchiveIsRefused() {
        sample::spill(at("LOUD.ZIP"), "named so by another system");
        QVERIFY(isBundle(at("LOUD.ZIP")) && !isBundle(at("nowhere.zip")));
        sample::spill(at("text.zip"), "PK? no: a text that was given another name");
        fs::create_directories(at("folder.zip"));
        for (const char* name : {"text.zip", "folder.zip", "nowhere.zip"}) {
            const auto opened = openTables(at(name));
            QVERIFY(!opened);
            const std::string sentence = opened.error().sentence();
            QVERIFY2(isOneSentence(sentence) && sentence.find(name) != std::string::npos, sentence.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(HostileTest)
#include "hostile_test.moc"
