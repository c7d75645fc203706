// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads an exported figure file back.
#pragma once

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>
#include <QXmlStreamReader>

#include "app/workbench/export/figure_evidence.h"
#include "app/workbench/views/common/dock.h"

namespace kvw::tests {

inline QByteArray bytesOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

/// Character data of all <text> elements, and of <metadata> under its own name.
struct SvgText {
    bool wellFormed = false;
    QStringList texts;
    QString metadata, width;
};

inline SvgText readSvg(const QByteArray& bytes) {
    SvgText found;
    QXmlStreamReader xml(bytes);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("svg")) {
            found.width = xml.attributes().value(QLatin1String("width")).toString();
        } else if (xml.isStartElement() && xml.name() == QLatin1String("text")) {
            found.texts << xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        } else if (xml.isStartElement() && xml.name() == QLatin1String("metadata")) {
            found.metadata = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    found.wellFormed = !xml.hasError();
    return found;
}

inline double variance(const QImage& image) {
    double sum = 0, squares = 0;
    const double count = static_cast<double>(image.width()) * image.height();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const double grey = qGray(image.pixel(x, y));
            sum += grey;
            squares += grey * grey;
        }
    }
    return squares / count - (sum / count) * (sum / count);
}

/// The text of a PDF, where there is a program that reads it; else nothing.
inline QString pdfText(const QString& file) {
    const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    if (reader.isEmpty()) {
        QTest::qFail("there is no pdftotext (Debian package poppler-utils), which reads the exported PDF files",
                     __FILE__, __LINE__);
        return {};
    }
    QProcess process;
    process.start(reader, {file, QStringLiteral("-")});
    process.waitForFinished();
    // A ligature is one character.
    return QString::fromUtf8(process.readAllStandardOutput()).normalized(QString::NormalizationForm_KC);
}

/// Exports what the dock shows in every format of a figure and opens it again: the texts are in it, it is not blank,
/// and it says which figure of which run it is. `folder`: ends with a slash.
inline void checkExports(wb::Dock& dock, const QString& folder, const char* figure, const QStringList& texts) {
    for (const char* suffix : {"svg", "png", "pdf"}) {
        const QString file = folder + QString::fromLatin1(figure) + QLatin1Char('.') + QLatin1String(suffix);
        const auto done = dock.exportTo(file);
        QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
        const auto evidence = wb::readEvidence(file.toStdString());
        QVERIFY2(evidence.has_value(), evidence ? "" : evidence.error().sentence().c_str());
        QCOMPARE(QString::fromStdString(evidence->figure), QString::fromLatin1(figure));
        for (const char* entry : {"command", "view", "policy", "seed"}) {
            QVERIFY2(!evidence->value(entry).empty(), entry);
        }
    }
    const QString base = folder + QString::fromLatin1(figure);
    const SvgText svg = readSvg(bytesOf(base + QStringLiteral(".svg")));
    QVERIFY(svg.wellFormed);
    const QByteArray pdf = bytesOf(base + QStringLiteral(".pdf"));
    QVERIFY(pdf.startsWith("%PDF") && pdf.contains("/FontFile2"));
    const QString written = pdfText(base + QStringLiteral(".pdf"));
    for (const QString& text : texts) {
        QVERIFY2(svg.texts.join(QString()).contains(text),
                 qPrintable(text + QLatin1Char('\n') + svg.texts.join(QLatin1Char('|'))));
        QVERIFY2(written.contains(text), qPrintable(text + QLatin1Char('\n') + written));
    }
    QVERIFY(variance(QImage(base + QStringLiteral(".png"))) > 50);
}

}  // namespace kvw::tests
