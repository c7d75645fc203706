// SPDX-License-Identifier: Apache-2.0
/// @ID@: per KV head, the tokens with the longest values stay, and the newest ones.
#include "core/policy/kit/select.h"
#include "core/policy/sdk/plugin.h"

namespace {

using namespace kvw::sdk;

class @CLASS@ final : public Scorer {
 public:
    /// The engine supplies only what is asked for here.
    [[nodiscard]] Needs needs() const override {
        Needs needs;
        needs.granularity = Granularity::KvHead;
        needs.values = true;
        needs.tensorsAtDecode = true;
        return needs;
    }
    [[nodiscard]] bool acceptsStreaming() const override { return true; }

    /// [layers, kv_heads, slots], larger = kept; what stands at free slots does not matter. Summed in a fixed order, so
    /// that equal tokens get equal scores and the older one stays.
    [[nodiscard]] at::Tensor score(const Observation& seen) override { return sum_in_order(seen.values.square(), -1); }

    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<@CLASS@>(*this); }
};

Policy* create(const char* /*id*/, const Parameters& parameters) {
    Composition parts;
    parts.scorer = std::make_unique<@CLASS@>();
    parts.budget = uniform_budget(parameters.integer("capacity"));
    parts.protection = {parameters.integer("sinks"), parameters.integer("recent")};
    parts.cutInterval = 1;  // after every pass; 0: once, after the prompt
    return compose(std::move(parts)).release();
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
