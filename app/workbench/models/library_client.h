// SPDX-License-Identifier: GPL-3.0-or-later
/// The window's side of the run library: looks for bundles and reads the index off the GUI thread, and holds what was
/// found.
#pragma once

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "core/library/entry.h"

namespace kvw::wb {

/// Thread: GUI thread. One job at a time; a newer search ends an older one.
class LibraryClient : public QObject {
    Q_OBJECT
 public:
    explicit LibraryClient(QObject* parent = nullptr);
    ~LibraryClient() override;  ///< ends what is under way and waits

    /// Looks through the folders for what is new, then shows what the filter lets through.
    void refresh();
    void setFilter(const QString& filter);
    [[nodiscard]] const QString& filter() const noexcept { return m_filter; }
    /// One more folder to look through from now on; remembered.
    void addFolder(const QString& folder);

    [[nodiscard]] const std::vector<LibraryEntry>& entries() const noexcept { return m_entries; }
    /// The newest that can be opened, whatever the filter.
    [[nodiscard]] const std::vector<LibraryEntry>& recent() const noexcept { return m_recent; }
    /// Runs that say how long they took and where, whatever the filter: the newest of each model and machine.
    [[nodiscard]] const std::vector<LibraryEntry>& measured() const noexcept { return m_measured; }
    /// A sentence where the last search could not be done; empty: it could.
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }
    [[nodiscard]] bool busy() const noexcept { return m_pending > 0; }
    [[nodiscard]] bool searched() const noexcept { return m_searched; }

    /// Looks through the folders for the bundle of this hash, or one that holds a lane of it; `then` has its path,
    /// empty: there is none. What is shown stays.
    void find(const QString& hash, std::function<void(const QString& path)> then);

    /// Replaces tags and note of a bundle as they were seen, then looks again; what others wrote since then stays.
    /// `told`: on the GUI thread, whether it could be written (empty) or why not; without it an error is `failed`.
    void annotate(const LibraryEntry& seen, const QString& tags, const QString& note,
                  std::function<void(const QString& problem)> told = {});
    /// Moves bundles and their notes to the trash, then looks again; errors come as `failed`.
    void moveToTrash(const QStringList& bundles);
    /// What the last moveToTrash took, in paths; empty: nothing, or it was put back.
    [[nodiscard]] QStringList inTrash() const;
    /// Moves that back to where it was; what stands there by now stays, and is an error: it can be put back once that
    /// is gone.
    void putBack();

 Q_SIGNALS:
    void changed();
    void failed(const QString& sentence);

 private:
    struct Trashed {
        QString path, inTrash;
        bool bundle = true;  ///< else what lies beside it
    };
    void search(bool look);
    /// Off the GUI thread, in order; a sentence is an error. `then`: on the GUI thread, before the folders are looked
    /// through again.
    void run(std::function<QString()> work, std::function<void()> then = {});

    static constexpr std::size_t kRecent = 5;
    static constexpr std::ptrdiff_t kMeasured = 5;  ///< the latter of each model and machine
    QThreadPool m_pool;
    std::shared_ptr<std::atomic<int>> m_generation;
    QString m_filter, m_problem, m_memory;
    std::vector<LibraryEntry> m_entries, m_recent, m_measured;
    std::vector<Trashed> m_trashed;
    int m_pending = 0;
    bool m_look = false, m_searched = false;
};

}  // namespace kvw::wb
