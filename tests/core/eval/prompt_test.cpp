// SPDX-License-Identifier: Apache-2.0
#include "core/eval/prompt.h"

#include <QtTest>
#include <optional>

using namespace kvw;
using namespace kvw::eval;

namespace {

const std::string kTemplate =
    "[U]{% for message in messages %}{{ message['content'] }}{% endfor %}[/U]{% if add_generation_prompt %}[A]{% endif "
    "%}";

Sample question() {
    Sample sample;
    sample.context = "Once upon a time there was a fox.";
    sample.question = "Who was there?";
    sample.answerPrefix = "Answer:";
    return sample;
}

Result<ChatTemplate> noTemplate() {
    return fail(Code::NotFound, "model", "there is no chat template");
}

}  // namespace

class PromptTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        auto loaded = Tokenizer::load(KVW_SOURCE_DIR "/resources/demo-model/model/tokenizer.json",
                                      KVW_SOURCE_DIR "/resources/demo-model/model/tokenizer_config.json");
        QVERIFY(loaded.has_value());
        m_tokenizer.emplace(std::move(*loaded));
    }

    void aWholePromptIsOneText() {
        PromptMaker maker(*m_tokenizer, noTemplate(), CompressAt::Prompt);
        const Sample sample = question();
        const auto prompt = maker.prompt(sample);
        QVERIFY(prompt.has_value());
        QCOMPARE(prompt->ids, ids(sample.context + sample.question + sample.answerPrefix, true));
        QCOMPARE(prompt->compressed, static_cast<std::int64_t>(prompt->ids.size()));
    }

    void aContextIsEncodedByItself() {
        PromptMaker maker(*m_tokenizer, noTemplate(), CompressAt::Context);
        const Sample sample = question();
        const auto prompt = maker.prompt(sample);
        QVERIFY(prompt.has_value());
        const std::vector<std::int32_t> context = ids(sample.context, true);
        QCOMPARE(prompt->compressed, static_cast<std::int64_t>(context.size()));
        std::vector<std::int32_t> all = context;
        const std::vector<std::int32_t> behind = ids(sample.question + "\n" + sample.answerPrefix, false);
        all.insert(all.end(), behind.begin(), behind.end());
        QCOMPARE(prompt->ids, all);
    }

    void aNewlineStandsOnceAndNotBeforeAChoice() {
        PromptMaker maker(*m_tokenizer, noTemplate(), CompressAt::Context);
        Sample sample = question();
        const auto before = maker.prompt(sample);
        sample.question += '\n';
        QCOMPARE(maker.prompt(sample)->ids, before->ids);
        sample = question();
        sample.kind = AnswerKind::Choice;
        sample.answerPrefix.clear();
        std::vector<std::int32_t> all = ids(sample.context, true);
        const std::vector<std::int32_t> behind = ids(sample.question, false);
        all.insert(all.end(), behind.begin(), behind.end());
        QCOMPARE(maker.prompt(sample)->ids, all);
    }

    void aTextToScoreAndIdsAreWhole() {
        PromptMaker maker(*m_tokenizer, noTemplate(), CompressAt::Context);
        Sample text;
        text.kind = AnswerKind::Likelihood;
        text.context = "Once upon a time";
        QCOMPARE(maker.prompt(text)->ids, ids(text.context, true));
        Sample given;
        given.ids = {3, 1, 4};
        QCOMPARE(maker.prompt(given)->ids, given.ids);
        QCOMPARE(maker.prompt(given)->compressed, std::int64_t{3});
    }

    void aTemplateStandsAroundTheContext() {
        Sample sample = question();
        sample.chat = true;
        PromptMaker maker(*m_tokenizer, chat(), CompressAt::Context);
        const auto prompt = maker.prompt(sample);
        if (!prompt && prompt.error().code == Code::NotFound) {
            QSKIP("Python with Jinja2 is not installed");
        }
        QVERIFY2(prompt.has_value(), prompt ? "" : prompt.error().sentence().c_str());
        QVERIFY(!maker.lacksTemplate(sample));
        std::vector<std::int32_t> all = ids("[U]" + sample.context, true);
        QCOMPARE(prompt->compressed, static_cast<std::int64_t>(all.size()));
        const std::vector<std::int32_t> behind = ids(sample.question + "[/U][A]" + sample.answerPrefix, false);
        all.insert(all.end(), behind.begin(), behind.end());
        QCOMPARE(prompt->ids, all);
        PromptMaker whole(*m_tokenizer, chat(), CompressAt::Prompt);
        QCOMPARE(whole.prompt(sample)->ids,
                 ids("[U]" + sample.context + sample.question + "[/U][A]" + sample.answerPrefix, true));
    }

    void aModelWithoutTemplateGetsTheTexts() {
        Sample sample = question();
        sample.chat = true;
        PromptMaker maker(*m_tokenizer, noTemplate(), CompressAt::Prompt);
        QVERIFY(maker.lacksTemplate(sample));
        QCOMPARE(maker.prompt(sample)->ids, ids(sample.context + sample.question + sample.answerPrefix, true));
    }

    void aBeginTokenStandsTwiceIfASampleWantsIt() {
        const auto begin = m_tokenizer->bosId();
        QVERIFY(begin.has_value());
        Sample sample;
        sample.context = m_tokenizer->pieceBytes(*begin) + "Once";
        PromptMaker maker(*m_tokenizer, noTemplate(), CompressAt::Prompt);
        const std::size_t once = maker.prompt(sample)->ids.size();
        sample.twoBegins = true;
        QCOMPARE(maker.prompt(sample)->ids.size(), once + 1);
    }

 private:
    [[nodiscard]] static ChatTemplate chat() { return ChatTemplate::of(kTemplate, {}, "here"); }
    [[nodiscard]] std::vector<std::int32_t> ids(const std::string& text, bool special) const {
        return m_tokenizer->encode(text, special)->ids;
    }

    std::optional<Tokenizer> m_tokenizer;
};

QTEST_GUILESS_MAIN(PromptTest)
#include "prompt_test.moc"
