// SPDX-License-Identifier: Apache-2.0
/// The codec plugin over plain vectors; torch stays in the .cpp file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/sdk/parameters.h"

namespace kvw::test {

class FakeCodec {
 public:
    explicit FakeCodec(const std::map<std::string, sdk::Value>& parameters);
    ~FakeCodec();
    FakeCodec(FakeCodec&&) noexcept;

    struct Layout {
        std::int64_t bits = 0, keyGroup = 0, valueGroup = 0, residual = 0;
        bool halfScales = true;
    };
    struct Encoded {
        std::vector<int> codes;
        float scale = 0, minimum = 0;
    };
    [[nodiscard]] Layout layout() const;
    /// Rows of one width.
    [[nodiscard]] std::vector<Encoded> encode(const std::vector<std::vector<float>>& rows);
    [[nodiscard]] FakeCodec fork() const;
    [[nodiscard]] std::vector<std::string> warnings() const;
    [[nodiscard]] std::vector<std::string> notes() const;

 private:
    struct State;
    explicit FakeCodec(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace kvw::test
