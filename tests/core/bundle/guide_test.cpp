// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/guide.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/bundle/bundle.h"
#include "core/bundle/canonical.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/must.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/bundle/sums.h"

namespace fs = std::filesystem;
using namespace kvw;
using kvw::test::must;

class GuideTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }
    static bool names(const std::string& guide, const std::string& name) {
        return guide.find("\n- `" + name + "`: ") != std::string::npos;
    }

 private Q_SLOTS:
    void everyFileOfARunIsNamed() {
        must(writeBundle(*sample::recording(), at("run")));
        const std::string guide = sample::slurp(at("run") / "README.md");
        for (const auto& [name, text] : sample::contents(at("run"))) {
            const std::size_t slash = name.find('/');
            const std::string part = slash == std::string::npos ? name : name.substr(0, slash + 1);
            QVERIFY2(part == "README.md" || names(guide, part), name.c_str());
        }
        QVERIFY(!names(guide, "ids.txt"));  // there is none
    }

    void everyColumnHasItsMeaning() {
        must(writeBundle(*sample::recording(), at("columns")));
        const std::string guide = sample::slurp(at("columns") / "README.md");
        for (const char* kind :
             {"steps-row", "layers-row", "eviction", "prefill-memory-row", "calls-row", "times-row"}) {
            const auto rows = *schema::named(kind);
            for (const auto& [column, about] : rows["properties"].items()) {
                const std::string line = "- `" + column + "`: " + about.value("description", std::string()) + '\n';
                QVERIFY2(about.contains("description") && guide.find(line) != std::string::npos, line.c_str());
            }
        }
        QVERIFY(guide.find("- `nll`: of this token under everything before it; empty for the first (nats)\n") !=
                std::string::npos);
    }

    void aComparisonNamesItsLanes() {
        must(writeBundle(*sample::recording({.lanes = 2}), at("lanes")));
        const std::string guide = sample::slurp(at("lanes") / "README.md");
        for (const auto& lane : fs::directory_iterator(at("lanes") / "lanes")) {
            QVERIFY(guide.find("- `lanes/" + lane.path().filename().string() + "/`\n") != std::string::npos);
            QVERIFY(fs::exists(lane.path() / "README.md"));
        }
        QVERIFY(names(guide, "tables/") && !names(guide, "steps.csv"));
        QVERIFY(guide.find("`kvw.load(\"FOLDER\").lanes[\"0-full\"].table(\"steps\")[\"nll\"]`") != std::string::npos);
    }

    /// A bundle of an older version has none: same hash, no warning.
    void theHashLeavesItOut() {
        must(writeBundle(*sample::recording(), at("new")));
        fs::copy(at("new"), at("old"), fs::copy_options::recursive);
        fs::remove(at("old") / "README.md");
        auto manifest = *bundle::parseJson(sample::slurp(at("old") / "manifest.json"), "manifest");
        QVERIFY(manifest["integrity"]["files"].erase("README.md") == 1);
        manifest["integrity"]["manifest"] = bundle::manifestSum(manifest);
        sample::spill(at("old") / "manifest.json", bundle::dumpFile(manifest));
        const auto written = openBundle(at("new")), older = openBundle(at("old"));
        QVERIFY(written && written->warnings.empty());
        QVERIFY2(older.has_value(), older ? "" : older.error().sentence().c_str());
        QVERIFY2(older->warnings.empty(), older->warnings.empty() ? "" : older->warnings[0].english().c_str());
        QCOMPARE(older->hash, written->hash);
        QCOMPARE(test::canonicalHash(at("old")), written->hash);
        must(writeBundle(*older->recording, at("again")));
        QCOMPARE(openBundle(at("again"))->hash, written->hash);
        QVERIFY(fs::exists(at("again") / "README.md"));
    }

    void aChangedOneIsReported() {
        must(writeBundle(*sample::recording(), at("edited")));
        sample::spill(at("edited") / "README.md", "my notes");
        const auto opened = openBundle(at("edited"));
        QVERIFY(opened && !opened->warnings.empty());
        QVERIFY(opened->warnings[0].english().find("README.md") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(GuideTest)
#include "guide_test.moc"
