// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/kivi/policy_tensors.h"

#include <ATen/ATen.h>

#include <stdexcept>

#include "tests/plugins/loaded_plugin.h"

namespace kvw::test {

struct FakeCodec::State {
    std::unique_ptr<sdk::Codec> codec;
};

FakeCodec::FakeCodec(const std::map<std::string, sdk::Value>& parameters) : m_state(std::make_unique<State>()) {
    const Loaded plugin = load("codec", "kivi");
    m_state->codec.reset(plugin.descriptor->createCodec("kivi", complete(plugin.provided, parameters)));
    m_state->codec->begin({});
}

FakeCodec::FakeCodec(std::unique_ptr<State> state) : m_state(std::move(state)) {}
FakeCodec::~FakeCodec() = default;
FakeCodec::FakeCodec(FakeCodec&&) noexcept = default;

FakeCodec::Layout FakeCodec::layout() const {
    const sdk::CodecLayout layout = m_state->codec->layout();
    return {layout.bits, layout.keyGroup, layout.valueGroup, layout.residual, layout.scaleType == sdk::ScaleType::F16};
}

std::vector<FakeCodec::Encoded> FakeCodec::encode(const std::vector<std::vector<float>>& rows) {
    std::vector<at::Tensor> stacked;
    for (const auto& row : rows) {
        stacked.push_back(at::tensor(row));
    }
    const at::Tensor x = at::stack(stacked);
    const at::Tensor before = x.clone();
    const sdk::EncodedGroups groups = m_state->codec->encode(x);
    const auto n = x.size(0);
    if (groups.codes.scalar_type() != at::kByte || groups.scale.scalar_type() != at::kFloat ||
        groups.minimum.scalar_type() != at::kFloat || groups.codes.sizes() != x.sizes() || groups.scale.dim() != 1 ||
        groups.scale.size(0) != n || groups.minimum.dim() != 1 || groups.minimum.size(0) != n) {
        throw std::runtime_error("shapes or types of the answer");
    }
    if (!before.eq(x).logical_or(x.isnan()).all().item<bool>()) {
        throw std::runtime_error("the codec changed its input");
    }
    std::vector<Encoded> encoded(rows.size());
    for (std::int64_t i = 0; i < n; ++i) {
        Encoded& row = encoded[static_cast<std::size_t>(i)];
        for (std::int64_t c = 0; c < x.size(1); ++c) {
            row.codes.push_back(groups.codes[i][c].item<int>());
        }
        row.scale = groups.scale[i].item<float>();
        row.minimum = groups.minimum[i].item<float>();
    }
    return encoded;
}

FakeCodec FakeCodec::fork() const {
    auto state = std::make_unique<State>();
    state->codec = m_state->codec->clone();
    return FakeCodec(std::move(state));
}

std::vector<std::string> FakeCodec::warnings() const {
    return englishOf(m_state->codec->report().warnings);
}

std::vector<std::string> FakeCodec::notes() const {
    return englishOf(m_state->codec->report().notes);
}

}  // namespace kvw::test
