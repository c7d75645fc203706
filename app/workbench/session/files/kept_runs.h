// SPDX-License-Identifier: GPL-3.0-or-later
/// Knows which bundle holds a recording: an exported figure names it by its hash, so that the run can be found again.
/// Exporting a figure never saves the run; a figure of a run that no bundle holds names only its command.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/workbench/session/files/bundle_files.h"

namespace kvw::wb {

/// Thread: GUI thread.
class KeptRuns : public QObject {
    Q_OBJECT
 public:
    using Then = std::function<void()>;
    explicit KeptRuns(BundleFiles& bundles, QObject* parent = nullptr);

    /// Returns the hash of the bundle that holds the recording as it is now; empty: none does.
    [[nodiscard]] std::string hashOf(const std::shared_ptr<const Recording>& recording) const;
    /// Returns the number of steps that each lane of a run under way has now; a figure shows no more, however long it
    /// takes to make. Empty: the run is over and is shown whole.
    [[nodiscard]] static std::vector<std::int64_t> stepsNow(const Recording& recording);
    /// Returns the recording cut to `steps` per lane, a copy that takes a while; the recording itself if `steps` is
    /// empty. Thread: any.
    [[nodiscard]] static std::shared_ptr<const Recording> held(const std::shared_ptr<const Recording>& recording,
                                                               const std::vector<std::int64_t>& steps);
    /// Returns whether a bundle holds the recording as it is now.
    [[nodiscard]] bool holds(const std::shared_ptr<const Recording>& recording) const;
    /// Calls `then` once a bundle holds the recording as it is now: at once, or after it was written into the folder of
    /// runs. Only for callers that the user asked to keep the run. BundleFiles reports a bundle that cannot be written;
    /// `then` is called then, too, and `hashOf` stays empty.
    void keep(const std::shared_ptr<Recording>& recording, Then then);

 Q_SIGNALS:
    void kept(const QString& path);

 private:
    struct Kept {
        std::weak_ptr<const Recording> recording;
        std::string hash;
        std::vector<std::int64_t> lanes;  ///< number of steps of each in the bundle
    };
    [[nodiscard]] const Kept* find(const std::shared_ptr<const Recording>& recording) const;  ///< null: none

    BundleFiles& m_bundles;
    std::vector<Kept> m_kept;
};

}  // namespace kvw::wb
