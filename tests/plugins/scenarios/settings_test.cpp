// SPDX-License-Identifier: Apache-2.0
/// Settings that contradict each other, the text or themselves, through the engine with the embedded model: each policy
/// and composition ends with a defined result or one sentence.
#include <QtTest>
#include <cmath>
#include <stdexcept>

#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

/// In any text these run: budgets, windows and counts of any size, also where they take each other's place.
constexpr const char* kDefined[] = {
    "full",
    "streaming:sinks=1000000000,recent=1",
    "streaming:sinks=0,recent=1",
    "streaming:sinks=1000000000,recent=1000000000,bridge=1000000000",
    "streaming:sinks=9007199254740992,recent=9007199254740992,bridge=9007199254740992",
    "streaming:sinks=1,recent=2,prune-interval=1000000000",
    "streaming:sinks=1,recent=2,slack=1000000000,max-drop=1",
    "streaming:sinks=1,recent=2,prune-interval=9007199254740992,slack=9007199254740992,max-drop=9007199254740992",
    "cascade:window=1,cascades=1,sinks=0",
    "cascade:window=4,cascades=4,sinks=0",
    "cascade:window=1000000000",
    "cascade:sinks=1000000000,window=4",
    "cascade:window=16,cascades=16,rate=4,sinks=0",
    "cascade:window=2,cascades=2,sinks=0,granularity=kv-head,head-reduction=median",
    "cascade:window=4,cascades=2,sinks=1,eager-fill=true,ties=incoming-wins,token-selection=false",
    "cascade:window=4,cascades=2,gamma=0",
    "cascade:window=4,cascades=2,gamma=1",
    "cake:capacity=1",
    "cake:capacity=1,window=2",
    "cake:capacity=4,window=8",
    "cake:capacity=3,window=2,accounting=paper",
    "cake:capacity=1000000000",
    "cake:capacity=9007199254740992",
    "cake:window=1000000000",
    "cake:capacity=4,window=2,gamma=0",
    "cake:capacity=4,window=2,gamma=1e30",
    "cake:capacity=4,window=2,kernel=1000000001",
    "cake:capacity=4,window=2,tau1=1e-15,tau2=1e300",
    "cake:capacity=4,window=2,tau1=1e300",
    "cake:capacity=3,window=2,allocation=pyramid",
    "cake:capacity=3,window=2,allocation=uniform,cascading=false",
    "cake:capacity=1,window=2,decode-eviction=false",
    "cake:capacity=3,window=2,guard=listing,accounting=paper,integer-step=none",
    "cake:capacity=3,window=2,decode-score=stored,pool-order=position",
    "cake:capacity=3,window=2,decode-score=stored,indicator=product,allocation=entropy",
    "cake:capacity=1000000000,guard=listing",
    "cake:capacity=3,window=2,indicator=variance,allocation=variance,tau2=1e-15",
    "adap-kv:removed=0",
    "adap-kv:base=context",
    "adap-kv:base=context,context=9007199254740992",
    "adap-kv:base=prompt,evict-by=cumulative,metric=entropy",
    "adap-kv:base=context,context=1,evict-by=mixed",
    "adap-kv:variant=code,metric=entropy",
    "adap-kv:removed=0.9999999999999999",
    "adap-kv:sinks=1000000000,recent=1000000000",
    "adap-kv:variant=code,gini-window=1000000000",
    "adap-kv:variant=code,gini-window=1,removed=0.99",
    "adap-kv:variant=code,removed=0.9999999999999999",
    "adap-kv:variant=code,sinks=1000000000,recent=1000000000",
    "sage:sinks=0,top-k=0,recent=1",
    "sage:sinks=0,top-k=1,recent=1,last-token=apart",
    "sage:recent=9007199254740992,last-token=apart",
    "sage:sinks=1000000000,top-k=1000000000,recent=1000000000",
    "sage:sinks=1,top-k=1,recent=1,skip-layers=1000000000",
    "sage:sinks=0,top-k=0,recent=1,query=first-generated",
    "sage:sinks=1,top-k=1,recent=1,granularity=query-head,decode=grow",
    "sage:sinks=1,top-k=1,recent=1,group-score=sum-logits,query=first-generated",
    "h2o:heavy=0,recent=0",
    "h2o:heavy=0,recent=1",
    "h2o:heavy=1,recent=0,granularity=query-head,normalise=observers",
    "h2o:heavy=1000000000,recent=1000000000",
    "h2o:heavy=9007199254740992,recent=9007199254740992",
    "tova:capacity=1",
    "tova:capacity=1,protect-newest=true",
    "tova:capacity=1000000000",
    "snapkv:capacity=1",
    "snapkv:capacity=0",
    "snapkv:capacity=0,removed=0.999999",
    "snapkv:capacity=4,window=1000000000",
    "snapkv:capacity=1000000000",
    "snapkv:capacity=4,window=2,kernel=1000000001",
    "snapkv:capacity=4,window=2,kernel=9007199254740991,pool=avg",
    "snapkv:capacity=2,window=1,kernel=1,granularity=query-head",
    "pyramidkv:capacity=1",
    "pyramidkv:capacity=33",
    "pyramidkv:capacity=0,removed=0.99",
    "pyramidkv:capacity=4,window=2,beta=1e300",
    "pyramidkv:capacity=4,window=2,variant=kvpress,beta=1e308",
    "pyramidkv:capacity=4,window=2,variant=kvpress,beta=1",
    "pyramidkv:capacity=1000000000",
    "adakv:capacity=1",
    "adakv:capacity=3,window=2,floor=0",
    "adakv:capacity=3,window=2,floor=1",
    "adakv:capacity=3,window=2,normalise=true",
    "adakv:capacity=3,window=2,variant=kvpress,floor=0",
    "adakv:capacity=3,window=2,granularity=query-head",
    "adakv:capacity=1000000000",
    "adakv:capacity=0,removed=0.99",
    "expected-attention:capacity=1",
    "expected-attention:capacity=2,sinks=4",
    "expected-attention:sinks=1000000000",
    "expected-attention:capacity=6,future=1000000000",
    "expected-attention:capacity=6,epsilon=1e30",
    "expected-attention:capacity=0,removed=0.99",
    "expected-attention:capacity=6,covariance=false,value-norm=false",
    "knorm:capacity=3,skip-layers=1000000000",
    "knorm:capacity=1,skip-layers=0,sinks=1,recent=1",
    "knorm:capacity=1,skip-layers=0,schedule=every-step",
    "knorm:capacity=3,sinks=1000000000,recent=1000000000",
    "keydiff:capacity=1,schedule=every-step",
    "keydiff:capacity=1,sinks=5,recent=5",
    "keydiff:capacity=1000000000,schedule=every-step",
    "random:capacity=1,schedule=every-step",
    "random:capacity=3,seed=9007199254740992",
    "random:capacity=3,sinks=2,recent=2,schedule=every-step",
    "lagkv:sinks=0,lag=1",
    "lagkv:sinks=0,lag=1,ratio=0",
    "lagkv:sinks=1000000000,lag=2",
    "lagkv:lag=9007199254740992,ratio=1",
    "lagkv:sinks=9007199254740992,lag=9007199254740992",
    "r-kv:capacity=1",
    "r-kv:capacity=1000000000",
    "r-kv:capacity=4,buffer=9007199254740992,window=64",
    "r-kv:capacity=6,window=2,kernel=1000000001,retain=1000000000",
    "r-kv:capacity=6,buffer=1,window=1,lambda=1",
    "r-kv:capacity=6,buffer=1,window=1,lambda=0,threshold=0,retain=0",
    "quest:budget=1",
    "quest:budget=1,page=1,min-pages=1,skip-layers=0",
    "quest:budget=1,page=1,rule=kernel,skip-layers=0",
    "quest:budget=1000000000",
    "quest:page=1000000000",
    "quest:page=9007199254740992,skip-layers=0",
    "quest:min-pages=1000000000",
    "quest:skip-layers=1000000000",
    "quest:budget=1,skip-layers=0@kivi:residual=32",
    "kivi:group=1,residual=1",
    "kivi:group=7,residual=7,values=per-channel",
    "tova:capacity=9@kivi:group=2,residual=2,values=per-channel",
    "kivi:residual=1000000000",
    "kivi:bits=4,group=2,residual=2,scale-dtype=float32",
    "tova:capacity=1@kivi:group=1,residual=1",
    "window-recompute:window=1",
    "window-recompute:window=1000000000",
    "snapkv+uniform:capacity=1,window=1000000000",
    "snapkv+uniform:capacity=4,kernel=1000000001",
    "snapkv+pyramid:capacity=2",
    "snapkv+pyramid:capacity=2,beta=1000000000",
    "snapkv+cake-preference:capacity=1",
    "snapkv+cake-preference:capacity=2,budget.window=1000000000",
    "snapkv+cake-preference:capacity=4,sinks=2,recent=2",
    "snapkv+cake-preference:capacity=4,sinks=9,recent=9",
    "snapkv+cake-preference:capacity=4,tau1=1e-15,tau2=1e300",
    "snapkv+adap-gini:capacity=1,budget.window=1000000000",
    "snapkv+adap-gini:capacity=2,direction=code",
    "snapkv+adap-gini:capacity=4,temperature=1e-15",
    "snapkv+adap-gini:capacity=4,temperature=1e300",
    "snapkv+adakv-headwise:capacity=1",
    "snapkv+adakv-headwise:capacity=3,sinks=2,recent=2,floor=0",
    "snapkv+random:capacity=1",
    "snapkv+weighted:capacity=1,weights=1/1/1/1/1/1000000000",
    "tova+weighted:capacity=4,weights=6/5/4/3/2/1,schedule=every-step",
    "random+random:capacity=4,seed=3",
    "cake-indicator+uniform:capacity=4,gamma=1e30",
    "cake-indicator+uniform:capacity=4,window=1,schedule=every-step",
    "recency+cake-preference:capacity=3",
    "tova+uniform:capacity=1,schedule=every-step",
    "tova+pyramid:capacity=4,schedule=every:2",
    "recency+uniform:capacity=1,schedule=every-step",
    "keydiff+random:capacity=1,schedule=every-step",
    "knorm+adap-gini:capacity=4,schedule=every:3",
    "h2o-mass+uniform:capacity=4,schedule=every:1000000000",
    "h2o-mass+uniform:capacity=1,sinks=1000000000,recent=1000000000,schedule=every-step",
    "h2o-mass+adakv-headwise:capacity=4,schedule=every:2@kivi:residual=32",
    "expected-attention+uniform:capacity=4,sinks=1000000000"};

struct Refused {
    const char* policy;
    const char* words;
};
constexpr Refused kRefused[] = {
    {"", "this cannot be read"},
    {"+", "this cannot be read"},
    {"@kivi", "this cannot be read"},
    {"snapkv+", "this cannot be read"},
    {"full@kivi@kivi", "this cannot be read"},
    {"nosuch", "there is no policy \"nosuch\""},
    {"uniform", "found a budget of that name"},
    {"recency", "found a scorer of that name"},
    {"snapkv+snapkv", "there is no budget \"snapkv\""},
    {"uniform+snapkv", "there is no scorer \"uniform\""},
    {"snapkv+nosuch", "there is no budget \"nosuch\""},
    {"full@full", "there is no codec \"full\""},
    {"quest@nosuch", "there is no codec \"nosuch\""},
    {"kivi@kivi", "it is a codec itself"},
    {"full:x=1", "there is no parameter \"x\""},
    {"streaming:nosuch=1", "there is no parameter \"nosuch\""},
    {"streaming:=4", "not written as name=value"},
    {"streaming:recent=4,recent=5", "given twice"},
    {"streaming:recent=0", "at least 1"},
    {"streaming:sinks=-1", "at least 0"},
    {"streaming:recent=1.5", "expected integer"},
    {"streaming:recent=nan", "expected integer"},
    {"streaming:recent=9223372036854775807", "too large"},
    {"streaming:recent=99999999999999999999999", "is not valid"},
    {"cascade:window=10,cascades=4", "cannot be divided into 4 sub-caches of equal size: take 8 or 12"},
    {"cascade:window=4,cascades=16", "cannot be divided into 16 sub-caches"},
    {"cascade:cascades=17", "from 1 to 16"},
    {"cascade:rate=5", "one of 2, 3, 4"},
    {"cascade:gamma=nan", "from 0 to 1, or auto"},
    {"cake:window=1", "at least 2"},
    {"cake:capacity=0", "at least 1"},
    {"cake:gamma=inf", "from 0 to 1e+30"},
    {"cake:kernel=4", "odd integer"},
    {"cake:tau1=0", "at least"},
    {"adap-kv:removed=1", "from 0 to 1 (excluded)"},
    {"adap-kv:removed=nan", "from 0 to 1 (excluded)"},
    {"sage:recent=0", "at least 1"},
    {"h2o:heavy=-1", "at least 0"},
    {"tova:capacity=0", "at least 1"},
    {"snapkv:window=0", "at least 1"},
    {"snapkv:removed=1,capacity=0", "from 0 to 1 (excluded)"},
    {"pyramidkv:beta=1.5", "beta is 1.5"},
    {"pyramidkv:beta=nan", "at least 1"},
    {"adakv:floor=1.1", "from 0 to 1"},
    {"adakv:floor=nan", "from 0 to 1"},
    {"expected-attention:future=0", "at least 1"},
    {"expected-attention:epsilon=inf", "from 0 to 1e+30"},
    {"knorm:schedule=every-step", "needs a capacity above 0"},
    {"keydiff:schedule=every-step,capacity=0", "needs a capacity above 0"},
    {"random:schedule=every-step", "needs a capacity above 0"},
    {"random:seed=-1", "random"},
    {"random:seed=9007199254740993", "random"},
    {"quest:budget=0", "at least 1"},
    {"quest:page=0", "at least 1"},
    {"kivi:bits=3", "one of 2, 4"},
    {"kivi:group=7", "does not divide the width of a head"},
    {"kivi:residual=33", "not a multiple of the group"},
    {"kivi:residual=0", "at least"},
    {"window-recompute:window=0", "at least 1"},
    {"window-recompute:window=4@kivi", "expected no codec"},
    {"tova+adakv-headwise:capacity=4", "needs a scorer per head"},
    {"expected-attention+uniform:capacity=4,schedule=every-step", "only works with the schedule once"},
    {"snapkv+pyramid:capacity=4,beta=1.5", "beta"},
    {"h2o-mass+uniform:capacity=0", "at least 1"},
    {"h2o-mass+uniform:sinks=-1", "sinks"},
    {"h2o-mass+uniform:schedule=every:0", "schedule"},
    {"h2o-mass+uniform:schedule=every:-1", "schedule"},
    {"h2o-mass+uniform:schedule=every:", "schedule"},
    {"h2o-mass+uniform:schedule=sometimes", "schedule"},
    {"random+random:foo.seed=1", "there is no parameter \"foo.seed\""}};

constexpr std::int64_t kSteps = 3, kLayers = 6;  // of the embedded model

RunSpec spec(const std::string& policy, std::int64_t prompt) {
    RunSpec s;
    s.ids = embeddedIds("story", static_cast<std::size_t>(prompt + kSteps));
    s.policies = {policy};
    s.promptTokens = prompt;
    s.threads = 1;
    return s;
}

}  // namespace

class SettingsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void defined_data() {
        QTest::addColumn<QByteArray>("policy");
        for (const char* policy : kDefined) {
            QTest::newRow(policy) << QByteArray(policy);
        }
    }
    /// A prompt of one token, one shorter than most windows and with fewer tokens than layers, one above them.
    void defined() {
        QFETCH(QByteArray, policy);
        for (const std::int64_t prompt : {1, 5, 40}) {
            std::shared_ptr<Recording> recording;
            try {
                recording = m_runs.finish(spec(policy.toStdString(), prompt));
            } catch (const std::runtime_error& error) {
                QFAIL(error.what());
            }
            const std::string message = recording->message().english();
            QVERIFY2(recording->state() == RunState::Finished, message.c_str());
            const Trace& trace = recording->trace(0);
            QCOMPARE(trace.steps(), prompt + kSteps);
            for (std::int64_t step = 0; step < trace.steps(); ++step) {
                QVERIFY(step == 0 || std::isfinite(trace.step(step).nll));
                // At least one token in each layer, once the prompt is read.
                QVERIFY(step + 1 < prompt || trace.step(step).heldTotal >= kLayers);
                QVERIFY(step + 1 < prompt || trace.step(step).bytesLive > 0);
            }
            for (const Recording::Problem& problem : recording->problems()) {
                QVERIFY2(!problem.isError() && problem.sentence().find('\n') == std::string::npos,
                         problem.sentence().c_str());
            }
        }
    }
    void refused_data() {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QByteArray>("words");
        for (const Refused& row : kRefused) {
            QTest::addRow("%s", *row.policy == '\0' ? "nothing" : row.policy)
                << QByteArray(row.policy) << QByteArray(row.words);
        }
    }
    void refused() {
        QFETCH(QByteArray, policy);
        QFETCH(QByteArray, words);
        try {
            (void)m_runs.start(spec(policy.toStdString(), 5));
            QFAIL("it started");
        } catch (const std::runtime_error& error) {
            const QByteArray sentence(error.what());
            QVERIFY2(sentence.contains(words) && !sentence.contains('\n'), error.what());
        }
    }

 private:
    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"
