// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/key_geometry.h"

#include <ATen/ATen.h>

#include <QtTest>
#include <cmath>
#include <vector>

#include "core/policy/kit/on_host.h"
#include "tests/core/policy/kit/threads.h"

using namespace kvw::sdk;
using kvw::test::hashed;
using kvw::test::Threads;

namespace {

double most(const at::Tensor& difference) {
    return difference.abs().max().item<double>();
}

}  // namespace

class KeyGeometryTest : public QObject {
    Q_OBJECT
 private:
    static void shapes() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("channels");
        for (const int tokens : {1, 2, 67, 3000}) {
            for (const int channels : {2, 3, 8, 17, 64}) {
                QTest::addRow("%d tokens, %d channels", tokens, channels) << tokens << channels;
            }
        }
    }
 private Q_SLOTS:
    void normsAddInChannelOrder_data() { shapes(); }
    void normsAddInChannelOrder() {
        QFETCH(int, tokens);
        QFETCH(int, channels);
        const at::Tensor vectors = hashed(1, 2, tokens, channels);
        const at::Tensor norms = norms_in_order(vectors);
        QCOMPARE(norms.scalar_type(), at::kDouble);
        QCOMPARE(norms.sizes().vec(), (std::vector<std::int64_t>{1, 2, tokens}));
        for (std::int64_t head = 0; head < 2; ++head) {
            for (std::int64_t t = 0; t < tokens; t += 1 + tokens / 50) {
                double squares = 0;
                for (std::int64_t c = 0; c < channels; ++c) {
                    const auto channel = vectors[0][head][t][c].item<double>();
                    squares += channel * channel;
                }
                QCOMPARE(norms[0][head][t].item<double>(), std::sqrt(squares));
            }
        }
    }
    void normsLeaveTheirInputAlone() {
        const at::Tensor vectors = hashed(1, 1, 4, 3).to(at::kDouble);
        const at::Tensor before = vectors.clone();
        (void)norms_in_order(vectors);
        QVERIFY(vectors.equal(before));
    }
    void cosinesAgreeInBothForms_data() { shapes(); }
    void cosinesAgreeInBothForms() {
        QFETCH(int, tokens);
        QFETCH(int, channels);
        const at::Tensor vectors = hashed(2, 3, tokens, channels);
        const at::Tensor host = cosines_to_mean(vectors);
        const auto byTensors = [&] {
            const TensorOperations alone;
            return cosines_to_mean(vectors);
        };
        const at::Tensor tensors = byTensors();
        QCOMPARE(host.sizes().vec(), (std::vector<std::int64_t>{2, 3, tokens}));
        QCOMPARE(tensors.sizes().vec(), host.sizes().vec());
        QVERIFY(most(host - tensors) <= 0x1p-40);
        const at::Tensor wider = at::constant_pad_nd(vectors, {0, 0, 0, 5}).narrow(2, 0, tokens);
        QVERIFY(cosines_to_mean(wider).equal(host));
        QVERIFY(cosines_to_mean(vectors.transpose(2, 3).contiguous().transpose(2, 3)).equal(host));
    }
    void cosinesOfTheGolden() {
        const at::Tensor vectors =
            at::tensor({3.F, 4.F, 1.F, 0.F, 0.F, 2.F, -1.F, 0.F, 2.F, 2.F}, at::kFloat).view({1, 1, 5, 2});
        const at::Tensor expected =
            at::tensor({.9867593, .4623022, .8867225, -.4623022, .9539045}, at::kDouble).view({1, 1, 5});
        for (const bool tensors : {false, true}) {
            const TensorOperations alone(tensors);
            QVERIFY(most(cosines_to_mean(vectors) - expected) < 1e-7);
        }
    }
    void equalVectorsGiveEqualNumbers_data() {
        QTest::addColumn<bool>("tensors");
        QTest::newRow("host") << false;
        QTest::newRow("tensors") << true;
    }
    void equalVectorsGiveEqualNumbers() {
        QFETCH(bool, tensors);
        const TensorOperations alone(tensors);
        for (const std::int64_t channels : {3, 16, 67, 128}) {
            const at::Tensor vectors = hashed(1, 1, 3, channels).repeat({1, 1, 23, 1});
            const at::Tensor cosines = cosines_to_mean(vectors);
            QVERIFY(cosines.equal(cosines.narrow(-1, 0, 3).repeat({1, 1, 23})));
            const at::Tensor norms = norms_in_order(vectors);
            QVERIFY(norms.equal(norms.narrow(-1, 0, 3).repeat({1, 1, 23})));
        }
    }
    void nothingIsUndefined_data() {
        QTest::addColumn<double>("scale");
        for (const double scale : {0.0, 1e-44, 1e-37, 1e-16, 1e-14, 1e14, 1e16, 1e37}) {
            QTest::addRow("%g", scale) << scale;
        }
    }
    void nothingIsUndefined() {
        QFETCH(double, scale);
        const at::Tensor vectors = hashed(1, 2, 9, 5).mul(scale);
        for (const bool tensors : {false, true}) {
            const TensorOperations alone(tensors);
            const at::Tensor cosines = cosines_to_mean(vectors);
            QVERIFY(cosines.isfinite().all().item<bool>());
            QCOMPARE(cosines.eq(0).all().item<bool>(), scale == 0.0);
        }
    }
    void workersShareTheHeads_data() {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 3, 5, 64}) {
            QTest::addRow("%d", count) << count;
        }
    }
    void workersShareTheHeads() {
        QFETCH(int, count);
        const at::Tensor vectors = hashed(3, 3, 3000, 64);
        Threads workers(static_cast<std::size_t>(count));
        const at::Tensor lengths = at::zeros({2, 3, 3, 3000}, at::kFloat), own = lengths.clone();
        // Measured, then remembered.
        for (int call = 0; call < 2; ++call) {
            const at::Tensor shared = cosines_to_mean(vectors, lengths, &workers);
            QVERIFY(shared.equal(cosines_to_mean(vectors, own)));
            QVERIFY(lengths.equal(own));
        }
        QVERIFY(lengths[0].gt(0).all().item<bool>());
        QVERIFY(cosines_to_mean(vectors, {}, &workers).equal(cosines_to_mean(vectors)));
        QCOMPARE(workers.shares, static_cast<std::size_t>(3 * std::min(count, 9)));
    }
    void littleIsNotShared() {
        Threads workers(3);
        (void)cosines_to_mean(hashed(2, 2, 9, 20), {}, &workers);
        QCOMPARE(workers.shares, std::size_t{1});
    }
    void lengthsAreRemembered() {
        const at::Tensor vectors = hashed(2, 2, 9, 20);
        // Wider than what is shown, as the statistics of a cache are.
        const at::Tensor kept = at::zeros({2, 2, 2, 16}, at::kFloat);
        const at::Tensor lengths = kept.narrow(-1, 0, 9);
        const at::Tensor first = cosines_to_mean(vectors, lengths);
        QVERIFY(most(lengths.to(at::kDouble).sum(0) - norms_in_order(vectors)) < 1e-13);
        QVERIFY(kept.narrow(-1, 9, 7).eq(0).all().item<bool>());
        QVERIFY(cosines_to_mean(vectors, lengths).equal(first));
        QVERIFY(cosines_to_mean(vectors).equal(first));
        // Only what is 0 is measured.
        lengths[0][0][0][0] = 1e6;
        const at::Tensor other = cosines_to_mean(vectors, lengths);
        QVERIFY(std::abs(other[0][0][0].item<double>()) < 1e-5);
        QVERIFY(other.narrow(0, 1, 1).equal(first.narrow(0, 1, 1)));
    }
    void whatIsEqualButForRoundingIsEqual() {
        // The mean of two unit vectors lies half way between them, whatever they are.
        const at::Tensor vectors = hashed(1, 200, 2, 7);
        for (const bool tensors : {false, true}) {
            const TensorOperations alone(tensors);
            const at::Tensor cosines = cosines_to_mean(vectors);
            QVERIFY(cosines.select(-1, 0).equal(cosines.select(-1, 1)));
        }
    }
    void meanThatCancelsIsZero() {
        const at::Tensor some = hashed(1, 3, 4, 5);
        const at::Tensor both = at::cat({some, some.mul(-4)}, 2);
        for (const bool tensors : {false, true}) {
            const TensorOperations alone(tensors);
            QVERIFY(cosines_to_mean(both).eq(0).all().item<bool>());
        }
    }
    void equalVectorsAlongAnAxisAddUp() {
        for (const std::int64_t tokens : {8191, 8192, 8193, 16384}) {
            const at::Tensor vectors = at::zeros({1, 1, tokens, 2}, at::kFloat);
            vectors.select(-1, 0).fill_(2);
            for (const bool tensors : {false, true}) {
                const TensorOperations alone(tensors);
                QVERIFY(cosines_to_mean(vectors).eq(1).all().item<bool>());
            }
        }
    }
    void zeroVectorsHaveNoPart() {
        const at::Tensor some = hashed(1, 1, 5, 4);
        const at::Tensor padded = at::constant_pad_nd(some, {0, 0, 2, 3});
        for (const bool tensors : {false, true}) {
            const TensorOperations alone(tensors);
            const at::Tensor cosines = cosines_to_mean(padded);
            QVERIFY(most(cosines.narrow(-1, 2, 5) - cosines_to_mean(some)) <= 0x1p-40);
            QVERIFY(cosines.narrow(-1, 0, 2).eq(0).all().item<bool>());
            QVERIFY(cosines.narrow(-1, 7, 3).eq(0).all().item<bool>());
        }
    }
};

QTEST_GUILESS_MAIN(KeyGeometryTest)
#include "key_geometry_test.moc"
