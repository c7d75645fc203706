// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/schema.h"

#include <QTest>

#include <filesystem>

#include "tests/core/bundle/sample.h"

using namespace kvw;
using nlohmann::ordered_json;

namespace {

/// JSON with single quotes: moc 6.4 loses its way in raw strings with '#'.
ordered_json json(QString text) {
    return ordered_json::parse(text.replace('\'', '"').toStdString());
}

}  // namespace

class SchemaTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void keyword_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("good");
        QTest::addColumn<QString>("bad");
        QTest::newRow("type") << "{'type':'integer'}"
                              << "1.0"
                              << "1.5";
        QTest::newRow("types") << "{'type':['number','null']}"
                               << "null"
                               << "\"1\"";
        QTest::newRow("bool is no number") << "{'type':'number'}"
                                           << "1"
                                           << "true";
        QTest::newRow("required") << "{'required':['a']}"
                                  << "{'a':1}"
                                  << "{'b':1}";
        QTest::newRow("properties") << "{'properties':{'a':{'type':'string'}}}"
                                    << "{'a':'x'}"
                                    << "{'a':1}";
        QTest::newRow("closed") << "{'properties':{'a':{}},'additionalProperties':false}"
                                << "{'a':1}"
                                << "{'b':1}";
        QTest::newRow("others") << "{'additionalProperties':{'type':'string'}}"
                                << "{'a':'x'}"
                                << "{'a':1}";
        QTest::newRow("items") << "{'items':{'minimum':0}}"
                               << "[0,1]"
                               << "[0,-1]";
        QTest::newRow("minItems") << "{'minItems':2}"
                                  << "[0,1]"
                                  << "[0]";
        QTest::newRow("maxItems") << "{'maxItems':1}"
                                  << "[0]"
                                  << "[0,1]";
        QTest::newRow("enum") << "{'enum':['a',1]}"
                              << "1"
                              << "\"b\"";
        QTest::newRow("const") << "{'const':'a'}"
                               << "\"a\""
                               << "\"b\"";
        QTest::newRow("maximum") << "{'maximum':3}"
                                 << "3"
                                 << "3.5";
        QTest::newRow("exclusiveMinimum") << "{'exclusiveMinimum':0}"
                                          << "0.1"
                                          << "0";
        QTest::newRow("exclusiveMaximum") << "{'exclusiveMaximum':1}"
                                          << "0.9"
                                          << "1";
        QTest::newRow("minLength") << "{'minLength':1}"
                                   << "\"a\""
                                   << "\"\"";
        QTest::newRow("pattern") << "{'pattern':'^[a-z]+$'}"
                                 << "\"abc\""
                                 << "\"aBc\"";
        QTest::newRow("anyOf") << "{'anyOf':[{'type':'string'},{'minimum':5}]}"
                               << "6"
                               << "4";
        QTest::newRow("oneOf") << "{'oneOf':[{'minimum':2},{'maximum':4}]}"
                               << "5"
                               << "3";
        QTest::newRow("ref") << "{'items':{'$ref':'#/definitions/n'},'definitions':{'n':{'type':'null'}}}"
                             << "[null]"
                             << "[1]";
    }
    void keyword() {
        QFETCH(QString, schema);
        QFETCH(QString, good);
        QFETCH(QString, bad);
        const auto parsed = json(schema);
        QVERIFY(schema::validate(parsed, json(good)).empty());
        QCOMPARE(schema::validate(parsed, json(bad)).size(), std::size_t{1});
    }

    void pointersLeadToTheMember() {
        const auto parsed = json("{'properties':{'a/b':{'items':{'type':'string'}}}}");
        const auto found = schema::validate(parsed, json("{'a/b':['x',2]}"));
        QCOMPARE(found[0].sentence(), std::string("/a~1b/1: found 2, expected of type string."));
    }

    void unknownKeywordsAreNotIgnored() {
        QVERIFY(!schema::validate(json("{'multipleOf':2}"), ordered_json(3)).empty());
    }

    void referencesInCirclesEnd() {
        const auto parsed = json("{'$ref':'#/definitions/a','definitions':{'a':{'$ref':'#/definitions/a'}}}");
        QVERIFY(!schema::validate(parsed, ordered_json(1)).empty());
    }

    void allSchemasParse() {
        QCOMPARE(schema::names().size(), std::size_t{14});
        for (const std::string& name : schema::names()) {
            QVERIFY2(schema::named(name)->contains("title"), name.c_str());
        }
    }

    void pluginManifestsOfTheTreeAreValid() {
        int seen = 0;
        for (const auto& entry : std::filesystem::directory_iterator(KVW_SOURCE_DIR "/plugins")) {
            const auto file = entry.path() / "manifest.json";
            if (std::filesystem::exists(file)) {
                const auto checked = schema::check("plugin", ordered_json::parse(sample::slurp(file)), file.string());
                QVERIFY2(checked.has_value(), checked ? "" : checked.error().sentence().c_str());
                ++seen;
            }
        }
        QVERIFY(seen > 0);
    }

    void conformanceCase() {
        auto good = json(
            "{'format':'kvw-conformance-1','name':'n','policy':{'id':'full','params':{'a-b':2}}, "
            "'shape':{'layers':1,'query_heads':1,'kv_heads':1,'head_dim':2},'rope':null,'prompt':1,'decode':0, "
            "'prefill':{'schedule':'layer-major'},'tensors':{'generator':'splitmix64-normal','seed':1}, "
            "'expect':{'granularity':'layer','prefill':[[[0]]]}}");
        QVERIFY(schema::check("conformance", good, "case").has_value());
        good["prompt"] = 0;
        QVERIFY(!schema::check("conformance", good, "case").has_value());
    }
};

QTEST_GUILESS_MAIN(SchemaTest)
#include "schema_test.moc"
