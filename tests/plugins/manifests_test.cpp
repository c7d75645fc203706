// SPDX-License-Identifier: Apache-2.0
/// What a manifest says, the library does and the README repeats.
#include <QDir>
#include <QFile>
#include <QtTest>
#include <stdexcept>

#include "core/policy/host/manifest.h"
#include "core/policy/host/prompt_share.h"
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
    /// Where a README cites what the sources set, each preset has its row, and has what that says.
    void presetsAreWhatTheirSourcesSay_data() { plugins(); }
    void presetsAreWhatTheirSourcesSay() {
        QFETCH(QString, id);
        const auto manifest = manifestOf(id);
        QVERIFY(manifest.has_value());
        QFile file(pathOf(id, "README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString readme = QString::fromUtf8(file.readAll());
        const QString cited = readme.section(QStringLiteral("## Numbers of the sources"), 1);
        const bool published = id == "streaming" || id == "cascade";
        QVERIFY(!published || !cited.isEmpty());
        for (const auto& provided : manifest->provides) {
            for (const auto& preset : provided.presets) {
                if (cited.isEmpty()) {
                    continue;
                }
                QStringList values;
                for (const auto& [name, value] : preset.parameters) {
                    values += QString::fromStdString(name + ' ' + kvw::toText(value));
                }
                const QString row = QStringLiteral("| `%1` | ").arg(QString::fromStdString(preset.id));
                const QString says = cited.section(row, 1).section(QStringLiteral(" | "), 0, 0);
                QStringList said = says.split(QStringLiteral(", "));
                values.sort();
                said.sort();
                QVERIFY2(values == said, qPrintable(QStringLiteral("%1 has %2, its source %3")
                                                        .arg(QString::fromStdString(preset.id),
                                                             values.join(QStringLiteral(", ")), says)));
            }
        }
    }
    /// What was measured once is run so: the positions and the prefill of a work stand in its manifest.
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
