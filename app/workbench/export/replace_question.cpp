// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/replace_question.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStringList>
#include <system_error>
#include <utility>

namespace kvw::wb {

namespace {

constexpr qsizetype kMostNamed = 12;

/// Returns the names of the files that exist.
QStringList thoseThere(const std::vector<std::filesystem::path>& files) {
    QStringList names;
    for (const std::filesystem::path& file : files) {
        std::error_code unknown;
        if (std::filesystem::exists(file, unknown)) {
            names << QString::fromStdString(file.filename().string());
        }
    }
    return names;
}

QString lines(const QStringList& names) {
    QStringList named = names.mid(0, kMostNamed);
    if (names.size() > kMostNamed) {
        named << QObject::tr("and %1 more").arg(names.size() - kMostNamed);
    }
    return named.join(QLatin1Char('\n'));
}

void ask(const QString& sentence, QWidget* parent, std::function<void()> then) {
    auto* box =
        new QMessageBox(QMessageBox::Question, QObject::tr("Replace files"), sentence, QMessageBox::Cancel, parent);
    box->setObjectName(QStringLiteral("askToReplace"));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDefaultButton(QMessageBox::Cancel);
    const QPushButton* replace = box->addButton(QObject::tr("Replace"), QMessageBox::AcceptRole);
    QObject::connect(replace, &QPushButton::clicked, parent, [then = std::move(then)] { then(); });
    box->open();
}

}  // namespace

void askToReplace(const std::vector<std::filesystem::path>& files, QWidget* parent, std::function<void()> then) {
    const QStringList there = thoseThere(files);
    if (there.isEmpty()) {
        then();
        return;
    }
    ask(there.size() == 1 ? QObject::tr("%1 exists already. Replace it?").arg(there.front())
                          : QObject::tr("These files exist already:\n%1\nReplace them?").arg(lines(there)),
        parent, std::move(then));
}

void askToReplaceSome(const std::vector<std::filesystem::path>& files, const QString& folder, QWidget* parent,
                      std::function<void()> then) {
    const QStringList there = thoseThere(files);
    if (there.isEmpty()) {
        then();
        return;
    }
    ask(QObject::tr("%1 holds files already. Those with the name of a figure are replaced:\n%2\nReplace them?")
            .arg(folder, lines(there)),
        parent, std::move(then));
}

}  // namespace kvw::wb
