// SPDX-License-Identifier: Apache-2.0
#include "tests/support/driven_lane.h"

#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <map>
#include <new>
#include <numeric>

#include "core/engine/backend/cpu_backend.h"
#include "core/engine/device/device_backend.h"
#include "core/engine/lane/full_logits.h"
#include "core/engine/lane/lane.h"
#include "core/engine/lockstep_run.h"
#include "core/engine/run_factory.h"
#include "core/model/families/decoder/rope_tables.h"
#include "core/policy/host/loading/loader.h"

#include "tests/support/require.h"

namespace kvw::test {

namespace {

struct Model {
    std::unique_ptr<ModelFiles> files;
    std::shared_ptr<const Decoder> decoder;
    std::shared_ptr<RopeTables> rope;
};

void throwFault(Fault fault) {
    switch (fault) {
        case Fault::NoMemory:
            throw std::bad_alloc();
        case Fault::NoTorchMemory:
            TORCH_CHECK(false, "DefaultCPUAllocator: can't allocate memory: you tried to allocate 1 bytes.");
        case Fault::Torch:
            TORCH_CHECK(false, "shapes do not fit");
        case Fault::Standard:
            throw std::out_of_range("no such index");
        case Fault::Foreign:
            throw 7;
    }
}

/// Another decoder, but for one layer that throws.
class FaultyDecoder final : public Decoder {
 public:
    FaultyDecoder(std::shared_ptr<const Decoder> decoder, Fault fault, std::int64_t call)
        : Decoder(decoder->config()), m_decoder(std::move(decoder)), m_fault(fault), m_left(call) {}
    void embed(std::span<const std::int32_t> ids, float* x) const override { m_decoder->embed(ids, x); }
    Result<void> layer(std::int32_t index, float* x, std::int64_t tokens, AttentionSink& attention,
                       DecoderScratch& scratch, ThreadPool& pool) const override {
        if (m_left-- == 0) {
            // From a worker's share too: the pool hands it on.
            pool.parallelFor(2, 1, [&](std::size_t begin, std::size_t end) {
                if (begin == 1 || end == 2) {
                    throwFault(m_fault);
                }
            });
        }
        return m_decoder->layer(index, x, tokens, attention, scratch, pool);
    }
    void logits(const float* x, std::int64_t rows, RowProducts products, float* out, DecoderScratch& scratch,
                ThreadPool& pool) const override {
        m_decoder->logits(x, rows, products, out, scratch, pool);
    }

 private:
    std::shared_ptr<const Decoder> m_decoder;
    Fault m_fault;
    mutable std::int64_t m_left;
};

}  // namespace

struct DrivenLane::Impl {
    std::shared_ptr<Recording> recording;
    std::unique_ptr<Lane> lane;
    std::shared_ptr<const BackendModel> model;
    std::unique_ptr<StepRunner> steps;
    std::unique_ptr<PromptRunner> prompts;
    std::int64_t chunk = 0, promptTokens = 0, position = 0;
};

DrivenLane::DrivenLane(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
DrivenLane::~DrivenLane() = default;

void DrivenLane::prefill(std::span<const std::int32_t> prompt) {
    const c10::InferenceMode inference;
    require(m_impl->lane->attention().begin());
    const auto total = static_cast<std::int64_t>(prompt.size());
    if (total != m_impl->promptTokens) {
        throw std::runtime_error("the lane was made for another prompt");
    }
    const std::int64_t chunk = m_impl->chunk > 0 ? m_impl->chunk : total;
    for (std::int64_t first = 0; first < total; first += chunk) {
        const std::int64_t count = std::min(chunk, total - first);
        require(m_impl->lane->prefill(prompt.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
                                      first, first + count == total, nullptr, *m_impl->prompts));
    }
    m_impl->position = total;
}

void DrivenLane::decode(std::int32_t id) {
    const c10::InferenceMode inference;
    Lane& lane = *m_impl->lane;
    StepMember member{&lane, id, m_impl->position++, {}, true, nullptr, {}};
    if (require(lane.beginDecode(id, member.step, nullptr))) {
        require(m_impl->steps->step({&member, 1}));
        require(std::move(member.done));
    }
    require(lane.endDecode(nullptr));
}

std::span<const float> DrivenLane::logits() const {
    return require(m_impl->lane->logits());
}

std::unique_ptr<DrivenLane> DrivenLane::fork() const {
    const c10::InferenceMode inference;
    auto copy = std::make_unique<Impl>();
    copy->recording = m_impl->recording->fork();
    copy->lane = require(m_impl->lane->fork(copy->recording, 0));
    copy->model = m_impl->model;
    copy->steps = copy->model->makeSteps();
    copy->prompts = copy->model->makePrompts();
    copy->chunk = m_impl->chunk;
    copy->promptTokens = m_impl->promptTokens;
    copy->position = m_impl->position;
    return std::make_unique<DrivenLane>(std::move(copy));
}

const Trace& DrivenLane::trace() const {
    return m_impl->recording->trace(0);
}

LaneBytes DrivenLane::bytes() const {
    const CachedAttention& attention = m_impl->lane->attention();
    const KvCache& cache = attention.cache();
    return {cache.bytesLive(), cache.bytesAllocated(), attention.store().peakAllocated(), cache.bytesPerTokenRow()};
}

std::int64_t DrivenLane::held(std::int32_t layer, std::int32_t unit) const {
    return m_impl->lane->attention().cache().held(layer, unit);
}

std::int64_t DrivenLane::capacity(std::int32_t layer, std::int32_t unit) const {
    return m_impl->lane->attention().cache().capacity(layer, unit);
}

std::vector<std::int32_t> DrivenLane::tokensRead(std::int32_t layer, std::int32_t queryHead) const {
    const PageReader* reader = m_impl->lane->attention().policy().reader();
    const auto tokens = static_cast<std::int32_t>(m_impl->position);
    std::vector<std::int32_t> read;
    if (reader == nullptr || reader->chosen(layer).everything) {
        read.resize(static_cast<std::size_t>(tokens));
        std::iota(read.begin(), read.end(), 0);
        return read;
    }
    const auto page = static_cast<std::int32_t>(m_impl->lane->attention().store().bounds()->page());
    for (const std::int32_t chosen : reader->chosen(layer).pages[static_cast<std::size_t>(queryHead)]) {
        for (std::int32_t token = chosen * page; token < std::min((chosen + 1) * page, tokens); ++token) {
            read.push_back(token);
        }
    }
    return read;
}

std::vector<std::vector<std::vector<std::int32_t>>> DrivenLane::dropped() const {
    const TraceShape& shape = trace().shape();
    const auto tokens = static_cast<std::size_t>(m_impl->position);
    std::vector<std::vector<std::vector<std::int32_t>>> steps(
        static_cast<std::size_t>(shape.layers),
        std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(shape.queryHeads),
                                               std::vector<std::int32_t>(tokens, -1)));
    for (std::int64_t i = 0; i < trace().evictions(); ++i) {
        const EvictionRecord record = trace().eviction(i);
        for (std::int32_t h = 0; h < shape.queryHeads; ++h) {
            if (record.head >= 0 && record.head != shape.unitOf(h)) {
                continue;
            }
            for (const std::int32_t token : record.tokens) {
                auto& step = steps[static_cast<std::size_t>(record.layer)][static_cast<std::size_t>(h)]
                                  [static_cast<std::size_t>(token)];
                if (step >= 0) {
                    throw std::runtime_error("a token was evicted twice");
                }
                step = record.step;
            }
        }
    }
    return steps;
}

struct EngineParts::Impl {
    explicit Impl(int threads)
        : catalog(Catalog::scan({{std::filesystem::path(KVW_BINARY_DIR) / "lib/kvworkbench/policies"},
                                 std::filesystem::path(KVW_BINARY_DIR) / "tests/state/driven"})),
          loader(catalog.paths()),
          pool(threads) {}

    const Model& model(const std::filesystem::path& directory) {
        auto found = models.find(directory);
        if (found == models.end()) {
            Model model;
            model.files = std::make_unique<ModelFiles>(require(ModelFiles::open(directory)));
            model.decoder = require(loadDecoder(*model.files, {}));
            model.rope = ropeTables(model.files->config());
            found = models.emplace(directory, std::move(model)).first;
        }
        return found->second;
    }

    static std::shared_ptr<RopeTables> rope(const Model& model, std::int64_t tokens) {
        const ModelConfig& config = model.decoder->config();
        return sameRope(config.rope, 0, tokens) ? model.rope : ropeTables(config, tokens);
    }

    std::unique_ptr<CachedAttention> attention(const Model& model, const ResolvedPolicy& policy,
                                               const LaneOptions& options, std::int64_t promptTokens) {
        AttentionOptions wanted = attentionOptions(*model.decoder);
        wanted.cacheRank = options.cacheRank;
        wanted.rotatedRanks = options.rotatedRanks;
        wanted.layerMajor = options.chunk == 0;
        wanted.promptTokens = promptTokens;
        wanted.kvDtype = require(parseDtype(options.kvDtype, "kvDtype"));
        const std::int64_t tokens = options.runTokens > 0 ? options.runTokens : promptTokens;
        return require(CachedAttention::make(wanted, guardParts(require(loader.create(policy)), policy),
                                             rope(model, tokens), pool));
    }

    /// Gives the recording the trace of lane `index`, too.
    Lane::Setup setup(const Model& model, std::unique_ptr<CachedAttention> attention,
                      const std::shared_ptr<Recording>& recording, std::int32_t index, Capture capture) {
        const CacheShape& shape = attention->cache().shape();
        recording->setTrace(index, std::make_unique<Trace>(TraceShape{shape.layers, shape.queryHeads, shape.kvHeads,
                                                                      shape.headDim, shape.units},
                                                           Trace::Options{capture == Capture::Maps, 0}));
        Lane::Setup made;
        made.decoder = model.decoder;
        made.recording = recording;
        made.index = index;
        made.attention = std::move(attention);
        made.capture = capture;
        made.tokenText = [](std::int32_t id) { return std::to_string(id); };
        made.pool = &pool;
        return made;
    }

    LockstepRun::Setup lockstep(const std::filesystem::path& directory, const Model& of,
                                const std::vector<std::string>& texts, const std::vector<std::int32_t>& ids,
                                std::int64_t promptTokens, std::int64_t chunk) {
        LockstepRun::Setup run;
        RunDescription description;
        description.model = model(directory).files->info();
        description.promptTokens = promptTokens;
        for (const std::string& text : texts) {
            run.policies.push_back(require(resolvePolicy(catalog, text)));
            description.lanes.emplace_back();
            description.lanes.back().policyId = run.policies.back().id();
        }
        run.recording = std::make_shared<Recording>(std::move(description));
        for (const ResolvedPolicy& policy : run.policies) {
            LaneOptions options;
            options.chunk = chunk;
            auto made = attention(of, policy, options, promptTokens);
            const auto index = static_cast<std::int32_t>(run.lanes.size());
            run.lanes.push_back(
                std::make_unique<Lane>(setup(of, std::move(made), run.recording, index, Capture::Stats)));
        }
        // The run shares what belongs to these parts.
        run.pool = std::shared_ptr<ThreadPool>(std::shared_ptr<void>(), &pool);
        run.settings.resize(run.policies.size());
        for (LaneRun& settings : run.settings) {
            settings.chunk = chunk;
        }
        run.text = ids;
        run.promptTokens = promptTokens;
        run.total = static_cast<std::int64_t>(ids.size());
        run.model = std::make_shared<const CpuModel>(of.decoder);
        return run;
    }

    Catalog catalog;
    PluginLoader loader;
    ThreadPool pool;
    std::map<std::filesystem::path, Model> models;
};

EngineParts::EngineParts(int threads) : m_impl(std::make_unique<Impl>(threads)) {}
EngineParts::~EngineParts() = default;

std::unique_ptr<DrivenLane> EngineParts::lane(const std::filesystem::path& directory, const LaneOptions& options,
                                              std::int64_t promptTokens) {
    const c10::InferenceMode inference;
    const Model& model = m_impl->model(directory);
    const ResolvedPolicy policy = require(resolvePolicy(m_impl->catalog, options.policy));
    auto attention = m_impl->attention(model, policy, options, promptTokens);
    attention->policy().followRules(options.followsRules);
    RunDescription description;
    description.model = model.files->info();
    description.lanes.resize(1);
    description.lanes[0].policyId = policy.id();
    auto impl = std::make_unique<DrivenLane::Impl>();
    impl->recording = std::make_shared<Recording>(std::move(description));
    Lane::Setup setup = m_impl->setup(model, std::move(attention), impl->recording, 0, options.capture);
    impl->lane = std::make_unique<Lane>(std::move(setup));
    impl->model = require(require(openBackend(options.device))->put(model.decoder));
    impl->steps = impl->model->makeSteps();
    impl->prompts = impl->model->makePrompts();
    impl->chunk = options.chunk;
    impl->promptTokens = promptTokens;
    return std::make_unique<DrivenLane>(std::move(impl));
}

std::unique_ptr<Run> EngineParts::faultyRun(const std::filesystem::path& directory,
                                            const std::vector<std::string>& policies,
                                            const std::vector<std::int32_t>& ids, std::int64_t promptTokens,
                                            Fault fault, std::int64_t call, std::int64_t chunk) {
    const c10::InferenceMode inference;
    Model model{nullptr, m_impl->model(directory).decoder, m_impl->model(directory).rope};
    model.decoder = std::make_shared<FaultyDecoder>(model.decoder, fault, call);
    return std::make_unique<LockstepRun>(m_impl->lockstep(directory, model, policies, ids, promptTokens, chunk));
}

std::unique_ptr<Run> EngineParts::deviceRun(const std::filesystem::path& directory,
                                            const std::vector<std::string>& policies,
                                            const std::vector<std::int32_t>& ids, std::int64_t promptTokens,
                                            device::Device& device) {
    const c10::InferenceMode inference;
    const Model& model = m_impl->model(directory);
    LockstepRun::Setup run = m_impl->lockstep(directory, model, policies, ids, promptTokens, 0);
    run.model = require(DeviceBackend("emulated", device).put(model.decoder));
    return std::make_unique<LockstepRun>(std::move(run));
}

std::vector<InstalledPolicy> EngineParts::policies() const {
    std::vector<InstalledPolicy> all;
    for (const Catalog::Found& found : m_impl->catalog.all(PluginKind::Policy)) {
        all.push_back({found.provided->id, {}, found.provided->streamingPrefill.value_or(false)});
        for (const ParameterSpec& spec : found.provided->parameters) {
            all.back().parameters.push_back(spec.name);
        }
    }
    return all;
}

std::vector<std::vector<float>> EngineParts::fullLogits(const std::filesystem::path& directory,
                                                        std::span<const std::int32_t> ids) {
    const c10::InferenceMode inference;
    const Model& model = m_impl->model(directory);
    std::vector<std::vector<float>> rows;
    const auto rope = Impl::rope(model, static_cast<std::int64_t>(ids.size()));
    require(kvw::fullLogits(*model.decoder, rope, ids, m_impl->pool, [&](std::span<const float> row) -> Result<void> {
        rows.emplace_back(row.begin(), row.end());
        return {};
    }));
    return rows;
}

}  // namespace kvw::test
