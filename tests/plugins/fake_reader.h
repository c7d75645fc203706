// SPDX-License-Identifier: Apache-2.0
/// Drives a reader plugin on keys that are written out: page bounds are taken from all keys at every step, naively.
/// Torch stays in the .cpp file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/policy/sdk/read_rule.h"
#include "tests/plugins/fake_engine.h"

namespace kvw::test {

using Vector = std::vector<float>;

class FakeReader {
 public:
    FakeReader(const Part& part, std::int64_t layers, std::int64_t queryHeads, std::int64_t kvHeads,
               std::int64_t promptTokens = 0);
    ~FakeReader();
    FakeReader(FakeReader&&) noexcept;

    struct Read {
        bool everything = true;
        std::vector<Tokens> pages;                ///< per query head, ascending
        std::vector<std::vector<double>> scores;  ///< [query head][page]; empty: the reader gave none
    };
    /// keys [kv head][token], queries [query head].
    [[nodiscard]] Read read(std::int64_t layer, const std::vector<std::vector<Vector>>& keys,
                            const std::vector<Vector>& queries);
    /// Live tuning: all parameters, with these changed.
    void tune(const std::map<std::string, sdk::Value>& changed);
    [[nodiscard]] FakeReader fork() const;
    [[nodiscard]] std::int64_t pageSize() const;
    /// What a device follows in place of `read`; none: it cannot.
    [[nodiscard]] std::optional<sdk::ReadRule> rule() const;
    [[nodiscard]] std::vector<std::string> warnings() const;
    [[nodiscard]] std::vector<std::string> notes() const;

 private:
    struct State;
    explicit FakeReader(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace kvw::test
