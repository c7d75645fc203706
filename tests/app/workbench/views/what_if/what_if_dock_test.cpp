// SPDX-License-Identifier: GPL-3.0-or-later
/// The dock that selects from a prompt again while the form of the next run is edited.
#include <QDeadlineTimer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/model/model_files.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"
#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

/// Keeps the oldest `capacity` tokens of every layer.
class FakePrompt final : public ObservedPrompt {
 public:
    explicit FakePrompt(tests::FakeShape shape) : m_shape(std::move(shape)) {}
    Result<PromptSelection> select(const std::string& policy) override {
        const auto at = policy.find("capacity=");
        if (policy.rfind("snapkv", 0) != 0) {
            return fail(Code::BadUsage, policy, "it does not select once");
        }
        const int capacity = at == std::string::npos ? 30 : std::stoi(policy.substr(at + 9));
        PromptSelection selection;
        selection.policy = policy;
        selection.promptTokens = m_shape.prompt;
        selection.layers = m_shape.layers;
        selection.units = 1;
        for (int layer = 0; layer < m_shape.layers; ++layer) {
            std::vector<std::int32_t>& kept = selection.kept.emplace_back();
            for (int token = 0; token < std::min(capacity, m_shape.prompt); ++token) {
                kept.push_back(token);
            }
            selection.budgets.push_back(static_cast<float>(capacity));
        }
        selection.ms = 12.3;
        return selection;
    }
    std::int64_t bytes() const noexcept override { return 2 << 20; }

 private:
    tests::FakeShape m_shape;
};

class ObservingRun final : public tests::FakeRun {
 public:
    explicit ObservingRun(tests::FakeShape shape) : FakeRun(shape), m_shape(std::move(shape)) {}
    Result<std::shared_ptr<ObservedPrompt>> observedPrompt() override { return std::make_shared<FakePrompt>(m_shape); }

 private:
    tests::FakeShape m_shape;
};

/// One lane, called by the chain of its changes as the engine calls a fork, that ends behind its prompt.
class ForkedRun final : public tests::FakeRun {
 public:
    ForkedRun(tests::FakeShape shape, const std::string& chain, std::int64_t question = 0)
        : FakeRun(shape), m_shape(std::move(shape)) {
        RunDescription description = FakeRun::recording()->description();
        description.lanes.back().policyText = chain;
        description.questionTokens = question;
        m_recording = std::make_shared<Recording>(std::move(description));
        m_recording->setTrace(0, std::make_unique<Trace>(FakeRun::recording()->trace(0).shape(), Trace::Options{}));
    }
    std::shared_ptr<Recording> recording() const override { return m_recording; }
    Result<void> prefill(const ProgressSink&) override {
        tests::addFakeSteps(m_shape, *m_recording, 0, m_shape.prompt);
        return {};
    }
    bool finished() const override { return true; }
    std::int64_t position() const override { return m_shape.prompt; }
    std::int64_t total() const override { return m_shape.prompt; }
    Result<std::shared_ptr<ObservedPrompt>> observedPrompt() override { return std::make_shared<FakePrompt>(m_shape); }

 private:
    tests::FakeShape m_shape;
    std::shared_ptr<Recording> m_recording;
};

class ObservingEngine final : public tests::FakeEngine {
 public:
    explicit ObservingEngine(tests::FakeShape shape) : FakeEngine(shape), m_shape(std::move(shape)) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog&, const ProgressSink&) override {
        if (spec.observationBytes <= 0) {
            return fail(Code::Internal, "fake", "the window did not ask for the observations of the prompt");
        }
        tests::FakeShape shape = m_shape;
        shape.prompt = spec.promptTokens > 0 ? static_cast<std::int32_t>(spec.promptTokens) : shape.prompt;
        const std::string& policy = spec.policies.back();
        if (spec.question) {
            return std::make_unique<ForkedRun>(shape, policy, 8);
        }
        return policy.find('/') != std::string::npos ? std::unique_ptr<Run>(std::make_unique<ForkedRun>(shape, policy))
                                                     : std::make_unique<ObservingRun>(shape);
    }

 private:
    tests::FakeShape m_shape;
};

/// Cells of a figure have whole pixels of their colour.
bool has(const QImage& image, const QColor& color) {
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y) == color) {
                return true;
            }
        }
    }
    return false;
}

double height(const Shown& shown, const QColor& color, double layer) {
    for (Plot* plot : shown.dock->findChildren<Plot*>()) {
        for (int i = 0; i < plot->plottableCount(); ++i) {
            const auto* bars = qobject_cast<QCPBars*>(plot->plottable(i));
            if (bars != nullptr && bars->brush().style() != Qt::NoBrush && bars->brush().color() == color) {
                return bars->data()->findBegin(layer, false)->value;
            }
        }
    }
    return -1;
}

}  // namespace

class WhatIfDockTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void sliderSelectsAgain() {
        QTemporaryDir folder;
        Shown shown(whatIfDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); });
        QVERIFY(!shown.dock->copyText().contains(QLatin1Char('\t')));
        PolicyForm& form = shown.workspace->draft().form();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("snapkv:capacity=20")));
        shown.workspace->client().start({}, {});
        QTRY_VERIFY(shown.text("whatIfLine").contains(QStringLiteral("Keeps 50.0")));
        QVERIFY(shown.text("whatIfPolicy").contains(QStringLiteral("snapkv:capacity=20")));
        QVERIFY(shown.text("whatIfLine").contains(QStringLiteral("overlap 0.50")));
        QVERIFY(shown.text("whatIfLine").contains(QStringLiteral("12.3")));
        QVERIFY(shown.text("whatIfLine").contains(QStringLiteral("2.0 MiB")));
        QVERIFY(shown.text("whatIfTokens").contains(QStringLiteral("and 12 more")));
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("10"));
        QTRY_VERIFY(shown.text("whatIfLine").contains(QStringLiteral("Keeps 25.0")));
        QCOMPARE(shown.dock->copyText().split(QLatin1Char('\n')).value(1), QStringLiteral("0\t40\t10"));
        shown.settle();
        shown.save(QStringLiteral("what-if"));
        tests::checkExports(*shown.dock, folder.filePath(QString()) + QLatin1Char('/'), "what-if",
                            {QStringLiteral("token (index)"), QStringLiteral("layer"), QStringLiteral("would hold"),
                             QStringLiteral("held by the run")});
        // The colours of the dock, and its first layer on top.
        const QString tex = QString::fromUtf8(tests::bytesOf(folder.filePath(QStringLiteral("what-if-pgfplots.tex"))));
        QVERIFY2(tex.contains(QStringLiteral("colormap={states}{ rgb255=(232,232,232) rgb255=(0,158,115) "
                                             "rgb255=(213,94,0) rgb255=(0,114,178)}")),
                 qPrintable(tex));
        QVERIFY(tex.contains(QStringLiteral("y dir=reverse")));
        const QImage image(folder.filePath(QStringLiteral("what-if.png")));
        QVERIFY(has(image, whatIfColor(WhatIfCell::Both)) && has(image, whatIfColor(WhatIfCell::OnlyRun)));
    }

    void theQuestionInsideIsComparedByLayer() {
        QTemporaryDir folder;
        Shown shown(whatIfDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); });
        PolicyForm& form = shown.workspace->draft().form();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("snapkv:capacity=20")));
        auto* inside = shown.dock->findChild<QPushButton*>(QStringLiteral("questionInside"));
        shown.workspace->client().start({}, {});
        QTRY_VERIFY(shown.text("whatIfLine").contains(QStringLiteral("Keeps 50.0")));
        QVERIFY(inside->isHidden());
        RunSpec asking;
        asking.question = "Who?";
        const auto before = shown.workspace->client().recording();
        shown.workspace->client().start(asking, {});
        QTRY_VERIFY(shown.workspace->client().recording() != before);
        QTRY_VERIFY(!inside->isHidden() && inside->isEnabled());
        inside->click();
        QTRY_VERIFY(shown.text("whatIfInside").contains(QStringLiteral("by layer: 1.00")));
        QVERIFY2(shown.text("whatIfInside").contains(QStringLiteral("50.0")), qPrintable(shown.text("whatIfInside")));
        QVERIFY(!inside->isEnabled());
        // Another policy is asked about anew.
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("10"));
        QTRY_VERIFY(inside->isEnabled());
    }

    void barsAreColouredByWhoKeepsThem() {
        QTemporaryDir folder;
        Shown shown(whatIfDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 2}); });
        PolicyForm& form = shown.workspace->draft().form();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("snapkv:capacity=40")));
        shown.workspace->client().start({}, {});
        QTRY_COMPARE(shown.workspace->client().status().state, SessionState::Finished);
        shown.workspace->selection().setLane(1);  // which holds 4 and 32 tokens of the prompt
        QTRY_COMPARE(height(shown, whatIfColor(WhatIfCell::OnlyNext), 1), 4.0);
        QCOMPARE(height(shown, whatIfColor(WhatIfCell::Both), 1), 36.0);
        for (const WhatIfCell cell : {WhatIfCell::Both, WhatIfCell::OnlyNext, WhatIfCell::OnlyRun}) {
            const QString said = shown.text("whatIfPolicy");
            QVERIFY2(said.contains(whatIfName(cell)) && said.contains(whatIfColor(cell).name()), qPrintable(said));
        }
    }

    void anotherRunOfTheSamePromptIsAskedAbout() {
        QTemporaryDir folder;
        Shown shown(whatIfDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); });
        PolicyForm& form = shown.workspace->draft().form();
        EngineClient& client = shown.workspace->client();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("snapkv:capacity=20")));
        client.start({}, {});
        QTRY_COMPARE(client.status().state, SessionState::Finished);
        const auto parent = client.recording();
        RunSpec fork;
        fork.policies = {"full/evict=3@50"};
        client.start(fork, {});
        QTRY_VERIFY(client.recording() != parent && client.status().state == SessionState::Finished);
        QTRY_VERIFY(shown.text("whatIfLine").contains(QStringLiteral("Keeps 50.0")));
        client.show(parent, QStringLiteral("run 1"));
        QVERIFY(client.viewing());
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("10"));
        QTRY_VERIFY(shown.text("whatIfLine").contains(QStringLiteral("Keeps 25.0")));
        QVERIFY(shown.dock->copyText().contains(QStringLiteral("0\t40\t10")));
        QVERIFY(shown.workspace->whatIf().overlay());
        // A bundle of that prompt has none of its own, and needs none.
        client.view(tests::filledFakeRecording({.lanes = 1}, 60), QStringLiteral("a bundle"));
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("30"));
        QTRY_VERIFY(shown.text("whatIfLine").contains(QStringLiteral("Keeps 75.0")));
        // The run that is shown again is asked anew.
        client.show(client.sessionRecording(), {});
        QTRY_VERIFY(shown.workspace->whatIf().preview());
    }

    void aPromptThatIsNoLongerKeptIsReadAgain() {
        QTemporaryDir folder;
        const std::string embedded = modelName(embeddedModelDir().value());
        Shown shown(whatIfDock(), tests::manifestsOnly(folder), [&embedded] {
            return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1, .model = embedded});
        });
        EngineClient& client = shown.workspace->client();
        QVERIFY(shown.workspace->draft().form().load(shown.workspace->plugins().catalog(),
                                                     QStringLiteral("snapkv:capacity=20")));
        client.start({}, {});
        QTRY_COMPARE(client.status().state, SessionState::Finished);
        const auto first = client.recording();
        RunSpec other;
        other.promptTokens = 30;
        client.start(other, {});
        QTRY_VERIFY(client.recording() != first && client.status().state == SessionState::Finished);
        client.show(first, QStringLiteral("run 1"));
        QTRY_VERIFY(shown.button() != nullptr && shown.button()->text() == QStringLiteral("Read the prompt again"));
        QTest::mouseClick(shown.button(), Qt::LeftButton);
        QTRY_COMPARE(client.status().state, SessionState::Paused);
        QVERIFY(!client.viewing());
        QCOMPARE(client.recording()->description().promptTokens, 40);
        QTRY_VERIFY(shown.dock->copyText().contains(QStringLiteral("0\t40\t20")));
    }

    void anAnswerDoesNotWaitForTheNextRound() {
        QTemporaryDir folder;
        Shown shown(whatIfDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); });
        EngineClient& client = shown.workspace->client();
        client.start({}, {});
        QTRY_COMPARE(client.status().state, SessionState::Finished);
        shown.settle();
        QSignalSpy answered(&client, &EngineClient::whatIfAnswered);
        client.askWhatIf("snapkv:capacity=7");
        // Posted events are delivered, no timer comes round.
        const QDeadlineTimer patience(10000);
        while (answered.empty() && !patience.hasExpired()) {
            QCoreApplication::sendPostedEvents(&client);
            QThread::yieldCurrentThread();
        }
        QCOMPARE(answered.size(), 1);
        QVERIFY(client.whatIf()->selection);
    }

    void itsTokensAreThoseOfEveryView() {
        QTemporaryDir folder;
        Shown shown(whatIfDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); });
        QVERIFY(shown.workspace->draft().form().load(shown.workspace->plugins().catalog(),
                                                     QStringLiteral("snapkv:capacity=20")));
        shown.workspace->client().start({}, {});
        QTRY_VERIFY(shown.text("whatIfLine").contains(QStringLiteral("Keeps 50.0")));
        QTRY_COMPARE(shown.workspace->client().status().state, SessionState::Finished);
        shown.settle();
        auto* map = shown.dock->findChild<Plot*>(QStringLiteral("whatIfMap"));
        Selection& selection = shown.workspace->selection();
        const QCPRange prompt(-0.5, 39.5);
        QCOMPARE(map->x(0)->range(), prompt);
        selection.setTokenRange({10, 30});
        shown.settle();
        QCOMPARE(map->x(0)->range(), QCPRange(10, 30));
        selection.setTokenRange({30, 120});  // partly behind the prompt
        shown.settle();
        QCOMPARE(map->x(0)->range(), QCPRange(30, 120));
        selection.setTokenRange({100, 120});  // of which it knows nothing
        shown.settle();
        QCOMPARE(map->x(0)->range(), prompt);
        map->x(0)->setRange(5, 25);
        shown.settle();
        QCOMPARE(selection.tokenRange(), (wb::TokenRange{5, 25}));
        map->x(0)->setRange(-1, 50);
        shown.settle();
        QVERIFY(selection.tokenRange().all());
        QCOMPARE(map->x(0)->range(), prompt);
    }

    void stripAndBudgetsFollowTheHand() {
        QTemporaryDir folder;
        const auto engine = [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); };
        Shown shown(stripDock(), tests::manifestsOnly(folder), engine);
        std::unique_ptr<Dock> budgets(budgetsDock().make(*shown.workspace, &shown.window));
        shown.window.addDockWidget(Qt::RightDockWidgetArea, budgets.get());
        PolicyForm& form = shown.workspace->draft().form();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("full")));
        shown.workspace->client().start({}, {});
        QTRY_COMPARE(shown.workspace->client().status().state, SessionState::Finished);
        auto* view = shown.dock->findChild<StripView*>();
        auto* hide = shown.dock->findChild<QPushButton*>(QStringLiteral("hidePreview"));
        const auto legend = [&] { return budgets->findChild<QLabel*>(QStringLiteral("legend"))->text(); };
        shown.settle();
        QVERIFY(!hide->isVisible());  // the run has this policy
        shown.workspace->selection().setStep(50);
        shown.settle();
        const QImage run = view->viewport()->grab().toImage();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("snapkv:capacity=20")));
        QTRY_VERIFY(hide->isVisible());
        QVERIFY(shown.text("stripPreview").contains(QStringLiteral("snapkv:capacity=20")));
        QVERIFY(shown.text("stripPreview").contains(QStringLiteral("50.0")));
        QTRY_VERIFY(legend().contains(QStringLiteral("preview")));
        shown.settle();
        const QImage twenty = view->viewport()->grab().toImage();
        QVERIFY(run != twenty);
        shown.workspace->selection().setHover({.token = 30, .step = -1, .layer = -1});
        QTRY_VERIFY(shown.text("tokenLine").contains(QStringLiteral("preview: would go")));
        shown.save(QStringLiteral("what-if-strip"));
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("10"));
        QTRY_VERIFY(shown.text("stripPreview").contains(QStringLiteral("25.0")));
        QTest::mouseClick(hide, Qt::LeftButton);
        QTRY_VERIFY(!hide->isVisible());
        QTRY_VERIFY(!legend().contains(QStringLiteral("preview")));
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("12"));
        QTRY_VERIFY(hide->isVisible());
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("full")));
        QTRY_VERIFY(!hide->isVisible());
    }

    void aRunIsNotCoveredBeforeTheFormIsTurned() {
        QTemporaryDir folder;
        Shown shown(stripDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); });
        PolicyForm& form = shown.workspace->draft().form();
        EngineClient& client = shown.workspace->client();
        WhatIfModel& whatIf = shown.workspace->whatIf();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("snapkv:capacity=20")));
        client.start({}, {});
        QTRY_COMPARE(client.status().state, SessionState::Finished);
        QVERIFY(whatIf.turned() && !whatIf.overlay());
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("10"));
        QTRY_VERIFY(whatIf.overlay());
        // Nor the next one, nor one that is turned back to.
        const auto before = client.recording();
        client.start({}, {});
        QTRY_VERIFY(client.recording() != before && client.status().state == SessionState::Finished);
        QVERIFY(whatIf.turned() && !whatIf.overlay());
        client.show(before, QStringLiteral("run 1"));
        QVERIFY(whatIf.turned() && !whatIf.overlay());
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("11"));
        QTRY_VERIFY(whatIf.overlay());
        whatIf.dismiss();
        QVERIFY(!whatIf.overlay());
        client.show(client.sessionRecording(), {});
        QVERIFY(whatIf.turned() && !whatIf.overlay());
        form.parameter(QStringLiteral("capacity"))->type(QStringLiteral("12"));
        QTRY_VERIFY(whatIf.overlay());
    }

    void aForkIsNotTurnedWhereItsPolicyIsInTheForm() {
        QTemporaryDir folder;
        Shown shown(stripDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{.lanes = 1}); });
        PolicyForm& form = shown.workspace->draft().form();
        EngineClient& client = shown.workspace->client();
        const Catalog& catalog = shown.workspace->plugins().catalog();
        RunSpec fork;
        fork.policies = {resolvePolicy(catalog, "snapkv:capacity=20").value().text + "/streaming:recent=32@50"};
        client.start(fork, {});
        QTRY_COMPARE(client.status().state, SessionState::Finished);
        for (const char* known : {"snapkv:capacity=20", "streaming:recent=32"}) {
            QVERIFY(form.load(catalog, QString::fromLatin1(known)));
            QVERIFY2(!shown.workspace->whatIf().turned(), known);
        }
        QVERIFY(form.load(catalog, QStringLiteral("snapkv:capacity=10")));
        QVERIFY(shown.workspace->whatIf().turned());
    }

    void whoDecidesAsTokensComeIsToldWhy() {
        QTemporaryDir folder;
        Shown shown(whatIfDock(), tests::manifestsOnly(folder),
                    [] { return std::make_unique<ObservingEngine>(tests::FakeShape{}); });
        PolicyForm& form = shown.workspace->draft().form();
        QVERIFY(form.load(shown.workspace->plugins().catalog(), QStringLiteral("streaming")));
        shown.workspace->client().start({}, {});
        QTRY_VERIFY(shown.button() != nullptr && shown.button()->text() == QStringLiteral("Try SnapKV"));
        QTest::mouseClick(shown.button(), Qt::LeftButton);
        QCOMPARE(form.id(), QStringLiteral("snapkv"));
        QTRY_VERIFY(shown.text("whatIfPolicy").contains(QStringLiteral("snapkv")));
    }

    void bundleHasNoObservations() {
        Shown shown(whatIfDock());
        shown.view(tests::filledFakeRecording({}, 60));
        QCOMPARE(shown.dock->copyText(), QString());
        bool said = false;
        for (const QLabel* label : shown.dock->findChildren<QLabel*>()) {
            said = said || (label->isVisible() && label->text().contains(QStringLiteral("bundle")));
        }
        QVERIFY(said);
    }
};

QTEST_MAIN(WhatIfDockTest)
#include "what_if_dock_test.moc"
