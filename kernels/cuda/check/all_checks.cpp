// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/check/fixture.h"

namespace kvw::device::check {

const std::vector<Check>& allChecks() {
    static const std::vector<Check> checks = [] {
        std::vector<Check> all = attentionChecks();
        for (const auto& more :
             {productChecks(), promptChecks(), stepChecks(), ruleChecks(), measureChecks(), wholeStepChecks()}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return checks;
}

}  // namespace kvw::device::check
