// SPDX-License-Identifier: GPL-3.0-or-later
/// The dock that selects from a prompt again while the form of the next run is edited.
#include <QDeadlineTimer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include "app/workbench/docks/strip_view.h"
#include "app/workbench/models/theme.h"
#include "tests/app/workbench/docks/dock_entries.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/app/workbench/plots/shown_dock.h"
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
            return fail(Code::BadUsage, policy, "what it keeps is not selected once");
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

class ObservingEngine final : public tests::FakeEngine {
 public:
    explicit ObservingEngine(tests::FakeShape shape) : FakeEngine(shape), m_shape(std::move(shape)) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog&, const ProgressSink&) override {
        return spec.observationBytes > 0
                   ? Result<std::unique_ptr<Run>>(std::make_unique<ObservingRun>(m_shape))
                   : fail(Code::Internal, "fake", "the window did not ask for the observations of the prompt");
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
        // What is posted is delivered, no timer comes round.
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
