// SPDX-License-Identifier: Apache-2.0
/// Runs through the engine library, as `kvw` and the workbench make them: with the built plugins and the ones that are
/// wrong on purpose.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/session/engine.h"

namespace kvw::test {

/// Functions throw std::runtime_error with the engine's sentence where the engine fails. Thread: one at a time.
class EngineRuns {
 public:
    EngineRuns();

    [[nodiscard]] Engine& engine() noexcept { return *m_engine; }
    [[nodiscard]] const Catalog& catalog() const noexcept { return m_catalog; }
    [[nodiscard]] std::unique_ptr<Run> start(const RunSpec& spec);
    /// Started, its prompt processed.
    [[nodiscard]] std::unique_ptr<Run> prefilled(const RunSpec& spec);
    /// Returns another run of the specification that goes on from where `run` is, as a fork does.
    [[nodiscard]] std::unique_ptr<Run> forked(const RunSpec& spec, Run& run);
    /// Run to its end and closed.
    [[nodiscard]] std::shared_ptr<Recording> finish(const RunSpec& spec);
    static void finish(Run& run);

 private:
    std::unique_ptr<Engine> m_engine;
    Catalog m_catalog;
};

/// The first column of the trace that differs between two lanes, times excepted; empty: the same bits everywhere.
[[nodiscard]] std::string firstDifference(const Trace& a, const Trace& b);

[[nodiscard]] inline bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace kvw::test
