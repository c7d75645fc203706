// SPDX-License-Identifier: Apache-2.0
/// A manifest agrees with its library and with its README.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/policy/host/choice/prompt_share.h"
#include "core/policy/host/manifest.h"
#include "tests/plugins/check.h"

using kvw::Manifest;
using kvw::PluginKind;

namespace {

const QString kPlugins = QStringLiteral(KVW_SOURCE_DIR "/plugins");

QString pathOf(const QString& id, const char* file) {
    return kPlugins + "/" + id + "/" + file;
}

/// Policies in Python need what a build may lack.
bool isBuilt(const QString& id) {
    return QFile::exists(QStringLiteral(KVW_BINARY_DIR "/lib/kvworkbench/policies/%1/%1.so").arg(id));
}

kvw::Result<Manifest> manifestOf(const QString& id) {
    return Manifest::read(std::filesystem::path(pathOf(id, "manifest.json").toStdString()));
}

/// The numbers of a sentence: also 16k as 16384, "a + b" as their sum, "a … b by c" as those steps, and the word two.
QList<double> numbersIn(const QString& sentence) {
    static const QRegularExpression kNumber(QStringLiteral(R"((\d*\.)?\d+(k\b)?)"));
    static const QRegularExpression kSum(QStringLiteral(R"((\d+) \+ (\d+))"));
    static const QRegularExpression kSteps(QStringLiteral(R"(([\d.]+) … ([\d.]+) by ([\d.]+))"));
    QList<double> numbers;
    for (const auto& match : kNumber.globalMatch(sentence)) {
        const bool kilo = !match.captured(2).isEmpty();
        numbers += match.captured().chopped(kilo ? 1 : 0).toDouble() * (kilo ? 1024 : 1);
    }
    for (const auto& match : kSum.globalMatch(sentence)) {
        numbers += match.captured(1).toDouble() + match.captured(2).toDouble();
    }
    for (const auto& match : kSteps.globalMatch(sentence)) {
        const double first = match.captured(1).toDouble(), step = match.captured(3).toDouble();
        const auto steps = std::lround((match.captured(2).toDouble() - first) / step);
        for (int i = 0; i <= steps; ++i) {
            numbers += first + i * step;
        }
    }
    if (sentence.contains(QStringLiteral(" two "))) {
        numbers += 2;
    }
    return numbers;
}

bool standsIn(const QList<double>& numbers, double number) {
    return std::any_of(numbers.begin(), numbers.end(), [number](double n) { return std::abs(n - number) < 1e-9; });
}

/// "Numbers of the sources" of a README: the sentences "- a: ..." and rows "| `preset` | name value, ... | a, b | names
/// |".
class Cited {
 public:
    explicit Cited(const QString& section) : m_section(section) {}

    /// Empty: the preset agrees with its row, and the row with what it cites.
    [[nodiscard]] QString problemOf(const kvw::Preset& preset) const {
        const QString row = lineAfter(QStringLiteral("| `%1` | ").arg(QString::fromStdString(preset.id)));
        const QStringList cells = row.split(QStringLiteral(" | "));
        if (cells.size() != 3) {
            return QStringLiteral("no row that cites its source");
        }
        const QStringList said = words(cells[0]);
        const QStringList has = valuesOf(preset);
        if (sorted(said) != sorted(has)) {
            return QStringLiteral("it has %1, its row %2").arg(has.join(QStringLiteral(", ")), cells[0]);
        }
        QString sentences;
        for (const QString& key : words(cells[1])) {
            const QString sentence = lineAfter(QStringLiteral("- %1: ").arg(key));
            if (sentence.isEmpty()) {
                return QStringLiteral("no sentence ") + key;
            }
            // The words before the quotation say where it is from.
            sentences += sentence.section(QStringLiteral(": “"), -1) + '\n';
        }
        const QString unpublished = cells[2].chopped(1).trimmed();
        const QString inManifest = unpublished.isEmpty() ? QString() : "no published value, ours: " + unpublished;
        const QString source = QString::fromStdString(preset.source);
        if (unpublished.isEmpty() ? source.contains(QStringLiteral("no published value"))
                                  : !source.endsWith(inManifest)) {
            return QStringLiteral("its source does not name what is not published: ") + unpublished;
        }
        for (const QString& value : said) {
            const QString name = value.section(' ', 0, 0);
            bool isNumber = false;
            const double number = value.section(' ', 1).toDouble(&isNumber);
            // 0 is none: sentences say that in words.
            if (isNumber && number != 0 && !words(unpublished).contains(name) &&
                !standsIn(numbersIn(sentences), number)) {
                return value + QStringLiteral(" does not stand in what it cites");
            }
        }
        return {};
    }

 private:
    [[nodiscard]] QString lineAfter(const QString& start) const {
        return m_section.section('\n' + start, 1).section('\n', 0, 0);
    }
    [[nodiscard]] static QStringList words(const QString& text) { return text.split(QStringLiteral(", ")); }
    [[nodiscard]] static QStringList sorted(QStringList list) {
        list.sort();
        return list;
    }
    [[nodiscard]] static QStringList valuesOf(const kvw::Preset& preset) {
        if (!preset.policy.empty()) {
            return QString::fromStdString(preset.policy).section(':', 1).replace('=', ' ').split(',');
        }
        QStringList values;
        for (const auto& [name, value] : preset.parameters) {
            values += QString::fromStdString(name + ' ' + kvw::toText(value));
        }
        return values;
    }

    QString m_section;
};

}  // namespace

class ManifestsTest : public QObject {
    Q_OBJECT
 private:
    static void plugins() {
        QTest::addColumn<QString>("id");
        for (const QString& id : QDir(kPlugins).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (QFile::exists(pathOf(id, "CMakeLists.txt"))) {
                QTest::newRow(qPrintable(id)) << id;
            }
        }
    }
    static const kvw::Catalog& installed() {
        static const kvw::Catalog catalog = kvw::Catalog::scan(
            {{std::filesystem::path(KVW_BINARY_DIR) / "lib/kvworkbench/policies"}, KVW_BINARY_DIR "/tests/state/none"});
        return catalog;
    }
    /// False also where the parts refuse to be composed with a cut after every chunk.
    static bool accepts(const kvw::test::Choice& choice) {
        try {
            return kvw::test::FakeEngine(kvw::test::randomModel(1, 1, 2, 1), choice).acceptsStreaming();
        } catch (const std::invalid_argument&) {
            return false;
        }
    }

 private Q_SLOTS:
    void readsWithoutComplaint_data() { plugins(); }
    void readsWithoutComplaint() {
        QFETCH(QString, id);
        const auto manifest = manifestOf(id);
        QVERIFY2(manifest.has_value(), manifest ? "" : manifest.error().sentence().c_str());
        QCOMPARE(QString::fromStdString(manifest->id), id);
        QVERIFY(!manifest->provides.empty());
        QVERIFY(!manifest->references.empty());
    }
    void everyParameterExplainsItself_data() { plugins(); }
    void everyParameterExplainsItself() {
        QFETCH(QString, id);
        const auto manifest = manifestOf(id);
        QVERIFY(manifest.has_value());
        for (const auto& provided : manifest->provides) {
            QVERIFY2(provided.description.ends_with('.'), provided.id.c_str());
            for (const auto& parameter : provided.parameters) {
                QVERIFY2(parameter.tooltip.ends_with('.'), parameter.name.c_str());
                QVERIFY2(!parameter.label.empty(), parameter.name.c_str());
            }
        }
    }
    void readmeRepeatsTheParameters_data() { plugins(); }
    void readmeRepeatsTheParameters() {
        QFETCH(QString, id);
        const auto manifest = manifestOf(id);
        QVERIFY(manifest.has_value());
        QFile file(pathOf(id, "README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString readme = QString::fromUtf8(file.readAll());
        static const char* const kTypes[] = {"integer", "number", "flag", "choice", "integers"};
        for (const auto& provided : manifest->provides) {
            for (const auto& parameter : provided.parameters) {
                const QString row =
                    QString("| `%1` | %2 | %3 |")
                        .arg(QString::fromStdString(parameter.name), kTypes[static_cast<int>(parameter.type)],
                             QString::fromStdString(kvw::toText(parameter.defaultValue)));
                QVERIFY2(readme.contains(row), qPrintable("expected a row " + row));
                QVERIFY2(readme.contains(QString::fromStdString(parameter.tooltip)), parameter.name.c_str());
            }
        }
        for (const auto& reference : manifest->references) {
            QVERIFY2(readme.contains(QString::fromStdString(reference.url)), reference.url.c_str());
        }
    }
    void streamingPrefillIsWhatThePolicyAccepts_data() { plugins(); }
    void streamingPrefillIsWhatThePolicyAccepts() {
        QFETCH(QString, id);
        if (!isBuilt(id)) {
            return;
        }
        const auto manifest = manifestOf(id);
        QVERIFY(manifest.has_value());
        for (const auto& provided : manifest->provides) {
            if (provided.kind == PluginKind::Reader || provided.kind == PluginKind::Codec) {
                QVERIFY(provided.streamingPrefill.value_or(false));  // the full cache takes any schedule
                continue;
            }
            kvw::test::Choice choice;
            choice.policy = {provided.id, {}};
            if (provided.parameter("schedule") != nullptr) {
                // Such a policy accepts it with the schedule that has a cut after every chunk.
                choice.policy.parameters = {{"schedule", std::string("every-step")}, {"capacity", std::int64_t{8}}};
            }
            if (provided.kind == PluginKind::Scorer) {
                choice = {{}, {provided.id, {}}, {"uniform", {}}, 0, 0, 1};
            } else if (provided.kind == PluginKind::Budget) {
                // A score per head: any budget takes it.
                choice = {{}, {"h2o-mass", {}}, {provided.id, {}}, 0, 0, 1};
            }
            QCOMPARE(std::optional(accepts(choice)), provided.streamingPrefill);
        }
    }
    void presetsNameTheirSourceAndAreAccepted_data() { plugins(); }
    void presetsNameTheirSourceAndAreAccepted() {
        QFETCH(QString, id);
        if (!isBuilt(id)) {
            return;
        }
        const auto manifest = manifestOf(id);
        QVERIFY(manifest.has_value());
        for (const auto& provided : manifest->provides) {
            for (const auto& preset : provided.presets) {
                QVERIFY2(!preset.source.empty(), preset.id.c_str());
                if (!preset.policy.empty()) {
                    const auto resolved = kvw::resolvePolicy(installed(), preset.policy);
                    QVERIFY2(resolved, resolved ? "" : resolved.error().sentence().c_str());
                    continue;
                }
                if (provided.kind != PluginKind::Policy) {
                    continue;
                }
                kvw::test::Choice choice;
                for (const auto& [name, value] : preset.parameters) {
                    const auto share = kvw::shareIn(value);
                    choice.policy.parameters[name] = share ? kvw::sdk::Value(kvw::tokensOf(*share, 400)) : value;
                }
                choice.policy.id = provided.id;
                const kvw::test::FakeEngine engine(kvw::test::randomModel(1, 1, 2, 1), choice);
                QVERIFY(engine.units() > 0);
            }
        }
    }
    /// A preset of a work has what the row of the README says, and the row's numbers stand in the sentences that it
    /// cites; those without a published value are named in row and manifest.
    void presetsAreWhatTheirSourcesSay_data() { plugins(); }
    void presetsAreWhatTheirSourcesSay() {
        QFETCH(QString, id);
        const auto manifest = manifestOf(id);
        QVERIFY(manifest.has_value());
        QFile file(pathOf(id, "README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString cited = QString::fromUtf8(file.readAll())
                                  .section(QStringLiteral("## Numbers of the sources\n"), 1)
                                  .section(QStringLiteral("\n## "), 0, 0);
        for (const auto& provided : manifest->provides) {
            for (const auto& preset : provided.presets) {
                if (preset.source.starts_with("KV Workbench:")) {
                    continue;
                }
                const QString problem = Cited(cited).problemOf(preset);
                QVERIFY2(problem.isEmpty(), qPrintable(QString::fromStdString(preset.id + ": ") + problem));
            }
        }
    }
    void citedNumbers_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<double>("number");
        QTest::addColumn<bool>("stands");
        QTest::newRow("bound to letters") << "S4,W2044" << 2044.0 << true;
        QTest::newRow("part of another") << "S4,W2044" << 204.0 << false;
        QTest::newRow("without a zero") << "r=.1 .519" << 0.1 << true;
        QTest::newRow("1024s") << "16k–64k" << 16384.0 << true;
        QTest::newRow("sum") << "256 + 64" << 320.0 << true;
        QTest::newRow("steps") << "0 … 0.6 by 0.1" << 0.4 << true;
        QTest::newRow("between the steps") << "0 … 0.6 by 0.1" << 0.45 << false;
        QTest::newRow("word") << "the first two layers" << 2.0 << true;
    }
    void citedNumbers() {
        QFETCH(QString, sentence);
        QFETCH(double, number);
        QFETCH(bool, stands);
        QCOMPARE(standsIn(numbersIn(sentence), number), stands);
    }
    void comparisonsHaveTheRowsOfCakesAblations_data() {
        QTest::addColumn<QString>("comparison");
        QTest::addColumn<QString>("policy");
        const auto row = [](const char* name, const char* comparison, const char* policy) {
            QTest::newRow(name) << QString::fromLatin1(comparison) << QString::fromLatin1(policy);
        };
        row("H only", "cake-components", "cake:capacity=128,window=32,indicator=mean,allocation=entropy,tau1=0.9");
        row("Var", "cake-indicator", "cake:capacity=128,window=32,indicator=variance,tau1=0.9,tau2=2.3");
        row("Mean x Var", "cake-indicator", "cake:capacity=128,window=32,indicator=product,tau1=0.9,tau2=2.3");
        row("P2A on H2O", "cake-p2a-128",
            "h2o-mass+cake-preference:capacity=128,window=32,recent=32,tau1=0.9,tau2=2.3");
        row("P2A on SnapKV", "cake-p2a-512",
            "snapkv+cake-preference:capacity=512,window=32,recent=32,tau1=0.9,tau2=2.3");
        row("KCVC", "cake-quantisation", "kivi:bits=4,residual=32,values=per-channel");
    }
    void comparisonsHaveTheRowsOfCakesAblations() {
        QFETCH(QString, comparison);
        QFETCH(QString, policy);
        const auto manifest = manifestOf(QStringLiteral("cake"));
        QVERIFY(manifest.has_value());
        const auto found = std::find_if(manifest->comparisons.begin(), manifest->comparisons.end(),
                                        [&](const auto& each) { return each.id == comparison.toStdString(); });
        QVERIFY(found != manifest->comparisons.end());
        QVERIFY(std::count(found->policies.begin(), found->policies.end(), policy.toStdString()) == 1);
    }
    /// Settings that a work measured with are in its manifest: positions and prefill.
    void worksNameTheirSettings() {
        for (const char* id : {"streaming", "cascade", "cake", "sage", "adap-kv", "snapkv", "pyramidkv", "adakv"}) {
            const auto manifest = manifestOf(QString::fromLatin1(id));
            QVERIFY(manifest.has_value());
            const auto& native = manifest->provides.front().native;
            const bool ranks = std::string_view(id) == "streaming" || std::string_view(id) == "cascade";
            QCOMPARE(native.positions, std::string(ranks ? "cache-rank" : "original"));
            QVERIFY2(!native.source.empty(), id);
        }
    }
};

QTEST_GUILESS_MAIN(ManifestsTest)
#include "manifests_test.moc"
