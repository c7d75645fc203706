// SPDX-License-Identifier: GPL-3.0-or-later
/// A prompt typed into the run dock, with keys and mouse, on an engine that only takes note of what it is asked for.
#include "app/workbench/views/run/prompt_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>
#include <clocale>
#include <memory>
#include <mutex>

#include "app/workbench/shell/main_window.h"
#include "app/workbench/views/common/widgets/fold.h"
#include "app/workbench/views/common/widgets/parameter_row.h"
#include "app/workbench/views/strip/strip_view.h"
#include "tests/support/fake_engine.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// The run that was started, written by the inference thread.
struct Started {
    std::mutex mutex;
    std::vector<RunSpec> specs;
};

class NotingEngine : public FakeEngine {
 public:
    explicit NotingEngine(std::shared_ptr<Started> started) : FakeEngine({}), m_started(std::move(started)) {}
    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                       const ProgressSink& progress) override {
        {
            const std::lock_guard lock(m_started->mutex);
            m_started->specs.push_back(spec);
        }
        return FakeEngine::start(spec, catalog, progress);
    }

 private:
    std::shared_ptr<Started> m_started;
};

const char* const kChatMl =
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + "
    "'\\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
const char* const kUserOnly =
    "{% for message in messages %}{% if message['role'] == 'user' %}{{ '[' + message['content'] + ']' }}{% endif %}"
    "{% endfor %}";

}  // namespace

class PromptViewTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() { std::setlocale(LC_NUMERIC, "C"); }
    void init();
    void cleanup() { m_window.reset(); }

    void severalLinesBecomeTheTextOfTheRun();
    void nothingTypedStartsNothing();
    void aDocumentComesBackAndSoDoesTheText();
    void aTypedPromptIsReadWhole();
    void aQuestionIsTypedBesideTheText();
    void theQuestionIsInTheMessage();
    void theTemplateIsWrappedAround();
    void aStartWaitsForTheTemplate();
    void aTemplateWithoutAPlaceForASystemText();
    void whatTheTemplateRefusesIsSaid();
    void oneOfSeveralTemplatesIsChosen();
    void aRenderedPromptGetsNoBeginToken();
    void readingNeedsNoTemplate();
    void tokensAreSampledAsAskedFor();
    void keysOfTheWindowAreTextHere();

 private:
    QString model(const char* chatTemplate) const;
    void chooseTyped();
    void type(const char* text) {
        for (; *text != '\0'; ++text) {
            QTest::keyClick(m_window->windowHandle(), *text);
        }
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(m_window->windowHandle(), key, modifiers);
    }
    template <class Widget>
    Widget* named(const char* name) const {
        auto* found = m_window->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr) {
            qFatal("no widget %s", name);
        }
        return found;
    }
    template <class Widget>
    Widget* called(const char* accessibleName) const {
        for (Widget* each : m_window->dock(QStringLiteral("run"))->findChildren<Widget*>()) {
            if (each->accessibleName() == QLatin1String(accessibleName)) {
                return each;
            }
        }
        qFatal("no widget called %s", accessibleName);
    }
    /// Returns the prompt of the last run; empty before one was started.
    std::string prompt() const {
        const std::lock_guard lock(m_started->mutex);
        return m_started->specs.empty() ? "" : m_started->specs.back().prompt.value_or("(none)");
    }
    int starts() const {
        const std::lock_guard lock(m_started->mutex);
        return static_cast<int>(m_started->specs.size());
    }
    RunDraft& draft() { return m_workspace->draft(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Started> m_started;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void PromptViewTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char* id : {"full", "streaming"}) {
        QVERIFY(QDir(m_folder->path()).mkpath(id));
        const QString target = m_folder->filePath(id) + '/';
        QVERIFY(
            QFile::copy(QStringLiteral(KVW_SOURCE_DIR "/plugins/%1/manifest.json").arg(id), target + "manifest.json"));
        QFile library(target + id + ".so");
        QVERIFY(library.open(QIODevice::WriteOnly));
    }
    m_started = std::make_shared<Started>();
    m_workspace = std::make_unique<Workspace>(
        fakePlugins(m_folder->path().toStdString(), m_folder->filePath("state").toStdString()),
        [started = m_started]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<NotingEngine>(started); });
    m_window = std::make_unique<MainWindow>(*m_workspace, nullptr);
    m_window->resize(1600, 1000);
    m_window->findChild<Fold*>(QStringLiteral("runSettings"))->choose(true);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

QString PromptViewTest::model(const char* chatTemplate) const {
    const QString folder = m_folder->filePath("model");
    QDir().mkpath(folder);
    for (const char* name : {"/config.json", "/model.safetensors", "/tokenizer.json"}) {
        QFile::copy(QStringLiteral(KVW_SOURCE_DIR "/resources/demo-model/model") + name, folder + name);
    }
    QFile file(folder + "/chat_template.jinja");
    if (file.open(QIODevice::WriteOnly)) {
        file.write(chatTemplate);
    }
    return folder;
}

void PromptViewTest::chooseTyped() {
    auto* texts = called<QComboBox>("Text");
    texts->setFocus();
    key(Qt::Key_End);
    QVERIFY(named<TextBox>("promptText")->hasFocus());
}

void PromptViewTest::severalLinesBecomeTheTextOfTheRun() {
    QVERIFY(!named<TextBox>("promptText")->isVisible());
    chooseTyped();
    QVERIFY(named<TextBox>("promptText")->isVisible());
    QCOMPARE(called<QComboBox>("Mode")->currentText(), QStringLiteral("generate"));
    type("one two");
    key(Qt::Key_Return);
    type("three");
    QCOMPARE(starts(), 0);
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(prompt(), std::string("one two\nthree"));
    QVERIFY(m_started->specs[0].mode == Mode::Generate && m_started->specs[0].textFile.empty());
    QTRY_COMPARE(m_workspace->client().status().state, SessionState::Finished);
    // The generated tokens stand behind the prompt.
    QTRY_COMPARE(m_window->findChild<StripView*>()->count(), 200);
    QCOMPARE(m_window->findChild<StripView*>()->text(199), QString(QChar(0xB7)) + "w199");
    QVERIFY(draft().commandLine().contains("--prompt 'one two\nthree'") &&
            draft().commandLine().contains("--mode generate"));
    QTest::mouseClick(named<QPushButton>("start"), Qt::LeftButton);
    QTRY_COMPARE(starts(), 2);
}

void PromptViewTest::nothingTypedStartsNothing() {
    chooseTyped();
    QTRY_VERIFY(!named<QPushButton>("start")->isEnabled());
    QVERIFY(named<QPushButton>("start")->toolTip().contains("nothing is typed"));
    QVERIFY(named<QLabel>("preview")->text().contains("Type a prompt."));
    key(Qt::Key_Return, Qt::ControlModifier);
    type("x");
    QTRY_VERIFY(named<QPushButton>("start")->isEnabled());
    QCOMPARE(starts(), 0);
}

void PromptViewTest::aDocumentComesBackAndSoDoesTheText() {
    const auto before = draft().base().textFile;
    chooseTyped();
    type("kept");
    called<QComboBox>("Text")->setFocus();
    key(Qt::Key_Home);
    QTRY_VERIFY(!named<TextBox>("promptText")->isVisible());
    QVERIFY(!draft().base().prompt && !draft().base().textFile.empty());
    chooseTyped();
    QCOMPARE(draft().base().prompt.value_or(""), std::string("kept"));
    m_window->openPath(QString::fromStdString(before.string()));
    QTRY_VERIFY(!named<TextBox>("promptText")->isVisible());
    QCOMPARE(draft().base().textFile, before);
}

void PromptViewTest::aTypedPromptIsReadWhole() {
    const auto set = [this](int tokens) {
        RunSpec spec = draft().base();
        spec.promptTokens = tokens;
        draft().setBase(spec);
    };
    set(357);  // of a document
    chooseTyped();
    QCOMPARE(draft().base().promptTokens, std::int64_t{-1});
    QCOMPARE(called<NumberBox>("Prompt")->text(), QStringLiteral("all"));
    type("one two three");
    QTRY_VERIFY(draft().spec().has_value());
    set(2);  // of the prompt: that is wanted
    named<TextBox>("promptText")->setFocus();
    type("!");
    QCOMPARE(draft().base().promptTokens, std::int64_t{2});
    set(357);
    QTRY_VERIFY(!draft().textFacts().estimated);
    QTRY_COMPARE(named<QLabel>("preview")->text().section('\n', 0, 0),
                 QStringLiteral("prompt: the prompt would be longer than the text; found 357, expected at most %1.")
                     .arg(draft().textFacts().tokens));
}

void PromptViewTest::aQuestionIsTypedBesideTheText() {
    chooseTyped();
    type("Hi");
    auto* question = named<TextBox>("questionText");
    QTRY_VERIFY(question->isVisible());
    question->setFocus();
    type("Who?");
    QTRY_VERIFY(draft().spec().has_value());
    QVERIFY(draft().spec()->question == std::optional<std::string>("Who?"));
    QCOMPARE(draft().spec()->prompt.value_or(""), std::string("Hi"));
    QVERIFY2(draft().commandLine().contains("--question"), qPrintable(draft().commandLine()));
    RunSpec reads = draft().base();
    reads.mode = Mode::Teacher;
    draft().setBase(reads);
    QTRY_VERIFY(!question->isVisible());
    QVERIFY(!draft().spec()->question && !draft().commandLine().contains("--question"));
    reads.mode = Mode::Generate;
    draft().setBase(reads);
    QTRY_VERIFY(question->isVisible());
    QCOMPARE(question->toPlainText(), QStringLiteral("Who?"));
    draft().typeQuestion({});
    QVERIFY(!draft().base().question);
}

void PromptViewTest::theQuestionIsInTheMessage() {
    m_window->openPath(model(kChatMl));
    chooseTyped();
    QTRY_VERIFY(named<QCheckBox>("chat")->isChecked());
    type("Hi");
    draft().typeQuestion(QStringLiteral(" Who?"));
    QTRY_VERIFY(!draft().rendering() && draft().spec().has_value());
    QCOMPARE(draft().spec()->prompt.value_or(""), std::string("<|im_start|>user\nHi"));
    QCOMPARE(draft().spec()->question.value_or(""), std::string(" Who?<|im_end|>\n<|im_start|>assistant\n"));
}

void PromptViewTest::theTemplateIsWrappedAround() {
    m_window->openPath(model(kChatMl));
    chooseTyped();
    auto* chat = named<QCheckBox>("chat");
    QTRY_VERIFY(chat->isEnabled() && chat->isChecked());
    QVERIFY(!named<QLabel>("chatNote")->isVisible() && !named<QComboBox>("chatTemplate")->isVisible());
    type("Hi");
    key(Qt::Key_Tab);
    key(Qt::Key_Tab);
    QVERIFY(named<TextBox>("systemText")->hasFocus());
    type("Be brief.");
    QVERIFY(draft().commandLine().contains("--prompt Hi ") &&
            draft().commandLine().endsWith(" --chat --system 'Be brief.'"));
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(prompt(), std::string("<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
                                       "<|im_start|>assistant\n"));
    QVERIFY(!m_started->specs.back().specialTokens && starts() == 1);
    QTest::mouseClick(chat, Qt::LeftButton, {}, {8, chat->height() / 2});
    QTRY_VERIFY(!chat->isChecked() && !named<TextBox>("systemText")->isVisible());
    named<TextBox>("promptText")->setFocus();
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(prompt(), std::string("Hi"));
    QVERIFY(m_started->specs.back().specialTokens);
    QVERIFY(!draft().commandLine().contains("--chat"));
}

void PromptViewTest::aStartWaitsForTheTemplate() {
    m_window->openPath(model(kChatMl));
    chooseTyped();
    draft().typePrompt(QStringLiteral("Hi"));
    QVERIFY(draft().rendering());
    QVERIFY(!draft().spec() && m_workspace->startDraft());
    QCOMPARE(starts(), 0);
    QTRY_COMPARE(prompt(), std::string("<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"));
    QCOMPARE(starts(), 1);
    QVERIFY(!draft().rendering() && draft().spec());
}

void PromptViewTest::aTemplateWithoutAPlaceForASystemText() {
    m_window->openPath(model(kUserOnly));
    draft().setChat(true, QStringLiteral("left over"));
    chooseTyped();
    type("Hi");
    QTRY_VERIFY(named<QLabel>("chatNote")->text().contains("has no place for a system text"));
    QTRY_VERIFY(!named<QPushButton>("start")->isEnabled());
    named<TextBox>("systemText")->clear();
    QTRY_VERIFY(!named<QLabel>("chatNote")->isVisible() && named<QPushButton>("start")->isEnabled());
    named<TextBox>("promptText")->setFocus();
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(prompt(), std::string("[Hi]"));
}

void PromptViewTest::whatTheTemplateRefusesIsSaid() {
    chooseTyped();
    QTRY_COMPARE(named<QLabel>("chatNote")->text(),
                 QStringLiteral("The model has no chat template: it continues the text."));
    QVERIFY(!named<QCheckBox>("chat")->isEnabled() && !named<QCheckBox>("chat")->isChecked());
    m_window->openPath(model("{{ raise_exception('Images only') }}"));
    type("Hi");
    QTRY_VERIFY(named<QLabel>("chatNote")->text().contains("the chat template refuses this: Images only"));
    QTRY_VERIFY(!named<QPushButton>("start")->isEnabled());
    key(Qt::Key_Return, Qt::ControlModifier);
    auto* chat = named<QCheckBox>("chat");
    QTest::mouseClick(chat, Qt::LeftButton, {}, {8, chat->height() / 2});
    QTRY_VERIFY(named<QPushButton>("start")->isEnabled());
    QCOMPARE(starts(), 0);
    named<TextBox>("promptText")->setFocus();
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(prompt(), std::string("Hi"));
}

void PromptViewTest::oneOfSeveralTemplatesIsChosen() {
    const QString folder = model(kUserOnly);
    QVERIFY(QDir(folder).mkpath("additional_chat_templates"));
    QFile file(folder + "/additional_chat_templates/short.jinja");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{{ messages[-1].content }}!") > 0);
    file.close();
    m_window->openPath(folder);
    chooseTyped();
    type("Hi");
    auto* names = named<QComboBox>("chatTemplate");
    QTRY_VERIFY(names->isVisible());
    names->setFocus();
    key(Qt::Key_Down);
    QCOMPARE(names->currentText(), QStringLiteral("short"));
    QVERIFY(draft().commandLine().contains("--chat --chat-template short"));
    named<TextBox>("promptText")->setFocus();
    key(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(prompt(), std::string("Hi!"));
}

void PromptViewTest::aRenderedPromptGetsNoBeginToken() {
    RunSpec spec = draft().base();
    spec.textFile.clear();
    spec.prompt = "<|im_start|>user";
    spec.specialTokens = false;
    draft().setBase(spec);
    QTRY_COMPARE(named<QLabel>("chatNote")->text(),
                 QStringLiteral("A chat template wrote this text: no begin token is added."));
    QVERIFY(draft().commandLine().contains("--prompt '<|im_start|>user' --no-special-tokens"));
    QVERIFY(!draft().spec()->specialTokens);
    draft().chooseText(shippedTextChoices().front().file);
    QVERIFY(draft().spec()->specialTokens);
}

void PromptViewTest::readingNeedsNoTemplate() {
    m_window->openPath(model(kChatMl));
    chooseTyped();
    type("Hi");
    called<QComboBox>("Mode")->setFocus();
    key(Qt::Key_Home);
    QTRY_VERIFY(!named<QCheckBox>("chat")->isEnabled() && !named<QCheckBox>("chat")->isChecked());
    QVERIFY(named<QLabel>("chatNote")->text().contains("needs mode"));
    QVERIFY(!called<NumberBox>("Temperature")->isVisible());
    QCOMPARE(draft().spec()->prompt.value_or(""), std::string("Hi"));
}

void PromptViewTest::tokensAreSampledAsAskedFor() {
    called<QComboBox>("Mode")->setFocus();
    key(Qt::Key_End);  // of a document, too
    auto* temperature = called<NumberBox>("Temperature");
    QTRY_VERIFY(temperature->isVisible());
    QCOMPARE(temperature->text(), QStringLiteral("greedy"));
    QVERIFY(!called<NumberBox>("Top-k")->isVisible());
    const auto enter = [&](const char* name, const char* value) {
        auto* box = called<NumberBox>(name);
        QTRY_VERIFY(box->isVisible());
        box->setFocus();
        box->selectAll();
        type(value);
        key(Qt::Key_Return);
    };
    enter("Temperature", "0.8");
    enter("Top-k", "40");
    enter("Top-p", "0.95");
    enter("Seed", "7");
    const auto spec = draft().spec();
    QVERIFY(spec.has_value());
    QCOMPARE(spec->sampling.temperature, 0.8);
    QCOMPARE(spec->sampling.topK, std::int64_t{40});
    QCOMPARE(spec->sampling.topP, 0.95);
    QCOMPARE(spec->seed, std::int64_t{7});
    QVERIFY(draft().commandLine().contains("--mode generate") &&
            draft().commandLine().contains("--temperature 0.8 --top-k 40 --top-p 0.95"));
    enter("Temperature", "0");
    QVERIFY(!draft().commandLine().contains("--temperature"));
}

void PromptViewTest::keysOfTheWindowAreTextHere() {
    chooseTyped();
    type("l [ ] ");
    key(Qt::Key_Left);
    type("x");
    key(Qt::Key_Home);
    type("y");
    QCOMPARE(named<TextBox>("promptText")->toPlainText(), QStringLiteral("yl [ ]x "));
    QCOMPARE(starts(), 0);
    // Return in a number leads back to a view, not into the text.
    auto* steps = called<NumberBox>("Steps");
    steps->setFocus();
    key(Qt::Key_Return);
    QVERIFY(!named<TextBox>("promptText")->hasFocus());
}

QTEST_MAIN(PromptViewTest)
#include "prompt_view_test.moc"
