// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps copies of the session's runs on the disk until they are saved or the window ends properly, so that a crash
/// loses seconds, not the run.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/files/bundle_files.h"
#include "app/workbench/session/job_thread.h"
#include "app/workbench/session/runs/run_tree.h"
#include "core/library/unfinished.h"

namespace kvw::wb {

/// Thread: GUI thread; copies are written on a thread of their own, one at a time, while the run goes on. A run that a
/// newer one replaced loses its copy once the newer one has a copy; the runs that the newer one was forked from keep
/// theirs.
class RunGuard : public QObject {
    Q_OBJECT
 public:
    /// `folder`: unfinishedFolder; empty: nothing is written.
    RunGuard(EngineClient& client, BundleFiles& bundles, const RunTree& tree, std::filesystem::path folder,
             QObject* parent = nullptr);
    ~RunGuard() override;
    /// Cancels the copy under way and removes all copies, because the user has chosen what to keep. Nothing is written
    /// afterwards.
    void letGo();

    void setPace(CopyPace pace) { m_pace = pace; }  ///< for later runs
    void setOn(bool on) { m_on = on; }              ///< off: nothing is written (measurements)
    /// Function that writes a copy: UnfinishedCopy::write, except in tests.
    using Writer = std::function<Result<void>(UnfinishedCopy&, const Recording&, const WriteWatch&)>;
    void setWriter(Writer writer) { m_writer = std::move(writer); }
    void look();  ///< called by the timer and by tests

 Q_SIGNALS:
    /// Emitted once per run; no further copy of it is tried.
    void failed(const Phrase& sentence);

 private:
    using Lanes = std::vector<std::int64_t>;  ///< of each lane
    struct Copy {
        int id = 0;
        std::weak_ptr<Recording> recording;
        std::shared_ptr<UnfinishedCopy> file;
        CopyPace pace;
        std::optional<Lanes> steps;  ///< number of steps in the copy; none: there is no copy on the disk
        std::optional<Lanes> saved;  ///< number of steps in a bundle of the user; none: there is no bundle
        bool ended = false;          ///< the copy says that the run ended
        bool failed = false;         ///< no further copy is tried
    };
    void add(const std::shared_ptr<Recording>& recording);
    /// Removes the copies of runs that were replaced or released, and the file of a run that is saved.
    void dropNeedless();
    enum class Due { Never, Later, Now };
    /// Returns whether there is something new to write, and whether it is time.
    [[nodiscard]] static Due due(const Copy& copy, const Recording& recording);
    void write(const Copy& copy, const std::shared_ptr<Recording>& recording);
    void wrote(int id, const Result<void>& done, const Lanes& steps, bool ended, CopyPace::Clock::time_point from);

    EngineClient& m_client;
    const RunTree& m_tree;
    std::filesystem::path m_folder;
    CopyPace m_pace;
    QTimer m_timer;
    Writer m_writer = &UnfinishedCopy::write;
    std::atomic<bool> m_stop = false;
    std::vector<Copy> m_copies;  ///< newest last
    int m_count = 0;
    bool m_writing = false, m_on = true;
    JobThread m_jobs{*this};
};

}  // namespace kvw::wb
