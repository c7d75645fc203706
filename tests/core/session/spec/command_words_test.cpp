// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/command_words.h"

#include <QtTest>

#include "core/model/text/document.h"
#include "core/session/spec/command_line.h"

using namespace kvw;

namespace {

RunSpec typed() {
    RunSpec spec;
    spec.model = "/models/tiny/";
    spec.prompt = "It's; 'a --steps 3'\n\\ \"z\"";
    spec.specialTokens = false;
    spec.question = "When, and 'where'?";
    spec.policies = {"full", "h2o:note=a b;", "streaming:recent=8/recent=4@12"};
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
    spec.rowsLimit = 512;
    return spec;
}

}  // namespace

class CommandWordsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aPrintedCommandIsReadAsWhatWasRecorded() {
        std::vector<RunSpec> specs{RunSpec(), typed()};
        RunSpec pooled = typed();
        pooled.pooling = {.side = 512, .layers = {1, 2}};
        specs.push_back(pooled);
        RunSpec ids = typed();
        ids.ids = {1, 2, 3};
        specs.push_back(ids);
        for (const char* file : {"/texts/my story.txt", "/texts/-x", "own.txt"}) {
            RunSpec text;
            text.textFile = file;
            // Neither has an effect.
            text.chunk = 7;
            text.sampling.topK = 3;
            text.threads = 4;
            text.parentBundle = "abc";
            text.pooling.side = 128;
            specs.push_back(text);
        }
        const std::filesystem::path shipped = shippedTexts().value().front();
        for (const std::filesystem::path& file :
             {shipped, std::filesystem::path("/texts") / shipped.filename(), "/texts" / shipped.stem()}) {
            RunSpec text;
            text.textFile = file;
            specs.push_back(text);
        }
        std::vector<RunSpec> recorded;
        for (const RunSpec& spec : specs) {
            const RunSpec one = recordedSpec(spec);
            const std::string command = commandLine(spec);
            QVERIFY2(specsOfOldCommand(command) == std::vector{one}, command.c_str());
            QCOMPARE(commandLine(one), command);
            QVERIFY(recordedSpec(one) == one);
            recorded.push_back(one);
        }
        QVERIFY(specsOfOldCommand(commandLine(recorded)) == recorded);
        // A shipped text and a file of its name stay apart.
        QCOMPARE(recorded.end()[-3].textFile.string(), shipped.stem().string());
        QCOMPARE(recorded.end()[-2].textFile.string(), "./" + shipped.filename().string());
        QCOMPARE(recorded.end()[-1].textFile.string(), "./" + shipped.stem().string());
    }

    void anotherCommandIsNone() {
        for (const char* command :
             {"", "kvw", "kvw library", "kvw sweep --policy h2o", "kvw run --policy", "kvw run --chat --policy h2o",
              "kvw run --steps many", "kvw run --steps 1.5", "kvw run --mode fast", "kvw run --prefill fast",
              "kvw run --ids mine.txt", "kvw run --temperature x", "kvw run; kvw sweep", "kvw run --policy a;kvw run",
              "kvw run --policy h2o; echo x", "kvw run --policy $(x)", "kvw run --policy 'open"}) {
            QVERIFY2(specsOfOldCommand(command).empty(), command);
        }
    }
};

QTEST_GUILESS_MAIN(CommandWordsTest)
#include "command_words_test.moc"
