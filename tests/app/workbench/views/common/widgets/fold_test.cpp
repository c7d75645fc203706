// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/fold.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

using namespace kvw::wb;

class FoldTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void init() {
        m_form = std::make_unique<QWidget>();
        m_field = new QLineEdit;
        m_fold = new Fold(QStringLiteral("Settings"), "settings", columnBody(m_field), m_form.get());
        columnOf({m_fold}, m_form.get());
        m_form->show();
    }
    void cleanup() { m_form.reset(); }

    void aClickUnfolds() {
        m_fold->setSummary(QStringLiteral("as usual"));
        QCOMPARE(m_fold->summary(), QStringLiteral("as usual"));
        QVERIFY(!m_fold->unfolded() && !m_field->isVisible());
        m_fold->findChild<QToolButton*>()->click();
        QVERIFY(m_fold->unfolded() && m_field->isVisible());
        m_fold->findChild<QToolButton*>()->click();
        QVERIFY(!m_fold->unfolded() && !m_field->isVisible());
    }

    void whatIsUrgentUnfoldsOnce() {
        m_fold->setUrgent(true);
        QVERIFY(m_fold->unfolded());
        m_fold->choose(false);
        m_fold->setUrgent(true);
        QVERIFY(!m_fold->unfolded());
        m_fold->setUrgent(false);
        m_fold->setUrgent(true);
        QVERIFY(m_fold->unfolded());
    }

    /// A fold that unfolded by itself made no choice.
    void theChoiceIsRemembered() {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        m_fold->rememberIn(&settings);
        m_fold->setUrgent(true);
        init();
        m_fold->rememberIn(&settings);
        QVERIFY(!m_fold->unfolded());
        m_fold->choose(true);
        init();
        m_fold->rememberIn(&settings);
        QVERIFY(m_fold->unfolded());
        m_fold->rememberIn(nullptr);
        m_fold->choose(false);
        QVERIFY(settings.value(QStringLiteral("unfolded/settings")).toBool());
    }

    void aFieldKnowsItsFold() {
        QCOMPARE(Fold::of(*m_field), m_fold);
        QCOMPARE(Fold::of(*m_fold->findChild<QToolButton*>()), nullptr);
        QVERIFY(Fold::isSeenIn(*m_form, *m_field));
        m_field->hide();
        QVERIFY(!Fold::isSeenIn(*m_form, *m_field));
        m_field->show();
        m_fold->hide();
        QVERIFY(!Fold::isSeenIn(*m_form, *m_field));
    }

 private:
    static QWidget* columnBody(QWidget* field) {
        auto* body = new QWidget;
        columnOf({field}, body);
        return body;
    }

    std::unique_ptr<QWidget> m_form;
    QLineEdit* m_field = nullptr;
    Fold* m_fold = nullptr;
};

QTEST_MAIN(FoldTest)
#include "fold_test.moc"
