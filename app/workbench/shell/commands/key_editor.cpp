// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/commands/key_editor.h"

#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTreeWidget>
#include <utility>
#include <vector>

#include "app/workbench/shell/commands/actions.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

namespace {

const QString kKeyGroup = QStringLiteral("keys/");

QString textOf(const QList<QKeySequence>& keys) {
    return QKeySequence::listToString(keys, QKeySequence::NativeText);
}

/// Returns the action that has the key; null: none.
QAction* owner(const Actions& actions, const QKeySequence& key) {
    for (const Actions::Item& item : actions.all()) {
        if (!key.isEmpty() && item.action->shortcuts().contains(key)) {
            return item.action;
        }
    }
    return nullptr;
}

bool taken(const QKeySequence& key) {
    return key == QKeySequence(Qt::CTRL | Qt::Key_Q);  // always quits
}

}  // namespace

void restoreKeys(const Actions& actions, QSettings& settings) {
    std::vector<std::pair<QAction*, QKeySequence>> kept;
    for (const Actions::Item& item : actions.all()) {
        const QVariant key = settings.value(kKeyGroup + item.action->objectName());
        if (key.isValid()) {
            kept.emplace_back(item.action, QKeySequence::fromString(key.toString(), QKeySequence::PortableText));
            Actions::bind(*item.action, {});  // unbind first, since commands may have swapped keys
        }
    }
    std::vector<QAction*> refused;
    for (const auto& [action, key] : kept) {
        if (taken(key) || owner(actions, key) != nullptr) {
            refused.push_back(action);
        } else {
            Actions::bind(*action, {key});
        }
    }
    // Do this last: their usual keys may have been assigned to others.
    for (QAction* action : refused) {
        QList<QKeySequence> usual = Actions::usualKeys(*action);
        usual.removeIf([&actions](const QKeySequence& each) { return owner(actions, each) != nullptr; });
        Actions::bind(*action, usual);
    }
}

KeyEditor::KeyEditor(const Actions& actions, QSettings* settings, QWidget* parent)
    : QDialog(parent),
      m_actions(actions),
      m_settings(settings),
      m_find(new QLineEdit(this)),
      m_list(new QTreeWidget(this)),
      m_key(new QKeySequenceEdit(this)),
      m_said(new QLabel(this)) {
    setWindowTitle(tr("Keys"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_find->setPlaceholderText(tr("Find a command or a key"));
    m_find->setAccessibleName(m_find->placeholderText());
    m_find->setClearButtonEnabled(true);
    m_list->setHeaderLabels({tr("command"), tr("key"), tr("what it does")});
    m_list->setRootIsDecorated(false);
    m_list->setAlternatingRowColors(true);
    m_list->setAccessibleName(tr("Commands and their keys"));
    m_key->setAccessibleName(tr("New key"));
    m_said->setWordWrap(true);
    m_said->setObjectName(QStringLiteral("keySentence"));
    auto* give = new QPushButton(tr("Assign this key"), this);
    auto* none = new QPushButton(tr("Remove the key"), this);
    auto* usual = new QPushButton(tr("Default key"), this);
    for (QPushButton* button : {give, none, usual}) {
        button->setAutoDefault(false);
    }
    auto* row = rowOf({{m_key, 1}, give, none, usual});
    columnOf({m_find, {m_list, 1}, row, m_said}, this);
    connect(m_find, &QLineEdit::textChanged, this, [this] { filter(); });
    connect(give, &QPushButton::clicked, this, [this] { m_said->setText(this->give(chosen(), m_key->keySequence())); });
    connect(none, &QPushButton::clicked, this, [this] { m_said->setText(this->give(chosen(), {})); });
    connect(usual, &QPushButton::clicked, this, [this] { giveUsual(chosen()); });
    fill();
    for (int column_ = 0; column_ < 2; ++column_) {
        m_list->resizeColumnToContents(column_);
    }
    resize(760, 560);
}

QString KeyEditor::chosen() const {
    const QTreeWidgetItem* item = m_list->currentItem();
    return item == nullptr ? QString() : item->data(0, Qt::UserRole).toString();
}

void KeyEditor::fill() {
    const QString kept = chosen();
    m_list->clear();
    for (const Actions::Item& item : m_actions.all()) {
        if (!item.action->isVisible()) {
            continue;
        }
        auto* line = new QTreeWidgetItem(
            m_list, {item.action->text(), textOf(item.action->shortcuts()), Actions::tipOf(*item.action)});
        line->setData(0, Qt::UserRole, item.action->objectName());
        if (item.action->objectName() == kept) {
            m_list->setCurrentItem(line);
        }
    }
    filter();
}

void KeyEditor::filter() {
    const QString words = m_find->text().trimmed();
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        QTreeWidgetItem* line = m_list->topLevelItem(row);
        bool found = words.isEmpty();
        for (int column = 0; column < line->columnCount(); ++column) {
            found = found || line->text(column).contains(words, Qt::CaseInsensitive);
        }
        line->setHidden(!found);
    }
}

QString KeyEditor::give(const QString& command, const QKeySequence& key) {
    QAction* action = m_actions.named(command);
    if (action == nullptr) {
        return tr("Choose a command first.");
    }
    if (key.count() > 1) {
        return tr("One key at a time: %1 is a sequence.").arg(key.toString(QKeySequence::NativeText));
    }
    const QAction* other = owner(m_actions, key);
    if (taken(key) || (other != nullptr && other != action)) {
        return tr("%1 is the key of “%2”; assign that command another key first.")
            .arg(key.toString(QKeySequence::NativeText), other == nullptr ? tr("Quit") : other->text());
    }
    Actions::bind(*action, {key});
    if (m_settings != nullptr) {
        m_settings->setValue(kKeyGroup + command, key.toString(QKeySequence::PortableText));
    }
    fill();
    return {};
}

void KeyEditor::giveUsual(const QString& command) {
    QAction* action = m_actions.named(command);
    if (action == nullptr) {
        return;
    }
    const QList<QKeySequence> usual = Actions::usualKeys(*action);
    for (const QKeySequence& key : usual) {
        if (const QAction* other = owner(m_actions, key); other != nullptr && other != action) {
            m_said->setText(tr("%1 is the key of “%2”; assign that command another key first.")
                                .arg(key.toString(QKeySequence::NativeText), other->text()));
            return;
        }
    }
    Actions::bind(*action, usual);
    if (m_settings != nullptr) {
        m_settings->remove(kKeyGroup + command);
    }
    m_said->clear();
    fill();
}

}  // namespace kvw::wb
