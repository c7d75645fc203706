// SPDX-License-Identifier: Apache-2.0
/// Estimates the memory of a run before it starts, so that no more processes of a sweep run than fit. Thread: any.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/policy/host/catalog.h"
#include "core/session/spec/run_spec.h"

namespace kvw {

/// Memory of a process that runs something.
struct ProcessBytes {
    std::int64_t estimated = 0, resident = 0;
};
/// Returns the bytes that another process may take: of `available`, without what running ones are still going to take;
/// with a limit (0: none), also without more than that for all of them.
[[nodiscard]] std::int64_t bytesLeft(std::int64_t available, std::int64_t limit,
                                     const std::map<long, ProcessBytes>& running);

/// Estimates runs; sizes of models and texts are looked up once.
class MemoryEstimate {
 public:
    explicit MemoryEstimate(const Catalog& catalog) : m_catalog(&catalog) {}
    /// Returns the bytes of a process with this run: the program, the weights in host memory, the caches of all lanes
    /// at their largest, and the softmax rows of a step. A part that is not known counts as nothing.
    [[nodiscard]] std::int64_t bytesOf(const RunSpec& spec);

 private:
    struct Model {
        std::int64_t weights = 0, kvHeads = 0, queryHeads = 0, layers = 0,
                     elements = 0;  ///< elements: K and V, a token
    };
    [[nodiscard]] const Model& modelOf(const std::string& path);
    [[nodiscard]] std::int64_t tokensOf(const RunSpec& spec);

    const Catalog* m_catalog;
    std::map<std::string, Model> m_models;
    std::map<std::string, std::int64_t> m_textBytes;
};

}  // namespace kvw
