// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/words/lane_title.h"

#include <QtTest>

using kvw::wb::briefLaneTitle;

namespace {

/// Returns the title of a lane of these policies, with room for so many letters.
QString brief(const QStringList& policies, qsizetype row, qsizetype room) {
    kvw::RunDescription run;
    QList<QStringList> titles;
    for (const QString& policy : policies) {
        run.lanes.emplace_back().policyText = policy.toStdString();
        titles += kvw::wb::laneTitleParts(run, static_cast<int>(titles.size()));
    }
    return briefLaneTitle(titles.at(row), titles, [room](const QString& text) { return text.size() <= room; });
}

const QStringList kSinks{QStringLiteral("full"), QStringLiteral("streaming:sinks=4,recent=124"),
                         QStringLiteral("streaming:sinks=1,recent=127"),
                         QStringLiteral("streaming:sinks=0,recent=128")};

}  // namespace

class LaneTitleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void withRoomItIsWhole() { QCOMPARE(brief(kSinks, 1, 40), kSinks[1]); }
    void whatDiffersStays() {
        QCOMPARE(brief(kSinks, 1, 20), QStringLiteral("…sinks=4,recent=124"));
        QCOMPARE(brief(kSinks, 3, 15), QStringLiteral("…s=0,recent=128"));
        QCOMPARE(brief(kSinks, 0, 3), QStringLiteral("full"));
    }
    void whatAllHaveIsLeftOut() {
        const QStringList lanes{QStringLiteral("streaming:sinks=4,recent=256"),
                                QStringLiteral("streaming:sinks=4,recent=256,prune-interval=128")};
        QCOMPARE(brief(lanes, 1, 32), QStringLiteral("streaming:…prune-interval=128"));
        QCOMPARE(brief(lanes, 0, 20), lanes[0]);  // nothing tells it apart but what it has not
    }
    void otherPoliciesAreLeftToTheList() {
        const QStringList lanes{QStringLiteral("h2o:heavy=128,recent=128"), QStringLiteral("tova:capacity=256")};
        for (int row = 0; row < lanes.size(); ++row) {
            QCOMPARE(brief(lanes, row, 10), lanes[row]);
        }
    }
    void compositionsAndCodecsDifferLikePolicies() {
        const QStringList lanes{QStringLiteral("snapkv+uniform:window=8,capacity=64@kivi:bits=2"),
                                QStringLiteral("snapkv+uniform:window=8,capacity=64@kivi:bits=4")};
        QCOMPARE(brief(lanes, 0, 40), QStringLiteral("snapkv+uniform:…capacity=64@kivi:bits=2"));
    }
};

QTEST_MAIN(LaneTitleTest)
#include "lane_title_test.moc"
