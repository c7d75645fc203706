// SPDX-License-Identifier: GPL-3.0-or-later
/// Starts forks of recorded runs, keeps the tree of all runs of the session, and shows any run or two side by side.
#pragma once

#include <QObject>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/plugins_model.h"
#include "app/workbench/session/runs/run_tree.h"
#include "app/workbench/session/selection.h"
#include "core/session/spec/fork_text.h"
#include "core/session/spec/run_change.h"

namespace kvw::wb {

/// Thread: GUI thread.
class Forks : public QObject {
    Q_OBJECT
 public:
    Forks(EngineClient& client, RunDraft& draft, PluginsModel& plugins, Selection& selection,
          QObject* parent = nullptr);

    [[nodiscard]] RunTree& tree() noexcept { return m_tree; }
    /// The shown run; -1: none, or two side by side.
    [[nodiscard]] int current() const;
    /// Starts a fork of the selected lane of the shown run: before token `step`, its first own token, it is the same as
    /// that lane; from there on it has `policy`. It starts paused if the run is paused. A run that has not ended goes
    /// on as a lane beside its fork. Errors: a step that cannot be forked, an unknown policy, the same policy; errors
    /// that only the engine finds arrive as the session's message. `device`: where it decodes; empty: as the run.
    Result<void> fork(std::int64_t step, const QString& policy, const std::string& device = {});
    /// Starts a fork of a lane of the shown run, with one lane for each chain (run_changes.h). The chains agree before
    /// token `step`; the fork ends before token `end`. Errors: those of `fork`.
    Result<void> branch(int lane, std::int64_t step, const std::vector<std::string>& chains, std::int64_t end);
    /// Starts a fork of the selected lane that takes the prune event of a step apart (core/analysis/spike.h). Errors: the
    /// policy evicted nothing there; those of `fork`.
    Result<void> takeApart(std::int64_t step);
    /// Starts a fork after the selected step in which `tokens` are evicted, pinned, released or put back. The fork of a
    /// run that generated its text and has ended reads that text (ForkText), so that both NLLs are of the same tokens.
    /// Errors: no token is given, `kind` does not apply to any of them (none of those to put back was evicted); those
    /// of `fork`.
    Result<void> editTokens(RunChange::Kind kind, const std::vector<std::int32_t>& tokens);
    /// Starts a fork in which those of `tokens` that were evicted are put back, with the keys and values they were
    /// evicted with: after the selected step, or before the question of a probe about them; at the end of a run that is
    /// over, far enough before it that later tokens show the effect. A generated text is read as in `editTokens`.
    /// `told` reports the effect. Errors: none of them was evicted, or only with the last token; those of `fork`.
    Result<void> measureForgetting(const std::vector<std::int32_t>& tokens);
    /// Returns a sentence about the effect of a fork on the NLL so far; for generated texts, over the tokens that both
    /// have in common, and where they part. Empty: nothing to compare yet.
    [[nodiscard]] QString consequence(int run) const;
    /// Returns a sentence about the cost of an eviction that a fork by `measureForgetting` has measured so far, or why
    /// there is no figure; empty: the run is no such fork.
    [[nodiscard]] QString price(int run) const;
    /// Returns the first token after the selected step.
    [[nodiscard]] std::int64_t stepHere() const;
    /// The policy in the run dock's form.
    [[nodiscard]] QString draftPolicy() const { return m_draft.form().policyText(); }
    /// Shows a run; the one under way goes on.
    void show(int run);
    /// Returns the lane to select in the shown recording; for a fork its own.
    [[nodiscard]] int laneToShow() const;
    /// Shows the run under way, if another is shown.
    void showLive();
    /// Shows two runs as lanes of one recording, with the steps they have now. Errors: another model or text.
    Result<void> compare(int a, int b);
    /// Returns whether two runs are shown by `compare`.
    [[nodiscard]] bool comparing() const { return m_together && m_together == m_client.recording(); }
    /// Returns whether one of the two was still under way when `compare` was called.
    [[nodiscard]] bool comparesUnfinished() const { return comparing() && m_togetherUnfinished; }
    /// Returns the specifications that compute lane `laneOfA` of run `a` and the lane of run `b` side by side; empty:
    /// there are none.
    [[nodiscard]] std::vector<RunSpec> specsOf(int a, int laneOfA, int b) const;
    /// Checks that the NLLs of two runs are of the same tokens. Errors: the reason why they are not.
    [[nodiscard]] Result<void> comparable(int a, int b) const;
    /// Returns a sentence on where two runs part, or why they cannot be compared; empty: not known.
    [[nodiscard]] QString divergence(int a, int b) const;
    /// Returns the first token at which a shown lane differs from its counterpart: a fork from its parent, or one of
    /// two runs side by side from the other. -1: it has no counterpart, or they are the same so far.
    [[nodiscard]] std::int64_t divergenceHere() const { return divergenceHere(m_selection.lane()); }
    [[nodiscard]] std::int64_t divergenceHere(int lane) const;
    /// Returns the lane of the shown recording that `lane` is compared with: for a fork its parent's, if that goes on
    /// in the same recording; for two runs side by side the other run's. -1: none.
    [[nodiscard]] int besideHere(int lane) const;
    /// Returns a specification with the model and the text of a run.
    [[nodiscard]] RunSpec like(int run) const;
    /// Removes a run from the tree, with its recording. Errors: it has forks, it is shown or under way.
    Result<void> remove(int run);

 Q_SIGNALS:
    void problem(const Phrase& sentence);
    void told(const QString& sentence);

 private:
    /// Tokens [begin, end) over which the cost of an eviction is measured; `subject` names them.
    struct Price {
        std::int64_t begin = 0, end = 0;
        QString subject;
        bool told = false;
    };
    struct Pending {
        int parent = -1, parentLane = 0, lane = 0, besideLane = -1;
        std::int64_t step = -1;
        RunSpec spec;  ///< as recorded
        std::optional<Price> price;
        bool silent = false;  ///< its consequence is not told
    };
    Result<void> start(int run, int lane, std::int64_t step, const std::vector<RunChange>& changes,
                       ForkText text = ForkText::Own, std::optional<Price> price = std::nullopt,
                       const std::string& device = {});
    /// Returns whether the run is a fork that reads the text that its parent generated.
    [[nodiscard]] bool readsParent(int run) const;
    [[nodiscard]] Result<void> checkShown() const;
    /// Starts `spec`, whose lanes from `first` on are branches of a lane of the shown run from token `step` on.
    Result<void> startBranches(int lane, std::int64_t step, RunSpec spec, int first);
    /// Returns the trace of run `a`, the earlier one, that run `b` is compared with.
    [[nodiscard]] RunTree::Compared besideRun(int a, int b) const;
    /// Returns `consequence` for generated texts, up to the token at which they part.
    [[nodiscard]] QString consequenceOfGenerated(int run) const;
    void onRecording();
    void onSteps();
    void tellConsequence();
    /// Tells the prices of forks that reached the end of the tokens measured, or ended before.
    void tellPrices();
    /// Tells from where the fork that was started last goes on.
    void reportOrigin();
    /// Returns those of `tokens` that some layer or head no longer holds before token `step`, in the selected lane.
    [[nodiscard]] std::vector<std::int32_t> evicted(const std::vector<std::int32_t>& tokens, std::int64_t step) const;
    /// Returns the smallest step, not below `least`, before which as many of these tokens are evicted as before `step`.
    [[nodiscard]] std::int64_t goneSince(const std::vector<std::int32_t>& tokens, std::int64_t step,
                                         std::int64_t least) const;
    /// Returns the probe whose fact contains one of these tokens and whose question comes after the prompt: the one
    /// whose question or answer is at token `step`, else the first asked after a token of its fact was evicted, else
    /// the first; null: none.
    [[nodiscard]] const ProbeInfo* askedFor(const RunDescription& run, const std::vector<std::int32_t>& tokens,
                                            std::int64_t step) const;
    void adopt(const std::shared_ptr<Recording>& recording);
    void showKeepingPlace(const std::shared_ptr<Recording>& recording, const QString& source, int lane);

    EngineClient& m_client;
    RunDraft& m_draft;
    PluginsModel& m_plugins;
    Selection& m_selection;
    RunTree m_tree;
    std::optional<Pending> m_pending;
    RunSpec m_spec;                         ///< specification of the last start
    std::shared_ptr<Recording> m_together;  ///< recording made by `compare`
    bool m_togetherUnfinished = false;
    std::map<int, Price> m_prices;  ///< key: run
    struct Divergence {
        std::int64_t looked = 0, at = -1;  ///< number of tokens compared; the first that differs, -1: none of them
    };
    [[nodiscard]] static std::int64_t divergenceAt(Divergence& divergence, const Trace& a, const Trace& b);
    mutable std::map<std::pair<int, int>, Divergence> m_divergences;
    mutable Divergence m_togetherDivergence;
    int m_unchecked = -1;             ///< fork that is not yet checked against its parent; -1: none
    bool m_originUnreported = false;  ///< `reportOrigin` has not told of the last fork yet
    int m_untold = -1;                ///< fork whose consequence is not told yet; -1: none
};

}  // namespace kvw::wb
