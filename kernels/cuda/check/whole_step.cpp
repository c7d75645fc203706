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
    for (const HostLane& host : m_lanes) {
        const int parts = partsOf(m_shape.units, heads.kv);
        const auto layers = static_cast<std::size_t>(model.layers), stride = static_cast<std::size_t>(host.stride);
        RowMeasures measures;
        measures.sums = memory.room<RowSums>(layers * static_cast<std::size_t>(parts + 1));
        measures.rows = memory.room<float>(kVarianceRows * layers * static_cast<std::size_t>(heads.query) * stride);
        measures.tokens = memory.room<std::int32_t>(kVarianceRows * host.tokens.size());
        measures.first = position;
        measures.keyStride = measureKeys(m_shape.units, parts, host.stride);
        measures.keys = memory.room<std::uint32_t>(layers * measures.keyStride);
        measures.placeStride = position + steps + 1;
        measures.places = memory.filled(layers * static_cast<std::size_t>(measures.placeStride), std::int32_t{0});
        m_measured.push_back(measures);
    }
    m_measures = memory.put(m_measured);
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

void WholeStep::qkv(int layer) {
    const Layer& w = m_layers[static_cast<std::size_t>(layer)];
    QkvArgs args;
    args.weights[0] = w.qkv;
    args.x = m_x;
    args.xStride = m_model.hidden;
    args.in = w.in;
    args.heads = m_model.heads;
    args.rope = m_rope.rope;
    args.cache = m_shape.type;
    args.layer = layer;
    args.lanes = m_step.lanes;
    args.laneCount = m_count;
    args.q = m_q;
    args.scratch = m_qkvScratch;
    args.done = m_counters;
    m_memory.check(m_device.kernels().qkvInsert(m_device, args));
}

void WholeStep::attend(int layer) {
    AttendArgs args;
    args.heads = m_model.heads;
    args.layer = layer;
    args.storedHeads = m_shape.storedHeads;
    args.lanes = m_step.lanes;
    args.laneCount = m_count;
    args.cache = m_shape.type;
    args.scale = 1.0F / std::sqrt(static_cast<float>(m_model.heads.dim));
    args.q = m_q;
    args.out = m_attended;
    args.scratch = m_attendScratch;
    args.done = m_counters;
    m_memory.check(m_device.kernels().attendDecode(m_device, args));
}

MatVecsArgs WholeStep::product(const Matrix& weights, const float* x, float* y) const {
    MatVecsArgs args;
    args.weights = weights;
    args.count = m_count;
    args.x = x;
    args.xStride = weights.columns;
    args.y = y;
    args.yStride = weights.rows;
    return args;
}

void WholeStep::addProduct(const Matrix& weights, const float* x) {
    MatVecsArgs args = product(weights, x, m_x);
    args.residual = m_x;
    m_memory.check(m_device.kernels().matVecs(m_device, args));
}

void WholeStep::gateUp(int layer) {
    const Layer& w = m_layers[static_cast<std::size_t>(layer)];
    GateUpArgs args;
    args.gate = w.gate;
    args.up = w.up;
    args.count = m_count;
    args.x = m_x;
    args.xStride = m_model.hidden;
    args.in = w.mlp;
    args.y = m_hidden;
    args.yStride = m_model.intermediate;
    m_memory.check(m_device.kernels().gateUp(m_device, args));
}

void WholeStep::head() {
    MatVecsArgs args = product(m_head, m_x, m_logits);
    args.in = m_norm;
    m_memory.check(m_device.kernels().matVecs(m_device, args));
}

void WholeStep::statistics() {
    LogitArgs args;
    args.logits = m_logits;
    args.stride = args.count = m_model.vocabulary;
    args.lanes = m_step.lanes;
    args.laneCount = m_count;
    args.kl = m_count > 1;
    args.records = m_records;
    args.scratch = m_logitScratch;
    args.done = m_counters;
    m_memory.check(m_device.kernels().logitStatistics(m_device, args));
}

void WholeStep::enqueue(Part part, int layer) {
    const Kernels& kernels = m_device.kernels();
    switch (part) {
        case Part::Qkv:
            return qkv(layer);
        case Part::Attend:
            return attend(layer);
        case Part::Output:
            return addProduct(m_layers[static_cast<std::size_t>(layer)].output, m_attended);
        case Part::GateUp:
            return gateUp(layer);
        case Part::Down:
            return addProduct(m_layers[static_cast<std::size_t>(layer)].down, m_hidden);
        case Part::Embed:
            return m_memory.check(kernels.embed(m_device, {m_embedding, 1, m_step.lanes, m_count, m_x}));
        case Part::Slots:
            return m_memory.check(kernels.takeSlots(m_device, m_step));
        case Part::Head:
            return head();
        case Part::Logits:
            return statistics();
        case Part::Rows:
            return m_memory.check(kernels.finishRows(m_device, m_step));
        case Part::Rule:
            return m_memory.check(kernels.stepRule(m_device, m_step));
        case Part::Edits:
            return m_memory.check(kernels.applyEdits(m_device, m_step));
        case Part::Measure:
            return m_memory.check(kernels.measureRows(m_device, {m_step, m_measures, nullptr, false}));
    }
}

void WholeStep::enqueue() {
    enqueue(Part::Embed, 0);
    enqueue(Part::Slots, 0);
    for (int layer = 0; layer < m_model.layers; ++layer) {
        for (int part = 0; part < kLayerParts; ++part) {
            enqueue(static_cast<Part>(part), layer);
        }
    }
    for (const Part part : {Part::Head, Part::Logits, Part::Rows, Part::Measure, Part::Rule, Part::Edits}) {
        enqueue(part, 0);
    }
}

std::size_t WholeStep::bytesOf(Part part) const {
    const auto bytes = [](const Matrix& matrix) {
        const CodingShape shape = shapeOf(matrix.coding);
        return static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.columns / shape.numbers) *
               static_cast<std::size_t>(shape.bytes);
    };
    const Layer& w = m_layers.front();
    std::size_t held = 0;
    for (const HostLane& lane : m_lanes) {
        for (int head = 0; head < m_shape.storedHeads; ++head) {
            held += static_cast<std::size_t>(lane.held[lane.unitOf(0, head)]);
        }
    }
    switch (part) {
        case Part::Qkv:
            return bytes(w.qkv);
        case Part::Attend:
            return held * 2 * static_cast<std::size_t>(m_model.heads.dim * kvw::device::bytesOf(m_shape.type));
        case Part::Output:
            return bytes(w.output);
        case Part::GateUp:
            return bytes(w.gate) + bytes(w.up);
        case Part::Down:
            return bytes(w.down);
        case Part::Head:
            return bytes(m_head);
        default:
            return 0;
    }
}

std::vector<LogitRecord> WholeStep::records() {
    return m_memory.get(m_records, static_cast<std::size_t>(m_count));
}

std::vector<RowSums> WholeStep::sums(std::size_t lane) {
    const auto parts = static_cast<std::size_t>(partsOf(m_shape.units, m_model.heads.kv));
    return m_memory.get(m_measured[lane].sums, static_cast<std::size_t>(m_model.layers) * (parts + 1));
}

}  // namespace kvw::device::check
