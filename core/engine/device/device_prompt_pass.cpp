// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/device_prompt_pass.h"

#include <algorithm>
#include <utility>

#include "core/engine/attention/block_attention.h"
#include "core/engine/device/device_numbers.h"
#include "core/engine/lane/pass_logits.h"
#include "kernels/attention.h"

namespace kvw {

namespace {

/// Tokens whose products are computed together: enough for all processors of a device, and few enough to bound the
/// rows of the MLP.
constexpr std::size_t kBlockTokens = 1024;

std::size_t countOf(std::int64_t number) {
    return static_cast<std::size_t>(number);
}

std::size_t sizeOfMatrix(const device::Matrix& matrix) {
    const device::CodingShape shape = device::shapeOf(matrix.coding);
    return static_cast<std::size_t>(matrix.rows) *
           static_cast<std::size_t>(matrix.columns / shape.numbers * shape.bytes);
}

/// Returns true if gate and up products have to be put aside before they meet: the kernel takes both together if their
/// types are alike and the matrices begin on 16 bytes, as the first one does (DeviceMemory::room).
bool meetsLater(const DeviceDecoder::Layer& layer) {
    const device::Matrix &gate = layer.gate.matrix, &up = layer.up.matrix;
    const bool shifted = layer.router.matrix.data != nullptr && sizeOfMatrix(up) % 16 != 0;
    return gate.data != nullptr && (gate.coding != up.coding || shifted);
}

bool anyMeetsLater(const DeviceDecoder& decoder) {
    return std::any_of(decoder.layers().begin(), decoder.layers().end(), meetsLater);
}

}  // namespace

std::size_t DevicePromptPass::bytesFor(const DeviceDecoder& decoder, std::int64_t tokens,
                                       const PromptSink::Keys& keys) {
    constexpr auto kMostRows = static_cast<std::size_t>(BlockAttention::kMostRows);
    constexpr auto kLeastRows = static_cast<std::size_t>(BlockAttention::kLeastRows);
    constexpr auto kRowFloats = static_cast<std::size_t>(BlockAttention::kRowFloats);
    const ModelConfig& config = decoder.decoder().config();
    const std::size_t count = countOf(tokens), block = std::min(count, kBlockTokens);
    const std::size_t hidden = countOf(config.hidden), wide = countOf(config.intermediate);
    const std::size_t q = countOf(config.queryHeads * config.headDim), kv = countOf(config.kvHeads * config.headDim);
    const std::size_t heads = countOf(config.queryHeads), rows = countOf(keys.rows) + kTileSlots;
    const std::size_t whole = hidden + 2 * q + 2 * kv;
    const std::size_t together =
        2 * hidden + q + 2 * kv + (anyMeetsLater(decoder) ? 3 : 1) * wide + countOf(config.experts) * 4;
    const std::size_t probs =
        std::min(heads * rows * std::min(kMostRows, count),
                 std::max(kRowFloats + heads * kMostRows * kTileSlots, heads * rows * kLeastRows));
    const std::size_t attention =
        countOf(keys.heads * config.headDim) * rows * 2 + heads * rows * 2 + heads * count + probs;
    const std::size_t head = countOf(PassLogits::kBlock) * (hidden + countOf(config.vocabulary));
    return (count * whole + block * together + attention + head) * sizeof(float);
}

void DevicePromptPass::makeBuffers(std::size_t tokens) {
    const ModelConfig& config = m_decoder.decoder().config();
    const std::size_t block = std::min(tokens, kBlockTokens);
    m_tokens = tokens;
    m_hidden = countOf(config.hidden);
    m_querySize = countOf(config.queryHeads * config.headDim);
    m_keySize = countOf(config.kvHeads * config.headDim);
    m_wide = countOf(config.intermediate);
    m_x = m_memory.room<float>(tokens * m_hidden);
    m_q = m_memory.room<float>(tokens * m_querySize);
    m_k = m_memory.room<float>(tokens * m_keySize);
    m_v = m_memory.room<float>(tokens * m_keySize);
    m_attended = m_memory.room<float>(tokens * m_querySize);
    m_in = m_memory.room<float>(block * m_hidden);
    m_joined = m_memory.room<float>(block * (m_querySize + 2 * m_keySize));
    m_down = m_memory.room<float>(block * m_hidden);
    m_inner = m_memory.room<float>(block * m_wide);
    if (anyMeetsLater(m_decoder)) {
        m_gateScratch = m_memory.room<float>(2 * block * m_wide);
    }
    if (config.experts > 0) {
        const std::size_t used = block * countOf(config.expertsUsed);
        m_routes = m_memory.room<float>(block * countOf(config.experts));
        m_shares = m_memory.room<float>(used);
        m_pickedShares = m_memory.room<float>(used);
        m_chosen = m_memory.room<std::int32_t>(used);
        m_picked = m_memory.room<std::int32_t>(used);
    }
}

Result<void> DevicePromptPass::run(std::span<const std::int32_t> ids,
                                   const std::function<void(std::int32_t)>& layerDone) {
    makeBuffers(ids.size());
    auto* const tokens = m_memory.put(std::vector<std::int32_t>(ids.begin(), ids.end()));
    KVW_TRY(m_memory.state());
    const device::Kernels& kernels = m_memory.device().kernels();
    m_memory.launch(kernels.embed, device::EmbedArgs{m_decoder.embedding(), m_decoder.rules().embeddingFactor, nullptr,
                                                     static_cast<int>(ids.size()), m_x, tokens});
    for (std::int32_t index = 0; index < static_cast<std::int32_t>(m_decoder.layers().size()); ++index) {
        KVW_TRY(layer(index));
        if (layerDone) {
            layerDone(index);
        }
    }
    return {};
}

Result<void> DevicePromptPass::copyRows(std::span<float> rows) {
    m_memory.copyOut(rows, m_x);
    return m_memory.state();
}

Result<void> DevicePromptPass::inBlocks(const std::function<Result<void>(const Block&)>& work) {
    for (std::size_t first = 0; first < m_tokens; first += kBlockTokens) {
        KVW_TRY(m_attention.checkNotStopped());
        KVW_TRY(work({first, std::min(kBlockTokens, m_tokens - first)}));
        m_memory.waitForLast();
        KVW_TRY(m_memory.state());
    }
    return {};
}

Result<void> DevicePromptPass::layer(std::int32_t index) {
    const Layer& layer = m_decoder.layers()[static_cast<std::size_t>(index)];
    KVW_TRY(inBlocks([&](const Block& block) -> Result<void> {
        project(index, layer, block);
        return {};
    }));
    m_hostQueries.clear();
    m_hostKeys.clear();
    m_hostValues.clear();
    KVW_TRY(m_attention.attend(index, *this));
    m_layer = nullptr;
    return inBlocks([&](const Block& block) -> Result<void> {
        if (!m_decoder.rules().parallel) {
            addAttention(layer, block);
            return mlp(layer, normed(layer.mlpIn, block), block);
        }
        const float* in = apart(normed(layer.mlpIn, block), block);
        addAttention(layer, block);
        return mlp(layer, in, block);
    });
}

const float* DevicePromptPass::normed(const device::Norm& norm, const Block& block) {
    if (norm.weight == nullptr) {
        return rowsOf(block);
    }
    device::NormRowsArgs args;
    args.norm = norm;
    args.count = static_cast<int>(block.rows);
    args.x = rowsOf(block);
    args.y = m_in;
    args.xStride = args.yStride = static_cast<int>(m_hidden);
    m_memory.launch(m_memory.device().kernels().normRows, args);
    return m_in;
}

const float* DevicePromptPass::apart(const float* x, const Block& block) {
    if (x != rowsOf(block)) {
        return x;
    }
    m_memory.copyWithin(m_in, x, block.rows * m_hidden);
    return m_in;
}

device::MatMulArgs DevicePromptPass::product(const DeviceDecoder::Map& map, std::size_t rows, const float* x,
                                             float* y) const {
    device::MatMulArgs args;
    args.product.weights = map.matrix;
    args.product.bias = map.bias;
    args.product.count = static_cast<int>(rows);
    args.product.x = x;
    args.product.xStride = map.matrix.columns;
    args.product.y = y;
    args.product.yStride = map.matrix.rows;
    args.rounded = rounded();
    return args;
}

void DevicePromptPass::project(std::int32_t index, const Layer& layer, const Block& block) {
    const ModelConfig& config = m_decoder.decoder().config();
    const BlockRules& rules = m_decoder.rules();
    const device::Kernels& kernels = m_memory.device().kernels();
    const float* in = normed(layer.attentionIn, block);
    int first = 0;
    for (int piece = 0; piece < layer.pieces; ++piece) {
        device::MatMulArgs joined =
            product({layer.qkv[piece], layer.qkvBias == nullptr ? nullptr : layer.qkvBias + first}, block.rows, in,
                    m_joined + first);
        joined.product.yStride = static_cast<int>(m_querySize + 2 * m_keySize);
        m_memory.launch(kernels.matMul, joined);
        first += layer.qkv[piece].rows;
    }
    device::SplitHeadsArgs split;
    split.joined.heads = m_decoder.headShape();
    split.joined.byHead = rules.qkvByHead;
    split.joined.normAcross = rules.normAcrossHeads;
    split.joined.query = layer.query;
    split.joined.key = layer.key;
    split.joined.rotatedFactor = config.hasRope(index) ? rules.rotatedQueryFactor : rules.queryFactor;
    split.joined.factor = rules.queryFactor;
    split.joined.rope.rotaryDim = static_cast<int>(config.rotaryDim());
    split.joined.laneCount = static_cast<int>(block.rows);
    split.joined.scratch = m_joined;
    split.joined.q = m_q + block.first * m_querySize;
    split.k = m_k + block.first * m_keySize;
    split.v = m_v + block.first * m_keySize;
    m_memory.launch(kernels.splitHeads, split);
}

void DevicePromptPass::addProduct(const device::MatMulArgs& asked, const device::Norm& out, const Block& block) {
    const device::Kernels& kernels = m_memory.device().kernels();
    const float factor = m_decoder.rules().residualFactor;
    device::MatMulArgs args = asked;
    if (out.weight == nullptr) {
        args.product.y = rowsOf(block);
        args.product.residual = args.product.y;
        args.product.factor = factor;
        m_memory.launch(kernels.matMul, args);
        return;
    }
    args.product.y = m_down;
    m_memory.launch(kernels.matMul, args);
    device::NormRowsArgs norm;
    norm.norm = out;
    norm.count = static_cast<int>(block.rows);
    norm.x = m_down;
    norm.y = rowsOf(block);
    norm.residual = norm.y;
    norm.factor = factor;
    norm.xStride = norm.yStride = static_cast<int>(m_hidden);
    m_memory.launch(kernels.normRows, norm);
}

void DevicePromptPass::addAttention(const Layer& layer, const Block& block) {
    addProduct(product(layer.output, block.rows, m_attended + block.first * m_querySize, nullptr), layer.attentionOut,
               block);
}

Result<void> DevicePromptPass::mlp(const Layer& layer, const float* in, const Block& block) {
    if (layer.router.matrix.data != nullptr) {
        return experts(layer, apart(in, block), block);  // experts read rows that others have added to by then
    }
    device::GateUpRowsArgs up;
    up.product = m_decoder.gateUpOf(layer);
    up.product.count = static_cast<int>(block.rows);
    up.product.x = in;
    up.product.xStride = static_cast<int>(m_hidden);
    up.product.y = m_inner;
    up.product.scratch = m_gateScratch;
    up.rounded = rounded();
    m_memory.launch(m_memory.device().kernels().gateUpRows, up);
    addProduct(product(layer.down, block.rows, m_inner, nullptr), layer.mlpOut, block);
    return m_memory.state();
}

Result<void> DevicePromptPass::experts(const Layer& layer, const float* in, const Block& block) {
    const ModelConfig& config = m_decoder.decoder().config();
    const device::Kernels& kernels = m_memory.device().kernels();
    const std::size_t all = countOf(config.experts), used = countOf(config.expertsUsed);
    device::MatMulArgs router = product(layer.router, block.rows, in, m_routes);
    router.rounded = false;  // a rounded router would choose other experts
    m_memory.launch(kernels.matMul, router);
    m_memory.launch(kernels.route,
                    device::RouteArgs{m_routes, static_cast<int>(block.rows), static_cast<int>(all),
                                      static_cast<int>(used), config.sharesAddToOne, m_chosen, m_shares});
    std::vector<std::int32_t> chosen(block.rows * used);
    std::vector<float> shares(chosen.size());
    m_memory.copyOut(std::span(chosen), m_chosen);
    m_memory.copyOut(std::span(shares), m_shares);
    KVW_TRY(m_memory.state());
    // The tokens of each expert, expert after expert.
    std::vector<std::size_t> ends(all + 1, 0);
    for (const std::int32_t expert : chosen) {
        ++ends[static_cast<std::size_t>(expert) + 1];
    }
    for (std::size_t expert = 0; expert < all; ++expert) {
        ends[expert + 1] += ends[expert];
    }
    std::vector<std::int32_t> picked(chosen.size());
    std::vector<float> pickedShares(chosen.size());
    std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const std::size_t place = next[static_cast<std::size_t>(chosen[i])]++;
        picked[place] = static_cast<std::int32_t>(i / used);
        pickedShares[place] = shares[i];
    }
    m_memory.copyIn(m_picked, std::span<const std::int32_t>(picked));
    m_memory.copyIn(m_pickedShares, std::span<const float>(pickedShares));
    const auto ofExpert = [](device::Matrix& matrix, const float*& bias, std::size_t expert) {
        if (matrix.data != nullptr) {
            matrix.data = static_cast<const std::byte*>(matrix.data) + expert * sizeOfMatrix(matrix);
        }
        bias = bias == nullptr ? nullptr : bias + expert * static_cast<std::size_t>(matrix.rows);
    };
    for (std::size_t expert = 0; expert < all; ++expert) {
        const std::size_t first = ends[expert], count = ends[expert + 1] - first;
        if (count == 0) {
            continue;
        }
        device::GateUpRowsArgs up;
        up.product = m_decoder.gateUpOf(layer);
        ofExpert(up.product.gate, up.product.gateBias, expert);
        ofExpert(up.product.up, up.product.upBias, expert);
        up.product.count = static_cast<int>(count);
        up.product.x = in;
        up.product.xStride = static_cast<int>(m_hidden);
        up.product.y = m_inner;
        up.product.scratch = m_gateScratch;
        up.picked.x = m_picked + first;
        up.rounded = rounded();
        m_memory.launch(kernels.gateUpRows, up);
        device::MatMulArgs down = product(layer.down, count, m_inner, rowsOf(block));
        ofExpert(down.product.weights, down.product.bias, expert);
        down.product.residual = down.product.y;
        down.product.factor = m_decoder.rules().residualFactor;
        down.picked.y = m_picked + first;
        down.picked.shares = m_pickedShares + first;
        m_memory.launch(kernels.matMul, down);
    }
    return m_memory.state();
}

Result<float*> DevicePromptPass::copied(const float* from, std::size_t width, std::vector<float>& to) {
    if (to.empty()) {
        to.resize(m_tokens * width);
        m_memory.copyOut(std::span(to), from);
        KVW_TRY(m_memory.state());
    }
    return to.data();
}

Result<void> DevicePromptPass::reserve(const BlockAttention& layer) {
    const CacheShape& shape = layer.store().shape();
    const std::size_t heads = countOf(shape.queryHeads), stored = countOf(shape.storedHeads);
    const std::size_t stride = countOf(layer.stride());
    const std::size_t rowNumbers = heads * std::min(countOf(layer.blockRows()), m_tokens) * stride;
    if (stride <= m_room.stride && stored <= m_room.heads && rowNumbers <= m_room.rowNumbers) {
        return {};
    }
    m_room = {};
    m_keyMemory.reset();  // before the new ones, so that both never take memory together
    auto memory = std::make_unique<DeviceMemory>(m_memory.device(), "keys of a prompt on the device");
    const std::size_t numbers = stored * stride * countOf(shape.headDim);
    m_keyRows = memory->room<float>(numbers);
    m_valueRows = memory->room<float>(numbers);
    m_probs = memory->room<float>(rowNumbers);
    m_sums = memory->room<double>(heads * stride);
    m_held = memory->room<std::int32_t>(stored);
    m_places = memory->room<std::int32_t>(stored);
    m_keyPhases = memory->room<std::int32_t>(stored);
    m_queryPhases = memory->room<std::int32_t>(heads);
    m_begins = memory->room<std::int32_t>(heads * m_tokens);
    KVW_TRY(memory->state());
    m_keyMemory = std::move(memory);
    m_room = {stride, stored, rowNumbers};
    return {};
}

Result<void> DevicePromptPass::begin(const BlockAttention& layer) {
    m_layer = &layer;
    KVW_TRY(reserve(layer));
    const AttentionStore& store = layer.store();
    const KeyPhases& phases = store.phases();
    const CacheShape& shape = store.shape();
    const auto count = static_cast<std::int64_t>(m_tokens);
    const std::size_t heads = countOf(shape.queryHeads), stored = countOf(shape.storedHeads);
    const std::size_t dim = countOf(shape.headDim), most = countOf(layer.most());
    std::vector<std::int32_t> held, places, keyPhases, queryPhases, begins;
    for (std::size_t head = 0; head < heads; ++head) {
        const auto of = static_cast<std::int64_t>(layer.order(static_cast<std::int64_t>(head)).size());
        queryPhases.push_back(static_cast<std::int32_t>(phases.ofQuery(layer.pass(), 0, of)));
        if (head * stored % heads == 0) {  // the first query head of a stored one
            held.push_back(static_cast<std::int32_t>(of));
            places.push_back(static_cast<std::int32_t>(of - count));
            keyPhases.push_back(queryPhases.back());
        }
        for (const std::size_t begin : layer.windowBegins(static_cast<std::int64_t>(head), 0, count)) {
            begins.push_back(static_cast<std::int32_t>(begin));
        }
    }
    m_hasBegins = !begins.empty();
    m_memory.copyIn(m_held, std::span<const std::int32_t>(held));
    m_memory.copyIn(m_places, std::span<const std::int32_t>(places));
    m_memory.copyIn(m_keyPhases, std::span<const std::int32_t>(keyPhases));
    m_memory.copyIn(m_queryPhases, std::span<const std::int32_t>(queryPhases));
    m_memory.copyIn(m_begins, std::span<const std::int32_t>(begins));
    for (std::size_t head = 0; head < stored; ++head) {
        m_memory.copyIn(m_keyRows + head * most * dim, layer.olderKeys(head));
        m_memory.copyIn(m_valueRows + head * most * dim, layer.olderValues(head));
    }
    DeviceRopes& ropes = m_ropes[phases.stored() == StoredKeys::AtRank ? 1 : 0];
    KVW_TRY_ASSIGN(const auto ofLayer, ropes.upTo(layer.pass().newest(), store, m_memory.device()));
    const device::Kernels& kernels = m_memory.device().kernels();
    device::TurnRowsArgs keyTurn;
    keyTurn.from = m_k;
    keyTurn.count = static_cast<int>(m_tokens);
    keyTurn.fromHeads = shape.kvHeads;
    keyTurn.heads = shape.storedHeads;
    keyTurn.dim = shape.headDim;
    keyTurn.rope = ofLayer[static_cast<std::size_t>(layer.layer())];
    keyTurn.phases = m_keyPhases;
    keyTurn.type = numberOf(shape.dtype);
    keyTurn.roundsFirst = phases.stored() == StoredKeys::Raw;
    keyTurn.to = m_keyRows;
    keyTurn.toHead = most * dim;
    keyTurn.toToken = dim;
    keyTurn.places = m_places;
    m_memory.launch(kernels.turnRows, keyTurn);
    device::TurnRowsArgs valueMove = keyTurn;
    valueMove.from = m_v;
    valueMove.rope = {};
    valueMove.to = m_valueRows;
    m_memory.launch(kernels.turnRows, valueMove);
    device::TurnRowsArgs queryTurn = keyTurn;
    queryTurn.from = m_q;
    queryTurn.fromHeads = queryTurn.heads = shape.queryHeads;
    queryTurn.phases = m_queryPhases;
    queryTurn.type = device::Number::F32;
    queryTurn.to = m_q;
    queryTurn.toHead = dim;
    queryTurn.toToken = m_querySize;
    queryTurn.places = nullptr;
    m_memory.launch(kernels.turnRows, queryTurn);
    if (layer.keepsSums()) {
        m_memory.fill(m_sums, 0, heads * most * sizeof(double));
    }
    return m_memory.state();
}

device::BlockArgs DevicePromptPass::blockOf(std::int64_t first, std::int64_t rows) const {
    const AttentionStore& store = m_layer->store();
    const Scoring scoring = store.scoring(m_layer->layer(), 0);
    device::BlockArgs args;
    args.heads = m_decoder.headShape();
    args.storedHeads = store.shape().storedHeads;
    args.first = static_cast<int>(first);
    args.rows = static_cast<int>(rows);
    args.count = static_cast<int>(m_tokens);
    args.q = m_q;
    args.keys = m_keyRows;
    args.values = m_valueRows;
    args.held = m_held;
    args.most = static_cast<int>(m_layer->most());
    args.scale = scoring.scale;
    args.softCap = scoring.softCap;
    args.sinks = m_decoder.layers()[static_cast<std::size_t>(m_layer->layer())].sinks;
    args.begins = m_hasBegins ? m_begins : nullptr;
    args.probs = m_probs;
    args.stride = static_cast<int>(m_layer->stride());
    args.out = m_attended;
    args.sums = m_layer->keepsSums() ? m_sums : nullptr;
    return args;
}

Result<void> DevicePromptPass::attend(std::int64_t first, std::int64_t rows, float* probs) {
    const device::BlockArgs args = blockOf(first, rows);
    m_memory.launch(m_memory.device().kernels().attendBlock, args);
    if (probs != nullptr) {
        const std::size_t numbers = countOf(std::int64_t{args.heads.query} * rows * m_layer->stride());
        m_memory.copyOut(std::span(probs, numbers), static_cast<const float*>(m_probs));
    }
    m_memory.waitForLast();
    return m_memory.state();
}

Result<void> DevicePromptPass::copySums(double* sums) {
    const std::size_t numbers = countOf(m_layer->store().shape().queryHeads * m_layer->most());
    m_memory.copyOut(std::span(sums, numbers), static_cast<const double*>(m_sums));
    return m_memory.state();
}

Result<void> DevicePromptPass::copyLastScores(float* scores) {
    device::BlockArgs args = blockOf(static_cast<std::int64_t>(m_tokens) - 1, 1);
    args.out = nullptr;
    args.sums = nullptr;
    m_memory.launch(m_memory.device().kernels().attendBlock, args);
    const std::size_t numbers = countOf(m_layer->store().shape().queryHeads * m_layer->stride());
    m_memory.copyOut(std::span(scores, numbers), static_cast<const float*>(m_probs));
    return m_memory.state();
}

}  // namespace kvw
