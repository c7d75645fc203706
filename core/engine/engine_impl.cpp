// SPDX-License-Identifier: Apache-2.0
// The engine behind core/session/engine.h: one model in memory, one pool of threads, one plugin loader.
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>

#include "core/base/process/processor.h"
#include "core/bench/bench.h"
#include "core/bench/bench_model.h"
#include "core/conformance/conformance.h"
#include "core/conformance/lane_case.h"
#include "core/conformance/policy_check.h"
#include "core/device/devices.h"
#include "core/engine/backend/backend.h"
#include "core/engine/backend/cpu_backend.h"
#include "core/engine/contained.h"
#include "core/engine/environment.h"
#include "core/engine/lane/full_logits.h"
#include "core/engine/load_model.h"
#include "core/engine/policy/plan_policy.h"
#include "core/engine/run_factory.h"
#include "core/model/families/decoder/rope_tables.h"
#include "core/model/families/decoder/weight_reader.h"
#include "core/model/model_fit.h"
#include "core/model/text/document.h"
#include "core/session/engine.h"

namespace kvw {

namespace {

constexpr const char* kWhere = "engine";

class EngineImpl final : public Engine {
 public:
    EngineImpl() { setThreads(0); }

    Result<void> loadModel(const std::filesystem::path& directory, const ProgressSink& progress) override {
        return contained(kWhere, [&]() -> Result<void> { return load(directory, progress); });
    }

    void cancelLoad() noexcept override { m_cancelLoad.store(true); }

    [[nodiscard]] const ModelInfo& model() const override { return m_model.info; }
    [[nodiscard]] std::vector<std::string> modelWarnings() const override {
        return m_model.decoder ? englishOf(m_model.decoder->config().warnings) : std::vector<std::string>();
    }
    [[nodiscard]] std::filesystem::path modelDirectory() const override {
        return m_model.decoder ? m_model.directory : std::filesystem::path();
    }

    void setThreads(int threads) override {
        const int wanted = threads > 0 ? threads : defaultThreads();
        at::set_num_threads(wanted);
        if (!m_pool || m_pool->threads() != wanted) {
            m_pool = std::make_shared<ThreadPool>(wanted);
        }
    }
    [[nodiscard]] int threads() const override { return m_pool->threads(); }

    Result<std::unique_ptr<Run>> start(const RunSpec& spec, const Catalog& catalog,
                                       const ProgressSink& progress) override {
        return contained(kWhere, [&]() -> Result<std::unique_ptr<Run>> {
            setThreads(spec.threads);
            KVW_TRY_ASSIGN(const auto backend, openBackend(spec.device));
            KVW_TRY(checkFits(spec.model, *backend));
            KVW_TRY(load(spec.model, progress, &spec));
            if (!goesOn(progress)) {
                return loadCancelled();  // before a long text is split into tokens
            }
            KVW_TRY(putOn(*backend));
            const c10::InferenceMode inference;
            return makeRun(spec, m_model, catalog, loaderFor(catalog), m_pool, [&] { return goesOn(progress); });
        });
    }

    Result<void> logits(std::span<const std::int32_t> ids,
                        const std::function<Result<void>(std::span<const float>)>& sink) override {
        return contained(kWhere, [&]() -> Result<void> {
            if (m_model.decoder == nullptr) {
                KVW_TRY(load({}, {}));
            }
            const c10::InferenceMode inference;
            const ModelConfig& config = m_model.decoder->config();
            const auto count = static_cast<std::int64_t>(ids.size());
            KVW_TRY(checkRope(config.rope, count, false));
            const auto rope = sameRope(config.rope, 0, count) ? m_model.rope : ropeTables(config, count);
            return fullLogits(*m_model.decoder, rope, ids, *m_pool, sink);
        });
    }

    Result<ConformanceResult> conformance(const std::filesystem::path& file, const Catalog& catalog,
                                          const std::string& device) override {
        return contained(kWhere, [&]() -> Result<ConformanceResult> {
            KVW_TRY_ASSIGN(const auto backend, openBackend(device));
            const c10::InferenceMode inference;
            return runConformance(file, catalog, loaderFor(catalog), *m_pool, backend);
        });
    }

    Result<nlohmann::ordered_json> checkPolicy(const std::string& subject, const Catalog& catalog,
                                               const ProgressSink& progress) override {
        return contained(kWhere, [&]() -> Result<nlohmann::ordered_json> {
            KVW_TRY(load({}, progress));
            const c10::InferenceMode inference;
            return kvw::checkPolicy(subject, m_model, catalog, loaderFor(catalog), m_pool, progress);
        });
    }

    Result<std::string> caseOf(const CaseRequest& request, const Catalog& catalog, const ProgressSink& progress,
                               const std::stop_token& stop) override {
        return contained(kWhere, [&]() -> Result<std::string> {
            KVW_TRY(load(request.model, progress));
            const c10::InferenceMode inference;
            return laneCase(request, m_model, catalog, loaderFor(catalog), *m_pool, progress, stop);
        });
    }

    std::vector<PluginEntry> probePlugins(const Catalog& catalog) override {
        std::vector<PluginEntry> entries = catalog.entries();
        for (PluginEntry& entry : entries) {
            if (entry.state != PluginState::Ready) {
                continue;
            }
            const auto probed = contained(kWhere, [&]() -> Result<void> { return loaderFor(catalog).probe(entry); });
            if (!probed) {
                entry.state = PluginState::Refused;
                entry.reason = probed.error().asPhrase();
                entry.refusal = probed.error().reason;
            }
        }
        return entries;
    }

    Result<void> reloadPlugin(const PluginEntry& entry, const Catalog& catalog) override {
        return contained(kWhere, [&]() -> Result<void> { return loaderFor(catalog).reload(entry); });
    }

    Result<PolicyPlan> plan(const PlanRequest& request, const Catalog& catalog) override {
        return contained(kWhere, [&]() -> Result<PolicyPlan> {
            const c10::InferenceMode inference;
            return planPolicy(request, catalog, loaderFor(catalog));
        });
    }

    Result<nlohmann::ordered_json> bench(const BenchRequest& request, const Catalog& catalog,
                                         const ProgressSink& progress) override {
        return contained(kWhere, [&]() -> Result<nlohmann::ordered_json> {
            setThreads(request.threads);
            std::optional<BenchModel> random;
            if (!request.shape.empty()) {
                KVW_TRY_ASSIGN(auto written, BenchModel::write(request.shape));
                random.emplace(std::move(written));
            }
            const std::filesystem::path directory = random ? random->directory() : request.model;
            KVW_TRY_ASSIGN(const auto backend, openBackend(request.device));
            KVW_TRY(checkFits(directory, *backend));
            KVW_TRY(load(directory, progress));
            KVW_TRY(putOn(*backend));
            if (m_model.tokenizerError) {
                return tl::unexpected(*m_model.tokenizerError);
            }
            if (std::ranges::find(request.parts, "load") == request.parts.end()) {
                random.reset();
            }
            const c10::InferenceMode inference;
            return runBench(request, m_model, catalog, loaderFor(catalog), m_pool, progress);
        });
    }

 private:
    /// Reports progress between two parts of a load that count no bytes. Returns false if the load was cancelled.
    [[nodiscard]] bool goesOn(const ProgressSink& progress) const {
        if (progress) {
            progress({0, 0, "MB"});
        }
        return !m_cancelLoad.load();
    }

    /// Loads a model unless it is loaded already. With `spec`, a model that cannot read its text is refused before the
    /// weights are read.
    Result<void> load(const std::filesystem::path& directory, const ProgressSink& progress,
                      const RunSpec* spec = nullptr) {
        m_cancelLoad.store(false);
        std::filesystem::path wanted = directory;
        if (wanted.empty()) {
            KVW_TRY_ASSIGN(wanted, embeddedModelDir());
        }
        if (m_model.decoder && m_model.directory == wanted) {
            return {};
        }
        constexpr std::int64_t kMega = 1'000'000;
        const LoadListener listener{
            [&] { return goesOn(progress); },
            [&](std::int64_t done, std::int64_t total, const std::string& tensor) {
                if (progress) {
                    progress({(done + kMega - 1) / kMega, (total + kMega - 1) / kMega, "MB", tensor});
                }
                return !m_cancelLoad.load();
            }};
        KVW_TRY_ASSIGN(auto model, kvw::loadModel(wanted, listener, spec));
        model.embedded = directory.empty();
        m_model = std::move(model);
        return {};
    }

    /// Refuses a model that the backend's device has no memory for, before its weights are read. What is free counts
    /// where no other model is there, which would make room.
    [[nodiscard]] Result<void> checkFits(const std::filesystem::path& directory, const Backend& backend) const {
        if (backend.info() == nullptr || (m_model.decoder && m_model.directory == directory)) {
            return {};
        }
        // The load reports errors of the files.
        const auto size =
            (directory.empty() ? embeddedModelDir() : directory).and_then([](const std::filesystem::path& model) {
                return weightSize(model);
            });
        const bool another = m_model.on(backend.name()) != nullptr;
        return size ? checkWeightsFit(size->bytes, *backend.info(), another ? std::nullopt : backend.freeMemory())
                    : Result<void>();
    }

    /// Puts the model where its decode steps are to be computed, unless it is there.
    Result<void> putOn(const Backend& backend) {
        if (m_model.on(backend.name()) != nullptr) {
            return {};
        }
        m_model.backends.resize(1);  // all but the CPU's take memory; runs that go on keep theirs
        KVW_TRY_ASSIGN(auto put, backend.put(m_model.decoder));
        m_model.backends.push_back(std::move(put));
        return {};
    }

    PluginLoader& loaderFor(const Catalog& catalog) {
        if (!m_loader) {
            m_loader = std::make_unique<PluginLoader>(catalog.paths());
        }
        return *m_loader;
    }

    std::atomic<bool> m_cancelLoad{false};
    LoadedModel m_model;
    std::unique_ptr<PluginLoader> m_loader;
    std::shared_ptr<ThreadPool> m_pool;
};

}  // namespace

}  // namespace kvw

extern "C" __attribute__((visibility("default"))) kvw::Engine* kvwCreateEngine() {
    try {
        return new kvw::EngineImpl();
    } catch (const std::exception&) {
        return nullptr;
    }
}
