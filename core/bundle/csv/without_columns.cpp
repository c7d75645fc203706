// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/csv/without_columns.h"

#include <algorithm>
#include <utility>

#include "core/base/text_format.h"
#include "core/bundle/file_limits.h"

namespace kvw::bundle {

void ColumnFilter::line(std::string_view line, std::string& out) {
    const auto cells = splitCells(line);
    if (m_header && cells) {
        for (const std::string& name : *cells) {
            m_dropped.push_back(std::ranges::find(m_columns, name) != m_columns.end());
        }
    }
    m_header = false;
    if (!cells || cells->size() != m_dropped.size()) {
        out += line;
    } else {
        for (std::size_t i = 0; i < cells->size(); ++i) {
            if (!m_dropped[i]) {
                appendQuoted(out, (*cells)[i]);
                out += ',';
            }
        }
    }
    out += '\n';
}

void ColumnFilter::feed(std::string_view bytes, std::string& out) {
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        const bool ended = end < bytes.size();
        m_partial += bytes.substr(0, end);
        bytes.remove_prefix(ended ? end + 1 : end);
        if (m_passing || std::ssize(m_partial) > kLongestRow) {
            m_header = false;
            m_passing = !ended;
            out += m_partial;
            out += ended ? "\n" : "";
            m_partial.clear();
        } else if (ended) {
            line(m_partial, out);
            m_partial.clear();
        }
    }
}

void ColumnFilter::finish(std::string& out) {
    if (m_passing || !m_partial.empty()) {
        m_passing ? out += '\n' : (line(m_partial, out), out);
    }
    m_partial.clear();
}

FileSums::FileSums(std::vector<std::string> columns) {
    if (!columns.empty()) {
        m_filter.emplace(std::move(columns));
    }
}

void FileSums::update(std::string_view bytes) {
    m_whole.update(bytes);
    if (m_filter) {
        m_filter->feed(bytes, m_kept);
        m_stable.update(std::exchange(m_kept, {}));
    }
}

FileSums::Sums FileSums::finish() {
    std::string whole = m_whole.finish();
    if (!m_filter) {
        return {whole, whole};
    }
    m_filter->finish(m_kept);
    m_stable.update(m_kept);
    return {std::move(whole), m_stable.finish()};
}

}  // namespace kvw::bundle
