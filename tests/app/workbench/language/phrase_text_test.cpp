// SPDX-License-Identifier: GPL-3.0-or-later
/// Texts of core are shown in the language of the window: findings by their code, errors as real functions give them,
/// and every literal of the sources.
#include "app/workbench/language/phrase_text.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <system_error>
#include <vector>

#include "app/workbench/language/language.h"
#include "core/bundle/bundle.h"
#include "core/eval/sweep.h"
#include "core/eval/sweep_file.h"
#include "core/library/filter.h"
#include "core/library/side_by_side.h"
#include "core/model/model_files.h"
#include "core/model/text/document.h"
#include "core/model/tokenizer/tokenizer.h"
#include "core/policy/host/choice/choice.h"
#include "core/policy/host/install.h"
#include "core/policy/host/user_presets.h"
#include "core/publish/write_bundle.h"
#include "core/session/spec/run_changes.h"
#include "tests/app/workbench/language/translations.h"
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

namespace fs = std::filesystem;

template <class T>
Phrase sentenceOf(const Result<T>& result) {
    return result ? Phrase() : result.error().asPhrase();
}

Phrase sentenceOf(Code code, const Phrase& where, const Phrase& what, const Phrase& found = {},
                  const Phrase& expected = {}) {
    return sentenceOf(Result<void>(fail(code, where, what, found, expected)));
}

void spill(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    sample::spill(file, text);
}

/// Returns the words of a phrase that are left in English; empty: it is German, and not the same.
QString englishIn(const Phrase& sentence) {
    static const QRegularExpression kEnglish(QStringLiteral(
        "\\b(the|found|expected(?!-)|there|cannot|must|at (least|most)|one of|number|integer|nothing|line|"
        "slot|\\d tokens|stopped|did you mean|is (no|not|missing|evicted)|has no|a (file|folder|list|"
        "text))\\b|, (layer|step) "));
    const QString english = QString::fromStdString(sentence.english()), german = phraseText(sentence);
    const bool same = german == english || kEnglish.match(german).hasMatch();
    return sentence.empty() || !same ? QString() : english + QStringLiteral(" | ") + german;
}

/// Returns true if the form is one of core, of the window or of a finding.
bool isListed(const QString& form) {
    static const QSet<QString> kKnown = [] {
        QSet<QString> known;
        for (const Message& each : readMessages(kGermanForms)) {
            known.insert(each.source);
        }
        return known;
    }();
    return kKnown.contains(form);
}

/// Returns the arguments of the call whose bracket is at `open`.
QStringList argumentsAt(const QString& text, qsizetype open) {
    QStringList arguments{QString()};
    int depth = 0;
    bool quoted = false;
    for (qsizetype i = open; i < text.size(); ++i) {
        const QChar c = text[i];
        if (!quoted && QStringView(text).mid(i, 3) == QLatin1String("'\"'")) {
            i += 2;
            continue;
        }
        if (quoted && c == QLatin1Char('\\')) {
            arguments.last() += text.mid(i++, 2);
            continue;
        }
        quoted = quoted != (c == QLatin1Char('"'));
        depth += quoted ? 0 : int(QStringLiteral("([{").contains(c)) - int(QStringLiteral(")]}").contains(c));
        if (depth == 0) {
            break;
        }
        if (!quoted && depth == 1 && c == QLatin1Char(',')) {
            arguments += QString();
        } else if (i > open) {
            arguments.last() += c;
        }
    }
    return arguments;
}

}  // namespace

class PhraseTextTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        QCOMPARE(phraseText(finding("no-effect-while", "slack", finding("value-is", "max-drop", 0))),
                 QStringLiteral("slack has no effect while max-drop is 0"));
        QCOMPARE(phraseText(std::string("a sentence of a plugin")), QStringLiteral("a sentence of a plugin"));
        QCOMPARE(phraseText({}), QString());
        QCOMPARE(phraseText(phrase("at most %1", 3)), QStringLiteral("at most 3"));
        // From here on the application keeps its translator.
        installLanguage(QStringLiteral("de"));
        QCOMPARE(currentLanguage(), QStringLiteral("de"));
    }

    /// As the window meets them.
    void errorsOfRealFunctionsAreGerman() {
        const QTemporaryDir plugins, place;
        const fs::path folder = place.path().toStdString();
        const Catalog catalog = manifestCatalog(plugins);
        std::vector<Phrase> english;
        // Policies and their parameters.
        for (const char* policy : {"streeming",
                                   "qqqqqqqq",
                                   "uniform",
                                   "streaming:recent=0",
                                   "streaming:recent=x",
                                   "streaming:recnt=4",
                                   "streaming:recent",
                                   "streaming:recent=4,recent=5",
                                   "streaming:recent=99999999999999999999",
                                   "snapkv:removed=2",
                                   "snapkv:capacity=101%",
                                   "cascade:sizes=4//2",
                                   "cascade:periods=0/2",
                                   "snapkv:pool=no",
                                   "h2o-mass+uniform:schedule=never",
                                   "h2o-mass+nosuch",
                                   "streaming+uniform",
                                   "a+b+c",
                                   "streaming@kivi:bits=3",
                                   "kivi@kivi",
                                   "streaming@nocodec",
                                   "full:x=1"}) {
            english.push_back(sentenceOf(resolvePolicy(catalog, policy)));
        }
        // Changes in mid-run, axes, filters, presets.
        for (const char* chain :
             {"streaming/recent=64", "streaming/@700", "streaming/pin=5-2@700", "streaming/capture=all@700"}) {
            english.push_back(sentenceOf(parseChain(chain)));
        }
        for (const char* axis : {"recent", "recent=9:1:1", "recent=1,1", "recent=1:5000:1"}) {
            english.push_back(sentenceOf(parseAxis(axis)));
        }
        english.push_back(sentenceOf(parseFilter("nll<x")));
        english.push_back(sentenceOf(parseFilter("nlll<1")));
        english.push_back(sentenceOf(saveUserPreset(folder / "presets.json", {"No Name", "streaming"})));
        english.push_back(sentenceOf(removeUserPreset(folder / "presets.json", "none-of-this-name")));
        english.push_back(sentenceOf(sideBySide({})));
        // Models, tokenizers, texts.
        english.push_back(sentenceOf(ModelFiles::open(folder / "no-model")));
        english.push_back(sentenceOf(Tokenizer::load(folder / "tokenizer.json")));
        english.push_back(sentenceOf(Document::load(folder / "none.txt")));
        for (const char* config : {"", "no JSON", "[]", "{}", "{\"architectures\": [\"Mamba\"]}",
                                   "{\"architectures\": [\"LlamaForCausalLM\"]}",
                                   "{\"architectures\": [\"LlamaForCausalLM\"], \"quantization_config\": 1}",
                                   "{\"architectures\": [\"LlamaForCausalLM\"], \"quantization_config\": "
                                   "{\"quant_method\": \"gptq\", \"bits\": 5}}"}) {
            spill(folder / "model" / "config.json", config);
            english.push_back(sentenceOf(ModelFiles::open(folder / "model")));
        }
        for (const char* tokenizer : {"", "no JSON", "[]", "{}", "{\"model\": {\"type\": \"Unigram\"}}"}) {
            spill(folder / "model" / "tokenizer.json", tokenizer);
            english.push_back(sentenceOf(Tokenizer::load(folder / "model" / "tokenizer.json")));
        }
        for (const std::string& file : {std::string(), std::string("no GGUF"), std::string("GGUF\1\0\0\0", 8)}) {
            spill(folder / "model.gguf", file);
            english.push_back(sentenceOf(ModelFiles::open(folder / "model.gguf")));
        }
        spill(folder / "empty.txt", "");
        spill(folder / "binary.txt", std::string(64, '\0'));
        english.push_back(sentenceOf(Document::load(folder / "empty.txt")));
        english.push_back(sentenceOf(Document::load(folder / "binary.txt")));
        english.push_back(sentenceOf(Document::load(folder)));
        // Errors of the engine itself, which would need a model.
        english.push_back(sentenceOf(Code::BadUsage, "--prompt-tokens", "the prompt would be longer than the text",
                                     "400", phrase("at most %1", 300)));
        english.push_back(sentenceOf(Code::OutOfMemory, "the model", "there is not enough memory", "",
                                     "a shorter text, a smaller budget or less capture"));
        for (const Phrase& sentence : english) {
            QVERIFY2(englishIn(sentence).isEmpty(), qPrintable(englishIn(sentence)));
        }
        QVERIFY(english.size() > 40);
    }

    void refusedPluginsAreGerman() {
        const QTemporaryDir place;
        const fs::path folder = place.path().toStdString();
        spill(folder / "plugins/none/readme.txt", "no manifest");
        spill(folder / "plugins/cut/manifest.json", "{\"format\": ");
        spill(folder / "plugins/deep/manifest.json", "{\"a\": 1, \"a\": 2}");
        spill(folder / "plugins/foreign/manifest.json", "{\"format\": \"kvw-bundle-1\", \"id\": 7}");
        PluginPaths paths;
        paths.folders = {folder / "shipped", folder / "plugins"};
        paths.stateFolder = folder / "state";
        const Catalog catalog = Catalog::scan(paths);
        std::vector<Phrase> english;
        for (const PluginEntry& entry : catalog.entries()) {
            english.push_back(entry.reason);
        }
        QVERIFY(english.size() > 3);
        const auto says = [&english](const Phrase& what, const Phrase& found = {}, const Phrase& expected = {}) {
            english.push_back(sentenceOf(Code::BadInput, "streaming 1.0.0", what, found, expected));
        };
        says("the plugin was built for another version of the SDK", phrase("ABI %1", 1), phrase("ABI %1", 2));
        says("the descriptor is too short", phrase("%1 bytes", 8), phrase("at least %1 bytes", 48));
        says("the plugin was built with another libtorch", "2.3.0", "2.11.0");
        says("the plugin was built with another compiler ABI", "nothing", "a.b");
        says("the library of the plugin is missing", "", "/x/streaming.so");
        says("the library could not be loaded", "undefined symbol");
        says(phrase("the library does not export the function %1", "kvw_plugin"), "",
             "the macro KVW_PLUGIN in one of its files");
        says(phrase("the manifest lists the %1 \"%2\", but the library has no function that creates one", "policy",
                    "x"));
        says(phrase("it cannot be used: %1", catalog.entries().front().reason));
        english.push_back(sentenceOf(installPlugin(catalog.paths(), folder / "nowhere", false)));
        for (const Phrase& sentence : english) {
            QVERIFY2(englishIn(sentence).isEmpty(), qPrintable(englishIn(sentence)));
        }
        const Error other{Code::BadInput, "the plugin was built for another version of the SDK",
                          std::string("streaming 1.0.0"), phrase("ABI %1", 2), phrase("ABI %1", 1)};
        QCOMPARE(errorText(other), QStringLiteral("streaming 1.0.0: Das Plugin wurde für eine andere Version des SDK "
                                                  "gebaut; gefunden: ABI 1, erwartet: ABI 2."));
    }

    /// Sentences of core/policy/host/loading/edit_check.cpp and its neighbours, which need tensors.
    void brokenContractsAreGerman() {
        const Phrase slot = phrase("slot %1 of head %2", 17, 1);
        for (const Phrase& what :
             {phrase("%1 is evicted, but its token %2 is protected (sink)", slot, 4),
              phrase("%1 is listed twice", phrase("slot %1", 3)),
              phrase("%1 is out of range, there are %2 slots", slot, 8), phrase("%1 is evicted, but it is free", slot),
              phrase("every token of head %1 is evicted, at least one must stay", 2),
              phrase("kept %1 tokens, budget is %2", 12, 8),
              phrase("the score of %1 (token %2) is %3", slot, 7, "not a number"),
              phrase("the report lists %1 budgets, %2 are needed", 3, 4),
              phrase("page %1 of query head %2 is listed twice", 3, 1),
              phrase("query head %1 reads no page, it must read at least one", 1),
              phrase("it threw \"%1\"", std::string("out of luck")), phrase("the memory was not enough")}) {
            const Error error{Code::Policy,
                              phrase("%1; the run was stopped", what),
                              phrase("%1, layer %2, step %3", std::string("bad 1.0.0"), 3, 512),
                              {},
                              {}};
            const QString german = errorText(error);
            QVERIFY2(german.startsWith(QLatin1String("bad 1.0.0, Schicht 3, Schritt 512: ")) &&
                         german.endsWith(QLatin1String("; der Lauf wurde angehalten.")),
                     qPrintable(german));
            QVERIFY2(englishIn(error.asPhrase()).isEmpty(), qPrintable(englishIn(error.asPhrase())));
        }
        // A plugin's own words stay.
        const Error own{Code::Policy,
                        phrase("%1; the run was stopped", std::string("I do not like this text")),
                        phrase("%1, step %2", std::string("bad 1.0.0"), 3),
                        {},
                        {}};
        QCOMPARE(errorText(own),
                 QStringLiteral("bad 1.0.0, Schritt 3: I do not like this text; der Lauf wurde angehalten."));
    }

    void damagedTablesAndSweepsAreGerman() {
        const QTemporaryDir place, plugins;
        const fs::path folder = place.path().toStdString();
        QVERIFY(writeBundle(*sample::recording(), folder / "whole").has_value());
        std::vector<Phrase> english;
        for (const char* damage : {"x\n", "", "a,b\n1,2\n", "cut"}) {
            for (const auto& file : fs::directory_iterator(folder / "whole")) {
                if (file.path().extension() != ".csv") {
                    continue;
                }
                fs::remove_all(folder / "damaged");
                fs::copy(folder / "whole", folder / "damaged", fs::copy_options::recursive);
                const std::string text = sample::slurp(file.path());
                const std::size_t second = text.find('\n', text.find('\n') + 1);
                spill(folder / "damaged" / file.path().filename(),
                      std::string(damage) == "cut" ? text.substr(0, second - 1) : damage);
                if (const Phrase sentence = sentenceOf(readBundle(folder / "damaged")); !sentence.empty()) {
                    english.push_back(sentence);
                }
            }
        }
        QVERIFY(english.size() > 4);
        const Catalog catalog = manifestCatalog(plugins);
        Sweep sweep;
        sweep.policies = {"streaming"};
        sweep.axes = {{"recent", {"8", "16"}}};
        const auto points = sweepPoints(sweep, catalog);
        QVERIFY(points.has_value() && writeSweep(folder / "grid", sweep).has_value());
        fs::create_directories(bundleOf(folder / "grid", points->front()));
        Sweep other = sweep;
        other.axes = {{"sinks", {"1", "2"}}};
        english.push_back(sentenceOf(checkRunsKept(folder / "grid", other, *sweepPoints(other, catalog), catalog)));
        spill(folder / "grid/sweep.json", "no JSON");
        english.push_back(sentenceOf(readSweep(folder / "grid")));
        sweep.axes = {{"recnt", {"8"}}};
        english.push_back(sentenceOf(sweepPoints(sweep, catalog)));
        for (const Phrase& sentence : english) {
            QVERIFY2(englishIn(sentence).isEmpty(), qPrintable(englishIn(sentence)));
        }
    }

    /// Whatever is added to core or the window needs its translation.
    void everyLiteralOfTheSourcesIsListed() {
        static const QRegularExpression kCall(
            QStringLiteral("\\b(fail\\((?=\\s*Code::)|Error\\{(?=\\s*Code::)|phrase\\(|(?:bad|refuse|wrong|errorAt|"
                           "setError|note|noCase|noKernel|unfit)\\()"));
        static const QRegularExpression kLiterals(QStringLiteral("^\\s*(\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+$"));
        static const QRegularExpression kJoin(QStringLiteral("(?<!\\\\)\"\\s*\"")), kPlace(QStringLiteral("%\\d")),
            kWords(QStringLiteral("[A-Za-z]{3}"));
        int count = 0;
        QStringList unknown;
        for (const char* root : {"/core", "/app/workbench"}) {
            for (QDirIterator file(QStringLiteral(KVW_SOURCE_DIR) + QLatin1String(root),
                                   {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                                   QDirIterator::Subdirectories);
                 file.hasNext();) {
                QFile source(file.next());
                QVERIFY(source.open(QIODevice::ReadOnly));
                const QString text = QString::fromUtf8(source.readAll());
                if (file.fileName().startsWith(QLatin1String("bench"))) {
                    continue;
                }
                for (auto call = kCall.globalMatch(text); call.hasNext();) {
                    const QRegularExpressionMatch found = call.next();
                    for (const QString& argument : argumentsAt(text, found.capturedEnd() - 1)) {
                        if (!kLiterals.match(argument).hasMatch()) {
                            continue;
                        }
                        QString form = argument.trimmed().remove(kJoin);
                        form = form.mid(1, form.size() - 2).replace(QLatin1String("\\\""), QLatin1String("\""));
                        // A single word is a name: of a flag, a file, a member.
                        QString words = form;
                        words = words.remove(kPlace).trimmed();
                        const bool name = !words.contains(QLatin1Char(' ')) || !kWords.match(words).hasMatch();
                        unknown += name || isListed(form) ? QStringList() : QStringList(file.fileName() + ": " + form);
                        ++count;
                    }
                }
            }
        }
        QVERIFY2(count > 1000, qPrintable(QString::number(count)));
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join('\n')));
    }

    /// The start page runs the script and shows what it says.
    void everySentenceOfTheModelScriptIsListed() {
        static const QRegularExpression kRefuse(QStringLiteral("\\brefuse \"([^\"]*)\""));
        QFile script(QStringLiteral(KVW_SOURCE_DIR "/packaging/model"));
        QVERIFY(script.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(script.readAll());
        int known = 0;
        for (auto call = kRefuse.globalMatch(text); call.hasNext(); ++known) {
            const QString form = call.next().captured(1);
            QVERIFY2(isListed(form), qPrintable(form));
        }
        QVERIFY(known >= 8);
    }

    /// A form that nothing says any longer leaves the list. The system's reasons are in no source.
    void everyListedFormIsInASource() {
        static const QRegularExpression kJoin(QStringLiteral("(?<!\\\\)\"\\s*\"")),
            kLiteral(QStringLiteral("\"((?:[^\"\\\\\n]|\\\\.)*)\""));
        QSet<QString> said;
        for (int number = 1; number < 134; ++number) {
            said += QString::fromStdString(std::generic_category().message(number));
        }
        const auto readSource = [&said](const QString& path, bool joins) {
            QFile source(path);
            QVERIFY(source.open(QIODevice::ReadOnly));
            QString text = QString::fromUtf8(source.readAll()).remove(QLatin1String("'\"'"));
            for (auto literal = kLiteral.globalMatch(joins ? text.remove(kJoin) : text); literal.hasNext();) {
                said += literal.next().captured(1).replace(QLatin1String("\\\""), QLatin1String("\""));
            }
        };
        readSource(QStringLiteral(KVW_SOURCE_DIR "/packaging/model"), false);
        for (const char* root : {"/core", "/app", "/kernels", "/plugins", "/resources"}) {
            for (QDirIterator file(
                     QStringLiteral(KVW_SOURCE_DIR) + QLatin1String(root),
                     {QStringLiteral("*.cpp"), QStringLiteral("*.h"), QStringLiteral("*.cu"), QStringLiteral("*.json")},
                     QDir::Files, QDirIterator::Subdirectories);
                 file.hasNext();) {
                readSource(file.next(), true);
            }
        }
        QStringList unused;
        for (const Message& each : readMessages(kGermanForms)) {
            unused += said.contains(each.source) ? QStringList() : QStringList(each.source);
        }
        QVERIFY2(unused.isEmpty(), qPrintable(unused.join('\n')));
    }

    void formsInOtherPlacesAreGerman() {
        const std::vector<Phrase> english{
            sentenceOf(Code::BadUsage, "fork", "its parent generated no token behind that one to score the fork on",
                       phrase("token %1", 5), "a run that has generated some"),
            sentenceOf(Code::BadInput, std::string("run.view.json"),
                       "the view beside the bundle is not a file and was not used", "", "a view that Ctrl+S saved"),
            sentenceOf(Code::BadInput, "figures", "is not a file", "", "a figure that KV Workbench exported")};
        for (const Phrase& sentence : english) {
            QVERIFY2(englishIn(sentence).isEmpty(), qPrintable(englishIn(sentence)));
        }
        QCOMPARE(phraseText("another sweep"), QStringLiteral("ein anderer Sweep"));
        QCOMPARE(phraseText(phrase("%1, line %2", std::string("/what is this/a.md"), 3)),
                 QStringLiteral("/what is this/a.md, Zeile 3"));
        QCOMPARE(errorText({Code::BadInput, "there is no such directive", phrase("%1, line %2", std::string("s.md"), 4),
                            std::string("fork"), std::string("fly")}),
                 QStringLiteral("s.md, Zeile 4: Es gibt keine solche Direktive; gefunden: fly, erwartet: fork."));
    }

    void whatIsNotKnownStays() {
        QCOMPARE(phraseText(sentenceOf(Code::BadInput, std::string("x"), "an unknown sentence")),
                 QStringLiteral("x: an unknown sentence."));
        QCOMPARE(phraseText({}), QString());
        // A name stays, also one that is a word of the engine.
        for (const char* name : {"ready", "number", "nothing", "3 tokens"}) {
            QCOMPARE(phraseText(phrase("there is no policy \"%1\"", std::string(name))),
                     QStringLiteral("Es gibt keine Policy „%1“").arg(QLatin1String(name)));
        }
        // A text that is put into a place may have a % of its own.
        QCOMPARE(errorText({Code::BadUsage,
                            phrase("there is no parameter \"%1\"", std::string("%2")),
                            phrase("policy \"%1\"", std::string("a%1b")),
                            phrase("one of %1", std::string("x, %1")),
                            {}}),
                 QStringLiteral("Policy „a%1b“: Es gibt keinen Parameter „%2“; erwartet: eines von x, %1."));
    }

    void everyCodeIsGerman() {
        for (const FindingForm& form : kFindingForms) {
            if (form.code == "error") {
                continue;
            }
            Phrase made = form.form;
            for (std::size_t place = 1; place <= placesOf(form.form); ++place) {
                made.parts.emplace_back("<" + std::to_string(place) + ">");
            }
            const QString german = phraseText(made);
            QVERIFY2(german != QString::fromStdString(made.english()), form.form);
            for (const Phrase& part : made.parts) {
                QVERIFY2(german.contains(QString::fromStdString(part.words)), form.form);
            }
        }
    }

    void placesAreTranslatedToo() {
        QCOMPARE(phraseText(finding("no-effect-while", "slack", finding("value-is", "max-drop", 0))),
                 QStringLiteral("slack hat keine Wirkung, solange gilt: max-drop ist 0"));
        QCOMPARE(phraseText(finding("floor-inert", 30, 8)),
                 QStringLiteral("floor hat keine Wirkung: sein Anteil an der Kapazität von 30 ist nicht mehr als die 8 "
                                "Token, die ohnehin bleiben"));
        QCOMPARE(phraseText(finding("reads-pages", counted(1, "page", "pages"), counted(16, "token", "tokens"), 2)),
                 QStringLiteral("liest 1 Seite zu 16 Token je Query-Head und Schritt, ab Schicht 2"));
    }

    void plainTextsStay() {
        QCOMPARE(phraseText(std::string("slack has no effect while max-drop is 0")),
                 QStringLiteral("slack has no effect while max-drop is 0"));
        // A text that is put into a place may have a place of its own.
        QVERIFY(phraseText(finding("gamma", "%1 %2")).endsWith(QLatin1String("%1 %2")));
    }

    void errorsAreTranslatedByTheirForm() {
        const Error error{Code::BadInput, "the bundle lacks this file", "runs/a/layers.csv", {}, {}};
        QVERIFY(!phraseText(errorFinding(error.asPhrase())).contains(QLatin1String("lacks")));
        QVERIFY(!phraseText(finding("tokens-as-ids", errorFinding(error.asPhrase()))).contains("lacks"));
    }
};

QTEST_MAIN(PhraseTextTest)
#include "phrase_text_test.moc"
