// SPDX-License-Identifier: Apache-2.0
/// An exception of the engine's own work ends a lane or the run, never the program; what was recorded until then stays.
#include <QtTest>

#include "tests/support/driven_lane.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 40, kTokens = 60;
constexpr std::int64_t kLayers = 6;  // of the embedded model

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class ContainedTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void endsTheRun_data();
    void endsTheRun();
    void prefillToo();
    void laneWithoutMemoryEndsAlone();
    void noMemoryForTheStepOfAllLanes();
    void stateOfAFailedRunCanBeKept();

 private:
    EngineParts m_engine{2};
    std::vector<std::int32_t> m_ids = embeddedIds("story", kTokens);
};

void ContainedTest::endsTheRun_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, Fault fault, Code code, const char* part) {
        QTest::addRow("%s", name) << static_cast<int>(fault) << static_cast<int>(code) << part;
    };
    row("std::bad_alloc", Fault::NoMemory, Code::OutOfMemory, "there is not enough memory");
    row("torch's allocator", Fault::NoTorchMemory, Code::OutOfMemory, "there is not enough memory");
    row("torch", Fault::Torch, Code::Internal, "shapes do not fit");
    row("standard library", Fault::Standard, Code::Internal, "no such index");
    row("no std::exception", Fault::Foreign, Code::Internal, "without a text");
}

void ContainedTest::endsTheRun() {
    QFETCH(int, fault);
    QFETCH(int, code);
    QFETCH(QString, part);
    // The third layer of the sixth token after the prompt.
    const auto run =
        m_engine.faultyRun(embeddedModel(), {"full"}, m_ids, kPrompt, static_cast<Fault>(fault), 6 * kLayers + 3);
    QVERIFY(run->prefill({}));
    Result<void> done;
    while (done && !run->finished()) {
        done = run->step();
    }
    QVERIFY(!done);
    QCOMPARE(static_cast<int>(done.error().code), code);
    const std::string sentence = done.error().sentence();
    QVERIFY2(contains(sentence, part.toUtf8().constData()), sentence.c_str());
    QVERIFY2(contains(sentence, "step 45"), sentence.c_str());
    QVERIFY2(!contains(sentence, "\n"), sentence.c_str());
    run->close(RunState::Failed, sentence);
    QCOMPARE(run->recording()->trace(0).steps(), kPrompt + 5);
    QCOMPARE(run->recording()->state(), RunState::Failed);
}

void ContainedTest::prefillToo() {
    const auto run = m_engine.faultyRun(embeddedModel(), {"full"}, m_ids, kPrompt, Fault::NoMemory, 2);
    const auto done = run->prefill({});
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::OutOfMemory);
    run->close(RunState::Failed, done.error().sentence());
    QCOMPARE(run->recording()->trace(0).steps(), std::int64_t{0});
}

void ContainedTest::laneWithoutMemoryEndsAlone() {
    // The second lane's chunk: its passes are its own.
    const std::vector<std::string> policies{"full", "streaming:sinks=4,recent=20"};
    const auto run =
        m_engine.faultyRun(embeddedModel(), policies, m_ids, kPrompt, Fault::NoMemory, kLayers + 2, kPrompt);
    QVERIFY(run->prefill({}));
    while (!run->finished()) {
        QVERIFY(run->step());
    }
    run->close(RunState::Finished, {});
    QCOMPARE(run->recording()->trace(0).steps(), kTokens);
    QCOMPARE(run->recording()->trace(1).steps(), std::int64_t{0});
    const auto problems = run->recording()->problems();
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].lane, 1);
    QCOMPARE(problems[0].step, static_cast<int>(kPrompt - 1));
    QVERIFY(contains(problems[0].sentence(), "streaming, step 39: there is not enough memory"));
}

void ContainedTest::noMemoryForTheStepOfAllLanes() {
    const std::vector<std::string> policies{"full", "streaming:sinks=4,recent=20"};
    const std::int64_t call = kLayers + 4 * kLayers + 2;
    const auto run = m_engine.faultyRun(embeddedModel(), policies, m_ids, kPrompt, Fault::NoMemory, call);
    QVERIFY(run->prefill({}));
    for (int i = 0; i < 4; ++i) {
        QVERIFY(run->step());
    }
    const auto done = run->step();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::OutOfMemory);
    QVERIFY(contains(done.error().sentence(), "2 lanes, step 44: there is not enough memory"));
    QVERIFY(run->finished());
    run->close(RunState::Failed, done.error().sentence());
    for (const std::int32_t lane : {0, 1}) {
        QCOMPARE(run->recording()->trace(lane).steps(), kPrompt + 4);
    }
    QCOMPARE(run->recording()->problems().size(), std::size_t{2});
}

void ContainedTest::stateOfAFailedRunCanBeKept() {
    // After a failed step its state can still be kept, and the run closed: nothing of it is half made.
    const auto run = m_engine.faultyRun(embeddedModel(), {"full"}, m_ids, kPrompt, Fault::Torch, kLayers);
    QVERIFY(run->prefill({}));
    QVERIFY(!run->step());
    const auto state = run->snapshot();
    QVERIFY(state);
    QCOMPARE((*state)->position(), kPrompt);
    QCOMPARE(run->recording()->trace(0).steps(), kPrompt);
    run->close(RunState::Failed, {});
}

QTEST_GUILESS_MAIN(ContainedTest)
#include "contained_test.moc"
