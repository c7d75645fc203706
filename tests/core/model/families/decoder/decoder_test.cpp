// SPDX-License-Identifier: Apache-2.0
/// A pass has the bits of the decoder's calls one by one.
#include "core/model/families/decoder/decoder.h"

#include <QtTest>
#include <algorithm>

#include "tests/support/embedded.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// Attention that repeats the values of the first KV heads.
class Echo final : public AttentionSink {
 public:
    Echo(const ModelConfig& config, std::size_t tokens, bool apart)
        : m_q(static_cast<std::size_t>(config.queryHeads * config.headDim)),
          m_kv(static_cast<std::size_t>(config.kvHeads * config.headDim)),
          m_tokens(tokens),
          m_apart(apart) {}
    Result<void> attend(std::int32_t layer, float*, float*, const float* v, float* out) override {
        for (std::size_t t = 0; t < m_tokens; ++t) {
            for (std::size_t i = 0; i < m_q; ++i) {
                out[t * m_q + i] = v[t * m_kv + i % m_kv];
            }
        }
        lastLayer = layer;
        return {};
    }
    [[nodiscard]] RowProducts rowProducts() const noexcept override {
        return m_apart ? RowProducts::Apart : RowProducts::Together;
    }
    std::int32_t lastLayer = -1;

 private:
    std::size_t m_q, m_kv, m_tokens;
    bool m_apart;
};

}  // namespace

class DecoderTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void hasTheBitsOfTheCalls_data();
    void hasTheBitsOfTheCalls();
};

void DecoderTest::hasTheBitsOfTheCalls_data() {
    QTest::addColumn<bool>("apart");
    QTest::addRow("text") << false;
    QTest::addRow("rows of separate texts") << true;
}

void DecoderTest::hasTheBitsOfTheCalls() {
    QFETCH(bool, apart);
    const auto files = ModelFiles::open(embeddedModel());
    QVERIFY(files);
    const auto decoder = loadDecoder(*files, {});
    QVERIFY(decoder);
    const ModelConfig& config = (*decoder)->config();
    const auto ids = embeddedIds("story", 12);
    ThreadPool pool(2);
    Echo echo(config, ids.size(), apart);
    DecoderPass pass;
    std::int32_t told = 0;
    QVERIFY(pass.run(**decoder, ids, echo, pool, [&](std::int32_t layer) { told += layer == echo.lastLayer; }));
    QCOMPARE(told, static_cast<std::int32_t>(config.layers));
    std::vector<float> x(ids.size() * static_cast<std::size_t>(config.hidden));
    DecoderScratch scratch;
    (*decoder)->embed(ids, x.data());
    for (std::int32_t layer = 0; layer < config.layers; ++layer) {
        QVERIFY((*decoder)->layer(layer, x.data(), static_cast<std::int64_t>(ids.size()), echo, scratch, pool));
    }
    QVERIFY(std::equal(x.begin(), x.end(), pass.rows().begin(), pass.rows().end()));
    constexpr std::int64_t kFirst = 3, kRows = 5;
    std::vector<float> expected(static_cast<std::size_t>(kRows * config.vocabulary)), found;
    const float* rows = x.data() + kFirst * config.hidden;
    (*decoder)->logits(rows, kRows, apart ? RowProducts::Apart : RowProducts::Together, expected.data(), scratch, pool);
    pass.keepRowsOnly();
    pass.copyLogits(**decoder, kFirst, kRows, found, pool);
    QVERIFY(found == expected);
}

QTEST_GUILESS_MAIN(DecoderTest)
#include "decoder_test.moc"
