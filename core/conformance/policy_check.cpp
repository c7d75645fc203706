// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/policy_check.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/base/json/phrase_json.h"
#include "core/bench/bench.h"
#include "core/conformance/conformance_case.h"
#include "core/conformance/policy_calls.h"
#include "core/conformance/policy_check_text.h"
#include "core/engine/policy/policy_check_settings.h"
#include "core/policy/host/choice/prompt_share.h"

namespace kvw {

namespace {

using checks::caseOf;
using checks::Input;
using checks::kGrouped;
using checks::kUngrouped;
using checks::tensorsOf;
using checks::Text;
using nlohmann::ordered_json;

struct Outcome {
    std::vector<TokenSets> held;  ///< after each pass
    std::int64_t units = 1, evicted = 0;
    bool finite = true;
};

/// Tokens held where a policy is made to evict, and where its cost is measured.
constexpr std::int64_t kSmall = 32, kHeld = 1024;
constexpr const char* kNotFinite = "the attention output is not finite";

void addHeld(const CachedAttention& attention, Outcome& outcome) {
    outcome.held.push_back(heldSets(attention));
    outcome.units = attention.cache().shape().units;
    for (const EvictionRecord& cut : attention.cuts()) {
        outcome.evicted += std::ssize(cut.tokens);
    }
}

class Checker {
 public:
    Checker(const LoadedModel& model, const Catalog& catalog, PluginLoader& loader,
            const std::shared_ptr<ThreadPool>& pool, const ProgressSink& progress)
        : m_model(model), m_catalog(catalog), m_loader(loader), m_pool(pool), m_progress(progress) {}

    /// Lists every call that a policy gets, and whether it gives the same answers again.
    void calls(const std::string& policy) {
        m_policy = policy;
        auto listed = policyCalls(policy, m_catalog, m_loader);
        if (!listed) {
            return add("calls", "fail", listed.error().asPhrase());
        }
        m_calls.push_back(std::move(*listed));
    }

    void gates(const PluginEntry& entry) {
        m_policy = entry.manifest.id;
        if (entry.state != PluginState::Ready) {
            return add("gates", "fail", entry.reason);
        }
        const auto probed = m_loader.probe(entry);
        add("gates", probed ? "pass" : "fail",
            probed ? phrase("manifest, ABI, torch version and creation with the defaults") : probed.error().asPhrase());
    }

    /// `large`: the same policy for a text of about kHeld tokens.
    void setting(const std::string& policy, const std::string& large) {
        m_policy = policy;
        if (m_progress) {
            m_progress({1, 1, m_policy.c_str()});
        }
        const auto normal = run(policy, {});
        if (!normal) {
            return add("edits", "fail", normal.error().asPhrase());
        }
        add("edits", "pass",
            phrase(
                "%1 tokens evicted over 96 prompt tokens and 16 steps: none twice, none free, none protected, no unit "
                "above its budget",
                normal->evicted));
        same("determinism", policy, *normal, {}, "the same text twice gives the same edits");
        same("threads", policy, *normal, {96, 16, Input::Normal, 2}, "1 and 2 threads give the same edits");
        if (normal->units <= kGrouped.kvHeads) {
            same("permuted query heads", policy, *normal, {96, 16, Input::SwappedHeads, 1},
                 "query heads of a group may change places");
        }
        forked(policy, *normal);
        manualEdits(policy);
        otherShape(policy);
        inputs(policy);
        lengths(policy);
        identity(policy);
        cost(large);
    }

    ordered_json report(const PluginEntry& entry) const {
        return {{"plugin", entry.manifest.id},
                {"version", entry.manifest.version},
                {"passed", m_passed},
                {"checks", m_checks},
                {"calls", m_calls}};
    }

 private:
    void add(const char* check, const char* outcome, const Phrase& detail) {
        m_passed = m_passed && std::string_view(outcome) != "fail";
        m_checks.push_back({{"policy", m_policy},
                            {"check", check},
                            {"outcome", outcome},
                            {"detail", detail.english()},
                            {"phrase", phraseJson(detail)}});
    }

    /// Adds a check, which failed if there is a problem.
    void judge(const char* check, const Phrase& problem, const Phrase& good) {
        add(check, problem.empty() ? "pass" : "fail", problem.empty() ? good : problem);
    }

    /// Action before step s.
    using Between = std::function<Result<void>(CasePasses&, std::int64_t s)>;

    Result<Outcome> run(const std::string& policy, const Text& text, const Between& between = {}) {
        KVW_TRY_ASSIGN(auto resolved, resolvePolicy(m_catalog, policy));
        KVW_TRY_ASSIGN(auto created, m_loader.create(inTokens(resolved, text.prompt)));
        KVW_TRY_ASSIGN(auto tensors, tensorsOf(text));
        const int threadsOfTorch = at::get_num_threads();
        at::set_num_threads(text.threads);
        ThreadPool pool(text.threads);
        const ConformanceCase c = caseOf(text);
        auto outcome = caseAttention(c, resolved, std::move(created), m_catalog.paths(), pool)
                           .and_then([&](std::unique_ptr<CachedAttention> attention) {
                               return passes(c, std::move(tensors), std::move(attention), text, between);
                           });
        at::set_num_threads(threadsOfTorch);
        return outcome;
    }

    static Result<Outcome> passes(const ConformanceCase& c, CaseTensors tensors,
                                  std::unique_ptr<CachedAttention> attention, const Text& text,
                                  const Between& between) {
        Outcome outcome;
        CasePasses passes(c, std::move(tensors), std::move(attention));
        KVW_TRY(passes.begin().and_then([&] { return passes.prompt(); }));
        addHeld(passes.attention(), outcome);
        for (std::int64_t s = 0; s < text.decode; ++s) {
            KVW_TRY((between ? between(passes, s) : Result<void>{}).and_then([&] { return passes.step(s); }));
            addHeld(passes.attention(), outcome);
            outcome.finite = outcome.finite && passes.outputIsFinite();
        }
        return outcome;
    }

    static Phrase firstDifference(const Outcome& a, const Result<Outcome>& b) {
        if (!b) {
            return b.error().asPhrase();
        }
        for (std::size_t pass = 0; pass < std::min(a.held.size(), b->held.size()); ++pass) {
            if (a.held[pass] != b->held[pass]) {
                return pass == 0 ? phrase("after the prompt") : phrase("at step %1", pass - 1);
            }
        }
        return {};
    }

    void same(const char* check, const std::string& policy, const Outcome& normal, const Text& text,
              const char* sentence) {
        const Phrase difference = firstDifference(normal, run(policy, text));
        judge(check, difference.empty() ? difference : phrase("%1: differs %2", sentence, difference), sentence);
    }

    void forked(const std::string& policy, const Outcome& normal) {
        const Phrase difference = firstDifference(normal, run(policy, {}, [](CasePasses& passes, std::int64_t s) {
                                                      return s == 8 ? passes.continueAsFork() : Result<void>{};
                                                  }));
        judge("fork", difference.empty() ? difference : phrase("a copy differs %1", difference),
              phrase("a copy made at step 8 goes on as the original"));
    }

    /// Checks tokens that are evicted, pinned, put back and released by hand while it decodes.
    void manualEdits(const std::string& policy) {
        const std::vector<std::int32_t> some{0, 20, 21, 40, 93, 94, 95};
        bool refused = false, returns = true;
        const auto edit = [&](CasePasses& passes, std::int64_t s) -> Result<void> {
            CachedAttention& attention = passes.attention();
            if (s == 0) {
                refused = !attention.checkManualEdit(RunChange::Kind::Evict);
                returns = attention.checkManualEdit(RunChange::Kind::Restore).has_value();
            }
            if (refused) {
                return {};
            }
            if (s == 0) {
                attention.manualEdits().saveOnEvict(some);
                attention.manualEdits().pin(std::vector<std::int32_t>{92});
            } else if (s == 3) {
                static_cast<void>(attention.manualEdits().evict(some));  // fails if the policy has dropped all of them
            } else if (s == 6 && returns) {
                static_cast<void>(attention.manualEdits().putBack(some));  // fails if it holds them all
            } else if (s == 11) {
                attention.manualEdits().release(some);
            }
            return {};
        };
        const auto done = run(policy, {}, edit);
        add("hands",
            !done     ? "fail"
            : refused ? "note"
                      : "pass",
            !done     ? done.error().asPhrase()
            : refused ? phrase("tokens cannot be edited by hand")
            : returns ? phrase("tokens can be evicted, pinned, put back and released by hand while it decodes")
                      : phrase("tokens can be evicted and pinned by hand while it decodes"));
    }

    void otherShape(const std::string& policy) {
        const auto one = run(policy, {96, 16, Input::Normal, 1, kUngrouped});
        const auto two = run(policy, {96, 16, Input::Normal, 2, kUngrouped});
        Phrase problem;
        if (!one || !two) {
            problem = (one ? two : one).error().asPhrase();
        } else if (!one->finite) {
            problem = kNotFinite;
        } else if (const Phrase difference = firstDifference(*one, two); !difference.empty()) {
            problem = phrase("1 and 2 threads differ %1", difference);
        }
        const Phrase shape = phrase("%1 layers of %2 heads without groups, %3 channels", kUngrouped.layers,
                                    kUngrouped.queryHeads, kUngrouped.headDim);
        if (!problem.empty()) {
            return add("other shape", "fail", phrase("%1: %2", shape, problem));
        }
        add("other shape", "pass", phrase("%1: %2 tokens evicted, the same with 1 and 2 threads", shape, one->evicted));
    }

    void inputs(const std::string& policy) {
        const std::pair<Input, const char*> kinds[] = {
            {Input::Constant, "constant"}, {Input::Huge, "huge (1e8)"}, {Input::Tiny, "tiny (1e-20)"}};
        for (const auto& [input, name] : kinds) {
            const auto done = run(policy, {96, 16, input, 1});
            const auto resolved = resolvePolicy(m_catalog, policy);
            if (!done && resolved && resolved->codec() != nullptr) {
                // Codes have a limited range: beyond it no more than a sentence can be asked for.
                return add("odd numbers", "note", phrase("%1 input: %2", name, done.error().asPhrase()));
            }
            if (!done || !done->finite) {
                return add("odd numbers", "fail",
                           phrase("%1 input: %2", name, done ? Phrase(kNotFinite) : done.error().asPhrase()));
            }
        }
        add("odd numbers", "pass", "constant, huge and tiny queries, keys and values give finite results");
    }

    void lengths(const std::string& policy) {
        for (const std::int64_t prompt : {1, 2, 7, 33}) {
            if (const auto done = run(policy, {prompt, 8, Input::Normal, 1}); !done) {
                return add("short prompts", "fail", phrase("%1 tokens: %2", prompt, done.error().asPhrase()));
            }
        }
        add("short prompts", "pass", "prompts of 1, 2, 7 and 33 tokens");
    }

    void identity(const std::string& policy) {
        const std::string large = settingThatKeepsAll(m_catalog, policy);
        if (large.empty()) {
            return add("identity", "note", "there is no setting that must keep everything");
        }
        const auto done = run(large, {});
        if (!done) {
            return add("identity", "fail", done.error().asPhrase());
        }
        add("identity", done->evicted == 0 ? "pass" : "note",
            done->evicted == 0
                ? phrase("%1 keeps everything", large)
                : phrase("%1 evicts %2 tokens; if its budget is not meant to be relative, this is an error", large,
                         done->evicted));
    }

    void cost(const std::string& large) {
        if (m_model.decoder == nullptr) {
            return;
        }
        BenchRequest request;
        request.policies = {large};
        request.parts = {"decode"};
        request.held = kHeld;
        request.steps = 64;
        request.rounds = 3;
        request.wait = 0;
        const auto measured = runBench(request, m_model, m_catalog, m_loader, m_pool, {});
        if (!measured) {
            return add("cost per step", "fail", measured.error().asPhrase());
        }
        const ordered_json& row = measured->at("decode").back();
        const double share = row.at("policy_share").get<double>() + row.at("evict_share").get<double>();
        add("cost per step", share > 0.1 ? "note" : "pass",
            phrase("%1: %2 % of a decode step of %3 ms, %4 tokens held", large, fmt::format("{:.1f}", share * 100),
                   fmt::format("{:.3f}", row.at("ms_per_token").get<double>()), row.at("held").get<std::int64_t>()));
    }

    const LoadedModel& m_model;
    const Catalog& m_catalog;
    PluginLoader& m_loader;
    const std::shared_ptr<ThreadPool>& m_pool;
    const ProgressSink& m_progress;
    std::string m_policy;
    bool m_passed = true;
    ordered_json m_checks = ordered_json::array(), m_calls = ordered_json::array();
};

/// Returns the entry that `subject` is about, by plugin id, provided id, or as a policy text.
const PluginEntry* entryOf(const std::string& subject, const Catalog& catalog) {
    const std::string id = subject.substr(0, subject.find_first_of(":+@"));
    for (const PluginEntry& entry : catalog.entries()) {
        const auto& provides = entry.manifest.provides;
        if (entry.manifest.id == id ||
            std::ranges::any_of(provides, [&](const Provided& one) { return one.id == id; })) {
            return &entry;
        }
    }
    return nullptr;
}

}  // namespace

Result<ordered_json> checkPolicy(const std::string& subject, const LoadedModel& model, const Catalog& catalog,
                                 PluginLoader& loader, const std::shared_ptr<ThreadPool>& pool,
                                 const ProgressSink& progress) {
    const PluginEntry* entry = entryOf(subject, catalog);
    if (entry == nullptr) {
        return fail(Code::NotFound, subject, "there is no such plugin", {}, "one that kvw policies lists, or a folder");
    }
    Checker checker(model, catalog, loader, pool, progress);
    checker.gates(*entry);
    if (entry->state == PluginState::Ready) {
        if (subject.find_first_of(":+@") != std::string::npos) {
            checker.setting(subject, subject);
            checker.calls(subject);
        } else {
            const auto small = settingsForCheck(*entry, kSmall), large = settingsForCheck(*entry, kHeld);
            for (std::size_t i = 0; i < small.size(); ++i) {
                checker.setting(small[i], large[i]);
            }
            if (!small.empty()) {
                checker.calls(small.front());
            }
        }
    }
    return checker.report(*entry);
}

}  // namespace kvw
