// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <numeric>
#include <random>

#include "tests/plugins/check.h"
#include "tests/plugins/fake_reader.h"

using namespace kvw::test;
using Parameters = std::map<std::string, kvw::sdk::Value>;

namespace {

FakeReader quest(const Parameters& parameters, std::int64_t layers = 1, std::int64_t queryHeads = 1,
                 std::int64_t kvHeads = 1, std::int64_t promptTokens = 0) {
    Parameters all{{"skip-layers", std::int64_t{0}}};
    for (const auto& [name, value] : parameters) {
        all[name] = value;
    }
    return {{"quest", all}, layers, queryHeads, kvHeads, promptTokens};
}

/// Section 18: seven keys, of pages of two the last one partial.
const std::vector<std::vector<Vector>> kGoldenKeys{
    {{1, 0}, {0, 1}, {2, -2}, {-1, 3}, {.5F, .5F}, {.4F, .1F}, {-3, -3}}};
const std::vector<Vector> kGoldenQuery{{1, -1}};

std::vector<Vector> randomRows(std::uint64_t seed, std::size_t count, std::size_t width) {
    std::mt19937_64 random(seed);
    std::normal_distribution<float> normal;
    std::vector<Vector> rows(count, Vector(width));
    for (Vector& row : rows) {
        std::generate(row.begin(), row.end(), [&] { return normal(random); });
    }
    return rows;
}

std::int64_t pagesOf(std::int64_t tokens, std::int64_t page) {
    return (tokens + page - 1) / page;
}

}  // namespace

class QuestTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void goldenScores() {
        auto reader = quest({{"page", std::int64_t{2}}, {"budget", std::int64_t{4}}});
        QCOMPARE(reader.pageSize(), 2);
        QVERIFY(near(reader.read(0, kGoldenKeys, kGoldenQuery).scores[0], {1, 4, .4, 0}));
    }
    void goldenPages_data() {
        QTest::addColumn<qlonglong>("budget");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<qlonglong>("minPages");
        QTest::addColumn<QByteArray>("pages");
        QTest::newRow("at least three") << 4LL << "accuracy" << 3LL << QByteArray("0 1 2");
        QTest::newRow("two, nothing forced") << 4LL << "accuracy" << 1LL << QByteArray("0 1");
        QTest::newRow("a part of a page is none") << 3LL << "accuracy" << 1LL << QByteArray("1");
        QTest::newRow("less than a page") << 1LL << "accuracy" << 1LL << QByteArray("1");
        QTest::newRow("all there are") << 8LL << "accuracy" << 3LL << QByteArray("0 1 2 3");
        QTest::newRow("more than there are") << 800LL << "accuracy" << 90LL << QByteArray("0 1 2 3");
        QTest::newRow("T tokens are not all pages") << 7LL << "accuracy" << 1LL << QByteArray("0 1 2");
        QTest::newRow("last page first") << 4LL << "kernel" << 3LL << QByteArray("1 3");
        QTest::newRow("only the last page") << 3LL << "kernel" << 3LL << QByteArray("3");
        QTest::newRow("less than a page, kernel") << 1LL << "kernel" << 3LL << QByteArray("3");
        QTest::newRow("all others, too") << 800LL << "kernel" << 3LL << QByteArray("0 1 2 3");
    }
    void goldenPages() {
        QFETCH(qlonglong, budget);
        QFETCH(QString, rule);
        QFETCH(qlonglong, minPages);
        auto reader = quest({{"page", std::int64_t{2}},
                             {"budget", std::int64_t{budget}},
                             {"rule", rule.toStdString()},
                             {"min-pages", std::int64_t{minPages}}});
        const auto read = reader.read(0, kGoldenKeys, kGoldenQuery);
        QVERIFY(!read.everything);
        QTEST(text(read.pages[0]), "pages");
    }
    /// A device that follows the rule reads the same pages.
    void ruleSaysTheSame() {
        for (const char* word : {"accuracy", "kernel"}) {
            for (const std::int64_t budget : {1, 4, 7, 800}) {
                auto reader = quest({{"page", std::int64_t{2}},
                                     {"budget", budget},
                                     {"rule", std::string(word)},
                                     {"min-pages", std::int64_t{2}},
                                     {"skip-layers", std::int64_t{1}}},
                                    3);
                const auto rule = reader.rule();
                QVERIFY(rule);
                QCOMPARE(rule->firstLayer, std::int64_t{1});
                const auto read = reader.read(1, kGoldenKeys, kGoldenQuery);
                const std::vector<double>& scores = read.scores[0];
                const std::size_t competing = scores.size() - (rule->newest ? 1 : 0);
                Tokens pages(competing);
                std::iota(pages.begin(), pages.end(), 0);
                std::stable_sort(pages.begin(), pages.end(), [&scores](auto a, auto b) {
                    return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
                });
                const auto most = static_cast<std::size_t>(rule->newest ? rule->most - 1 : rule->most);
                pages.resize(std::min(most, competing));
                if (rule->newest) {
                    pages.push_back(static_cast<std::int64_t>(competing));
                }
                std::sort(pages.begin(), pages.end());
                QCOMPARE(text(read.pages[0]), text(pages));
            }
        }
    }
    void firstLayersReadEverything() {
        auto reader = quest({{"skip-layers", std::int64_t{2}}, {"page", std::int64_t{2}}}, 4);
        for (std::int64_t layer = 0; layer < 4; ++layer) {
            QCOMPARE(reader.read(layer, kGoldenKeys, kGoldenQuery).everything, layer < 2);
        }
    }
    void noKeyOfAPageScoresHigherThanThePage_data() {
        QTest::addColumn<qlonglong>("page");
        QTest::addColumn<qlonglong>("width");
        for (const qlonglong page : {1, 3, 16}) {
            for (const qlonglong width : {2, 15, 16, 64, 67}) {
                QTest::addRow("pages of %lld, %lld channels", page, width) << page << width;
            }
        }
    }
    void noKeyOfAPageScoresHigherThanThePage() {
        QFETCH(qlonglong, page);
        QFETCH(qlonglong, width);
        const auto channels = static_cast<std::size_t>(width);
        const std::vector<std::vector<Vector>> keys{randomRows(1, 45, channels), randomRows(2, 45, channels)};
        const auto queries = randomRows(3, 6, channels);
        auto reader = quest({{"page", std::int64_t{page}}}, 1, 6, 2);
        const auto read = reader.read(0, keys, queries);
        for (std::size_t h = 0; h < 6; ++h) {
            for (std::size_t token = 0; token < 45; ++token) {
                double logit = 0;
                double size = 0;
                for (std::size_t c = 0; c < channels; ++c) {
                    const double product =
                        static_cast<double>(queries[h][c]) * static_cast<double>(keys[h / 3][token][c]);
                    logit += product;
                    size += std::abs(product);
                }
                const double bound = read.scores[h][token / static_cast<std::size_t>(page)];
                QVERIFY2(bound >= logit - 1e-5 * size, qPrintable(QString("%1 < %2").arg(bound).arg(logit)));
                if (page == 1) {
                    QVERIFY(std::abs(bound - logit) <= 1e-5 * size);
                }
            }
        }
    }
    void everyQueryHeadChoosesForItself() {
        const std::vector<std::vector<Vector>> keys{{{1, 0}, {0, 0}, {0, 1}}, {{0, 0}, {0, 1}, {1, 0}}};
        auto reader =
            quest({{"page", std::int64_t{1}}, {"budget", std::int64_t{1}}, {"min-pages", std::int64_t{1}}}, 1, 4, 2);
        const auto read = reader.read(0, keys, {{1, 0}, {0, 1}, {1, 0}, {0, 1}});
        QCOMPARE(text(read.pages[0]), QByteArray("0"));
        QCOMPARE(text(read.pages[1]), QByteArray("2"));
        QCOMPARE(text(read.pages[2]), QByteArray("2"));
        QCOMPARE(text(read.pages[3]), QByteArray("1"));
    }
    void tiesGoToTheOlderPage_data() {
        QTest::addColumn<int>("tokens");
        for (const int tokens : {5, 9, 67, 130}) {
            QTest::addRow("%d", tokens) << tokens;
        }
    }
    void tiesGoToTheOlderPage() {
        QFETCH(int, tokens);
        for (const std::size_t width : {2U, 8U, 17U, 67U}) {
            const Vector key = randomRows(width, 1, width)[0];
            const std::vector<std::vector<Vector>> keys{std::vector<Vector>(static_cast<std::size_t>(tokens), key)};
            for (const char* rule : {"accuracy", "kernel"}) {
                auto reader = quest({{"page", std::int64_t{1}},
                                     {"budget", std::int64_t{4}},
                                     {"rule", std::string(rule)},
                                     {"min-pages", std::int64_t{1}}});
                const auto read = reader.read(0, keys, randomRows(9, 1, width));
                QCOMPARE(text(read.pages[0]), text(rule[0] == 'a' ? range(0, 4) : joined(range(0, 3), {tokens - 1})));
            }
        }
    }
    void notANumberIsTheWorst() {
        const std::vector<std::vector<Vector>> keys{{{std::nanf(""), 0}, {-5, -5}, {1, 1}}};
        auto reader = quest({{"page", std::int64_t{1}}, {"budget", std::int64_t{2}}, {"min-pages", std::int64_t{1}}});
        QCOMPARE(text(reader.read(0, keys, {{1, 1}}).pages[0]), QByteArray("1 2"));
    }
    void aTokenMakesThePartialPageGrow() {
        auto reader = quest({{"page", std::int64_t{4}}, {"budget", std::int64_t{4}}, {"min-pages", std::int64_t{1}}});
        std::vector<std::vector<Vector>> keys{randomRows(5, 4, 8)};
        const auto queries = randomRows(6, 1, 8);
        for (std::int64_t tokens = 5; tokens < 14; ++tokens) {
            keys[0].push_back(randomRows(static_cast<std::uint64_t>(100 + tokens), 1, 8)[0]);
            const auto read = reader.read(0, keys, queries);
            QCOMPARE(static_cast<std::int64_t>(read.scores[0].size()), pagesOf(tokens, 4));
            QCOMPARE(read.pages[0].size(), std::size_t{1});
            const auto best = std::max_element(read.scores[0].begin(), read.scores[0].end());
            QCOMPARE(read.pages[0][0], static_cast<std::int64_t>(best - read.scores[0].begin()));
        }
    }
    void oneToken() {
        for (const char* rule : {"accuracy", "kernel"}) {
            auto reader = quest({{"rule", std::string(rule)}});
            QCOMPARE(text(reader.read(0, {{{1, 2}}}, {{1, 1}}).pages[0]), QByteArray("0"));
        }
    }
    void liveParametersHoldFromTheNextStepOn() {
        auto reader = quest({{"page", std::int64_t{2}}, {"budget", std::int64_t{4}}});
        auto fork = reader.fork();
        reader.tune({{"rule", std::string("kernel")}, {"budget", std::int64_t{2}}});
        QCOMPARE(text(reader.read(0, kGoldenKeys, kGoldenQuery).pages[0]), QByteArray("3"));
        QCOMPARE(text(fork.read(0, kGoldenKeys, kGoldenQuery).pages[0]), QByteArray("0 1 2"));
        reader.tune({{"skip-layers", std::int64_t{1}}});
        QVERIFY(reader.read(0, kGoldenKeys, kGoldenQuery).everything);
    }
    void warnings_data() {
        QTest::addColumn<qlonglong>("budget");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<qlonglong>("minPages");
        QTest::addColumn<qlonglong>("skipped");
        QTest::addColumn<QString>("warning");
        QTest::newRow("none") << 64LL << "accuracy" << 3LL << 2LL << "";
        QTest::newRow("least pages") << 16LL << "accuracy" << 3LL << 0LL
                                     << "budget 16 is 1 page of 16 tokens: 3 pages are read, as min-pages demands";
        QTest::newRow("less than a page") << 4LL << "accuracy" << 3LL << 0LL
                                          << "budget 4 is less than one page of 16 tokens: 3 pages are read, as "
                                             "min-pages demands";
        QTest::newRow("kernel, less than a page")
            << 4LL << "kernel" << 3LL << 0LL
            << "budget 4 is less than one page of 16 tokens: the last page alone is read";
        QTest::newRow("no multiple") << 100LL << "accuracy" << 3LL << 0LL
                                     << "budget 100 is not a multiple of page 16: 6 pages, 96 tokens, are read";
        QTest::newRow("prompt covered") << 512LL << "accuracy" << 3LL << 0LL
                                        << "the budget covers the prompt of 500 tokens: every page is read until there "
                                           "are more than 32";
        QTest::newRow("all layers dense") << 16LL << "accuracy" << 3LL << 4LL
                                          << "skip-layers covers all 4 layers: budget, page and rule have no effect, "
                                             "everything is read";
    }
    void warnings() {
        QFETCH(qlonglong, budget);
        QFETCH(QString, rule);
        QFETCH(qlonglong, minPages);
        QFETCH(qlonglong, skipped);
        QFETCH(QString, warning);
        const auto reader = quest({{"budget", std::int64_t{budget}},
                                   {"rule", rule.toStdString()},
                                   {"min-pages", std::int64_t{minPages}},
                                   {"skip-layers", std::int64_t{skipped}}},
                                  4, 1, 1, 500);
        const auto found = reader.warnings();
        QCOMPARE(found.size(), std::size_t{warning.isEmpty() ? 0U : 1U});
        QCOMPARE(found.empty() ? QString() : QString::fromStdString(found[0]), warning);
    }
};

QTEST_GUILESS_MAIN(QuestTest)
#include "tests/plugins/quest/policy_test.moc"
