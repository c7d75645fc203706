// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/dock/story_list.h"

#include <QDir>
#include <QLabel>
#include <QVBoxLayout>

#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/stories/dock/title_button.h"

namespace kvw::wb {

namespace {

QLabel* sentence(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setMinimumWidth(1);
    return label;
}

QString about(const StoryEntry& entry) {
    return entry.pages == 1 ? StoryList::tr("%1 (1 page)").arg(entry.summary)
                            : StoryList::tr("%1 (%2 pages)").arg(entry.summary).arg(entry.pages);
}

/// Returns a folder with native separators and ~ for the home folder.
QString fromHome(const QString& folder) {
    const QString home = QDir::homePath() + QLatin1Char('/');
    return QDir::toNativeSeparators(folder.startsWith(home) ? QLatin1String("~/") + folder.mid(home.size()) : folder);
}

}  // namespace

StoryList::StoryList(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("storyList"));
    setAccessibleName(tr("Stories"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void StoryList::fill(const std::vector<StoryEntry>& entries, const QString& goOn) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(sentence(tr("A story explains one idea in the real window. It fills in the run dock and starts "
                                  "runs; everything stays usable meanwhile."),
                               page));
    if (!goOn.isEmpty()) {
        auto* button = new TitleButton(goOn, page);
        button->setObjectName(QStringLiteral("storyGoOn"));
        column->addSpacing(6);
        column->addWidget(button);
        connect(button, &TitleButton::clicked, this, &StoryList::goesOn);
    }
    for (const StoryEntry& entry : entries) {
        const QString file = QString::fromStdString(entry.file.string());
        auto* button = new TitleButton(entry.title, page);
        button->setObjectName(QStringLiteral("story:") + entry.name);
        button->setToolTip(plainTip(entry.title));
        button->setEnabled(entry.mistake.isEmpty());
        column->addSpacing(6);
        column->addWidget(button);
        auto* summary = sentence(entry.mistake.isEmpty() ? about(entry) : entry.mistake, page);
        summary->setBuddy(button);
        column->addWidget(summary);
        connect(button, &TitleButton::clicked, this, [this, file] { Q_EMIT chosen(file); });
    }
    if (entries.empty()) {
        column->addWidget(sentence(tr("No story was found in the resources folder."), page));
    }
    column->addSpacing(10);
    column->addWidget(sentence(tr("Your own: Markdown files in %1, or any file through File, Open story.")
                                   .arg(fromHome(QString::fromStdString(userStoryFolder().string()))),
                               page));
    column->addStretch();
    setWidget(page);
}

}  // namespace kvw::wb
