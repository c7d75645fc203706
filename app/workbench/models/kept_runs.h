// SPDX-License-Identifier: GPL-3.0-or-later
/// Which bundle holds a recording: a figure that is exported names it by its hash, so that the run is found again.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/workbench/models/bundle_files.h"

namespace kvw::wb {

/// Thread: GUI thread.
class KeptRuns : public QObject {
    Q_OBJECT
 public:
    using Then = std::function<void()>;
    explicit KeptRuns(BundleFiles& bundles, QObject* parent = nullptr);

    /// Of the bundle that holds the recording; of a run that goes on, what was recorded when it was written. Empty:
    /// there is none.
    [[nodiscard]] std::string hashOf(const std::shared_ptr<const Recording>& recording) const;
    /// The steps of each lane that the bundle of `hashOf` holds; empty: it holds all, or there is none.
    [[nodiscard]] std::vector<std::int64_t> stepsHeld(const std::shared_ptr<const Recording>& recording) const;
    /// As much of a recording: of a part a copy, which takes a while. Any thread.
    [[nodiscard]] static std::shared_ptr<const Recording> held(const std::shared_ptr<const Recording>& recording,
                                                               const std::vector<std::int64_t>& steps);
    /// A bundle holds it as it is now.
    [[nodiscard]] bool holds(const std::shared_ptr<const Recording>& recording) const;
    /// Calls `then` once a bundle holds the recording as it is now: at once, or when it was written into the folder of
    /// runs. A bundle that cannot be written is a problem that BundleFiles reports; `then` is called all the same,
    /// without a hash.
    void keep(const std::shared_ptr<Recording>& recording, Then then);

 Q_SIGNALS:
    void kept(const QString& path);  ///< one was written for a figure

 private:
    struct Kept {
        std::weak_ptr<const Recording> recording;
        std::int64_t steps = 0;
        std::string hash;
        std::vector<std::int64_t> lanes;
    };
    [[nodiscard]] const Kept* find(const std::shared_ptr<const Recording>& recording) const;  ///< null: none

    BundleFiles& m_bundles;
    std::vector<Kept> m_kept;
};

}  // namespace kvw::wb
