// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/drawing/figure_paint.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageWriter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <algorithm>
#include <system_error>

#include "app/workbench/export/drawing/figure_plot.h"
#include "app/workbench/export/drawing/figure_style.h"
#include "app/workbench/export/drawing/font_subset.h"
#include "app/workbench/export/drawing/metadata_text.h"
#include "app/workbench/session/files/save_file.h"
#include "core/base/text_format.h"
#include "core/base/version.h"
#include "core/bundle/staging.h"
#include "core/figures/figure_io.h"

namespace kvw::wb {

namespace {

tl::unexpected<Error> notSaved(const std::filesystem::path& file, Phrase reason) {
    return fail(Code::Io, file.string(), "the figure could not be written", std::move(reason),
                "a folder that can be written and has room");
}

QString escaped(const std::string& text) {
    return xmlText(QString::fromStdString(bundle::withoutFolders(text)));
}

QString title(const FigureSpec& figure) {
    return QString::fromStdString(bundle::withoutFolders(figure.title.text()) + ": " + figures::provenanceLine(figure));
}

/// Returns RDF with one element per entry, the same for SVG and PDF.
QByteArray rdf(const FigureSpec& figure) {
    QString text = QStringLiteral(
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
        "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:kvw=\"urn:kvworkbench:figure\">"
        "<rdf:Description rdf:about=\"\">");
    text += QStringLiteral("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>")
                .arg(xmlText(title(figure)));
    text += QStringLiteral("<kvw:figure>%1</kvw:figure>").arg(escaped(figure.id));
    for (const auto& [name, value] : figure.provenance) {
        text += QStringLiteral("<kvw:%1>%2</kvw:%1>").arg(metadataName(QString::fromStdString(name)), escaped(value));
    }
    return validXml((text + QStringLiteral("</rdf:Description></rdf:RDF>")).toUtf8());
}

/// Replaces the size in whole pixels by the exact size.
void setWidth(QByteArray& svg, const QSizeF& millimetres) {
    const QByteArray mark("<svg width=\"");
    const qsizetype begin = svg.indexOf(mark), end = svg.indexOf("\"\n", svg.indexOf("height=\"", begin));
    if (millimetres.isEmpty() || begin < 0 || end < begin) {
        return;
    }
    svg.replace(begin, end - begin,
                mark + QByteArray::number(millimetres.width(), 'f', 4) + "mm\" height=\"" +
                    QByteArray::number(millimetres.height(), 'f', 4) + "mm");
}

/// Returns a style with the embedded font for the drawing's text; empty if the font cannot be embedded, or is that of
/// the document.
QByteArray fontStyle(const QByteArray& svg, FigureFont chosen) {
    QString characters;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("text")) {
            for (const QChar character : xml.readElementText(QXmlStreamReader::IncludeChildElements)) {
                if (!characters.contains(character)) {
                    characters += character;
                }
            }
        }
    }
    std::sort(characters.begin(), characters.end());
    const QByteArray font = characters.isEmpty() || chosen == FigureFont::Latex
                                ? QByteArray()
                                : fontSubset(textFont(kTextPoints, chosen), characters);
    return font.isEmpty() ? QByteArray()
                          : "\n<defs><style type=\"text/css\">@font-face{font-family:\"" +
                                textFont(kTextPoints, chosen).family().toUtf8() + "\";src:url(data:font/ttf;base64," +
                                font.toBase64() + ") format(\"truetype\")}</style></defs>";
}

}  // namespace

QByteArray paintSvg(const Paint& paint, const FigureSpec& figure, QSize size, QSizeF millimetres) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kFigureDpi);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(QStringLiteral("kvw"));
    QCPPainter painter;
    painter.begin(&generator);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    paint(painter);
    painter.end();
    QByteArray bytes = validXml(buffer.data());
    setWidth(bytes, millimetres);
    // Qt's generator does not escape its title; replace it.
    const QByteArray mark("<title>kvw</title>");
    if (const qsizetype place = bytes.indexOf(mark); place >= 0) {
        bytes.replace(place, mark.size(),
                      "<title>" + validXml(xmlText(title(figure)).toUtf8()) + "</title>\n<desc>" +
                          validXml(escaped(figure.caption).toUtf8()) + "</desc>\n<metadata>" + rdf(figure) +
                          "</metadata>" + fontStyle(bytes, figure.print.font));
    }
    return bytes;
}

QByteArray paintPdf(const Paint& paint, const FigureSpec& figure, QSize size, QSizeF millimetres) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    const QSizeF points = millimetres.isEmpty() ? QSizeF(size) * 72.0 / kFigureDpi : millimetres * 72.0 / 25.4;
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(kFigureDpi);
    writer.setTitle(title(figure));
    writer.setCreator(QStringLiteral("KV Workbench %1").arg(QString::fromLatin1(version())));
    writer.setDocumentXmpMetadata(
        "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">" +
        rdf(figure) + "</x:xmpmeta><?xpacket end=\"w\"?>");
    QCPPainter painter;
    painter.begin(&writer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    paint(painter);
    painter.end();
    // Qt rounds the page size to whole points. The replacement has the same number of characters, so no offset changes.
    QByteArray bytes = buffer.data();
    const QByteArray mark("/MediaBox [0 0 ");
    const qsizetype begin = bytes.indexOf(mark), end = bytes.indexOf(']', begin);
    const QByteArray box =
        mark + QByteArray::number(points.width(), 'f', 6) + ' ' + QByteArray::number(points.height(), 'f', 6);
    if (begin >= 0 && end - begin == box.size()) {
        bytes.replace(begin, box.size(), box);
    }
    return bytes;
}

Result<QByteArray> pngOf(const QImage& image, const FigureSpec& figure, const std::string& file) {
    QBuffer buffer;
    QImageWriter writer(&buffer, "png");
    writer.setText(QStringLiteral("Title"), title(figure));
    writer.setText(QStringLiteral("Software"), QStringLiteral("KV Workbench %1").arg(QString::fromLatin1(version())));
    writer.setText(QLatin1String(kPngEncoding), QLatin1String(kPercentEncoding));
    writer.setText(QStringLiteral("kvw-figure"), pngText(QString::fromStdString(figure.id)));
    for (const auto& [name, value] : figure.provenance) {
        writer.setText(QStringLiteral("kvw-") + metadataName(QString::fromStdString(name)),
                       pngText(QString::fromStdString(bundle::withoutFolders(value))));
    }
    if (!writer.write(image)) {
        return fail(Code::Io, file, "the picture could not be made", writer.errorString().toStdString());
    }
    return buffer.data();
}

QImage paintImage(const Paint& paint, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QCPPainter painter;
    painter.begin(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    paint(painter);
    painter.end();
    return image;
}

Result<Encode> paintFor(const Paint& paint, const FigureSpec& about, QSize size, const std::filesystem::path& file,
                        QSizeF millimetres) {
    const QString suffix = QFileInfo(QString::fromStdString(file.string())).suffix().toLower();
    if (suffix == QLatin1String("svg") || suffix == QLatin1String("pdf")) {
        return [bytes = suffix == QLatin1String("svg")
                            ? paintSvg(paint, about, size, millimetres)
                            : paintPdf(paint, about, size, millimetres)] { return Result<QByteArray>(bytes); };
    }
    if (suffix != QLatin1String("png")) {
        return fail(Code::BadUsage, file.string(), "figures are not written in this format",
                    '"' + suffix.toStdString() + '"', "a name that ends in .pdf, .svg, .png, .csv or .tex");
    }
    QImage image = paintImage(paint, size);
    // Set the density so that the whole number of pixels has the requested width.
    const auto density = [](int dots, double printed) {
        return qRound(printed > 0 ? dots / (printed / 1000) : kFigureDpi / 0.0254);
    };
    image.setDotsPerMeterX(density(size.width(), millimetres.width()));
    image.setDotsPerMeterY(density(size.height(), millimetres.height()));
    FigureSpec words;  // without the data
    words.id = about.id;
    words.title = about.title;
    words.caption = about.caption;
    words.provenance = about.provenance;
    words.print = about.print;
    return [image, words, name = file.string()] { return pngOf(image, words, name); };
}

Result<void> saveBytes(const QByteArray& bytes, const std::filesystem::path& file) {
    const QString reason = saveFile(QString::fromStdString(file.string()), bytes);
    return reason.isEmpty() ? Result<void>() : notSaved(file, reason.toStdString());
}

Result<void> saveAll(const FileContents& files) {
    const auto temporary = bundle::TemporaryFolder::make(files.front().first.parent_path());
    if (!temporary) {
        Error failure = temporary.error();
        failure.where = files.front().first.string();
        return tl::unexpected(std::move(failure));
    }
    for (const auto& [file, bytes] : files) {
        if (const auto saved = saveBytes(bytes, temporary->path() / file.filename()); !saved) {
            return notSaved(file, saved.error().found);
        }
    }
    for (const auto& [file, bytes] : files) {
        std::error_code code;
        // A symbolic link stays one: its target is replaced, as saveBytes does.
        const std::filesystem::path target = std::filesystem::weakly_canonical(file, code);
        std::filesystem::rename(temporary->path() / file.filename(), code ? file : target, code);
        if (code) {
            return notSaved(file, code.message());
        }
    }
    return {};
}

std::function<Result<void>()> savePicture(Encode encode, std::filesystem::path file, FileContents texts) {
    return [encode = std::move(encode), file = std::move(file), texts = std::move(texts)] {
        return encode().and_then([&](const QByteArray& bytes) {
            FileContents files = texts;
            files.emplace(files.begin(), file, bytes);
            return saveAll(files);
        });
    };
}

}  // namespace kvw::wb
