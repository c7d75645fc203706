// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/policy_driver.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "core/engine/policy/cut_scores.h"
#include "core/policy/host/choice/combination.h"
#include "core/trace/trace.h"

namespace kvw {

namespace {

/// Stands in the record of a step in place of what the policy was given.
constexpr const char* kRuleFollowed = "not asked: the device followed its rule";

}  // namespace

PolicyDriver::PolicyDriver(GuardedParts parts, const sdk::Needs& needs, const sdk::Protection& protection,
                           AttentionStore& store, const AttentionPass& pass)
    : m_store(store),
      m_pass(pass),
      m_policy(std::move(parts.policy)),
      m_evicts(parts.evicts),
      m_needs(needs),
      m_protection(protection),
      m_observations(needs, store, pass) {
    if (parts.reader) {
        m_reader.emplace(std::move(*parts.reader), store.shape());
    }
    if (parts.codec) {
        m_codec.emplace(std::move(*parts.codec));
    }
}

PolicyDriver::PolicyDriver(const PolicyDriver& other, GuardedParts clones, AttentionStore& store,
                           const AttentionPass& pass)
    : m_store(store),
      m_pass(pass),
      m_policy(std::move(clones.policy)),
      m_evicts(other.m_evicts),
      m_needs(other.m_needs),
      m_protection(other.m_protection),
      m_report(other.m_report),
      m_observations(other.m_needs, store, pass),
      m_calls(other.m_calls),
      m_scores(other.m_scores),
      m_followsRules(other.m_followsRules) {
    if (clones.reader) {
        m_reader.emplace(std::move(*clones.reader), store.shape());
    }
    if (clones.codec) {
        m_codec.emplace(*other.m_codec, std::move(*clones.codec));
    }
}

Result<GuardedParts> PolicyDriver::cloneParts() const {
    KVW_TRY_ASSIGN(auto policy, m_policy.clone());
    GuardedParts parts(std::move(policy));
    if (m_reader) {
        KVW_TRY_ASSIGN(parts.reader, m_reader->plugin().clone());
    }
    if (m_codec) {
        KVW_TRY_ASSIGN(parts.codec, m_codec->plugin().clone());
    }
    return parts;
}

Result<void> PolicyDriver::begin(const sdk::RunInfo& run) {
    double ms = 0;  // not part of a pass
    KVW_TRY(ask(
        ms, [&] { return plainCall("begin", kAskedFor + needsText(m_needs)); }, [&] { return m_policy.begin(run); }));
    if (m_reader) {
        KVW_TRY(m_calls.run(
            ms, [&] { return plainCall("begin", m_reader->plugin().who()); },
            [&] { return m_reader->plugin().begin(run); }));
    }
    if (m_codec) {
        KVW_TRY(m_calls.run(
            ms, [&] { return plainCall("begin", m_codec->plugin().who()); },
            [&] { return m_codec->plugin().begin(run); }));
    }
    return {};
}

Result<void> PolicyDriver::setParameters(const ResolvedPolicy& policy) {
    const sdk::Parameters parameters = tuningParameters(policy);
    double ms = 0;  // not part of a pass
    if (policy.reader() != nullptr) {
        KVW_TRY(m_calls.run(
            ms, [&] { return plainCall("set", m_reader->plugin().who()); },
            [&] { return m_reader->plugin().set(parameters); }));
    } else if (policy.parts[0].kind != PluginKind::Codec) {
        KVW_TRY(ask(
            ms, [&] { return plainCall("set"); }, [&] { return m_policy.set(parameters); }));
    }
    KVW_TRY_ASSIGN(m_protection, m_policy.protection());
    auto done = refreshReport();
    if (PolicyCall* call = m_calls.last(); call != nullptr) {
        call->budget = budgetOf(-1);
    }
    return done;
}

void PolicyDriver::beginPass() {
    m_ms = 0;
    m_bytesRead = m_reader && !m_pass.prefill ? 0 : -1;
}

Result<void> PolicyDriver::endPrompt() {
    if (!m_codec) {
        return {};
    }
    m_codec->notePrompt(m_store.cache());
    return refreshReport();
}

Result<void> PolicyDriver::observeRows(const sdk::Observation& layer, std::int64_t firstRow) {
    return ask(
        m_ms, [&] { return viewedCall("observeRows", layer); }, [&] { return m_policy.observeRows(layer, firstRow); });
}

Result<sdk::Edits> PolicyDriver::prefillLayer(const sdk::Observation& layer) {
    return ask(
        m_ms, [&] { return viewedCall("prefillLayer", layer); }, [&] { return m_policy.prefillLayer(layer); });
}

Result<sdk::Edits> PolicyDriver::prefillEnd() {
    return ask(
        m_ms, [&] { return plainCall("prefillEnd"); }, [&] { return m_policy.prefillEnd(); });
}

Result<std::optional<sdk::StepRule>> PolicyDriver::stepRule() const {
    const bool measures = m_needs.rawKeys && m_needs.tensorsAtDecode && m_store.hasForeignTokens();
    if (!m_followsRules || m_needs.reencode || measures) {
        return std::optional<sdk::StepRule>();
    }
    KVW_TRY_ASSIGN(auto rule, m_policy.stepRule());
    const CacheShape& shape = m_store.shape();
    const auto listed =
        static_cast<std::size_t>(rule && rule->budgetsPerUnit ? shape.layers * shape.units : shape.layers);
    const bool counts = rule && rule->every > 0;
    const bool fits = !counts || rule->plan != nullptr || rule->budgets.size() == listed;
    using Kind = sdk::StepScore::Kind;
    const bool turns = rule && rule->score.kind == Kind::Cosine && !m_store.keysStay();
    // The device has what the codes of older keys stand for.
    const bool decoded = rule && m_codec && (rule->score.kind == Kind::KeyNorm || rule->score.kind == Kind::Cosine);
    if (!fits || (counts && (turns || decoded || rule->score.statistics() > shape.statistics))) {
        return std::optional<sdk::StepRule>();
    }
    return rule;
}

void PolicyDriver::take(const sdk::StepRule& rule, const RuleAnswer& answer) {
    m_followed.answer = answer;  // in the memory of the answer before
    m_followed.due = true;
    m_followed.showsScores = rule.showsScores;
    m_followed.reason = rule.reasonOf(m_pass.newest());
}

Result<std::optional<sdk::ReadRule>> PolicyDriver::readRule() const {
    if (!m_reader) {
        return std::optional<sdk::ReadRule>();
    }
    return m_reader->plugin().readRule();
}

void PolicyDriver::take(const ReadAnswer& answer) {
    const std::int64_t tokens = m_store.cache().held(0, 0);  // nothing is evicted under a reader
    m_reader->plugin().ruleFollowed(tokens);
    for (std::int32_t layer = 0; layer < m_store.shape().layers; ++layer) {
        PagesRead read;
        read.pages = answer.pages[static_cast<std::size_t>(layer)];
        read.everything = read.pages.empty();
        m_reader->take(layer, std::move(read), tokens, m_store.bounds()->page());
        m_bytesRead += m_store.bytesRead(layer, m_reader->tiles());
    }
    if (m_calls.on()) {
        PolicyCall call = pagesCall(0, tokens);
        call.given = kRuleFollowed;
        m_calls.add(std::move(call));
    }
    if (m_firstScores && m_firstScores->step < 0 && !answer.firstScores.empty()) {
        m_firstScores->step = m_pass.first;
        for (std::size_t page = 0; page < answer.firstScores.size(); ++page) {
            m_firstScores->scores[static_cast<std::int64_t>(page)] = answer.firstScores[page];
        }
    }
}

Result<sdk::Edits> PolicyDriver::editsOfRule() {
    m_followed.due = false;
    const RuleAnswer& answer = m_followed.answer;
    const CacheShape& shape = m_store.shape();
    if (m_calls.on() && !isPlaceholder()) {
        PolicyCall call = viewedCall("step", m_observations.stepWithoutTensors());
        call.given = kRuleFollowed;
        m_calls.add(std::move(call));
    }
    const auto isCut = [](std::int32_t count) { return count > 0; };
    sdk::StepOutcome outcome;
    outcome.seen = m_pass.first + m_pass.count;
    outcome.cutFirst = !answer.counts.empty() && isCut(answer.counts.front());
    outcome.cuts = std::count_if(answer.counts.begin(), answer.counts.end(), isCut);
    outcome.closeCuts = std::count_if(answer.closeCuts.begin(), answer.closeCuts.end(), isCut);
    KVW_TRY(m_policy.ruleFollowed(outcome));
    m_store.markKnown();
    const std::int64_t most =
        answer.evicts() ? *std::max_element(answer.counts.begin(), answer.counts.end()) : std::int64_t{0};
    if (most == 0) {
        return sdk::Edits{};
    }
    sdk::Edit edit;
    edit.reason = m_followed.reason;
    edit.evict = at::full({shape.layers, shape.units, most}, -1, at::kLong);
    auto* slots = edit.evict.mutable_data_ptr<std::int64_t>();
    for (std::size_t unit = 0; unit < answer.counts.size(); ++unit) {
        const auto first = answer.slots.begin() + static_cast<std::ptrdiff_t>(unit) * answer.stride;
        std::copy_n(first, answer.counts[unit], slots + static_cast<std::int64_t>(unit) * most);
    }
    if (m_followed.showsScores) {
        edit.scores =
            at::from_blob(m_followed.answer.scores.data(), {shape.layers, shape.units, answer.stride}, at::kFloat);
    }
    return sdk::Edits{std::move(edit)};
}

Result<sdk::Edits> PolicyDriver::step() {
    if (m_followed.due) {
        return editsOfRule();
    }
    const sdk::Observation view = m_observations.step();
    auto edits = ask(
        m_ms, [&] { return viewedCall("step", view); }, [&] { return m_policy.step(view); });
    if (edits) {
        m_store.markKnown();
    }
    return edits;
}

Result<std::vector<Cut>> PolicyDriver::accept(const sdk::Edits& edits) {
    AcceptedCuts accepted(edits, m_store.cache(), m_pass);
    KVW_TRY(accepted.check(m_protection, m_report, m_policy.who()));
    if (m_firstScores) {
        accepted.noteScores(*m_firstScores);
    }
    return accepted.take();
}

void PolicyDriver::recordAnswer(const sdk::Edits& edits, std::span<const EvictionRecord> cuts,
                                const Result<void>& done) {
    PolicyCall* call = m_calls.last();
    if (!m_calls.on() || isPlaceholder() || call == nullptr) {
        return;
    }
    call->edits = static_cast<std::int64_t>(edits.size());
    call->after = heldBy(call->layer);
    call->budget = budgetOf(call->layer);
    for (const sdk::Edit& edit : edits) {
        call->reason = edit.reason;
    }
    if (!done) {
        call->evicted = slotsAsked(edits);
        call->violation = done.error().asPhrase();
        return;
    }
    for (const EvictionRecord& cut : cuts) {
        call->evicted += static_cast<std::int64_t>(cut.tokens.size());
    }
    if (!cuts.empty()) {
        keepScores(edits, cuts);
    }
}

void PolicyDriver::keepScores(const sdk::Edits& edits, std::span<const EvictionRecord> cuts) {
    const std::int64_t step = m_pass.newest();
    std::set<std::int32_t> scored;
    for (const EvictionRecord& cut : cuts) {
        if (!cut.scores.empty()) {
            scored.insert(cut.layer);
        }
    }
    // Layer by layer: once they are too many to be kept, the remaining ones are not even made.
    for (const std::int32_t layer : scored) {
        if (m_scores.tooLarge()) {
            m_scores.markSkipped(step, layer);
        } else if (m_scores.wanted(step, m_pass.prefill, layer)) {
            if (auto made = scoresOfCuts(layer, edits, cuts, m_store.cache(), m_pass.slotsAreTokens, m_protection)) {
                m_scores.keep(step, std::move(*made));
            }
        }
    }
}

Result<const PageTiles*> PolicyDriver::choosePages(std::int32_t layer, float* q) {
    if (!m_reader) {
        return nullptr;
    }
    const std::int64_t tokens = m_store.cache().held(layer, 0);
    KVW_TRY(m_calls.run(
        m_ms, [&] { return pagesCall(layer, tokens); },
        [&] { return m_reader->choose(layer, q, tokens, *m_store.bounds()); }));
    m_bytesRead += m_store.bytesRead(layer, m_reader->tiles());
    const at::Tensor& scores = m_reader->chosen(layer).scores;
    if (m_firstScores && layer == 0 && m_firstScores->step < 0 && scores.defined()) {
        m_firstScores->step = m_pass.first;
        for (std::int64_t page = 0; page < scores.size(1); ++page) {
            m_firstScores->scores[page] = scores[0][page].item<float>();
        }
    }
    return &m_reader->tiles();
}

Result<void> PolicyDriver::encode(std::int32_t firstLayer, std::int32_t layers) {
    if (!m_codec) {
        return {};
    }
    GuardedCodec& codec = m_codec->plugin();
    CodecEncoder encoder(codec, m_calls.on());
    auto done = m_store.encode(firstLayer, layers, encoder, m_calls.on() ? &m_codec->error() : nullptr);
    if (!done) {
        Error error = done.error();
        const Phrase who = codec.who(), &subject = error.where.parts.empty() ? error.where : error.where.parts.front();
        if (error.where.empty()) {
            error.where = who;
        } else if (subject != who) {
            error.where = phrase("%1, %2", who, std::move(error.where));
        }
        error.where = phrase("%1, step %2", std::move(error.where), m_pass.newest());
        done = tl::unexpected(std::move(error));
    }
    if (encoder.groups() > 0) {
        m_calls.add(encodeCall(firstLayer, layers, encoder, done));
    }
    return done;
}

Result<void> PolicyDriver::refreshReport() {
    KVW_TRY_ASSIGN(m_report, m_policy.report());
    if (m_reader) {
        KVW_TRY_ASSIGN(const auto more, m_reader->plugin().report());
        std::copy(more.warnings.begin(), more.warnings.end(), std::back_inserter(m_report.warnings));
        std::copy(more.notes.begin(), more.notes.end(), std::back_inserter(m_report.notes));
    }
    return m_codec ? m_codec->addTo(m_report, m_store.shape(), m_store.phases().hasRanks()) : Result<void>{};
}

std::int64_t PolicyDriver::heldBy(std::int32_t layer) const {
    const CacheShape& shape = m_store.shape();
    std::int64_t held = 0;
    for (std::int32_t l = layer < 0 ? 0 : layer; l < (layer < 0 ? shape.layers : layer + 1); ++l) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            held += m_store.cache().held(l, unit);
        }
    }
    return held;
}

std::int64_t PolicyDriver::budgetOf(std::int32_t layer) const {
    return reportedBudget(m_report, m_store.shape().layers, m_store.shape().units, layer);
}

PolicyCall PolicyDriver::plainCall(const char* name, std::string given) const {
    PolicyCall call;
    call.name = name;
    call.given = std::move(given);
    call.held = heldBy(-1);
    call.budgetBefore = budgetOf(-1);
    return call;
}

PolicyCall PolicyDriver::viewedCall(const char* name, const sdk::Observation& view) const {
    PolicyCall call = observedCall(name, view);
    call.budgetBefore = budgetOf(call.layer);
    return call;
}

PolicyCall PolicyDriver::pagesCall(std::int32_t layer, std::int64_t tokens) const {
    PolicyCall call;
    call.name = kPagesCall;
    if (layer == 0) {  // the calls of the other layers are merged into it
        call.slots = tokens;
        call.held = tokens * m_store.shape().layers * m_store.shape().units;  // nothing is evicted under a reader
        call.given =  // not how many pages: a trace keeps every different text
            fmt::format("query, bounds of pages of {} tokens", m_store.bounds()->page());
    }
    return call;
}

PolicyCall PolicyDriver::encodeCall(std::int32_t firstLayer, std::int32_t layers, const CodecEncoder& encoder,
                                    const Result<void>& done) const {
    PolicyCall call;
    call.name = "encode";
    call.layer = layers == 1 ? firstLayer : -1;
    call.held = heldBy(call.layer);
    call.budgetBefore = budgetOf(call.layer);
    call.given = encoder.groups() == 1 ? std::string("1 group") : fmt::format("{} groups", encoder.groups());
    call.ms = encoder.ms();
    call.violation = done ? Phrase() : done.error().asPhrase();
    return call;
}

}  // namespace kvw
