// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_engine.h"

namespace kvw::wb {

namespace {

class MadeRunEngine : public Engine {
 public:
    explicit MadeRunEngine(std::function<std::unique_ptr<Run>()> make) : m_make(std::move(make)) {}
    Result<void> loadModel(const std::filesystem::path&, const ProgressSink&) override { return {}; }
    const ModelInfo& model() const override { return m_model; }
    void setThreads(int) override {}
    int threads() const override { return 1; }
    Result<std::unique_ptr<Run>> start(const RunSpec&, const Catalog&, const ProgressSink&) override {
        return m_make();
    }
    Result<void> logits(std::span<const std::int32_t>,
                        const std::function<Result<void>(std::span<const float>)>&) override {
        return noModel();
    }
    Result<ConformanceResult> conformance(const std::filesystem::path&, const Catalog&, const std::string&) override {
        return noModel();
    }
    Result<nlohmann::ordered_json> checkPolicy(const std::string&, const Catalog&, const ProgressSink&) override {
        return noModel();
    }
    std::vector<PluginEntry> probePlugins(const Catalog&) override { return {}; }
    Result<void> reloadPlugin(const PluginEntry&, const Catalog&) override { return noModel(); }
    Result<nlohmann::ordered_json> bench(const BenchRequest&, const Catalog&, const ProgressSink&) override {
        return noModel();
    }

 private:
    static tl::unexpected<Error> noModel() { return fail(Code::BadUsage, "bench", "this engine has no model"); }
    std::function<std::unique_ptr<Run>()> m_make;
    ModelInfo m_model;
};

}  // namespace

EngineClient::EngineFactory madeRunEngine(std::function<std::unique_ptr<Run>()> make) {
    return
        [make = std::move(make)]() -> Result<std::unique_ptr<Engine>> { return std::make_unique<MadeRunEngine>(make); };
}

}  // namespace kvw::wb
