// SPDX-License-Identifier: GPL-3.0-or-later
/// Memory of a run on a device, by part.
#include <QLabel>

#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::tests;

class MemoryDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void namesTheDeviceAndItsMemory() {
        constexpr std::int64_t kMib = 1 << 20;
        FakeShape shape;
        shape.onDevice = {"A GPU, 80.0 GiB", 3 * kMib, kMib, {{2 * kMib, kMib}, {kMib, kMib / 2}}};
        Bench bench(shape);
        bench.window->focusDock(*bench.window->dock("memory"));
        const auto* speed = bench.window->findChild<QLabel*>(QStringLiteral("speed"));
        // A low dock shows it in the tool tip.
        const auto told = [&] { return speed->text() + speed->parentWidget()->toolTip() + speed->toolTip(); };
        bench.startPaused();
        bench.workspace->client().stepBy(5);
        QTRY_COMPARE(bench.workspace->client().steps(), std::int64_t{45});
        QTRY_VERIFY2(told().contains(QStringLiteral("on A GPU, 80.0 GiB: weights 3.0 MiB, caches 2.0 MiB + 1.0 MiB, "
                                                    "rows 1.0 MiB + 512 KiB, buffers 1.0 MiB")),
                     qPrintable(told()));
    }

    /// The fake device reads a byte in a second, so the share is far above 100.
    void tellsTheShareOfTheBandwidth() {
        FakeShape shape;
        shape.onDevice = {"A GPU", 3, 1, {{2, 1}}, 3, 1.0};
        Bench bench(shape);
        bench.window->focusDock(*bench.window->dock("memory"));
        const auto* speed = bench.window->findChild<QLabel*>(QStringLiteral("speed"));
        const auto told = [&] { return speed->text() + speed->parentWidget()->toolTip() + speed->toolTip(); };
        bench.startPaused();
        bench.workspace->client().stepBy(5);
        QTRY_COMPARE(bench.workspace->client().steps(), std::int64_t{45});
        QTRY_VERIFY2(told().contains(QStringLiteral(" % of its bandwidth")), qPrintable(told()));
    }

    void saysNothingOfARunOnTheCpu() {
        Bench bench;
        bench.runToEnd();
        const auto* speed = bench.window->findChild<QLabel*>(QStringLiteral("speed"));
        QVERIFY(!(speed->text() + speed->parentWidget()->toolTip()).contains(QStringLiteral(", buffers ")));
    }
};

QTEST_MAIN(MemoryDockTest)
#include "memory_dock_test.moc"
