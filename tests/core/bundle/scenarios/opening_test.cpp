// SPDX-License-Identifier: Apache-2.0
/// A bundle whose tables are shown before its rows and sums are gone through: what is there at once, what comes later,
/// and what happens when files change in between.
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <thread>

#include "core/bundle/bundle.h"
#include "core/publish/write_bundle.h"
#include "tests/core/bundle/sample.h"

namespace fs = std::filesystem;
using namespace kvw;

namespace {

/// Tokens and probabilities of all heads; empty: no row.
std::vector<float> flat(const Trace& trace, std::int64_t step, std::int32_t layer) {
    std::vector<float> values;
    if (const auto rows = trace.rows(step, layer)) {
        for (const auto& head : rows->heads) {
            values.insert(values.end(), head.tokens.begin(), head.tokens.end());
            values.insert(values.end(), head.probs.begin(), head.probs.end());
        }
    }
    return values;
}

std::int64_t rowsOf(const Trace& trace) {
    std::int64_t count = 0;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
            count += trace.rows(step, layer) ? 1 : 0;
        }
    }
    return count;
}

bool sameRows(const Trace& a, const Trace& b) {
    for (std::int64_t step = 0; step < a.steps(); ++step) {
        for (std::int32_t layer = 0; layer < a.shape().layers; ++layer) {
            if (flat(a, step, layer) != flat(b, step, layer)) {
                return false;
            }
        }
    }
    return a.steps() == b.steps();
}

std::string problemsOf(const Recording& recording) {
    std::string all;
    for (const Recording::Problem& problem : recording.problems()) {
        all += std::string(toText(problem.finding.severity)) + ": " + problem.sentence() + '\n';
    }
    return all;
}

bool has(const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

class OpeningTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    std::shared_ptr<Recording> m_sample = sample::recording();
    fs::path at(const char* name) const { return fs::path(m_dir.path().toStdString()) / name; }
    fs::path written(const char* name) const {
        const auto done = writeBundle(*m_sample, at(name));
        Q_ASSERT(done);
        return at(name);
    }
    static OpeningBundle opening(const fs::path& path) {
        auto opened = openTables(path);
        Q_ASSERT(opened);
        return std::move(*opened);
    }
    /// The last token of layer 0 becomes 0: it does not ascend.
    static void spoilTokens(const fs::path& bundle) {
        const fs::path file = bundle / "arrays/attention-0.tokens.npy";
        std::string bytes = sample::slurp(file);
        bytes.replace(bytes.size() - 4, 4, 4, '\0');
        sample::spill(file, bytes);
    }

 private Q_SLOTS:
    void rowsOfAFolderAreThereAtOnce() {
        const OpeningBundle opened = opening(written("folder"));
        const Trace& trace = opened.bundle.recording->trace(0);
        QVERIFY(rowsOf(trace) > 0);
        QVERIFY(trace.rowBytesStored() > 0);
        QVERIFY(sameRows(trace, m_sample->trace(0)));
        const std::int64_t arrivals = trace.rowArrivals();
        std::int64_t told = 0;
        const auto found = opened.rest->finish([&](std::int64_t bytes) {
            told += bytes;
            return true;
        });
        QVERIFY(found.rows.empty() && found.warnings.empty() && !found.stopped);
        QVERIFY(told > 0 && told <= opened.rest->bytes());
        QCOMPARE(trace.rowArrivals(), arrivals);
        QCOMPARE(opened.bundle.recording->problems().size(), m_sample->problems().size());
    }

    void rowsOfAnArchiveComeLayerByLayer() {
        const OpeningBundle opened = opening(written("packed.zip"));
        const Trace& trace = opened.bundle.recording->trace(0);
        QCOMPARE(trace.steps(), m_sample->trace(0).steps());
        QCOMPARE(rowsOf(trace), 0);
        QVERIFY(trace.rowBytesStored() > 0);
        std::atomic<bool> over{false};
        std::atomic<std::int64_t> most{0};
        std::thread reader([&] {
            while (!over) {
                most = std::max(most.load(), rowsOf(trace));
            }
        });
        const auto found = opened.rest->finish();
        over = true;
        reader.join();
        QVERIFY(found.rows.empty() && found.warnings.empty());
        QCOMPARE(trace.rowArrivals(), std::int64_t{trace.shape().layers});
        QVERIFY(sameRows(trace, m_sample->trace(0)));
        QVERIFY(most <= rowsOf(trace));
    }

    void halvesAreReadAsFloats() {
        BundleOptions options;
        options.halfArrays = true;
        QVERIFY(writeBundle(*m_sample, at("half"), options));
        QVERIFY(writeBundle(*m_sample, at("half.zip"), options));
        const auto zip = openBundle(at("half.zip"));
        const OpeningBundle folder = opening(at("half"));
        QVERIFY(zip && sameRows(folder.bundle.recording->trace(0), zip->recording->trace(0)));
        const auto rows = folder.bundle.recording->trace(0).rows(30, 0), exact = m_sample->trace(0).rows(30, 0);
        QVERIFY(rows && exact);
        QVERIFY(std::abs(rows->heads[0].probs[0] - exact->heads[0].probs[0]) < 1e-3F);
    }

    void aWrongSumIsFoundLater() {
        const fs::path bundle = written("sum");
        std::string csv = sample::slurp(bundle / "steps.csv");
        csv.replace(csv.find("prefill,0.6"), 11, "prefill,0.7");
        sample::spill(bundle / "steps.csv", csv);
        const OpeningBundle opened = opening(bundle);
        QVERIFY(!has(problemsOf(*opened.bundle.recording), "steps.csv"));
        const auto found = opened.rest->finish();
        QCOMPARE(found.warnings.size(), std::size_t{2});
        QVERIFY(has(problemsOf(*opened.bundle.recording), "steps.csv: the file was changed after it was written"));
        QCOMPARE(opened.bundle.recording->trace(0).steps(), std::int64_t{40});
    }

    void tokensThatMakeNoSenseCostTheirRowOnly() {
        const fs::path bundle = written("tokens");
        spoilTokens(bundle);
        const auto whole = openBundle(bundle);
        QVERIFY(!whole && has(whole.error().sentence(), "attention-0.tokens.npy: the array does not fit the others"));
        const OpeningBundle opened = opening(bundle);
        const Trace& trace = opened.bundle.recording->trace(0);
        QCOMPARE(rowsOf(trace), rowsOf(m_sample->trace(0)) - 1);
        const auto found = opened.rest->finish();
        QCOMPARE(found.rows.size(), std::size_t{1});
        QVERIFY(has(problemsOf(*opened.bundle.recording), "error: "));
        QVERIFY(has(problemsOf(*opened.bundle.recording), "attention-0.tokens.npy: the array does not fit"));
        QCOMPARE(rowsOf(trace), rowsOf(m_sample->trace(0)) - 1);
    }

    void aFileThatShrinksUnderUsIsMissing() {
        const fs::path bundle = written("shrinks");
        const OpeningBundle opened = opening(bundle);
        const Trace& trace = opened.bundle.recording->trace(0);
        const std::int64_t all = rowsOf(trace);
        fs::resize_file(bundle / "arrays/attention-1.probs.npy", 600);
        QVERIFY(rowsOf(trace) < all);
        QCOMPARE(flat(trace, 30, 0), flat(m_sample->trace(0), 30, 0));
        QVERIFY(!opened.rest->finish().warnings.empty());
    }

    void whatIsDeletedAfterOpeningStays() {
        const fs::path bundle = written("deleted");
        const OpeningBundle opened = opening(bundle);
        fs::remove_all(bundle);
        QVERIFY(sameRows(opened.bundle.recording->trace(0), m_sample->trace(0)));
        QVERIFY(!opened.rest->finish().warnings.empty());
        QVERIFY(sameRows(opened.bundle.recording->trace(0), m_sample->trace(0)));
        const auto fork = opened.bundle.recording->fork();
        QVERIFY(sameRows(fork->trace(0), m_sample->trace(0)));
    }

    void aForkHasTheRowsOfItsSteps() {
        const OpeningBundle opened = opening(written("fork"));
        const Trace& whole = opened.bundle.recording->trace(0);
        const auto fork = whole.fork(20);
        QCOMPARE(flat(*fork, 19, 0), flat(whole, 19, 0));
        StepRecord step = whole.step(20);
        const std::vector<LayerRecord> layers(
            static_cast<std::size_t>(whole.shape().layers * (whole.shape().parts() + 1)));
        QVERIFY(fork->addStep(step, "another", layers));
        fork->publish();
        QCOMPARE(fork->steps(), std::int64_t{21});
        QVERIFY(!flat(whole, 20, 0).empty() && !fork->rows(20, 0));
    }

    void aStopIsSaid() {
        const OpeningBundle opened = opening(written("stop.zip"));
        const auto found = opened.rest->finish([](std::int64_t) { return false; });
        QVERIFY(found.stopped);
        QVERIFY(has(problemsOf(*opened.bundle.recording), "stop.zip: the check was stopped"));
        QCOMPARE(rowsOf(opened.bundle.recording->trace(0)), 0);
    }

    void nobodyLeftIsAStop() {
        OpeningBundle opened = opening(written("left"));
        opened.bundle.recording.reset();
        QVERIFY(opened.rest->finish().stopped);
    }

    void aDamagedArchiveKeepsItsTables() {
        const fs::path zip = written("damaged.zip");
        std::string bytes = sample::slurp(zip);
        const std::size_t entry = bytes.find("arrays/attention-0.probs.npy");
        QVERIFY(entry != std::string::npos);
        for (std::size_t i = 0; i < 40; ++i) {
            bytes[entry + 300 + i] = static_cast<char>(0xAA);
        }
        sample::spill(zip, bytes);
        const auto whole = openBundle(zip);
        QVERIFY(!whole);
        auto tables = openTables(zip);
        if (!tables) {
            QVERIFY(has(tables.error().sentence(), "damaged.zip"));  // already the header could not be unpacked
            return;
        }
        QVERIFY(!tables->rest->finish().rows.empty());
        QCOMPARE(tables->bundle.recording->trace(0).steps(), std::int64_t{40});
        QVERIFY(!flat(tables->bundle.recording->trace(0), 30, 1).empty());
    }
};

QTEST_GUILESS_MAIN(OpeningTest)
#include "opening_test.moc"
