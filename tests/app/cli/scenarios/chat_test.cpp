// SPDX-License-Identifier: Apache-2.0
/// `kvw run --chat`: a message in the model's own chat template.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "tests/app/cli/kvw_process.h"

using kvw::test::Outcome;
using kvw::test::readFile;
using kvw::test::runKvw;
using kvw::test::writeFile;
using nlohmann::json;

class ChatTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase();
    void theMessageIsRendered_data();
    void theMessageIsRendered();
    void theRecordedCommandRepeatsIt();
    void aTextFileIsAMessageToo();
    void refusals_data();
    void refusals();

 private:
    /// A copy of the embedded model with this chat template; none when empty.
    QString model(const QString& name, const json& chatTemplate) const;
    /// Returns the text that the run generated, and the number of tokens of its prompt.
    static json outcome(const QStringList& arguments);

    QTemporaryDir m_folder;
};

namespace {

const QString kModel = QStringLiteral(KVW_SOURCE_DIR "/resources/demo-model/model");
const QStringList kGenerate{"--mode", "generate", "--steps", "4"};
const std::string kMistral =
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'user' %}{{ '[INST] ' + message['content'] + "
    "' "
    "[/INST]' }}{% endif %}{% endfor %}";
const std::string kChatMl =
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + "
    "'\\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

}  // namespace

QString ChatTest::model(const QString& name, const json& chatTemplate) const {
    const QString target = m_folder.filePath(name);
    QDir().mkpath(target);
    for (const char* file : {"config.json", "model.safetensors", "tokenizer.json"}) {
        QFile::copy(kModel + '/' + file, target + '/' + file);
    }
    json config = json::parse(readFile(kModel + "/tokenizer_config.json").toStdString());
    if (!chatTemplate.is_null()) {
        config["chat_template"] = chatTemplate;
    }
    writeFile(target + "/tokenizer_config.json", QByteArray::fromStdString(config.dump()));
    return target;
}

json ChatTest::outcome(const QStringList& arguments) {
    const Outcome result = runKvw(QStringList{"run"} << arguments << kGenerate << "--json");
    const json report = json::parse(result.out.toStdString(), nullptr, false);
    return result.code == 0 ? json{report["generated"], report["text"]["tokens"]} : json(result.err.toStdString());
}

void ChatTest::initTestCase() {
    QVERIFY(m_folder.isValid());
    QVERIFY(!model("mistral", kMistral).isEmpty() && !model("chatml", kChatMl).isEmpty() &&
            !model("none", {}).isEmpty());
    const json several = json::array({{{"name", "default"}, {"template", kChatMl}},
                                      {{"name", "short"}, {"template", "{{ messages[-1].content }}"}}});
    QVERIFY(!model("several", several).isEmpty());
}

void ChatTest::theMessageIsRendered_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QStringList>("same");
    const QString asked = "<|im_start|>user\nWho are you?<|im_end|>\n<|im_start|>assistant\n",
                  as = "--no-special-tokens";
    QTest::newRow("begin token of the template")
        << "mistral" << QStringList() << QStringList{"<|bos|>[INST] Who are you? [/INST]", as};
    QTest::newRow("that of the tokenizer") << "mistral" << QStringList() << QStringList{"[INST] Who are you? [/INST]"};
    QTest::newRow("no begin token") << "chatml" << QStringList() << QStringList{asked, as};
    QTest::newRow("system") << "chatml" << QStringList{"--system", "Be brief."}
                            << QStringList{"<|im_start|>system\nBe brief.<|im_end|>\n" + asked, as};
    QTest::newRow("another template") << "several" << QStringList{"--chat-template", "short"}
                                      << QStringList{"Who are you?", as};
}

void ChatTest::theMessageIsRendered() {
    QFETCH(QString, name);
    QFETCH(QStringList, more);
    QFETCH(QStringList, same);
    const QStringList run{"--model", m_folder.filePath(name)};
    const json chat = outcome(QStringList(run) << "--chat"
                                               << "--prompt"
                                               << "Who are you?" << more);
    QVERIFY2(chat.is_array(), chat.dump().c_str());
    QCOMPARE(chat, outcome(QStringList(run) << "--prompt" << same));
}

/// The command in the bundle makes the same run, and says that no begin token is added.
void ChatTest::theRecordedCommandRepeatsIt() {
    const QString bundle = m_folder.filePath("run");
    const QStringList run{"--model", m_folder.filePath("chatml")};
    const json chat = outcome(QStringList(run) << "--chat"
                                               << "--prompt"
                                               << "Hi"
                                               << "--out" << bundle);
    QVERIFY2(chat.is_array(), chat.dump().c_str());
    const std::string command = json::parse(readFile(bundle + "/manifest.json").toStdString())["command_line"];
    QVERIFY2(command.find("--prompt '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n' --no-special-tokens ") !=
                 std::string::npos,
             command.c_str());
    QVERIFY(writeFile(m_folder.filePath("ids.txt"), "1 2"));
    const Outcome tokens = runKvw(QStringList{"run"} << run << kGenerate << "--no-special-tokens"
                                                     << "--ids" << m_folder.filePath("ids.txt"));
    QVERIFY(tokens.code == 2 && tokens.err.contains("token ids are read as they are"));
}

void ChatTest::aTextFileIsAMessageToo() {
    QVERIFY(writeFile(m_folder.filePath("message.txt"), "Who are you?"));
    const QStringList run{"--model", m_folder.filePath("chatml"), "--chat"};
    const json typed = outcome(QStringList(run) << "--prompt"
                                                << "Who are you?");
    QVERIFY(typed.is_array());
    QCOMPARE(outcome(QStringList(run) << "--text" << m_folder.filePath("message.txt")), typed);
}

void ChatTest::refusals_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("expected");
    const QString folder = m_folder.path();
    QTest::newRow("no template") << QStringList{"--model", folder + "/none", "--chat",  "--prompt",
                                                "Hi",      "--mode",         "generate"}
                                 << 1 << "the model has no chat template";
    QTest::newRow("reading") << QStringList{"--model", folder + "/chatml", "--chat", "--prompt", "Hi"} << 2
                             << "the mode must be generate; found --mode teacher";
    QTest::newRow("no place for a system text")
        << QStringList{"--model", folder + "/mistral", "--chat",   "--prompt", "Hi",
                       "--mode",  "generate",          "--system", "x"}
        << 2 << "has no place for a system text";
    QTest::newRow("system alone") << QStringList{"--prompt", "Hi", "--system", "x"} << 2 << "it needs --chat";
    QTest::newRow("template alone") << QStringList{"--prompt", "Hi", "--chat-template", "x"} << 2 << "it needs --chat";
    QTest::newRow("no such template") << QStringList{"--model",  folder + "/several",
                                                     "--chat",   "--prompt",
                                                     "Hi",       "--mode",
                                                     "generate", "--chat-template",
                                                     "tool_use"}
                                      << 1 << "found tool_use, expected one of default, short";
    QTest::newRow("refused by the template")
        << QStringList{"--model", model("raises", "{{ raise_exception('Images only') }}"),
                       "--chat",  "--prompt",
                       "Hi",      "--mode",
                       "generate"}
        << 2 << "the chat template refuses this: Images only";
    QTest::newRow("says nothing") << QStringList{"--model", model("other", "{% if true %}\nAnswer: {% endif %}"),
                                                 "--chat",  "--prompt",
                                                 "Hi",      "--mode",
                                                 "generate"}
                                  << 1 << "the chat template does not write the message";
}

void ChatTest::refusals() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, expected);
    const Outcome outcome = runKvw(QStringList{"run"} << arguments);
    QVERIFY2(outcome.code == code && outcome.oneSentence() && outcome.err.contains(expected.toUtf8()),
             outcome.err.constData());
}

QTEST_GUILESS_MAIN(ChatTest)
#include "chat_test.moc"
