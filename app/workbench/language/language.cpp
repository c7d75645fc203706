// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QTranslator>

// The linker drops resources of a static library that nothing references. The macro does not work inside a namespace.
static void bringTranslations() {
    Q_INIT_RESOURCE(translations);
}

namespace kvw::wb {

namespace {

constexpr char kFolder[] = ":/translations";
constexpr char kPrefix[] = "kvworkbench_";

void install(const QString& name, const QString& folder) {
    auto* translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(name, folder)) {
        QCoreApplication::installTranslator(translator);
    } else {
        delete translator;
    }
}

}  // namespace

QStringList languages() {
    bringTranslations();
    QStringList known{QStringLiteral("en")};
    const QString prefix = QLatin1String(kPrefix);
    for (const QString& file : QDir(QLatin1String(kFolder)).entryList({prefix + QStringLiteral("*.qm")})) {
        known += file.mid(prefix.size()).chopped(3);
    }
    return known;
}

QString chooseLanguage(const QStringList& wanted) {
    const QStringList known = languages();
    for (const QString& name : wanted) {
        const QString language = name.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('_'), 0, 0);
        if (known.contains(language)) {
            return language;
        }
    }
    return known.front();
}

QString currentLanguage() {
    //: The name of this language, as in --language: "de", "fr".
    return QCoreApplication::translate("kvw::wb::Language", "en");
}

void installLanguage(const QString& language) {
    if (language == QLatin1String("en")) {
        return;
    }
    bringTranslations();
    // Texts of Qt's own dialogs; without Qt's translations on the system they are English.
    install(QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QLatin1String(kPrefix) + language, QLatin1String(kFolder));
}

}  // namespace kvw::wb
