// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/help/help_pages.h"

#include <QFile>
#include <QRegularExpression>

#include "app/workbench/language/translated_file.h"
#include "core/base/files/folder_entries.h"
#include "core/model/text/document.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr qint64 kMostBytes = 1 << 20;

QString readText(const fs::path& path) {
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) && file.size() <= kMostBytes ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns the readable text without markup, so that names of pictures and link targets are not found.
QString plainText(const HelpPage& page) {
    static const QRegularExpression marks(QStringLiteral("<[^>]*>|!\\[[^\\]]*\\]\\([^)]*\\)|\\]\\([^)]*\\)|[*`#|\\[]"));
    QString text = page.text;
    return text.replace(marks, QStringLiteral(" "));
}

}  // namespace

std::vector<HelpPage> helpPages(const fs::path& folder) {
    static const QRegularExpression heading(QStringLiteral("^# (.+)$"), QRegularExpression::MultilineOption);
    std::vector<HelpPage> pages;
    for (const fs::path& file : anyFolderEntries(folder, ".md")) {
        if (file.filename() == "README.md" || isTranslation(file)) {
            continue;
        }
        const QString text = readText(translatedFile(file));
        if (const auto match = heading.match(text); match.hasMatch()) {
            pages.push_back({match.captured(1).trimmed(), text.mid(match.capturedStart()), false, folder});
        }
    }
    return pages;
}

std::vector<HelpPage> installedHelp() {
    const auto resources = resourcesDir();
    return resources ? helpPages(*resources / "help") : std::vector<HelpPage>();
}

bool explainsTerm(const HelpPage& page, const QString& term) {
    const QRegularExpression entry(
        QStringLiteral("^- \\[[^\\]]*\\]\\(term:%1\\)").arg(QRegularExpression::escape(term)),
        QRegularExpression::MultilineOption);
    return page.text.contains(entry);
}

int occurrences(const QString& typed, const HelpPage& page) {
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const QString text = page.title + QLatin1Char('\n') + plainText(page);
    int sum = words.isEmpty() ? 1 : 0;
    for (const QString& word : words) {
        const auto count = static_cast<int>(text.count(word, Qt::CaseInsensitive));
        if (count == 0) {
            return 0;
        }
        sum += count;
    }
    return sum;
}

}  // namespace kvw::wb
