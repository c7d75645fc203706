// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/manifest.h"

#include <fmt/format.h>

#include <QTest>

#include "tests/core/policy/host/plugin_folder.h"

using namespace kvw;

namespace {

/// A manifest whose policy has one parameter of each kind.
nlohmann::ordered_json rich() {
    auto json = test::manifestOf("rich");
    json["provides"][0]["parameters"] = nlohmann::ordered_json::parse(R"([
        {"name": "capacity", "type": "integer", "default": 512, "minimum": 1, "unit": "tok", "live": true, "scale": "log"},
        {"name": "removed", "type": "number", "default": 0.5, "minimum": 0, "maximum": 1, "maximum-exclusive": true, "step": 0.05,
         "enabled-if": "capacity=1"},
        {"name": "kernel", "type": "integer", "default": 7, "minimum": 1, "odd": true},
        {"name": "gamma", "type": "number", "default": "auto", "minimum": 0, "maximum": 1, "auto": true},
        {"name": "pool", "type": "choice", "default": "max", "choices": ["avg", "max"]},
        {"name": "rate", "type": "integer", "default": 2, "choices": [2, 3, 4],
         "limits": [{"at-most": "capacity - 1", "if": "pool=max"}]},
        {"name": "eager", "type": "flag", "default": false},
        {"name": "held", "type": "integer", "default": 64, "minimum": 1, "share": true, "share-multiple-of": "rate"},
        {"name": "sizes", "type": "integers", "default": "auto", "minimum": 1, "maximum": 9, "auto": true, "maximum-items": 3}])");
    json["references"][0].update(nlohmann::ordered_json::parse(
        R"({"key": "rich2024", "authors": ["Ada Rich", "Bo Li"], "year": 2024, "eprint": "2401.00001"})"));
    json["provides"][0]["presets"] = nlohmann::ordered_json::parse(
        R"([{"id": "paper", "label": "As in the paper", "source": "table 2", "parameters": {"capacity": 1024, "pool": "avg"}}])");
    json["provides"][0]["presets"][0]["native"] = {{"prefill", "streaming:128"}};
    json["provides"][0]["native"] = {{"positions", "cache-rank"}, {"prefill", "streaming"}, {"source", "section 2"}};
    json["comparisons"] = nlohmann::ordered_json::parse(
        R"([{"id": "table-1", "policies": ["rich"], "run": {"positions": "cache-rank", "prefill": "streaming:1",
                                                            "prompt-tokens": 1, "mode": "teacher"}}])");
    return json;
}

Result<Manifest> read(const std::string& text) {
    test::PluginFolder folder;
    return Manifest::read(folder.write("rich", text) / "manifest.json");
}

const ParameterSpec& spec(const Manifest& manifest, const char* name) {
    return *manifest.provides.at(0).parameter(name);
}

}  // namespace

class ManifestTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void readsEveryMember();
    void refusesWrongMember_data();
    void refusesWrongMember();
    void refusesWhatIsNoJson_data();
    void refusesWhatIsNoJson();
    void refusesTooLargeFile();
    void refusesFolderInPlaceOfFile();
    void parsesValue_data();
    void parsesValue();
    void readsWholeFloatAsInteger();
    void valueTextIsReadBack();
};

void ManifestTest::readsEveryMember() {
    const auto manifest = read(rich().dump());
    QVERIFY2(manifest.has_value(), manifest ? "" : manifest.error().sentence().c_str());
    QCOMPARE(manifest->references.at(0).url, std::string("https://example.org"));
    const Provided& policy = manifest->provides.at(0);
    QCOMPARE(manifest->references.at(0).authors, (std::vector<std::string>{"Ada Rich", "Bo Li"}));
    QCOMPARE(policy.parameters.size(), std::size_t{9});
    QVERIFY(spec(*manifest, "held").allowsShare);
    QCOMPARE(spec(*manifest, "held").shareMultipleOf, std::string("rate"));
    QCOMPARE(spec(*manifest, "sizes").mostItems, std::int64_t{3});
    QVERIFY(spec(*manifest, "capacity").live);
    QVERIFY(spec(*manifest, "capacity").logarithmic);
    QCOMPARE(spec(*manifest, "capacity").label, std::string("capacity"));
    QVERIFY(spec(*manifest, "removed").maximumExclusive);
    QVERIFY(spec(*manifest, "gamma").defaultValue == sdk::Value(std::string("auto")));
    QCOMPARE(spec(*manifest, "rate").limits.at(0).bound, std::string("capacity - 1"));
    QVERIFY(spec(*manifest, "rate").limits.at(0).atMost);
    QCOMPARE(policy.presets.at(0).parameters.size(), std::size_t{2});
    QCOMPARE(laneText(policy.native), std::string("/positions=cache-rank/prefill=streaming"));
    QCOMPARE(policy.native.source, std::string("section 2"));
    QCOMPARE(laneText(nativeOf(policy, policy.presets.at(0))), std::string("/prefill=streaming:128"));
    const Comparison& table = manifest->comparisons.at(0);
    QCOMPARE(laneText(table.run), std::string("/positions=cache-rank/prefill=streaming:1"));
    QCOMPARE(table.promptTokens, std::optional<std::int64_t>(1));
    QCOMPARE(table.mode, std::string("teacher"));
}

void ManifestTest::refusesWrongMember_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* sentence) {
        QTest::newRow(name) << pointer << value << sentence;
    };
    row("unknown member", "/licence", "\"MIT\"",
        "member \"licence\" is wrong; found an unknown member, expected \"license\"");
    row("format", "/format", "\"kvw-plugin-2\"",
        "member \"format\" is wrong; found \"kvw-plugin-2\", expected one of kvw-plugin-1");
    row("id upper case", "/id", "\"Rich\"", "member \"id\" is wrong; found \"Rich\"");
    row("id path", "/id", "\"../rich\"", "member \"id\" is wrong");
    row("version", "/version", "\"1.0\"", "member \"version\" is wrong; found \"1.0\", expected three numbers");
    row("sdk", "/sdk", "2", "member \"sdk\" is wrong; found 2, expected 1");
    row("sdk text", "/sdk", "\"1\"", "member \"sdk\" is wrong; found \"1\", expected an integer");
    row("no authors", "/authors", "[]",
        "member \"authors\" is wrong; found an empty list, expected a list of at least one");
    row("author number", "/authors/0", "3", "member \"authors[0]\" is wrong; found 3, expected a text");
    row("control character", "/name", "\"a\\u001bb\"", "member \"name\" is wrong");
    row("link", "/references/0/url", "\"file:///etc/passwd\"", "member \"references[0].url\" is wrong");
    row("provides nothing", "/provides", "[]", "member \"provides\" is wrong");
    row("kind", "/provides/0/kind", "\"press\"",
        "member \"provides[0].kind\" is wrong; found \"press\", expected one of policy, scorer, budget");
    row("parameter typo", "/provides/0/parameters/0/minimun", "1", "found an unknown member, expected \"minimum\"");
    row("type", "/provides/0/parameters/0/type", "\"int\"",
        "member \"provides[0].parameters[0].type\" is wrong; found \"int\"");
    row("default below range", "/provides/0/parameters/0/default", "0",
        "parameters[0].default\" is wrong; found 0, expected integer, at least 1");
    row("default of other type", "/provides/0/parameters/6/default", "1",
        "parameters[6].default\" is wrong; found 1, expected true or false");
    row("default not odd", "/provides/0/parameters/2/default", "4", "expected odd integer, at least 1");
    row("range turned round", "/provides/0/parameters/1/maximum", "-1", "parameters[1].maximum\" is wrong; found -1");
    row("step", "/provides/0/parameters/1/step", "0", "parameters[1].step\" is wrong; found 0, expected more than 0");
    row("choices missing", "/provides/0/parameters/4/choices", "[]", "parameters[4].choices\" is wrong");
    row("choice twice", "/provides/0/parameters/4/choices", "[\"avg\",\"avg\"]",
        "parameters[4].choices\" is wrong; found \"avg\"");
    row("range of a flag", "/provides/0/parameters/6/minimum", "0",
        "parameters[6].minimum\" is wrong; found 0, expected no such member");
    row("name twice", "/provides/0/parameters/1/name", "\"capacity\"",
        "parameters[1].name\" is wrong; found \"capacity\", expected a name not used before");
    row("condition", "/provides/0/parameters/1/enabled-if", "\"size=0\"",
        "parameters[1].enabled-if\" is wrong; found \"size=0\"");
    row("condition out of range", "/provides/0/parameters/1/enabled-if", "\"capacity=0\"", "enabled-if\" is wrong");
    row("half a condition", "/provides/0/parameters/1/enabled-if", "\"capacity=2 & \"", "enabled-if\" is wrong");
    row("alternative unknown", "/provides/0/parameters/1/enabled-if", "\"capacity=2|size!=1\"",
        "enabled-if\" is wrong");
    row("limit of what is unknown", "/provides/0/parameters/5/limits/0/at-most", "\"size\"",
        "parameters[5].limits[0].at-most\" is wrong; found \"size\", expected prompt, layers or another");
    row("limit by itself", "/provides/0/parameters/5/limits/0/at-most", "\"rate\"", "limits[0].at-most\" is wrong");
    row("limit by a word", "/provides/0/parameters/5/limits/0/at-most", "\"pool\"", "limits[0].at-most\" is wrong");
    row("limit by what may be auto", "/provides/0/parameters/0/auto", "true",
        "limits[0].at-most\" is wrong; found \"capacity - 1\"");
    row("limit of both sides", "/provides/0/parameters/5/limits/0/at-least", "\"prompt\"",
        "limits[0].at-least\" is wrong");
    row("limit without a bound", "/provides/0/parameters/5/limits/0", "{}", "limits[0].at-least\" is wrong");
    row("limit under a wrong condition", "/provides/0/parameters/5/limits/0/if", "\"size=1\"",
        "limits[0].if\" is wrong");
    row("limit of a word", "/provides/0/parameters/4/limits", "[{\"at-most\": \"prompt\"}]",
        "parameters[4].limits[0]\" is wrong; found a limit, expected no such member");
    row("trait of another kind", "/provides/0/per-head", "true",
        "member \"provides[0].per-head\" is wrong; found true, expected no such member for a policy");
    row("streaming under a wrong condition", "/provides/0/streaming-prefill", "\"size=1\"",
        "streaming-prefill\" is wrong; found \"size=1\", expected true, false, or");
    row("growth under a wrong condition", "/provides/0/grows-after-prompt", "\"pool=min\"",
        "grows-after-prompt\" is wrong; found \"pool=min\", expected true, false, or");
    row("budgets of no kind", "/provides/0/prompt-budgets", "3", "prompt-budgets\" is wrong");
    row("native of a scorer", "/provides/0/kind", "\"scorer\"",
        "member \"provides[0].native\" is wrong; found an object");
    row("native of nothing", "/provides/0/native", "{}",
        "provides[0].native\" is wrong; found an object, expected positions");
    row("native positions", "/provides/0/native/positions", "\"rank\"",
        "native.positions\" is wrong; found \"rank\", expected one of original, cache-rank");
    row("native prefill", "/provides/0/native/prefill", "\"streaming:0\"",
        "native.prefill\" is wrong; found \"streaming:0\", expected layer-major, streaming, or streaming:CHUNK");
    row("run without a prompt", "/comparisons/0/run/prompt-tokens", "0",
        "comparisons[0].run.prompt-tokens\" is wrong; found 0, expected at least 1");
    row("run in no mode", "/comparisons/0/run/mode", "\"score\"", "comparisons[0].run.mode\" is wrong");
    row("run with another member", "/comparisons/0/run/seed", "1", "found an unknown member");
    row("share of a number", "/provides/0/parameters/1/share", "true",
        "parameters[1].share\" is wrong; found true, expected no such member");
    row("default share", "/provides/0/parameters/7/default", "\"25%\"",
        "parameters[7].default\" is wrong; found \"25%\", expected an integer");
    row("multiple of a word", "/provides/0/parameters/7/share-multiple-of", "\"pool\"",
        "parameters[7].share-multiple-of\" is wrong; found \"pool\"");
    row("default list out of range", "/provides/0/parameters/8/default", "[4, 10]",
        "parameters[8].default\" is wrong; found a list, expected list such as 4/2/1 of at most 3, each an integer");
    row("step of a list", "/provides/0/parameters/8/step", "2", "parameters[8].step\" is wrong; found 2");
    row("items of none", "/provides/0/parameters/8/maximum-items", "0", "maximum-items\" is wrong; found 0");
    row("key", "/references/0/key", "\"rich 2024\"", "references[0].key\" is wrong; found \"rich 2024\"");
    row("year", "/references/0/year", "24", "references[0].year\" is wrong; found 24, expected a year");
    row("eprint", "/references/0/eprint", "\"{x}\"", "references[0].eprint\" is wrong");
    row("preset of a policy and parameters", "/provides/0/presets/0/policy", "\"rich+uniform\"",
        "presets[0].parameters\" is wrong; found parameters beside a policy");
    row("preset of unknown", "/provides/0/presets/0/parameters/size", "1",
        "presets[0].parameters.size\" is wrong; found an unknown parameter");
    row("preset out of range", "/provides/0/presets/0/parameters/pool", "\"min\"",
        "found \"min\", expected one of avg, max");
}

void ManifestTest::refusesWrongMember() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    auto json = rich();
    json[nlohmann::ordered_json::json_pointer(pointer.toStdString())] =
        nlohmann::ordered_json::parse(value.toStdString());
    const auto manifest = read(json.dump());
    QVERIFY(!manifest);
    const QString said = QString::fromStdString(manifest.error().sentence());
    QVERIFY2(said.contains(sentence), qPrintable(said));
    QVERIFY2(said.contains("manifest.json"), qPrintable(said));
}

void ManifestTest::refusesWhatIsNoJson_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("empty") << QByteArray() << "this is not valid JSON (line 1)";
    QTest::newRow("cut") << QByteArray("{\n\"format\": \"kvw-pl") << "this is not valid JSON (line 2)";
    QTest::newRow("not UTF-8") << QByteArray("{\"id\": \"\xff\xfe\"}") << "this is not valid JSON";
    QTest::newRow("member twice") << QByteArray("{\"id\": \"a\", \"id\": \"b\"}") << "member \"id\" is given twice";
    QTest::newRow("deep") << QByteArray("{\"id\": ") + QByteArray(20000, '[') + QByteArray(20000, ']') + "}"
                          << "nested deeper than 16 levels";
    QTest::newRow("list") << QByteArray("[1, 2]") << "found a list, expected an object";
}

void ManifestTest::refusesWhatIsNoJson() {
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    const auto manifest = read(text.toStdString());
    QVERIFY(!manifest);
    const QString said = QString::fromStdString(manifest.error().sentence());
    QVERIFY2(said.contains(sentence), qPrintable(said));
}

void ManifestTest::refusesTooLargeFile() {
    const auto manifest = read(fmt::format("\"{}\"", std::string(1000001, 'a')));
    QVERIFY(!manifest);
    QVERIFY(manifest.error().sentence().find("found 1000003 bytes, expected at most 1000000 bytes") !=
            std::string::npos);
}

void ManifestTest::refusesFolderInPlaceOfFile() {
    test::PluginFolder folder;
    std::filesystem::create_directories(folder.root() / "manifest.json");
    const auto manifest = Manifest::read(folder.root() / "manifest.json");
    QVERIFY(!manifest);
    QVERIFY(manifest.error().sentence().find("not a regular file") != std::string::npos);
}

void ManifestTest::parsesValue_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result");
    QTest::newRow("integer") << "capacity"
                             << "64"
                             << "64";
    QTest::newRow("integer below") << "capacity"
                                   << "0"
                                   << "found 0, expected integer, at least 1";
    QTest::newRow("integer fraction") << "capacity"
                                      << "1.5"
                                      << "found \"1.5\", expected integer, at least 1";
    QTest::newRow("integer overflow") << "capacity"
                                      << "99999999999999999999"
                                      << "expected integer, at least 1";
    QTest::newRow("integer rest") << "capacity"
                                  << "64k"
                                  << "found \"64k\"";
    QTest::newRow("number") << "removed"
                            << "0.25"
                            << "0.25";
    QTest::newRow("number exponent") << "removed"
                                     << "5e-1"
                                     << "0.5";
    QTest::newRow("number excluded end") << "removed"
                                         << "1"
                                         << "found 1, expected number from 0 to 1 (excluded)";
    QTest::newRow("number comma") << "removed"
                                  << "0,5"
                                  << "found \"0,5\"";
    QTest::newRow("number nan") << "removed"
                                << "nan"
                                << "found nan, expected number from 0 to 1";
    QTest::newRow("auto") << "gamma"
                          << "auto"
                          << "auto";
    QTest::newRow("auto refused") << "removed"
                                  << "auto"
                                  << "found \"auto\"";
    QTest::newRow("even") << "kernel"
                          << "4"
                          << "found 4, expected odd integer, at least 1";
    QTest::newRow("choice") << "pool"
                            << "avg"
                            << "avg";
    QTest::newRow("choice unknown") << "pool"
                                    << "mean"
                                    << "found \"mean\", expected one of avg, max";
    QTest::newRow("listed integer") << "rate"
                                    << "3"
                                    << "3";
    QTest::newRow("unlisted integer") << "rate"
                                      << "5"
                                      << "found 5, expected one of 2, 3, 4";
    QTest::newRow("flag") << "eager"
                          << "true"
                          << "true";
    QTest::newRow("flag number") << "eager"
                                 << "1"
                                 << "found \"1\", expected true or false";
    const auto taken = [](const char* name, const char* parameter, const char* text, const char* result) {
        QTest::newRow(name) << parameter << text << result;
    };
    taken("share", "held", "25%", "25%");
    taken("share of a fraction", "held", "12.50%", "12.5%");
    taken("tokens where a share may be", "held", "64", "64");
    taken("share above all", "held", "101%", "expected integer, at least 1, or a share of the prompt such as 25%");
    taken("share of nothing", "held", "0%", "found \"0%\"");
    taken("share where none may be", "capacity", "25%", "found \"25%\"");
    taken("list", "sizes", "4/2/1", "4/2/1");
    taken("list of one", "sizes", "4", "4");
    taken("automatic list", "sizes", "auto", "auto");
    taken("too long a list", "sizes", "1/1/1/1",
          "found a list of 4, expected list such as 4/2/1 of at most 3, each an "
          "integer from 1 to 9, or auto");
    taken("list with another number", "sizes", "4/0", "found 0");
    taken("list with a hole", "sizes", "4//1", "found \"4//1\"");
    QTest::newRow("empty") << "capacity"
                           << ""
                           << "found \"\"";
}

void ManifestTest::parsesValue() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, result);
    const auto manifest = read(rich().dump());
    QVERIFY(manifest.has_value());
    const auto value = spec(*manifest, qPrintable(name)).parse(text.toStdString(), "policy \"rich\"");
    const QString said = QString::fromStdString(value ? toText(*value) : value.error().sentence());
    if (value) {
        QCOMPARE(said, result);
    } else {
        QVERIFY2(said.contains(result) && said.contains("\"" + name + "\""), qPrintable(said));
    }
}

void ManifestTest::readsWholeFloatAsInteger() {
    const auto manifest = read(rich().dump());
    QVERIFY(manifest.has_value());
    const auto& capacity = spec(*manifest, "capacity");
    QVERIFY(capacity.fromJson(64.0, {}).value() == sdk::Value(std::int64_t{64}));
    QVERIFY(!capacity.fromJson(64.5, {}));
    QVERIFY(!capacity.fromJson(18446744073709551615U, {}));
    QVERIFY(!capacity.fromJson(nullptr, {}));
    const std::vector<std::int64_t> list{4, 2};
    QVERIFY(spec(*manifest, "sizes").fromJson(list, {}).value() == sdk::Value(list));
    QVERIFY(!spec(*manifest, "sizes").fromJson(std::vector<double>{4, 2.5}, {}));
    // An unsigned number that int64 would take for -7.
    ParameterSpec any = spec(*manifest, "sizes");
    any.minimum.reset();
    any.maximum.reset();
    QVERIFY(any.fromJson(std::vector<std::int64_t>{4, -7}, {}));
    const auto beyond = any.fromJson(std::vector<std::uint64_t>{4, 18446744073709551609U}, {});
    QVERIFY(!beyond);
    QCOMPARE(beyond.error().found.english(), std::string("a list"));
    QVERIFY(spec(*manifest, "held").fromJson("50%", {}).value() == sdk::Value(std::string("50%")));
}

void ManifestTest::valueTextIsReadBack() {
    QCOMPARE(toText(sdk::Value(0.1)), std::string("0.1"));
    QCOMPARE(toText(sdk::Value(20.0)), std::string("20"));
    QCOMPARE(toText(sdk::Value(std::int64_t{9007199254740992})), std::string("9007199254740992"));
    QCOMPARE(toJson(sdk::Value(true)).dump(), std::string("true"));
    QCOMPARE(toText(sdk::Value(std::vector<std::int64_t>{512, 256})), std::string("512/256"));
    QCOMPARE(toJson(sdk::Value(std::vector<std::int64_t>{512, 256})).dump(), std::string("[512,256]"));
}

QTEST_GUILESS_MAIN(ManifestTest)
#include "manifest_test.moc"
