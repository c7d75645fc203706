// SPDX-License-Identifier: Apache-2.0
// Cases of kind `read-selection`: which pages every query head reads at every step (golden format, section 2).
#include <numeric>

#include "core/conformance/conformance_case.h"

namespace kvw {

namespace {

using json = nlohmann::json;
using Pages = std::vector<std::int32_t>;

/// Returns a list of all pages, which `null` in a case stands for.
Pages allPages(std::int64_t count) {
    Pages pages(static_cast<std::size_t>(count));
    std::iota(pages.begin(), pages.end(), 0);
    return pages;
}

Phrase compareLayer(const CasePasses& passes, std::int64_t step, std::int32_t layer, const json& expected) {
    const PageReader& reader = *passes.attention().policy().reader();
    const PagesRead& read = reader.chosen(layer);
    const Pages all = allPages(passes.attention().store().bounds()->pagesOf(passes.theCase().prompt + step + 1));
    const auto heads = static_cast<std::size_t>(passes.theCase().shape.queryHeads);
    if (!expected.is_null() && expected.size() != heads) {
        return phrase("step %1, layer %2: %3 lists of pages, there are %4 query heads", step, layer, expected.size(),
                      heads);
    }
    for (std::size_t head = 0; head < heads; ++head) {
        const Pages want = expected.is_null() ? all : expected.at(head).get<Pages>();
        const Pages& found = read.everything ? all : read.pages[head];
        if (found != want) {
            return phrase("step %1, layer %2, query head %3: reads pages [%4], expected [%5]", step, layer, head,
                          listText(found), listText(want));
        }
    }
    return {};
}

}  // namespace

Result<Phrase> runReadCase(CasePasses& passes) {
    const ConformanceCase& c = passes.theCase();
    const json& expect = c.file.at("expect");
    KVW_TRY(passes.begin().and_then([&] { return passes.prompt(); }));
    for (std::int64_t s = 0; s < c.decode; ++s) {
        KVW_TRY(passes.step(s));
        const json& layers = expect.at("read").at(static_cast<std::size_t>(s));
        for (std::int32_t layer = 0; layer < c.shape.layers; ++layer) {
            Phrase difference = compareLayer(passes, s, layer, layers.at(static_cast<std::size_t>(layer)));
            if (!difference.empty()) {
                return difference;
            }
        }
        const KvCache& cache = passes.attention().cache();
        if (cache.heldTotal() != (c.prompt + s + 1) * c.shape.layers * cache.shape().storedHeads) {
            return phrase("step %1: %2 tokens are held over all layers and heads, nothing may be evicted", s,
                          cache.heldTotal());
        }
    }
    return compareCaseScores(c, passes.attention().policy().firstScores());
}

}  // namespace kvw
