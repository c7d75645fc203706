// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/weight_store.h"

#include <QtTest>

#include <cstdint>
#include <limits>
#include <set>

#include "core/model/families/decoder/decoder.h"
#include "tests/core/model/support.h"

using kvw::test::TinyTensor;

namespace {

/// The tiny model, every number 0.0462 but for those in `patches`: tensor, element, value.
struct Patch {
    std::string tensor;
    std::size_t element;
    float value;
};

std::string weights(const std::vector<TinyTensor>& tensors, const std::vector<Patch>& patches) {
    std::string file = kvw::test::safetensors(tensors);
    std::uint64_t header = 0;
    std::memcpy(&header, file.data(), 8);
    std::size_t begin = 8 + header;
    // On the numbers' alignment, as safetensors pads it.
    const std::string pad((4 - begin % 4) % 4, ' ');
    file.insert(begin, pad);
    begin += pad.size();
    header += pad.size();
    std::memcpy(file.data(), &header, 8);
    std::fill(file.begin() + static_cast<std::ptrdiff_t>(begin), file.end(), '\x3D');
    const auto entries = nlohmann::json::parse(file.substr(8, header));
    for (const Patch& patch : patches) {
        const std::size_t at = begin + entries[patch.tensor]["data_offsets"][0].get<std::size_t>() + 4 * patch.element;
        std::memcpy(file.data() + at, &patch.value, 4);
    }
    return file;
}

const float* floats(const kvw::Weights& matrix) {
    return static_cast<const float*>(matrix.data);
}

}  // namespace

class WeightStoreTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void matricesAreJoined() {
        const auto files = open({{"model.layers.0.self_attn.q_proj.weight", 63, 2},
                                 {"model.layers.0.self_attn.k_proj.weight", 0, 3},
                                 {"model.layers.0.self_attn.v_proj.weight", 31, 4}});
        kvw::WeightStore store;
        const std::string at = "model.layers.0.self_attn.";
        const auto joined = store.join(files, {at + "q_proj.weight", at + "k_proj.weight", at + "v_proj.weight"});
        QVERIFY(joined && joined->size() == 1);
        const kvw::Weights& matrix = joined->front();
        QCOMPARE(matrix.rows, std::size_t{16});
        QVERIFY(store.fill(2, {}));
        QCOMPARE(floats(matrix)[63], 2.0F);
        QCOMPARE(floats(matrix)[64], 3.0F);
        QCOMPARE(floats(matrix)[127], 4.0F);
        QCOMPARE(floats(matrix)[1], floats(matrix)[2]);
        QVERIFY(store.notFinite().empty());
        QCOMPARE(store.bytes(), std::size_t{512});
        QVERIFY(!store.join(files, {at + "q_proj.weight", "model.layers.0.mlp.down_proj.weight"}));
        QVERIFY(!store.join(files, {"model.norm.weight"}));
        QCOMPARE(kvw::WeightStore::vector(files, "model.norm.weight").size(), std::size_t{8});
        QVERIFY(kvw::WeightStore::vector(files, "absent").empty());
    }
    void differentTypesStayApart() {
        auto tensors = kvw::test::tinyTensors();
        tensors[4].dtype = "BF16";
        const auto files = open({{"model.layers.0.self_attn.k_proj.weight", 0, 3}}, tensors);
        QCOMPARE(tensors[4].name, std::string("model.layers.0.self_attn.q_proj.weight"));
        kvw::WeightStore store;
        const auto joined =
            store.join(files, {"model.layers.0.self_attn.q_proj.weight", "model.layers.0.self_attn.k_proj.weight"});
        QVERIFY(joined && joined->size() == 2 && store.fill(2, {}));
        QCOMPARE(joined->front().dtype, kvw::Dtype::BF16);
        QCOMPARE(joined->front().rows, std::size_t{8});
        QCOMPARE(*static_cast<const std::uint16_t*>(joined->front().data), std::uint16_t{0x3D3D});
        QCOMPARE(joined->back().dtype, kvw::Dtype::F32);
        QCOMPARE(floats(joined->back())[0], 3.0F);
    }

    void largeMatricesAreMapped_data() {
        QTest::addColumn<qulonglong>("from");
        QTest::addColumn<qulonglong>("mapped");
        QTest::newRow("all") << 1ULL << 512ULL;
        QTest::newRow("q alone") << 256ULL << 256ULL;
        QTest::newRow("none") << 257ULL << 0ULL;
    }
    void largeMatricesAreMapped() {
        QFETCH(qulonglong, from);
        QFETCH(qulonglong, mapped);
        const std::string at = "model.layers.0.self_attn.", q = at + "q_proj.weight", v = at + "v_proj.weight";
        const float nan = std::numeric_limits<float>::quiet_NaN();
        kvw::WeightStore store(from);
        std::vector<kvw::Weights> joined;
        {
            const auto files = open({{q, 63, 2}, {v, 31, nan}});
            const kvw::TensorView* view = files.tensor(q);
            QCOMPARE(reinterpret_cast<std::uintptr_t>(view->data.data()) % 4, std::uintptr_t{0});
            auto made = store.join(files, {q, at + "k_proj.weight", v});
            QVERIFY(made);
            joined = std::move(*made);
            QVERIFY(store.fill(2, {}));
            QCOMPARE(joined.front().data == view->data.data(), mapped > 0);
        }
        // The files are closed; what is mapped of them stays.
        QCOMPARE(joined.size(), std::size_t{mapped == 512 ? 3U : mapped == 256 ? 2U : 1U});
        QCOMPARE(store.mappedBytes(), std::size_t{mapped});
        QCOMPARE(store.bytes(), std::size_t{512});
        QCOMPARE(floats(joined.front())[63], 2.0F);
        QCOMPARE(store.notFinite(), std::vector<std::string>{v});
    }
    void numbersThatAreNotFiniteAreNamed() {
        const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
        const auto files = open(
            {{"model.layers.1.mlp.up_proj.weight", 95, nan}, {"model.layers.0.input_layernorm.weight", 3, infinite}});
        const auto decoder = kvw::loadDecoder(files, {});
        QVERIFY(decoder.has_value());
        QCOMPARE(
            kvw::englishOf((*decoder)->warnings()),
            (std::vector<std::string>{
                "model.layers.0.input_layernorm.weight holds numbers that are not finite (NaN or infinite); what the "
                "model computes from them is worthless.",
                "model.layers.1.mlp.up_proj.weight holds numbers that are not finite (NaN or infinite); what the "
                "model computes from them is worthless."}));
        QVERIFY((*kvw::loadDecoder(open({}), {}))->warnings().empty());
    }
    void manyBrokenTensorsAreCounted() {
        std::vector<Patch> patches;
        for (const TinyTensor& tensor : kvw::test::tinyTensors()) {
            patches.push_back({tensor.name, 0, std::numeric_limits<float>::quiet_NaN()});
        }
        const auto decoder = kvw::loadDecoder(open(patches), {});
        QCOMPARE((*decoder)->warnings().size(), std::size_t{9});
        QCOMPARE((*decoder)->warnings().back().english(),
                 std::string("13 more tensors hold numbers that are not finite."));
    }

    void progressEndsAtTheWhole() {
        std::int64_t last = 0, whole = 0;
        std::set<std::string> named;
        const auto decoder =
            kvw::loadDecoder(open({}), [&](std::int64_t done, std::int64_t total, const std::string& tensor) {
                [&] { QVERIFY(done >= last && done <= total); }();
                named.insert(tensor);
                last = done;
                whole = total;
                return true;
            });
        QVERIFY(decoder.has_value());
        QCOMPARE(whole, static_cast<std::int64_t>((*decoder)->weightBytes()));
        QVERIFY(last > 0);
        QVERIFY(!named.empty() && !named.contains(std::string()));
        for (const std::string& name : named) {
            QVERIFY2(name.starts_with("model.") || name.starts_with("lm_head."), name.c_str());
        }
    }
    void loadingCanBeCancelled() {
        const auto decoder =
            kvw::loadDecoder(open({}), [](std::int64_t, std::int64_t, const std::string&) { return false; });
        QVERIFY(!decoder);
        QCOMPARE(decoder.error().code, kvw::Code::Cancelled);
    }
    void aCancelEndsTheLoadAtTheNextTensor() {
        int told = 0;
        const auto decoder =
            kvw::loadDecoder(open({}), [&](std::int64_t, std::int64_t, const std::string&) { return ++told < 3; });
        QVERIFY(!decoder);
        QCOMPARE(decoder.error().code, kvw::Code::Cancelled);
        QCOMPARE(told, 3);
    }
    void aFileThatBecameShorterIsAnError() {
        const auto files = open({});
        std::filesystem::resize_file(m_path / "tiny" / "model.safetensors", 3000);
        const auto decoder = kvw::loadDecoder(files, {});
        QVERIFY(!decoder);
        QCOMPARE(decoder.error().code, kvw::Code::Io);
    }

 private:
    kvw::ModelFiles open(const std::vector<Patch>& patches,
                         const std::vector<TinyTensor>& tensors = kvw::test::tinyTensors()) {
        kvw::test::write(m_path / "tiny" / "config.json", kvw::test::tinyConfig().dump());
        kvw::test::write(m_path / "tiny" / "model.safetensors", weights(tensors, patches));
        auto files = kvw::ModelFiles::open(m_path / "tiny");
        if (!files) {
            throw std::runtime_error(files.error().sentence());
        }
        return std::move(*files);
    }
    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(WeightStoreTest)
#include "weight_store_test.moc"
