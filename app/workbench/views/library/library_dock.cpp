// SPDX-License-Identifier: GPL-3.0-or-later
/// The library dock: all bundles in one table, to find, open, compare, run again with changes, tag and delete.
#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QWidget>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/words/copy_command.h"
#include "app/workbench/views/common/copy_values.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/unfinished_offer.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/library/library_notes.h"
#include "app/workbench/views/library/library_table.h"
#include "app/workbench/views/library/table_columns.h"
#include "app/workbench/views/library/wrapped_row.h"
#include "core/bundle/bundle.h"
#include "core/eval/run_table.h"
#include "core/library/entry.h"
#include "core/library/run_folder.h"
#include "core/session/spec/command_words.h"

namespace kvw::wb {

namespace {

/// Page of the library while no run is kept: a sentence, and buttons for what can be done. Thread: GUI thread.
class LibraryEmpty : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::LibraryEmpty)
 public:
    explicit LibraryEmpty(QWidget* parent)
        : QWidget(parent),
          folder(new QPushButton(tr("Add folder…"), this)),
          look(new QPushButton(tr("Look again"), this)),
          m_words(sentenceIn(this)) {
        m_words->setAlignment(Qt::AlignCenter);
        m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
        named(look, "libraryLookAgain", {}, tr("Looks through the folders for new runs"));
        auto* buttons = rowOf({BoxPart::room(), folder, look, BoxPart::room()});
        columnOf({BoxPart::room(), m_words, buttons, BoxPart::room()}, this);
        setFocusProxy(look);
    }
    /// `kept`: folder of the kept runs.
    void say(const QString& kept) {
        m_words->setText(tr("Kept runs appear here: sweeps, and bundles saved (Ctrl+Shift+E) in %1 or in a folder that "
                            "you add. There are none yet.")
                             .arg(kept));
    }

    QPushButton *folder, *look;

 private:
    QLabel* m_words;
};

constexpr int kTypingMs = 250;  ///< delay of the search after the last key

QString word(const std::string& text) {
    return QString::fromStdString(text);
}

class LibraryDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::LibraryDock)

 public:
    LibraryDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Library, workspace, parent) {
        auto* content = new QWidget(this);
        auto* unfinished = new UnfinishedOffer(workspace, content);
        auto* search = makeSearch(content);
        m_table = new LibraryTable(content);
        m_about = new TextLine(content, "libraryAbout", 3);
        columnOf({unfinished, search, {m_table->view(), 1}, m_about, makeButtons(content)}, content, {2, 2});
        setContent(content);
        m_empty = new LibraryEmpty(this);
        setEmptyPage(m_empty);
        connect(m_empty->folder, &QPushButton::clicked, this, &LibraryDock::addFolder);
        connect(m_empty->look, &QPushButton::clicked, this, [this] { this->workspace().library().refresh(); });
        connect(m_table, &LibraryTable::chosenChanged, this, &LibraryDock::showChosen);
        connect(m_table, &LibraryTable::openAsked, this, &LibraryDock::open);
        connect(m_table, &LibraryTable::deleteAsked, this, &LibraryDock::askToDelete);
        connect(&workspace.unfinished(), &UnfinishedRuns::changed, this, [this] { markDirty(DirtyFlag::Library); });
        connect(&m_table->model(), &LibraryModel::tagsChanged, this, &LibraryDock::keepTags);
        connect(&workspace.library(), &LibraryClient::failed, &workspace, &Workspace::reportError);
        connect(&m_copying, &LatestJob::failed, this, [this](const QString& thrown) {
            this->workspace().tellError(notComputed(windowTitle().toStdString(), thrown.toStdString()).value());
        });
    }

    QStringList exportFormats() const override { return namesIn("tex csv md"); }

    /// Exports a table of the selected runs; if none is selected, of all listed runs that came to their end.
    FileWork exportWork(const QString& file, FigureWidth /*width*/) override {
        std::vector<std::filesystem::path> bundles;
        for (const LibraryEntry* entry : m_table->chosen()) {
            bundles.push_back(entry->path);
        }
        const PinnedOrder& order = m_table->order();
        const bool all = bundles.empty();
        for (int row = 0; all && row < order.rowCount(); ++row) {
            const LibraryEntry& entry = m_table->model().entry(order.mapToSource(order.index(row, 0)).row());
            if (entry.state == "finished" && entry.problem.empty()) {
                bundles.push_back(entry.path);
            }
        }
        return textWork(
            [bundles, format = formatOf(file), columns = m_columns->chosen(),
             &told = workspace()](const LatestJob::Stale&) {
                std::vector<Phrase> warnings;
                auto text = runTableText(bundles, format, columns, &warnings);
                for (const Phrase& warning : warnings) {
                    QMetaObject::invokeMethod(
                        &told, [&told, warning] { told.reportError(warning); }, Qt::QueuedConnection);
                }
                return text;
            },
            file.toStdString());
    }

    QString copyText() const override { return tabSeparated(m_table->order()); }

 protected:
    void refresh(Dirty) override {
        LibraryClient& library = workspace().library();
        if (!library.searched() && !library.busy()) {
            library.refresh();
        }
        m_table->show(library.entries());
        showChosen();
        const bool nothing = library.searched() && library.entries().empty() && library.filter().isEmpty() &&
                             library.problem().isEmpty() && library.inTrash().isEmpty() &&
                             workspace().unfinished().runs().empty();
        if (nothing) {
            m_empty->say(word(runFolder().string()));
            showEmpty({});
        } else {
            showContent();
        }
    }

    /// Searches again for bundles that another program wrote, since nothing reports those.
    void showEvent(QShowEvent* event) override {
        Dock::showEvent(event);
        LibraryClient& library = workspace().library();
        if (library.searched() && library.entries().empty() && !library.busy()) {
            library.refresh();
        }
    }

 private:
    QHBoxLayout* makeSearch(QWidget* parent) {
        m_filter = new QLineEdit(parent);
        new ViewOption(*m_filter, "libraryFilter");
        m_filter->setAccessibleName(tr("Find runs"));
        m_filter->setPlaceholderText(tr("find: words, policy:snapkv, tag:thesis, delta<0.1"));
        m_filter->setToolTip(
            tr("Words that must all occur, and conditions: model: text: policy: tag: note: state: kind: path: hash:, "
               "and nll, delta, kl, held, tokens, ms or seed with <, <=, >, >= or = and a number"));
        m_filter->setClearButtonEnabled(true);
        auto* folder =
            buttonIn(parent, tr("Add folder…"), "", tr("Adds the folder to those that are searched for bundles"));
        auto* again = buttonIn(parent, tr("Look again"), "", tr("Looks through the folders for new runs"));
        auto* row = rowOf({{m_filter, 1}, folder, again});
        m_typing.setSingleShot(true);
        m_typing.setInterval(kTypingMs);
        connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
        connect(m_filter, &QLineEdit::returnPressed, this, [this] { find(); });
        connect(&m_typing, &QTimer::timeout, this, [this] { find(); });
        connect(again, &QPushButton::clicked, this, [this] { workspace().library().refresh(); });
        connect(folder, &QPushButton::clicked, this, &LibraryDock::addFolder);
        return row;
    }

    void addFolder() {
        if (const QString path = QFileDialog::getExistingDirectory(this, tr("Folder with bundles")); !path.isEmpty()) {
            workspace().library().addFolder(path);
        }
    }

    /// Makes the buttons, which wrap into several rows in a narrow dock.
    WrappedRow* makeButtons(QWidget* parent) {
        auto* row = new WrappedRow;
        row->setSpacing(3);
        const auto button = [&](const char* name, const QString& text, const QString& tip, void (LibraryDock::*act)()) {
            auto* made = buttonIn(parent, text, name, tip);
            row->addWidget(made);
            connect(made, &QPushButton::clicked, this, act);
            return made;
        };
        m_open = button("libraryOpen", tr("Open"), tr("Shows the run; no model is needed (Enter)"), &LibraryDock::open);
        m_compare = button("libraryCompare", tr("Compare"),
                           tr("Sets the chosen runs side by side as lanes: same model, text and prompt"),
                           &LibraryDock::compare);
        m_again = button("libraryAgain", tr("Run again…"),
                         tr("Opens the run and puts its text, policies and settings into the Run dock, to be changed"),
                         &LibraryDock::runAgain);
        m_copy = button("libraryCopy", tr("Copy as kvw"), tr("Copies the kvw command of the run"),
                        &LibraryDock::copyCommand);
        m_pin = button("libraryPin", tr("Pin"), tr("Keeps the chosen runs on top of the table, also next time"),
                       &LibraryDock::pin);
        m_tags =
            button("libraryTags", tr("Tags…"),
                   tr("Your tags and a note, kept beside the bundle; of several chosen runs, tags for all of them"),
                   &LibraryDock::annotate);
        auto* columns = named(
            new QPushButton(tr("Columns"), parent), "libraryColumns", {},
            tr("Columns of the tables that Ctrl+E writes; columns that are empty or equal in all runs are left out"));
        m_columns = new TableColumns(columns);
        columns->setMenu(m_columns);
        row->addWidget(columns);
        m_delete = button("libraryDelete", tr("Delete…"),
                          tr("Moves the chosen bundles to the trash, after asking (Del)"), &LibraryDock::askToDelete);
        m_back = button("libraryPutBack", tr("Put back"), tr("Restores the last deleted runs from the trash"),
                        &LibraryDock::putBack);
        return row;
    }

    void showChosen() {
        const auto entries = m_table->chosen();
        const LibraryEntry* one = m_table->whole();
        m_open->setEnabled(one != nullptr);
        m_again->setEnabled(one != nullptr);
        m_copy->setEnabled(one != nullptr && isOurCommand(one->command));
        m_pin->setEnabled(!entries.empty());
        m_pin->setText(!entries.empty() && m_table->allPinned() ? tr("Unpin") : tr("Pin"));
        m_tags->setEnabled(!entries.empty());
        m_compare->setEnabled(entries.size() > 1);
        m_delete->setEnabled(!entries.empty());
        m_back->setVisible(!workspace().library().inTrash().isEmpty());
        const LibraryClient& library = workspace().library();
        if (!library.problem().isEmpty()) {
            m_about->setText(library.problem().toHtmlEscaped());
        } else if (entries.size() == 1) {
            const LibraryEntry& entry = *entries.front();
            m_about->setText(
                (entry.problem.empty() ? word(entry.command) : phraseText(entry.problem)).toHtmlEscaped() +
                (entry.warning.empty() ? QString()
                                       : QStringLiteral("<br>") + phraseText(entry.warning).toHtmlEscaped()) +
                (entry.note.empty() ? QString() : QStringLiteral("<br>") + word(entry.note).toHtmlEscaped()));
        } else if (!library.searched()) {
            m_about->setText(tr("Looking through the folders…"));
        } else if (library.entries().empty()) {
            m_about->setText(library.filter().isEmpty() ? tr("No runs are left.") : tr("No run matches these words."));
        } else if (entries.size() > 1) {
            m_about->setText(tr("%1 of %2 runs are chosen").arg(entries.size()).arg(library.entries().size()));
        } else if (library.entries().size() == 1) {
            m_about->setText(tr("1 run"));
        } else {
            m_about->setText(tr("%1 runs; choose two or more to compare them").arg(library.entries().size()));
        }
    }

    void find() {
        m_typing.stop();
        workspace().library().setFilter(m_filter->text().trimmed());
    }

    void open() {
        if (const LibraryEntry* entry = m_table->whole()) {
            workspace().bundles().open(word(entry->path.string()));
        }
    }

    void compare() {
        if (const QStringList paths = m_table->chosenPaths(); paths.size() > 1) {
            workspace().bundles().compare(paths);
        }
    }

    void runAgain() {
        if (const LibraryEntry* entry = m_table->whole()) {
            workspace().runAgain(word(entry->path.string()));
        }
    }

    void copyCommand() {
        const LibraryEntry* entry = m_table->whole();
        if (entry == nullptr) {
            return;
        }
        // Parameters that were changed during the run are stored in the tables of its bundle.
        m_copying.request(
            [this, bundle = entry->path, started = entry->command](const LatestJob::Stale&) {
                const auto opened = openTables(bundle);
                const std::shared_ptr<const Recording> recording = opened ? opened->bundle.recording : nullptr;
                return LatestJob::Report([this, recording, bundle, started] {
                    recording ? copyCommandOf(workspace(), *recording, *this, bundle)
                              : wb::copyCommand(workspace(), started);
                });
            },
            true);
    }

    void annotate() { LibraryNotes::ask(m_table->chosen(), workspace().library(), this); }

    void keepTags(int row, const LibraryEntry& seen) {
        workspace().library().annotate(seen, LibraryModel::tagsText(m_table->model().entry(row)), word(seen.note));
        showChosen();
    }

    void pin() { m_table->pin(); }

    void askToDelete() {
        const QStringList paths = m_table->chosenPaths();
        if (paths.isEmpty() || m_question != nullptr) {
            return;
        }
        m_question = new QMessageBox(QMessageBox::Question, tr("Delete runs"),
                                     paths.size() == 1 ? tr("Move %1 to the trash?").arg(paths.front())
                                                       : tr("Move %1 bundles to the trash?").arg(paths.size()),
                                     QMessageBox::Yes | QMessageBox::Cancel, this);
        m_question->setAttribute(Qt::WA_DeleteOnClose);
        m_question->setDefaultButton(QMessageBox::Cancel);
        connect(m_question, &QMessageBox::finished, this, [this, paths](int answer) {
            if (answer == QMessageBox::Yes) {
                workspace().library().moveToTrash(paths);
            }
        });
        m_question->open();
    }

    void putBack() { workspace().library().putBack(); }

    LibraryEmpty* m_empty = nullptr;
    QLineEdit* m_filter = nullptr;
    LibraryTable* m_table = nullptr;
    TextLine* m_about = nullptr;
    QPushButton *m_open = nullptr, *m_compare = nullptr, *m_again = nullptr, *m_copy = nullptr, *m_pin = nullptr,
                *m_tags = nullptr, *m_delete = nullptr, *m_back = nullptr;
    TableColumns* m_columns = nullptr;
    QPointer<QMessageBox> m_question;
    QTimer m_typing;
    LatestJob m_copying{this, LatestJob::End::Leave};
};

}  // namespace

DockEntry libraryDock() {
    return {"library", QT_TRANSLATE_NOOP("QObject", "Library"), Place::Middle, 19, makeDock<LibraryDock>};
}

}  // namespace kvw::wb
