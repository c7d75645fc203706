// SPDX-License-Identifier: GPL-3.0-or-later
/// What the policy of the next run would keep of the prompt that was read last, beside what the shown lane held there:
/// asked again while a slider moves. The shown run may be any that reads the same prompt in the same way.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "app/workbench/models/engine_client.h"
#include "app/workbench/models/plugins_model.h"
#include "app/workbench/models/run_draft.h"
#include "app/workbench/models/selection.h"
#include "core/decode/recorded_selection.h"

namespace kvw::wb {

/// Who keeps a token of the prompt.
enum class WhatIfCell : std::uint8_t { Neither, Both, OnlyRun, OnlyNext };
[[nodiscard]] QString whatIfName(WhatIfCell cell);

struct WhatIfPreview {
    PromptSelection run, next;
    std::int64_t bytes = 0;  ///< that the observations of the prompt take

    /// Of a layer, by token; `head`: the query head whose keep-set counts, -1: any.
    [[nodiscard]] std::vector<WhatIfCell> cells(int layer, int head, int queryHeads) const;
    /// Tokens of a layer that both keep, mean over the finer of their units.
    [[nodiscard]] double keptByBoth(int layer) const;
};

/// Thread: GUI thread.
class WhatIfModel : public QObject {
    Q_OBJECT
 public:
    WhatIfModel(EngineClient& client, RunDraft& draft, PluginsModel& plugins, Selection& selection,
                QObject* parent = nullptr);

    /// What the layers observed when they read a prompt last is of the prompt of the shown run.
    [[nodiscard]] bool observed() const;
    /// Asks for the policy of the run dock, where `observed`; once per policy text and run.
    void ask();
    /// The prompt of the shown run was read, and the run dock has a policy that none of its lanes began or ended with:
    /// a preview is of interest.
    [[nodiscard]] bool turned() const;
    /// To the newest question; null: none yet, or the policy is refused.
    [[nodiscard]] std::shared_ptr<const WhatIfPreview> preview();
    /// What a view that is about the run paints over it: asks while `turned`; null: nothing. A policy that was in the
    /// run dock already when the run was started is nobody's question about it.
    [[nodiscard]] std::shared_ptr<const WhatIfPreview> overlay();
    /// No overlay until the policy of the run dock is another.
    void dismiss();

 Q_SIGNALS:
    void changed();

 private:
    /// From what the lane began with, and from what it ended with.
    [[nodiscard]] bool differs(const LaneInfo& lane, const ResolvedPolicy& policy) const;

    EngineClient& m_client;
    RunDraft& m_draft;
    PluginsModel& m_plugins;
    Selection& m_selection;
    QString m_asked;  ///< of the shown run
    QString m_dismissed;
    QString m_startedWith;  ///< policy of the run dock since the last start; empty: it was changed
    std::shared_ptr<const EngineClient::WhatIf> m_answer;  ///< that `m_preview` was made from
    std::shared_ptr<const Recording> m_recording;
    int m_lane = -1;
    std::shared_ptr<const WhatIfPreview> m_preview;
};

}  // namespace kvw::wb
