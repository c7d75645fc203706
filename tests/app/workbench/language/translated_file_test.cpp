// SPDX-License-Identifier: GPL-3.0-or-later
/// Stories and help in other languages: which file is read, and that a translation does and shows what its original
/// does.
#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "app/workbench/help/help_pages.h"
#include "app/workbench/language/language.h"
#include "app/workbench/language/translated_file.h"
#include "app/workbench/stories/story_library.h"
#include "app/workbench/stories/story_parser.h"

using namespace kvw;
using namespace kvw::wb;

namespace {

const QString kResources = QStringLiteral(KVW_SOURCE_DIR "/resources/");

QString read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns what a story does, without its words: directives, options and pages in their order.
QStringList deeds(const QString& story) {
    QStringList lines;
    for (const QString& line : story.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("::: ask"))) {
            lines += QStringLiteral("::: ask");
        } else if (line.startsWith(QLatin1String(":::"))) {
            lines += line;
        } else if (line.startsWith(QLatin1String("## "))) {
            lines += QStringLiteral("##");
        } else if (line.startsWith(QLatin1String("- ["))) {
            lines += line.left(5);
        }
    }
    return lines;
}

QStringList all(const QString& text, const QString& pattern) {
    QStringList found;
    for (auto at = QRegularExpression(pattern).globalMatch(text); at.hasNext();) {
        found += at.next().captured().replace(QLatin1Char(','), QLatin1Char('.'));
    }
    found.sort();
    return found;
}

/// Numbers of the text, in whichever order a language puts them.
QStringList numbers(const QString& text) {
    return all(text, QStringLiteral("\\d+(?:[.,]\\d+)?"));
}

void addTranslations(const QString& folder) {
    QTest::addColumn<QString>("original");
    QTest::addColumn<QString>("translation");
    for (const QString& name : QDir(kResources + folder).entryList({QStringLiteral("*.md")})) {
        const QString file = kResources + folder + QLatin1Char('/') + name;
        if (isTranslation(file.toStdString())) {
            const QString base = name.section(QLatin1Char('.'), 0, 0) + QStringLiteral(".md");
            QTest::newRow(qPrintable(name)) << kResources + folder + QLatin1Char('/') + base << file;
        }
    }
}

}  // namespace

class TranslatedFileTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void aTranslationLiesBesideItsOriginal() {
        const QTemporaryDir folder;
        for (const char* name : {"one.md", "one.de.md", "two.md", "three.de.md", "v1.2.md", "v1.md"}) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("# Title\n\nSummary.\n\n## Page\n\nText.\n");
        }
        const auto at = [&](const char* name) {
            return std::filesystem::path(folder.filePath(QString::fromLatin1(name)).toStdString());
        };
        QVERIFY(isTranslation(at("one.de.md")));
        QVERIFY(!isTranslation(at("one.md")) && !isTranslation(at("v1.2.md")));
        QVERIFY(!isTranslation(at("three.de.md")));  // nothing to translate
        QCOMPARE(translatedFile(at("one.md")), at("one.md"));
        QCOMPARE(listStories({folder.path().toStdString()}).size(), std::size_t{5});
    }

    void everyStoryIsThereInGerman() {
        for (const StoryEntry& story : listStories({(kResources + QStringLiteral("stories")).toStdString()})) {
            QVERIFY2(QFile::exists(kResources + QStringLiteral("stories/") + story.name + QStringLiteral(".de.md")),
                     qPrintable(story.name));
        }
    }

    void aTranslatedStoryDoesTheSame_data() { addTranslations(QStringLiteral("stories")); }
    void aTranslatedStoryDoesTheSame() {
        QFETCH(QString, original);
        QFETCH(QString, translation);
        const QString here = read(original), there = read(translation);
        QCOMPARE(deeds(there), deeds(here));
        QVERIFY(readStory(translation.toStdString()).has_value());
        const QStringList pages = here.split(QStringLiteral("\n## ")), others = there.split(QStringLiteral("\n## "));
        QCOMPARE(others.size(), pages.size());
        for (qsizetype page = 0; page < pages.size(); ++page) {
            const QString name = others[page].section(QLatin1Char('\n'), 0, 0);
            QVERIFY2(numbers(others[page]) == numbers(pages[page]),
                     qPrintable(name + QStringLiteral(": ") + numbers(others[page]).join(QLatin1Char(' ')) +
                                QStringLiteral(" | ") + numbers(pages[page]).join(QLatin1Char(' '))));
        }
    }

    void aTranslatedPageShowsTheSame_data() { addTranslations(QStringLiteral("help")); }
    void aTranslatedPageShowsTheSame() {
        QFETCH(QString, original);
        QFETCH(QString, translation);
        const QString here = read(original), there = read(translation);
        for (const char* what : {"\\((?:dock|story):[^)]*\\)", "\\(images/[^)]*\\)", "(?m)^##? ", "`[^`]*`"}) {
            const QString pattern = QString::fromLatin1(what);
            QVERIFY2(all(there, pattern) == all(here, pattern),
                     qPrintable(all(there, pattern).join(QLatin1Char(' ')) + QStringLiteral(" | ") +
                                all(here, pattern).join(QLatin1Char(' '))));
        }
    }

    // The last: the application keeps its translator.
    void germanIsReadWhereThereIsGerman() {
        QCOMPARE(currentLanguage(), QStringLiteral("en"));
        const auto folder = (kResources + QStringLiteral("stories")).toStdString();
        const std::vector<StoryEntry> english = listStories({folder});
        const std::vector<HelpPage> pages = helpPages((kResources + QStringLiteral("help")).toStdString());
        installLanguage(QStringLiteral("de"));
        QCOMPARE(currentLanguage(), QStringLiteral("de"));
        const std::vector<StoryEntry> german = listStories({folder});
        QCOMPARE(german.size(), english.size());
        for (std::size_t i = 0; i < german.size(); ++i) {
            QCOMPARE(german[i].name, english[i].name);
            QVERIFY(german[i].title != english[i].title);
            QCOMPARE(german[i].pages, english[i].pages);
            QVERIFY(german[i].file.filename().string().ends_with(".de.md"));
        }
        const std::vector<HelpPage> read = helpPages((kResources + QStringLiteral("help")).toStdString());
        QCOMPARE(read.size(), pages.size());
        QVERIFY(read.front().title != pages.front().title);
    }
};

QTEST_MAIN(TranslatedFileTest)
#include "translated_file_test.moc"
