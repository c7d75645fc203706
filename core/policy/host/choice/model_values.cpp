// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/model_values.h"

namespace kvw {

ResolvedPolicy forModel(ResolvedPolicy policy, std::int64_t context) {
    for (ResolvedPart& part : policy.parts) {
        const auto* given = valueIf<std::int64_t>(part.parameters, "context");
        if (given != nullptr && *given == 0 && context > 0) {
            part.parameters.set("context", context);
        }
    }
    return policy;
}

}  // namespace kvw
