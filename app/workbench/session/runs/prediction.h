// SPDX-License-Identifier: GPL-3.0-or-later
/// Predict, then reveal: before a prune event people mark the tokens that they would drop; then their choice, the
/// policy's and the best one in hindsight are compared by the NLL of the next tokens.
#pragma once

#include <QObject>
#include <cstdint>
#include <vector>

#include "app/workbench/session/engine_client.h"
#include "app/workbench/session/runs/forks.h"
#include "app/workbench/session/selection.h"

namespace kvw::wb {

/// Thread: GUI thread. The choices of people and of hindsight are two lanes of one fork, in which these tokens are
/// evicted by hand before the policy would prune; nothing is estimated. At the end of the prompt they are evicted from
/// the full cache instead, and the policy takes that cache over if it prunes again within the compared tokens.
class Prediction : public QObject {
    Q_OBJECT
 public:
    static constexpr int kTokensAfter = 64;  ///< number of tokens whose NLL is compared
    enum class State { None, Seeking, Marking, Running, Revealed };

    Prediction(EngineClient& client, Forks& forks, Selection& selection, QObject* parent = nullptr);

    /// Selects the step before the next prune event of the shown lane; a run under way goes on until it has the event
    /// and the compared tokens. Errors: no run or no policy that prunes is shown, the text is generated, no prune event
    /// is left.
    Result<void> begin();
    void cancel();
    [[nodiscard]] State state() const noexcept { return m_state; }
    [[nodiscard]] std::int64_t step() const noexcept { return m_step; }  ///< step at whose end the policy prunes
    [[nodiscard]] int count() const noexcept { return m_count; }         ///< tokens dropped, mean over layers and heads
    /// Returns the selected tokens that are held before the event.
    [[nodiscard]] std::vector<std::int32_t> marked() const;
    /// Starts the fork with the choices. Errors: not as many tokens are marked as the policy drops; those of a fork. If
    /// the policy has to take over and cannot, `told` says so.
    Result<void> reveal();

    /// Mean NLL of the tokens after the prune event, nats; NaN: there is none. `withPolicy`, `withHindsight`: number of
    /// tokens marked by people that the policy or hindsight dropped, too.
    struct Outcome {
        double people = 0, policy = 0, hindsight = 0, full = 0;
        std::int64_t tokens = 0;
        int withPolicy = 0, withHindsight = 0;
    };
    [[nodiscard]] const Outcome& outcome() const noexcept { return m_outcome; }
    enum class Who { People, Policy, Hindsight };
    /// Return the tokens that were held before the event, and those that a choice dropped of them; ascending. Complete
    /// once revealed.
    [[nodiscard]] const std::vector<std::int32_t>& heldBefore() const noexcept { return m_held; }
    [[nodiscard]] const std::vector<std::int32_t>& dropped(Who who) const noexcept {
        return who == Who::People ? m_people : who == Who::Policy ? m_policy : m_hindsight;
    }
    [[nodiscard]] QString sentence() const;  ///< the outcome in words

 Q_SIGNALS:
    void changed();
    void told(const QString& sentence);

 private:
    [[nodiscard]] Result<void> check() const;
    void look();
    void mark(std::int64_t step);
    void take();
    void notStarted(const Phrase& why);
    void turn(State state);
    [[nodiscard]] double meanNll(const Trace& trace) const;

    EngineClient& m_client;
    Forks& m_forks;
    Selection& m_selection;
    State m_state = State::None;
    std::shared_ptr<Recording> m_recording;  ///< run that is predicted
    int m_lane = 0, m_count = 0;
    std::int64_t m_from = 0, m_step = -1, m_end = 0;
    bool m_takesOver = false;  ///< the policy goes on after the eviction by hand at the end of the prompt
    std::vector<std::int32_t> m_held, m_people, m_policy, m_hindsight;
    Outcome m_outcome;
};

}  // namespace kvw::wb
