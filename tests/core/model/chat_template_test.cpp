// SPDX-License-Identifier: Apache-2.0
/// Prompts against what Jinja renders: golden/make_chat_golden.py wrote what is expected here.
#include "core/model/chat_template.h"

#include <QtTest>

#include "core/model/template_pieces.h"
#include "tests/core/model/gguf_writer.h"
#include "tests/core/model/support.h"

using nlohmann::json;

namespace {

const json& golden() {
    static const json file = json::parse(kvw::test::read(KVW_SOURCE_DIR "/tests/core/model/golden/chat-cases.json"));
    return file;
}

void rows(const char* key) {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < golden()[key].size(); ++i) {
        QTest::newRow(golden()[key][i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
    }
}

}  // namespace

class ChatTemplateTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void knownForms_data() { rows("known"); }
    void knownForms() {
        QFETCH(int, index);
        const json& row = golden()["known"][static_cast<std::size_t>(index)];
        const auto chat = kvw::ChatTemplate::parse(row["template"], "<s>", "</s>", "here");
        QVERIFY2(chat.has_value(), chat ? "" : chat.error().sentence().c_str());
        for (std::size_t i = 0; i < row["prompts"].size(); ++i) {
            const json& message = golden()["messages"][i];
            const auto system =
                message["system"].is_null() ? std::nullopt : std::optional(message["system"].get<std::string>());
            const auto prompt = chat->prompt(message["user"], system);
            if (row["prompts"][i].is_null()) {
                QVERIFY(!prompt && prompt.error().code == kvw::Code::BadUsage);
                QCOMPARE(prompt.error().what, std::string("the model's chat template has no place for a system text"));
            } else {
                QCOMPARE(*prompt, row["prompts"][i].get<std::string>());
            }
        }
    }

    void otherForms_data() { rows("other"); }
    void otherForms() {
        QFETCH(int, index);
        const json& row = golden()["other"][static_cast<std::size_t>(index)];
        const auto chat = kvw::ChatTemplate::parse(row["template"], "<s>", "</s>", "here");
        QVERIFY(!chat && chat.error().code == kvw::Code::BadInput);
        QVERIFY(chat.error().sentence().starts_with("here: this chat template is not supported; found "));
        QVERIFY(chat.error().sentence().find("ChatML (Qwen), Gemma") != std::string::npos);
    }

    /// Each prefix of each template is recognised or refused.
    void damagedTemplatesNeverDoMore() {
        for (const json& row : golden()["known"]) {
            const auto whole = row["template"].get<std::string>();
            for (std::size_t length = 1; length < whole.size(); length += 3) {
                const auto chat = kvw::ChatTemplate::parse(whole.substr(0, length), "<s>", "</s>", "here");
                QVERIFY(chat || !chat.error().sentence().empty());
            }
        }
        QVERIFY(!kvw::ChatTemplate::parse("", "", "", "here"));
        QVERIFY(!kvw::ChatTemplate::parse(std::string(3 << 20, 'x'), "", "", "here"));
    }

    void piecesAreTrimmedAsChatTemplatesAre() {
        const auto pieces =
            kvw::templatePieces("a \n  {% if x %}\n b\n  {{- y.role + 'q' + \"r\\n\" -}} \n c{# {{ no }} #}\n\n");
        std::vector<std::string> texts;
        for (const auto& piece : pieces) {
            texts.push_back(piece.text);
        }
        QCOMPARE(texts, (std::vector<std::string>{"a \n", "if x", " b", "y[\x01role\x02]+\x01qr\n\x02", "c"}));
    }

    void placesOfTheTemplate() {
        const auto chatMl = golden()["known"][3]["template"].get<std::string>();
        const auto gemma = golden()["known"][5]["template"].get<std::string>();
        QCOMPARE(kvw::ChatTemplate::load(m_path).error().code, kvw::Code::NotFound);
        write("tokenizer_config.json", {{"bos_token", "<s>"}});
        QVERIFY(kvw::ChatTemplate::load(m_path).error().sentence().find("the model has no chat template") !=
                std::string::npos);
        write("tokenizer_config.json", {{"chat_template", chatMl}, {"bos_token", {{"content", "<s>"}}}});
        QVERIFY(kvw::ChatTemplate::load(m_path)->form() == kvw::ChatTemplate::Form::ChatMl);
        json named = json::array({{{"name", "tool_use"}, {"template", chatMl}}});
        write("tokenizer_config.json", {{"chat_template", named}});
        QVERIFY(kvw::ChatTemplate::load(m_path).error().sentence().find("a list without one named default") !=
                std::string::npos);
        named.push_back({{"name", "default"}, {"template", gemma}});
        write("tokenizer_config.json", {{"chat_template", named}});
        QVERIFY(kvw::ChatTemplate::load(m_path)->form() == kvw::ChatTemplate::Form::Gemma);
        kvw::test::write(m_path / "chat_template.jinja", chatMl);
        QVERIFY(kvw::ChatTemplate::load(m_path)->form() == kvw::ChatTemplate::Form::ChatMl);
        kvw::test::write(m_path / "chat_template.jinja", "");
        QVERIFY(kvw::ChatTemplate::load(m_path).error().sentence().find("chat_template.jinja") != std::string::npos);
        kvw::test::write(m_path / "tokenizer_config.json", "[");
        QVERIFY(!kvw::ChatTemplate::load(m_path));
    }

    void specialTokensStandInTheirMapToo() {
        const auto llama = golden()["known"][std::size_t{1}]["template"].get<std::string>();
        const auto folder = m_path / "map";
        const auto start = [&] { return kvw::ChatTemplate::load(folder)->prompt("Hi")->substr(0, 6); };
        kvw::test::write(folder / "chat_template.jinja", llama);
        QVERIFY(start().starts_with("<|star"));
        kvw::test::write(folder / "special_tokens_map.json",
                         R"({"bos_token": {"content": "<map>"}, "eos_token": "e"})");
        QVERIFY(start().starts_with("<map>"));
        kvw::test::write(folder / "tokenizer_config.json", R"({"bos_token": "<cfg>"})");
        QVERIFY(start().starts_with("<cfg>"));
        kvw::test::write(folder / "tokenizer_config.json", R"({"bos_token": null})");
        QVERIFY(start().starts_with("<|star"));
        kvw::test::write(folder / "special_tokens_map.json", "7");
        QVERIFY(kvw::ChatTemplate::load(folder).error().sentence().find("is not a map of special tokens") !=
                std::string::npos);
    }

    void ofAGgufFile() {
        const auto llama = golden()["known"][std::size_t{1}]["template"].get<std::string>();
        const auto chatMl = golden()["known"][3]["template"].get<std::string>();
        const auto folder = m_path / "gguf";
        const auto file = folder / "some.gguf";
        const auto writer = [] {
            kvw::test::GgufWriter gguf;
            gguf.text("general.architecture", "llama").texts("tokenizer.ggml.tokens", {"a", "<b>", "<e>"});
            gguf.number("tokenizer.ggml.bos_token_id", 1).number("tokenizer.ggml.eos_token_id", 2);
            return gguf;
        };
        kvw::test::write(file, writer().file());
        const auto none = kvw::ChatTemplate::load(file);
        QVERIFY(!none);
        QCOMPARE(none.error().what, std::string("the model has no chat template"));
        QVERIFY(none.error().expected.starts_with("tokenizer.chat_template in the file"));
        kvw::test::write(file, writer().text("tokenizer.chat_template", llama).file());
        QVERIFY(kvw::ChatTemplate::load(file)->prompt("Hi")->starts_with("<b>"));
        kvw::test::write(file, writer().text("tokenizer.chat_template", "{{ 1 }} and more").file());
        QVERIFY(kvw::ChatTemplate::load(file).error().sentence().starts_with(file.string()));
        kvw::test::write(folder / "chat_template.jinja", chatMl);
        QVERIFY(kvw::ChatTemplate::load(file)->form() == kvw::ChatTemplate::Form::ChatMl);
        kvw::test::write(file, "GG");
        QVERIFY(!kvw::ChatTemplate::load(file));
    }

 private:
    void write(const char* name, const json& content) { kvw::test::write(m_path / name, content.dump()); }

    QTemporaryDir m_folder;
    std::filesystem::path m_path{m_folder.path().toStdString()};
};

QTEST_GUILESS_MAIN(ChatTemplateTest)
#include "chat_template_test.moc"
