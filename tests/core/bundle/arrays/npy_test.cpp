// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <array>
#include <cmath>
#include <limits>

#include "core/bundle/arrays/npy.h"

using namespace kvw::bundle;

class NpyTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void npyHeaderIsNumpys() {
        const std::array<std::int64_t, 2> shape{3, 4};
        const std::string header = npyHeader(NpyType::F32, shape);
        QCOMPARE(header.size() % 64, std::size_t{0});
        QCOMPARE(header.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
        QCOMPARE(static_cast<std::size_t>(static_cast<unsigned char>(header[8])) + 10, header.size());
        QCOMPARE(header.substr(10, 60),
                 std::string("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } ").substr(0, 60));
        QCOMPARE(header.back(), '\n');
        QVERIFY(npyHeader(NpyType::I64, std::array<std::int64_t, 1>{5}).find("'shape': (5,), }") != std::string::npos);
    }

    void npyReadsBackAndRefusesLies() {
        std::string bytes = npyHeader(NpyType::I32, std::array<std::int64_t, 1>{3});
        appendValues(bytes, std::span<const std::int32_t>(std::array{1, -2, 3}));
        const auto header = readNpyHeader(bytes, "a.npy");
        QVERIFY(header.has_value());
        QVERIFY(checkNpySize(*header, std::ssize(bytes), "a.npy").has_value());
        const NpyView view{header->type, header->shape, header->count, std::string_view(bytes).substr(header->bytes)};
        QCOMPARE(view.integer(1), std::int64_t{-2});
        QVERIFY(!checkNpySize(*header, std::ssize(bytes) - 1, "cut").has_value());
        QVERIFY(!readNpyHeader(bytes.substr(0, 40), "header"));
        std::string huge = bytes;
        huge.replace(huge.find("(3,), }    "), 11, "(9e9,)");
        QVERIFY(!readNpyHeader(huge, "huge"));
        const std::string large =
            npyHeader(NpyType::F32, std::array<std::int64_t, 2>{std::int64_t{1} << 40, std::int64_t{1} << 40});
        QVERIFY(!readNpyHeader(large, "overflow"));
    }

    void halvesRoundToNearestEven() {
        QCOMPARE(halfOf(1.0F), std::uint16_t{0x3C00});
        QCOMPARE(halfOf(65504.0F), std::uint16_t{0x7BFF});
        QCOMPARE(halfOf(65520.0F), std::uint16_t{0x7C00});
        QCOMPARE(halfOf(1.0F + 0x1p-11F), std::uint16_t{0x3C00});
        QCOMPARE(halfOf(1.0F + 0x1.8p-10F), std::uint16_t{0x3C02});
        QCOMPARE(halfOf(0x1p-24F), std::uint16_t{1});
        QCOMPARE(halfOf(0x1p-26F), std::uint16_t{0});
        QVERIFY(std::isnan(floatOf(halfOf(std::numeric_limits<float>::quiet_NaN()))));
        for (std::uint32_t bits = 0; bits < 0x7C00; ++bits) {
            QCOMPARE(halfOf(floatOf(static_cast<std::uint16_t>(bits))), static_cast<std::uint16_t>(bits));
        }
    }
};

QTEST_GUILESS_MAIN(NpyTest)
#include "npy_test.moc"
