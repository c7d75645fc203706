// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_decoder.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/engine/device/device_sweep.h"
#include "core/model/weights/tensor.h"

namespace kvw {

namespace {

constexpr std::size_t kLanes = device::kMostLanes;

tl::unexpected<Error> noKernel(Phrase what, Phrase found = {}, Phrase expected = {}) {
    return fail(Code::BadUsage, "--device", std::move(what), std::move(found), std::move(expected));
}

TensorType typeOf(const Weights& weights) {
    if (weights.blocks) {
        return static_cast<TensorType>(static_cast<int>(TensorType::Q8_0) + static_cast<int>(*weights.blocks));
    }
    return weights.dtype == Dtype::F32    ? TensorType::F32
           : weights.dtype == Dtype::BF16 ? TensorType::BF16
                                          : TensorType::F16;
}

std::optional<device::Coding> codingOf(TensorType type) {
    switch (type) {
        case TensorType::F32:
            return device::Coding::F32;
        case TensorType::BF16:
            return device::Coding::Bf16;
        case TensorType::F16:
            return device::Coding::F16;
        case TensorType::Q8_0:
            return device::Coding::Q8_0;
        case TensorType::Q4_0:
            return device::Coding::Q4_0;
        case TensorType::Q4_1:
            return device::Coding::Q4_1;
        case TensorType::Q4_K:
            return device::Coding::Q4_K;
        case TensorType::Q5_K:
            return device::Coding::Q5_K;
        case TensorType::Q6_K:
            return device::Coding::Q6_K;
        case TensorType::MXFP4:
            return device::Coding::Mxfp4;
        default:
            return std::nullopt;
    }
}

Result<device::Matrix> shapeOf(const Weights& weights) {
    const auto coding = codingOf(typeOf(weights));
    if (!coding) {
        return noKernel("no kernel of the device takes weights of this type", toText(typeOf(weights)),
                        "BF16, F16, F32, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K, Q6_K or MXFP4");
    }
    if (weights.order != nullptr) {
        return noKernel("no kernel of the device takes weights whose columns are in another order",
                        toText(typeOf(weights)));
    }
    return device::Matrix{nullptr, *coding, 0, static_cast<int>(weights.columns)};
}

/// Returns the matrix of `map` that holds rows first ... first + rows - 1, with the first of them; null: no single one
/// does.
std::pair<const Weights*, std::size_t> matrixAt(const Linear& map, std::size_t first, std::size_t rows) {
    for (const Weights& weights : map.weights) {
        if (first < weights.rows) {
            return {first + rows <= weights.rows ? &weights : nullptr, first};
        }
        first -= weights.rows;
    }
    return {nullptr, 0};
}

device::Activation activationOf(MlpKind kind) {
    switch (kind) {
        case MlpKind::SiluGate:
            return device::Activation::SiluGate;
        case MlpKind::ClampedSiluGate:
            return device::Activation::ClampedSiluGate;
        case MlpKind::GeluTanhGate:
            return device::Activation::GeluTanhGate;
        case MlpKind::GeluTanh:
            return device::Activation::GeluTanh;
        case MlpKind::GeluExact:
            break;
    }
    return device::Activation::GeluExact;
}

}  // namespace

Result<std::shared_ptr<DeviceDecoder>> DeviceDecoder::make(std::shared_ptr<const Decoder> decoder,
                                                           device::Device& device) {
    const auto* blocks = dynamic_cast<const BlockDecoder*>(decoder.get());
    if (blocks == nullptr) {
        return noKernel("this model has layers that the device does not know", decoder->config().architecture);
    }
    KVW_TRY(checkWeightsFit(static_cast<std::int64_t>(decoder->weightBytes()), device.info()));
    std::shared_ptr<DeviceDecoder> made(new DeviceDecoder(std::move(decoder), blocks->model(), device));
    KVW_TRY(made->load());
    KVW_TRY(made->m_memory.state());
    made->m_readRate = sweepRate(device);
    return made;
}

device::Heads DeviceDecoder::headShape() const noexcept {
    const ModelConfig& config = m_decoder->config();
    return {static_cast<int>(config.queryHeads), static_cast<int>(config.kvHeads), static_cast<int>(config.headDim)};
}

device::Norm DeviceDecoder::load(const Norm& norm) {
    return {m_memory.put(norm.weight), m_memory.put(norm.bias), static_cast<float>(m_decoder->config().rmsNormEps),
            static_cast<int>(norm.weight.size())};
}

Result<DeviceDecoder::Map> DeviceDecoder::load(std::span<const Linear> maps, std::size_t first, std::size_t rows) {
    Map result;
    std::vector<float> bias;
    std::byte* to = nullptr;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const auto [weights, row] = matrixAt(maps[i], first, rows);
        if (weights == nullptr) {
            return noKernel("no kernel of the device takes one matrix of several types");
        }
        KVW_TRY_ASSIGN(auto matrix, shapeOf(*weights));
        if (i == 0) {
            bytes = rows * weights->rowBytes();
            to = m_memory.room<std::byte>(bytes * maps.size());
            matrix.data = to;
            matrix.rows = static_cast<int>(rows);
            result.matrix = matrix;
        } else if (matrix.coding != result.matrix.coding || matrix.columns != result.matrix.columns) {
            return noKernel("no kernel of the device takes experts of several types");
        }
        const auto* from = static_cast<const std::byte*>(weights->data) + row * weights->rowBytes();
        m_memory.copyIn(to == nullptr ? to : to + i * bytes, std::span(from, bytes));
        if (!maps[i].bias.empty()) {
            const auto begin = maps[i].bias.begin() + static_cast<std::ptrdiff_t>(first);
            bias.insert(bias.end(), begin, begin + static_cast<std::ptrdiff_t>(rows));
        }
    }
    result.bias = m_memory.put(bias);
    return result;
}

Result<DeviceDecoder::Layer> DeviceDecoder::load(const BlockLayer& from) {
    Layer layer;
    layer.attentionIn = load(from.attentionIn);
    layer.attentionOut = load(from.attentionOut);
    layer.mlpIn = load(from.mlpIn);
    layer.mlpOut = load(from.mlpOut);
    layer.query = load(from.query);
    layer.key = load(from.key);
    if (from.qkv.weights.size() > std::size(layer.qkv)) {
        return noKernel("no kernel of the device takes one matrix of several types");
    }
    for (std::size_t first = 0; const Weights& weights : from.qkv.weights) {
        const Linear alone{from.qkv.weights, {}};
        KVW_TRY_ASSIGN(const auto piece, load({&alone, 1}, first, weights.rows));
        layer.qkv[layer.pieces++] = piece.matrix;
        first += weights.rows;
    }
    layer.qkvBias = m_memory.put(from.qkv.bias);
    KVW_TRY_ASSIGN(layer.output, load(from.output));
    KVW_TRY(loadMlp(from, layer));
    return layer;
}

Result<void> DeviceDecoder::loadMlp(const BlockLayer& from, Layer& layer) {
    const auto wide = static_cast<std::size_t>(m_decoder->config().intermediate);
    const bool routed = !from.expertUp.empty();
    const std::span<const Linear> ups = routed ? std::span(from.expertUp) : std::span(&from.up, 1);
    const std::span<const Linear> downs = routed ? std::span(from.expertDown) : std::span(&from.down, 1);
    const std::size_t before = m_memory.bytes();
    if (gated()) {
        KVW_TRY_ASSIGN(layer.gate, load(ups, 0, wide));
    }
    KVW_TRY_ASSIGN(layer.up, load(ups, gated() ? wide : 0, wide));
    KVW_TRY_ASSIGN(layer.down, load(downs, 0, downs.front().rows()));
    if (routed) {
        if (!from.mlpOut.weight.empty() || ups.size() > device::kMostExperts) {
            return noKernel("no kernel of the device takes experts like these", m_decoder->config().architecture);
        }
        const auto used = static_cast<std::size_t>(m_decoder->config().expertsUsed);
        m_unreadBytes += (m_memory.bytes() - before) / ups.size() * (ups.size() - used);
        KVW_TRY_ASSIGN(layer.router, load(from.router));
    }
    return {};
}

Result<void> DeviceDecoder::load() {
    const ModelConfig& config = m_decoder->config();
    const Linear embedding{{m_model.embedding}, {}};
    KVW_TRY_ASSIGN(const auto table, load(embedding));
    m_embedding = table.matrix;
    const bool tied = m_model.head.weights.size() == 1 && m_model.head.weights[0].data == m_model.embedding.data;
    if (tied) {
        m_head = {m_embedding, m_memory.put(m_model.head.bias)};
    } else {
        m_unreadBytes = m_memory.bytes();
        KVW_TRY_ASSIGN(m_head, load(m_model.head));
    }
    m_finalNorm = load(m_model.finalNorm);
    const auto heads = static_cast<std::size_t>(config.queryHeads);
    for (std::size_t i = 0; i < m_model.layers.size(); ++i) {
        KVW_TRY_ASSIGN(auto layer, load(m_model.layers[i]));
        if (const auto& sinks = m_decoder->sinks(); !sinks.empty()) {
            const auto begin = sinks.begin() + static_cast<std::ptrdiff_t>(i * heads);
            layer.sinks = m_memory.put(std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(heads)));
        }
        m_layers.push_back(layer);
    }
    m_weightBytes = m_memory.bytes();
    const auto hidden = static_cast<std::size_t>(config.hidden), wide = static_cast<std::size_t>(config.intermediate);
    const auto q = static_cast<std::size_t>(config.queryHeads * config.headDim);
    const auto kv = static_cast<std::size_t>(config.kvHeads * config.headDim);
    m_x = m_memory.room<float>(kLanes * hidden);
    m_projected = m_memory.room<float>(kLanes * hidden);
    m_outScratch = m_memory.room<float>(kLanes * hidden);
    m_q = m_memory.room<float>(kLanes * q);
    m_attended = m_memory.room<float>(kLanes * q);
    m_qkvScratch = m_memory.room<float>(kLanes * (q + 2 * kv));
    m_hidden = m_memory.room<float>(kLanes * wide);
    m_gateScratch = m_memory.room<float>(2 * kLanes * wide);
    if (config.experts > 0) {
        m_sum = m_memory.room<float>(kLanes * hidden);
        m_routes = m_memory.room<float>(kLanes * static_cast<std::size_t>(config.experts));
        m_shares = m_memory.room<float>(kLanes * static_cast<std::size_t>(config.expertsUsed));
        m_chosen = m_memory.room<std::int32_t>(kLanes * static_cast<std::size_t>(config.expertsUsed));
    }
    const device::Heads shape = headShape();
    std::size_t scratch = 0;
    m_counterCount = heads + 2 * static_cast<std::size_t>(config.kvHeads);
    for (const int stored : {shape.kv, shape.query}) {
        scratch = std::max(scratch, device::attendScratch(shape, stored, device::kMostLanes));
        m_counterCount = std::max(m_counterCount,
                                  static_cast<std::size_t>(device::attendCounters(shape, stored, device::kMostLanes)));
    }
    m_attendScratch = m_memory.room<float>(scratch);
    m_counters = m_memory.room<int>(m_counterCount);
    return {};
}

device::MatVecsArgs DeviceDecoder::product(const Map& map, int count, const float* x, float* y) const {
    device::MatVecsArgs args;
    args.weights = map.matrix;
    args.bias = map.bias;
    args.count = count;
    args.x = x;
    args.xStride = map.matrix.columns;
    args.y = y;
    args.yStride = map.matrix.rows;
    args.scratch = m_outScratch;
    args.done = m_counters;
    return args;
}

void DeviceDecoder::attend(DeviceCalls& calls, const DeviceBatch& batch, std::int32_t index) const {
    const ModelConfig& config = m_decoder->config();
    const BlockRules& rules = m_model.rules;
    const Layer& layer = m_layers[static_cast<std::size_t>(index)];
    const device::Rope& rope = batch.ropes[static_cast<std::size_t>(index)];
    const device::Kernels& kernels = calls.device().kernels();

    device::QkvArgs qkv;
    std::copy_n(layer.qkv, layer.pieces, qkv.weights);
    qkv.pieces = layer.pieces;
    qkv.bias = layer.qkvBias;
    qkv.x = m_x;
    qkv.xStride = static_cast<int>(config.hidden);
    qkv.in = layer.attentionIn;
    qkv.heads = headShape();
    qkv.byHead = rules.qkvByHead;
    qkv.normAcross = rules.normAcrossHeads;
    qkv.query = layer.query;
    qkv.key = layer.key;
    qkv.rotatedFactor = config.hasRope(index) ? rules.rotatedQueryFactor : rules.queryFactor;
    qkv.factor = rules.queryFactor;
    qkv.rope = rope;
    qkv.cache = batch.cache;
    qkv.rounded = batch.rounded;
    qkv.layer = index;
    qkv.lanes = batch.lanes;
    qkv.laneCount = batch.count;
    qkv.q = m_q;
    qkv.scratch = m_qkvScratch;
    qkv.done = m_counters;
    calls.launch(kernels.qkvInsert, qkv);

    device::AttendArgs attention;
    attention.heads = headShape();
    attention.layer = index;
    attention.storedHeads = batch.storedHeads;
    attention.lanes = batch.lanes;
    attention.laneCount = batch.count;
    attention.cache = batch.cache;
    attention.rotatesOnRead = batch.rotatesOnRead;
    attention.rope = rope;
    attention.scale = 1.0F / std::sqrt(static_cast<float>(config.headDim));
    attention.softCap = static_cast<float>(config.attentionSoftCap);
    attention.sinks = layer.sinks;
    attention.window = config.windows.empty() ? 0 : static_cast<int>(config.windows[static_cast<std::size_t>(index)]);
    attention.q = m_q;
    attention.out = m_attended;
    attention.scratch = m_attendScratch;
    attention.done = m_counters;
    attention.reads = batch.reads;
    if (batch.reads) {
        calls.launch(kernels.choosePages, attention);
    }
    calls.launch(kernels.attendDecode, attention);

    device::MatVecsArgs output = product(layer.output, batch.count, m_attended, parallel() ? m_projected : m_x);
    output.out = layer.attentionOut;
    output.residual = parallel() ? nullptr : m_x;
    output.factor = rules.residualFactor;
    calls.launch(kernels.matVecs, output);
}

device::GateUpArgs DeviceDecoder::gateUpOf(const Layer& layer) const {
    device::GateUpArgs args;
    args.gate = layer.gate.matrix;
    args.up = layer.up.matrix;
    args.gateBias = layer.gate.bias;
    args.upBias = layer.up.bias;
    args.activation = activationOf(m_model.rules.mlp);
    args.gateLimit = m_model.rules.gateLimit;
    args.gateSlope = m_model.rules.gateSlope;
    args.xStride = static_cast<int>(m_decoder->config().hidden);
    args.yStride = static_cast<int>(m_decoder->config().intermediate);
    return args;
}

device::GateUpArgs DeviceDecoder::gateUp(const Layer& layer) const {
    device::GateUpArgs args = gateUpOf(layer);
    args.x = m_x;
    args.in = layer.mlpIn;
    args.y = m_hidden;
    args.scratch = m_gateScratch;
    return args;
}

void DeviceDecoder::mlp(DeviceCalls& calls, const DeviceBatch& batch, const Layer& layer) const {
    const device::Kernels& kernels = calls.device().kernels();
    device::GateUpArgs up = gateUp(layer);
    up.count = batch.count;
    calls.launch(kernels.gateUp, up);
    device::MatVecsArgs down = product(layer.down, batch.count, m_hidden, m_x);
    down.out = layer.mlpOut;
    down.residual = m_x;
    down.also = parallel() ? m_projected : nullptr;
    down.factor = m_model.rules.residualFactor;
    calls.launch(kernels.matVecs, down);
}

void DeviceDecoder::experts(DeviceCalls& calls, const DeviceBatch& batch, const Layer& layer) const {
    const ModelConfig& config = m_decoder->config();
    const device::Kernels& kernels = calls.device().kernels();
    const auto hidden = static_cast<std::size_t>(config.hidden);
    const auto used = static_cast<std::size_t>(config.expertsUsed);
    device::MatVecsArgs router = product(layer.router, batch.count, m_x, m_routes);
    router.in = layer.mlpIn;
    calls.launch(kernels.matVecs, router);
    calls.launch(kernels.route, device::RouteArgs{m_routes, batch.count, static_cast<int>(config.experts),
                                                  static_cast<int>(used), config.sharesAddToOne, m_chosen, m_shares});
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(batch.count); ++lane) {
        for (std::size_t i = 0; i < used; ++i) {
            const std::int32_t* expert = m_chosen + lane * used + i;
            device::GateUpArgs up = gateUp(layer);
            up.x = m_x + lane * hidden;
            up.gate.expert = up.up.expert = expert;
            calls.launch(kernels.gateUp, up);
            // The other experts read x as well, so the sum grows beside it; the last one brings it home.
            const bool last = i + 1 == used;
            device::MatVecsArgs down = product(layer.down, 1, m_hidden, (last ? m_x : m_sum) + lane * hidden);
            down.weights.expert = expert;
            down.residual = (i == 0 ? m_x : m_sum) + lane * hidden;
            down.also = i == 0 && parallel() ? m_projected + lane * hidden : nullptr;
            down.factor = m_model.rules.residualFactor;
            down.share = m_shares + lane * used + i;
            calls.launch(kernels.matVecs, down);
        }
    }
}

void DeviceDecoder::clearCounters(DeviceCalls& calls) const {
    calls.fill(m_counters, 0, m_counterCount * sizeof(int));
}

void DeviceDecoder::enqueue(DeviceCalls& calls, const DeviceBatch& batch) const {
    const device::Kernels& kernels = calls.device().kernels();
    calls.launch(kernels.embed,
                 device::EmbedArgs{m_embedding, m_model.rules.embeddingFactor, batch.lanes, batch.count, m_x});
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        attend(calls, batch, static_cast<std::int32_t>(i));
        if (m_layers[i].router.matrix.data != nullptr) {
            experts(calls, batch, m_layers[i]);
        } else {
            mlp(calls, batch, m_layers[i]);
        }
    }
    device::MatVecsArgs head = product(m_head, batch.count, m_x, batch.logits);
    head.in = m_finalNorm;
    head.softCap = m_model.rules.logitSoftCap;
    calls.launch(kernels.matVecs, head);
}

}  // namespace kvw
