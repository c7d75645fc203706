// SPDX-License-Identifier: GPL-3.0-or-later
/// The run library: every bundle in one table; find, open, set side by side, run again with changes, tag, throw away.
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <utility>

#include "app/workbench/docks/dock.h"
#include "app/workbench/docks/dock_view.h"
#include "app/workbench/docks/table_columns.h"
#include "app/workbench/docks/table_view.h"
#include "app/workbench/docks/text_line.h"
#include "app/workbench/docks/unfinished_offer.h"
#include "app/workbench/models/library_model.h"
#include "app/workbench/models/number_order.h"
#include "core/eval/run_table.h"
#include "core/library/entry.h"
#include "core/library/run_folder.h"

namespace kvw::wb {

namespace {

constexpr const char* kLibraryTitle = QT_TRANSLATE_NOOP("QObject", "Library");

constexpr int kPolicyWidth = 32;  ///< characters
constexpr int kTypingMs = 250;    ///< a search starts when nothing was typed for so long

QString word(const std::string& text) {
    return QString::fromStdString(text);
}

class LibraryDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::LibraryDock)

 public:
    LibraryDock(Workspace& workspace, QWidget* parent)
        : Dock(QStringLiteral("library"), QObject::tr(kLibraryTitle), DirtyFlag::Library, workspace, parent),
          m_model(new LibraryModel(this)),
          m_order(new PinnedOrder(LibraryModel::Started, this)) {
        auto* content = new QWidget(this);
        auto* column = new QVBoxLayout(content);
        column->setContentsMargins(2, 2, 2, 2);
        column->setSpacing(2);
        column->addWidget(new UnfinishedOffer(workspace, content));
        column->addLayout(makeSearch(content));
        makeTableView(content);
        column->addWidget(m_table, 1);
        m_about = new TextLine(content, "libraryAbout", 3);
        column->addWidget(m_about);
        column->addWidget(makeButtons(content));
        setContent(content);
        connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { showChosen(); });
        connect(&workspace.unfinished(), &UnfinishedRuns::changed, this, [this] { markDirty(DirtyFlag::Library); });
        connect(m_model, &LibraryModel::tagsChanged, this, &LibraryDock::keepTags);
        connect(&workspace.library(), &LibraryClient::failed, &workspace, &Workspace::reportError);
    }

    QStringList exportFormats() const override {
        return {QStringLiteral("tex"), QStringLiteral("csv"), QStringLiteral("md")};
    }

    /// A table of the runs that are chosen; none: of all that are listed and came to their end.
    FileWork exportWork(const QString& file, FigureWidth /*width*/) override {
        std::vector<std::filesystem::path> bundles;
        for (const LibraryEntry* entry : chosen()) {
            bundles.push_back(entry->path);
        }
        for (int row = 0; row < m_order->rowCount() && chosen().empty(); ++row) {
            const LibraryEntry& entry = m_model->entry(m_order->mapToSource(m_order->index(row, 0)).row());
            if (entry.state == "finished" && entry.problem.empty()) {
                bundles.push_back(entry.path);
            }
        }
        return textWork(
            [bundles, format = QFileInfo(file).suffix().toLower().toStdString(),
             columns = m_columns->chosen()](const LatestJob::Stale&) { return runTableText(bundles, format, columns); },
            file.toStdString());
    }

    QString copyText() const override { return tabSeparated(*m_order); }

 protected:
    void refresh(Dirty) override {
        LibraryClient& library = workspace().library();
        if (!library.searched() && !library.busy()) {
            library.refresh();
        }
        QStringList kept;
        for (const LibraryEntry* entry : chosen()) {
            kept << word(entry->path.string());
        }
        m_model->show(library.entries());
        fitColumns();
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (kept.contains(word(m_model->entry(row).path.string()))) {
                m_table->selectionModel()->select(m_order->mapFromSource(m_model->index(row, 0)),
                                                  QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
        }
        showChosen();
        const bool nothing = library.searched() && library.entries().empty() && library.filter().isEmpty() &&
                             library.problem().isEmpty() && library.inTrash().isEmpty() &&
                             workspace().unfinished().runs().empty();
        if (nothing) {
            showEmpty(
                tr("Every run that is kept appears here: sweeps, and bundles that are saved (Ctrl+Shift+E) in %1 or a "
                   "folder you add. None is there yet.")
                    .arg(word(runFolder().string())),
                tr("Add folder…"), [this] { addFolder(); });
        } else {
            showContent();
        }
    }

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == m_table && event->type() == QEvent::KeyPress) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Return || key == Qt::Key_Enter) {
                open();
                return true;
            }
            if (key == Qt::Key_Delete) {
                askToDelete();
                return true;
            }
        }
        if (watched == m_table && event->type() == QEvent::Resize) {
            fitColumns();
        }
        return Dock::eventFilter(watched, event);
    }

 private:
    /// The policy has what the other columns leave, as far as its texts need it.
    void fitColumns() {
        const QAbstractItemView& view = *m_table;  // where its hints are public
        const int least = m_table->fontMetrics().averageCharWidth() * kPolicyWidth;
        int others = m_table->verticalScrollBar()->sizeHint().width() + 4;
        for (int column = 0; column < LibraryModel::ColumnCount; ++column) {
            others += column == LibraryModel::Policy ? 0
                      : column == LibraryModel::Name ? std::max(m_table->horizontalHeader()->sectionSizeHint(column),
                                                                view.sizeHintForColumn(column))
                                                     : m_table->columnWidth(column);
        }
        m_table->setColumnWidth(
            LibraryModel::Policy,
            std::max(least, std::min(m_table->width() - others, view.sizeHintForColumn(LibraryModel::Policy) + 8)));
    }

    QHBoxLayout* makeSearch(QWidget* parent) {
        auto* row = new QHBoxLayout;
        m_filter = new QLineEdit(parent);
        m_filter->setObjectName(QStringLiteral("libraryFilter"));
        m_filter->setProperty("view", true);
        m_filter->setAccessibleName(tr("Find runs"));
        m_filter->setPlaceholderText(tr("find: words, policy:snapkv, tag:thesis, delta<0.1"));
        m_filter->setToolTip(
            tr("Words that must all occur, and conditions: model: text: policy: tag: note: state: kind: path: hash:, "
               "and nll, "
               "delta, kl, held, tokens, ms or seed with <, <=, >, >= or = and a number"));
        m_filter->setClearButtonEnabled(true);
        row->addWidget(m_filter, 1);
        auto* folder = new QPushButton(tr("Add folder…"), parent);
        folder->setToolTip(tr("Looks for bundles there too, from now on"));
        row->addWidget(folder);
        auto* again = new QPushButton(tr("Look again"), parent);
        again->setToolTip(tr("Looks through the folders for new runs"));
        row->addWidget(again);
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

    void makeTableView(QWidget* parent) {
        m_order->setSourceModel(m_model);
        m_table = makeTable(m_order, LibraryModel::Policy, tr("Runs"), parent);
        m_table->setObjectName(QStringLiteral("libraryTable"));
        m_table->setProperty("view", true);
        m_table->setProperty(kOrderOnly, true);  // a tick is a tag of the bundle
        m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
        m_table->setSortingEnabled(true);
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        // In a narrow dock the last columns are the ones that have to be scrolled to.
        m_table->horizontalHeader()->setSectionResizeMode(LibraryModel::Policy, QHeaderView::Interactive);
        m_table->setColumnWidth(LibraryModel::Policy, m_table->fontMetrics().averageCharWidth() * kPolicyWidth);
        m_table->horizontalHeader()->setSectionResizeMode(LibraryModel::Name, QHeaderView::Interactive);
        m_table->horizontalHeader()->setStretchLastSection(true);
        m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_order->sort(-1);
        m_table->installEventFilter(this);
        connect(m_table, &QTableView::doubleClicked, this, [this] { open(); });
    }

    /// In a narrow dock the last ones are behind an arrow.
    QToolBar* makeButtons(QWidget* parent) {
        auto* row = new QToolBar(parent);
        const auto button = [&](const char* name, const QString& text, const QString& tip, void (LibraryDock::*act)()) {
            auto* made = new QPushButton(text, parent);
            made->setObjectName(QString::fromLatin1(name));
            made->setToolTip(tip);
            m_places[made] = row->addWidget(made);
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
        m_copy = button("libraryCopy", tr("Copy as kvw"), tr("The command that makes the run again"),
                        &LibraryDock::copyCommand);
        m_pin = button("libraryPin", tr("Pin"), tr("Keeps the chosen runs on top of the table, also next time"),
                       &LibraryDock::pin);
        m_tags =
            button("libraryTags", tr("Tags…"),
                   tr("Your tags and a note, kept beside the bundle; of several chosen runs, tags for all of them"),
                   &LibraryDock::annotate);
        auto* columns = new QPushButton(tr("Columns"), parent);
        columns->setObjectName(QStringLiteral("libraryColumns"));
        columns->setToolTip(
            tr("Columns of the tables that Ctrl+E writes; what no run has, or all have alike, is left "
               "out by itself"));
        m_columns = new TableColumns(columns);
        columns->setMenu(m_columns);
        row->addWidget(columns);
        m_delete = button("libraryDelete", tr("Delete…"),
                          tr("Moves the chosen bundles to the trash, after asking (Del)"), &LibraryDock::askToDelete);
        m_back = button("libraryPutBack", tr("Put back"), tr("Takes what was deleted last out of the trash again"),
                        &LibraryDock::putBack);
        return row;
    }

    std::vector<const LibraryEntry*> chosen() const {
        std::vector<const LibraryEntry*> entries;
        for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
            entries.push_back(&m_model->entry(m_order->mapToSource(index).row()));
        }
        return entries;
    }
    /// The only one that is chosen and can be opened; null: none is.
    const LibraryEntry* whole() const {
        const auto entries = chosen();
        return entries.size() == 1 && entries.front()->problem.empty() ? entries.front() : nullptr;
    }

    void showChosen() {
        const auto entries = chosen();
        const LibraryEntry* one = whole();
        m_open->setEnabled(one != nullptr);
        m_again->setEnabled(one != nullptr);
        m_copy->setEnabled(one != nullptr && !one->command.empty());
        m_pin->setEnabled(!entries.empty());
        m_pin->setText(!entries.empty() && allPinned() ? tr("Unpin") : tr("Pin"));
        m_tags->setEnabled(!entries.empty());
        m_compare->setEnabled(entries.size() > 1);
        m_delete->setEnabled(!entries.empty());
        m_places[m_back]->setVisible(!workspace().library().inTrash().isEmpty());
        const LibraryClient& library = workspace().library();
        if (!library.problem().isEmpty()) {
            m_about->say(library.problem().toHtmlEscaped());
        } else if (entries.size() == 1) {
            const LibraryEntry& entry = *entries.front();
            m_about->say((entry.problem.empty() ? word(entry.command) : word(entry.problem)).toHtmlEscaped() +
                         (entry.note.empty() ? QString() : QStringLiteral("<br>") + word(entry.note).toHtmlEscaped()));
        } else if (!library.searched()) {
            m_about->say(tr("Looking through the folders…"));
        } else if (library.entries().empty()) {
            m_about->say(library.filter().isEmpty() ? tr("No run is kept any more.")
                                                    : tr("No run is found by these words."));
        } else if (entries.size() > 1) {
            m_about->say(tr("%1 of %2 runs are chosen").arg(entries.size()).arg(library.entries().size()));
        } else if (library.entries().size() == 1) {
            m_about->say(tr("1 run"));
        } else {
            m_about->say(tr("%1 runs; choose two or more to compare them").arg(library.entries().size()));
        }
    }

    void find() {
        m_typing.stop();
        workspace().library().setFilter(m_filter->text().trimmed());
    }

    void open() {
        if (const LibraryEntry* entry = whole()) {
            workspace().bundles().open(word(entry->path.string()));
        }
    }

    void compare() {
        QStringList paths;
        for (const LibraryEntry* entry : chosen()) {
            paths << word(entry->path.string());
        }
        if (paths.size() > 1) {
            workspace().bundles().compare(paths);
        }
    }

    void runAgain() {
        if (const LibraryEntry* entry = whole()) {
            workspace().runAgain(word(entry->path.string()));
        }
    }

    void copyCommand() {
        if (const LibraryEntry* entry = whole()) {
            QApplication::clipboard()->setText(word(entry->command));
            Q_EMIT workspace().notice(tr("Copied: %1").arg(word(entry->command)));
        }
    }

    void annotate() {
        const auto entries = chosen();
        if (entries.size() == 1) {
            annotateOne(*entries.front());
        } else if (!entries.empty()) {
            tagAll(entries);
        }
    }

    /// The rows of `form` are the caller's; `accepted` is called when it is saved.
    QDialog* notesDialog(const QString& title, QFormLayout*& form, std::function<void()> accepted) {
        auto* dialog = new QDialog(this);
        dialog->setObjectName(QStringLiteral("libraryNotes"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(title);
        auto* column = new QVBoxLayout(dialog);
        form = new QFormLayout;
        column->addLayout(form);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, dialog);
        column->addWidget(buttons);
        connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
        connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
        connect(dialog, &QDialog::accepted, this, std::move(accepted));
        return dialog;
    }

    void annotateOne(const LibraryEntry& entry) {
        auto* tags = new QLineEdit;
        tags->setPlaceholderText(tr("thesis, figure 3"));
        tags->setText(tagsOf(entry));
        auto* note = new QPlainTextEdit(word(entry.note));
        note->setTabChangesFocus(true);
        QFormLayout* form = nullptr;
        QDialog* dialog = notesDialog(tr("Tags and note"), form, [this, tags, note, path = word(entry.path.string())] {
            workspace().library().annotate(path, tags->text(), note->toPlainText());
        });
        form->addRow(tr("Tags"), tags);
        form->addRow(tr("Note"), note);
        dialog->open();
    }

    /// Tags that only some of them have stay theirs, and so do notes.
    void tagAll(const std::vector<const LibraryEntry*>& entries) {
        std::vector<LibraryEntry> runs;
        QStringList known;
        for (const LibraryEntry* entry : entries) {
            runs.push_back(*entry);
            for (const std::string& tag : entry->tags) {
                known << word(tag);
            }
        }
        known.removeDuplicates();
        auto* add = new QLineEdit;
        add->setObjectName(QStringLiteral("libraryAddTags"));
        add->setPlaceholderText(tr("thesis, figure 3"));
        auto* remove = new QLineEdit;
        remove->setObjectName(QStringLiteral("libraryRemoveTags"));
        remove->setPlaceholderText(known.isEmpty() ? tr("they have none") : known.join(QStringLiteral(", ")));
        remove->setEnabled(!known.isEmpty());
        const QString title = tr("Tags of %1 runs").arg(runs.size());
        QFormLayout* form = nullptr;
        QDialog* dialog = notesDialog(title, form, [this, add, remove, runs = std::move(runs)] {
            const auto added = kvw::tagsOf(add->text().toStdString());
            const auto removed = kvw::tagsOf(remove->text().toStdString());
            for (LibraryEntry entry : runs) {
                const std::vector<std::string> before = entry.tags;
                entry.tags.insert(entry.tags.end(), added.begin(), added.end());
                std::erase_if(entry.tags, [&](const std::string& tag) {
                    return std::find(removed.begin(), removed.end(), tag) != removed.end();
                });
                if (kvw::tagsOf(tagsOf(entry).toStdString()) != before) {
                    workspace().library().annotate(word(entry.path.string()), tagsOf(entry), word(entry.note));
                }
            }
        });
        form->addRow(tr("Add to all"), add);
        form->addRow(tr("Remove from all"), remove);
        dialog->open();
    }

    static QString tagsOf(const LibraryEntry& entry) {
        QStringList known;
        for (const std::string& tag : entry.tags) {
            known << word(tag);
        }
        return known.join(QStringLiteral(", "));
    }

    void keepTags(int row) {
        const LibraryEntry& entry = m_model->entry(row);
        workspace().library().annotate(word(entry.path.string()), tagsOf(entry), word(entry.note));
        showChosen();
    }

    bool allPinned() const {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        return std::all_of(rows.begin(), rows.end(), [this](const QModelIndex& index) {
            return m_model->pinned(m_order->mapToSource(index).row());
        });
    }

    /// The chosen ones, all alike.
    void pin() {
        const Qt::CheckState state = allPinned() ? Qt::Unchecked : Qt::Checked;
        std::vector<int> rows;
        for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
            rows.push_back(m_order->mapToSource(index).row());
        }
        for (const int row : rows) {  // of the model: the table moves them
            m_model->setData(m_model->index(row, LibraryModel::Started), state, Qt::CheckStateRole);
        }
    }

    void askToDelete() {
        QStringList paths;
        for (const LibraryEntry* entry : chosen()) {
            paths << word(entry->path.string());
        }
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

    LibraryModel* m_model;
    PinnedOrder* m_order;
    QLineEdit* m_filter = nullptr;
    QTableView* m_table = nullptr;
    TextLine* m_about = nullptr;
    QPushButton *m_open = nullptr, *m_compare = nullptr, *m_again = nullptr, *m_copy = nullptr, *m_pin = nullptr,
                *m_tags = nullptr, *m_delete = nullptr, *m_back = nullptr;
    TableColumns* m_columns = nullptr;
    QHash<QPushButton*, QAction*> m_places;  ///< of the buttons in their bar
    QPointer<QMessageBox> m_question;
    QTimer m_typing;
};

}  // namespace

DockEntry libraryDock() {
    return {"library",
            kLibraryTitle,
            Place::Middle,
            19,
            true,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new LibraryDock(workspace, parent); }};
}

}  // namespace kvw::wb
