// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run_factory.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/files/sha256.h"
#include "core/engine/environment.h"
#include "core/engine/prepare_changes.h"
#include "core/model/families/decoder/rope_tables.h"
#include "core/model/text/document.h"
#include "core/model/text/token_ids.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/prompt_share.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_warnings.h"
#include "core/trace/recording.h"
#include "kernels/linear.h"

namespace kvw {

namespace {

/// The text of a run in tokens.
struct Text {
    std::string title, hash;
    std::vector<std::int32_t> ids;
    std::int64_t beforeQuestion = 0;  ///< tokens of the text itself
    std::vector<ProbeInfo> probes;
    std::vector<Finding> findings;  ///< of the text and of the tokenizer
};

Result<void> checkEmbedded(const std::vector<std::int32_t>& ids, std::int64_t vocabulary) {
    const auto highest = std::max_element(ids.begin(), ids.end());
    return highest == ids.end() || *highest < vocabulary
               ? Result<void>{}
               : fail(Code::BadInput, "tokenizer.json", "a token has no row in the model's embedding",
                      std::to_string(*highest), phrase("ids below %1", vocabulary));
}

Result<Text> readTextItself(const RunSpec& spec, const LoadedModel& model, const ContinueCallback& goOn) {
    Text text;
    if (spec.ids) {
        text.title = "token ids";
        text.ids = *spec.ids;
        const auto vocabulary = model.info.vocabulary;
        for (std::size_t i = 0; i < text.ids.size(); ++i) {
            if (text.ids[i] < 0 || text.ids[i] >= vocabulary) {
                return fail(Code::BadInput, "--ids", phrase("token %1 is not in the vocabulary", i),
                            std::to_string(text.ids[i]), phrase("0 to %1", vocabulary - 1));
            }
        }
        if (text.ids.empty()) {
            return fail(Code::BadInput, "--ids", "there are no token ids", "an empty list", "at least one");
        }
        const std::string_view bytes(reinterpret_cast<const char*>(text.ids.data()),
                                     text.ids.size() * sizeof(std::int32_t));
        text.hash = sha256(bytes);
        return text;
    }
    std::filesystem::path file = spec.textFile;
    if (!spec.prompt && file.empty()) {
        KVW_TRY_ASSIGN(auto embedded, embeddedDocuments());
        const auto story = std::find_if(embedded.begin(), embedded.end(),
                                        [](const std::filesystem::path& path) { return path.stem() == "story"; });
        file = story != embedded.end() ? *story : embedded.at(0);
    }
    KVW_TRY_ASSIGN(auto document, spec.prompt ? Document::fromText(*spec.prompt, "prompt") : Document::load(file));
    if (model.tokenizerError) {
        auto ids = tokenIdsIn(spec, model.info.vocabulary);
        if (!ids) {
            return tl::unexpected(*model.tokenizerError);
        }
        text.title = document.title;
        text.hash = document.hash();
        text.ids = std::move(*ids);
        return text;
    }
    KVW_TRY_ASSIGN(const auto read, kvw::readText(*model.tokenizer, document.text, spec.specialTokens, goOn));
    const Encoding& encoding = read.encoding;
    text.title = document.title;
    text.hash = document.hash();
    text.ids = encoding.ids;
    text.probes = probesIn(encoding, document.probes);
    text.findings = document.findings;
    text.findings.insert(text.findings.end(), model.tokenizer->findings().begin(), model.tokenizer->findings().end());
    if (read.ownBegin) {
        text.findings.push_back(finding("own-begin-token", document.title));
    }
    if (text.ids.empty()) {
        return fail(Code::BadInput, document.title, "the text has no tokens", "", "at least one");
    }
    KVW_TRY(checkEmbedded(text.ids, model.info.vocabulary));
    return text;
}

Result<std::vector<std::int32_t>> readQuestion(const RunSpec& spec, const LoadedModel& model,
                                               const ContinueCallback& goOn) {
    const std::string& question = *spec.question;
    if (!model.tokenizerError) {
        return kvw::readText(*model.tokenizer, question, false, goOn).map([](TextTokens&& read) {
            return std::move(read.encoding.ids);
        });
    }
    auto ids = parseTokenIds(question, "--question", model.info.vocabulary);
    return ids ? std::move(ids) : tl::unexpected(*model.tokenizerError);
}

/// Reads the text and the question behind it, each in tokens of its own: questions on one text have the same prompt.
Result<Text> readText(const RunSpec& spec, const LoadedModel& model, const ContinueCallback& goOn) {
    KVW_TRY_ASSIGN(auto text, readTextItself(spec, model, goOn));
    text.beforeQuestion = static_cast<std::int64_t>(text.ids.size());
    if (spec.question) {
        KVW_TRY_ASSIGN(const auto question, readQuestion(spec, model, goOn));
        KVW_TRY(checkEmbedded(question, model.info.vocabulary));
        text.ids.insert(text.ids.end(), question.begin(), question.end());
    }
    return text;
}

Result<void> checkSpec(const RunSpec& spec) {
    if (spec.mode == Mode::Teacher && (spec.question || spec.questionTokens >= 0)) {
        return fail(Code::BadUsage, spec.question ? "--question" : "--question-tokens", "the mode must be generate",
                    "--mode teacher", "--mode generate");
    }
    if (spec.dtype != "f32" && spec.dtype != "bf16") {
        return fail(Code::BadUsage, "--dtype", "there is no such type of products", spec.dtype, "f32 or bf16");
    }
    if (spec.policies.empty()) {
        return fail(Code::BadUsage, "--policy", "no policy is given");
    }
    if (spec.streamingPrefill && spec.chunk < 1) {
        return fail(Code::BadUsage, "--prefill", "the chunk is too small", std::to_string(spec.chunk),
                    phrase("at least %1", 1));
    }
    constexpr std::int64_t kMostRowsMib = std::int64_t{1} << 30;  // its bytes are counted in 64 bits
    if (spec.rowsLimit < 0 || spec.rowsLimit > kMostRowsMib) {
        return fail(Code::BadUsage, "rows-limit", "the limit of rows is out of range", std::to_string(spec.rowsLimit),
                    phrase("0 to %1", kMostRowsMib));
    }
    if (spec.sampling.temperature < 0 || spec.sampling.topK < 0 || spec.sampling.topP <= 0 || spec.sampling.topP > 1) {
        return fail(Code::BadUsage, "sampling", "temperature and top-k must be at least 0 and top-p in (0, 1]",
                    phrase("temperature %1, top-k %2, top-p %3", spec.sampling.temperature, spec.sampling.topK,
                           spec.sampling.topP));
    }
    return {};
}

/// Tokens of a run.
struct Lengths {
    std::int64_t prompt = 0;
    std::int64_t question = 0;  ///< generate: those of the text behind the prompt that are read
    std::int64_t total = 0;
};

/// Returns the lengths after clamping to the text.
Result<Lengths> lengths(const RunSpec& spec, const Text& text) {
    const std::int64_t textTokens = text.beforeQuestion;
    const bool teacher = spec.mode == Mode::Teacher;
    if (spec.promptTokens == 0 || spec.promptTokens < -1) {
        return fail(Code::BadUsage, "--prompt-tokens", "prefill needs at least one token",
                    std::to_string(spec.promptTokens), phrase("at least %1", 1));
    }
    if (spec.steps < -1) {
        return fail(Code::BadUsage, "--steps", "cannot be negative", std::to_string(spec.steps),
                    phrase("at least %1", 0));
    }
    if (spec.questionTokens < -1) {
        return fail(Code::BadUsage, "--question-tokens", "cannot be negative", std::to_string(spec.questionTokens),
                    phrase("at least %1", 0));
    }
    if (spec.promptTokens > textTokens) {
        return fail(Code::BadUsage, "--prompt-tokens", "the prompt would be longer than the text",
                    std::to_string(spec.promptTokens), phrase("at most %1", textTokens));
    }
    const std::int64_t standard = teacher ? std::max<std::int64_t>(textTokens / 4, 1) : textTokens;
    const std::int64_t prompt = spec.promptTokens > 0 ? spec.promptTokens : standard;
    const std::int64_t rest = static_cast<std::int64_t>(text.ids.size()) - prompt;
    if (teacher) {
        return Lengths{prompt, 0, prompt + (spec.steps >= 0 ? std::min(spec.steps, rest) : rest)};
    }
    const std::int64_t question = spec.questionTokens >= 0 ? std::min(spec.questionTokens, rest) : rest;
    return Lengths{prompt, question, prompt + question + (spec.steps >= 0 ? spec.steps : kGenerateSteps)};
}

void warn(Recording& recording, const std::vector<Finding>& warnings) {
    for (const Finding& each : warnings) {
        recording.report({each, -1});
    }
}

/// Names prompt and question of a run that generates in the shortest way: the bundle of a run over given ids holds all
/// of them in one file, and the whole rest of a text needs no number.
void nameQuestion(const Lengths& lengths, const Text& text, RunSpec& spec) {
    if (spec.mode != Mode::Generate) {
        return;
    }
    if (spec.ids && spec.question) {
        spec.ids = text.ids;
        spec.promptTokens = lengths.prompt;
        spec.question.reset();
    }
    if (lengths.prompt + lengths.question == static_cast<std::int64_t>(text.ids.size())) {
        spec.questionTokens = -1;
    }
}

RunDescription describe(const RunSpec& spec, const LoadedModel& model, const Backend& backend, const Text& text,
                        const Lengths& lengths, int threads) {
    RunDescription d;
    d.model = model.info;
    d.tokenizerHash = model.tokenizer->tokenHash();
    d.textTitle = text.title;
    d.textHash = text.hash;
    d.tokenIds = text.ids;
    d.tokenTexts.reserve(text.ids.size());
    for (const std::int32_t id : text.ids) {
        d.tokenTexts.push_back(model.tokenizer->pieceBytes(id));
    }
    d.probes = text.probes;
    d.mode = spec.mode == Mode::Teacher ? "teacher" : "generate";
    const LaneSettings settings = withLane(settingsOf(d, -1), laneRun(spec));
    d.positions = settings.positions;
    d.rankKeys = settings.rankKeys;
    d.prefill = settings.prefill;
    d.dtype = spec.dtype;
    d.kvDtype = spec.kvDtype;
    d.capture = captureText(spec);
    d.rowsLimit = spec.rowsLimit;
    d.device = spec.device;
    d.promptTokens = lengths.prompt;
    d.questionTokens = lengths.question;
    d.seed = spec.seed;
    if (spec.mode == Mode::Generate && spec.sampling.temperature > 0) {
        d.sampling = {
            {"temperature", spec.sampling.temperature}, {"top_k", spec.sampling.topK}, {"top_p", spec.sampling.topP}};
    }
    d.environment = environmentFingerprint(threads, backend.info());
    d.specs = {recordedSpec(spec)};
    d.commandLine = commandLine(d.specs);
    d.startedAt = isoTime();
    keepReadOnly(d);
    return d;
}

/// Returns what was asked for, and how it departs from the policy's native settings; for a fork also the step of its
/// last changes, with the chain before them.
nlohmann::ordered_json given(const PolicyChain& chain, const std::optional<NativeMismatch>& departs,
                             const std::string& parentBundle) {
    nlohmann::ordered_json json{{"text", toText(chain)}};
    if (departs) {
        json["departs"] = departs->text();
    }
    if (!chain.changes.empty()) {
        PolicyChain parent = chain;
        const std::int64_t step = chain.changes.back().step;
        std::string changes;
        for (const RunChange& change : chain.changes) {
            if (change.step == step) {
                changes += (changes.empty() ? "" : ", ") + whatChanges(change);
            }
        }
        std::erase_if(parent.changes, [step](const RunChange& change) { return change.step == step; });
        json["fork"] = {{"step", step}, {"changes", changes}, {"parent", toText(parent)}};
        if (!parentBundle.empty()) {
            json["fork"]["bundle"] = parentBundle;
        }
    }
    return json;
}

}  // namespace

std::shared_ptr<const BackendModel> LoadedModel::on(std::string_view name) const {
    const auto found = std::find_if(backends.begin(), backends.end(),
                                    [name](const auto& model) { return model->backend().name() == name; });
    return found == backends.end() ? nullptr : *found;
}

std::optional<std::vector<std::int32_t>> tokenIdsIn(const RunSpec& spec, std::int64_t vocabulary) {
    if (!spec.prompt && spec.textFile.empty()) {
        return std::nullopt;
    }
    const auto document = spec.prompt ? Document::fromText(*spec.prompt, "prompt") : Document::load(spec.textFile);
    auto ids = document ? parseTokenIds(document->text, document->title, vocabulary) : tl::unexpected(document.error());
    return ids ? std::optional(std::move(*ids)) : std::nullopt;
}

Result<Dtype> parseDtype(const std::string& text, const std::string& option) {
    if (text == "f32") {
        return Dtype::F32;
    }
    if (text == "bf16") {
        return Dtype::BF16;
    }
    if (text == "f16") {
        return Dtype::F16;
    }
    return fail(Code::BadUsage, option, "there is no such type", text,
                phrase("one of %1", std::string("f32, bf16, f16")));
}

Result<std::unique_ptr<Run>> makeRun(const RunSpec& given_, const LoadedModel& model, const Catalog& catalog,
                                     PluginLoader& loader, std::shared_ptr<ThreadPool> pool,
                                     const ContinueCallback& goOn) {
    RunSpec spec = given_;
    spec.pooling = spec.capture == Capture::Maps ? spec.pooling : MapPooling();
    KVW_TRY(checkSpec(spec));
    KVW_TRY_ASSIGN(auto kvDtype, parseDtype(spec.kvDtype, "--kv-dtype"));
    std::vector<ResolvedPolicy> policies;
    std::vector<PolicyChain> chains;
    std::vector<LaneRun> lanes;
    for (std::string& text : spec.policies) {
        auto chain = resolveChain(catalog, text);
        KVW_TRY_ASSIGN(auto policy, chain ? resolvePolicy(catalog, chain->policy) : tl::unexpected(chain.error()));
        text = toText(*chain);
        lanes.push_back(laneRun(spec, chain->own));
        policies.push_back(std::move(policy));
        chains.push_back(std::move(*chain));
    }
    std::vector<LaneRun> meant;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        meant.push_back(withNativeChoices(policies[i], chains[i].own, spec));
    }
    // The first lane's settings are those of the run; other lanes name theirs if they differ.
    if (lanes.front() != laneRun(spec)) {
        spec = withLane(std::move(spec), lanes.front());
        for (std::size_t i = 0; i < chains.size(); ++i) {
            chains[i].own = choiceFor(lanes[i], spec);
            spec.policies[i] = toText(chains[i]);
        }
    }
    KVW_TRY_ASSIGN(auto text, readText(spec, model, goOn));
    KVW_TRY_ASSIGN(const auto length, lengths(spec, text));
    const std::int64_t prompt = length.prompt, total = length.total;
    nameQuestion(length, text, spec);

    const ModelConfig& config = model.decoder->config();
    if (const auto& layers = spec.pooling.layers; !layers.empty() && layers.back() >= config.layers) {
        return fail(Code::BadUsage, "--capture", "the model has no such layer", std::to_string(layers.back()),
                    phrase("0 to %1", config.layers - 1));
    }
    const auto optionsOf = [&](const LaneRun& lane) {
        AttentionOptions options = attentionOptions(*model.decoder);
        options.cacheRank = lane.positions == Positions::CacheRank;
        options.rotatedRanks = lane.rankKeys == RankKeys::Rotated;
        options.layerMajor = lane.layerMajor();
        options.concatenates = lane.storage == Storage::Concat;
        options.jitter = lane.jitter;
        options.seed = spec.seed;
        options.promptTokens = prompt;
        options.kvDtype = kvDtype;
        options.productsInBf16 = spec.dtype == "bf16";
        return options;
    };
    for (std::size_t i = 0; i < policies.size(); ++i) {
        const RunTraits traits = traitsOf(withLane(spec, lanes[i]), config);
        KVW_TRY(checkCompatible(policies[i], traits).and_then([&] {
            return checkRope(config.rope, total, lanes[i].positions == Positions::CacheRank);
        }));
    }
    const auto rope = sameRope(config.rope, 0, total) ? model.rope : ropeTables(config, total);
    std::vector<std::unique_ptr<CachedAttention>> attentions;
    const std::shared_ptr<const BackendModel> decodes = model.on(spec.device);
    if (decodes == nullptr) {
        return fail(Code::Internal, "--device", "the model was not put on the device", spec.device);
    }
    const Backend& backend = decodes->backend();
    RunDescription description = describe(spec, model, backend, text, length, pool->threads());
    std::vector<const CachedAttention*> last;
    std::deque<LockstepRun::Setup::PlannedChange> changes;
    std::vector<std::optional<NativeMismatch>> departures;
    for (std::size_t i = 0; i < policies.size(); ++i) {
        const ResolvedPolicy& policy = policies[i];
        const AttentionOptions options = optionsOf(lanes[i]);
        const LaneMaking making{catalog, loader, options, rope, *pool, prompt, total, lanes[i].chunk, config.context};
        KVW_TRY_ASSIGN(auto created, loader.create(forModel(inTokens(policy, prompt), config.context)));
        auto attention =
            CachedAttention::make(options, guardParts(std::move(created), policy, &catalog.paths()), rope, *pool);
        if (!attention) {
            return tl::unexpected(attention.error());
        }
        LaneInfo lane;
        describeLane(inTokens(policy, prompt), **attention, lane);
        departures.push_back(nativeMismatchOf(policy, lanes[i], prompt));
        lane.given = given(chains[i], departures.back(), spec.parentBundle);
        last.push_back(attention->get());
        const bool compared = i == 0 && policies.size() > 1 && policy.id() == "full";
        KVW_TRY(prepareChanges(chains[i], i, compared, making, policy, last.back(), lane, changes));
        setOwn(lane, withLane(settingsOf(description, -1), lanes[i]), description);
        description.lanes.push_back(std::move(lane));
        attentions.push_back(std::move(*attention));
    }

    for (std::size_t i = 0; i < attentions.size(); ++i) {
        KVW_TRY(backend.checkRuns(policies[i].text, *attentions[i]));
        if (lanes[i].jitter.on() && backend.info() != nullptr) {
            return fail(Code::BadUsage, policies[i].text, "noise in the last bits is on the CPU only", spec.device,
                        "--device cpu, or jitter=none");
        }
    }
    for (const LockstepRun::Setup::PlannedChange& due : changes) {
        KVW_TRY(due.next ? backend.checkRuns(due.policy->text, *due.next) : Result<void>{});
        if (due.change.kind == RunChange::Kind::Prune && backend.info() != nullptr) {
            return fail(Code::BadUsage, whatChanges(due.change), "how a lane prunes can be changed on the CPU only",
                        spec.device, "--device cpu");
        }
    }

    LockstepRun::Setup setup;
    setup.changes = std::move(changes);
    setup.model = decodes;
    setup.recording = std::make_shared<Recording>(std::move(description));
    const std::int64_t rowBytes = (spec.rowsLimit << 20) / static_cast<std::int64_t>(attentions.size());
    for (std::size_t i = 0; i < attentions.size(); ++i) {
        const CacheShape& shape = last[i]->cache().shape();
        setup.recording->setTrace(static_cast<std::int32_t>(i),
                                  std::make_unique<Trace>(TraceShape{shape.layers, shape.queryHeads, shape.kvHeads,
                                                                     shape.headDim, shape.units},
                                                          Trace::Options{spec.capture == Capture::Maps, rowBytes,
                                                                         spec.pooling, total}));
        Lane::Setup lane;
        lane.decoder = model.decoder;
        lane.recording = setup.recording;
        lane.index = static_cast<std::int32_t>(i);
        lane.attention = std::move(attentions[i]);
        lane.attention->policy().scores().setUnits(shape.units);
        lane.capture = spec.capture;
        lane.poolsMaps = spec.pooling.on();
        lane.tokenText = [tokenizer = model.tokenizer](std::int32_t id) { return tokenizer->pieceBytes(id); };
        lane.pool = pool.get();
        setup.lanes.push_back(std::make_unique<Lane>(std::move(lane)));
    }
    for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
        for (const ResolvedPart& part : policies[i].parts) {
            if (!part.entry.reason.empty()) {
                setup.lanes[i]->warnOnce(errorFinding(part.entry.reason, Severity::Warning), -1);
            }
        }
        for (const Finding& warning :
             policyWarnings(inTokens(policies[i], prompt),
                            {prompt, total - prompt, config.group(), config.layers, config.kvHeads})) {
            setup.lanes[i]->warnOnce(warning, -1);
        }
        if (const auto unmeant = nativeMismatchOf(policies[i], meant[i], prompt)) {
            setup.lanes[i]->warnOnce(unmeant->warning(policies[i].id()), -1);
        }
    }
    const auto ranks = [](const LaneRun& lane) { return lane.positions == Positions::CacheRank; };
    const bool anyRanks = std::any_of(lanes.begin(), lanes.end(), ranks);
    const auto known = static_cast<std::int64_t>(text.ids.size());
    warn(*setup.recording, runWarnings(spec, anyRanks, prompt, known));
    if (spec.dtype == "bf16" && backend.info() == nullptr && !multipliesBf16()) {
        warn(*setup.recording, {finding("rounded-products-slow")});
    }
    warn(*setup.recording, modelWarnings(config, total, anyRanks));
    warn(*setup.recording, samplingWarnings(config, spec));
    warn(*setup.recording, model.decoder->warnings());
    if (model.tokenizerError) {
        warn(*setup.recording, {finding("tokens-as-ids", errorFinding(model.tokenizerError->asPhrase()))});
    }
    warn(*setup.recording, text.findings);
    if (total > model.info.context && !std::all_of(lanes.begin(), lanes.end(), ranks)) {
        warn(*setup.recording, {finding("above-context", text.title, total, model.info.context)});
    }
    setup.spec = std::move(spec);
    setup.settings = std::move(lanes);
    setup.text = std::move(text.ids);
    if (setup.spec.mode == Mode::Generate) {
        setup.text.resize(static_cast<std::size_t>(prompt + length.question));
    }
    setup.rope = rope;
    setup.promptTokens = prompt;
    setup.total = total;
    setup.endIds = setup.spec.stopAtEnd ? model.decoder->config().eosIds : std::vector<std::int32_t>();
    setup.policies = std::move(policies);
    AttentionOptions options = optionsOf(setup.settings.front());
    options.concatenates = false;  // a selection takes no time to copy, and may be one in codes
    setup.attentionOf = [catalog, &loader, options = std::move(options), rope, pool,
                         context = config.context](const std::string& asked) -> Result<MadeAttention> {
        KVW_TRY_ASSIGN(auto policy, resolvePolicy(catalog, asked));
        if (policy.composed() && policy.cutInterval > 0) {
            return fail(Code::BadUsage, policy.text, "it does not select once: it evicts as tokens arrive", {},
                        "schedule=once, or a fork of the run");
        }
        KVW_TRY_ASSIGN(auto created, loader.create(forModel(inTokens(policy, options.promptTokens), context)));
        GuardedParts parts = guardParts(std::move(created), policy, &catalog.paths());
        KVW_TRY(checkSelectsOnce(parts));
        return CachedAttention::make(options, std::move(parts), rope, *pool)
            .map([&](std::unique_ptr<CachedAttention>&& attention) {
                return MadeAttention{
                    std::move(attention), policy.text,
                    valueWarnings(inTokens(policy, options.promptTokens), {options.promptTokens, options.shape.layers}),
                    loader.copies()};
            });
    };
    setup.pool = std::move(pool);
    return std::unique_ptr<Run>(std::make_unique<LockstepRun>(std::move(setup)));
}

}  // namespace kvw
