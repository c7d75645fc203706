// SPDX-License-Identifier: Apache-2.0
/// Prompts and decode steps on the CPU, with the weights where they were read to.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/engine/backend/backend.h"

namespace kvw {

/// Word of `--device` for the processor.
constexpr const char* kCpu = "cpu";

class CpuBackend final : public Backend {
 public:
    [[nodiscard]] std::string_view name() const noexcept override { return kCpu; }
    [[nodiscard]] const device::Info* info() const noexcept override { return nullptr; }
    [[nodiscard]] std::optional<std::int64_t> freeMemory() const override { return std::nullopt; }
    [[nodiscard]] Result<void> checkRuns(const std::string&, const CachedAttention&) const override { return {}; }
    [[nodiscard]] Result<std::shared_ptr<const BackendModel>> put(
        std::shared_ptr<const Decoder> decoder) const override;
    [[nodiscard]] std::unique_ptr<TensorSteps> makeTensorSteps() const override;
};

/// The model as it was loaded.
class CpuModel final : public BackendModel {
 public:
    explicit CpuModel(std::shared_ptr<const Decoder> decoder) : m_decoder(std::move(decoder)) {}
    [[nodiscard]] const Backend& backend() const noexcept override { return m_backend; }
    [[nodiscard]] std::unique_ptr<StepRunner> makeSteps() const override;
    [[nodiscard]] std::unique_ptr<PromptRunner> makePrompts() const override;

 private:
    CpuBackend m_backend;
    std::shared_ptr<const Decoder> m_decoder;
};

}  // namespace kvw
