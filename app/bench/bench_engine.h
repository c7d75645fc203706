// SPDX-License-Identifier: GPL-3.0-or-later
/// Engine without a model, for --bench: starts the same artificial run for every request.
#pragma once

#include <functional>

#include "app/workbench/session/engine_client.h"
#include "core/session/engine.h"

namespace kvw::wb {

/// Run that generates its recording by rule; changed parameters have no effect.
class MadeRun : public Run {
 public:
    explicit MadeRun(RunDescription description) : m_recording(std::make_shared<Recording>(std::move(description))) {}
    std::shared_ptr<Recording> recording() const override { return m_recording; }
    Result<void> setParameter(std::int32_t, const std::string&, const std::string&) override { return {}; }
    void cancel() noexcept override {}
    void close(RunState state, const Phrase& message) override { m_recording->setState(state, message); }

 protected:
    [[nodiscard]] Recording& recorded() noexcept { return *m_recording; }

 private:
    std::shared_ptr<Recording> m_recording;
};

[[nodiscard]] EngineClient::EngineFactory madeRunEngine(std::function<std::unique_ptr<Run>()> make);

}  // namespace kvw::wb
