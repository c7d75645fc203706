// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/files/run_guard.h"

#include <algorithm>
#include <set>

#include "core/base/process/thread_priority.h"
#include "core/policy/host/plugin_calls.h"

namespace kvw::wb {

namespace {

constexpr int kGuardMs = 1000;

}  // namespace

RunGuard::RunGuard(EngineClient& client, BundleFiles& bundles, const RunTree& tree, std::filesystem::path folder,
                   QObject* parent)
    : QObject(parent), m_client(client), m_tree(tree), m_folder(std::move(folder)) {
    m_timer.setInterval(kGuardMs);
    connect(&m_timer, &QTimer::timeout, this, &RunGuard::look);
    connect(&client, &EngineClient::startRequested, &m_timer, qOverload<>(&QTimer::start));
    connect(&client, &EngineClient::recordingChanged, this, [this] {
        if (const auto recording = m_client.sessionRecording()) {
            add(recording);
        }
    });
    connect(&bundles, &BundleFiles::known, this,
            [this](const std::shared_ptr<Recording>& recording, const QString& /*hash*/, const Lanes& lanes) {
                for (Copy& copy : m_copies) {
                    if (copy.recording.lock() == recording) {
                        copy.saved = lanes;
                    }
                }
                look();
            });
}

RunGuard::~RunGuard() {
    letGo();
}

void RunGuard::letGo() {
    m_on = false;
    m_timer.stop();
    m_stop = true;
    m_jobs.wait();
    m_copies.clear();
    setLastWords("");
}

void RunGuard::add(const std::shared_ptr<Recording>& recording) {
    const bool known =
        std::ranges::any_of(m_copies, [&](const Copy& copy) { return copy.recording.lock() == recording; });
    if (known || !m_on || m_folder.empty()) {
        return;
    }
    Copy copy;
    copy.recording = recording;
    copy.id = m_count++;
    copy.file = std::make_shared<UnfinishedCopy>(m_folder, "window", copy.id);
    copy.pace = m_pace;
    copy.pace.begin(CopyPace::Clock::now());
    m_copies.push_back(std::move(copy));
}

void RunGuard::dropNeedless() {
    // Keeps the newest run with a copy or a bundle, the runs that it was forked from, and all newer runs.
    std::set<const Recording*> kept;
    const auto there = std::find_if(m_copies.rbegin(), m_copies.rend(), [](const Copy& copy) {
        return (copy.steps || copy.saved) && !copy.recording.expired();
    });
    if (there != m_copies.rend()) {
        const auto recording = there->recording.lock();
        kept.insert(recording.get());
        for (int run = m_tree.find(recording.get()); run >= 0 && m_tree.node(run).parent >= 0;) {
            run = m_tree.node(run).parent;
            kept.insert(m_tree.node(run).recording.get());
        }
        for (auto newer = m_copies.rbegin(); newer != there; ++newer) {
            kept.insert(newer->recording.lock().get());
        }
    }
    const auto remove = [this](std::shared_ptr<UnfinishedCopy> file) {
        m_jobs.start([file = std::move(file)] { file->remove(); });
    };
    std::erase_if(m_copies, [&](Copy& copy) {
        const auto recording = copy.recording.lock();
        if (!recording || (!kept.empty() && !kept.contains(recording.get()))) {
            remove(std::move(copy.file));
            return true;
        }
        if (copy.steps && copy.saved == BundleFiles::laneSteps(*recording)) {
            remove(copy.file);
            copy.steps.reset();
        }
        return false;
    });
}

RunGuard::Due RunGuard::due(const Copy& copy, const Recording& recording) {
    const Lanes steps = BundleFiles::laneSteps(recording);
    const bool ended = recording.state() != RunState::Running;
    if (copy.failed || copy.saved == steps || (copy.steps == steps && copy.ended == ended)) {
        return Due::Never;
    }
    // The end of a run with a copy is written at once; a run that ended before its first copy waits for its time.
    const bool time = (ended && copy.steps) || CopyPace::Clock::now() >= copy.pace.due();
    return !time ? Due::Later : anythingRecorded(recording) ? Due::Now : Due::Never;
}

void RunGuard::look() {
    dropNeedless();
    bool settled = true;
    for (auto copy = m_copies.rbegin(); copy != m_copies.rend(); ++copy) {
        const auto recording = copy->recording.lock();
        if (!recording) {
            settled = false;
            continue;
        }
        const Due now = due(*copy, *recording);
        if (now == Due::Now && !m_writing) {
            write(*copy, recording);
        }
        settled = settled && !m_writing && now != Due::Later && recording->state() != RunState::Running;
    }
    if (settled && !m_client.underWay()) {
        m_timer.stop();
    }
}

void RunGuard::write(const Copy& copy, const std::shared_ptr<Recording>& recording) {
    m_writing = true;
    m_jobs.start([this, id = copy.id, file = copy.file, recording] {
        lowerThreadPriority();
        const auto from = CopyPace::Clock::now();
        // Read before the copy: a step or an end that comes meanwhile is written the next time.
        const bool ended = recording->state() != RunState::Running;
        const Lanes steps = BundleFiles::laneSteps(*recording);
        const Result<void> done = m_writer(*file, *recording, [this](auto, auto) { return !m_stop; });
        m_jobs.tell([this, id, done, steps, ended, from] { wrote(id, done, steps, ended, from); });
    });
}

void RunGuard::wrote(int id, const Result<void>& done, const Lanes& steps, bool ended,
                     CopyPace::Clock::time_point from) {
    m_writing = false;
    for (Copy& copy : m_copies) {
        if (copy.id == id) {
            copy.pace.wrote(from, CopyPace::Clock::now());
            copy.steps = done ? std::optional(steps) : copy.steps;
            copy.ended = ended;
            copy.failed = !done;
        }
    }
    const bool there = std::ranges::any_of(m_copies, [](const Copy& copy) { return copy.steps.has_value(); });
    setLastWords(there ? "The next window offers what was recorded; so does kvw library --unfinished." : "");
    if (!done) {
        Q_EMIT failed(phrase("A crash would lose the recorded data of this run: %1", done.error().asPhrase()));
    }
    look();
}

}  // namespace kvw::wb
