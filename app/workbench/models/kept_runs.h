// SPDX-License-Identifier: GPL-3.0-or-later
/// Which bundle holds a recording: a figure that is exported names it by its hash, so that the run is found again.
/// Exporting a figure never saves the run: a figure of a run that no bundle holds names its command only.
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

    /// The hash of the bundle that holds the recording as it is now; empty: none does.
    [[nodiscard]] std::string hashOf(const std::shared_ptr<const Recording>& recording) const;
    /// The steps that each lane of a run that goes on has now: a figure shows no more, however long it takes to make.
    /// Empty: the run is over, all of it is shown.
    [[nodiscard]] static std::vector<std::int64_t> stepsNow(const Recording& recording);
    /// As much of a recording: of a part a copy, which takes a while. Any thread.
    [[nodiscard]] static std::shared_ptr<const Recording> held(const std::shared_ptr<const Recording>& recording,
                                                               const std::vector<std::int64_t>& steps);
    /// A bundle holds it as it is now.
    [[nodiscard]] bool holds(const std::shared_ptr<const Recording>& recording) const;
    /// For who was asked to keep it: calls `then` once a bundle holds the recording as it is now: at once, or when it
    /// was written into the folder of runs. A bundle that cannot be written is a problem that BundleFiles reports;
    /// `then` is called all the same, without a hash.
    void keep(const std::shared_ptr<Recording>& recording, Then then);

 Q_SIGNALS:
    void kept(const QString& path);

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
