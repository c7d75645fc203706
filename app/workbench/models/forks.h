// SPDX-License-Identifier: GPL-3.0-or-later
/// Forks of recorded runs: starts them, keeps the tree of all runs of the session, shows any of them and two of them
/// side by side.
#pragma once

#include <QObject>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/workbench/models/engine_client.h"
#include "app/workbench/models/plugins_model.h"
#include "app/workbench/models/run_draft.h"
#include "app/workbench/models/run_tree.h"
#include "app/workbench/models/selection.h"
#include "core/decode/fork_text.h"
#include "core/decode/run_change.h"

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
    /// Makes the shown run's selected lane again up to token `step`, which is the first of its own, and goes on with
    /// `policy`. Paused there if the run is paused. A run that had not ended goes on beside its fork, as a lane.
    /// Errors: a step that cannot be forked, a policy that is not there, one that is the same; what only the engine
    /// knows arrives as the session's message.
    Result<void> fork(std::int64_t step, const QString& policy);
    /// A fork of that lane with one lane for each chain (run_changes.h), which agree before token `step`; it ends
    /// before token `end`. Errors: those of `fork`.
    Result<void> branch(int lane, std::int64_t step, const std::vector<std::string>& chains, std::int64_t end);
    /// Evicts, pins, releases or puts back tokens in a fork from behind the selected step. The fork of a run that
    /// generated its text, and has ended, reads what that one generated (ForkText), so that their NLLs are of the same
    /// tokens. Errors: none is selected, none of those to put back was evicted; those of `fork`.
    Result<void> lay(RunChange::Kind kind, const std::vector<std::int32_t>& tokens);
    /// A fork in which the evicted ones of these tokens are put back, with the keys and values they left with: behind
    /// the selected step, or before the question of a probe whose fact they are; at the end of a run that is over, so
    /// far before it that the tokens after it tell; of a generated text as with `lay`. What that changes is told.
    /// Errors: none of them was evicted, or only with the last token; those of `fork`.
    Result<void> forget(const std::vector<std::int32_t>& tokens);
    /// What the change of a fork does to the NLL, as far as it has come; of generated texts on the tokens that they
    /// have alike, and where they part. Empty: nothing to compare yet.
    [[nodiscard]] QString consequence(int run) const;
    /// What having forgotten cost, as far as the fork has come, or why that cannot be told; empty: the run is no such
    /// fork.
    [[nodiscard]] QString price(int run) const;
    /// The first token behind the selected step.
    [[nodiscard]] std::int64_t stepHere() const;
    /// The policy in the run dock's form.
    [[nodiscard]] QString draftPolicy() const { return m_draft.form().policyText(); }
    /// Shows a run; the one under way goes on.
    void show(int run);
    /// The lane to look at in the shown recording: of a fork its own.
    [[nodiscard]] int laneToShow() const;
    /// The run under way, if another is shown.
    void showLive();
    /// Shows two runs as lanes of one recording, as far as they have come. Errors: those of another model or text.
    Result<void> compare(int a, int b);
    /// Two runs are shown so.
    [[nodiscard]] bool comparing() const { return m_together && m_together == m_client.recording(); }
    /// And one of them was going on then.
    [[nodiscard]] bool comparesUnfinished() const { return comparing() && m_togetherUnfinished; }
    /// The command that makes lane `laneOfA` of a run and that of another side by side; empty: there is none.
    [[nodiscard]] std::string commandOf(int a, int laneOfA, int b) const;
    /// Whether NLLs of two runs are of the same tokens. Errors: which says why they are not.
    [[nodiscard]] Result<void> comparable(int a, int b) const;
    /// Where two runs part, in words, or why that cannot be asked; empty: not known.
    [[nodiscard]] QString parting(int a, int b) const;
    /// The first token at which the shown lane is not what is beside it: of a fork what it was forked from, of two runs
    /// side by side the other one. -1: nothing is beside it, or it is the same so far.
    [[nodiscard]] std::int64_t partingHere() const { return partingHere(m_selection.lane()); }
    [[nodiscard]] std::int64_t partingHere(int lane) const;
    /// The lane of the shown recording that `lane` is compared with: of a fork what it was forked from, where
    /// that goes on in it, of two runs side by side the other one; -1: none.
    [[nodiscard]] int besideHere(int lane) const;
    /// Takes a run out of the tree, with all that was recorded. Errors: it has forks, it is shown or under way.
    Result<void> letGo(int run);

 Q_SIGNALS:
    void problem(const QString& sentence);
    void told(const QString& sentence);

 private:
    /// Tokens [begin, end) are compared; `subject`: what they are.
    struct Price {
        std::int64_t begin = 0, end = 0;
        QString subject;
        bool told = false;
    };
    struct Pending {
        int parent = -1, parentLane = 0, lane = 0, besideLane = -1;
        std::int64_t step = -1;
        std::string command;
        std::optional<Price> price;
        bool silent = false;  ///< its consequence is not told
    };
    Result<void> start(int run, int lane, std::int64_t step, const std::vector<RunChange>& changes,
                       ForkText text = ForkText::Own, std::optional<Price> price = std::nullopt);
    /// A fork that reads what its parent generated.
    [[nodiscard]] bool readsParent(int run) const;
    [[nodiscard]] Result<void> checkShown() const;
    /// What run `b` is compared with in run `a`, which is the earlier one.
    [[nodiscard]] RunTree::Compared besideRun(int a, int b) const;
    /// `consequence` where the texts are generated: as far as they are the same.
    [[nodiscard]] QString consequenceOfGenerated(int run) const;
    void onRecording();
    void onSteps();
    void tellConsequence();
    /// Of forks that came far enough, or ended before.
    void tellPrices();
    /// From where a fork that was started goes on.
    void tellHow();
    /// Those that some layer or head no longer holds before token `step`, in the shown lane.
    [[nodiscard]] std::vector<std::int32_t> evicted(const std::vector<std::int32_t>& tokens, std::int64_t step) const;
    /// The first place from `least` on before which as many of these tokens are gone as before `step`.
    [[nodiscard]] std::int64_t goneSince(const std::vector<std::int32_t>& tokens, std::int64_t step,
                                         std::int64_t least) const;
    /// The question about a fact with one of these tokens: the one at token `step`, else the first that is asked
    /// while decoding after the fact was evicted, else the first; null: no probe asks for them.
    [[nodiscard]] const ProbeInfo* askedFor(const RunDescription& run, const std::vector<std::int32_t>& tokens,
                                            std::int64_t step) const;
    void adopt(const std::shared_ptr<Recording>& recording);
    /// Model and text of a run, for another one like it.
    [[nodiscard]] RunSpec like(int run) const;
    void showKeepingPlace(const std::shared_ptr<Recording>& recording, const QString& source, int lane);

    EngineClient& m_client;
    RunDraft& m_draft;
    PluginsModel& m_plugins;
    Selection& m_selection;
    RunTree m_tree;
    std::optional<Pending> m_pending;
    RunSpec m_spec;                         ///< what the last start asked for
    std::shared_ptr<Recording> m_together;  ///< two runs side by side
    bool m_togetherUnfinished = false;
    std::map<int, Price> m_prices;  ///< by run
    struct Parting {
        std::int64_t looked = 0, at = -1;  ///< tokens looked at; where they part, -1: not in those
    };
    [[nodiscard]] static std::int64_t partingAt(Parting& parting, const Trace& a, const Trace& b);
    mutable std::map<std::pair<int, int>, Parting> m_partings;
    mutable Parting m_togetherParting;
    int m_unchecked = -1;   ///< a fork that is not yet compared with its parent
    bool m_sayHow = false;  ///< of the fork that was started last
    int m_untold = -1;      ///< a fork whose consequence was not told yet
};

}  // namespace kvw::wb
