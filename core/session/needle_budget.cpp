// SPDX-License-Identifier: Apache-2.0
#include "core/session/needle_budget.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/policy/host/choice/choice.h"
#include "core/session/spec/fork_text.h"
#include "core/session/spec/run_changes.h"

namespace kvw {
namespace {

constexpr const char* kWhere = "autopsy";

/// Returns the parameter that is searched, by the name that setParameter takes.
Result<std::string> parameterOf(const ResolvedPolicy& policy, const std::string& asked) {
    if (!asked.empty()) {
        const ParameterSpec* spec = policy.parameter(asked);
        if (spec == nullptr || spec->type != ParameterType::Integer) {
            return fail(Code::BadUsage, kWhere,
                        phrase("%1 has no parameter \"%2\" that counts tokens", policy.named(), asked));
        }
        return asked;
    }
    for (const ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            if (spec.allowsShare && spec.type == ParameterType::Integer) {
                return policy.prefixOf(part) + spec.name;
            }
        }
    }
    return fail(Code::BadUsage, kWhere, phrase("%1 has no parameter that is a budget in tokens", policy.named()), {},
                "the name of a parameter that counts tokens");
}

/// Makes the runs of a search.
class Search {
 public:
    Search(Engine& engine, const Catalog& catalog, const BudgetQuestion& question, const BudgetTold& told,
           std::stop_token stop)
        : m_engine(engine), m_catalog(catalog), m_question(question), m_told(told), m_stop(std::move(stop)) {}

    /// Prepares the run of the lane up to the step at which the needle is looked for.
    Result<void> prepare(const Recording& recording, std::int32_t lane, const RunSpec& like, NeedleBudget& found) {
        const RunDescription& run = recording.description();
        KVW_TRY_ASSIGN(m_chain, chainBefore(recording, lane, m_question.needle.at + 1));
        KVW_TRY_ASSIGN(m_policy, resolvePolicy(m_catalog, m_chain.policy));
        KVW_TRY_ASSIGN(found.parameter, parameterOf(m_policy, m_question.parameter));
        m_spec = specOf(withSettings(run, settingsOf(run, lane)));
        m_spec.model = like.model;
        m_spec.threads = like.threads;
        m_spec.capture = Capture::None;
        if (run.mode == "generate" && m_question.needle.at >= run.generatesFrom()) {
            // Other budgets would write other texts.
            KVW_TRY(readParentsText(recording, lane, run.promptTokens - 1, m_spec));
        }
        const std::int64_t read = m_spec.mode == Mode::Generate ? run.generatesFrom() : run.promptTokens;
        m_spec.steps = std::max<std::int64_t>(m_question.needle.at + 1 - read, 0);
        const ParameterSpec* parameter = m_policy.parameter(found.parameter);
        const auto smallest = static_cast<std::int64_t>(std::ceil(parameter->minimum.value_or(1)));
        const auto largest = parameter->maximum ? static_cast<std::int64_t>(*parameter->maximum)
                                                : std::numeric_limits<std::int64_t>::max();
        found.least = m_question.least.value_or(std::max<std::int64_t>(smallest, 1));
        found.most = m_question.most.value_or(std::min(m_question.needle.at + 1, largest));
        found.wanted = m_question.copies;
        return found.least <= found.most
                   ? Result<void>{}
                   : fail(Code::BadUsage, kWhere, "there is no budget between these bounds",
                          phrase("%1 to %2", found.least, found.most));
    }

    /// Makes the run with a value. Errors: Cancelled only; a value that is refused is one that saves nothing.
    Result<bool> saves(std::int64_t value, NeedleBudget& found) {
        BudgetTry made{value, -1, {}};
        const auto whole = wholeWith(found.parameter, value);
        if (!whole && (whole.error().code == Code::Cancelled || m_stop.stop_requested())) {
            return fail(Code::Cancelled, kWhere, "stopped on request");
        }
        made.whole = whole.value_or(-1);
        made.refused = whole ? Phrase() : whole.error().asPhrase();
        found.tries.push_back(made);
        if (m_told && !m_told(made)) {
            return fail(Code::Cancelled, kWhere, "stopped on request");
        }
        return made.whole >= found.wanted;
    }

 private:
    Result<std::int32_t> wholeWith(const std::string& parameter, std::int64_t value) {
        ResolvedPolicy policy = m_policy;
        KVW_TRY(setParameter(policy, parameter, std::to_string(value)));
        PolicyChain chain = m_chain;
        chain.policy = policy.text;
        RunSpec spec = m_spec;
        spec.policies = {toText(chain)};
        KVW_TRY_ASSIGN(const auto run, m_engine.start(spec, m_catalog, {}));
        const std::stop_callback cancel(m_stop, [&run] { run->cancel(); });
        KVW_TRY(run->prefill({}));
        while (!run->finished()) {
            KVW_TRY(run->step());
        }
        run->close(RunState::Finished, {});
        KVW_TRY_ASSIGN(const auto autopsy, needleAutopsy(*run->recording(), 0, m_question.needle));
        return autopsy.whole();
    }

    Engine& m_engine;
    const Catalog& m_catalog;
    const BudgetQuestion& m_question;
    const BudgetTold& m_told;
    std::stop_token m_stop;
    PolicyChain m_chain;
    ResolvedPolicy m_policy;
    RunSpec m_spec;
};

}  // namespace

bool NeedleBudget::uneven() const {
    return smallest >= 0 && std::ranges::any_of(tries, [this](const BudgetTry& each) {
               return each.value > smallest && each.whole >= 0 && each.whole < wanted;
           });
}

Result<NeedleBudget> smallestBudget(Engine& engine, const Catalog& catalog, const Recording& recording,
                                    std::int32_t lane, const BudgetQuestion& question, const RunSpec& like,
                                    const BudgetTold& told, const std::stop_token& stop) {
    NeedleBudget found;
    Search search(engine, catalog, question, told, stop);
    KVW_TRY(search.prepare(recording, lane, like, found));
    KVW_TRY_ASSIGN(const bool any, search.saves(found.most, found));
    if (const BudgetTry& largest = found.tries.back(); !largest.refused.empty()) {
        return fail(Code::BadUsage, kWhere, largest.refused, phrase("%1=%2", found.parameter, found.most));
    }
    if (!any) {
        return found;
    }
    found.smallest = found.most;
    std::int64_t below = found.least - 1;  // no value up to it saves the needle
    if (found.least < found.most) {
        KVW_TRY_ASSIGN(const bool least, search.saves(found.least, found));
        found.smallest = least ? found.least : found.smallest;
        below = found.least;
    }
    while (found.smallest - below > 1) {
        const std::int64_t middle = below + (found.smallest - below) / 2;
        KVW_TRY_ASSIGN(const bool saved, search.saves(middle, found));
        (saved ? found.smallest : below) = middle;
    }
    return found;
}

}  // namespace kvw
