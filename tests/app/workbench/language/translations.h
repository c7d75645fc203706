// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the lists of translations, as Qt's lrelease does.
#pragma once

#include <QFile>
#include <QString>
#include <QXmlStreamReader>
#include <vector>

namespace kvw::tests {

inline const QString kTranslations = QStringLiteral(KVW_SOURCE_DIR "/resources/translations/");
/// Texts that lupdate finds in the window, and those of core and of errors.
inline const QString kGerman = kTranslations + QStringLiteral("kvworkbench_de.ts"),
                     kGermanForms = kTranslations + QStringLiteral("kvwforms_de.ts");

struct Message {
    QString context, source, translation;
    bool finished = true;
};

/// Entries that lupdate found no more in the sources are left out.
inline std::vector<Message> readMessages(const QString& path) {
    QFile file(path);
    std::vector<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) {
        return messages;
    }
    QXmlStreamReader xml(&file);
    QString context;
    Message message;
    bool gone = false;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            if (xml.name() == QLatin1String("name")) {
                context = xml.readElementText();
            } else if (xml.name() == QLatin1String("source")) {
                message = {context, xml.readElementText(), {}, true};
            } else if (xml.name() == QLatin1String("translation")) {
                const QString type = xml.attributes().value(QLatin1String("type")).toString();
                gone = type == QLatin1String("vanished") || type == QLatin1String("obsolete");
                message.finished = type != QLatin1String("unfinished");
                message.translation = xml.readElementText();
            }
        } else if (xml.isEndElement() && xml.name() == QLatin1String("message") && !gone) {
            messages.push_back(message);
        }
    }
    return xml.hasError() ? std::vector<Message>{} : messages;
}

}  // namespace kvw::tests
