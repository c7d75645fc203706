// SPDX-License-Identifier: GPL-3.0-or-later
/// The figures of a page that were computed last, so that another width or legend of it does not compute them anew.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Of one recording. Any thread.
class FigureShelf {
 public:
    using Figure = std::shared_ptr<const FigureSpec>;
    explicit FigureShelf(std::shared_ptr<const Recording> recording);

    /// figures::byId: computed here, unless it lies here of all that is recorded by now. Errors: BadUsage.
    [[nodiscard]] Result<Figure> figure(std::int32_t lane, const std::string& id);
    /// One that was computed elsewhere, of what `now` said before that.
    struct Now {
        std::int64_t steps = 0, arrivals = 0;
        bool operator==(const Now&) const = default;
    };
    [[nodiscard]] Now now() const;
    void put(std::int32_t lane, FigureSpec figure, const Now& of);
    /// The others take memory for nothing.
    void keepOnly(const std::vector<std::string>& ids);

 private:
    struct Kept {
        Now of;
        Figure figure;
    };
    const std::shared_ptr<const Recording> m_recording;
    std::mutex m_mutex;  ///< of what follows; not held while a figure is computed
    std::map<std::pair<std::int32_t, std::string>, Kept> m_kept;
};

}  // namespace kvw::wb
