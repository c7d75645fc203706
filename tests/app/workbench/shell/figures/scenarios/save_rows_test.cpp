// SPDX-License-Identifier: GPL-3.0-or-later
/// A run with many attention rows can be saved without them.
#include <QDirIterator>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QtTest>
#include <algorithm>
#include <optional>

#include "core/trace/row_source.h"
#include "tests/app/workbench/shell/figures/publish_bench.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

/// Claims rows of 2 GiB and has none.
class ManyRows final : public RowSource {
 public:
    std::optional<AttentionRows> find(std::int64_t, std::int32_t) const override { return std::nullopt; }
    std::int64_t bytes() const noexcept override { return std::int64_t{2} << 30U; }
    std::int64_t arrivals() const noexcept override { return 0; }
};

}  // namespace

class SaveRowsTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void manyRowsAreAskedAbout_data() {
        QTest::addColumn<QString>("button");
        QTest::addColumn<bool>("rows");
        QTest::newRow("without") << QStringLiteral("Save without rows") << false;
        QTest::newRow("with") << QStringLiteral("Save everything") << true;
    }
    void manyRowsAreAskedAbout() {
        QFETCH(QString, button);
        QFETCH(bool, rows);
        PublishBench bench;
        MainWindow& window = *bench.bench->window;
        FakeShape shape;
        shape.rows = true;
        const auto asked = [&] { return window.findChild<QMessageBox*>(QStringLiteral("askAboutRows")); };
        const auto saved = [&](const char* name, const std::shared_ptr<Recording>& recording) {
            window.askAndSave(recording, bench.file(QString::fromLatin1(name)));
        };
        saved("few", filledFakeRecording(shape, 60));
        QVERIFY(asked() == nullptr);
        const auto recording = filledFakeRecording(shape, 60);
        recording->writer(1).readRowsFrom(std::make_shared<ManyRows>());
        saved("many", recording);
        QVERIFY(asked() != nullptr);
        QVERIFY2(asked()->text().contains(QStringLiteral("GiB of this bundle")), qPrintable(asked()->text()));
        const auto buttons = asked()->buttons();
        const auto chosen = std::find_if(buttons.begin(), buttons.end(),
                                         [&](const QAbstractButton* each) { return each->text() == button; });
        QVERIFY(chosen != buttons.end());
        (*chosen)->click();
        QTRY_VERIFY(QFile::exists(bench.file(QStringLiteral("many/manifest.json"))));
        QDirIterator attention(bench.file(QStringLiteral("many")), {QStringLiteral("attention-*.npy")}, QDir::Files,
                               QDirIterator::Subdirectories);
        const QString first = attention.hasNext() ? attention.next() : QString();
        QVERIFY2(first.isEmpty() != rows, qPrintable(first));
    }
};

QTEST_MAIN(SaveRowsTest)
#include "save_rows_test.moc"
