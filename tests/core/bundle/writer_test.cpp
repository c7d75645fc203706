// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/bundle/archive.h"
#include "core/bundle/csv/columns.h"
#include "tests/core/bundle/must.h"
#include "tests/core/bundle/sample.h"
#include "tests/core/bundle/sums.h"

namespace fs = std::filesystem;
using namespace kvw;
using kvw::test::must;

namespace {

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// Files with everything volatile taken out.
std::map<std::string, std::string> stable(const fs::path& folder) {
    auto files = sample::contents(folder);
    for (auto& [name, text] : files) {
        if (name.ends_with("steps.csv")) {
            text = test::withoutColumns(text, {"ms"});
        } else if (name.ends_with("calls.csv")) {
            text = test::withoutColumns(text, {"us"});
        } else if (name.ends_with("times.csv")) {
            text = test::withoutColumns(text, {"decode_ms", "capture_ms", "policy_ms", "evict_ms"});
        } else if (name.ends_with("manifest.json")) {
            auto json = *bundle::parseJson(text, name);
            json.erase("times");
            json.erase("command_line");
            for (const auto& field : json["volatile"]) {
                const std::string pointer = field;
                if (pointer[0] == '/') {
                    const nlohmann::ordered_json::json_pointer at(pointer);
                    if (json.contains(at)) {
                        json[at] = nullptr;
                    }
                }
            }
            text = bundle::dumpFile(json);
        }
    }
    return files;
}

}  // namespace

/// Files of a bundle: their headers and bytes, and the target that they take the place of.
class WriterTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }

 private Q_SLOTS:
    void writingIsTold() {
        for (const char* name : {"told", "told.zip"}) {
            std::int64_t last = 0, whole = 0;
            must(writeBundle(*sample::recording(), at(name), {}, [&](std::int64_t done, std::int64_t total) {
                const bool forth = done >= last && done <= total;
                last = forth ? done : -1;
                whole = total;
                return forth;
            }));
            QVERIFY(last > 0 && last <= whole);
            QVERIFY(openBundle(at(name)).has_value());
        }
    }

    void writingCanBeGivenUp() {
        QTemporaryDir empty;
        for (const char* name : {"stopped", "stopped.zip"}) {
            for (const bool late : {false, true}) {  // at the first byte; where a .zip is packed, a folder written
                const fs::path target = fs::path(empty.path().toStdString()) / name;
                std::int64_t written = 0;
                const auto done = writeBundle(*sample::recording(), target, {}, [&](std::int64_t at, std::int64_t all) {
                    written = std::max(written, at);
                    return late && (!target.has_extension() || 2 * at <= all);
                });
                if (late && !target.has_extension()) {
                    must(done);
                    fs::remove_all(target);
                } else {
                    QCOMPARE(done.error().code, Code::Cancelled);
                }
                QVERIFY(written > 0 && fs::is_empty(empty.path().toStdString()));
            }
        }
    }

    /// The command that makes a stopped run again asks for as many steps, and proves it by the hash.
    void aStoppedRunIsTheOneThatWasAskedForSoManySteps() {
        const auto hashOf = [this](RunState state, const char* message, const char* name) {
            const auto recording = sample::recording();
            recording->setState(state, message);
            must(writeBundle(*recording, at(name)));
            return openBundle(at(name))->hash;
        };
        const std::string whole = hashOf(RunState::Finished, "Finished.", "ended");
        QCOMPARE(hashOf(RunState::Stopped, "Stopped on request.", "stopped-early"), whole);
        QVERIFY(hashOf(RunState::Failed, "cake: a token is kept twice.", "broken") != whole);
    }

    void headersAreThoseOfTheTable() {
        must(writeBundle(*sample::recording(), at("headers")));
        QCOMPARE(firstLine(sample::slurp(at("headers") / "steps.csv")),
                 std::string("step,position,token_id,text,phase,nll,nll_full,kl,entropy_next,held_total,evicted_now,"
                             "bytes_live,bytes_"
                             "allocated,bytes_full,ms"));
        QCOMPARE(firstLine(sample::slurp(at("headers") / "layers.csv")),
                 std::string("step,layer,head,held,budget,gini,entropy,variance,retained_mass"));
    }

    void headersAgreeWithTheSchemas() {
        for (const auto& [name, header] :
             {std::pair{"steps-row", bundle::kStepsHeader}, std::pair{"layers-row", bundle::kLayersHeader},
              std::pair{"prefill-memory-row", bundle::kMemoryHeader}, std::pair{"calls-row", bundle::kCallsHeader},
              std::pair{"times-row", bundle::kTimesHeader}}) {
            std::string joined;
            const auto schema = *schema::named(name);
            for (const auto& [column, unused] : schema["properties"].items()) {
                joined += (joined.empty() ? "" : ",") + column;
            }
            QCOMPARE(joined, std::string(header));
        }
    }

    void undefinedIsEmptyInCsvAndNullInJson() {
        must(writeBundle(*sample::recording(), at("undefined")));
        const std::string steps = sample::slurp(at("undefined") / "steps.csv");
        const std::string second = steps.substr(steps.find('\n') + 1);
        QCOMPARE(firstLine(second), std::string("0,0,0,\"\"\"t0\"\"\",prefill,,,,0,4,0,256,4352,256,0.4"));
        const std::string evictions = sample::slurp(at("undefined") / "evictions.jsonl");
        QVERIFY(evictions.find("\"cut\":null") != std::string::npos);
        QCOMPARE(
            firstLine(evictions),
            std::string(R"({"step":12,"layer":0,"head":0,"evicted":[2],"scores":[0.1],"cut":0.3,"reason":"recency"})"));
        for (const auto& [name, text] : sample::contents(at("undefined"))) {
            const bool table = name.ends_with(".csv") || name.ends_with(".jsonl");
            QVERIFY2(!table || text.find("nan") == std::string::npos, name.c_str());
        }
    }

    void roundTripGivesTheSameBytes_data() {
        QTest::addColumn<int>("lanes");
        QTest::addColumn<int>("units");
        QTest::addColumn<bool>("half");
        QTest::addColumn<bool>("reads");
        QTest::newRow("one lane, per head") << 1 << 2 << false << false;
        QTest::newRow("one lane, per layer") << 1 << 1 << false << false;
        QTest::newRow("three lanes") << 3 << 2 << false << false;
        QTest::newRow("lanes in float16") << 3 << 2 << true << false;
        QTest::newRow("float16") << 1 << 2 << true << false;
        QTest::newRow("read selection") << 2 << 1 << false << true;
    }
    void roundTripGivesTheSameBytes() {
        QFETCH(int, lanes);
        QFETCH(int, units);
        QFETCH(bool, half);
        QFETCH(bool, reads);
        const BundleOptions options{true, true, half, true};
        must(writeBundle(*sample::recording({lanes, units, 40, 1, reads}), at("first"), options));
        // The sample knows its command only, of which reading makes a specification; and the figures of the first
        // bundle still come from float32 rows.
        must(writeBundle(**readBundle(at("first")), at("first"), options));
        const auto opened = openBundle(at("first"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().sentence().c_str());
        QVERIFY2(opened->warnings.empty(), opened->warnings.empty() ? "" : opened->warnings[0].english().c_str());
        QCOMPARE(opened->recording->lanes(), lanes);
        must(writeBundle(*opened->recording, at("second"), options));
        const auto a = stable(at("first"));
        const auto b = stable(at("second"));
        QCOMPARE(a.size(), b.size());
        for (const auto& [name, text] : a) {
            QVERIFY2(b.contains(name) && b.at(name) == text, name.c_str());
        }
    }

    void onlyVolatileBytesDifferBetweenSlowAndFastRuns() {
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("fast")));
        must(writeBundle(*sample::recording({2, 2, 40, 3}), at("slow")));
        QVERIFY(sample::slurp(at("fast") / "lanes/0-full/steps.csv") !=
                sample::slurp(at("slow") / "lanes/0-full/steps.csv"));
        const auto a = stable(at("fast"));
        const auto b = stable(at("slow"));
        for (const auto& [name, text] : a) {
            QVERIFY2(b.at(name) == text, name.c_str());
        }
        QCOMPARE(test::canonicalHash(at("fast")), test::canonicalHash(at("slow")));
        QCOMPARE(openBundle(at("fast"))->hash, test::canonicalHash(at("slow")));
    }

    void twoWritesAreIdentical() {
        const auto recording = sample::recording();
        must(writeBundle(*recording, at("one.zip")));
        must(writeBundle(*recording, at("two.zip")));
        QVERIFY(sample::slurp(at("one.zip")) == sample::slurp(at("two.zip")));
    }

    void hashCoversTheData() {
        must(writeBundle(*sample::recording({1, 2, 40, 1}), at("h40")));
        must(writeBundle(*sample::recording({1, 2, 39, 1}), at("h39")));
        QVERIFY(test::canonicalHash(at("h40")) != test::canonicalHash(at("h39")));
    }

    void zipHoldsTheSame() {
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("pack.zip")));
        must(writeBundle(*sample::recording({2, 2, 40, 1}), at("pack")));
        const auto zip = bundle::Archive::open(at("pack.zip"));
        QVERIFY(zip.has_value());
        const auto files = sample::contents(at("pack"));
        QCOMPARE((*zip)->names().size(), files.size());
        for (const auto& [name, text] : files) {
            QVERIFY2(*(*zip)->read(name) == text, name.c_str());
        }
        const auto opened = openBundle(at("pack.zip"));
        QVERIFY(opened.has_value() && opened->warnings.empty() && opened->recording->lanes() == 2);
    }

    void existingTargetIsRefused() {
        must(writeBundle(*sample::recording(), at("taken")));
        const auto before = sample::contents(at("taken"));
        const auto again = writeBundle(*sample::recording({1, 2, 20, 1}), at("taken"));
        QVERIFY(!again && again.error().code == Code::BadUsage);
        QVERIFY(sample::contents(at("taken")) == before);
    }

    void overwriteSwaps() {
        must(writeBundle(*sample::recording(), at("swap")));
        BundleOptions options;
        options.overwrite = true;
        must(writeBundle(*sample::recording({1, 2, 20, 1}), at("swap"), options));
        QCOMPARE(readBundle(at("swap")).value()->trace(0).steps(), std::int64_t{20});
    }

    void overwriteNeverTakesAForeignFolder() {
        fs::create_directories(at("papers"));
        sample::spill(at("papers") / "thesis.tex", "years of work");
        BundleOptions options;
        options.overwrite = true;
        const auto written = writeBundle(*sample::recording(), at("papers"), options);
        QVERIFY(!written);
        QCOMPARE(sample::slurp(at("papers") / "thesis.tex"), std::string("years of work"));
    }

    void noTemporariesStay() {
        must(writeBundle(*sample::recording(), at("tidy/deep/bundle")));
        QCOMPARE(std::distance(fs::directory_iterator(at("tidy/deep")), fs::directory_iterator()), std::ptrdiff_t{1});
    }

    void everyJsonFileMatchesItsSchema() {
        must(writeBundle(*sample::recording(), at("valid")));
        for (const auto& [name, text] : sample::contents(at("valid"))) {
            const std::string kind = name == "manifest.json"       ? "manifest"
                                     : name == "arrays/index.json" ? "arrays"
                                     : name.ends_with(".json")     ? "figure"
                                                                   : "";
            if (!kind.empty()) {
                must(schema::check(kind, *bundle::parseJson(text, name), name));
            }
        }
    }
};

QTEST_GUILESS_MAIN(WriterTest)
#include "writer_test.moc"
