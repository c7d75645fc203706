// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_files.h"

#include <sys/resource.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QLocale>
#include <QProcess>
#include <QRawFont>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <QtEndian>
#include <clocale>
#include <cmath>
#include <csignal>
#include <map>
#include <set>

#include "app/workbench/export/drawing/figure_paint.h"
#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/export/drawing/font_subset.h"
#include "app/workbench/export/export_figures.h"
#include "app/workbench/export/figure_page.h"
#include "core/bundle/bundle.h"
#include "core/figures/figures.h"
#include "core/figures/pgfplots/figure_pgfplots.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/exported.h"
#include "tests/app/workbench/plot/plot_run.h"
#include "tests/support/german_locale.h"

using namespace kvw;
using namespace kvw::wb;
using namespace kvw::tests;

namespace {

constexpr int kProgramMs = 120'000;

FigureSpec nllFigure() {
    const auto recording = tests::plotRecording({.steps = 400});
    FigureSpec figure = figures::nll(*recording, 1);
    setProvenance(figure, "bundle", "0123abcd");
    setProvenance(figure, "command", "kvw run --policy \"a<b>&c\"");
    return figure;
}

}  // namespace

class FigureFilesTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    static std::filesystem::path native(const QString& file) { return file.toStdString(); }

 private Q_SLOTS:
    void tablesAreJoinedWhereTheLastLineHasNoEnd() {
        QCOMPARE(joinedTables({{"a", "x,y\n1,2\n"}, {"b", "x,y\n3,4"}}), std::string("figure,x,y\na,1,2\nb,3,4\n"));
        QCOMPARE(joinedTables({{"a", "x"}, {"b", ""}, {"c", "x\n\n5"}}), std::string("figure,x\nc,\nc,5\n"));
    }
    void fullDiskChangesNothing() {
        const QTemporaryDir folder;
        const std::filesystem::path first = native(folder.filePath(QStringLiteral("a.csv"))),
                                    second = native(folder.filePath(QStringLiteral("a.tex")));
        QVERIFY(saveAll({{first, "old"}}).has_value());
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{100, before.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto saved = saveAll({{first, "new"}, {second, QByteArray(1000, 'x')}});
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!saved.has_value());
        QCOMPARE(saved.error().where.english(), second.string());
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList{QStringLiteral("a.csv")});
        QFile kept(folder.filePath(QStringLiteral("a.csv")));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("old"));
        QVERIFY(saveAll({{first, "new"}, {second, QByteArray(1000, 'x')}}).has_value());
    }
    void aSymbolicLinkStays() {
        const QTemporaryDir folder;
        const std::filesystem::path file = native(folder.filePath(QStringLiteral("a.csv"))),
                                    link = native(folder.filePath(QStringLiteral("link.csv")));
        QVERIFY(saveAll({{file, "old"}}).has_value());
        std::filesystem::create_symlink("a.csv", link);
        QVERIFY(saveAll({{link, "new"}}).has_value());
        QVERIFY(std::filesystem::is_symlink(link));
        QFile written(folder.filePath(QStringLiteral("a.csv")));
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), QByteArray("new"));
    }
    void pngHasItsSizeAndIsNotBlank_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("pixels");
        QTest::newRow("85 mm") << static_cast<int>(FigureWidth::OneColumn) << 1004;
        QTest::newRow("178 mm") << static_cast<int>(FigureWidth::TwoColumns) << 2102;
    }
    void pngHasItsSizeAndIsNotBlank() {
        QFETCH(int, width);
        QFETCH(int, pixels);
        const QString file = path(QStringLiteral("a.png"));
        QVERIFY(writeFigure(nllFigure(), native(file), static_cast<FigureWidth>(width)).has_value());
        const QImage image(file);
        QCOMPARE(image.width(), pixels);
        const double wide = 1000.0 * image.width() / image.dotsPerMeterX();
        QVERIFY2(std::abs(wide - millimetres(static_cast<FigureWidth>(width))) < 0.01,
                 qPrintable(QString::number(wide)));
        QVERIFY(std::abs(image.dotsPerMeterX() - 11811) < 12 && std::abs(image.dotsPerMeterY() - 11811) < 120);
        QVERIFY(variance(image) > 50);
        QCOMPARE(image.pixel(0, 0), QRgb(0xffffffff));
        QCOMPARE(image.text(QStringLiteral("kvw-bundle")), QStringLiteral("0123abcd"));
        QCOMPARE(image.text(QStringLiteral("kvw-command")), QStringLiteral("kvw run --policy \"a<b>&c\""));
    }

    void svgHasAxisTitlesUnitsAndMetadata() {
        const QString file = path(QStringLiteral("a.svg"));
        QVERIFY(writeFigure(nllFigure(), native(file), FigureWidth::OneColumn).has_value());
        const SvgText svg = readSvg(bytesOf(file));
        QVERIFY(svg.wellFormed);
        QVERIFY(svg.texts.contains(QStringLiteral("step (tokens)")));
        QVERIFY(svg.texts.contains(QStringLiteral("NLL (nats)")));
        // Another script begins another element.
        QVERIFY(svg.texts.join(QString()).contains(QStringLiteral("ΔNLL (nats)")));
        QVERIFY(svg.texts.contains(QStringLiteral("full cache")));
        // The titles of the two panels, and what the difference is the mean of.
        QCOMPARE(svg.texts.join(QLatin1Char('\n')).count(QStringLiteral("NLL")), 3);
        QCOMPARE(svg.texts.count(QStringLiteral("NLL, mean of 32 tokens")), 1);
        QVERIFY(svg.metadata.contains(QStringLiteral("0123abcd")));
        QVERIFY(svg.metadata.contains(QStringLiteral("a<b>&c")));
        QVERIFY(svg.width.startsWith(QStringLiteral("85.0")) && svg.width.endsWith(QStringLiteral("mm")));
    }

    void metadataKeepWhatWasTyped() {
        const std::string typed = " kvw run --prompt 'a\n\nb  c:\td \xC2\xA0 100%25\r\n' ";
        FigureSpec figure = nllFigure();
        setProvenance(figure, "command", typed);
        setProvenance(figure, "axis window", "8,  16");
        for (const char* suffix : {"png", "svg", "pdf"}) {
            const QString file = path(QStringLiteral("typed.%1").arg(QLatin1String(suffix)));
            QVERIFY(writeFigure(figure, native(file)).has_value());
            const auto evidence = readEvidence(native(file));
            QVERIFY2(evidence.has_value(), suffix);
            QCOMPARE(QString::fromStdString(evidence->value("command")), QString::fromStdString(typed));
            QCOMPARE(evidence->value("axis-window"), std::string("8,  16"));
            QCOMPARE(evidence->value("bundle"), std::string("0123abcd"));
            QVERIFY2(evidence->value("encoding").empty(), suffix);
        }
    }

    void picturesOfOlderVersionsAreRead() {
        QImage image(4, 4, QImage::Format_RGB32);
        image.fill(Qt::white);
        image.setText(QStringLiteral("kvw-figure"), QStringLiteral("nll"));
        image.setText(QStringLiteral("kvw-command"), QStringLiteral("kvw run --prompt 100%25"));
        QVERIFY(image.save(path(QStringLiteral("older.png"))));
        const auto evidence = readEvidence(native(path(QStringLiteral("older.png"))));
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->figure, std::string("nll"));
        QCOMPARE(evidence->value("command"), std::string("kvw run --prompt 100%25"));
    }

    void textsThatUnpackWithoutEndAreNotUnpacked() {
        const QString file = path(QStringLiteral("bomb.png"));
        QVERIFY(writeFigure(nllFigure(), native(file)).has_value());
        const QByteArray picture = bytesOf(file), packed(8000, 'x');
        const qsizetype pixels = picture.indexOf("IDAT") - 4;
        QVERIFY(pixels > 0);
        QByteArray chunk(4, '\0');
        qToBigEndian(static_cast<quint32>(packed.size()), chunk.data());
        chunk += "zTXt" + packed + QByteArray(4, '\0');  // the sum is not looked at
        QFile bomb(file);
        QVERIFY(bomb.open(QIODevice::WriteOnly));
        bomb.write(picture.left(pixels) + chunk.repeated(20) + picture.mid(pixels));
        bomb.close();
        const auto refused = readEvidence(native(file));
        QVERIFY(!refused && refused.error().code == kvw::Code::BadInput);
        QVERIFY(refused.error().sentence().ends_with("too large for a figure; expected at most 128 MB."));
    }

    void whatNoXmlMayHoldIsReplaced() {
        FigureSpec figure = nllFigure();
        figure.title.parts.push_back({"\x01"});
        figure.caption += "\x1B[2J";
        figure.panels.front().series.front().label += "\x02";
        setProvenance(figure, "text", "a\x0B\xEF\xBF\xBE");
        const QString svg = path(QStringLiteral("control.svg")), pdf = path(QStringLiteral("control.pdf"));
        QVERIFY(writeFigure(figure, native(svg)).has_value() && writeFigure(figure, native(pdf)).has_value());
        QVERIFY(readSvg(bytesOf(svg)).wellFormed);
        for (const QString& file : {svg, pdf}) {
            const auto evidence = readEvidence(native(file));
            QVERIFY2(evidence.has_value(), qPrintable(file));
            QCOMPARE(QString::fromStdString(evidence->value("text")), QStringLiteral("a\uFFFD\uFFFD"));
            QCOMPARE(evidence->value("bundle"), std::string("0123abcd"));
        }
    }

    void svgCarriesItsFont() {
        const QString file = path(QStringLiteral("font.svg"));
        QVERIFY(writeFigure(nllFigure(), native(file), FigureWidth::OneColumn).has_value());
        const QByteArray svg = bytesOf(file), mark("url(data:font/ttf;base64,");
        const qsizetype begin = svg.indexOf(mark) + mark.size();
        QVERIFY(svg.indexOf(mark) > 0 && svg.contains("@font-face{font-family:\"DejaVu Sans\""));
        const QByteArray font = QByteArray::fromBase64(svg.mid(begin, svg.indexOf(')', begin) - begin));
        QVERIFY2(font.size() > 2000 && font.size() < 60000, qPrintable(QString::number(font.size())));
        const QRawFont part(font, 40), whole = QRawFont::fromFont([] {
                                           QFont wanted = textFont();
                                           wanted.setPixelSize(40);
                                           return wanted;
                                       }());
        QVERIFY(part.isValid());
        const QString words = readSvg(svg).texts.join(QString());
        for (const QChar sign : words) {
            const auto shape = [sign](const QRawFont& from) {
                return from.pathForGlyph(from.glyphIndexesForString(QString(sign)).value(0)).boundingRect();
            };
            QVERIFY2(sign.isSpace() || part.supportsCharacter(sign), qPrintable(QString(sign)));
            QVERIFY2((shape(part).center() - shape(whole).center()).manhattanLength() < 3, qPrintable(QString(sign)));
        }
        QVERIFY(!part.supportsCharacter(QChar(0x416)));
        // A letter with a mark on it is made of two glyphs.
        const QRawFont accents(fontSubset(textFont(), QStringLiteral("\u00e9")), 40);
        QVERIFY(!accents.pathForGlyph(accents.glyphIndexesForString(QStringLiteral("\u00e9")).value(0)).isEmpty());
    }

    void svgAndPngRepeatByteForByte() {
        const FigureSpec figure = nllFigure();
        for (const char* suffix : {"svg", "png"}) {
            const QString first = path(QStringLiteral("first.%1").arg(QLatin1String(suffix)));
            const QString second = path(QStringLiteral("second.%1").arg(QLatin1String(suffix)));
            QVERIFY(writeFigure(figure, native(first)).has_value());
            QVERIFY(writeFigure(figure, native(second)).has_value());
            QCOMPARE(bytesOf(first), bytesOf(second));
        }
    }

    void pdfHasFontsAndMetadata() {
        const QString file = path(QStringLiteral("a.pdf"));
        QVERIFY(writeFigure(nllFigure(), native(file)).has_value());
        const QByteArray pdf = bytesOf(file);
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.contains("/FontFile2"));
        QVERIFY(pdf.contains("<kvw:bundle>0123abcd</kvw:bundle>"));
        QVERIFY(pdf.contains("/MediaBox [0 0 504.5669"));
    }

    void everyStandardFigureIsDrawn() {
        const auto recording = tests::plotRecording({.steps = 300, .units = 2});
        const std::vector<FigureSpec> figures = figures::standard(*recording, 1);
        QVERIFY(figures.size() >= 6);
        for (const FigureSpec& figure : figures) {
            const QString file = path(QString::fromStdString(figure.id) + QStringLiteral(".png"));
            QVERIFY(writeFigure(figure, native(file)).has_value());
            QVERIFY2(variance(QImage(file)) > 50, figure.id.c_str());
        }
    }

    void everyOtherFigureIsDrawn() {
        const auto recording = tests::plotRecording({.steps = 300, .promptRows = true, .probe = true});
        std::vector<FigureSpec> figures = figures::exportOnly(*recording, 1);
        QCOMPARE(figures.size(), std::size_t{figures::kExportOnlyFigures});
        for (FigureSpec& figure : figures::shared(*recording)) {
            figures.push_back(std::move(figure));
        }
        QVERIFY(QDir().mkpath(QStringLiteral(KVW_BINARY_DIR "/gallery")));
        for (const FigureSpec& figure : figures) {
            const QString file =
                QStringLiteral(KVW_BINARY_DIR "/gallery/figure-%1.png").arg(QString::fromStdString(figure.id));
            QVERIFY(writeFigure(figure, native(file)).has_value());
            QVERIFY2(variance(QImage(file)) > 20, figure.id.c_str());
        }
    }

    void evictedCellsHaveTheirOwnColour() {
        FigureSpec figure;
        figure.id = "map";
        FigurePanel panel;
        panel.x = {"step", "tokens"};
        panel.y = {"token", "index"};
        FigureMap map;
        map.label = "attention";
        map.rows = 1;
        map.columns = 2;
        map.values = {0.0F, kMissingF};
        map.cells = {FigureCell::Value, FigureCell::Evicted};
        map.xEnd = 2;
        panel.maps.push_back(map);
        figure.panels.push_back(panel);
        const QString file = path(QStringLiteral("map.png"));
        QVERIFY(writeFigure(figure, native(file)).has_value());
        const QImage image(file);
        std::map<QRgb, int> pixels;
        for (int x = 0; x < image.width(); ++x) {
            ++pixels[image.pixel(x, image.height() / 3)];
        }
        QVERIFY(pixels[0xff440154] > 300);  // zero: the lowest colour of the scale
        QVERIFY(pixels[0xffd8d8d8] > 300);  // evicted: grey
    }

    /// Whatever stands on it, one figure or many.
    void aPageForASlideIsSixteenToNine_data() {
        QTest::addColumn<int>("figures");
        QTest::newRow("one") << 1;
        QTest::newRow("two") << 2;
        QTest::newRow("many") << 14;
    }
    void aPageForASlideIsSixteenToNine() {
        QFETCH(int, figures);
        FigurePage page;
        page.slide = true;
        page.figures.assign(static_cast<std::size_t>(figures), nllFigure());
        const QString svgFile = path(QStringLiteral("slide.svg")), pdfFile = path(QStringLiteral("slide.pdf"));
        QVERIFY(exportPage(page, native(svgFile)).has_value() && exportPage(page, native(pdfFile)).has_value());
        const QByteArray svg = bytesOf(svgFile);
        const auto number = [](const QByteArray& bytes, const char* pattern, int group) {
            return QRegularExpression(QLatin1String(pattern))
                .match(QString::fromLatin1(bytes))
                .captured(group)
                .toDouble();
        };
        QVERIFY(std::abs(number(svg, "<svg [^>]*width=\"([0-9.]+)mm\"", 1) - 254) < 0.2);
        QVERIFY(std::abs(number(svg, "<svg [^>]*height=\"([0-9.]+)mm\"", 1) - 142.875) < 0.2);
        const char* box = "/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]";
        const QByteArray pdf = bytesOf(pdfFile);
        QVERIFY(std::abs(number(pdf, box, 1) - 720) < 1 && std::abs(number(pdf, box, 2) - 405) < 1);
        const QChar last(static_cast<char16_t>(u'a' + figures - 1));
        QVERIFY(readSvg(svg).texts.join(QString()).contains(QStringLiteral("(%1)").arg(last)));
        const QImage picture = pagePicture(page, 1600);
        QCOMPARE(picture.width(), 1600);
        QVERIFY(std::abs(picture.height() - 900) <= 1);
        QVERIFY(variance(picture.copy(0, 675, 1600, 225)) > 5);  // it fills the height
    }

    void theSourceOfAPageIsAsWideAsItsFigures() {
        FigurePage page;
        page.millimetres = 85;  // too narrow for the two columns that it may have
        page.figures.assign(2, nllFigure());
        QVERIFY(exportPage(page, native(path(QStringLiteral("narrow.pdf")))).has_value());
        const QByteArray alone = QByteArray::fromStdString(figures::toPgfplots(page.figures.front(), 85, "(a)"));
        QVERIFY(bytesOf(path(QStringLiteral("narrow-pgfplots.tex"))).startsWith(alone));
    }

    void dataAndCaptionLieBeside() {
        const std::filesystem::path file = native(path(QStringLiteral("b.pdf")));
        QVERIFY(doNow(plotWork(&nllFigure, file, FigureWidth::TwoColumns)).has_value());
        QCOMPARE(figureFiles(file).size(), std::size_t{4});
        QVERIFY(bytesOf(path(QStringLiteral("b-pgfplots.tex"))).contains("\\begin{groupplot}"));
        QVERIFY(bytesOf(path(QStringLiteral("b.csv"))).startsWith("panel,kind,label,x,y,value"));
        QVERIFY(bytesOf(path(QStringLiteral("b.tex"))).contains("0123abcd"));
    }

    void numbersDoNotFollowTheLocale() {
        const QByteArray usual = [&] {
            (void)writeFigure(nllFigure(), native(path(QStringLiteral("c.csv"))));
            return bytesOf(path(QStringLiteral("c.csv")));
        }();
        (void)writeFigure(nllFigure(), native(path(QStringLiteral("c.svg"))));
        const QByteArray picture = bytesOf(path(QStringLiteral("c.svg")));
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        bool there = false;
        {
            const GermanLocale german(LC_NUMERIC);
            there = german.there();
            (void)writeFigure(nllFigure(), native(path(QStringLiteral("d.csv"))));
            (void)writeFigure(nllFigure(), native(path(QStringLiteral("d.svg"))));
        }
        QLocale::setDefault(before);
        if (!there && !germanWasBuilt()) {
            QSKIP(kNoGermanLocale);
        }
        QVERIFY(there);
        QVERIFY(usual.contains("0."));
        QCOMPARE(bytesOf(path(QStringLiteral("d.csv"))), usual);
        QCOMPARE(bytesOf(path(QStringLiteral("d.svg"))), picture);
    }

    /// The program itself, which puts numbers right behind its application object.
    void theProgramWritesTheSameInGermany() {
        if (!germanWasBuilt()) {
            QSKIP(kNoGermanLocale);
        }
        const QString bundle = path(QStringLiteral("abroad")), said = path(QStringLiteral("point"));
        QVERIFY(writeBundle(*tests::plotRecording({.steps = 60, .layers = 1}), native(bundle)).has_value());
        const auto written = [&](const QString& locale) {
            const QString out = path(QStringLiteral("in-") + locale);
            QProcess program;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("LC_ALL"), locale);
            environment.insert(QStringLiteral("KVW_DECIMAL_POINT"), said);
            environment.insert(QStringLiteral("LD_PRELOAD"),
                               QStringLiteral(KVW_BINARY_DIR "/tests/tell_decimal_point.so"));
            environment.insert(QStringLiteral("ASAN_OPTIONS"), environment.value(QStringLiteral("ASAN_OPTIONS")) +
                                                                   QStringLiteral(":verify_asan_link_order=0"));
            program.setProcessEnvironment(environment);
            program.start(QStringLiteral(KVW_BINARY_DIR "/bin/kvworkbench"),
                          {QStringLiteral("--export-figures"), bundle, QStringLiteral("--out"), out});
            std::map<QString, QByteArray> files;
            if (program.waitForFinished(kProgramMs) && program.exitCode() == 0) {
                QDirIterator found(out, {QStringLiteral("*.csv"), QStringLiteral("*.svg"), QStringLiteral("*.tex")},
                                   QDir::Files, QDirIterator::Subdirectories);
                while (found.hasNext()) {
                    const QString file = found.next();
                    files[QDir(out).relativeFilePath(file)] = bytesOf(file);
                }
            }
            return files;
        };
        const auto usual = written(QStringLiteral("C"));
        QVERIFY(QFile::remove(said));
        const auto abroad = written(QString::fromLatin1(kGermanLocale));
        QVERIFY(usual.size() > 6);
        QCOMPARE(abroad.size(), usual.size());
        for (const auto& [name, bytes] : usual) {
            QVERIFY2(abroad.count(name) == 1 && abroad.at(name) == bytes, qPrintable(name));
        }
        QCOMPARE(bytesOf(said), QByteArray("."));
        // Without main's own the point would be a comma.
        const GermanLocale german(LC_NUMERIC);
        QVERIFY(german.there());
    }

    /// Without a word of its own nothing is drawn, and nothing is left behind.
    void theProgramRefusesWhatIsNoPage_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("code");
        const auto words = [](const char* line) { return QString::fromLatin1(line).split(QLatin1Char(' ')); };
        QTest::newRow("no page") << words("--export-figures nothing --width 85") << 2;
        QTest::newRow("no lane") << words("--export-figures nothing --figure nll --lane last") << 2;
        QTest::newRow("no column") << words("--export-figures nothing --figure nll --columns 0") << 2;
        QTest::newRow("nothing to overwrite") << words("--overwrite") << 2;
        QTest::newRow("no bundle") << words("--export-figures nothing --figure nll") << 1;
        QTest::newRow("no name") << (QStringList{QStringLiteral("--export-figures"), QString(300, QLatin1Char('x'))}
                                     << words("--preset perplexity"))
                                 << 1;
    }
    void theProgramRefusesWhatIsNoPage() {
        QFETCH(QStringList, words);
        QFETCH(int, code);
        const QTemporaryDir folder;
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.start(QStringLiteral(KVW_BINARY_DIR "/bin/kvworkbench"), words);
        QVERIFY(program.waitForFinished(kProgramMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), code);
        QVERIFY(!program.readAllStandardError().trimmed().isEmpty());
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void refusesWhatItCannotWrite() {
        const auto format = writeFigure(nllFigure(), native(path(QStringLiteral("a.bmp"))));
        QVERIFY(!format && format.error().code == Code::BadUsage);
        const auto place = writeFigure(nllFigure(), native(path(QStringLiteral("none/a.svg"))));
        QVERIFY(!place && place.error().code == Code::Io);
    }

    void exportsAllFiguresOfABundleWithoutChangingIt() {
        const auto recording = tests::plotRecording({.steps = 200, .layers = 2});
        const auto bundle = native(path(QStringLiteral("run")));
        QVERIFY(writeBundle(*recording, bundle).has_value());
        QCOMPARE(exportFigures(bundle, {}), 0);
        QStringList expected{QStringLiteral("comparison")};
        for (const char* lane : {"0-full", "1-streaming"}) {
            for (const char* figure :
                 {"nll", "budgets", "inequality", "memory", "keepset-layer-0", "attention-layer-0"}) {
                expected << QStringLiteral("%1/%2").arg(QLatin1String(lane), QLatin1String(figure));
            }
        }
        for (const QString& figure : expected) {
            for (const char* suffix : {".pdf", ".svg", ".png", ".csv", ".tex"}) {
                QVERIFY2(QFile::exists(path(QStringLiteral("run/figures/") + figure + QLatin1String(suffix))),
                         qPrintable(figure));
            }
        }
        const auto opened = openBundle(bundle);
        QVERIFY(opened.has_value());
        QVERIFY(opened->warnings.empty());
        const QImage image(path(QStringLiteral("run/figures/1-streaming/nll.png")));
        QCOMPARE(image.text(QStringLiteral("kvw-bundle")), QString::fromStdString(opened->hash));
    }

    /// Where `kvw export` has written another run, its texts lie beside a JSON, too.
    void textsOfAnotherRunAreReplaced() {
        const auto bundle = native(path(QStringLiteral("second")));
        const auto written = writeBundle(*tests::plotRecording({.steps = 120, .layers = 1, .withFull = false}), bundle);
        QVERIFY(written.has_value());
        const QString out = path(QStringLiteral("paper/figures"));
        QVERIFY(QDir().mkpath(out));
        for (const char* name : {"nll.csv", "nll.tex", "nll.json"}) {
            QFile file(out + QLatin1Char('/') + QLatin1String(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("of another run") > 0);
        }
        QCOMPARE(exportFigures(bundle, native(out)), 1);
        QCOMPARE(QDir(out).entryList(QDir::Files).size(), 3);
        QCOMPARE(bytesOf(out + QStringLiteral("/nll.csv")), QByteArray("of another run"));
        QCOMPARE(exportFigures(bundle, native(out), true), 0);
        for (const char* name : {"nll.csv", "nll.tex"}) {
            QVERIFY2(!bytesOf(out + QLatin1Char('/') + QLatin1String(name)).contains("another run"), name);
        }
        // A bundle's own stay as they are: their sums are in its manifest.
        const QByteArray own = bytesOf(path(QStringLiteral("second/figures/nll.csv")));
        QCOMPARE(exportFigures(bundle, {}), 0);
        QCOMPARE(bytesOf(path(QStringLiteral("second/figures/nll.csv"))), own);
        QCOMPARE(exportFigures(bundle, {}), 1);
        QCOMPARE(exportFigures(bundle, {}, true), 0);
        const auto opened = openBundle(bundle);
        QVERIFY(opened.has_value() && opened->warnings.empty());
    }

    void aPageIsNotReplacedUnasked() {
        const auto bundle = native(path(QStringLiteral("paged")));
        QVERIFY(writeBundle(*tests::plotRecording({.steps = 60, .layers = 1}), bundle).has_value());
        const auto out = native(path(QStringLiteral("pages")));
        QVERIFY(QDir().mkpath(path(QStringLiteral("pages"))));
        QFile notes(path(QStringLiteral("pages/notes.tex")));  // not a file of a figure
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("mine") > 0);
        notes.close();
        PageRequest request;
        request.figures = {"nll", "budgets"};
        QCOMPARE(exportFigurePage(bundle, out, request), 0);
        QVERIFY(QFile::remove(path(QStringLiteral("pages/page.pdf"))));
        QCOMPARE(exportFigurePage(bundle, out, request), 1);
        QVERIFY(!QFile::exists(path(QStringLiteral("pages/page.pdf"))));
        request.overwrite = true;
        QCOMPARE(exportFigurePage(bundle, out, request), 0);
        QVERIFY(QFile::exists(path(QStringLiteral("pages/page.pdf"))));
        QCOMPARE(exportFigures(bundle, out), 0);  // other names
        QCOMPARE(bytesOf(path(QStringLiteral("pages/notes.tex"))), QByteArray("mine"));
    }

    void aPageOfEachPresetIsWritten() {
        const auto bundle = native(path(QStringLiteral("presets")));
        QVERIFY(writeBundle(*tests::plotRecording({.steps = 60, .layers = 1}), bundle).has_value());
        QCOMPARE(exportFigurePages(bundle, native(path(QStringLiteral("papers"))), {}, {"memory", "perplexity"}), 0);
        for (const char* name : {"papers/memory.pdf", "papers/perplexity.pdf"}) {
            QVERIFY2(QFile::exists(path(QString::fromLatin1(name))), name);
        }
    }

    void pagesAreAsWideAsTheyAreAskedToBe() {
        const FigureSpec figure = nllFigure();
        const QString pdf = path(QStringLiteral("exact.pdf")), svg = path(QStringLiteral("exact.svg"));
        QVERIFY(writeFigure(figure, native(pdf), FigureWidth::OneColumn).has_value());
        QVERIFY(writeFigure(figure, native(svg), FigureWidth::TwoColumns).has_value());
        const QByteArray bytes = bytesOf(pdf);
        const QByteArray mark("/MediaBox [0 0 ");
        const qsizetype at = bytes.indexOf(mark) + mark.size();
        const double points = bytes.mid(at, bytes.indexOf(' ', at) - at).toDouble();
        QVERIFY2(std::abs(points * 25.4 / 72 - 85) < 1e-5, qPrintable(QString::number(points)));
        QVERIFY2(bytesOf(svg).left(400).contains("width=\"178.0000mm\""), bytesOf(svg).left(400).constData());
    }

    void exportsAnArchiveBesideIt() {
        const auto recording = tests::plotRecording({.steps = 120, .layers = 1, .withFull = false});
        const auto bundle = native(path(QStringLiteral("one.zip")));
        QVERIFY(writeBundle(*recording, bundle).has_value());
        QCOMPARE(exportFigures(bundle, {}), 0);
        QVERIFY(QFile::exists(path(QStringLiteral("one-figures/nll.pdf"))));
        QCOMPARE(exportFigures(native(path(QStringLiteral("nothing"))), {}), 1);
    }
};

QTEST_MAIN(FigureFilesTest)
#include "figure_files_test.moc"
