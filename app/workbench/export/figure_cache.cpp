// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export/figure_cache.h"

#include <algorithm>
#include <utility>

#include "core/figures/figures.h"

namespace kvw::wb {

FigureCache::FigureCache(std::shared_ptr<const Recording> recording) : m_recording(std::move(recording)) {}

FigureCache::Now FigureCache::now() const {
    Now now;
    for (std::int32_t lane = 0; lane < m_recording->lanes(); ++lane) {
        if (m_recording->hasTrace(lane)) {
            now.steps += m_recording->trace(lane).steps();
            now.arrivals += m_recording->trace(lane).rowArrivals();
        }
    }
    return now;
}

Result<FigureCache::Figure> FigureCache::figure(std::int32_t lane, const std::string& id) {
    const Now of = now();
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_kept.find({lane, id}); found != m_kept.end() && found->second.of == of) {
            return found->second.figure;
        }
    }
    return figures::byId(*m_recording, lane, id).map([&](FigureSpec&& made) {
        auto figure = std::make_shared<const FigureSpec>(std::move(made));
        const std::lock_guard lock(m_mutex);
        m_kept[{lane, id}] = {of, figure};
        return Figure(figure);
    });
}

void FigureCache::put(std::int32_t lane, FigureSpec figure, const Now& of) {
    const std::string id = figure.id;
    auto shared = std::make_shared<const FigureSpec>(std::move(figure));
    const std::lock_guard lock(m_mutex);
    m_kept[{lane, id}] = {of, std::move(shared)};
}

void FigureCache::keepOnly(const std::vector<std::string>& ids) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_kept,
                  [&](const auto& kept) { return std::find(ids.begin(), ids.end(), kept.first.second) == ids.end(); });
}

}  // namespace kvw::wb
