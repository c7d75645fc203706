// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/check/whole_step.h"

#include <cmath>

namespace kvw::device::check {
namespace {

constexpr int kCounters = 1024;

/// Rules of the lanes by number.
StepRule ruleOf(int name) {
    StepRule rule;
    rule.seed = static_cast<std::uint64_t>(name);
    switch (name % 5) {
        case 0:
            rule.score = StepRule::Score::Statistic;
            rule.fold = StepRule::Fold::Add;
            rule.recent = 4;
            break;
        case 1:
            rule.sinks = 3;
            rule.every = 3;
            break;
        case 2:
            rule.score = StepRule::Score::NewestRow;
            rule.recent = 1;
            break;
        case 3:
            rule.score = StepRule::Score::Hash;
            break;
        default:
            rule.every = 0;  // nothing ever leaves
            break;
    }
    return rule;
}

}  // namespace

Matrix WholeStep::matrix(Random& random, int rows, int columns) {
    // One row's worth of random blocks, again and again at different places: large models are made quickly.
    const CodingShape shape = shapeOf(m_model.coding);
    const std::size_t rowBytes = static_cast<std::size_t>(columns / shape.numbers * shape.bytes);
    const std::size_t bytes = rowBytes * static_cast<std::size_t>(rows);
    constexpr int kDrawn = 64;
    const std::vector<std::uint8_t> drawn = randomRows(random, m_model.coding, rows < kDrawn ? rows : kDrawn, columns);
    auto* at = m_memory.room<std::uint8_t>(bytes);
    for (std::size_t done = 0; done < bytes; done += drawn.size()) {
        const std::size_t part = bytes - done < drawn.size() ? bytes - done : drawn.size();
        m_memory.check(done == 0 ? m_device.copyIn(at, drawn.data(), part) : m_device.copyWithin(at + done, at, part));
    }
    return {at, m_model.coding, rows, columns};
}

Norm WholeStep::norm(Random& random, int size) {
    std::vector<float> weights = random.take(static_cast<std::size_t>(size), 0.2F);
    for (float& each : weights) {
        each += 1;
    }
    return {m_memory.put(weights), nullptr, 1e-5F, size};
}

WholeStep::WholeStep(Memory& memory, const ModelShape& model, const LaneShape& lanes, const std::vector<int>& names,
                     int position, int steps)
    : m_memory(memory),
      m_device(memory.device()),
      m_model(model),
      m_shape(lanes),
      m_count(static_cast<int>(names.size())) {
    Random random(1);
    const Heads& heads = model.heads;
    const int q = heads.query * heads.dim, kv = heads.kv * heads.dim;
    m_embedding = matrix(random, model.vocabulary, model.hidden);
    m_head = matrix(random, model.vocabulary, model.hidden);
    m_norm = norm(random, model.hidden);
    for (int i = 0; i < model.layers; ++i) {
        m_layers.push_back(
            {matrix(random, q + 2 * kv, model.hidden), matrix(random, model.hidden, q),
             matrix(random, model.intermediate, model.hidden), matrix(random, model.intermediate, model.hidden),
             matrix(random, model.hidden, model.intermediate), norm(random, model.hidden), norm(random, model.hidden)});
    }
    m_shape.heads = heads;
    m_shape.layers = model.layers;
    std::vector<Lane> views;
    for (const int name : names) {
        Random own(static_cast<std::uint64_t>(name) + 100);
        m_lanes.push_back(makeLane(memory, own, m_shape, position));
        HostLane& host = m_lanes.back();
        StepRule rule = ruleOf(name);
        rule.budgets = memory.put(host.held);
        host.lane.rule = memory.put(std::vector<StepRule>{rule});
        std::vector<std::int32_t> text;
        for (int i = 0; i < position + steps + 2; ++i) {
            text.push_back(own.below(model.vocabulary));
        }
        host.lane.ids = memory.put(text);
        views.push_back(host.lane);
    }
    m_step = {heads, model.layers, m_shape.units, memory.put(views), m_count};
    m_rope = makeRope(memory, heads.dim, true, position + steps + 1);
    const auto count = static_cast<std::size_t>(m_count);
    const auto room = [&](int width) { return memory.room<float>(count * static_cast<std::size_t>(width)); };
    m_x = room(model.hidden);
    m_q = room(q);
    m_attended = room(q);
    m_hidden = room(model.intermediate);
    m_logits = room(model.vocabulary);
    m_qkvScratch = room(q + 2 * kv);
    m_attendScratch = memory.room<float>(attendScratch(heads, m_shape.storedHeads, m_count));
    m_counters = memory.filled(kCounters, 0);
    m_records = memory.room<LogitRecord>(count);
    m_logitScratch = memory.room<double>(count * kLogitBlocks * 4);
}

void WholeStep::layer(int index) {
    const Layer& w = m_layers[static_cast<std::size_t>(index)];
    const Kernels& kernels = m_device.kernels();
    const Heads& heads = m_model.heads;
    QkvArgs qkv;
    qkv.weights[0] = w.qkv;
    qkv.x = m_x;
    qkv.xStride = m_model.hidden;
    qkv.in = w.in;
    qkv.heads = heads;
    qkv.rope = m_rope.rope;
    qkv.cache = m_shape.type;
    qkv.layer = index;
    qkv.lanes = m_step.lanes;
    qkv.laneCount = m_count;
    qkv.q = m_q;
    qkv.scratch = m_qkvScratch;
    qkv.done = m_counters;
    m_memory.check(kernels.qkvInsert(m_device, qkv));
    AttendArgs attend;
    attend.heads = heads;
    attend.layer = index;
    attend.storedHeads = m_shape.storedHeads;
    attend.lanes = m_step.lanes;
    attend.laneCount = m_count;
    attend.cache = m_shape.type;
    attend.scale = 1.0F / std::sqrt(static_cast<float>(heads.dim));
    attend.q = m_q;
    attend.out = m_attended;
    attend.scratch = m_attendScratch;
    attend.done = m_counters;
    m_memory.check(kernels.attendDecode(m_device, attend));
    MatVecsArgs output;
    output.weights = w.output;
    output.count = m_count;
    output.x = m_attended;
    output.xStride = heads.query * heads.dim;
    output.residual = output.y = m_x;
    output.yStride = m_model.hidden;
    m_memory.check(kernels.matVecs(m_device, output));
    GateUpArgs gate;
    gate.gate = w.gate;
    gate.up = w.up;
    gate.count = m_count;
    gate.x = m_x;
    gate.xStride = m_model.hidden;
    gate.in = w.mlp;
    gate.y = m_hidden;
    gate.yStride = m_model.intermediate;
    m_memory.check(kernels.gateUp(m_device, gate));
    MatVecsArgs down = output;
    down.weights = w.down;
    down.x = m_hidden;
    down.xStride = m_model.intermediate;
    m_memory.check(kernels.matVecs(m_device, down));
}

void WholeStep::enqueue() {
    const Kernels& kernels = m_device.kernels();
    EmbedArgs embed;
    embed.table = m_embedding;
    embed.lanes = m_step.lanes;
    embed.laneCount = m_count;
    embed.x = m_x;
    m_memory.check(kernels.embed(m_device, embed));
    m_memory.check(kernels.takeSlots(m_device, m_step));
    for (int i = 0; i < m_model.layers; ++i) {
        layer(i);
    }
    MatVecsArgs head;
    head.weights = m_head;
    head.count = m_count;
    head.x = m_x;
    head.xStride = m_model.hidden;
    head.in = m_norm;
    head.y = m_logits;
    head.yStride = m_model.vocabulary;
    m_memory.check(kernels.matVecs(m_device, head));
    LogitArgs logits;
    logits.logits = m_logits;
    logits.stride = logits.count = m_model.vocabulary;
    logits.lanes = m_step.lanes;
    logits.laneCount = m_count;
    logits.kl = m_count > 1;
    logits.records = m_records;
    logits.scratch = m_logitScratch;
    logits.done = m_counters;
    m_memory.check(kernels.logitStatistics(m_device, logits));
    m_memory.check(kernels.finishRows(m_device, m_step));
    m_memory.check(kernels.stepRule(m_device, m_step));
    m_memory.check(kernels.applyEdits(m_device, m_step));
}

std::vector<LogitRecord> WholeStep::records() {
    return m_memory.get(m_records, static_cast<std::size_t>(m_count));
}

}  // namespace kvw::device::check
