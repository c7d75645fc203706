// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "app/workbench/session/runs/live_changes.h"
#include "app/workbench/session/runs/run_again.h"
#include "core/model/model_files.h"
#include "core/model/model_name.h"
#include "core/model/text/document.h"
#include "core/policy/host/user_presets.h"
#include "core/trace/capture_changes.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/app/workbench/views/run/run_form.h"

using namespace kvw;
using namespace kvw::tests;

/// Settings of the next run: the type of its cache, its level of recording.
class RunSettingsViewTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        QVERIFY(m_data.isValid());
        qputenv("XDG_DATA_HOME", m_data.path().toLocal8Bit());
        std::filesystem::remove(userPresetsFile());
    }

    /// The fields of pooled maps appear with them, and say what the command says.
    void mapsArePooledAsTyped() {
        Bench bench;
        RunSpec spec = draft(bench).base();
        spec.capture = Capture::Maps;
        draft(bench).setBase(spec);
        auto* side = dock(bench).findChild<QDoubleSpinBox*>(QStringLiteral("pooledSide"));
        auto* layers = dock(bench).findChild<QLineEdit*>(QStringLiteral("pooledLayers"));
        auto* limit = dock(bench).findChild<QDoubleSpinBox*>(QStringLiteral("rowsLimit"));
        QVERIFY(side != nullptr && layers != nullptr && limit != nullptr);
        QVERIFY(!side->isHidden() && layers->isHidden() && !limit->isHidden());
        side->setValue(100);
        Q_EMIT side->editingFinished();
        QCOMPARE(draft(bench).base().pooling.side, MapPooling::kLeastSide);
        QTRY_VERIFY(!layers->isHidden() && limit->isHidden());
        layers->setText(QStringLiteral("3, 0"));
        Q_EMIT layers->editingFinished();
        QVERIFY(draft(bench).base().pooling.layers == (std::vector<std::int32_t>{0, 3}));
        QTRY_COMPARE(layers->text(), QStringLiteral("0,3"));
        QVERIFY(draft(bench).commandLine().contains(QStringLiteral("--capture maps:layers=0,3:pooled=128")));
        // Text that is no list of layers is refused by name, and the layers stay.
        for (const char* wrong : {"0;3", "first", "-1", "0,,3", "0:heads=all"}) {
            const QSignalSpy told(bench.workspace.get(), &Workspace::notice);
            layers->setText(QString::fromLatin1(wrong));
            Q_EMIT layers->editingFinished();
            QVERIFY2(!told.isEmpty() && told.last().at(0).toString().contains(QLatin1String(wrong)), wrong);
            QVERIFY(draft(bench).base().pooling.layers == (std::vector<std::int32_t>{0, 3}));
            QCOMPARE(layers->text(), QStringLiteral("0,3"));
        }
        side->setValue(0);
        Q_EMIT side->editingFinished();
        QVERIFY(draft(bench).base().pooling == MapPooling());
        QTRY_VERIFY(layers->isHidden());
    }

    void theTokenizerOfTheChosenModelCounts() {
        Bench bench;
        const QString name = QDir(m_data.path()).filePath("read.txt");
        const QByteArray text = QByteArray("The quick brown fox jumps over the lazy dog. ").repeated(20);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0 && file.flush());
        // Another model: it has no merges.
        const QString other = QDir(m_data.path()).filePath("other");
        QVERIFY(QDir().mkpath(other));
        const auto demo = embeddedModelDir().value();
        for (const char* part : {"config.json", "model.safetensors"}) {
            QVERIFY(QFile::copy(QString::fromStdString((demo / part).string()), other + '/' + part));
        }
        QFile from(QString::fromStdString((demo / "tokenizer.json").string())), to(other + "/tokenizer.json");
        QVERIFY(from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly));
        auto json = nlohmann::json::parse(from.readAll().toStdString());
        json["model"]["merges"] = nlohmann::json::array();
        QVERIFY(to.write(QByteArray::fromStdString(json.dump())) > 0 && to.flush());
        const auto tokensOf = [&](const std::filesystem::path& model) {
            return static_cast<std::int64_t>(
                ModelFiles::tokenizerOf(model)->encode(text.toStdString(), true)->ids.size());
        };
        const std::int64_t own = tokensOf(demo), others = tokensOf(other.toStdString());
        QVERIFY(own > 0 && others > own);
        const auto* preview = bench.window->findChild<QLabel*>("preview");
        const auto* costs = bench.window->findChild<QLabel*>("fit");
        const auto shows = [&](std::int64_t tokens) {
            return !draft(bench).textFacts().estimated && draft(bench).textFacts().tokens == tokens &&
                   costs->text().contains(QString(">%1: prefill").arg(tokens));
        };
        draft(bench).chooseText(name.toStdString());
        QVERIFY(draft(bench).textFacts().estimated);
        QTRY_VERIFY(preview->text().contains("The tokens of the text are being counted.") || shows(own));
        QTRY_VERIFY2(shows(own), qPrintable(preview->text()));
        bench.window->openPath(other);
        QTRY_VERIFY2(shows(others), qPrintable(preview->text()));
        // The side-car of an embedded text counts those of the embedded model.
        draft(bench).chooseText(shippedTextChoices().front().file);
        const std::int64_t embedded = shippedTextChoices().front().tokens;
        QTRY_VERIFY(!draft(bench).textFacts().estimated && draft(bench).textFacts().tokens > embedded);
        QVERIFY(draft(bench).chooseModel({}));
        QVERIFY(!draft(bench).textFacts().estimated && draft(bench).textFacts().tokens == embedded);
        // A file that changes is counted again.
        draft(bench).chooseText(name.toStdString());
        QTRY_VERIFY2(shows(own), qPrintable(preview->text()));
        QVERIFY(file.write(text) > 0 && file.flush());
        draft(bench).setBase(draft(bench).base());
        QTRY_VERIFY(!draft(bench).textFacts().estimated && draft(bench).textFacts().tokens > own);
    }

    void whatIsUnusualIsSaidWhileItIsFolded() {
        Bench bench;
        load(bench, "snapkv:capacity=64");
        Fold& fold = settings(bench);
        QVERIFY(!fold.unfolded());
        QTRY_COMPARE(fold.summary(), QString("as usual"));
        RunSpec spec = draft(bench).base();
        spec.promptTokens = 600;
        spec.kvDtype = "bf16";
        draft(bench).setBase(spec);
        QTRY_COMPARE(fold.summary(), QString("prompt 600, KV in bf16"));
        form(bench).setOwn({Positions::CacheRank, {}, {}, {}});
        QTRY_COMPARE(fold.summary(), QString("prompt 600, KV in bf16, lane: positions=cache-rank"));
        QVERIFY(!fold.unfolded());
        // A setting that is refused is shown, once; it may be folded again.
        spec.promptTokens = draft(bench).textFacts().tokens + 1;
        draft(bench).setBase(spec);
        QTRY_VERIFY(fold.unfolded());
        fold.choose(false);
        spec.seed = 3;
        draft(bench).setBase(spec);
        QTRY_VERIFY2(fold.summary().contains("seed 3"), qPrintable(fold.summary()));
        QVERIFY(!fold.unfolded());
    }

    void theCacheTypeChangesBytesAndCommandAndComesBack() {
        Bench bench;
        settings(bench).choose(true);
        load(bench, "streaming:sinks=4,recent=64");
        const auto facts = [&] {
            for (const QLabel* label : dock(bench).findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains("of KV per token")) {
                    return label->text();
                }
            }
            return QString();
        };
        const RunDraft::ModelFacts model = draft(bench).modelFacts();
        QVERIFY(!model.architecture.isEmpty());
        QTRY_VERIFY2(facts().contains(model.architecture) && facts().contains("as f32"), qPrintable(facts()));
        QVERIFY2(model.dtype.isEmpty() || facts().contains("weights " + model.dtype), qPrintable(facts()));
        auto* type = boxNamed(bench, "Cache type");
        QVERIFY(type != nullptr);
        QCOMPARE(type->currentText(), QString("f32"));
        const std::int64_t bytes = draft(bench).cacheBytes();
        const std::vector<CostRow> before = draft(bench).costs({});
        QVERIFY(bytes > 0 && !draft(bench).commandLine().contains("--kv-dtype"));
        for (const char* half : {"bf16", "f16"}) {
            turnTo(*type, QString::fromLatin1(half));
            QCOMPARE(draft(bench).base().kvDtype, std::string(half));
            QCOMPARE(2 * draft(bench).cacheBytes(), bytes);
            QCOMPARE(2 * draft(bench).modelFacts().kvBytesPerToken, model.kvBytesPerToken);
            QVERIFY(draft(bench).costs({}) != before);
            QVERIFY(draft(bench).commandLine().contains(QString("--kv-dtype %1").arg(half)));
            QCOMPARE(draft(bench).spec()->kvDtype, std::string(half));
            QTRY_VERIFY2(facts().contains(QString("as %1").arg(half)), qPrintable(facts()));
        }
        auto* products = bench.window->findChild<QComboBox*>("products");
        QVERIFY(products != nullptr);
        turnTo(*products, "bf16");
        QCOMPARE(draft(bench).base().dtype, std::string("bf16"));
        QVERIFY(draft(bench).commandLine().contains("--dtype bf16"));
        turnTo(*products, "f32");
        QVERIFY(!draft(bench).commandLine().contains("--dtype"));
        // A run of that type brings it back: revert, and run again with changes.
        RunDescription description = fakeDescription({});
        description.model.name = modelName(*embeddedModelDir());
        description.dtype = "bf16";
        description.kvDtype = "bf16";
        description.positions = "cache-rank";
        description.rankKeys = "raw";
        description.prefill = "streaming:48";
        for (LaneInfo& lane : description.lanes) {
            lane.policyText = lane.policyId == "full" ? "full" : "streaming:recent=32";
        }
        auto recording = std::make_shared<Recording>(description);
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            recording->setTrace(lane, std::make_unique<Trace>(TraceShape{3, 4, 2, 16, 1}, Trace::Options{}));
        }
        recording->setState(RunState::Finished);
        turnTo(*type, "f32");
        bench.workspace->client().view(recording, "a run");
        auto* revert = bench.window->findChild<QPushButton*>("revert");
        QTRY_VERIFY(revert->isEnabled());
        revert->click();
        QCOMPARE(draft(bench).base().kvDtype, std::string("bf16"));
        QTRY_COMPARE(type->currentText(), QString("bf16"));
        QCOMPARE(products->currentText(), QString("bf16"));
        auto* chunk = bench.window->findChild<QDoubleSpinBox*>("chunk");
        QVERIFY(chunk != nullptr && chunk->isVisibleTo(bench.window.get()));
        QCOMPARE(chunk->value(), 48.0);
        QVERIFY(draft(bench).commandLine().contains("--prefill streaming:48"));
    }

    void devicesAreNamedOrSayWhyThereIsNone_data() {
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<bool>("there");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("tip");
        QTest::addRow("no driver") << QByteArray("no_device") << false << "GPU (CUDA)"
                                   << "found no NVIDIA driver";
        QTest::addRow("a GPU") << QByteArray("small_device") << true << "A small GPU"
                               << "A small GPU, 1.0 MiB, driver CUDA 13.0";
    }
    void devicesAreNamedOrSayWhyThereIsNone() {
        QFETCH(QByteArray, library);
        QFETCH(bool, there);
        QFETCH(QString, title);
        QFETCH(QString, tip);
        qputenv("KVW_DEVICE_LIBRARY", KVW_BINARY_DIR "/tests/libkvw_" + library + ".so");
        Bench bench;
        const auto* device = bench.window->findChild<QComboBox*>("device");
        QVERIFY(device != nullptr);
        QTRY_VERIFY(bench.workspace->devices().complete());
        qunsetenv("KVW_DEVICE_LIBRARY");
        const int cuda = device->findData("cuda");
        QCOMPARE(device->itemText(cuda), title);
        const QString said = device->itemData(cuda, Qt::ToolTipRole).toString();
        QVERIFY2(said.contains(tip), qPrintable(said));
        QCOMPARE(device->model()->flags(device->model()->index(cuda, 0)).testFlag(Qt::ItemIsEnabled), there);
        QVERIFY(device->itemData(device->findData("emulated"), Qt::ToolTipRole).toString().contains("teaching"));
    }

    void aSlowDriverDoesNotHoldTheWindow() {
        const QString gate = QDir(m_data.path()).filePath("gate");
        QVERIFY(QFile(gate).open(QIODevice::WriteOnly));
        qputenv("KVW_DEVICE_LIBRARY", KVW_BINARY_DIR "/tests/libkvw_small_device.so");
        qputenv("KVW_DEVICE_GATE", gate.toUtf8());
        Bench bench;
        auto* device = bench.window->findChild<QComboBox*>("device");
        QVERIFY(device != nullptr && !bench.workspace->devices().complete());
        QCOMPARE(device->currentText(), QString("CPU"));
        QCOMPARE(device->count(), 2);
        QVERIFY(device->itemText(1).startsWith("looking for devices"));
        // A run of a device that is yet to be found has it.
        RunSpec spec = draft(bench).base();
        spec.device = "cuda";
        draft(bench).setBase(spec);
        QTRY_COMPARE(device->currentText(), QString("cuda"));
        QVERIFY(QFile::remove(gate));
        QTRY_COMPARE(device->currentText(), QString("A small GPU"));
        QCOMPARE(draft(bench).base().device, std::string("cuda"));
        QCOMPARE(device->findText("looking for devices", Qt::MatchStartsWith), -1);
        qunsetenv("KVW_DEVICE_LIBRARY");
        qunsetenv("KVW_DEVICE_GATE");
    }

    void everyDeviceOfTheMachineIsListed() {
        qputenv("KVW_EMULATED_DEVICES", "2");
        Bench bench;
        const auto* device = bench.window->findChild<QComboBox*>("device");
        QTRY_VERIFY(bench.workspace->devices().complete());
        qunsetenv("KVW_EMULATED_DEVICES");
        QCOMPARE(device->itemText(device->findData("emulated")), QString("emulated device"));
        QCOMPARE(device->itemText(device->findData("emulated:1")), QString("emulated device (emulated:1)"));
    }

    void theDeviceIsOfTheRunAndComesBack() {
        Bench bench;
        load(bench, "streaming:sinks=4,recent=64");
        auto* device = bench.window->findChild<QComboBox*>("device");
        QTRY_VERIFY(bench.workspace->devices().complete());
        QCOMPARE(device->currentText(), QString("CPU"));
        QVERIFY(!draft(bench).commandLine().contains("--device"));
        turnTo(*device, "emulated device");
        QCOMPARE(draft(bench).base().device, std::string("emulated"));
        QCOMPARE(draft(bench).spec()->device, std::string("emulated"));
        QVERIFY(draft(bench).commandLine().contains("--device emulated"));
        QTRY_VERIFY(bench.window->actions().named("undo")->isEnabled());
        bench.press("undo");
        QCOMPARE(draft(bench).base().device, std::string("cpu"));
        QTRY_COMPARE(device->currentText(), QString("CPU"));
        // A run of another device, even one that is not there.
        RunDescription description = fakeDescription({});
        description.model.name = modelName(*embeddedModelDir());
        description.device = "other";
        for (LaneInfo& lane : description.lanes) {
            lane.policyText = lane.policyId == "full" ? "full" : "streaming:recent=32";
        }
        QVERIFY(loadIntoDraft(description, bench.workspace->plugins().catalog(), draft(bench), {}).has_value());
        QCOMPARE(draft(bench).base().device, std::string("other"));
        QTRY_COMPARE(device->currentText(), QString("other"));
        QVERIFY(!device->model()->flags(device->model()->index(device->currentIndex(), 0)).testFlag(Qt::ItemIsEnabled));
    }

    void whatOnlySomeRunsHaveIsShownForThemOnly() {
        Bench bench;
        settings(bench).choose(true);
        load(bench, "streaming:sinks=4,recent=64");
        auto *positions = boxNamed(bench, "Positions"), *rank = boxNamed(bench, "Rank keys"),
             *prefill = boxNamed(bench, "Prefill");
        auto* chunk = bench.window->findChild<QDoubleSpinBox*>("chunk");
        QVERIFY(positions != nullptr && rank != nullptr && prefill != nullptr && chunk != nullptr);
        QTRY_VERIFY(!rank->isVisibleTo(bench.window.get()) && !chunk->isVisibleTo(bench.window.get()));
        turnTo(*positions, "cache-rank");
        QTRY_VERIFY(rank->isVisibleTo(bench.window.get()));
        turnTo(*rank, "rotated");
        QCOMPARE(draft(bench).spec()->rankKeys, RankKeys::Rotated);
        QVERIFY(draft(bench).commandLine().contains("--positions cache-rank --rank-keys rotated"));
        // Rounded keys are not turned: said before the start.
        auto* start = bench.window->findChild<QPushButton*>("start");
        QTRY_VERIFY(start->isEnabled());
        turnTo(*boxNamed(bench, "Cache type"), "f16");
        QTRY_VERIFY(!start->isEnabled());
        QVERIFY2(start->toolTip().contains("a rounded key is not rotated again"), qPrintable(start->toolTip()));
        turnTo(*boxNamed(bench, "Cache type"), "f32");
        QTRY_VERIFY(start->isEnabled());
        // Settings that are not shown have no part in the run.
        turnTo(*positions, "original");
        QTRY_VERIFY(!rank->isVisibleTo(bench.window.get()));
        QCOMPARE(draft(bench).spec()->rankKeys, RankKeys::Raw);
        QVERIFY(!draft(bench).commandLine().contains("--rank-keys"));
        turnTo(*prefill, "streaming");
        QTRY_VERIFY(chunk->isVisibleTo(bench.window.get()));
        QCOMPARE(chunk->value(), 256.0);
        chunk->setValue(32);
        QCOMPARE(draft(bench).spec()->chunk, std::int64_t{32});
        QVERIFY(draft(bench).commandLine().contains("--prefill streaming:32"));
    }

    void theRecordLevelIsTurnedWhereItsCostIsShown() {
        Bench bench({.rows = true});
        auto* level = bench.window->findChild<QComboBox*>("captureLevel");
        QVERIFY(level != nullptr);
        bench.window->focusDock(*bench.window->dock("memory"));
        QCOMPARE(level->currentIndex(), static_cast<int>(Capture::Maps));
        QVERIFY(level->itemText(0).contains("not measured"));
        bench.runToEnd();
        QTRY_VERIFY2(level->itemText(1).contains(" ms ("), qPrintable(level->itemText(1)));  // the fake run's level
        level->setCurrentIndex(0);
        Q_EMIT level->activated(0);
        QCOMPARE(draft(bench).base().capture, Capture::None);
        RunSpec spec = draft(bench).base();
        spec.capture = Capture::Stats;
        draft(bench).setBase(spec);
        QCOMPARE(level->currentIndex(), static_cast<int>(Capture::Stats));
    }

    void theRecordLevelOfTheRunThatGoesOnIsSwitched() {
        Bench bench;
        auto* level = bench.window->findChild<QComboBox*>("captureLevel");
        auto* now = bench.window->findChild<QPushButton*>("captureNow");
        QVERIFY(level != nullptr && now != nullptr);
        bench.window->focusDock(*bench.window->dock("memory"));
        QVERIFY(!now->isEnabled());
        bench.startPaused();
        bench.workspace->client().stepBy(5);
        QTRY_COMPARE(bench.workspace->client().steps(), std::int64_t{45});
        level->setCurrentIndex(3);
        Q_EMIT level->activated(3);
        QTRY_VERIFY2(now->isEnabled(), qPrintable(now->toolTip()));
        QVERIFY(now->toolTip().contains("next token"));
        QTest::mouseClick(now, Qt::LeftButton);
        bench.workspace->client().stepBy(3);
        QTRY_COMPARE(bench.workspace->client().steps(), std::int64_t{48});
        const auto recording = bench.workspace->recording();
        for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
            QCOMPARE(captureAt(*recording, lane, 44), std::string("rows"));
            QCOMPARE(captureAt(*recording, lane, 45), std::string("maps"));
        }
        const auto changes = liveChanges(recording->trace(1));
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].label, QStringLiteral("capture maps"));
        QTRY_VERIFY2(!now->isEnabled(), qPrintable(now->toolTip()));
        QVERIFY(now->toolTip().contains("already"));
        // A run that has ended cannot be switched.
        bench.runToEnd();
        QTRY_VERIFY(now->toolTip().contains("No run is in progress"));
    }

 private:
    /// By the name that is read out.
    static QComboBox* boxNamed(Bench& bench, const char* name) {
        for (auto* each : dock(bench).findChildren<QComboBox*>()) {
            if (each->accessibleName() == QString::fromLatin1(name)) {
                return each;
            }
        }
        return nullptr;
    }
    static void turnTo(QComboBox& box, const QString& word) {
        box.setCurrentText(word);
        Q_EMIT box.activated(box.currentIndex());
    }

    QTemporaryDir m_data;
};

QTEST_MAIN(RunSettingsViewTest)
#include "run_settings_view_test.moc"
