// SPDX-License-Identifier: GPL-3.0-or-later
/// What the engine refuses is said in the language of the window: errors as real functions give them, and every literal
/// of the sources.
#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "app/workbench/language/language.h"
#include "app/workbench/language/phrase_text.h"
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
#include "tests/app/workbench/manifest_catalog.h"
#include "tests/core/bundle/sample.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

namespace fs = std::filesystem;

template <class T>
QString sentenceOf(const Result<T>& result) {
    return result ? QString() : QString::fromStdString(result.error().sentence());
}

QString sentenceOf(Code code, const char* where, const std::string& what, const char* found = "",
                   const char* expected = "") {
    return sentenceOf(Result<void>(fail(code, where, what, found, expected)));
}

void spill(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

/// What is left in English; empty: it is German, and not the same.
QString englishIn(const QString& sentence) {
    static const QRegularExpression kEnglish(QStringLiteral(
        "\\b(the|found|expected(?!-)|there|cannot|must|at (least|most)|one of|number|integer|nothing|line|"
        "slot|\\d tokens|stopped|did you mean|is (no|not|missing|evicted)|has no|a (file|folder|list|"
        "text))\\b|, (layer|step) "));
    const QString german = engineSentence(sentence);
    const bool same = german == sentence || kEnglish.match(german).hasMatch();
    return sentence.isEmpty() || same ? sentence + QStringLiteral(" | ") + german : QString();
}

/// Those of the call whose bracket is at `open`.
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

class EngineSentenceTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        installLanguage(QStringLiteral("de"));
        QCOMPARE(currentLanguage(), QStringLiteral("de"));
    }

    /// As the window meets them.
    void errorsOfRealFunctionsAreGerman() {
        const QTemporaryDir plugins, place;
        const fs::path folder = place.path().toStdString();
        const Catalog catalog = manifestCatalog(plugins);
        QStringList english;
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
            english += sentenceOf(resolvePolicy(catalog, policy));
        }
        // Changes in mid-run, axes, filters, presets.
        for (const char* chain :
             {"streaming/recent=64", "streaming/@700", "streaming/pin=5-2@700", "streaming/capture=all@700"}) {
            english += sentenceOf(parseChain(chain));
        }
        for (const char* axis : {"recent", "recent=9:1:1", "recent=1,1", "recent=1:5000:1"}) {
            english += sentenceOf(parseAxis(axis));
        }
        english += sentenceOf(parseFilter("nll<x"));
        english += sentenceOf(parseFilter("nlll<1"));
        english += sentenceOf(saveUserPreset(folder / "presets.json", {"No Name", "streaming"}));
        english += sentenceOf(removeUserPreset(folder / "presets.json", "none-of-this-name"));
        english += sentenceOf(sideBySide({}));
        // Models, tokenizers, texts.
        english += sentenceOf(ModelFiles::open(folder / "no-model"));
        english += sentenceOf(Tokenizer::load(folder / "tokenizer.json"));
        english += sentenceOf(Document::load(folder / "none.txt"));
        for (const char* config : {"", "no JSON", "[]", "{}", "{\"architectures\": [\"Mamba\"]}",
                                   "{\"architectures\": [\"LlamaForCausalLM\"]}",
                                   "{\"architectures\": [\"LlamaForCausalLM\"], \"quantization_config\": 1}",
                                   "{\"architectures\": [\"LlamaForCausalLM\"], \"quantization_config\": "
                                   "{\"quant_method\": \"gptq\", \"bits\": 5}}"}) {
            spill(folder / "model" / "config.json", config);
            english += sentenceOf(ModelFiles::open(folder / "model"));
        }
        for (const char* tokenizer : {"", "no JSON", "[]", "{}", "{\"model\": {\"type\": \"Unigram\"}}"}) {
            spill(folder / "model" / "tokenizer.json", tokenizer);
            english += sentenceOf(Tokenizer::load(folder / "model" / "tokenizer.json"));
        }
        for (const std::string& file : {std::string(), std::string("no GGUF"), std::string("GGUF\1\0\0\0", 8)}) {
            spill(folder / "model.gguf", file);
            english += sentenceOf(ModelFiles::open(folder / "model.gguf"));
        }
        spill(folder / "empty.txt", "");
        spill(folder / "binary.txt", std::string(64, '\0'));
        english += sentenceOf(Document::load(folder / "empty.txt"));
        english += sentenceOf(Document::load(folder / "binary.txt"));
        english += sentenceOf(Document::load(folder));
        // Of the engine, which needs a model.
        english += sentenceOf(Code::BadUsage, "--prompt-tokens", "the prompt would be longer than the text", "400",
                              "at most 300");
        english += sentenceOf(Code::OutOfMemory, "the model", "there is not enough memory", "",
                              "a shorter text, a smaller budget or less capture");
        for (const QString& sentence : english) {
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
        QStringList english{
            "twice is disabled; enable it with `kvw policies --enable twice`.",
            "twice crashed while it was being loaded or called; disable it with `kvw policies --disable twice`, or try "
            "again with `kvw policies --enable twice`.",
            "twice crashed as it was before; its files have changed since, so it is tried again.",
            "mine 1.0.0, step 4: `values` was not asked for in needs() (it threw \"tensor does not have a device\"); "
            "the "
            "run was stopped.",
            "mine 1.0.0, step 4: `rows` was not asked for in needs() (`decodeRow`) (it threw \"no\"); the run was "
            "stopped.",
            "mine 1.0.0, step 4: `keys` was asked for in needs(), but not for decoding (`tensorsAtDecode`) (it threw "
            "\"no\"); the run was stopped."};
        for (const PluginEntry& entry : catalog.entries()) {
            english += QString::fromStdString(entry.reason);
        }
        QVERIFY(english.size() > 4);
        const auto says = [&english](const std::string& what, const char* found = "", const char* expected = "") {
            english += sentenceOf(Code::BadInput, "streaming 1.0.0", what, found, expected);
        };
        says("the plugin was built for another version of the SDK", "ABI 1", "ABI 2");
        says("the descriptor is too short", "8 bytes", "at least 48 bytes");
        says("the plugin was built with another libtorch", "2.3.0", "2.11.0");
        says("the plugin was built with another compiler ABI", "nothing", "a.b");
        says("the library of the plugin is missing", "", "/x/streaming.so");
        says("the library could not be loaded", "undefined symbol");
        says("the library does not export the function kvw_plugin", "", "the macro KVW_PLUGIN in one of its files");
        says("the manifest lists the policy \"x\", but the library has no function that creates one");
        says("it cannot be used: x 1.0.0: the plugin was built for another version of the SDK", "ABI 1", "ABI 2");
        english += QStringLiteral("/p/x: id \"x\" is already used by /p/y.");
        english += QStringLiteral("/p/x: policy \"x\" is already provided by plugin \"y\".");
        english += sentenceOf(installPlugin(catalog.paths(), folder / "nowhere", false));
        for (const QString& sentence : english) {
            QVERIFY2(englishIn(sentence).isEmpty(), qPrintable(englishIn(sentence)));
        }
        QCOMPARE(engineSentence("streaming 1.0.0: the plugin was built for another version of the SDK; found ABI 1, "
                                "expected ABI 2."),
                 QStringLiteral("streaming 1.0.0: Das Plugin wurde für eine andere Version des SDK gebaut; gefunden: "
                                "ABI 1, erwartet: ABI 2."));
    }

    /// Sentences of core/policy/host/loading/edit_check.cpp and its neighbours, which need tensors.
    void brokenContractsAreGerman() {
        for (const char* what :
             {"slot 17 of head 1 is evicted, but its token 4 is protected (sink)", "slot 3 is listed twice",
              "slot 9 is out of range, there are 8 slots", "slot 9 is evicted, but it is free",
              "every token of head 2 is evicted, at least one must stay", "kept 12 tokens, budget is 8",
              "the score of slot 3 (token 7) is not a number", "the report lists 3 budgets, 4 are needed",
              "the list of evicted slots is [3] of Float, it must be [layers, units, slots] of int64",
              "page 3 of query head 1 is listed twice", "query head 1 reads no page, it must read at least one",
              "it threw \"out of luck\"", "the memory was not enough"}) {
            const QString sentence =
                sentenceOf(Code::Policy, "bad 1.0.0, layer 3, step 512", std::string(what) + "; the run was stopped");
            const QString german = engineSentence(sentence);
            QVERIFY2(german.startsWith(QLatin1String("bad 1.0.0, Schicht 3, Schritt 512: ")) &&
                         german.endsWith(QLatin1String("; der Lauf wurde angehalten.")),
                     qPrintable(german));
            QVERIFY2(QLatin1String(what).contains(QLatin1String("[layers")) || englishIn(sentence).isEmpty(),
                     qPrintable(englishIn(sentence)));
        }
        // A plugin's own words stay.
        const QString own = QStringLiteral("bad 1.0.0, step 3: I do not like this text; the run was stopped.");
        QCOMPARE(engineSentence(own), own);
    }

    void damagedTablesAndSweepsAreGerman() {
        const QTemporaryDir place, plugins;
        const fs::path folder = place.path().toStdString();
        QVERIFY(writeBundle(*sample::recording(), folder / "whole").has_value());
        QStringList english;
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
                const QString sentence = sentenceOf(readBundle(folder / "damaged"));
                english += sentence.isEmpty() ? QStringList() : QStringList(sentence);
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
        english += sentenceOf(checkRunsKept(folder / "grid", other, *sweepPoints(other, catalog), catalog));
        spill(folder / "grid/sweep.json", "no JSON");
        english += sentenceOf(readSweep(folder / "grid"));
        sweep.axes = {{"recnt", {"8"}}};
        english += sentenceOf(sweepPoints(sweep, catalog));
        for (const QString& sentence : english) {
            QVERIFY2(englishIn(sentence).isEmpty(), qPrintable(englishIn(sentence)));
        }
    }

    /// Whatever is added to the engine or the window needs its translation.
    void everyLiteralOfTheSourcesIsKnown() {
        static const QRegularExpression kCall(QStringLiteral("\\bfail\\(\\s*Code::"));
        static const QRegularExpression kHelper(QStringLiteral("\\b(?:bad|refuse|wrong)\\(\\s*\""));
        static const QRegularExpression kLiterals(QStringLiteral("^\\s*(\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+$"));
        static const QRegularExpression kJoin(QStringLiteral("\"\\s*\""));
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
                for (auto call = kCall.globalMatch(text); call.hasNext();) {
                    const QStringList arguments =
                        argumentsAt(text, text.indexOf(QLatin1Char('('), call.next().capturedStart()));
                    if (arguments.size() < 3 || !kLiterals.match(arguments[2]).hasMatch() ||
                        file.fileName().startsWith(QLatin1String("bench"))) {
                        continue;
                    }
                    QString what = arguments[2].trimmed().remove(kJoin);
                    what = what.mid(1, what.size() - 2).replace(QLatin1String("\\\""), QLatin1String("\""));
                    const QString sentence = QStringLiteral("x: ") + what + QLatin1Char('.');
                    unknown += engineSentence(sentence) == sentence ? QStringList(file.fileName() + ": " + what)
                                                                    : QStringList();
                    ++count;
                }
                // Of helpers that know where: a word of what is wrong, or of what was found.
                for (auto call = kHelper.globalMatch(text); call.hasNext();) {
                    const QStringList arguments =
                        argumentsAt(text, text.indexOf(QLatin1Char('('), call.next().capturedStart()));
                    if (!kLiterals.match(arguments[0]).hasMatch()) {
                        continue;
                    }
                    QString what = arguments[0].trimmed().remove(kJoin);
                    what = what.mid(1, what.size() - 2).replace(QLatin1String("\\\""), QLatin1String("\""));
                    const QString sentence = QStringLiteral("x: ") + what + QLatin1Char('.');
                    const bool known = engineSentence(sentence) != sentence || enginePhrase(what) != what;
                    unknown += known || !what.contains(QLatin1Char(' ')) ? QStringList()
                                                                         : QStringList(file.fileName() + ": " + what);
                }
            }
        }
        QVERIFY2(count > 250, qPrintable(QString::number(count)));
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join('\n')));
    }

    /// The start page runs the script and shows what it says.
    void everySentenceOfTheModelScriptIsKnown() {
        static const QRegularExpression kFail(QStringLiteral("\\bfail \"(.*)\"$"), QRegularExpression::MultilineOption);
        static const QRegularExpression kValue(QStringLiteral("\\$\\([^)]*\\)|\\$\\w+"));
        QFile script(QStringLiteral(KVW_SOURCE_DIR "/packaging/model"));
        QVERIFY(script.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(script.readAll());
        int known = 0;
        for (auto call = kFail.globalMatch(text.mid(text.indexOf(QLatin1String("\nfetch()")))); call.hasNext();) {
            const QString sentence = call.next().captured(1).replace(kValue, QStringLiteral("x"));
            if (!sentence.startsWith(QLatin1String("packaging/model"))) {  // not about its arguments
                QVERIFY2(engineSentence(sentence) != sentence, qPrintable(sentence));
                ++known;
            }
        }
        QVERIFY(known >= 8);
    }

    /// Those whose words are no literal where they are given, or reach the window without an error.
    void otherSentencesAreGerman() {
        QStringList english{
            sentenceOf(Code::BadUsage, "fork", "its parent generated no token behind that one to score the fork on",
                       "token 5", "a run that has generated some"),
            QStringLiteral("it is of a run that ends at another token; found 300, expected 200."),
            sentenceOf(Code::BadInput, "run.view.json", "the view beside the bundle is not a file and was not used", "",
                       "a view that Ctrl+S saved"),
            sentenceOf(Code::BadInput, "figures", "is not a file", "", "a figure that KV Workbench exported")};
        for (const QString& sentence : english) {
            QVERIFY2(englishIn(sentence).isEmpty(), qPrintable(englishIn(sentence)));
        }
        QCOMPARE(enginePhrase(QStringLiteral("another sweep")), QStringLiteral("ein anderer Sweep"));
    }

    void whatIsNotKnownStays() {
        QCOMPARE(engineSentence("x: an unknown sentence; found 3, expected 4."),
                 QStringLiteral("x: an unknown sentence; found 3, expected 4."));
        QCOMPARE(engineSentence(QString()), QString());
        // A name stays, also one that is a word of the engine.
        for (const char* name : {"ready", "number", "nothing", "3 tokens"}) {
            QCOMPARE(engineSentence(QStringLiteral("x: there is no policy \"%1\".").arg(QLatin1String(name))),
                     QStringLiteral("x: Es gibt keine Policy „%1“.").arg(QLatin1String(name)));
        }
        // So does a path, whatever its folders are called; what is said behind it does not.
        for (const char* path : {"/home/what is this", "run/3 tokens", "./ready", "/x/1 layer, step 3/run",
                                 "/x/at least 3", "../nothing and 3 tokens"}) {
            QCOMPARE(enginePhrase(QLatin1String(path)), QLatin1String(path));
            QCOMPARE(engineSentence(QStringLiteral("%1: reading failed.").arg(QLatin1String(path)))
                         .left(static_cast<qsizetype>(qstrlen(path))),
                     QLatin1String(path));
        }
        QCOMPARE(enginePhrase(QStringLiteral("/what is this/a.md, line 3")),
                 QStringLiteral("/what is this/a.md, Zeile 3"));
        QVERIFY(enginePhrase(QStringLiteral("Input/output error")) != QLatin1String("Input/output error"));
        // A bundle may say anything of itself, at any length.
        const QString endless = QStringLiteral("x: ") + QStringLiteral("reading failed: ").repeated(100'000);
        QCOMPARE(engineSentence(endless), endless);
        QCOMPARE(enginePhrase(endless), endless);
        // What is put into a place may have a % of its own.
        QCOMPARE(engineSentence("policy \"a%1b\": there is no parameter \"%2\"; expected one of x, %1."),
                 QStringLiteral("Policy „a%1b“: Es gibt keinen Parameter „%2“; erwartet: eines von x, %1."));
    }
};

QTEST_MAIN(EngineSentenceTest)
#include "engine_sentence_test.moc"
