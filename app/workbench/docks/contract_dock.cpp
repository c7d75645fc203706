// SPDX-License-Identifier: GPL-3.0-or-later
/// The contract scope, for authors of policies: every call that the policy of the run dock gets over a made-up text,
/// with what it was shown, what it answered and what of that breaks the contract.
#include <QCheckBox>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include "app/workbench/docks/dock.h"
#include "app/workbench/docks/table_view.h"
#include "app/workbench/models/contract_client.h"

namespace kvw::wb {

namespace {

class ContractDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ContractDock)

 public:
    ContractDock(Workspace& workspace, QWidget* parent)
        : Dock(QStringLiteral("contract"), QObject::tr("Contract"), DirtyFlag::Draft | DirtyFlag::Plugins, workspace,
               parent),
          m_client(new ContractClient(this)),
          m_rows(new QSortFilterProxyModel(this)) {
        auto* content = new QWidget(this);
        auto* column = new QVBoxLayout(content);
        column->setContentsMargins(2, 2, 2, 2);
        auto* top = new QHBoxLayout;
        m_ask = new QPushButton(content);
        m_ask->setObjectName(QStringLiteral("askContract"));
        m_ask->setToolTip(tr("Runs kvw check-policy on it, in a process of its own"));
        m_broken = new QCheckBox(tr("Violations only"), content);
        top->addWidget(m_ask);
        top->addWidget(m_broken);
        top->addStretch();
        column->addLayout(top);
        m_about = new QLabel(content);
        m_about->setObjectName(QStringLiteral("contractAbout"));
        m_about->setWordWrap(true);
        m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(m_about);
        m_rows->setSourceModel(m_client);
        m_rows->setFilterKeyColumn(ContractClient::Violation);
        m_table = makeTable(m_rows, ContractClient::Shown, tr("Calls of the policy"), content);
        m_table->horizontalHeader()->setSectionResizeMode(ContractClient::Shown, QHeaderView::Interactive);
        m_table->horizontalHeader()->setStretchLastSection(true);
        column->addWidget(m_table, 1);
        auto* buttons = new QHBoxLayout;
        m_save = new QPushButton(tr("Save as case…"), content);
        m_save->setObjectName(QStringLiteral("saveCase"));
        m_save->setToolTip(tr("A conformance case that ends with the chosen call and expects what the policy did"));
        auto* copy = new QPushButton(tr("Copy all"), content);
        buttons->addWidget(m_save);
        buttons->addStretch();
        buttons->addWidget(copy);
        column->addLayout(buttons);
        setContent(content);
        connect(m_ask, &QPushButton::clicked, this, [this] { ask(); });
        connect(m_broken, &QCheckBox::toggled, this,
                [this](bool only) { m_rows->setFilterRegularExpression(only ? QStringLiteral(".") : QString()); });
        connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(copyText()); });
        connect(m_save, &QPushButton::clicked, this, [this] { chooseCase(); });
        connect(m_client, &ContractClient::changed, this, [this] { showAnswer(); });
        connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { showAnswer(); });
    }

    QStringList exportFormats() const override { return {}; }
    QString copyText() const override { return m_client->copyText(); }

 protected:
    void refresh(Dirty) override { showAnswer(); }

 private:
    void ask() { m_client->ask(workspace().draft().form().policyText()); }

    void showAnswer() {
        const QString next = workspace().draft().form().policyText();
        m_ask->setText(m_client->running() ? tr("Calling…") : tr("Call %1").arg(next));
        m_ask->setEnabled(!m_client->running() && !next.isEmpty());
        if (!m_client->problem().isEmpty()) {
            showEmpty(m_client->problem(), tr("Call it again"), [this] { ask(); });
            return;
        }
        if (m_client->policy().isEmpty()) {
            showEmpty(m_client->running()
                          ? tr("The policy is being called.")
                          : tr("Every call of the SDK appears here: its time, what it was shown, tokens before and "
                               "after, and what breaks the contract. The policy is the one of the run dock."),
                      m_client->running() ? QString() : tr("Call %1").arg(next), [this] { ask(); });
            return;
        }
        showContent();
        const int violations = m_client->violations();
        QString text = tr("<b>%1</b>: %2 calls, %3 violations. It asked for: %4.")
                           .arg(m_client->policy().toHtmlEscaped())
                           .arg(m_client->rowCount())
                           .arg(violations)
                           .arg(m_client->needs().toHtmlEscaped());
        m_about->setText(text + QStringLiteral("<br>") + m_client->checks());
        m_broken->setEnabled(violations > 0 || m_broken->isChecked());
        m_save->setEnabled(m_client->caseOf(chosen()).has_value());
    }

    int chosen() const {
        const QModelIndex index = m_table->currentIndex();
        return index.isValid() ? m_rows->mapToSource(index).row() : -1;
    }

    void chooseCase() {
        const QString file = QFileDialog::getSaveFileName(this, tr("Save as case"), QStringLiteral("case.json"),
                                                          tr("Conformance case (*.json)"));
        if (file.isEmpty()) {
            return;
        }
        const auto made = m_client->caseOf(chosen());
        if (!made) {
            workspace().reportError(QString::fromStdString(made.error().sentence()));
            return;
        }
        QSaveFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(QByteArray::fromStdString(made->dump(1) + "\n")) < 0 ||
            !out.commit()) {
            workspace().reportError(tr("%1 could not be written: %2.").arg(file, out.errorString()));
            return;
        }
        Q_EMIT workspace().notice(tr("Wrote %1; kvw conformance runs it").arg(file));
    }

    ContractClient* m_client;
    QSortFilterProxyModel* m_rows;
    QPushButton *m_ask, *m_save;
    QCheckBox* m_broken;
    QLabel* m_about;
    QTableView* m_table;
};

}  // namespace

DockEntry contractDock() {
    return {"contract", Place::Middle, 41, false,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new ContractDock(workspace, parent); }};
}

}  // namespace kvw::wb
