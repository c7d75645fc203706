// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/library/library_empty.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace kvw::wb {

LibraryEmpty::LibraryEmpty(QWidget* parent) : QWidget(parent), m_words(new QLabel(this)) {
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignCenter);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* folder = new QPushButton(tr("Add folder…"), this);
    auto* look = new QPushButton(tr("Look again"), this);
    look->setObjectName(QStringLiteral("libraryLookAgain"));
    look->setToolTip(tr("Looks through the folders for new runs"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(folder);
    buttons->addWidget(look);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->addStretch();
    column->addWidget(m_words);
    column->addLayout(buttons);
    column->addStretch();
    setFocusProxy(look);
    connect(folder, &QPushButton::clicked, this, &LibraryEmpty::folderAsked);
    connect(look, &QPushButton::clicked, this, &LibraryEmpty::lookAsked);
}

void LibraryEmpty::say(const QString& folder) {
    m_words->setText(tr("Kept runs appear here: sweeps, and bundles saved (Ctrl+Shift+E) in %1 or in a folder that you "
                        "add. There are none yet.")
                         .arg(folder));
}

}  // namespace kvw::wb
