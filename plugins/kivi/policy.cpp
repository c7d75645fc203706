// SPDX-License-Identifier: Apache-2.0
/// KIVI (POLICIES.md, section 17): a group of x is stored as q = round((x - min) / s) with s = (max - min) / (2^b - 1),
/// keys in groups of tokens per channel, values in groups of channels per token; the newest tokens stay in full
/// precision.
#include <cstdio>

#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Kivi final : public Codec {
 public:
    explicit Kivi(const Parameters& parameters) {
        m_layout.bits = parameters.integer("bits");
        m_layout.keyGroup = m_layout.valueGroup = parameters.integer("group");
        if (parameters.text("values") == "per-channel") {
            m_layout.valueGroup = 0;
        }
        m_layout.residual = parameters.integer("residual");
        m_layout.scaleType = parameters.text("scale-dtype") == "float32" ? ScaleType::F32 : ScaleType::F16;
    }

    [[nodiscard]] CodecLayout layout() const override { return m_layout; }

    /// Computes q = round((x - min) * steps / range) in double instead of (x - min) / s: a rounded s turns a tie at 1.5
    /// into 1.4999999, which rounds to 1 instead of 2.
    [[nodiscard]] EncodedGroups encode(const at::Tensor& x) override {
        const auto steps = static_cast<double>((std::int64_t{1} << m_layout.bits) - 1);
        const at::Tensor wide = x.to(at::kDouble);
        const at::Tensor minimum = wide.amin(1, true);
        const at::Tensor range = wide.amax(1, true) - minimum;
        // A constant group would be 0 / 0: it gets scale 0 and code 0, which decode to the minimum.
        const at::Tensor divisor = at::where(range.gt(0), range, at::ones_like(range));
        const at::Tensor codes = ((wide - minimum) * steps / divisor).round().nan_to_num(0).clamp(0, steps);
        return {codes.to(at::kByte), (range / steps).squeeze(1).to(at::kFloat), minimum.squeeze(1).to(at::kFloat)};
    }

    [[nodiscard]] Report report() const override {
        const double scaleBytes = m_layout.scaleType == ScaleType::F32 ? 4 : 2;
        const double bytes =
            static_cast<double>(m_layout.bits) / 8 + 2 * scaleBytes / static_cast<double>(m_layout.keyGroup);
        char size[32];
        std::snprintf(size, sizeof(size), "%g", bytes);
        Report report;
        report.notes.push_back(finding("code-size", m_layout.bits, m_layout.keyGroup, size, m_layout.residual));
        if (bytes >= 2) {
            report.warnings.push_back(finding("codes-not-smaller"));
        }
        return report;
    }

    [[nodiscard]] std::unique_ptr<Codec> clone() const override { return std::make_unique<Kivi>(*this); }

 private:
    CodecLayout m_layout;
};

Codec* createCodec(const char* /*id*/, const Parameters& parameters) {
    return std::make_unique<Kivi>(parameters).release();
}

}  // namespace

KVW_CODEC_PLUGIN(createCodec)
