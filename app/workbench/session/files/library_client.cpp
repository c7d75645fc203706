// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/library_client.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "core/library/library.h"
#include "core/library/run_folder.h"

namespace kvw::wb {

LibraryClient::LibraryClient(QObject* parent) : QObject(parent), m_generation(std::make_shared<std::atomic<int>>(0)) {}

LibraryClient::~LibraryClient() {
    ++*m_generation;
}

void LibraryClient::refresh() {
    search(true);
}

void LibraryClient::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        search(false);
    }
}

void LibraryClient::addFolder(const QString& folder) {
    std::vector<std::filesystem::path> folders = libraryFolders();
    const std::filesystem::path added = QFileInfo(folder).absoluteFilePath().toStdString();
    if (std::ranges::find(folders, added) == folders.end()) {
        folders.push_back(added);
        if (const auto written = setLibraryFolders(folders); !written) {
            Q_EMIT failed(written.error().asPhrase());
        }
    }
    refresh();
}

void LibraryClient::search(bool look) {
    // A search of the folders is still due if a newer search replaces this one.
    m_look = m_look || look;
    ++m_pending;
    const int generation = ++*m_generation;
    struct Found {
        std::vector<LibraryEntry> entries, recent, measured;
        QString problem;
        Phrase memory;
        bool looked = false;
    };
    m_jobs.start(
        [generation, counter = m_generation, filter = m_filter.toStdString(), wanted = m_look] {
            Found found;
            const auto stale = [&] { return counter->load(std::memory_order_relaxed) != generation; };
            const std::vector<std::filesystem::path> folders = libraryFolders();
            auto library =
                stale() ? Result<Library>(fail(Code::Cancelled, {}, {})) : Library::open(Library::usualIndex());
            auto read = library.and_then([&](Library& index) -> Result<std::vector<LibraryEntry>> {
                if (wanted || !index.problem().empty()) {  // an index in memory is empty
                    KVW_TRY(index.refresh(folders, stale));
                    found.looked = !stale();
                }
                if (const auto all = index.entries(folders)) {
                    for (const LibraryEntry& entry : *all) {
                        if (found.recent.size() < kRecent && entry.problem.empty()) {
                            found.recent.push_back(entry);
                        }
                        const auto alike = std::ranges::count_if(found.measured, [&entry](const LibraryEntry& other) {
                            return other.model == entry.model && other.machine == entry.machine;
                        });
                        const bool timed =
                            entry.problem.empty() && std::isfinite(entry.tpotMs) && !entry.machine.empty();
                        if (timed && alike < kMeasured) {
                            found.measured.push_back(entry);
                        }
                    }
                }
                return index.entries(folders, filter);
            });
            if (read) {
                found.entries = std::move(*read);
            } else {
                found.problem = errorText(read.error());
            }
            found.memory = library ? library->problem() : Phrase();
            return found;
        },
        [this, generation](Found found) {
            --m_pending;
            if (generation != *m_generation) {
                return;  // a newer search is under way
            }
            m_look = m_look && !found.looked;
            m_problem = found.problem;
            if (m_problem.isEmpty()) {
                m_entries = std::move(found.entries);
                m_recent = std::move(found.recent);
                m_measured = std::move(found.measured);
            }
            m_searched = true;
            Q_EMIT changed();
            if (std::exchange(m_memory, found.memory) != found.memory && !found.memory.empty()) {
                Q_EMIT failed(phrase("%1 The index is kept in memory this time.", found.memory));
            }
        });
}

void LibraryClient::find(const QString& hash, std::function<void(const QString&)> then) {
    const auto found = std::make_shared<QString>();
    run(
        [found, hash = hash.toStdString()] {
            const std::vector<std::filesystem::path> folders = libraryFolders();
            auto library = Library::open(Library::usualIndex());
            const auto entries = library.and_then([&](Library& index) {
                return index.refresh(folders).and_then(
                    [&](const Library::Changes&) { return index.entries(folders, "hash:" + hash); });
            });
            if (entries && !entries->empty()) {
                *found = QString::fromStdString(entries->front().path.string());
            }
            return entries ? Phrase() : entries.error().asPhrase();
        },
        [found, then = std::move(then)] { then(*found); });
}

void LibraryClient::run(std::function<Phrase()> work, std::function<void()> then) {
    ++m_pending;
    m_jobs.start(std::move(work), [this, then = std::move(then)](const Phrase& sentence) {
        --m_pending;
        if (then) {
            then();
        }
        if (!sentence.empty()) {
            Q_EMIT failed(sentence);
        }
        refresh();
    });
}

void LibraryClient::annotate(const LibraryEntry& seen, const QString& tags, const QString& note,
                             std::function<void(const Phrase& problem)> told) {
    const auto problem = std::make_shared<Phrase>();
    std::function<void()> then;
    if (told) {
        then = [told = std::move(told), problem] { told(*problem); };
    }
    run(
        [bundle = seen.path, seen = Notes{seen.tags, seen.note},
         wanted = Notes{tagsOf(tags.toStdString()), note.toStdString()}, problem, isTold = then != nullptr] {
            const auto written = changeNotes(bundle, seen, wanted);
            *problem = written ? Phrase() : written.error().asPhrase();
            return isTold ? Phrase() : *problem;
        },
        then);
}

void LibraryClient::moveToTrash(const QStringList& bundles) {
    const auto taken = std::make_shared<std::vector<Trashed>>();
    run(
        [bundles, taken] {
            Phrase sentence;
            for (const QString& bundle : bundles) {
                QString place;
                if (!QFile::moveToTrash(bundle, &place)) {
                    sentence =
                        phrase("%1 could not be moved to the trash; nothing of it was removed.", bundle.toStdString());
                    continue;
                }
                taken->push_back({bundle, place, true});
                const std::filesystem::path path = bundle.toStdString();
                for (const std::filesystem::path& each : {notesFile(path), viewFile(path)}) {
                    const QString file = QString::fromStdString(each.string());
                    if (QFileInfo::exists(file) && QFile::moveToTrash(file, &place)) {
                        taken->push_back({file, place, false});
                    }
                }
            }
            return sentence;
        },
        [this, taken] {
            if (!taken->empty()) {  // else the bundles moved before can still be put back
                m_trashed = std::move(*taken);
            }
        });
}

QStringList LibraryClient::inTrash() const {
    QStringList paths;
    for (const Trashed& each : m_trashed) {
        paths << (each.bundle ? QStringList(each.path) : QStringList());
    }
    return paths;
}

void LibraryClient::putBack() {
    const auto left = std::make_shared<std::vector<Trashed>>();
    run(
        [trashed = m_trashed, left] {
            Phrase sentence;
            for (const Trashed& each : trashed) {
                if (QFileInfo::exists(each.path) || !QFile::rename(each.inTrash, each.path)) {
                    sentence = phrase(
                        "%1 could not be put back: it is not in the trash any more, or something else has its name.",
                        each.path.toStdString());
                    if (QFileInfo::exists(each.inTrash)) {  // kept for another try, once its path is free
                        left->push_back(each);
                    }
                } else {
                    // The trash keeps a note on each file: "files/x" has "info/x.trashinfo".
                    const QFileInfo was(each.inTrash);
                    QFile::remove(was.path() + QStringLiteral("/../info/") + was.fileName() +
                                  QStringLiteral(".trashinfo"));
                }
            }
            return sentence;
        },
        [this, left] { m_trashed = std::move(*left); });
}

}  // namespace kvw::wb
