// SPDX-License-Identifier: GPL-3.0-or-later
/// Text of a lane, fed to a strip, the search for words in it, and a second strip for another lane.
#pragma once

#include <QLabel>
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/strip/strip_view.h"
#include "core/trace/recording.h"

namespace kvw::wb {

class StripText {
 public:
    void clear(StripView& view) {
        view.clear();
        m_bytes.clear();
        m_starts.clear();
    }
    /// Appends the tokens that `view` does not have yet.
    void appendTo(StripView& view, const RunDescription& description, const Trace& trace) {
        const auto known = static_cast<std::int64_t>(description.tokenTexts.size());
        const std::int64_t end = std::max(known, trace.steps());
        for (std::int64_t token = view.count(); token < end; ++token) {
            const std::string_view bytes =
                token < known ? std::string_view(description.tokenTexts[static_cast<std::size_t>(token)])
                              : trace.tokenText(token);
            m_starts.push_back(m_bytes.size());
            m_bytes += bytes;
            view.append(bytes, partOf(description, static_cast<std::int32_t>(token)));
        }
    }

    /// Returns the tokens of the first occurrence of `word` (UTF-8) after token `after`, else from the start; empty:
    /// none.
    [[nodiscard]] std::vector<std::int32_t> find(const std::string& word, std::int64_t after) const {
        if (word.empty() || m_starts.empty()) {
            return {};
        }
        const auto from = static_cast<std::size_t>(after + 1);
        std::size_t found = from < m_starts.size() ? m_bytes.find(word, m_starts[from]) : std::string::npos;
        if (found == std::string::npos) {
            found = m_bytes.find(word);
        }
        if (found == std::string::npos) {
            return {};
        }
        const auto tokenOf = [this](std::size_t byte) {
            return static_cast<std::int32_t>(std::upper_bound(m_starts.begin(), m_starts.end(), byte) -
                                             m_starts.begin() - 1);
        };
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = tokenOf(found); token <= tokenOf(found + word.size() - 1); ++token) {
            tokens.push_back(token);
        }
        return tokens;
    }

 private:
    static ProbePart partOf(const RunDescription& description, std::int32_t token) {
        ProbePart part = ProbePart::None;
        for (const ProbeInfo& probe : description.probes) {
            if (token >= probe.answerBegin && token < probe.answerEnd) {
                return ProbePart::Answer;
            }
            if (token >= probe.questionBegin && token < probe.questionEnd) {
                part = ProbePart::Question;
            } else if (token >= probe.factBegin && token < probe.factEnd && part == ProbePart::None) {
                part = ProbePart::Fact;
            }
        }
        return part;
    }

    std::string m_bytes;                // the whole text
    std::vector<std::size_t> m_starts;  // [tokens] their offsets in it
};

/// Shows the text of another lane beside the first strip, and what that lane holds of it. Its dock links it to the
/// selection. Thread: GUI thread.
class StripBeside : public QWidget {
 public:
    explicit StripBeside(QWidget* parent = nullptr) : QWidget(parent) {
        m_title = new QLabel(this);
        m_title->setTextFormat(Qt::PlainText);
        // A long name must not widen the dock.
        m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        m_view = named(new StripView(this), "stripBeside");
        columnOf({m_title, {m_view, 1}}, this, {0, 2});
    }

    [[nodiscard]] StripView& view() const noexcept { return *m_view; }
    /// `title`: title of the lane. The text starts over if another lane is shown than before.
    void show(const Recording& recording, int lane, const QString& title, TokenStates states) {
        const Trace& trace = recording.trace(lane);
        if (&trace != m_shown) {
            m_text.clear(*m_view);
            m_shown = &trace;
        }
        m_text.appendTo(*m_view, recording.description(), trace);
        m_title->setText(title);
        m_title->setToolTip(plainTip(title));
        m_view->setAccessibleName(title);
        m_view->setPromptEnd(recording.description().promptTokens);
        m_view->setStates(std::move(states));
        setVisible(true);
    }

    /// Hides the strip, if nothing is to be shown or the recording has changed.
    void forget() {
        m_shown = nullptr;
        m_text.clear(*m_view);
        setVisible(false);
    }

 private:
    QLabel* m_title;
    StripView* m_view;
    StripText m_text;
    const Trace* m_shown = nullptr;
};

}  // namespace kvw::wb
