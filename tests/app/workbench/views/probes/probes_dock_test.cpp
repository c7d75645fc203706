// SPDX-License-Identifier: GPL-3.0-or-later
/// The list of a text's probes: what chooses one, and what is said where there is none.
#include <QLabel>
#include <QTableView>
#include <QTest>

#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"
#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

std::shared_ptr<Recording> withProbes() {
    RunDescription description = tests::fakeDescription({});
    description.probes.push_back({"age of Gazo", "forty", 12, 15, 60, 64, 64, 66});
    auto recording = std::make_shared<Recording>(std::move(description));
    for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
        recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
    }
    tests::addFakeSteps({}, *recording, 0, 100);
    recording->setState(RunState::Finished);
    return recording;
}

bool says(const Shown& shown, const QString& part) {
    const auto labels = shown.dock->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
}

}  // namespace

class ProbesDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void arrowKeysChooseAsAClickDoes() {
        Shown shown(probesDock());
        shown.view(withProbes());
        const Selection& selection = shown.workspace->selection();
        auto* table = shown.dock->findChild<QTableView*>();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, ProbesModel::Name)).center());
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{5, 6, 7, 8}));
        QCOMPARE(selection.step(), 53);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(selection.tokens(), (std::vector<std::int32_t>{12, 13, 14}));
        QCOMPARE(selection.step(), 63);
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(selection.step(), 53);
    }

    void theFocusAloneChoosesNothing() {
        Shown shown(probesDock());
        shown.view(withProbes());
        shown.dock->findChild<QTableView*>()->setFocus(Qt::TabFocusReason);
        QVERIFY(shown.workspace->selection().tokens().empty());
    }

    void whatIsGeneratedHasNone() {
        Shown shown(probesDock());
        shown.view(tests::filledFakeRecording({.tokens = 50, .generates = true}, 50));
        QVERIFY(says(shown, QStringLiteral("A run that generates has no probes")));
        shown.view(tests::filledFakeRecording({.tokens = 50}, 50));
        QVERIFY(says(shown, QStringLiteral("This text has no probes")));
    }
};

QTEST_MAIN(ProbesDockTest)
#include "probes_dock_test.moc"
