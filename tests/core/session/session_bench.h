// SPDX-License-Identifier: Apache-2.0
/// A session on a fake engine.
#pragma once

#include "core/session/session.h"
#include "tests/core/session/fake_engine.h"

namespace kvw::tests {

/// A session on a fake engine; the session ends first.
struct SessionBench {
    std::shared_ptr<Script> script = std::make_shared<Script>();
    Session session{makerOf(script)};

    void start(bool paused = false) { session.start(RunSpec{}, Catalog{}, paused); }
    [[nodiscard]] SessionState state() const { return session.status().state; }
    [[nodiscard]] std::int64_t steps() const {
        const auto recording = session.recording();
        return recording == nullptr ? -1 : recording->trace(0).steps();
    }
};

}  // namespace kvw::tests
