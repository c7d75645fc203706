// SPDX-License-Identifier: GPL-3.0-or-later
/// A library dock, and what a user does with it.
#pragma once

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <filesystem>

#include "app/workbench/views/library/library_model.h"
#include "core/publish/write_bundle.h"
#include "tests/app/workbench/shell/window_bench.h"
#include "tests/core/bundle/sample.h"

namespace kvw::tests {

/// A window whose library dock is on top, on folders of its own: runs, index and trash.
struct LibraryBench {
    LibraryBench() {
        qputenv("KVW_RUNS", home.filePath(QStringLiteral("runs")).toUtf8());
        qputenv("XDG_CACHE_HOME", home.filePath(QStringLiteral("cache")).toUtf8());
        QDir(home.path()).mkdir(QStringLiteral("data"));  // the trash is made in it, not the folder itself
        qputenv("XDG_DATA_HOME", home.filePath(QStringLiteral("data")).toUtf8());
    }
    ~LibraryBench() { bench.reset(); }

    void write(const char* name, std::int32_t lanes = 2) const {
        sample::Options options;
        options.lanes = lanes;
        const auto written = writeBundle(*sample::recording(options), path(name));
        QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
    }
    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(home.path().toStdString()) / "runs" / name;
    }
    void open() {
        bench = std::make_unique<Bench>();
        dock = bench->window->dock(QStringLiteral("library"));
        QCoreApplication::processEvents();
        dock->show();
        dock->raise();
        QTRY_VERIFY(dock->shown() && settled());
    }
    LibraryClient& library() const { return bench->workspace->library(); }
    bool settled() const { return library().searched() && !library().busy(); }
    template <class T>
    T* child(const char* name) const {
        return dock->findChild<T*>(QString::fromLatin1(name));
    }
    void click(const char* name) const {
        auto* button = child<QPushButton>(name);
        QVERIFY2(button->isEnabled() && button->isVisible(), name);
        button->click();
    }
    QTableView* table() const { return child<QTableView>("libraryTable"); }
    int rows() const { return table()->model()->rowCount(); }
    QString about() const { return child<QLabel>("libraryAbout")->text(); }
    int rowOf(const char* name) const {
        for (int row = 0; row < rows(); ++row) {
            if (cell(row, LibraryModel::Name) == QLatin1String(name)) {
                return row;
            }
        }
        return -1;
    }
    void waitFor(int expected) const {
        QTRY_VERIFY2(rows() == expected, qPrintable(QStringLiteral("%1 rows: %2").arg(rows()).arg(about())));
    }
    QString cell(int row, int column) const { return table()->model()->index(row, column).data().toString(); }
    void choose(std::initializer_list<const char*> names) const {
        table()->clearSelection();
        for (const char* name : names) {
            QVERIFY2(rowOf(name) >= 0, name);
            table()->selectionModel()->select(table()->model()->index(rowOf(name), 0),
                                              QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    void find(const char* words) const {
        auto* filter = child<QLineEdit>("libraryFilter");
        filter->selectAll();
        QTest::keyClicks(filter, QString::fromLatin1(words));
        QTest::keyClick(filter, Qt::Key_Return);
    }
    void answer(QMessageBox::StandardButton button) const {
        auto* question = dock->findChild<QMessageBox*>();
        QVERIFY(question != nullptr);
        question->button(button)->click();
    }

    QTemporaryDir home;
    std::unique_ptr<Bench> bench;
    Dock* dock = nullptr;
};

}  // namespace kvw::tests
