// SPDX-License-Identifier: GPL-3.0-or-later
/// The window's side of the run library: it searches for bundles and reads the index off the GUI thread, and holds the
/// results.
#pragma once

#include <QObject>
#include <QStringList>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/session/job_thread.h"
#include "core/library/entry.h"

namespace kvw::wb {

/// Thread: GUI thread. One job at a time; a newer search ends an older one.
class LibraryClient : public QObject {
    Q_OBJECT
 public:
    explicit LibraryClient(QObject* parent = nullptr);
    ~LibraryClient() override;  ///< ends the search under way and waits for all jobs

    /// Searches the folders for new bundles, then reads the entries that pass the filter.
    void refresh();
    void setFilter(const QString& filter);
    [[nodiscard]] const QString& filter() const noexcept { return m_filter; }
    /// Adds a folder to the library's permanent list and searches it.
    void addFolder(const QString& folder);

    [[nodiscard]] const std::vector<LibraryEntry>& entries() const noexcept { return m_entries; }
    /// Returns the newest runs that can be opened, whatever the filter.
    [[nodiscard]] const std::vector<LibraryEntry>& recent() const noexcept { return m_recent; }
    /// Returns the newest runs of each model and machine that report their time per token, whatever the filter.
    [[nodiscard]] const std::vector<LibraryEntry>& measured() const noexcept { return m_measured; }
    /// Returns why the last search failed; empty: it did not.
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }
    [[nodiscard]] bool busy() const noexcept { return m_pending > 0; }
    [[nodiscard]] bool searched() const noexcept { return m_searched; }

    /// Searches the folders for the bundle with this hash, or one that holds a lane of it; `then` gets its path, empty:
    /// there is none. The filter stays as it is.
    void find(const QString& hash, std::function<void(const QString& path)> then);

    /// Replaces the tags and note of a bundle that `seen` had, then searches again; what others wrote since then stays.
    /// `told` is called on the GUI thread with an error, empty: none; without it an error is emitted as `failed`.
    void annotate(const LibraryEntry& seen, const QString& tags, const QString& note,
                  std::function<void(const Phrase& problem)> told = {});
    /// Moves bundles, their notes and their saved views to the trash, then searches again; errors are emitted as
    /// `failed`.
    void moveToTrash(const QStringList& bundles);
    /// Returns the former paths of the bundles that the last moveToTrash moved; empty: none, or they were put back.
    [[nodiscard]] QStringList inTrash() const;
    /// Moves them back to their former paths. If another file is at such a path by now, that is an error; the bundle
    /// can be put back once that file is gone.
    void putBack();

 Q_SIGNALS:
    void changed();
    void failed(const Phrase& sentence);

 private:
    struct Trashed {
        QString path, inTrash;
        bool bundle = true;  ///< false: a file beside a bundle
    };
    void search(bool look);
    /// Calls `work` off the GUI thread, in order; it returns an error, empty: none. `then` is called on the GUI thread,
    /// before the folders are searched again.
    void run(std::function<Phrase()> work, std::function<void()> then = {});

    static constexpr std::size_t kRecent = 5;
    static constexpr std::ptrdiff_t kMeasured = 5;  ///< per model and machine
    std::shared_ptr<std::atomic<int>> m_generation;
    QString m_filter, m_problem;
    Phrase m_memory;  ///< why the last index is kept in memory
    std::vector<LibraryEntry> m_entries, m_recent, m_measured;
    std::vector<Trashed> m_trashed;
    int m_pending = 0;
    bool m_look = false, m_searched = false;
    JobThread m_jobs{*this};
};

}  // namespace kvw::wb
