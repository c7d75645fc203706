// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <string_view>

#include "core/bench/bench_parts.h"
#include "core/bench/foreign_share.h"
#include "core/engine/backend/cpu_backend.h"
#include "core/engine/environment.h"
#include "core/engine/load_model.h"
#include "core/engine/policy/policy_check_settings.h"
#include "core/model/text/document.h"
#include "core/session/spec/command_line.h"
#include "kernels/attention.h"
#include "kernels/bench/sweep.h"

namespace kvw {

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::ordered_json;

/// Limit of a policy's time per decode step, over the model's.
constexpr double kCostLimit = 0.1;
/// Most seconds for the warm-up and for a round, whatever steps are left: a step may be a prefill.
constexpr double kWarmSeconds = 2, kRoundSeconds = 20;

double secondsSince(Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
}

/// Returns `count` token ids: the embedded long text, repeated.
Result<std::vector<std::int32_t>> benchIds(const LoadedModel& model, std::int64_t count) {
    KVW_TRY_ASSIGN(auto documents, embeddedDocuments());
    std::vector<std::int32_t> all;
    for (const auto& path : documents) {
        if (path.stem() == "long-stream") {
            KVW_TRY_ASSIGN(auto document, Document::load(path));
            KVW_TRY_ASSIGN(auto encoding, model.tokenizer->encode(document.text, true));
            all = std::move(encoding.ids);
        }
    }
    if (all.empty()) {
        return fail(Code::NotFound, "resources", "the embedded long-stream document is missing");
    }
    std::vector<std::int32_t> ids;
    for (std::int64_t i = 0; i < count; ++i) {
        ids.push_back(static_cast<std::int32_t>(all[static_cast<std::size_t>(i) % all.size()] % model.info.vocabulary));
    }
    return ids;
}

class Bench {
 public:
    Bench(BenchRequest request, const LoadedModel& model, const Catalog& catalog, PluginLoader& loader,
          std::shared_ptr<ThreadPool> pool, const ProgressSink& progress)
        : m_model(model),
          m_catalog(catalog),
          m_loader(loader),
          m_pool(std::move(pool)),
          m_progress(progress),
          m_request(std::move(request)),
          m_chosen(!m_request.policies.empty()) {
        m_request.rounds = std::max<std::int64_t>(m_request.rounds, 1);
        m_request.stream = std::max<std::int64_t>(m_request.stream, 10);
    }

    Result<ordered_json> run() {
        if (m_request.held < 32 || m_request.steps < 1) {
            return fail(Code::BadUsage, "bench", "held must be at least 32 and steps at least 1");
        }
        if (m_request.policies.empty()) {
            const std::int64_t held = m_request.held;
            m_request.policies = {"full", fmt::format("streaming:sinks=4,recent={}", held - 4),
                                  fmt::format("h2o:heavy={},recent={}", held / 2, held - held / 2),
                                  fmt::format("tova:capacity={}", held), fmt::format("snapkv:capacity={}", held)};
        }
        const QuietWait wait = waitUntilQuiet(m_request.wait, [this](double waited) {
            if (m_progress) {
                m_progress({static_cast<std::int64_t>(waited), static_cast<std::int64_t>(m_request.wait), "s",
                            "waiting for a quiet machine"});
            }
        });
        const ForeignShare foreign;
        ordered_json out;
        const std::shared_ptr<const BackendModel> decodes = m_model.on(m_request.device);
        out["environment"] =
            environmentFingerprint(m_pool->threads(), decodes != nullptr ? decodes->backend().info() : nullptr);
        out["model"] = m_model.info.name;
        out["device"] = m_request.device;
        out["held"] = m_request.held;
        out["steps"] = m_request.steps;
        out["dtype"] = m_request.dtype;
        out["kv_dtype"] = m_request.kvDtype;
        const std::pair<const char*, Result<ordered_json> (Bench::*)()> parts[] = {
            {"decode", &Bench::decode},         {"positions", &Bench::positions},
            {"attention", &Bench::attention},   {"cache", &Bench::cache},
            {"prefill", &Bench::prefillMemory}, {"policies", &Bench::policyCost},
            {"tokenizer", &Bench::tokenizer},   {"load", &Bench::load},
            {"stream", &Bench::stream},         {"lanes", &Bench::lanes},
            {"growth", &Bench::growth},         {"peer", &Bench::peer}};
        for (const auto& [name, measurePart] : parts) {
            if (!wanted(name)) {
                continue;
            }
            KVW_TRY_ASSIGN(out[name], (this->*measurePart)());
        }
        if (m_request.wait > 0) {
            out["waited_s"] = wait.waited;
            out["was_quiet"] = wait.quiet;
        }
        out["foreign_cpu_share"] = foreign.now();
        return out;
    }

 private:
    /// Returns true if the part is to be measured. The cost of every policy takes minutes, a second copy of the weights
    /// takes memory, and the tokenizer does not belong to decoding: such parts are measured only if asked for. Most
    /// parts are about the CPU.
    [[nodiscard]] bool wanted(const std::string& part) const {
        if (m_request.device != kCpu && part != "decode" && part != "positions" && part != "lanes") {
            return false;
        }
        if (part == "prefill" && m_request.prompt == 0) {
            return false;
        }
        if (part == "peer") {
            return !m_request.peer.empty();
        }
        static constexpr std::string_view kAsked[] = {"policies", "tokenizer", "load", "stream", "lanes", "growth"};
        return m_request.parts.empty() ? std::ranges::find(kAsked, part) == std::end(kAsked)
                                       : std::ranges::find(m_request.parts, part) != m_request.parts.end();
    }

    Result<ordered_json> decode() {
        // The same policy without observation, with its numbers, and with rows kept: the cost of observing.
        std::vector<Row> rows{Row(m_request.policies.front()), Row(m_request.policies.front(), Capture::Rows),
                              Row(m_request.policies.front(), Capture::Maps)};
        for (const std::string& policy : m_request.policies) {
            rows.emplace_back(policy, Capture::Stats);
        }
        return measure(std::move(rows), false);
    }

    /// Measures original positions and both ways to keep phases inside the cache, in the steady state of a sliding
    /// window.
    Result<ordered_json> positions() {
        const std::string window = fmt::format("streaming:sinks=4,recent={}", m_request.held - 4);
        std::vector<Row> rows{Row(window), Row(window, Capture::None, Positions::CacheRank)};
        if (m_request.kvDtype == "f32") {  // rounded keys are not turned
            rows.emplace_back(window, Capture::None, Positions::CacheRank, RankKeys::Rotated);
        }
        return measure(std::move(rows), true);
    }

    Result<ordered_json> tokenizer() { return benchTokenizer(*m_model.tokenizer, m_request.rounds); }
    Result<ordered_json> load() { return benchLoad(m_model.directory, m_request.rounds); }
    Result<ordered_json> cache() { return benchCacheOperation(m_model.info, m_request.rounds); }

    /// A way to decode, with the times of its rounds.
    struct Row {
        explicit Row(std::string policyText, Capture captured = Capture::None, Positions phases = Positions::Original,
                     RankKeys keys = RankKeys::Raw)
            : policy(std::move(policyText)), capture(captured), positions(phases), rankKeys(keys) {}

        std::string policy;
        Capture capture;
        Positions positions;
        RankKeys rankKeys;
        std::vector<double> perStep, ratios, policyMs, evictMs, cost;
        std::vector<double> share[3];
        std::int64_t held = 0;
    };

    Result<std::unique_ptr<Run>> make(const LoadedModel& model, const BenchCase& what, std::int64_t steps,
                                      Positions positions = Positions::Original, RankKeys rankKeys = RankKeys::Raw) {
        KVW_TRY_ASSIGN(auto ids, benchIds(model, what.prompt + steps));
        RunSpec spec;
        spec.ids = std::move(ids);
        spec.policies = what.policies;
        spec.promptTokens = what.prompt;
        spec.dtype = m_request.dtype;
        spec.kvDtype = m_request.kvDtype;
        spec.device = m_request.device;
        spec.capture = what.capture;
        spec.positions = positions;
        spec.rankKeys = rankKeys;
        return makeRun(spec, model, m_catalog, m_loader, m_pool);
    }

    Result<void> round(Row& row) {
        const BenchStart start = [&](const BenchCase& what, std::int64_t steps) {
            return make(m_model, what, steps, row.positions, row.rankKeys);
        };
        KVW_TRY_ASSIGN(auto run, prefilled(start, {{row.policy}, row.capture, m_request.held}, m_request.steps + 8));
        const auto warming = Clock::now();
        for (int warm = 0; warm < 8 && secondsSince(warming) < kWarmSeconds; ++warm) {
            KVW_TRY(run->step());
        }
        const auto since = Clock::now();
        std::int64_t steps = 0;
        for (; steps < m_request.steps && (steps == 0 || secondsSince(since) < kRoundSeconds); ++steps) {
            KVW_TRY(run->step());
        }
        const double seconds = secondsSince(since) / static_cast<double>(steps);
        const Trace& trace = run->recording()->trace(0);
        const StepRecord& last = trace.step(trace.steps() - 1);
        row.held = last.heldTotal / (m_model.info.layers * m_model.info.kvHeads);
        row.perStep.push_back(seconds);
        if (const double swept = sweepSeconds(*run, last.bytesLive); swept > 0) {
            row.ratios.push_back(seconds / swept);
        }
        double parts[4] = {};
        double decodeMs = 0;
        for (std::int64_t i = trace.steps() - steps; i < trace.steps(); ++i) {
            const StepRecord& s = trace.step(i);
            parts[0] += static_cast<double>(s.captureMs);
            parts[1] += static_cast<double>(s.policyMs);
            parts[2] += static_cast<double>(s.evictMs);
            parts[3] += static_cast<double>(s.ms());
            decodeMs += static_cast<double>(s.decodeMs);
        }
        for (int i = 0; i < 3; ++i) {
            row.share[i].push_back(parts[i] / parts[3]);
        }
        row.policyMs.push_back(parts[1] / static_cast<double>(steps));
        row.evictMs.push_back(parts[2] / static_cast<double>(steps));
        row.cost.push_back((parts[1] + parts[2]) / decodeMs);
        run->close(RunState::Stopped, {});
        return {};
    }

    /// Returns the time in which as many bytes as a step reads are read where it runs; 0: not known.
    [[nodiscard]] double sweepSeconds(const Run& run, std::int64_t heldBytes) const {
        if (m_request.device != kCpu) {
            const DeviceUse use = run.deviceUse();
            return use.readRate > 0 ? static_cast<double>(use.stepWeights + heldBytes) / use.readRate : 0;
        }
        Sweep sweep(static_cast<std::size_t>(m_model.info.weightBytes + heldBytes), *m_pool);
        sweep.once();
        return std::min({sweep.once(), sweep.once(), sweep.once()});
    }

    /// Returns, per round, the time of a step over that of the same policy if nothing is observed; empty: that was not
    /// measured. capture_share cannot say it, because memory delivers weights while rows are measured.
    [[nodiscard]] static std::vector<double> timesOverNone(const Row& row, const std::vector<Row>& rows) {
        std::vector<double> times;
        for (const Row& bare : rows) {
            if (bare.capture != Capture::None || bare.policy != row.policy || bare.positions != row.positions ||
                bare.rankKeys != row.rankKeys) {
                continue;
            }
            for (std::size_t i = 0; i < row.perStep.size(); ++i) {
                times.push_back(row.perStep[i] / bare.perStep[i]);
            }
        }
        return times;
    }

    /// Measures all rounds of all rows, one row after the other in each round, so that they meet the same load of other
    /// programs.
    Result<ordered_json> measure(std::vector<Row> rows, bool positions) {
        for (std::int64_t i = 0; i < m_request.rounds; ++i) {
            for (Row& row : rows) {
                KVW_TRY(round(row));
                if (m_progress) {
                    m_progress({i + 1, m_request.rounds, row.policy.c_str()});
                }
            }
        }
        ordered_json list = ordered_json::array();
        for (const Row& row : rows) {
            const double seconds = median(row.perStep);
            const std::vector<double> observed = timesOverNone(row, rows);
            ordered_json entry{{"policy", row.policy}};
            if (positions) {
                entry["positions"] = toText(row.positions);
                entry["rank_keys"] = row.positions == Positions::CacheRank ? toText(row.rankKeys) : "-";
            }
            entry.update({{"capture", toText(row.capture)},
                          {"held", row.held},
                          {"tokens_per_s", 1 / seconds},
                          {"ms_per_token", seconds * 1e3},
                          {"time_over_sweep", row.ratios.empty() ? ordered_json() : ordered_json(median(row.ratios))},
                          {"time_over_none", observed.empty() ? ordered_json() : ordered_json(median(observed))},
                          {"capture_share", median(row.share[0])},
                          {"policy_share", median(row.share[1])},
                          {"evict_share", median(row.share[2])}});
            list.push_back(std::move(entry));
        }
        return list;
    }

    /// Measures the decode attention of one KV head over `held` keys on one thread, with the bytes of K and V per
    /// second.
    Result<ordered_json> attention() {
        const auto headDim = static_cast<std::size_t>(m_model.info.headDim);
        const auto group = static_cast<std::size_t>(m_model.info.queryHeads / m_model.info.kvHeads);
        const auto held = static_cast<std::size_t>((m_request.held + 15) / 16 * 16);
        std::vector<float> keys(held * headDim, 0.01F);
        std::vector<float> values(held * headDim, 0.02F);
        std::vector<std::int64_t> tokens(held);
        std::iota(tokens.begin(), tokens.end(), 0);
        const std::vector<float> q(group * headDim, 0.1F);
        std::vector<float> out(group * headDim);
        std::vector<float> probs(group * held);
        const HeadSlots head{keys.data(), values.data(), Dtype::F32, tokens.data(), held, headDim, nullptr};
        constexpr int kCalls = 400;
        std::vector<double> times;
        for (std::int64_t round = 0; round < m_request.rounds; ++round) {
            const auto since = Clock::now();
            for (int i = 0; i < kCalls; ++i) {
                attendDecode(head, q.data(), group, 0.1F, out.data(), probs.data(), held, nullptr, nullptr);
            }
            times.push_back(secondsSince(since) / kCalls);
        }
        const double bytes = static_cast<double>(2 * held * headDim * sizeof(float));
        return ordered_json{{"keys", held},
                            {"kv_dtype", "f32"},
                            {"us_per_head", median(times) * 1e6},
                            {"gb_per_s_one_thread", bytes / median(times) / 1e9}};
    }

    /// Measures what each installed policy adds to a decode step: its own time and that of its evictions, over the
    /// model's. Policies in Python are left out unless they are named.
    Result<ordered_json> policyCost() {
        std::vector<Row> rows;
        for (const std::string& policy : m_chosen ? m_request.policies : std::vector<std::string>()) {
            rows.emplace_back(policy);
        }
        for (const PluginEntry& entry : m_chosen ? std::vector<PluginEntry>() : m_catalog.entries()) {
            for (const std::string& policy : entry.state == PluginState::Ready ? settingsForCost(entry, m_request.held)
                                                                               : std::vector<std::string>()) {
                rows.emplace_back(policy);
            }
        }
        ordered_json list = ordered_json::array();
        for (Row& row : rows) {
            for (std::int64_t i = 0; i < m_request.rounds; ++i) {
                KVW_TRY(round(row));
            }
            if (m_progress) {
                m_progress({std::ssize(list) + 1, std::ssize(rows), row.policy.c_str()});
            }
            const double cost = median(row.cost);
            list.push_back({{"policy", row.policy},
                            {"held", row.held},
                            {"ms_per_token", median(row.perStep) * 1e3},
                            {"policy_ms", median(row.policyMs)},
                            {"evict_ms", median(row.evictMs)},
                            {"cost_over_decode", cost},
                            {"verdict", cost <= kCostLimit ? "good" : fmt::format("above {}", kCostLimit)}});
        }
        return list;
    }

    Result<ordered_json> stream() {
        const std::vector<std::string> policies =
            m_chosen ? m_request.policies
                     : std::vector<std::string>{fmt::format("streaming:sinks=4,recent={}", m_request.held - 4),
                                                fmt::format("h2o:heavy={},recent={}", m_request.held / 2,
                                                            m_request.held - m_request.held / 2),
                                                fmt::format("tova:capacity={}", m_request.held)};
        return benchStream(starter(), policies, std::min(m_request.held, m_request.stream / 10), m_request.stream,
                           m_progress);
    }
    /// Measures seven lanes unless others are named.
    Result<ordered_json> lanes() {
        std::vector<std::string> policies = m_request.policies;
        if (!m_chosen) {
            policies.insert(policies.end(), {fmt::format("knorm:capacity={}", m_request.held),
                                             fmt::format("random:capacity={}", m_request.held)});
        }
        return benchLanes(starter(), policies, m_request.held, m_request.steps, m_request.rounds, m_progress);
    }
    /// Random models are written and read once each.
    Result<ordered_json> growth() {
        std::map<const BenchShape*, LoadedModel> models;
        const auto modelOf = [&](const BenchShape* shape) -> Result<const LoadedModel*> {
            if (shape == nullptr) {
                return &m_model;
            }
            if (!models.contains(shape)) {
                KVW_TRY_ASSIGN(auto loaded, BenchModel::write(*shape).and_then(
                                                [](const BenchModel& model) { return loadModel(model.directory()); }));
                models.emplace(shape, std::move(loaded));
            }
            return &models.at(shape);
        };
        const auto starter = [&](const BenchCase& what, std::int64_t steps) -> Result<std::unique_ptr<Run>> {
            KVW_TRY_ASSIGN(const auto* model, modelOf(what.shape));
            return make(*model, what, steps);
        };
        return benchGrowth(starter, m_request.held, m_request.steps, m_request.rounds, m_progress);
    }
    Result<ordered_json> prefillMemory() {
        return benchPrefillMemory(starter(), m_model.info.queryHeads, m_request.prompt, m_progress);
    }
    Result<ordered_json> peer() {
        return benchPeer(
            starter(),
            {m_request.peer, m_model.directory, m_pool->threads(), m_request.held, m_request.steps, m_request.rounds},
            m_progress);
    }
    [[nodiscard]] BenchStart starter() {
        return [this](const BenchCase& what, std::int64_t steps) { return make(m_model, what, steps); };
    }

    const LoadedModel& m_model;
    const Catalog& m_catalog;
    PluginLoader& m_loader;
    std::shared_ptr<ThreadPool> m_pool;
    const ProgressSink& m_progress;
    BenchRequest m_request;
    bool m_chosen;  ///< the policies were named
};

}  // namespace

Result<std::unique_ptr<Run>> prefilled(const BenchStart& start, const BenchCase& what, std::int64_t steps) {
    KVW_TRY_ASSIGN(auto run, start(what, steps));
    KVW_TRY(run->prefill({}));
    return run;
}

Result<ordered_json> runBench(const BenchRequest& request, const LoadedModel& model, const Catalog& catalog,
                              PluginLoader& loader, const std::shared_ptr<ThreadPool>& pool,
                              const ProgressSink& progress) {
    return Bench(request, model, catalog, loader, pool, progress).run();
}

}  // namespace kvw
