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
    void aTextFileIsAMessageToo();
    void refusals_data();
    void refusals();

 private:
    /// A copy of the embedded model with this chat template; none when empty.
    QString model(const QString& name, const std::string& chatTemplate) const;
    /// What the run generated, and how many tokens its prompt had.
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

QString ChatTest::model(const QString& name, const std::string& chatTemplate) const {
    const QString target = m_folder.filePath(name);
    QDir().mkpath(target);
    for (const char* file : {"config.json", "model.safetensors", "tokenizer.json"}) {
        QFile::copy(kModel + '/' + file, target + '/' + file);
    }
    json config = json::parse(readFile(kModel + "/tokenizer_config.json").toStdString());
    if (!chatTemplate.empty()) {
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
}

void ChatTest::theMessageIsRendered_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("prompt");
    // The template writes the first token itself; the tokenizer would add one to the text without it.
    QTest::newRow("first token once") << "mistral" << QStringList() << "[INST] Who are you? [/INST]";
    QTest::newRow("first token typed") << "mistral" << QStringList() << "<|bos|>[INST] Who are you? [/INST]";
    QTest::newRow("chatml") << "chatml" << QStringList()
                            << "<|im_start|>user\nWho are you?<|im_end|>\n<|im_start|>assistant\n";
    QTest::newRow("system") << "chatml" << QStringList{"--system", "Be brief."}
                            << "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nWho are "
                               "you?<|im_end|>\n<|im_start|>assistant\n";
}

void ChatTest::theMessageIsRendered() {
    QFETCH(QString, name);
    QFETCH(QStringList, more);
    QFETCH(QString, prompt);
    const QStringList run{"--model", m_folder.filePath(name)};
    const json chat = outcome(QStringList(run) << "--chat"
                                               << "--prompt"
                                               << "Who are you?" << more);
    QVERIFY2(chat.is_array(), chat.dump().c_str());
    QCOMPARE(chat, outcome(QStringList(run) << "--prompt" << prompt));
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
                             << "a chat template asks for an answer; found --mode teacher";
    QTest::newRow("no place for a system text")
        << QStringList{"--model", folder + "/mistral", "--chat",   "--prompt", "Hi",
                       "--mode",  "generate",          "--system", "x"}
        << 2 << "has no place for a system text";
    QTest::newRow("system alone") << QStringList{"--prompt", "Hi", "--system", "x"} << 2
                                  << "the system text belongs to --chat";
    QTest::newRow("unknown form") << QStringList{"--model", model("other", "{% if true %}\nAnswer: {% endif %}"),
                                                 "--chat",  "--prompt",
                                                 "Hi",      "--mode",
                                                 "generate"}
                                  << 1 << "this chat template is not supported";
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
