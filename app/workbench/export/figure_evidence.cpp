// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_evidence.h"

#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QXmlStreamReader>
#include <QtEndian>
#include <algorithm>

#include "app/workbench/export/drawing/metadata_text.h"

namespace kvw::wb {

namespace {

constexpr qint64 kMostBytes = qint64{256} << 20, kMostTexts = qint64{128} << 20;
constexpr qsizetype kMostEntries = 256, kMostLength = 1 << 20;
constexpr QLatin1String kNamespace("urn:kvworkbench:figure");

void take(FigureEvidence& evidence, const QString& name, const QString& value) {
    if (name == QLatin1String("figure")) {
        evidence.figure = value.toStdString();
    } else if (static_cast<qsizetype>(evidence.entries.size()) < kMostEntries && value.size() < kMostLength) {
        evidence.entries.emplace_back(name.toStdString(), value.toStdString());
    }
}

/// Returns an upper bound of the unpacked size of the texts before the pixels; Qt keeps all of them in memory.
qint64 textBytes(QIODevice& png) {
    constexpr qint64 kMostOfOne = 8000000, kMostUnpacked = 1032;  // limits of libpng and deflate
    constexpr int kHead = 8, kSum = 4;
    qint64 bytes = 0;
    for (png.seek(kHead);;) {
        const QByteArray head = png.read(kHead);
        const QByteArray kind = head.mid(4);
        if (head.size() < kHead || kind == "IDAT") {
            return bytes;
        }
        const qint64 length = qFromBigEndian<quint32>(head.constData());
        if (kind == "zTXt" || kind == "iTXt") {
            bytes += std::max(length, std::min(kMostOfOne, length * kMostUnpacked));
        } else if (kind == "tEXt") {
            bytes += length;
        }
        if (!png.seek(png.pos() + length + kSum)) {
            return bytes;
        }
    }
}

FigureEvidence ofPng(const QString& file) {
    FigureEvidence evidence;
    const QImageReader reader(file, "png");
    // Older versions did not encode texts.
    const bool encoded = reader.text(QLatin1String(kPngEncoding)) == QLatin1String(kPercentEncoding);
    for (const QString& key : reader.textKeys()) {
        if (key.startsWith(QLatin1String("kvw-")) && key != QLatin1String(kPngEncoding)) {
            take(evidence, key.mid(4), encoded ? textOfPng(reader.text(key)) : reader.text(key));
        }
    }
    return evidence;
}

/// Reads the elements of our namespace, at any depth.
FigureEvidence ofXml(QXmlStreamReader& xml) {
    FigureEvidence evidence;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.namespaceUri() == kNamespace) {
            const QString name = xml.name().toString(),
                          value = xml.readElementText(QXmlStreamReader::SkipChildElements);
            if (!xml.hasError()) {
                take(evidence, name, value);
            }
        } else if (xml.isEndElement() && xml.name() == QLatin1String("metadata")) {
            break;
        }
    }
    evidence.damaged = xml.hasError();
    return evidence;
}

/// Returns the XMP packet of a PDF. It is stored uncompressed, so it can be found without parsing the file.
QByteArray xmpOf(const QByteArray& pdf) {
    const qsizetype begin = pdf.indexOf("<x:xmpmeta"), end = pdf.indexOf("</x:xmpmeta>", begin);
    return begin < 0 || end < 0 ? QByteArray() : pdf.mid(begin, end - begin + qsizetype{12});
}

}  // namespace

std::string FigureEvidence::value(const std::string& name) const {
    for (const auto& [key, value] : entries) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

bool isFigureFile(const std::filesystem::path& file) {
    const QString suffix = QFileInfo(QString::fromStdString(file.string())).suffix().toLower();
    return suffix == QLatin1String("pdf") || suffix == QLatin1String("svg") || suffix == QLatin1String("png");
}

Result<FigureEvidence> readEvidence(const std::filesystem::path& file) {
    const QString path = QString::fromStdString(file.string());
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (QFileInfo(path).exists() && !QFileInfo(path).isFile()) {  // opening a pipe would block
        return fail(Code::BadInput, file.string(), "is not a file", {}, "a figure that KV Workbench exported");
    }
    QFile in(path);
    if (!in.open(QIODevice::ReadOnly)) {
        return fail(Code::Io, file.string(), "the figure cannot be read", in.errorString().toStdString());
    }
    if (in.size() > kMostBytes) {
        return fail(Code::BadInput, file.string(), "too large for a figure", phrase("%1 MB", in.size() >> 20),
                    phrase("at most %1 MB", kMostBytes >> 20));
    }
    FigureEvidence evidence;
    if (suffix == QLatin1String("png") && textBytes(in) > kMostTexts) {
        return fail(Code::BadInput, file.string(), "the texts in the picture are too large for a figure", {},
                    phrase("at most %1 MB", kMostTexts >> 20));
    }
    if (suffix == QLatin1String("png")) {
        evidence = ofPng(path);
    } else if (suffix == QLatin1String("svg")) {
        QXmlStreamReader xml(&in);
        evidence = ofXml(xml);
    } else {
        QXmlStreamReader xml(xmpOf(in.readAll()));
        evidence = ofXml(xml);
    }
    if (evidence.entries.empty()) {
        return fail(Code::NotFound, file.string(), "the file does not name its run", {},
                    "a figure that KV Workbench exported, with its metadata");
    }
    return evidence;
}

}  // namespace kvw::wb
