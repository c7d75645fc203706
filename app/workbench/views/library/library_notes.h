// SPDX-License-Identifier: GPL-3.0-or-later
/// Dialog for tags and notes of runs in the library, which are stored beside the bundles.
#pragma once

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QString>
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/files/library_client.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/library/library_model.h"
#include "core/library/entry.h"

namespace kvw::wb {

/// Dialog whose rows stand above Save and Cancel.
class LibraryNotes : public QDialog {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::LibraryNotes)

 public:
    /// Opens the dialog and returns at once. For one run it asks for tags and note; for several, for tags to add to and
    /// remove from all of them. `library` must outlive `parent`.
    static void ask(const std::vector<const LibraryEntry*>& entries, LibraryClient& library, QWidget* parent) {
        if (entries.empty()) {
            return;
        }
        auto* dialog = new LibraryNotes(library, parent);
        entries.size() == 1 ? dialog->askForOne(*entries.front()) : dialog->askForSeveral(entries);
        dialog->open();
    }
    void accept() override { m_save ? m_save() : QDialog::accept(); }

 private:
    LibraryNotes(LibraryClient& library, QWidget* parent) : QDialog(parent), m_library(library) {
        setObjectName(QStringLiteral("libraryNotes"));
        setAttribute(Qt::WA_DeleteOnClose);
        m_form = new QFormLayout;
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
        columnOf({m_form, buttons}, this);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        connect(buttons, &QDialogButtonBox::accepted, this, &LibraryNotes::accept);
    }

    void askForOne(const LibraryEntry& entry) {
        setWindowTitle(tr("Tags and note"));
        auto* tags = new QLineEdit;
        tags->setPlaceholderText(tr("thesis, figure 3"));
        tags->setText(LibraryModel::tagsText(entry));
        auto* note = new QPlainTextEdit(QString::fromStdString(entry.note));
        note->setTabChangesFocus(true);
        m_form->addRow(tr("Tags"), tags);
        tags->setFocus();
        m_form->addRow(tr("Note"), note);
        auto* problem = sentenceIn(nullptr, "libraryNotesProblem");
        problem->hide();
        m_form->addRow(problem);
        // The dialog stays open until the text is written: with it, the text would be lost.
        m_save = [this, tags, note, entry, problem] {
            setEnabled(false);
            m_library.annotate(entry, tags->text(), note->toPlainText(),
                               [self = QPointer<LibraryNotes>(this), problem](const Phrase& why) {
                                   if (self == nullptr) {
                                       return;
                                   }
                                   self->setEnabled(true);
                                   if (why.empty()) {
                                       self->done(Accepted);
                                       return;
                                   }
                                   problem->setText(phraseText(why));
                                   problem->show();
                               });
        };
    }

    /// Asks for tags to add to all and to remove from all. Other tags and the notes of each run stay.
    void askForSeveral(const std::vector<const LibraryEntry*>& entries) {
        std::vector<LibraryEntry> runs;
        QStringList known;
        for (const LibraryEntry* entry : entries) {
            runs.push_back(*entry);
            for (const std::string& tag : entry->tags) {
                known << QString::fromStdString(tag);
            }
        }
        known.removeDuplicates();
        setWindowTitle(tr("Tags of %1 runs").arg(runs.size()));
        auto* add = new QLineEdit;
        add->setObjectName(QStringLiteral("libraryAddTags"));
        add->setPlaceholderText(tr("thesis, figure 3"));
        auto* remove = new QLineEdit;
        remove->setObjectName(QStringLiteral("libraryRemoveTags"));
        remove->setPlaceholderText(known.isEmpty() ? tr("they have none") : known.join(QStringLiteral(", ")));
        remove->setEnabled(!known.isEmpty());
        m_form->addRow(tr("Add to all"), add);
        add->setFocus();
        m_form->addRow(tr("Remove from all"), remove);
        connect(this, &QDialog::accepted, this, [this, add, remove, runs = std::move(runs)] {
            const auto added = tagsOf(add->text().toStdString());
            const auto removed = tagsOf(remove->text().toStdString());
            for (const LibraryEntry& seen : runs) {
                LibraryEntry entry = seen;
                entry.tags.insert(entry.tags.end(), added.begin(), added.end());
                std::erase_if(entry.tags,
                              [&](const std::string& tag) { return std::ranges::find(removed, tag) != removed.end(); });
                if (tagsOf(LibraryModel::tagsText(entry).toStdString()) != seen.tags) {
                    m_library.annotate(seen, LibraryModel::tagsText(entry), QString::fromStdString(seen.note));
                }
            }
        });
    }

    LibraryClient& m_library;
    QFormLayout* m_form;
    std::function<void()> m_save;  ///< saves, and then closes the dialog; empty: Save closes it at once
};

}  // namespace kvw::wb
