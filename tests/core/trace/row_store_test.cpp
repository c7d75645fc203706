// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "core/trace/trace.h"
#include "tests/core/trace/support.h"

using namespace kvw;
using namespace kvw::tests;

namespace {

using Tokens = std::vector<std::vector<std::int32_t>>;
using Probs = std::vector<std::vector<float>>;

/// Unit u holds tokens u, u + 2, ...; the probability names step, layer, head and column.
float probOf(std::int32_t step, std::int32_t layer, std::int32_t head, std::size_t column) {
    return static_cast<float>(step) + 0.1F * static_cast<float>(layer) + 0.01F * static_cast<float>(head) +
           0.0001F * static_cast<float>(column);
}

Result<void> addRows(Trace& trace, std::int32_t step, std::int32_t layer, std::size_t count) {
    const TraceShape& shape = trace.shape();
    Tokens tokens(static_cast<std::size_t>(shape.units));
    for (std::size_t unit = 0; unit < tokens.size(); ++unit) {
        for (std::size_t i = 0; i < count + unit; ++i) {
            tokens[unit].push_back(static_cast<std::int32_t>(unit + 2 * i));
        }
    }
    Probs probs;
    for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
        probs.emplace_back();
        for (std::size_t i = 0; i < tokens[static_cast<std::size_t>(shape.unitOf(head))].size(); ++i) {
            probs.back().push_back(probOf(step, layer, head, i));
        }
    }
    return trace.addRows(step, layer, tokens, probs);
}

/// Bytes of mapped trace files that are in memory.
qint64 residentRows() {
    QFile maps(QStringLiteral("/proc/self/smaps"));
    qint64 bytes = 0;
    bool inTrace = false;
    for (const QByteArray& line : maps.open(QIODevice::ReadOnly) ? maps.readAll().split('\n') : QList<QByteArray>()) {
        if (line.contains('-') && !line.contains("kB")) {
            inTrace = line.contains("/kvw-mapped-");
        } else if (inTrace && line.startsWith("Rss:")) {
            bytes += 1024 * line.mid(4).chopped(2).trimmed().toLongLong();
        }
    }
    return bytes;
}

bool rowsAreRight(const AttentionRows& rows, const TraceShape& shape, std::size_t count) {
    if (static_cast<std::int32_t>(rows.heads.size()) != shape.queryHeads) {
        return false;
    }
    for (std::int32_t head = 0; head < shape.queryHeads; ++head) {
        const auto& row = rows.heads[static_cast<std::size_t>(head)];
        const auto unit = static_cast<std::size_t>(shape.unitOf(head));
        if (row.tokens.size() != count + unit || row.probs.size() != row.tokens.size()) {
            return false;
        }
        for (std::size_t i = 0; i < row.tokens.size(); ++i) {
            if (row.tokens[i] != static_cast<std::int32_t>(unit + 2 * i) ||
                row.probs[i] != probOf(rows.step, rows.layer, head, i)) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

class RowStoreTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

 private Q_SLOTS:
    void init() { qputenv("TMPDIR", m_folder.path().toUtf8()); }

    void rowsAreKeptOnlyWhenAskedFor() {
        Trace trace(smallShape(), {});
        QVERIFY(addRows(trace, 0, 0, 3).has_value());
        QVERIFY(addStep(trace, 0));
        trace.publish();
        QVERIFY(!trace.rows(0, 0).has_value());
        QCOMPARE(trace.rowBytesStored(), 0);
    }
    void rowsComeBackPerHead() {
        Trace trace(smallShape(2, 2), {true, 0});
        QVERIFY(addRows(trace, 0, 1, 5).has_value());
        QVERIFY(addStep(trace, 0));
        trace.publish();
        QVERIFY(!trace.rows(0, 0).has_value());
        const auto rows = trace.rows(0, 1);
        QVERIFY(rows.has_value());
        QVERIFY(rowsAreRight(*rows, trace.shape(), 5));
    }
    void stepsMayComeLayerByLayer() {
        Trace trace(smallShape(2, 1), {true, 0});
        for (std::int32_t layer = 0; layer < 2; ++layer) {
            for (std::int32_t step = 0; step < 10; ++step) {
                QVERIFY(addRows(trace, step, layer, static_cast<std::size_t>(step + 1)).has_value());
            }
        }
        for (std::int32_t step = 0; step < 10; ++step) {
            QVERIFY(addStep(trace, step));
        }
        trace.publish();
        for (std::int32_t step = 0; step < 10; ++step) {
            for (std::int32_t layer = 0; layer < 2; ++layer) {
                QVERIFY(
                    rowsAreRight(trace.rows(step, layer).value(), trace.shape(), static_cast<std::size_t>(step + 1)));
            }
        }
    }
    void rowsOfAnotherTraceAreShared() {
        Trace trace(smallShape(), {true, 0}), other(smallShape(), {true, 0});
        for (std::int32_t step = 0; step < 4; ++step) {
            QVERIFY(addRows(trace, step, 0, 100).has_value());
            QVERIFY(addStep(trace, step) && addStep(other, step));
        }
        QVERIFY(other.shareRows(trace, 4));
        QVERIFY(!other.shareRows(trace, 4));  // it has rows now
        QVERIFY(addRows(trace, 4, 0, 10).has_value() && addRows(other, 4, 0, 20).has_value());
        QVERIFY(addStep(trace, 4) && addStep(other, 4));
        trace.publish();
        other.publish();
        for (std::int32_t step = 0; step < 4; ++step) {
            QVERIFY(rowsAreRight(other.rows(step, 0).value(), other.shape(), 100));
        }
        QVERIFY(rowsAreRight(trace.rows(4, 0).value(), trace.shape(), 10));
        QVERIFY(rowsAreRight(other.rows(4, 0).value(), other.shape(), 20));
        QCOMPARE(trace.ownRowBytesStored(), trace.rowBytesStored());
        const auto bytesOf = [](std::int64_t count) { return 4 * (5 + 6 * count); };  // two units
        QCOMPARE(other.rowBytesStored(), 4 * bytesOf(100) + bytesOf(20));
        QCOMPARE(other.ownRowBytesStored(), bytesOf(20));
        const auto fork = other.fork(5);
        QCOMPARE(fork->ownRowBytesStored(), other.ownRowBytesStored());
        QVERIFY(rowsAreRight(fork->rows(0, 0).value(), fork->shape(), 100));

        Trace withoutRows(smallShape(), {}), perLayer(smallShape(2, 1), {true, 0});
        QVERIFY(!withoutRows.shareRows(trace, 4));
        QVERIFY(!perLayer.shareRows(trace, 4));
    }
    void manyFilesTakeOneDescriptor() {
        const auto descriptors = [] { return QDir(QStringLiteral("/proc/self/fd")).entryList().size(); };
        const auto before = descriptors();
        Trace trace(smallShape(1, 1), {true, 0});
        for (std::int32_t step = 0; step < 8; ++step) {
            QVERIFY(addRows(trace, step, 0, 200000).has_value());
        }
        QVERIFY(descriptors() <= before + 1);
    }
    void rowsSpillOverManyFilesThatHaveNoName() {
        Trace trace(smallShape(1, 1), {true, 0});
        constexpr std::size_t count = 4096;
        constexpr std::int32_t steps = 120;  // 80 KiB each
        for (std::int32_t step = 0; step < steps; ++step) {
            QVERIFY(addRows(trace, step, 0, count).has_value());
            QVERIFY(addStep(trace, step));
            trace.publish();
        }
        QCOMPARE(trace.rowBytesStored(), std::int64_t{steps} * 4 * (1 + 5 * static_cast<std::int64_t>(count)));
        QVERIFY(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).isEmpty());
        for (std::int32_t step = 0; step < steps; ++step) {
            QVERIFY(rowsAreRight(trace.rows(step, 0).value(), trace.shape(), count));
        }
    }
    void aRowLargerThanAChunkHasItsOwn() {
        Trace trace(smallShape(1, 1), {true, 0});
        QVERIFY(addRows(trace, 0, 0, 200000).has_value());
        QVERIFY(addStep(trace, 0));
        trace.publish();
        QVERIFY(rowsAreRight(trace.rows(0, 0).value(), trace.shape(), 200000));
    }
    void theOldestRowsGoAtTheLimitAndWhatIsHeldStays() {
        constexpr std::int64_t limit = 1 << 20;
        Trace trace(smallShape(1, 1), {true, limit});
        std::optional<AttentionRows> first;
        for (std::int32_t step = 0; step < 100; ++step) {
            QVERIFY(addRows(trace, step, 0, 2000).has_value());
            QVERIFY(addStep(trace, step));
            trace.publish();
            if (step == 0) {
                first = trace.rows(0, 0);
            }
            QVERIFY(trace.rowBytesStored() <= limit);
        }
        QVERIFY(!trace.rows(0, 0).has_value());
        QVERIFY(rowsAreRight(trace.rows(99, 0).value(), trace.shape(), 2000));
        QVERIFY(rowsAreRight(first.value(), trace.shape(), 2000));
    }
    /// Full chunks lie in their file, whether older ones are dropped or not: in memory are the pages of the chunk that
    /// is written, and those of a row that is looked at.
    void rowsLeaveMemory_data() {
        QTest::addColumn<qint64>("limit");
        QTest::newRow("no limit") << qint64{0};
        QTest::newRow("limit") << qint64{16 << 20};
    }
    void rowsLeaveMemory() {
        QFETCH(qint64, limit);
        Trace trace(smallShape(1, 1), {true, limit});
        for (std::int32_t step = 0; step < 400; ++step) {  // 80 KiB each
            QVERIFY(addRows(trace, step, 0, 4096).has_value());
            QVERIFY(addStep(trace, step));
            trace.publish();
        }
        QVERIFY(trace.rowBytesStored() > 8 << 20);
        const qint64 written = residentRows();
        QVERIFY2(written <= (4 << 20) + (1 << 20), qPrintable(QString::number(written)));
        int right = 0, there = 0;
        for (std::int32_t step = 0; step < 400; ++step) {
            if (const auto rows = trace.rows(step, 0)) {
                ++there;
                right += rowsAreRight(*rows, trace.shape(), 4096) ? 1 : 0;
            }
        }
        QVERIFY(there > 100);
        QCOMPARE(right, there);
        const qint64 read = residentRows();
        QVERIFY2(read <= (16 << 20) + (2 << 20), qPrintable(QString::number(read)));
    }
    void wrongShapesAreRefused() {
        Trace trace(smallShape(1, 1), {true, 0});
        QVERIFY(!trace.addRows(0, 0, Tokens{}, Probs(4)).has_value());
        QVERIFY(!trace.addRows(0, 0, Tokens{{1, 2}}, Probs{{1}, {1}, {1}, {1}}).has_value());
        QVERIFY(!trace.addRows(0, 1, Tokens{{1}}, Probs{{1}, {1}, {1}, {1}}).has_value());
    }
    void publishedStepsCannotBeChanged() {
        Trace trace(smallShape(1, 1), {true, 0});
        QVERIFY(addStep(trace, 0));
        trace.publish();
        QVERIFY(!addRows(trace, 0, 0, 2).has_value());
    }
    void aMissingFolderIsSaidOnceAndTheRunGoesOn() {
        qputenv("TMPDIR", "/nonexistent/kvw");
        Trace trace(smallShape(1, 1), {true, 0});
        const auto added = addRows(trace, 0, 0, 3);
        QVERIFY(!added.has_value());
        QCOMPARE(added.error().code, Code::Io);
        QVERIFY(added.error().sentence().find("/nonexistent/kvw") != std::string::npos);
        QVERIFY(addRows(trace, 0, 0, 3).has_value());
        QVERIFY(addStep(trace, 0));
        trace.publish();
        QCOMPARE(trace.steps(), 1);
        QVERIFY(!trace.rows(0, 0).has_value());
    }
    void aFullDiskKeepsWhatWasWritten() {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        Trace trace(smallShape(1, 1), {true, 0});
        QVERIFY(addRows(trace, 0, 0, 100).has_value());
        QVERIFY(addStep(trace, 0));
        trace.publish();
        const rlimit small{1 << 20, before.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto added = addRows(trace, 1, 0, 200000);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!added.has_value());
        QVERIFY(added.error().sentence().find("no longer recorded") != std::string::npos);
        QVERIFY(addStep(trace, 1));
        trace.publish();
        QVERIFY(rowsAreRight(trace.rows(0, 0).value(), trace.shape(), 100));
        QVERIFY(!trace.rows(1, 0).has_value());
    }
    void aForkSharesRowsAndWritesItsOwn() {
        std::unique_ptr<Trace> copy;
        {
            Trace trace(smallShape(1, 1), {true, 0});
            QVERIFY(addRows(trace, 0, 0, 10).has_value());
            QVERIFY(addStep(trace, 0));
            trace.publish();
            copy = trace.fork();
            QVERIFY(addRows(trace, 1, 0, 20).has_value());
            QVERIFY(addStep(trace, 1));
            trace.publish();
            QVERIFY(addRows(*copy, 1, 0, 30).has_value());
            QVERIFY(addStep(*copy, 1));
            copy->publish();
            QVERIFY(rowsAreRight(trace.rows(1, 0).value(), trace.shape(), 20));
        }
        QVERIFY(rowsAreRight(copy->rows(0, 0).value(), copy->shape(), 10));
        QVERIFY(rowsAreRight(copy->rows(1, 0).value(), copy->shape(), 30));
    }
};

QTEST_GUILESS_MAIN(RowStoreTest)
#include "row_store_test.moc"
