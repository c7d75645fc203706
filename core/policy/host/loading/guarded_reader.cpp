// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/guarded_reader.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/policy/host/loading/guard.h"

namespace kvw {

namespace {

tl::unexpected<Error> refuse(const Phrase& where, Phrase what) {
    return fail(Code::Policy, where, withConsequence(std::move(what)));
}

/// Checks the answer and returns it on the host, with each head's pages ascending.
Result<PagesRead> check(const sdk::PageSelection& selection, const sdk::PageView& view, const Phrase& where) {
    PagesRead read;
    read.scores = selection.scores;
    if (!selection.pages.defined()) {
        return read;
    }
    const std::int64_t heads = view.query.size(0);
    if (selection.pages.dim() != 2 || selection.pages.size(0) != heads || selection.pages.scalar_type() != at::kLong) {
        return refuse(where, phrase("the pages must be int64 [%1 query heads, n]", heads));
    }
    const at::Tensor host = selection.pages.to(at::kCPU).contiguous();
    const auto* data = host.const_data_ptr<std::int64_t>();
    const std::int64_t width = host.size(1);
    read.everything = false;
    read.pages.resize(static_cast<std::size_t>(heads));
    for (std::int64_t h = 0; h < heads; ++h) {
        auto& pages = read.pages[static_cast<std::size_t>(h)];
        for (std::int64_t i = 0; i < width; ++i) {
            const std::int64_t page = data[h * width + i];
            if (page >= view.pages || page < -1) {
                return refuse(
                    where, phrase("page %1 of query head %2 is out of range, there are %3 pages", page, h, view.pages));
            }
            if (page >= 0) {
                pages.push_back(static_cast<std::int32_t>(page));
            }
        }
        std::sort(pages.begin(), pages.end());
        const auto twice = std::adjacent_find(pages.begin(), pages.end());
        if (twice != pages.end()) {
            return refuse(where, phrase("page %1 of query head %2 is listed twice", *twice, h));
        }
        if (pages.empty()) {
            return refuse(where, phrase("query head %1 reads no page, it must read at least one", h));
        }
    }
    return read;
}

}  // namespace

Result<std::int64_t> GuardedReader::pageSize() const {
    auto size = called(FirstCalls::Call::Other, "pageSize", who(), [&] { return object().pageSize(); });
    if (size && *size < 1) {
        return fail(Code::Policy, who(), "its page size is too small", fmt::format("{}", *size),
                    phrase("at least %1", 1));
    }
    return size;
}

Result<PagesRead> GuardedReader::pages(const sdk::PageView& view) {
    setNewest(view.seen - 1);
    const Phrase where = phrase("%1, layer %2, step %3", who(), view.layer, newest());
    KVW_TRY_ASSIGN(const auto selection,
                   called(FirstCalls::Call::Step, "pages", where, [&] { return object().pages(view); }));
    return check(selection, view, where);
}

}  // namespace kvw
