// SPDX-License-Identifier: GPL-3.0-or-later
/// Changes of a step stand out for a moment: in live runs, where the style has animations.
#include "app/workbench/views/common/widgets/pulse.h"

#include <QProxyStyle>
#include <QtTest>

#include "app/workbench/views/cache/cache_map.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/app/workbench/shell/window_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

class Motion : public QProxyStyle {
 public:
    explicit Motion(bool on) : QProxyStyle(QStringLiteral("fusion")), m_on(on) {}
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* given) const override {
        return hint == SH_Widget_Animation_Duration ? (m_on ? 200 : 0)
                                                    : QProxyStyle::styleHint(hint, option, widget, given);
    }

 private:
    bool m_on;
};

}  // namespace

class PulseTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void onlyNewerStepsOfALiveRun() {
        Motion motion(true);
        QWidget widget;
        widget.setStyle(&motion);
        int over = 0;
        Pulse pulse(widget, [&over] { ++over; });
        const int run = 0, other = 0;
        QVERIFY(!pulse.shouldPulse(&run, 4, true));  // nothing was shown before it
        QVERIFY(!pulse.shouldPulse(&run, 4, true));
        QVERIFY(!pulse.shouldPulse(&run, 5, false));
        QVERIFY(pulse.shouldPulse(&run, 6, true));
        QVERIFY(!pulse.shouldPulse(&run, 3, true));
        QVERIFY(!pulse.shouldPulse(&other, 7, true));
        QVERIFY(pulse.shouldPulse(&other, 8, true));
        pulse.start();
        QVERIFY(pulse.on());
        QTRY_COMPARE(over, 1);
        QVERIFY(!pulse.on());
        QCOMPARE(pulse.started(), 1);
    }

    void noneWhereNothingIsToMove() {
        Motion motion(false);
        QWidget widget;
        widget.setStyle(&motion);
        Pulse pulse(widget, [] {});
        const int run = 0;
        QVERIFY(!pulse.shouldPulse(&run, 4, true));
        QVERIFY(!pulse.shouldPulse(&run, 5, true));
    }

    void aStepFlashesInMapAndStrip() {
        QApplication::setStyle(new Motion(true));
        Bench bench;
        bench.startPaused();
        Dock* cache = bench.window->dock(QStringLiteral("cache"));
        bench.window->focusDock(*cache);
        auto* map = cache->findChild<CacheMap*>();
        QTRY_VERIFY(map->cells() != nullptr && map->cells()->look.step == 39);
        const auto flashes = [](const QWidget& in) {
            int all = 0;
            for (const Pulse* pulse : in.findChildren<Pulse*>()) {
                all += pulse->started();
            }
            return all;
        };
        QCOMPARE(flashes(*bench.window), 0);
        bench.press("step1");
        QTRY_COMPARE(flashes(*map), 1);
        QTRY_COMPARE(flashes(*bench.window->dock(QStringLiteral("strip"))), 1);
        for (const Pulse* pulse : bench.window->findChildren<Pulse*>()) {
            QTRY_VERIFY(!pulse->on());
        }
        // Looking back is no news.
        bench.press("back1");
        bench.press("step1");
        QTRY_COMPARE(map->cells()->look.step, std::int64_t{40});
        QCOMPARE(flashes(*bench.window), 2);
    }
};

QTEST_MAIN(PulseTest)
#include "pulse_test.moc"
