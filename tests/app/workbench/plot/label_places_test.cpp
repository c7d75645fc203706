// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/label_places.h"

#include <QTest>

using namespace kvw::wb;

namespace {

const QRectF kArea(0, 0, 200, 200);
constexpr double kRadius = 5;
const QSizeF kSize(8, 10);

QRectF box(const QPointF& middle) {
    return {middle - QPointF(kSize.width() / 2, kSize.height() / 2), kSize};
}

std::vector<QPointF> placed(const std::vector<QPointF>& points) {
    return labelPlaces(points, std::vector<QSizeF>(points.size(), kSize), kRadius, kArea);
}

}  // namespace

class LabelPlacesTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aloneItStandsAboveOnTheRight() {
        const QPointF place = placed({{100, 100}}).front();
        QVERIFY(place.x() > 100 && place.y() < 100);
        QVERIFY(!box(place).intersects(QRectF(96.5, 96.5, 7, 7)));
    }
    void atTheEdgeItStaysInside() {
        for (const QPointF& corner : {QPointF(2, 2), QPointF(198, 2), QPointF(198, 198), QPointF(2, 198)}) {
            QVERIFY(kArea.contains(box(placed({corner}).front())));
        }
    }
    void neighboursDoNotCoverEachOther() {
        const std::vector<QPointF> points{{100, 100}, {106, 97}, {104, 106}, {112, 101}, {100, 112}, {99, 94}};
        const std::vector<QPointF> places = placed(points);
        QCOMPARE(places.size(), points.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY2(!box(places[i]).intersects(box(places[j])), qPrintable(QStringLiteral("%1 %2").arg(i).arg(j)));
            }
        }
    }
    void nothingHasNoPlaces() { QVERIFY(placed({}).empty()); }
};

QTEST_APPLESS_MAIN(LabelPlacesTest)
#include "label_places_test.moc"
