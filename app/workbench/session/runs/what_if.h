// SPDX-License-Identifier: GPL-3.0-or-later
/// Preview of the tokens that the policy of the next run would keep of the prompt that was read last, beside those that
/// the shown lane held after it. It is asked for again while a slider moves. The shown run may be any that reads the
/// same prompt in the same way.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/plugins_model.h"
#include "app/workbench/session/selection.h"
#include "core/session/what_if.h"

namespace kvw::wb {

/// Runs that keep a token of the prompt: the shown one, the next one.
enum class WhatIfCell : std::uint8_t { Neither, Both, OnlyRun, OnlyNext };
[[nodiscard]] QString whatIfName(WhatIfCell cell);

struct WhatIfPreview {
    PromptSelection run, next;
    std::int64_t bytes = 0;  ///< size of the observations of the prompt

    /// Returns the cells of a layer, by token; `head`: the query head whose keep-set counts, -1: any.
    [[nodiscard]] std::vector<WhatIfCell> cells(int layer, int head, int queryHeads) const;
    /// Returns the number of tokens of a layer that both keep, mean over the finer of their units.
    [[nodiscard]] double keptByBoth(int layer) const;
};

/// Thread: GUI thread.
class WhatIfModel : public QObject {
    Q_OBJECT
 public:
    WhatIfModel(EngineClient& client, RunDraft& draft, PluginsModel& plugins, Selection& selection,
                QObject* parent = nullptr);

    /// Returns whether the layers' last observations of a prompt hold for the prompt of the shown run.
    [[nodiscard]] bool observed() const;
    /// Asks for the preview of the policy in the run dock, if `observed`; once per policy text and run.
    void ask();
    /// Returns whether a preview is of interest: the prompt of the shown run was read, and the run dock has a policy
    /// that none of its lanes began or ended with.
    [[nodiscard]] bool turned() const;
    /// Returns the newest preview; null: none yet, the policy is refused, or not `observed`.
    [[nodiscard]] std::shared_ptr<const WhatIfPreview> preview();
    /// Returns the preview that views of the run paint over it, and asks for it while `turned`; null: none. A policy
    /// that was in the run dock when the run was started is not previewed.
    [[nodiscard]] std::shared_ptr<const WhatIfPreview> overlay();
    /// Hides the overlay until the run dock has another policy.
    void dismiss();

 Q_SIGNALS:
    void changed();

 private:
    /// Returns whether `policy` is neither the one that the lane began with nor the one it ended with.
    [[nodiscard]] bool differs(const LaneInfo& lane, const ResolvedPolicy& policy) const;

    EngineClient& m_client;
    RunDraft& m_draft;
    PluginsModel& m_plugins;
    Selection& m_selection;
    QString m_asked;  ///< policy asked about last, for the shown run
    QString m_dismissed;
    QString m_startedWith;  ///< policy of the run dock since the last start; empty: it was changed
    std::shared_ptr<const EngineClient::WhatIf> m_answer;  ///< source of `m_preview`
    std::shared_ptr<const Recording> m_recording;
    int m_lane = -1;
    std::shared_ptr<const WhatIfPreview> m_preview;
};

}  // namespace kvw::wb
