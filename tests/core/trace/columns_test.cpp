// SPDX-License-Identifier: Apache-2.0
#include "core/trace/columns.h"

#include <QtTest>
#include <memory>
#include <string>
#include <vector>

#include "core/base/process/proc_bytes.h"
#include "core/trace/text_column.h"

using namespace kvw::trace;

/// Not inlined: the compiler sees segments that no index reaches.
template <class T>
[[gnu::noinline]] void add(AppendColumn<T>& column, T value) {
    column.append(value);
}
template <class T>
[[gnu::noinline]] T numberAt(const AppendColumn<T>& column, std::size_t index) {
    return column[index];
}

[[gnu::noinline]] void add(TextColumn& column, std::string_view text) {
    column.append(text);
}

class ColumnsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void placesFollowEachOtherWithoutGaps() {
        Place before = placeOf(0);
        QCOMPARE(before.segment, 0U);
        QCOMPARE(before.offset, std::size_t{0});
        for (std::size_t i = 1; i < 50000; ++i) {
            const Place place = placeOf(i);
            const bool next = place.segment == before.segment && place.offset == before.offset + 1;
            const bool opens = place.segment == before.segment + 1 && place.offset == 0 &&
                               before.offset + 1 == segmentSize(before.segment);
            QVERIFY(next || opens);
            before = place;
        }
    }
    void directoryReachesBeyondAnyTokenIndex() { QVERIFY(placeOf(std::size_t{1} << 40).segment < kSegments); }
    void addressesNeverMove() {
        AppendColumn<std::string> column;
        std::vector<const std::string*> addresses;
        for (std::size_t i = 0; i < 5000; ++i) {
            column.append(std::to_string(i));
            addresses.push_back(&column[i]);
        }
        for (std::size_t i = 0; i < addresses.size(); ++i) {
            QCOMPARE(&column[i], addresses[i]);
            QCOMPARE(*addresses[i], std::to_string(i));
        }
    }
    void longColumnsLeaveMemoryAndKeepTheirNumbers() {
        // 24 bytes lie across the borders of pages and pieces.
        struct Wide {
            std::int64_t a = 0, b = 0, c = 0;
        };
        AppendColumn<Wide> column;
        constexpr std::int64_t kCount = 1'500'000;
        const std::int64_t before = kvw::procBytes("/proc/self/status", "VmRSS");
        for (std::int64_t i = 0; i < kCount; ++i) {
            add(column, {i, -i, 3 * i});
        }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadow memory stays
        QVERIFY(kvw::procBytes("/proc/self/status", "VmRSS") - before < kCount * 24 / 2);
#else
        Q_UNUSED(before);
#endif
        for (std::int64_t i = 0; i < kCount; ++i) {
            const Wide wide = numberAt(column, static_cast<std::size_t>(i));
            QVERIFY(wide.a == i && wide.b == -i && wide.c == 3 * i);
        }
    }
    void withoutATemporaryFolderColumnsStayInMemory() {
        qputenv("TMPDIR", "/nowhere/at/all");
        AppendColumn<std::int64_t> column;
        for (std::int64_t i = 0; i < 300000; ++i) {
            add(column, i);
        }
        qunsetenv("TMPDIR");
        QCOMPARE(numberAt(column, 299999), std::int64_t{299999});
        QCOMPARE(numberAt(column, 130000), std::int64_t{130000});
    }
    void elementsAreDestroyed() {
        const auto counted = std::make_shared<int>(1);
        {
            AppendColumn<std::shared_ptr<int>> column;
            for (int i = 0; i < 3000; ++i) {
                column.append(counted);
            }
            QCOMPARE(counted.use_count(), 3001L);
        }
        QCOMPARE(counted.use_count(), 1L);
    }
    void sparseColumnStartsAsZeroAndTakesNothing() {
        SparseColumn<int> column;
        QCOMPARE(column.find(123456), nullptr);
        column.make(123456) = 7;
        QCOMPARE(*column.find(123456), 7);
        QCOMPARE(*column.find(123457), 0);
        QCOMPARE(column.find(3), nullptr);
    }
    void longSparseColumnsAreNotOwnMemory() {
        const auto column = std::make_unique<SparseColumn<std::int64_t>>();
        constexpr std::size_t kCount = 4'000'000;
        const std::int64_t before = kvw::procBytes("/proc/self/status", "RssAnon");
        for (std::size_t i = 0; i < kCount; i += 3) {
            column->make(i) = static_cast<std::int64_t>(i);
        }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadow memory counts
        QVERIFY(kvw::procBytes("/proc/self/status", "RssAnon") - before < std::int64_t{kCount});
#else
        Q_UNUSED(before);
#endif
        for (std::size_t i = 0; i < kCount; ++i) {
            QCOMPARE(*column->find(i), static_cast<std::int64_t>(i % 3 == 0 ? i : 0));
        }
    }
    void textsOfAnyLengthStayWhereTheyAre() {
        const auto column = std::make_unique<TextColumn>();
        std::vector<const char*> places;
        const auto text = [](std::size_t i) { return std::string(i % 40, static_cast<char>('a' + i % 26)); };
        for (std::size_t i = 0; i < 40000; ++i) {
            add(*column, text(i));
            places.push_back((*column)[i].data());
        }
        add(*column, std::string_view("a\0b", 3));
        QCOMPARE(column->size(), std::size_t{40001});
        for (std::size_t i = 0; i < places.size(); ++i) {
            QVERIFY((*column)[i] == text(i));
            QCOMPARE((*column)[i].data(), places[i]);
        }
        QVERIFY((*column)[40000] == std::string_view("a\0b", 3));
    }
};

QTEST_GUILESS_MAIN(ColumnsTest)
#include "columns_test.moc"
