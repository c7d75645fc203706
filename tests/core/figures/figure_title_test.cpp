// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_title.h"

#include <QtTest>

using kvw::FigureTitle, kvw::numbered;

class FigureTitleTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void partsStandBetweenCommas() {
        QCOMPARE(FigureTitle("Lorenz curve").with(numbered("layer %1", 3)).with("linear").text(),
                 std::string("Lorenz curve, layer 3, linear"));
        QCOMPARE(FigureTitle().with(numbered("Cache at step %1", 12)).text(), std::string("Cache at step 12"));
        QCOMPARE(FigureTitle(std::string("of a file, %1")).text(), std::string("of a file, %1"));
        QCOMPARE(FigureTitle().text(), std::string());
    }
};

QTEST_APPLESS_MAIN(FigureTitleTest)
#include "figure_title_test.moc"
