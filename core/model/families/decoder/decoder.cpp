// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/decoder.h"

#include <algorithm>

#include "core/model/families/decoder/blocks.h"
#include "core/model/family.h"
#include "core/model/model_fit.h"
#include "core/model/weights/dequantize.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {

namespace {

/// Most tensors that are named: if every tensor is broken, one sentence for each helps nobody.
constexpr std::size_t kMostNamed = 8;

/// Reads every vector once, so that errors occur here and not in a family, which has no use for them. Returns the names
/// of those with numbers that are not finite. Each vector may be at another place of a disk, so the load can be
/// cancelled between two of them. `total`: bytes that are read afterwards.
Result<std::vector<std::string>> vectorsNotFinite(const ModelFiles& files, const LoadProgress& progress,
                                                  std::size_t total) {
    std::vector<std::string> names;
    for (const TensorSpec& spec : findFamily(files.config().architecture)->tensors(files.config())) {
        const TensorView* view = spec.shape.size() == 1 ? files.tensor(spec.name) : nullptr;
        if (view == nullptr) {
            continue;
        }
        if (progress && !progress(0, static_cast<std::int64_t>(total), view->name)) {
            return loadCancelled();
        }
        KVW_TRY_ASSIGN(const auto values, readFloats(*view));
        if (!allFinite(TensorType::F32, reinterpret_cast<const std::byte*>(values.data()), values.size())) {
            names.push_back(view->name);
        }
    }
    return names;
}

std::vector<Finding> warningsOf(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    std::vector<Finding> warnings;
    for (std::size_t i = 0; i < std::min(kMostNamed, names.size()); ++i) {
        warnings.push_back(finding("weights-not-finite", names[i]));
    }
    if (names.size() > kMostNamed) {
        warnings.push_back(finding("more-weights-not-finite", names.size() - kMostNamed));
    }
    return warnings;
}

}  // namespace

Result<void> Decoder::fill(const ModelFiles& files, const LoadProgress& progress) {
    KVW_TRY_ASSIGN(auto vectors, vectorsNotFinite(files, progress, m_store.bytes()));
    KVW_TRY(m_store.fill(loadThreads(), progress));
    vectors.insert(vectors.end(), m_store.notFinite().begin(), m_store.notFinite().end());
    m_warnings = warningsOf(std::move(vectors));
    return {};
}

Result<std::shared_ptr<const Decoder>> loadDecoder(const ModelFiles& files, const LoadProgress& progress) {
    KVW_TRY(checkMemory(files.info().weightBytes, files.weights().where()));
    auto decoder = std::make_shared<BlockDecoder>(files.config());
    KVW_TRY(decoder->load(files));
    KVW_TRY(decoder->fill(files, progress));
    return decoder;
}

Result<void> DecoderPass::run(const Decoder& decoder, std::span<const std::int32_t> ids, AttentionSink& attention,
                              ThreadPool& pool, const std::function<void(std::int32_t layer)>& layerDone) {
    m_products = attention.rowProducts();
    m_rows.resize(ids.size() * static_cast<std::size_t>(decoder.config().hidden));
    decoder.embed(ids, m_rows.data());
    for (std::int32_t layer = 0; layer < decoder.config().layers; ++layer) {
        KVW_TRY(decoder.layer(layer, m_rows.data(), std::ssize(ids), attention, m_scratch, pool));
        if (layerDone) {
            layerDone(layer);
        }
    }
    return {};
}

void DecoderPass::copyLogits(const Decoder& decoder, std::int64_t first, std::int64_t count, std::vector<float>& out,
                             ThreadPool& pool) {
    const float* x = m_rows.data() + first * decoder.config().hidden;
    out.resize(static_cast<std::size_t>(count * decoder.config().vocabulary));
    decoder.logits(x, count, m_products, out.data(), m_scratch, pool);
}

}  // namespace kvw
