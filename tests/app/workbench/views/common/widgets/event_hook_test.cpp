// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/event_hook.h"

#include <QLineEdit>
#include <QtTest>
#include <memory>

using namespace kvw::wb;

namespace {

void send(QWidget& widget, QEvent::Type type) {
    QEvent event(type);
    QCoreApplication::sendEvent(&widget, &event);
}

/// Sends its sibling an event while their parent destroys them.
class SendsAtItsEnd : public QObject {
 public:
    explicit SendsAtItsEnd(QWidget* parent) : QObject(parent) {}
    ~SendsAtItsEnd() override {
        if (sibling != nullptr) {
            send(*sibling, QEvent::FontChange);
        }
    }
    QWidget* sibling = nullptr;
};

class Counting : public QWidget {
 public:
    Counting(QWidget& watched, int& calls) : m_calls(calls) {
        onEvent(watched, {QEvent::FontChange, QEvent::Resize}, this, &Counting::count);
    }
    /// Counts events of a child of its own.
    explicit Counting(int& calls) : m_calls(calls) {
        auto* const sends = new SendsAtItsEnd(this);
        sends->sibling = new QWidget(this);
        onEvent(*sends->sibling, {QEvent::FontChange}, this, &Counting::count);
    }
    void count() { ++m_calls; }

 private:
    int& m_calls;
};

}  // namespace

class EventHookTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void eventsOfTheTypesAct();
    void nobodyIsCalledThatIsGone();
    void nobodyIsCalledInItsDestruction();
    void keysAreTaken();
    void deleteIsNoShortcut();
};

void EventHookTest::eventsOfTheTypesAct() {
    QWidget watched;
    int calls = 0;
    const Counting counting(watched, calls);
    send(watched, QEvent::FontChange);
    send(watched, QEvent::StyleChange);
    QCOMPARE(calls, 1);
}

void EventHookTest::nobodyIsCalledThatIsGone() {
    QWidget watched;
    int calls = 0;
    auto counting = std::make_unique<Counting>(watched, calls);
    send(watched, QEvent::FontChange);
    counting.reset();
    send(watched, QEvent::FontChange);
    QCOMPARE(calls, 1);
}

void EventHookTest::nobodyIsCalledInItsDestruction() {
    int calls = 0;
    auto counting = std::make_unique<Counting>(calls);
    send(*counting->findChild<QWidget*>(), QEvent::FontChange);
    QCOMPARE(calls, 1);
    counting.reset();
    QCOMPARE(calls, 1);
}

void EventHookTest::keysAreTaken() {
    QLineEdit watched;
    int calls = 0;
    onKeys(watched, {Qt::Key_Slash}, this, [&calls](EventHookTest* /*test*/) { ++calls; });
    QTest::keyClicks(&watched, QStringLiteral("a/b"));
    QCOMPARE(calls, 1);
    QCOMPARE(watched.text(), QStringLiteral("ab"));
}

void EventHookTest::deleteIsNoShortcut() {
    QLineEdit watched;
    int calls = 0;
    onDelete(watched, this, [&calls](EventHookTest* /*test*/) { ++calls; });
    QKeyEvent override(QEvent::ShortcutOverride, Qt::Key_Delete, Qt::NoModifier);
    override.ignore();
    QCoreApplication::sendEvent(&watched, &override);
    QVERIFY(override.isAccepted());
    QCOMPARE(calls, 0);
    QTest::keyClick(&watched, Qt::Key_Delete);
    QCOMPARE(calls, 1);
}

QTEST_MAIN(EventHookTest)
#include "event_hook_test.moc"
