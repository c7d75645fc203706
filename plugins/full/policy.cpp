// SPDX-License-Identifier: Apache-2.0
/// Keeps every token: the baseline that all other policies are compared with (POLICIES.md, section 1).
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class Full final : public Policy {
 public:
    [[nodiscard]] Needs needs() const override { return {}; }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }
    [[nodiscard]] std::unique_ptr<Policy> clone() const override { return std::make_unique<Full>(*this); }
};

Policy* create(const char* /*id*/, const Parameters& /*parameters*/) {
    return std::make_unique<Full>().release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
