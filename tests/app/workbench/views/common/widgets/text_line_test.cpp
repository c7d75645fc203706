// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/text_line.h"

#include <QEvent>
#include <QVBoxLayout>
#include <QtTest>

using kvw::wb::TextLine;

namespace {

/// A window that counts how often it is laid out.
class Window : public QWidget {
 public:
    Window() {
        auto* column = new QVBoxLayout(this);
        column->addWidget(&line);
        resize(300, 100);
        show();
    }
    int layouts = 0;
    TextLine line{this, "words", 2};

 protected:
    bool event(QEvent* event) override {
        layouts += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return QWidget::event(event);
    }
};

}  // namespace

class TextLineTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void new_words_are_shown_and_nothing_is_laid_out() {
        Window window;
        window.line.setText(QStringLiteral("step 10: NLL 2.31"));
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCoreApplication::sendPostedEvents();
        window.layouts = 0;
        window.line.setText(QStringLiteral("step 11: NLL 1.07"));
        QCoreApplication::sendPostedEvents();
        QCOMPARE(window.layouts, 0);
        QCOMPARE(window.findChild<QLabel*>(QStringLiteral("words"))->text(), QStringLiteral("step 11: NLL 1.07"));
    }

    void more_lines_are_taken_where_they_are_needed_and_kept() {
        Window window;
        const int one = window.line.height();
        window.line.setText(QStringLiteral("held ").repeated(60));
        const int two = window.line.height();
        QVERIFY2(two > one && two < 3 * one, qPrintable(QString::number(two)));
        window.line.setText(QStringLiteral("held"));
        QCOMPARE(window.line.height(), two);
    }

    /// A dock says that there is nothing to show while it gets narrower.
    void a_line_that_is_shown_again_narrower_is_seen_whole() {
        QWidget window, page(&window);
        auto* column = new QVBoxLayout(&page);
        TextLine line(&page, "words", 3);
        column->addWidget(&line);
        page.setGeometry(0, 0, 600, 200);
        window.show();
        line.setText(QStringLiteral("held ").repeated(12));
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const int one = line.height();
        page.hide();
        page.setGeometry(0, 0, 200, 200);
        page.show();
        QTRY_VERIFY(line.height() > one);
        QCOMPARE(window.findChild<QLabel*>(QStringLiteral("words"))->height(), line.height());
    }

    void it_never_widens_what_it_stands_in() {
        Window window;
        window.line.setText(QStringLiteral("held").repeated(200));
        QCOMPARE(window.line.minimumSizeHint().width(), 0);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(window.width(), 300);
    }
};

QTEST_MAIN(TextLineTest)
#include "text_line_test.moc"
