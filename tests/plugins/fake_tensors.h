// SPDX-License-Identifier: Apache-2.0
/// Keys, values, logits and moments of queries of a fake model, as a policy asks for them.
#pragma once

#include "core/policy/sdk/observation.h"
#include "tests/plugins/fake_engine.h"

namespace kvw::test {

/// Fills what `needs` asks for from `seen`'s token table, pass and schedule.
void addFakeTensors(sdk::Observation& seen, const FakeModel& model, const sdk::Needs& needs);

}  // namespace kvw::test
