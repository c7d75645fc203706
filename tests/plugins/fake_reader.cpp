// SPDX-License-Identifier: Apache-2.0
#include "tests/plugins/fake_reader.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "core/policy/sdk/rule_reader.h"
#include "tests/plugins/loaded_plugin.h"

namespace kvw::test {

struct FakeReader::State {
    std::unique_ptr<sdk::ReadSelector> reader;
    sdk::Parameters parameters;
};

FakeReader::FakeReader(const Part& part, std::int64_t layers, std::int64_t queryHeads, std::int64_t kvHeads,
                       std::int64_t promptTokens)
    : m_state(std::make_unique<State>()) {
    const Loaded plugin = load("reader", part.id);
    m_state->parameters = complete(plugin.provided, part.parameters);
    m_state->reader.reset(plugin.descriptor->createReader(part.id.c_str(), m_state->parameters));
    sdk::RunInfo run;
    run.shape = {layers, queryHeads, kvHeads, 4};
    run.promptTokens = promptTokens;
    m_state->reader->begin(run);
}

FakeReader::FakeReader(std::unique_ptr<State> state) : m_state(std::move(state)) {}
FakeReader::~FakeReader() = default;
FakeReader::FakeReader(FakeReader&&) noexcept = default;

FakeReader::Read FakeReader::read(std::int64_t layer, const std::vector<std::vector<Vector>>& keys,
                                  const std::vector<Vector>& queries) {
    const std::int64_t page = pageSize();
    sdk::PageView view;
    view.layer = layer;
    view.seen = static_cast<std::int64_t>(keys[0].size());
    view.pages = (view.seen + page - 1) / page;
    const auto rows = [](const std::vector<Vector>& all) {
        std::vector<at::Tensor> stacked;
        for (const Vector& row : all) {
            stacked.push_back(at::tensor(row));
        }
        return at::stack(stacked);
    };
    view.query = rows(queries);
    std::vector<at::Tensor> lows;
    std::vector<at::Tensor> highs;
    for (const std::vector<Vector>& head : keys) {
        const at::Tensor all = rows(head);
        std::vector<at::Tensor> low;
        std::vector<at::Tensor> high;
        for (std::int64_t p = 0; p < view.pages; ++p) {
            const at::Tensor part = all.narrow(0, p * page, std::min(page, view.seen - p * page));
            low.push_back(part.amin(0));
            high.push_back(part.amax(0));
        }
        lows.push_back(at::stack(low));
        highs.push_back(at::stack(high));
    }
    view.minimum = at::stack(lows);
    view.maximum = at::stack(highs);
    const sdk::PageSelection selection = m_state->reader->pages(view);
    Read read;
    read.everything = !selection.pages.defined();
    for (std::size_t h = 0; h < queries.size(); ++h) {
        const auto head = static_cast<std::int64_t>(h);
        if (selection.pages.defined()) {
            Tokens pages;
            for (std::int64_t i = 0; i < selection.pages.size(1); ++i) {
                const auto chosen = selection.pages[head][i].item<std::int64_t>();
                if (chosen >= 0) {
                    pages.push_back(chosen);
                }
            }
            std::sort(pages.begin(), pages.end());
            read.pages.push_back(std::move(pages));
        }
        if (selection.scores.defined()) {
            std::vector<double> scores;
            for (std::int64_t p = 0; p < view.pages; ++p) {
                scores.push_back(selection.scores[head][p].item<double>());
            }
            read.scores.push_back(std::move(scores));
        }
    }
    return read;
}

void FakeReader::tune(const std::map<std::string, sdk::Value>& changed) {
    for (const auto& [name, value] : changed) {
        m_state->parameters.set(name, value);
    }
    m_state->reader->set(m_state->parameters);
}

FakeReader FakeReader::fork() const {
    auto state = std::make_unique<State>();
    state->reader = m_state->reader->clone();
    state->parameters = m_state->parameters;
    return FakeReader(std::move(state));
}

std::int64_t FakeReader::pageSize() const {
    return m_state->reader->pageSize();
}

std::optional<sdk::ReadRule> FakeReader::rule() const {
    const auto* reader = dynamic_cast<const sdk::RuleReader*>(m_state->reader.get());
    return reader == nullptr ? std::optional<sdk::ReadRule>() : reader->readRule();
}

std::vector<std::string> FakeReader::warnings() const {
    return englishOf(m_state->reader->report().warnings);
}

std::vector<std::string> FakeReader::notes() const {
    return englishOf(m_state->reader->report().notes);
}

}  // namespace kvw::test
