// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps a copy on the disk of what is recorded of the session's runs, until they are saved or the window comes to its
/// own end: a crash loses seconds, not the run.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "app/workbench/models/bundle_files.h"
#include "app/workbench/models/engine_client.h"
#include "app/workbench/models/run_tree.h"
#include "core/library/unfinished.h"

namespace kvw::wb {

/// Thread: GUI thread; copies are written beside it, one at a time, while the run goes on. A run that another one
/// replaced loses its copy when the other has one; what the shown run was forked from keeps it.
class RunGuard : public QObject {
    Q_OBJECT
 public:
    /// `folder`: unfinishedFolder; empty: nothing is written.
    RunGuard(EngineClient& client, BundleFiles& bundles, const RunTree& tree, std::filesystem::path folder,
             QObject* parent = nullptr);
    ~RunGuard() override;
    /// Gives up the copy under way and removes all: the user has chosen what is kept. Nothing is written afterwards.
    void letGo();

    void setPace(CopyPace pace) { m_pace = pace; }  ///< of the runs that follow
    void setOn(bool on) { m_on = on; }              ///< off: nothing is written (measurements)
    /// What writes a copy: UnfinishedCopy::write, but in tests.
    using Writer = std::function<Result<void>(UnfinishedCopy&, const Recording&, const WriteWatch&)>;
    void setWriter(Writer writer) { m_writer = std::move(writer); }
    void look();  ///< what the timer does; tests call it

 Q_SIGNALS:
    /// Once for a run; nothing more is tried for it.
    void failed(const QString& sentence);

 private:
    struct Copy {
        int id = 0;
        std::weak_ptr<Recording> recording;
        std::shared_ptr<UnfinishedCopy> file;
        CopyPace pace;
        std::int64_t steps = -1;  ///< that it holds; -1: it is not on the disk
        std::int64_t saved = -1;  ///< that a bundle of the user holds
        bool ended = false;       ///< what is on the disk says so
        bool failed = false;      ///< nothing more is tried
    };
    void add(const std::shared_ptr<Recording>& recording);
    /// Those of runs that were replaced or let go of go; of one that is saved what is on the disk.
    void dropNeedless();
    enum class Due { Never, Later, Now };
    /// Whether there is something new to write, and it is time.
    [[nodiscard]] static Due due(const Copy& copy, const Recording& recording);
    void write(const Copy& copy, const std::shared_ptr<Recording>& recording);
    void wrote(int id, const Result<void>& done, std::int64_t steps, bool ended, CopyPace::Clock::time_point from);

    EngineClient& m_client;
    const RunTree& m_tree;
    std::filesystem::path m_folder;
    CopyPace m_pace;
    QTimer m_timer;
    QThreadPool m_pool;
    Writer m_writer = &UnfinishedCopy::write;
    std::atomic<bool> m_stop = false;
    std::vector<Copy> m_copies;  ///< the newest last
    int m_count = 0;
    bool m_writing = false, m_on = true;
};

}  // namespace kvw::wb
