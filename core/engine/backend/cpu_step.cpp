// SPDX-License-Identifier: Apache-2.0
#include "core/engine/backend/cpu_step.h"

#include <algorithm>
#include <numeric>

#include "core/base/stopwatch.h"
#include "core/engine/contained.h"
#include "core/engine/lane/lane.h"
#include "core/session/engine.h"

namespace kvw {

namespace {

/// Ends the work beside the jobs with the step: what it reads may not outlive an error.
class BesideStep {
 public:
    explicit BesideStep(ThreadPool& pool) : m_pool(pool) {}
    ~BesideStep() { m_pool.dropBeside(); }
    BesideStep(const BesideStep&) = delete;
    BesideStep& operator=(const BesideStep&) = delete;

 private:
    ThreadPool& m_pool;
};

}  // namespace

Result<void> CpuStep::step(std::span<StepMember> members) {
    const Stopwatch watch;
    ThreadPool& pool = members.front().lane->pool();
    const ModelConfig& config = m_decoder->config();
    const std::size_t count = members.size();
    const auto vocabulary = static_cast<std::size_t>(config.vocabulary);
    m_members = members;
    m_querySize = static_cast<std::size_t>(config.queryHeads * config.headDim);
    m_keySize = static_cast<std::size_t>(config.kvHeads * config.headDim);
    m_ownMs.assign(count, 0.0);
    m_ids.clear();
    for (const StepMember& member : members) {
        m_ids.push_back(member.id);
    }
    const BesideStep beside(pool);
    KVW_TRY(m_pass.run(*m_decoder, m_ids, *this, pool));
    m_pass.copyLogits(*m_decoder, 0, static_cast<std::int64_t>(count), m_logits, pool);
    pool.finishBeside();
    double shared = watch.ms() - std::accumulate(m_ownMs.begin(), m_ownMs.end(), 0.0);
    for (const StepMember& member : members) {
        shared -= member.done ? member.lane->measureMs() : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (members[i].done) {
            members[i].lane->copyLogits({m_logits.data() + i * vocabulary, vocabulary},
                                        std::max(shared, 0.0) + m_ownMs[i]);
        }
    }
    return {};
}

DeviceUse CpuStep::use(std::span<const std::unique_ptr<Lane>> /*lanes*/) const {
    return {};
}

Result<void> CpuStep::attend(std::int32_t layer, float* q, float* k, const float* v, float* out) {
    bool anyLeft = false;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        StepMember& member = m_members[i];
        if (member.done) {
            const Stopwatch watch;
            member.done = attendAlone(member, layer, q + i * m_querySize, k + i * m_keySize, v + i * m_keySize,
                                      out + i * m_querySize);
            m_ownMs[i] += watch.ms();
        }
        if (!member.done) {
            if (member.done.error().code == Code::Internal || member.done.error().code == Code::Cancelled) {
                return member.done;
            }
            // This row is no longer read; zeros keep it from slowing down the arithmetic of the others.
            std::fill_n(out + i * m_querySize, m_querySize, 0.0F);
        }
        anyLeft = anyLeft || member.done;
    }
    for (const StepMember& member : m_members) {
        if (member.done) {
            const bool fullFailed = std::any_of(m_members.begin(), m_members.end(), [&](const StepMember& other) {
                return other.lane == member.full && !other.done;
            });
            member.lane->measureLayer(layer, fullFailed ? nullptr : member.full);
        }
    }
    return anyLeft ? Result<void>{} : m_members.front().done;
}

Result<void> CpuStep::attendAlone(StepMember& member, std::int32_t layer, float* q, float* k, const float* v,
                                  float* out) {
    try {
        return member.lane->attention().attend(layer, q, k, v, out);
    } catch (...) {
        return tl::unexpected(containedException(member.lane->whereOf(member.step)));
    }
}

}  // namespace kvw
