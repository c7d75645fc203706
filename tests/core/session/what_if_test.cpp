// SPDX-License-Identifier: Apache-2.0
/// A selection that is repeated from the observations of a prompt is what a run with that policy keeps of it.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/session/what_if.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 200, kBytes = 64LL << 20U;
constexpr std::int64_t kSums = 6 * 6 * 8;  // per token: layers, query heads, bytes

RunSpec spec(const std::string& policy) {
    RunSpec s;
    s.ids = embeddedIds("needle", 204);
    s.policies = {policy};
    s.promptTokens = kPrompt;
    s.capture = Capture::None;
    s.threads = 2;
    return s;
}

const std::vector<std::string> kOnce{"snapkv:capacity=48",
                                     "snapkv:capacity=90,window=8,kernel=5",
                                     "snapkv:removed=0.7,window=100,granularity=query-head",
                                     "pyramidkv:capacity=64",
                                     "pyramidkv:capacity=96,window=16,beta=10",
                                     "adakv:capacity=48",
                                     "adakv:capacity=80,window=16,floor=0.5",
                                     "cake:capacity=64",
                                     "cake:capacity=96,window=8,tau1=1.6,tau2=0.6",
                                     "sage:top-k=32,recent=32",
                                     "sage:top-k=64,recent=16,sinks=8",
                                     "expected-attention:capacity=48",
                                     "expected-attention:capacity=96,sinks=12,future=64",
                                     "knorm:capacity=48",
                                     "knorm:capacity=96,skip-layers=2",
                                     "keydiff:capacity=48",
                                     "keydiff:capacity=150,recent=8",
                                     "adap-kv:variant=code",
                                     "snapkv+cake-preference:capacity=64",
                                     "knorm+pyramid:capacity=64",
                                     "h2o-mass+uniform:capacity=64",
                                     "h2o-mass+pyramid:capacity=48",
                                     "snapkv+adakv-headwise:capacity=64",
                                     "snapkv+adap-gini:capacity=64",
                                     "snapkv:capacity=64@kivi:bits=4,group=8,residual=16",
                                     "snapkv:capacity=1000"};

/// Returns how the selection differs from what a run of that policy alone holds behind its prompt, and from its
/// budgets.
QString difference(const PromptSelection& selected, const Recording& recording) {
    const auto held = heldBehindPrompt(recording, 0);
    if (!held || selected.layers != held->layers || selected.units != held->units) {
        return "shape";
    }
    const Trace& run = recording.trace(0);
    for (std::int32_t layer = 0; layer < held->layers; ++layer) {
        for (std::int32_t unit = 0; unit < held->units; ++unit) {
            const auto index = static_cast<std::size_t>(layer * held->units + unit);
            if (selected.kept[index] != held->kept[index]) {
                return QStringLiteral("layer %1, unit %2: other tokens").arg(layer).arg(unit);
            }
            const float told = run.layer(kPrompt - 1, layer, unit).budget, budget = selected.budgets[index];
            if (told != budget && !(std::isnan(told) && std::isnan(budget))) {
                return QStringLiteral("layer %1, unit %2: %3 of %4")
                    .arg(layer)
                    .arg(unit)
                    .arg(static_cast<double>(budget))
                    .arg(static_cast<double>(told));
            }
        }
    }
    return {};
}

/// "name=value" of every parameter of a policy or of the parts of a composition, with values next to the default.
std::vector<std::string> otherValues(const Catalog& catalog, const std::string& id) {
    std::vector<std::string> values;
    const auto of = [&](PluginKind kind, const std::string& part) {
        const auto found = catalog.find(kind, part);
        for (const ParameterSpec& spec : found ? found->provided->parameters : std::vector<ParameterSpec>{}) {
            const auto add = [&](const sdk::Value& value) { values.push_back(spec.name + "=" + toText(value)); };
            if (const bool* flag = std::get_if<bool>(&spec.defaultValue)) {
                add(!*flag);
            } else if (const auto* whole = std::get_if<std::int64_t>(&spec.defaultValue)) {
                add(*whole + (spec.odd ? 2 : 1));
            } else if (const double* number = std::get_if<double>(&spec.defaultValue)) {
                add(*number + spec.step);
            }
            for (const std::string& choice : spec.choices) {
                add(choice);
            }
        }
    };
    const std::size_t plus = id.find('+');
    if (plus == std::string::npos) {
        of(PluginKind::Policy, id);
    } else {
        of(PluginKind::Scorer, id.substr(0, plus));
        of(PluginKind::Budget, id.substr(plus + 1));
        values.insert(values.end(), {"sinks=9", "recent=20"});
    }
    return values;
}

}  // namespace

class WhatIfTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void isWhatARunKeeps_data();
    void isWhatARunKeeps();
    void cutValuesAreNamedAsInARun();
    void runGoesOnUntouched();
    void measuresAreThoseOfTheParameters();
    void sumsComeWithThePrompt();
    void aCancelledSelectionSaysSo();
    void refused_data();
    void refused();
    void notKept_data();
    void notKept();
    void overlap();
    void theQuestionInside();

 private:
    EngineRuns m_runs;
};

void WhatIfTest::isWhatARunKeeps_data() {
    QTest::addColumn<int>("positions");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QString>("products");
    QTest::addRow("original") << 0 << "f32"
                              << "f32";
    QTest::addRow("original, products in bf16") << 0 << "f32"
                                                << "bf16";
    QTest::addRow("cache-rank, turned on read") << 1 << "bf16"
                                                << "f32";
    QTest::addRow("cache-rank, stored turned") << 2 << "f32"
                                               << "f32";
}

void WhatIfTest::isWhatARunKeeps() {
    QFETCH(int, positions);
    QFETCH(QString, dtype);
    QFETCH(QString, products);
    const auto with = [&](const std::string& policy) {
        RunSpec s = spec(policy);
        s.positions = positions == 0 ? Positions::Original : Positions::CacheRank;
        s.rankKeys = positions == 2 ? RankKeys::Rotated : RankKeys::Raw;
        s.kvDtype = dtype.toStdString();
        s.dtype = products.toStdString();
        return s;
    };
    RunSpec observed = with("full");
    observed.observationBytes = kBytes;
    const auto run = m_runs.prefilled(observed);
    const auto prompt = run->observedPrompt();
    QVERIFY2(prompt, prompt ? "" : prompt.error().sentence().c_str());
    QCOMPARE((*prompt)->bytes(), kPrompt * ((6 * (6 + 2 * 2) * 32 + 192) * 4 + kSums));
    for (const std::string& policy : kOnce) {
        if (positions == 2 && policy.find('@') != std::string::npos) {
            continue;  // codes are not turned
        }
        const auto selected = (*prompt)->select(policy);
        QVERIFY2(selected, selected ? "" : selected.error().sentence().c_str());
        QCOMPARE(selected->promptTokens, kPrompt);
        const auto alone = m_runs.prefilled(with(policy));
        const QString found = difference(*selected, *alone->recording());
        QVERIFY2(found.isEmpty(), (policy + ": " + found.toStdString()).c_str());
        QCOMPARE(alone->recording()->description().lanes[0].policyText, selected->policy);
        // A question uses the measures that questions before it have left.
        const auto again = (*prompt)->select(policy);
        QVERIFY2(again && again->kept == selected->kept, policy.c_str());
    }
}

void WhatIfTest::cutValuesAreNamedAsInARun() {
    RunSpec observed = spec("full");
    observed.observationBytes = kBytes;
    const auto prompt = m_runs.prefilled(observed)->observedPrompt();
    QVERIFY(prompt.has_value());
    for (const char* policy : {"adap-kv:variant=code,gini-window=500", "snapkv:capacity=16,window=20",
                               "snapkv+uniform:capacity=32,window=500", "snapkv"}) {
        const auto selected = (*prompt)->select(policy);
        QVERIFY2(selected.has_value(), selected ? "" : selected.error().sentence().c_str());
        std::vector<std::string> said;
        for (const auto& problem : m_runs.prefilled(spec(policy))->recording()->problems()) {
            said.push_back(problem.sentence());
        }
        QCOMPARE(englishOf(selected->warnings), said);
        const auto cut = std::count_if(said.begin(), said.end(),
                                       [](const std::string& s) { return s.find(" in effect") != std::string::npos; });
        QCOMPARE(cut, policy == std::string("snapkv") ? 0 : 1);
    }
}

void WhatIfTest::runGoesOnUntouched() {
    RunSpec observed = spec("snapkv:capacity=48");
    observed.observationBytes = kBytes;
    const auto run = m_runs.prefilled(observed);
    const auto prompt = run->observedPrompt();
    QVERIFY(prompt);
    const auto first = (*prompt)->select("cake:capacity=64");
    QVERIFY(run->step());
    const auto again = (*prompt)->select("cake:capacity=64");
    QVERIFY(first && again);
    QCOMPARE(again->kept, first->kept);
    EngineRuns::finish(*run);
    const auto plain = m_runs.finish(spec("snapkv:capacity=48"));
    QCOMPARE(firstDifference(run->recording()->trace(0), plain->trace(0)), std::string());
}

/// The measures of a question are not used for one that differs in any parameter.
void WhatIfTest::measuresAreThoseOfTheParameters() {
    RunSpec observed = spec("full");
    observed.observationBytes = kBytes;
    const auto run = m_runs.prefilled(observed);
    const auto prompt = run->observedPrompt();
    QVERIFY(prompt.has_value());
    std::size_t changed = 0;
    for (const std::string base :
         {"snapkv:capacity=48", "pyramidkv:capacity=64", "adakv:capacity=48", "cake:capacity=64",
          "expected-attention:capacity=48", "adap-kv:variant=code", "sage", "knorm:capacity=48", "keydiff:capacity=48",
          "snapkv+adap-gini:capacity=64", "cake-indicator+cake-preference:capacity=64", "expected-attention+uniform"}) {
        QVERIFY((*prompt)->select(base));
        const std::string id = base.substr(0, base.find(':'));
        const std::string more = base == id ? ":" : ",";
        for (const std::string& value : otherValues(m_runs.catalog(), id)) {
            const std::string policy = base + more + value;
            const auto asked = (*prompt)->select(policy);
            const auto fresh = run->observedPrompt();
            const auto first = (*fresh)->select(policy);
            QCOMPARE(asked.has_value(), first.has_value());  // some cannot be selected at all
            if (asked) {
                QVERIFY2(asked->kept == first->kept, policy.c_str());
                ++changed;
            }
        }
    }
    QVERIFY2(changed > 60, std::to_string(changed).c_str());
}

void WhatIfTest::sumsComeWithThePrompt() {
    const auto observed = [](const std::string& policy) {
        RunSpec s = spec(policy);
        s.observationBytes = kBytes;
        return s;
    };
    const auto without = m_runs.prefilled(observed("knorm:capacity=48"))->observedPrompt();
    const auto with = m_runs.prefilled(observed("h2o-mass+uniform:capacity=48"))->observedPrompt();
    QVERIFY(without && with);
    QCOMPARE((*with)->bytes(), (*without)->bytes());
    for (const std::string policy : {"h2o-mass+uniform:capacity=64", "h2o-mass+pyramid:capacity=48"}) {
        const auto asked = (*with)->select(policy), notAsked = (*without)->select(policy);
        QVERIFY(asked && notAsked);
        QCOMPARE(asked->kept, notAsked->kept);
        const QString found = difference(*notAsked, *m_runs.prefilled(spec(policy))->recording());
        QVERIFY2(found.isEmpty(), (policy + ": " + found.toStdString()).c_str());
    }
}

void WhatIfTest::aCancelledSelectionSaysSo() {
    RunSpec observed = spec("full");
    observed.observationBytes = kBytes;
    const auto run = m_runs.prefilled(observed);
    const auto prompt = run->observedPrompt();
    QVERIFY(prompt && (*prompt)->select("snapkv:capacity=48"));
    (*prompt)->cancel();
    for (const std::string& policy : kOnce) {
        const auto selected = (*prompt)->select(policy);
        QVERIFY2(!selected, policy.c_str());
        QVERIFY2(selected.error().code == Code::Cancelled, selected.error().sentence().c_str());
    }
}

void WhatIfTest::refused_data() {
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("says");
    QTest::addRow("token by token") << "streaming:recent=32"
                                    << "does not select once";
    QTest::addRow("h2o") << "h2o"
                         << "does not select once";
    QTest::addRow("at every step") << "snapkv+uniform:capacity=64,schedule=every-step"
                                   << "does not select once";
    QTest::addRow("nothing evicted") << "full"
                                     << "evicts nothing";
    QTest::addRow("reads") << "quest"
                           << "evicts nothing";
    QTest::addRow("encodes afresh") << "window-recompute"
                                    << "does not select once";
    QTest::addRow("no policy") << "snapvk"
                               << "snapkv";
    QTest::addRow("no value") << "snapkv:window=-1"
                              << "window";
    QTest::addRow("fails") << "wrong-types"
                           << "wrong-types";
}

void WhatIfTest::refused() {
    QFETCH(QString, policy);
    QFETCH(QString, says);
    RunSpec observed = spec("full");
    observed.observationBytes = kBytes;
    const auto run = m_runs.prefilled(observed);
    const auto selected = (*run->observedPrompt())->select(policy.toStdString());
    QVERIFY(!selected);
    QVERIFY2(selected.error().sentence().find(says.toStdString()) != std::string::npos,
             selected.error().sentence().c_str());
}

void WhatIfTest::notKept_data() {
    QTest::addColumn<QString>("why");
    QTest::addColumn<QString>("says");
    QTest::addRow("not asked") << "plain"
                               << "were not kept";
    QTest::addRow("too large") << "bytes"
                               << "exceed";
    QTest::addRow("in chunks") << "chunks"
                               << "chunk";
}

void WhatIfTest::notKept() {
    QFETCH(QString, why);
    QFETCH(QString, says);
    RunSpec observed = spec("full");
    observed.observationBytes = why == "plain" ? 0 : why == "bytes" ? 100'000 : kBytes;
    observed.streamingPrefill = why == "chunks";
    const auto run = m_runs.prefilled(observed);
    const auto prompt = run->observedPrompt();
    QVERIFY(!prompt);
    QVERIFY2(prompt.error().sentence().find(says.toStdString()) != std::string::npos,
             prompt.error().sentence().c_str());
}

void WhatIfTest::overlap() {
    PromptSelection a, b;
    a.layers = b.layers = 2;
    a.units = 1;
    b.units = 2;
    a.kept = {{0, 1, 2}, {}};
    b.kept = {{0, 1, 2}, {2, 3}, {}, {4}};
    const std::vector<double> agree = overlapOf(a, b);
    QCOMPARE(agree.size(), std::size_t{2});
    QCOMPARE(agree[0], (1 + 0.25) / 2);
    QCOMPARE(agree[1], 0.5);
    QCOMPARE(b.heldOf(0), 2.5);
}

/// The run that reads both as one prompt keeps what a run over that prompt keeps, and is compared over the context.
void WhatIfTest::theQuestionInside() {
    RunSpec asking = spec("snapkv:capacity=48");
    asking.mode = Mode::Generate;
    asking.ids->resize(kPrompt);
    asking.promptTokens = kPrompt - 24;
    asking.steps = 1;
    const auto asked = m_runs.finish(asking);
    const RunSpec inside = questionInside(asked->description(), 0);
    const auto run = m_runs.prefilled(inside);
    QCOMPARE(run->recording()->description().promptTokens, kPrompt);
    QCOMPARE(run->recording()->description().questionTokens, std::int64_t{0});
    const auto prompt = run->observedPrompt();
    QVERIFY2(prompt, prompt ? "" : prompt.error().sentence().c_str());
    const auto selected = (*prompt)->select("snapkv:capacity=48");
    QVERIFY2(selected, selected ? "" : selected.error().sentence().c_str());
    const QString found = difference(*selected, *m_runs.prefilled(spec("snapkv:capacity=48"))->recording());
    QVERIFY2(found.isEmpty(), qPrintable(found));
    const PromptSelection context = keptOfFirst(*selected, kPrompt - 24);
    QCOMPARE(context.promptTokens, kPrompt - 24);
    for (std::size_t i = 0; i < context.kept.size(); ++i) {
        QVERIFY(context.kept[i].size() < selected->kept[i].size());
        QVERIFY(context.kept[i].empty() || context.kept[i].back() < kPrompt - 24);
    }
    const auto outside = heldBehindPrompt(*asked, 0);
    QVERIFY(outside.has_value());
    const std::vector<double> overlap = overlapOf(context, *outside);
    QVERIFY(std::all_of(overlap.begin(), overlap.end(), [](double layer) { return layer >= 0 && layer <= 1; }));
    QCOMPARE(overlapOf(*outside, keptOfFirst(*outside, kPrompt)), std::vector<double>(overlap.size(), 1.0));
}

QTEST_GUILESS_MAIN(WhatIfTest)
#include "what_if_test.moc"
