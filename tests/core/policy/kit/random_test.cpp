// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/random.h"

#include <QtTest>

#include "tests/core/policy/kit/tensors.h"

using kvw::sdk::hash;

class RandomTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenHashes() {
        QCOMPARE(hash(42, {0, 0, 0}), 0xc16129ecd0dc5b93ULL);
        QCOMPARE(hash(42, {0, 0, 1}), 0x6bd1868732f4640cULL);
        QCOMPARE(hash(42, {0, 0, 2}), 0x5ae4f560bd26f9b6ULL);
        QCOMPARE(hash(42, {0, 0, 5}), 0x996967342a14b1feULL);
        QCOMPARE(hash(42, {1, 0, 5}), 0x9f02d6c6b96eb40eULL);
    }
    void splitmixOfSeven() { QCOMPARE(kvw::sdk::splitmix64(7), 0x63cbe1e459320dd7ULL); }
};

QTEST_GUILESS_MAIN(RandomTest)
#include "random_test.moc"
