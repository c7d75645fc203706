// SPDX-License-Identifier: GPL-3.0-or-later
/// Texts about a lane that holds everything in fewer bits: bits, bytes with scales and error, in the docks of memory
/// and cache.
#include <QMouseEvent>
#include <QTest>

#include "app/workbench/views/cache/cache_map.h"
#include "app/workbench/views/common/plots/codes_text.h"
#include "core/trace/codes_in_use.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

std::shared_ptr<Recording> inCodes() {
    RunDescription run;
    run.model.name = "m";
    run.promptTokens = 2;
    run.lanes.resize(1);
    run.lanes[0].policyId = "kivi";
    auto recording = std::make_shared<Recording>(run);
    recording->setTrace(0, std::make_unique<Trace>(TraceShape{2, 2, 2, 4, 1}, Trace::Options{}));
    for (std::int32_t t = 0; t < 12; ++t) {
        StepRecord step;
        step.step = t;
        step.phase = t < 2 ? Phase::Prefill : Phase::Decode;
        step.heldTotal = 2 * (t + 1);
        step.bytesFull = std::int64_t{t + 1} << 20;
        step.bytesLive = step.bytesAllocated = step.bytesFull / 4;
        if (t >= 6) {
            step.keyError = 0.031F;
            step.valueError = 0.05F;
        }
        std::vector<LayerRecord> layers(6);
        for (LayerRecord& layer : layers) {
            layer.held = static_cast<float>(t + 1);
        }
        if (!recording->writer(0).addStep(step, "t", layers)) {
            return nullptr;
        }
        recording->writer(0).publish();
    }
    recording->setNotes(0, {"a note", codesNote({2, 3, 3, 4})});
    recording->setState(RunState::Finished);
    return recording;
}

}  // namespace

class CodesTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void bitsBytesAndErrorStandTogether() {
        const auto recording = inCodes();
        QCOMPARE(codesText(*recording, 0, 11, false),
                 QStringLiteral("keys and values in 2 bits (3 with scales), 3.0 of 12 MiB, keys 3.1 % and values 5.0 % "
                                "off"));
        // Nothing was coded by then; what names parameters stays hidden.
        QVERIFY(!codesText(*recording, 0, 3, false).contains(QStringLiteral("off")));
        QCOMPARE(codesName(*recording, 0, true), QString());
        recording->setNotes(0, {codesNote({4, 5, 4.5, 4})});
        QCOMPARE(codesName(*recording, 0, false), QStringLiteral("keys and values in 4 bits (5 and 4.5 with scales)"));
        QCOMPARE(codesText(*tests::plotRecording({.steps = 80}), 1, 70, false), QString());
    }

    void theMemoryDockSaysSo() {
        Shown shown(memoryDock());
        shown.view(inCodes());
        const QString said = shown.text("readout");
        QVERIFY2(said.contains(QStringLiteral("2 bits (3 with scales), 3.0 of 12 MiB, keys 3.1 %")), qPrintable(said));
        shown.window.resize(420, 460);
        shown.settle();
        shown.save(QStringLiteral("memory-codes"));
    }

    void theCacheMapSaysSo() {
        Shown shown(cacheDock());
        shown.view(inCodes());
        shown.settle();
        QVERIFY(shown.text("legend").contains(QStringLiteral("2 bits")));
        QVERIFY2(shown.text("readout").contains(QStringLiteral("3.0 of 12 MiB")), qPrintable(shown.text("readout")));
        auto* map = shown.dock->findChild<CacheMap*>();
        const QPointF place(map->x(0)->coordToPixel(4), map->y(0)->coordToPixel(1));
        QTest::mouseMove(map, place.toPoint());
        QMouseEvent move(QEvent::MouseMove, place, map->mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(map, &move);
        const QString said = shown.text("readout");
        QVERIFY2(said.contains(QStringLiteral("token 4")) &&
                     said.contains(QStringLiteral("codes of the lane: keys and values in 2 bits (3 with scales)")),
                 qPrintable(said));
        shown.save(QStringLiteral("cache-codes"));
    }
};

QTEST_MAIN(CodesTextTest)
#include "codes_text_test.moc"
