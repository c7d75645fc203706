// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_spec_json.h"

#include <QtTest>
#include <utility>

using namespace kvw;
using nlohmann::ordered_json;

namespace {

/// A specification in which no member has its default.
RunSpec changed() {
    RunSpec spec;
    spec.model = "/models/one";
    spec.textFile = "/texts/my story.txt";
    spec.prompt = "Who? \xC3\xA9";
    spec.specialTokens = false;
    spec.question = "When?";
    spec.ids = {3, 1, 2};
    spec.policies = {"full", "streaming:recent=8/recent=4@12"};
    spec.mode = Mode::Generate;
    spec.promptTokens = 10;
    spec.questionTokens = 4;
    spec.steps = 0;
    spec.device = "cuda";
    spec.dtype = "bf16";
    spec.kvDtype = "f16";
    spec.positions = Positions::CacheRank;
    spec.rankKeys = RankKeys::Rotated;
    spec.streamingPrefill = true;
    spec.chunk = 64;
    spec.seed = -7;
    spec.sampling = {0.1, 40, 0.95};
    spec.capture = Capture::Maps;
    spec.pooling = {.side = 256, .layers = {0, 3}, .heads = true, .pool = MapPool::Mean};
    spec.rowsLimit = 512;
    spec.threads = 3;
    spec.observationBytes = 1 << 20;
    spec.stopAtEnd = false;
    spec.parentBundle = "abc";
    return spec;
}

}  // namespace

class RunSpecJsonTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void everyMemberIsReadAsItWasWritten() {
        const RunSpec spec = changed();
        const ordered_json json = toJson(spec);
        QCOMPARE(json.size(), std::size_t{29});
        const auto back = runSpecOf(ordered_json::parse(json.dump()), "x");
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QVERIFY(*back == spec);
        // One member alone, beside the defaults.
        for (const auto& [name, value] : json.items()) {
            ordered_json alone;
            alone[name] = value;
            const auto read = runSpecOf(alone, "x");
            QVERIFY2(read.has_value(), name.c_str());
            QCOMPARE(toJson(*read), alone);
            QVERIFY(*read != RunSpec());
        }
    }

    /// A prompt is recorded as the tokenizer reads it: one U+FFFD for an ill-formed part, not for each of its bytes.
    void illFormedPartsAreReplacedAsATokenizerDoes() {
        RunSpec spec;
        spec.prompt = "a\xE2\x82 b\xFF";
        QCOMPARE(toJson(spec).at("prompt").get<std::string>(), std::string("a\xEF\xBF\xBD b\xEF\xBF\xBD"));
    }

    void defaultsAreNotWritten() {
        QCOMPARE(toJson(RunSpec()), ordered_json::object());
        QVERIFY(*runSpecOf(ordered_json::object(), "x") == RunSpec());
        RunSpec spec;
        spec.ids.emplace();
        spec.prompt.emplace();
        QCOMPARE(toJson(spec).dump(), std::string(R"({"prompt":"","ids":[]})"));
        QVERIFY(*runSpecOf(toJson(spec), "x") == spec);
    }

    void bytesThatAreNoTextAreReplaced() {
        RunSpec spec;
        spec.prompt = "a\xFF";
        QCOMPARE(toJson(spec).dump(), std::string("{\"prompt\":\"a\xEF\xBF\xBD\"}"));
    }

    void whatIsNotValidIsNamed() {
        for (const auto& [text, wanted] :
             {std::pair{"[]", "an object"}, std::pair{R"({"mode": "fast"})", "\"mode\" is wrong"},
              std::pair{R"({"steps": 1.5})", "\"steps\" is wrong"},
              std::pair{R"({"policies": "full"})", "\"policies\" is wrong"},
              std::pair{R"({"ids": ["a"]})", "\"ids[0]\" is wrong"}, std::pair{R"({"text": 3})", "\"text\" is wrong"},
              std::pair{R"({"speed": 3})", "\"speed\" is wrong"}}) {
            const auto read = runSpecOf(ordered_json::parse(text), "here");
            QVERIFY2(!read, text);
            const std::string sentence = read.error().sentence();
            QVERIFY2(sentence.find("here") == 0 && sentence.find(wanted) != std::string::npos, sentence.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(RunSpecJsonTest)
#include "run_spec_json_test.moc"
