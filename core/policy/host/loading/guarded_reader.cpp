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

GuardedReader::GuardedReader(std::unique_ptr<sdk::ReadSelector> reader, std::string who)
    : m_reader(std::move(reader), who), m_who(std::move(who)) {}

Phrase GuardedReader::now() const {
    return m_step < 0 ? Phrase(m_who) : phrase("%1, step %2", m_who, m_step);
}

Result<std::int64_t> GuardedReader::pageSize() const {
    const FirstCalls::Running call(m_reader.calls(), FirstCalls::Call::Other, "pageSize", m_step);
    auto size = guarded(m_who, Consequence::RunStopped, [&] { return m_reader->pageSize(); });
    if (size && *size < 1) {
        return fail(Code::Policy, m_who, "its page size is too small", fmt::format("{}", *size),
                    phrase("at least %1", 1));
    }
    return size;
}

Result<void> GuardedReader::begin(const sdk::RunInfo& run) {
    const FirstCalls::Running call(m_reader.calls(), FirstCalls::Call::Begin, "begin", m_step);
    return guarded(phrase("%1, at the start of a run", m_who), Consequence::RunStopped, [&] { m_reader->begin(run); });
}

Result<PagesRead> GuardedReader::pages(const sdk::PageView& view) {
    m_step = view.seen - 1;
    const Phrase where = phrase("%1, layer %2, step %3", m_who, view.layer, m_step);
    const FirstCalls::Running call(m_reader.calls(), FirstCalls::Call::Step, "pages", m_step);
    KVW_TRY_ASSIGN(const auto selection,
                   guarded(where, Consequence::RunStopped, [&] { return m_reader->pages(view); }));
    return check(selection, view, where);
}

Result<void> GuardedReader::set(const sdk::Parameters& values) {
    const FirstCalls::Running call(m_reader.calls(), FirstCalls::Call::Set, "set", m_step);
    return guarded(phrase("%1, when a parameter changed", now()), Consequence::RunStopped,
                   [&] { m_reader->set(values); });
}

Result<sdk::Report> GuardedReader::report() const {
    const FirstCalls::Running call(m_reader.calls(), FirstCalls::Call::Other, "report", m_step);
    return guarded(phrase("%1, in its report", now()), Consequence::RunStopped, [&] { return m_reader->report(); });
}

Result<GuardedReader> GuardedReader::clone() const {
    const FirstCalls::Running call(m_reader.calls(), FirstCalls::Call::Other, "clone", m_step);
    KVW_TRY_ASSIGN(auto copy, guarded(phrase("%1, while being copied", now()), Consequence::None,
                                      [&] { return m_reader->clone(); }));
    if (copy == nullptr) {
        return fail(Code::Policy, now(), "its copy is null", "null", "an object");
    }
    GuardedReader result(std::move(copy), m_who);
    result.m_step = m_step;
    result.m_reader.setCalls(m_reader.calls());
    return result;
}

}  // namespace kvw
