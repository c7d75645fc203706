// SPDX-License-Identifier: Apache-2.0
/// Prompts against what transformers renders: golden/make_chat_golden.py wrote what is expected here.
#include "core/model/text/chat_template.h"

#include <QtTest>

#include "tests/core/model/gguf_writer.h"
#include "tests/core/model/support.h"

using namespace std::chrono_literals;
using kvw::ChatTemplate;
using kvw::Code;
using nlohmann::json;

namespace {

const json& golden() {
    static const json file = json::parse(kvw::test::read(KVW_SOURCE_DIR "/tests/core/model/golden/chat-cases.json"));
    return file;
}

kvw::Result<std::string> rendered(const std::string& text, const std::optional<std::string>& system = {},
                                  const kvw::ChatLimits& limits = {}) {
    return ChatTemplate::of(text, {{"bos_token", "<s>"}, {"eos_token", "</s>"}}, "here").prompt("Hi", system, limits);
}

std::string refused(const std::string& text, const kvw::ChatLimits& limits = {}) {
    const auto prompt = rendered(text, {}, limits);
    return prompt ? "rendered: " + *prompt : prompt.error().sentence();
}

const std::string kWrites = "{{ messages[-1].content }}";

}  // namespace

class ChatTemplateTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void templatesAreRendered_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < golden()["cases"].size(); ++i) {
            QTest::newRow(golden()["cases"][i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
        }
    }
    void templatesAreRendered() {
        QFETCH(int, index);
        const json& row = golden()["cases"][static_cast<std::size_t>(index)];
        const auto chat = ChatTemplate::of(row["template"], {{"bos_token", "<s>"}, {"eos_token", "</s>"}}, "here");
        for (std::size_t i = 0; i < row["prompts"].size(); ++i) {
            const json& message = golden()["messages"][i];
            const auto system =
                message["system"].is_null() ? std::nullopt : std::optional(message["system"].get<std::string>());
            const auto prompt = chat.prompt(message["user"], system);
            if (row["prompts"][i].is_null()) {
                QVERIFY(!prompt && prompt.error().code == Code::BadUsage);
                QVERIFY(prompt.error().what.english() == "the model's chat template has no place for a system text" ||
                        prompt.error().what.english().starts_with("the chat template refuses this: "));
            } else {
                QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().sentence().c_str());
                QCOMPARE(*prompt, row["prompts"][i].get<std::string>());
            }
        }
    }

    void aMessageIsSplitBeforeItsQuestion() {
        const auto of = [](const std::string& text) {
            return ChatTemplate::of(text, {{"bos_token", "<s>"}, {"eos_token", "</s>"}}, "here")
                .splitPrompt("A long text.", " And?");
        };
        const auto split = of("{{ bos_token }}[" + kWrites + "]");
        QVERIFY2(split.has_value(), split ? "" : split.error().sentence().c_str());
        QCOMPARE(split->prompt, std::string("<s>[A long text."));
        QCOMPARE(split->question, std::string(" And?]"));
        QVERIFY(!of(kWrites + kWrites));
    }

    void todayIsToday() {
        const QByteArray before = QDate::currentDate().toString("dd MM yyyy").toUtf8();
        const auto prompt = rendered(kWrites + "{{ strftime_now('%d %m %Y') }}");
        QVERIFY(prompt && (*prompt == "Hi" + before.toStdString() ||
                           *prompt == "Hi" + QDate::currentDate().toString("dd MM yyyy").toStdString()));
    }

    void refusalsSayWhy_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("raises") << "{{ raise_exception('Only\n\x1b[2mtools.') }}"
                                << "here: the chat template refuses this: Only  [2mtools.";
        QTest::newRow("nothing of the message") << "{{ bos_token }}"
                                                << "here: the chat template does not write the message.";
        QTest::newRow("half a tag") << "\n{% for message in messages"
                                    << "here: the chat template is not valid Jinja; found line 2: ";
        QTest::newRow("unknown tag") << "{% image %}"
                                     << "here: the chat template is not valid Jinja; found line 1: ";
        QTest::newRow("undefined")
            << "{{ functions + 1 }}"
            << "here: the chat template cannot be rendered; found UndefinedError: 'functions' is "
               "undefined.";
        QTest::newRow("inside of Python") << "{{ ''.__class__.__mro__ }}"
                                          << "here: the chat template cannot be rendered; found SecurityError: ";
        QTest::newRow("changes what it was given") << "{{ messages.append(1) }}"
                                                   << "cannot be rendered; found ";
        QTest::newRow("deep") << QString("{% macro f(x) %}{{ f(x) }}{% endmacro %}{{ f(1) }}") << "RecursionError";
    }
    void refusalsSayWhy() {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const std::string found = refused(text.toStdString());
        QVERIFY2(QString::fromStdString(found).contains(sentence), found.c_str());
    }

    void limitsHold() {
        const std::string loop = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}";
        QVERIFY(refused(kWrites + loop, {.time = 1s}).find("does not terminate; found still running after 1 s") !=
                std::string::npos);
        const std::string doubled =
            "{% set n = namespace(s='abcdefgh') %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}";
        QVERIFY(refused(doubled).find("takes too much memory; expected at most 512 MiB") != std::string::npos);
        const std::string much = kWrites + "{{ 'x' * 100000 }}";
        QVERIFY(rendered(much).has_value());
        QVERIFY(refused(much, {.output = 1 << 10}).find("writes too much") != std::string::npos);
    }

    void aMessageIsUtf8() {
        const auto chat = ChatTemplate::of(kWrites, {}, "here");
        QCOMPARE(*chat.prompt(std::string("a\0b\n😀", 9)), std::string("a\0b\n😀", 9));
        const auto prompt = chat.prompt("a\xFF");
        QVERIFY(!prompt && prompt.error().code == Code::BadInput);
        QCOMPARE(prompt.error().sentence(), std::string("chat: a message is not valid UTF-8."));
        QCOMPARE(*rendered(kWrites + "{{ '\\ud800' }}"), std::string("Hi?"));
    }

    void withoutPythonOrJinjaOneReadsWhatToInstall() {
        const QByteArray path = qgetenv("PATH");
        const QTemporaryDir folder;
        const auto sentence = [&](const char* script) {
            QFile::remove(folder.filePath("python3"));
            if (script != nullptr) {
                kvw::test::write(folder.filePath("python3").toStdString(), script);
                QFile::setPermissions(folder.filePath("python3"), QFile::ReadOwner | QFile::ExeOwner);
            }
            qputenv("PATH", folder.path().toUtf8());
            const std::string refusal = refused(kWrites);
            qputenv("PATH", (folder.path().toUtf8() + ':' + path));
            const bool other = rendered(kWrites).has_value();  // one behind it has what is missing here
            qputenv("PATH", path);
            return other ? QString::fromStdString(refusal) : QString("no other is looked for");
        };
        const QString needs =
                          "chat: a chat template is rendered by Python 3 with Jinja2, which is not installed; found ",
                      install = ", expected the Debian package python3-jinja2, or `pip install jinja2`.";
        QCOMPARE(sentence(nullptr), needs + "no python3 in PATH" + install);
        const QString python = folder.filePath("python3");
        QCOMPARE(sentence("#!/bin/sh\necho '{\"error\": \"jinja2\", \"why\": \"\"}'\n"),
                 needs + "no Jinja2 from " + python + install);
        QCOMPARE(sentence("#!/bin/sh\necho '{\"error\": \"jinja2\", \"why\": \"Jinja2 2.9\"}'\n"),
                 needs + "Jinja2 2.9 from " + python + install);
        QCOMPARE(sentence("#!/bin/sh\nexit 127\n"), needs + "code 127 from " + python + install);
    }

    void placesOfTheTemplate() {
        const auto start = [this](const std::string& name = {}) {
            const auto chat = ChatTemplate::load(m_path, name);
            const auto prompt = chat.and_then([](const ChatTemplate& each) { return each.prompt("Hi"); });
            return prompt ? *prompt : prompt.error().sentence();
        };
        QCOMPARE(ChatTemplate::load(m_path).error().code, Code::NotFound);
        write("tokenizer_config.json", {{"bos_token", "<s>"}});
        QVERIFY(start().find("the model has no chat template") != std::string::npos);
        write("chat_template.json", {{"chat_template", kWrites + " of a processor"}});
        QCOMPARE(start(), std::string("Hi of a processor"));
        write("tokenizer_config.json", {{"chat_template", kWrites + bos()}, {"bos_token", {{"content", "<s>"}}}});
        QCOMPARE(start(), std::string("Hi<s>"));
        json named = json::array({{{"name", "tool_use"}, {"template", kWrites + " tools"}}});
        write("tokenizer_config.json", {{"chat_template", named}});
        QVERIFY(start().find("no chat template of this name; found default, expected one of tool_use") !=
                std::string::npos);
        QCOMPARE(start("tool_use"), std::string("Hi tools"));
        named.push_back({{"name", "default"}, {"template", kWrites + " default"}});
        write("tokenizer_config.json", {{"chat_template", named}});
        QCOMPARE(start(), std::string("Hi default"));
        kvw::test::write(m_path / "additional_chat_templates" / "rag.jinja", kWrites + " documents\n");
        kvw::test::write(m_path / "chat_template.jinja", kWrites + " of a file\n");
        QCOMPARE(start(), std::string("Hi of a file"));
        QCOMPARE(start("rag"), std::string("Hi documents"));
        QCOMPARE(ChatTemplate::load(m_path)->names(), (std::vector<std::string>{"default", "rag", "tool_use"}));
        kvw::test::write(m_path / "chat_template.jinja", "");
        QVERIFY(start().find("chat_template.jinja: the chat template has an impossible length") != std::string::npos);
        kvw::test::write(m_path / "tokenizer_config.json", "[");
        QVERIFY(!ChatTemplate::load(m_path));
    }

    void theTemplateSeesSpecialTokens() {
        const auto folder = m_path / "map";
        const auto start = [&] {
            const auto prompt = ChatTemplate::load(folder)->prompt("Hi");
            return prompt ? *prompt : prompt.error().sentence();
        };
        kvw::test::write(folder / "chat_template.jinja",
                         kWrites + "{{ bos_token }}{{ pad_token }}{{ image_token }}{{ add_bos_token }}");
        QCOMPARE(start(), std::string("Hi"));
        kvw::test::write(folder / "special_tokens_map.json",
                         R"({"bos_token": {"content": "<map>"}, "pad_token": "p"})");
        QCOMPARE(start(), std::string("Hi<map>p"));
        kvw::test::write(
            folder / "tokenizer_config.json",
            R"({"bos_token": "<cfg>", "add_bos_token": true, "extra_special_tokens": {"image_token": "<i>"}})");
        QCOMPARE(start(), std::string("Hi<cfg>p<i>"));
        kvw::test::write(folder / "tokenizer_config.json", R"({"bos_token": null})");
        QCOMPARE(start(), std::string("Hip"));
        kvw::test::write(folder / "special_tokens_map.json", "7");
        QVERIFY(ChatTemplate::load(folder).error().sentence().find("is not a map of special tokens") !=
                std::string::npos);
    }

    void ofAGgufFile() {
        const auto folder = m_path / "gguf";
        const auto file = folder / "some.gguf";
        const auto writer = [] {
            kvw::test::GgufWriter gguf;
            gguf.text("general.architecture", "llama").texts("tokenizer.ggml.tokens", {"a", "<b>", "<e>", "<p>"});
            gguf.number("tokenizer.ggml.bos_token_id", 1).number("tokenizer.ggml.padding_token_id", 3);
            return gguf;
        };
        kvw::test::write(file, writer().file());
        const auto none = ChatTemplate::load(file);
        QVERIFY(!none);
        QCOMPARE(none.error().what.english(), std::string("the model has no chat template"));
        QVERIFY(none.error().expected.english().starts_with("tokenizer.chat_template in the file"));
        kvw::test::write(file, writer()
                                   .text("tokenizer.chat_template", kWrites + bos() + "{{ pad_token }}")
                                   .text("tokenizer.chat_template.rag", kWrites + " documents")
                                   .file());
        QCOMPARE(*ChatTemplate::load(file)->prompt("Hi"), std::string("Hi<b><p>"));
        QCOMPARE(*ChatTemplate::load(file, "rag")->prompt("Hi"), std::string("Hi documents"));
        kvw::test::write(folder / "chat_template.jinja", kWrites + " beside");
        QCOMPARE(*ChatTemplate::load(file)->prompt("Hi"), std::string("Hi beside"));
        kvw::test::write(file, "GG");
        QVERIFY(!ChatTemplate::load(file));
    }

 private:
    static std::string bos() { return "{{ bos_token }}"; }
    void write(const char* name, const json& content) { kvw::test::write(m_path / name, content.dump()); }

    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(ChatTemplateTest)
#include "chat_template_test.moc"
