// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/choice.h"

#include <QTest>

#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;

namespace {

using Json = nlohmann::ordered_json;

Json provided(const char* kind, const char* id, const char* parameters) {
    return {{"kind", kind}, {"id", id}, {"parameters", Json::parse(parameters)}};
}

/// A policy, scorers, budgets, a reader and a codec with parameters that overlap.
Json parts() {
    Json json = test::manifestOf("parts");
    json["provides"] = Json::array({
        provided("policy", "snapkv", R"([{"name": "capacity", "type": "integer", "default": 2048, "minimum": 0},
            {"name": "removed", "type": "number", "default": 0.5, "minimum": 0, "maximum": 1, "maximum-exclusive": true},
            {"name": "pool", "type": "choice", "default": "max", "choices": ["avg", "max"]}])"),
        provided("scorer", "window", R"([{"name": "window", "type": "integer", "default": 32, "minimum": 1},
            {"name": "kernel", "type": "integer", "default": 7, "minimum": 1, "odd": true}])"),
        provided("scorer", "noise",
                 R"([{"name": "seed", "type": "integer", "default": 0, "minimum": 0, "maximum": 100}])"),
        provided("budget", "noise", R"([{"name": "capacity", "type": "integer", "default": 512, "minimum": 1},
            {"name": "seed", "type": "integer", "default": 0, "minimum": 0, "maximum": 10}])"),
        provided("budget", "shaped", R"([{"name": "window", "type": "integer", "default": 64, "minimum": 1}])"),
        provided("policy", "full", "[]"),
        provided("reader", "pages", R"([{"name": "budget", "type": "integer", "default": 1024, "minimum": 1}])"),
        provided("codec", "tiny", R"([{"name": "bits", "type": "integer", "default": 2, "choices": [2, 4]},
            {"name": "window", "type": "integer", "default": 1, "minimum": 1}])"),
    });
    return json;
}

}  // namespace

class ChoiceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase();
    void canonicalText_data();
    void canonicalText();
    void refuses_data();
    void refuses();
    void readsJson_data();
    void readsJson();
    void refusesJson_data();
    void refusesJson();
    void parametersCarryPrefixes();
    void readersAndCodecsAreFound();
    void setParameterReachesCodec();
    void versionsAreJoined();
    void setParameterChangesTextAndValue();
    void setParameterReachesBothParts();
    void refusedSetChangesNothing();

 private:
    Catalog m_catalog;
    test::PluginFolder m_folder;
};

void ChoiceTest::initTestCase() {
    m_folder.add(parts());
    m_catalog = Catalog::scan(m_folder.paths());
    QCOMPARE(m_catalog.entries().at(0).reason.english(), std::string());
}

void ChoiceTest::canonicalText_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    QTest::newRow("plain") << "snapkv"
                           << "snapkv";
    QTest::newRow("defaults vanish") << "snapkv:capacity=2048,pool=max"
                                     << "snapkv";
    QTest::newRow("manifest order") << "snapkv:pool=avg,capacity=64"
                                    << "snapkv:capacity=64,pool=avg";
    QTest::newRow("blanks") << " snapkv : capacity = 64 , pool = avg "
                            << "snapkv:capacity=64,pool=avg";
    QTest::newRow("number form") << "snapkv:removed=2.5e-1"
                                 << "snapkv:removed=0.25";
    QTest::newRow("composition") << "window+noise"
                                 << "window+noise";
    QTest::newRow("one part knows it") << "window+noise:capacity=8,kernel=3"
                                       << "window+noise:kernel=3,capacity=8";
    QTest::newRow("both know it") << "noise+noise:seed=3"
                                  << "noise+noise:seed=3";
    QTest::newRow("prefixes that agree") << "noise+noise:scorer.seed=3,budget.seed=3"
                                         << "noise+noise:seed=3";
    QTest::newRow("prefixes that differ") << "noise+noise:budget.seed=3,scorer.seed=4"
                                          << "noise+noise:scorer.seed=4,budget.seed=3";
    QTest::newRow("one prefixed") << "noise+noise:scorer.seed=3"
                                  << "noise+noise:scorer.seed=3";
    QTest::newRow("one at its default") << "window+shaped:window=64"
                                        << "window+shaped:scorer.window=64";
    QTest::newRow("own") << "window+noise:schedule=every:5,recent=4,sinks=2"
                         << "window+noise:sinks=2,recent=4,schedule=every:5";
    QTest::newRow("every 1") << "window+noise:schedule=every:1"
                             << "window+noise:schedule=every-step";
}

void ChoiceTest::canonicalText() {
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    const auto policy = resolvePolicy(m_catalog, text.toStdString());
    QVERIFY2(policy.has_value(), policy ? "" : policy.error().sentence().c_str());
    QCOMPARE(QString::fromStdString(policy->text), canonical);
    const auto again = resolvePolicy(m_catalog, policy->text);
    QVERIFY(again.has_value());
    QCOMPARE(again->text, policy->text);
    QCOMPARE(again->parametersJson().dump(), policy->parametersJson().dump());
}

void ChoiceTest::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("unknown policy") << "snapvk"
                                    << "there is no policy \"snapvk\"; did you mean \"snapkv\"?";
    QTest::newRow("unknown scorer") << "windw+noise"
                                    << "there is no scorer \"windw\"; did you mean \"window\"?";
    QTest::newRow("unknown parameter")
        << "snapkv:capcity=3"
        << "policy \"snapkv\": there is no parameter \"capcity\"; did you mean \"capacity\"?";
    QTest::newRow("out of range")
        << "snapkv:capacity=-1"
        << "policy \"snapkv\": parameter \"capacity\" is not valid; found -1, expected integer, at least 0.";
    QTest::newRow("beyond exact integers") << "snapkv:capacity=9223372036854775807"
                                           << "parameter \"capacity\" is too large; found 9223372036854775807, "
                                              "expected integer, at least 0 and at most 9007199254740992.";
    QTest::newRow("excluded end") << "snapkv:removed=1"
                                  << "found 1, expected number from 0 to 1 (excluded).";
    QTest::newRow("twice") << "snapkv:capacity=1,capacity=2"
                           << "parameter \"capacity\" is given twice";
    QTest::newRow("twice by prefix") << "noise+noise:seed=1,budget.seed=2"
                                     << "parameter \"budget.seed\" is given twice";
    QTest::newRow("own twice") << "window+noise:sinks=1,sinks=1"
                               << "parameter \"sinks\" is given twice";
    QTest::newRow("range of the other part") << "noise+noise:seed=50"
                                             << "found 50, expected integer from 0 to 10";
    QTest::newRow("no value") << "snapkv:capacity"
                              << "found \"capacity\", expected name=value pairs";
    QTest::newRow("nothing after colon") << "snapkv:"
                                         << "expected name=value pairs";
    QTest::newRow("trailing comma") << "snapkv:capacity=1,"
                                    << "expected name=value pairs";
    QTest::newRow("empty") << ""
                           << "found \"\", expected id, id:name=value,... or scorer+budget";
    QTest::newRow("three parts") << "window+noise+shaped"
                                 << "this cannot be read";
    QTest::newRow("half a composition") << "window+"
                                        << "this cannot be read";
    QTest::newRow("path") << "../snapkv"
                          << "this cannot be read";
    QTest::newRow("schedule") << "window+noise:schedule=every:0"
                              << "found \"every:0\", expected once, every-step or every:R";
    QTest::newRow("negative sinks") << "window+noise:sinks=-1"
                                    << "\"sinks\" is not valid; found -1, expected integer, at least 0";
    QTest::newRow("own of a plain policy") << "snapkv:schedule=once"
                                           << "there is no parameter \"schedule\"";
    QTest::newRow("unknown reader") << "pges"
                                    << "did you mean \"pages\"?";
    QTest::newRow("scorer alone")
        << "window"
        << "there is no policy \"window\"; found a scorer of that name, expected a policy, or "
           "a composition scorer+budget.";
    QTest::newRow("unknown codec") << "snapkv@tinny"
                                   << "there is no codec \"tinny\"; did you mean \"tiny\"?";
    QTest::newRow("policy as codec") << "pages@snapkv"
                                     << "there is no codec \"snapkv\"; found a policy of that name, expected a codec; "
                                        "policies and readers stand before the @.";
    QTest::newRow("two codecs") << "snapkv@tiny@tiny"
                                << "this cannot be read";
    QTest::newRow("codec under a codec") << "tiny@tiny"
                                         << "codec \"tiny\": it is a codec itself, so no codec can be put under it";
    QTest::newRow("no codec") << "snapkv@"
                              << "this cannot be read";
    QTest::newRow("composition as codec") << "snapkv@tiny+tiny"
                                          << "this cannot be read";
    QTest::newRow("parameter of the codec before the @") << "snapkv:bits=4@tiny"
                                                         << "policy \"snapkv\": there is no parameter \"bits\"";
    QTest::newRow("range of the codec") << "snapkv@tiny:bits=3"
                                        << "codec \"tiny\": parameter \"bits\" is not valid; found 3";
    QTest::newRow("parameter of a reader") << "pages:bugdet=1"
                                           << "reader \"pages\": there is no parameter \"bugdet\"";
    QTest::newRow("prefix typo") << "noise+noise:scorer.sed=1"
                                 << "did you mean \"scorer.seed\"?";
}

void ChoiceTest::refuses() {
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const auto policy = resolvePolicy(m_catalog, text.toStdString());
    QVERIFY(!policy);
    QCOMPARE(policy.error().code, Code::BadUsage);
    const QString said = QString::fromStdString(policy.error().sentence());
    QVERIFY2(said.contains(sentence), qPrintable(said));
}

void ChoiceTest::readsJson_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("canonical");
    QTest::newRow("policy") << R"({"id": "snapkv", "params": {"pool": "avg", "capacity": 8}})"
                            << "snapkv:capacity=8,pool=avg";
    QTest::newRow("no params") << R"({"id": "snapkv"})"
                               << "snapkv";
    QTest::newRow("reader") << R"({"id": "pages", "params": {"budget": 8}})"
                            << "pages:budget=8";
    QTest::newRow("codec") << R"({"id": "tiny", "params": {"bits": 4}})"
                           << "tiny:bits=4";
    QTest::newRow("text") << R"("snapkv:capacity=8")"
                          << "snapkv:capacity=8";
    QTest::newRow("composition")
        << R"({"scorer": {"id": "window", "params": {"window": 4}}, "budget": {"id": "noise", "params": {"capacity": 9}},
               "protect": {"sinks": 2, "recent": 6}, "schedule": {"every": 5}})"
        << "window+noise:window=4,capacity=9,sinks=2,recent=6,schedule=every:5";
    QTest::newRow("once") << R"({"scorer": {"id": "window"}, "budget": {"id": "noise"}, "schedule": "once"})"
                          << "window+noise";
    QTest::newRow("every-step")
        << R"({"scorer": {"id": "window"}, "budget": {"id": "noise"}, "schedule": "every-step"})"
        << "window+noise:schedule=every-step";
}

void ChoiceTest::readsJson() {
    QFETCH(QString, json);
    QFETCH(QString, canonical);
    const auto policy = resolvePolicy(m_catalog, nlohmann::json::parse(json.toStdString()));
    QVERIFY2(policy.has_value(), policy ? "" : policy.error().sentence().c_str());
    QCOMPARE(QString::fromStdString(policy->text), canonical);
}

void ChoiceTest::refusesJson_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("number") << "3"
                            << "found 3, expected an object";
    QTest::newRow("no id") << "{}"
                           << "member \"id\" is wrong; found nothing";
    QTest::newRow("typo") << R"({"id": "snapkv", "parms": {}})"
                          << "expected \"params\"";
    QTest::newRow("unknown parameter") << R"({"id": "snapkv", "params": {"capcity": 1}})"
                                       << "did you mean \"capacity\"?";
    QTest::newRow("range") << R"({"id": "snapkv", "params": {"removed": 1}})"
                           << "expected number from 0 to 1 (excluded)";
    QTest::newRow("half") << R"({"scorer": {"id": "window"}})"
                          << "member \"budget\" is wrong; found nothing, expected an object";
    QTest::newRow("schedule") << R"({"scorer": {"id": "window"}, "budget": {"id": "noise"}, "schedule": {"every": 0}})"
                              << "expected once, every-step or every:R";
    QTest::newRow("protect") << R"({"scorer": {"id": "window"}, "budget": {"id": "noise"}, "protect": {"recent": -2}})"
                             << "\"recent\" is not valid; found -2";
}

void ChoiceTest::refusesJson() {
    QFETCH(QString, json);
    QFETCH(QString, sentence);
    const auto policy = resolvePolicy(m_catalog, nlohmann::json::parse(json.toStdString()));
    QVERIFY(!policy);
    const QString said = QString::fromStdString(policy.error().sentence());
    QVERIFY2(said.contains(sentence), qPrintable(said));
}

void ChoiceTest::parametersCarryPrefixes() {
    const auto policy = resolvePolicy(m_catalog, "noise+noise:seed=3,schedule=every:2");
    QVERIFY(policy.has_value());
    QCOMPARE(
        QString::fromStdString(policy->parametersJson().dump()),
        QString(
            R"({"scorer.seed":3,"budget.capacity":512,"budget.seed":3,"sinks":0,"recent":0,"schedule":"every:2"})"));
    const auto coded = resolvePolicy(m_catalog, "noise+noise@tiny:bits=4");
    QVERIFY(coded.has_value());
    QCOMPARE(QString::fromStdString(coded->parametersJson().dump()),
             QString(R"({"scorer.seed":0,"budget.capacity":512,"budget.seed":0,"sinks":0,"recent":0,"schedule":"once",)"
                     R"("codec.bits":4,"codec.window":1})"));
    QCOMPARE(QString::fromStdString(resolvePolicy(m_catalog, "tiny")->parametersJson().dump()),
             QString(R"({"bits":2,"window":1})"));
}

void ChoiceTest::readersAndCodecsAreFound() {
    const auto none = resolvePolicy(m_catalog, "snapkv");
    QVERIFY(none->reader() == nullptr && none->codec() == nullptr && !none->composed());
    const auto both = resolvePolicy(m_catalog, "pages@tiny");
    QVERIFY(!both->composed());
    QCOMPARE(both->reader()->provided.id, std::string("pages"));
    QCOMPARE(both->codec()->provided.id, std::string("tiny"));
    QCOMPARE(both->id(), std::string("pages@tiny"));
    const auto composed = resolvePolicy(m_catalog, "window+noise@tiny");
    QVERIFY(composed->composed() && composed->reader() == nullptr);
    QCOMPARE(composed->parts.size(), std::size_t{3});
    QCOMPARE(composed->parameter("codec.bits")->name, std::string("bits"));
    QVERIFY(composed->parameter("sinks") == nullptr);
    QVERIFY(composed->parameter("nonsense") == nullptr);
}

void ChoiceTest::setParameterReachesCodec() {
    auto policy = resolvePolicy(m_catalog, "window+shaped@tiny");
    QVERIFY(setParameter(*policy, "window", "5").has_value());
    QVERIFY(setParameter(*policy, "codec.window", "6").has_value());
    QVERIFY(setParameter(*policy, "bits", "4").has_value());
    QCOMPARE(policy->text, std::string("window+shaped:window=5@tiny:bits=4,window=6"));
}

void ChoiceTest::versionsAreJoined() {
    QCOMPARE(resolvePolicy(m_catalog, "window+noise")->version(), std::string("1.0.0+1.0.0"));
    QCOMPARE(resolvePolicy(m_catalog, "snapkv")->version(), std::string("1.0.0"));
    QCOMPARE(resolvePolicy(m_catalog, "window+noise@tiny")->version(), std::string("1.0.0+1.0.0@1.0.0"));
    QCOMPARE(resolvePolicy(m_catalog, "window+noise@tiny")->named(),
             std::string("window 1.0.0 + noise 1.0.0 @ tiny 1.0.0"));
}

void ChoiceTest::setParameterChangesTextAndValue() {
    auto policy = resolvePolicy(m_catalog, "snapkv");
    QVERIFY(setParameter(*policy, "capacity", "77").has_value());
    QCOMPARE(policy->text, std::string("snapkv:capacity=77"));
    QCOMPARE(policy->parts[0].parameters.integer("capacity"), std::int64_t{77});
}

void ChoiceTest::setParameterReachesBothParts() {
    auto policy = resolvePolicy(m_catalog, "noise+noise");
    QVERIFY(setParameter(*policy, "seed", "5").has_value());
    QCOMPARE(policy->parts[0].parameters.integer("seed"), std::int64_t{5});
    QCOMPARE(policy->parts[1].parameters.integer("seed"), std::int64_t{5});
    QVERIFY(setParameter(*policy, "budget.seed", "6").has_value());
    QVERIFY(setParameter(*policy, "schedule", "every-step").has_value());
    QCOMPARE(policy->text, std::string("noise+noise:scorer.seed=5,budget.seed=6,schedule=every-step"));
}

void ChoiceTest::refusedSetChangesNothing() {
    auto policy = resolvePolicy(m_catalog, "noise+noise:seed=3");
    QVERIFY(!setParameter(*policy, "seed", "50"));
    QVERIFY(!setParameter(*policy, "sed", "5"));
    QCOMPARE(policy->text, std::string("noise+noise:seed=3"));
    QCOMPARE(policy->parts[0].parameters.integer("seed"), std::int64_t{3});
}

QTEST_GUILESS_MAIN(ChoiceTest)
#include "choice_test.moc"
