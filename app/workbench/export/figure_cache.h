// SPDX-License-Identifier: GPL-3.0-or-later
/// Caches the computed figures of a page, so that a new width or legend does not compute them again.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/figures/figure.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Cache for one recording. Thread: any.
class FigureCache {
 public:
    using Figure = std::shared_ptr<const FigureSpec>;
    explicit FigureCache(std::shared_ptr<const Recording> recording);

    /// Returns figures::byId, computed now unless a cached figure covers everything recorded so far. Errors: BadUsage.
    [[nodiscard]] Result<Figure> figure(std::int32_t lane, const std::string& id);
    /// State of the recording that a figure was computed for; `put` adds a figure computed elsewhere after `now`
    /// returned `of`.
    struct Now {
        std::int64_t steps = 0, arrivals = 0;
        bool operator==(const Now&) const = default;
    };
    [[nodiscard]] Now now() const;
    void put(std::int32_t lane, FigureSpec figure, const Now& of);
    /// Removes all other figures, to save memory.
    void keepOnly(const std::vector<std::string>& ids);

 private:
    struct Kept {
        Now of;
        Figure figure;
    };
    const std::shared_ptr<const Recording> m_recording;
    std::mutex m_mutex;  ///< guards m_kept; not held while a figure is computed
    std::map<std::pair<std::int32_t, std::string>, Kept> m_kept;
};

}  // namespace kvw::wb
