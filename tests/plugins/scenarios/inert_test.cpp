// SPDX-License-Identifier: Apache-2.0
/// No setting is without effect in silence: for each pair of parameters of each policy, one is changed under a value of
/// the other. The run changes, or a warning names the parameter or says that nothing at all is decided.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

using namespace kvw;
using namespace kvw::test;

namespace {

constexpr std::int64_t kPrompt = 48, kSteps = 12;

/// A policy that evicts from the prompt, with a value for each of its parameters; and other values of them.
struct Policy {
    const char* base;
    const char* others;
    const char* byCase = "";  ///< parameters whose effect hangs on the text or the lengths, and why
    bool streaming = false;   ///< token by token
};
constexpr Policy kPolicies[] = {
    {"streaming:sinks=2,recent=10,bridge=1,prune-interval=6,slack=2,max-drop=3",
     "sinks=0 recent=14 bridge=0 prune-interval=1 prune-interval=0 prune-interval=3 slack=0 slack=1 slack=9 "
     "max-drop=0 max-drop=1 max-drop=7",
     "", true},
    {"cascade:sinks=2,window=16,cascades=4,rate=2,sizes=auto,periods=auto,gamma=0.5,head-reduction=mean,granularity="
     "layer,eager-fill=false,ties=strict,token-selection=true",
     "sinks=0 window=12 cascades=1 cascades=2 rate=3 sizes=8/4 periods=1/3/5/7 gamma=auto gamma=1 gamma=0 "
     "head-reduction=max granularity=kv-head eager-fill=true ties=incoming-wins token-selection=false",
     "ties: only where scores are equal", true},
    {"cake:capacity=20,window=6,indicator=sum,gamma=200,kernel=5,tau1=1,tau2=1,allocation=cake,cascading=true,"
     "accounting=code,guard=accounting,integer-step=code,decode-eviction=true,decode-score=row,pool-order=memory",
     "capacity=14 capacity=4 capacity=44 window=3 indicator=mean indicator=variance indicator=product gamma=0 gamma=1 "
     "kernel=1 kernel=9 tau1=4 tau2=4 allocation=uniform allocation=pyramid allocation=entropy allocation=variance "
     "cascading=false accounting=paper guard=listing integer-step=none decode-eviction=false decode-score=stored "
     "pool-order=position",
     "guard: for prompts from C - w to C + w; accounting: with shares that are sure, it moves the guard alone"},
    {"adap-kv:variant=thesis,removed=0.5,metric=gini,base=seen,context=60,evict-by=current,gini-window=8,sinks=2,"
     "recent=2",
     "variant=code removed=0.8 removed=0 metric=entropy base=prompt base=context context=30 evict-by=cumulative "
     "evict-by=mixed gini-window=16 sinks=0 recent=9"},
    {"sage:sinks=2,top-k=8,recent=8,last-token=recent,granularity=kv-head,group-score=sum-probs,query=last-prompt,"
     "decode=slide,skip-layers=0",
     "sinks=5 top-k=0 top-k=12 recent=4 last-token=apart granularity=query-head group-score=sum-logits "
     "query=first-generated decode=grow skip-layers=2 skip-layers=6"},
    {"h2o:heavy=8,recent=8,granularity=kv-head,normalise=none",
     "heavy=0 heavy=4 recent=0 recent=12 granularity=query-head normalise=observers"},
    {"tova:capacity=12,protect-newest=false", "capacity=1 capacity=4 protect-newest=true"},
    {"snapkv:capacity=20,removed=0.5,window=6,kernel=5,pool=max,rows=sum,granularity=kv-head,group-order="
     "pool-then-reduce,group-reduce=mean",
     "capacity=0 capacity=4 removed=0.8 window=3 kernel=1 kernel=9 pool=avg rows=mean granularity=query-head "
     "group-order=reduce-then-pool group-reduce=max",
     "rows: sum and mean rank alike"},
    {"pyramidkv:capacity=20,removed=0.5,window=6,kernel=5,pool=max,rows=sum,granularity=kv-head,group-order="
     "pool-then-reduce,group-reduce=mean,beta=5,variant=factory",
     "capacity=0 capacity=4 removed=0.8 window=3 kernel=1 kernel=9 pool=avg rows=mean granularity=query-head "
     "group-order=reduce-then-pool group-reduce=max beta=1 beta=2 variant=kvpress",
     "rows: sum and mean rank alike"},
    {"adakv:capacity=20,removed=0.5,window=6,kernel=5,pool=max,granularity=kv-head,group-order=reduce-then-pool,"
     "group-reduce=mean,floor=0.2,normalise=false,variant=repo",
     "capacity=0 capacity=4 removed=0.8 window=3 kernel=1 kernel=9 pool=avg granularity=query-head "
     "group-order=pool-then-reduce group-reduce=max floor=0 floor=0.9 floor=1 normalise=true variant=kvpress",
     "normalise: a high floor leaves counts little to change"},
    {"expected-attention:capacity=20,removed=0.5,sinks=4,future=64,covariance=true,value-norm=true,epsilon=0",
     "capacity=0 capacity=3 removed=0.8 sinks=1 future=512 covariance=false value-norm=false epsilon=0.01"},
    {"knorm:capacity=20,removed=0.5,sinks=2,recent=2,schedule=once,skip-layers=2",
     "capacity=0 capacity=8 removed=0.8 sinks=0 sinks=6 recent=0 recent=9 schedule=every-step skip-layers=0 "
     "skip-layers=6"},
    {"keydiff:capacity=20,removed=0.5,sinks=2,recent=2,schedule=once",
     "capacity=0 capacity=8 removed=0.8 sinks=0 sinks=6 recent=0 recent=9 schedule=every-step"},
    {"random:capacity=20,removed=0.5,sinks=2,recent=2,schedule=once,seed=3",
     "capacity=0 capacity=8 removed=0.8 sinks=0 sinks=6 recent=0 recent=9 schedule=every-step seed=4"},
    {"quest:budget=16,page=4,rule=accuracy,min-pages=2,skip-layers=1",
     "budget=8 budget=64 page=8 page=3 rule=kernel min-pages=5 min-pages=1 skip-layers=0 skip-layers=6",
     "min-pages: where the budget has as many pages"},
    {"kivi:bits=2,group=4,residual=8,values=per-token,scale-dtype=float16",
     "bits=4 group=8 residual=16 values=per-channel scale-dtype=float32"},
    {"window-recompute:window=12", "window=5 window=64"},
    {"lagkv:sinks=2,lag=8,ratio=0.5", "sinks=0 sinks=5 lag=4 lag=12 lag=40 ratio=0 ratio=0.25 ratio=1"},
};

std::string nameIn(const std::string& change) {
    return change.substr(0, change.find('='));
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (const auto& part : QString::fromStdString(text).split(separator, Qt::SkipEmptyParts)) {
        parts.push_back(part.toStdString());
    }
    return parts;
}

/// "id:a=1,b=2" with another value in the place of one.
std::string with(const std::string& policy, const std::string& change) {
    const auto colon = policy.find(':');
    std::string text = policy.substr(0, colon);
    char separator = ':';
    for (const std::string& part : split(policy.substr(colon + 1), ',')) {
        text += separator + (nameIn(part) == nameIn(change) ? change : part);
        separator = ',';
    }
    return text;
}

}  // namespace

class InertTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void pairs_data() {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("others");
        QTest::addColumn<QByteArray>("byCase");
        QTest::addColumn<bool>("streaming");
        for (const Policy& policy : kPolicies) {
            QTest::newRow(split(policy.base, ':').front().c_str())
                << QByteArray(policy.base) << QByteArray(policy.others) << QByteArray(policy.byCase)
                << policy.streaming;
        }
    }
    void pairs() {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, others);
        QFETCH(QByteArray, byCase);
        QFETCH(bool, streaming);
        const std::vector<std::string> changes = split(others.toStdString(), ' ');
        std::vector<std::string> contexts = changes;
        contexts.insert(contexts.begin(), std::string());
        QStringList silent;
        for (const std::string& context : contexts) {
            const std::string start = with(base.toStdString(), context);
            std::vector<std::string> lanes{start}, tried{""};
            for (const std::string& change : changes) {
                const std::string name = nameIn(change);
                if (name != nameIn(context) && !byCase.contains((name + ':').c_str())) {
                    lanes.push_back(with(start, change));
                    tried.push_back(change);
                }
            }
            silent += silentOf(lanes, tried, streaming);
        }
        QVERIFY2(silent.isEmpty(), qPrintable(silent.join('\n')));
    }

 private:
    /// The changes of the first lane that do nothing and are not spoken of; those that are refused are left out.
    QStringList silentOf(std::vector<std::string> lanes, std::vector<std::string> tried, bool streaming) {
        RunSpec spec;
        spec.ids = embeddedIds("story", static_cast<std::size_t>(kPrompt + kSteps));
        spec.promptTokens = kPrompt;
        spec.threads = 1;
        spec.streamingPrefill = streaming;
        spec.chunk = 1;
        for (std::size_t i = lanes.size(); i-- > 0;) {
            spec.policies = {lanes[i]};
            if (!plans(spec)) {
                if (i == 0) {
                    return {};
                }
                lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(i));
                tried.erase(tried.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        spec.policies = lanes;
        const auto recording = m_runs.finish(spec);
        QStringList silent;
        for (std::size_t i = 1; i < lanes.size(); ++i) {
            const auto lane = static_cast<std::int32_t>(i);
            const auto problems = recording->problems();
            const bool told = std::any_of(problems.begin(), problems.end(), [&](const Recording::Problem& problem) {
                return (problem.lane == 0 || problem.lane == lane) && speaksOf(problem.sentence(), nameIn(tried[i]));
            });
            if (!told && !differ(recording->trace(0), recording->trace(lane))) {
                silent += QString::fromStdString(tried[i] + " on " + lanes[0]);
            }
        }
        return silent;
    }
    bool plans(const RunSpec& spec) {
        try {
            (void)m_runs.start(spec);
            return true;
        } catch (const std::runtime_error&) {
            return false;
        }
    }
    static bool speaksOf(const std::string& sentence, const std::string& name) {
        constexpr const char* kNothing[] = {"nothing is evicted",     "nothing is ever evicted", "nothing is scored",
                                            "scores decide nothing",  "no score matters",        "everything is read",
                                            "the window alone stays", "every page is read"};
        return sentence.find(name) != std::string::npos ||
               std::any_of(std::begin(kNothing), std::end(kNothing),
                           [&](const char* words) { return sentence.find(words) != std::string::npos; });
    }
    static bool differ(const Trace& a, const Trace& b) {
        for (std::int64_t step = 0; step < a.steps(); ++step) {
            const StepRecord &one = a.step(step), &other = b.step(step);
            const bool sameLoss = one.nll == other.nll || (std::isnan(one.nll) && std::isnan(other.nll));
            if (!sameLoss || one.heldTotal != other.heldTotal || one.bytesLive != other.bytesLive ||
                one.bytesRead != other.bytesRead) {
                return true;
            }
        }
        return false;
    }

    EngineRuns m_runs;
};

QTEST_GUILESS_MAIN(InertTest)
#include "inert_test.moc"
