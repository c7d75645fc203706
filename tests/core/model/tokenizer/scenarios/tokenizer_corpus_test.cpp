// SPDX-License-Identifier: Apache-2.0
/// Thousands of generated strings through a tokenizer of each published kind, against digests of what the `tokenizers`
/// package gives: golden/make_corpus_golden.py wrote them.
#include <QtTest>
#include <set>

#include "core/base/files/sha256.h"
#include "core/model/tokenizer/tokenizer.h"
#include "tests/core/model/support.h"

using nlohmann::json;

namespace {

const std::filesystem::path kGolden = KVW_SOURCE_DIR "/tests/core/model/golden";

const json& cases() {
    static const json file = json::parse(kvw::test::read(kGolden / "corpus-cases.json"));
    return file;
}

const json& strings() {
    static const json file = json::parse(kvw::test::read(kGolden / "corpus-texts.json"));
    return file;
}

const std::vector<std::string>& texts() {
    static const auto all = strings()["texts"].get<std::vector<std::string>>();
    return all;
}

/// Numbers as the script joins them: "1,2,3", rows with their length in front.
class Digest {
 public:
    void add(std::int64_t number) {
        if (!m_text.empty()) {
            m_text += ',';
        }
        m_text += std::to_string(number);
    }
    void row(const std::vector<std::int32_t>& ids) {
        add(static_cast<std::int64_t>(ids.size()));
        std::for_each(ids.begin(), ids.end(), [this](std::int32_t id) { add(id); });
    }
    void row(const std::vector<kvw::ByteRange>& ranges) {
        add(2 * static_cast<std::int64_t>(ranges.size()));
        for (const kvw::ByteRange& range : ranges) {
            add(range.begin);
            add(range.end);
        }
    }
    void row(const std::string& text) {
        add(static_cast<std::int64_t>(text.size()));
        std::for_each(text.begin(), text.end(), [this](char byte) { add(static_cast<unsigned char>(byte)); });
    }
    [[nodiscard]] std::string take() {
        const std::string digest = kvw::sha256(m_text).substr(0, 16);
        m_text.clear();
        return digest;
    }

 private:
    std::string m_text;
};

/// The generator of the script.
class PseudoRandom {
 public:
    explicit PseudoRandom(std::int64_t state) : m_state(state) {}
    std::int64_t below(std::int64_t bound) {
        m_state = (m_state * 1103515245 + 12345) % (std::int64_t{1} << 31);
        return (m_state >> 8) % bound;
    }

 private:
    std::int64_t m_state;
};

}  // namespace

class TokenizerCorpusTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        for (const json& kind : cases()["sets"]) {
            json file = json::parse(kvw::test::read(kGolden / (kind["tokenizer"].get<std::string>() + ".json")));
            json model = file["model"];
            file.update(kind["patch"]);
            if (kind["patch"].contains("model")) {
                model.update(kind["patch"]["model"]);
                file["model"] = model;
            }
            const auto name = kind["name"].get<std::string>();
            auto tokenizer = kvw::Tokenizer::parse(file.dump(), name + ".json");
            QVERIFY2(tokenizer.has_value(), tokenizer ? "" : tokenizer.error().sentence().c_str());
            m_tokenizers.emplace(name, std::move(*tokenizer));
        }
        QVERIFY(texts().size() > 4000 && m_tokenizers.size() > 15);
    }

    void idsAndRanges_data() { kinds(); }
    void idsAndRanges() {
        const std::set<std::size_t> withoutRanges = kind()["no_ranges"].get<std::set<std::size_t>>();
        Digest ids, ranges;
        eachGroup(
            [&](std::size_t at) {
                const kvw::Encoding encoding = tokenizer().encode(texts()[at], true).value();
                ids.row(encoding.ids);
                ranges.row(withoutRanges.contains(at) ? std::vector<kvw::ByteRange>() : encoding.ranges);
            },
            [&](std::size_t group) {
                compare("ids", ids.take(), kind()["ids"][group], group);
                compare("ranges", ranges.take(), kind()["ranges"][group], group);
            });
    }

    void decodedText_data() { kinds(); }
    void decodedText() {
        Digest decoded;
        eachGroup(
            [&](std::size_t at) {
                decoded.row(tokenizer().decode(tokenizer().encode(texts()[at], true).value().ids, true));
            },
            [&](std::size_t group) { compare("text", decoded.take(), kind()["decoded"][group], group); });
    }

    void decodedIdsOfNoText_data() { kinds(); }
    void decodedIdsOfNoText() {
        PseudoRandom random(1);
        Digest digest;
        QCOMPARE(tokenizer().vocabSize(), kind()["vocabulary"].get<std::int64_t>());
        for (int k = 0; k < 320; ++k) {
            std::vector<std::int32_t> ids;
            for (int i = 0; i < 1 + k % 12; ++i) {
                const std::int64_t id = k < 256 ? random.below(tokenizer().vocabSize()) : 3 + random.below(256);
                ids.push_back(static_cast<std::int32_t>(id));
            }
            digest.row(tokenizer().decode(ids));
        }
        QCOMPARE(digest.take(), kind()["sequences_text"].get<std::string>());
    }

    void illFormedText_data() { kinds(); }
    void illFormedText() {
        Digest ids;
        for (const json& hex : strings()["damaged"]) {
            const std::string text = QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
            const kvw::Encoding encoding = tokenizer().encode(text, true).value();
            ids.row(encoding.ids);
            for (const kvw::ByteRange& range : encoding.ranges) {
                QVERIFY(range.begin <= range.end && range.end <= static_cast<std::int64_t>(text.size()));
            }
        }
        QCOMPARE(ids.take(), kind()["damaged"].get<std::string>());
    }

    /// Words of 160 000 characters, which only merging in less than quadratic time can do.
    void longLines_data() { kinds(); }
    void longLines() {
        const std::string letters[] = {"etaoinshrdlu", "etaoin shrdlu ", " \t\n", "a"};
        for (std::size_t i = 0; i < std::size(letters); ++i) {
            PseudoRandom random(7);
            std::string text;
            for (int k = 0; k < 160'000; ++k) {
                text +=
                    letters[i][static_cast<std::size_t>(random.below(static_cast<std::int64_t>(letters[i].size())))];
            }
            Digest ids;
            const auto encoding = tokenizer().encode(text, true);
            for (const std::int32_t id : encoding->ids) {
                ids.add(id);
            }
            QCOMPARE(ids.take(), kind()["long"][i].get<std::string>());
        }
    }

 private:
    void kinds() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases()["sets"].size(); ++i) {
            QTest::newRow(cases()["sets"][i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
        }
    }
    [[nodiscard]] static const json& kind() {
        const auto index = *static_cast<int*>(QTest::qData("index", qMetaTypeId<int>()));
        return cases()["sets"][static_cast<std::size_t>(index)];
    }
    [[nodiscard]] const kvw::Tokenizer& tokenizer() const { return m_tokenizers.at(kind()["name"]); }

    template <class Each, class Done>
    static void eachGroup(Each each, Done done) {
        const auto group = cases()["group"].get<std::size_t>();
        for (std::size_t at = 0; at < texts().size(); ++at) {
            each(at);
            if ((at + 1) % group == 0 || at + 1 == texts().size()) {
                done(at / group);
            }
        }
    }
    static void compare(const char* what, const std::string& found, const std::string& expected, std::size_t group) {
        QVERIFY2(found == expected, (std::string(what) + " of group " + std::to_string(group)).c_str());
    }

    std::map<std::string, kvw::Tokenizer> m_tokenizers;
};

QTEST_GUILESS_MAIN(TokenizerCorpusTest)
#include "tokenizer_corpus_test.moc"
