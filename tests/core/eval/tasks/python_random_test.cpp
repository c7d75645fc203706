// SPDX-License-Identifier: Apache-2.0
/// Draws against those of Python 3: random.seed(s), random.shuffle(list(range(10))), random.choice(range(7)).
#include "core/eval/tasks/python_random.h"

#include <QtTest>
#include <numeric>

using kvw::eval::PythonRandom;

class PythonRandomTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void drawsAreThoseOfPython_data() {
        QTest::addColumn<quint32>("seed");
        QTest::addColumn<QList<int>>("shuffled");
        QTest::addColumn<int>("choice");
        QTest::newRow("0") << 0U << QList<int>{7, 8, 1, 5, 3, 4, 2, 0, 9, 6} << 2;
        QTest::newRow("1") << 1U << QList<int>{6, 8, 9, 7, 5, 3, 0, 4, 1, 2} << 6;
        QTest::newRow("2") << 2U << QList<int>{5, 9, 3, 4, 6, 7, 2, 8, 1, 0} << 4;
        QTest::newRow("42") << 42U << QList<int>{7, 3, 2, 8, 5, 6, 9, 4, 0, 1} << 4;
    }
    void drawsAreThoseOfPython() {
        QFETCH(quint32, seed);
        QFETCH(QList<int>, shuffled);
        QFETCH(int, choice);
        PythonRandom random(seed);
        std::vector<int> numbers(10);
        std::iota(numbers.begin(), numbers.end(), 0);
        random.shuffle(numbers);
        QCOMPARE(QList<int>(numbers.begin(), numbers.end()), shuffled);
        QCOMPARE(random.choice(std::vector<int>{0, 1, 2, 3, 4, 5, 6}), choice);
    }
};

QTEST_APPLESS_MAIN(PythonRandomTest)
#include "python_random_test.moc"
