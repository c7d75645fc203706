// SPDX-License-Identifier: Apache-2.0
#include "core/model/tokenizer/bpe.h"

#include <algorithm>

#include "core/base/utf8.h"
#include "core/model/tokenizer/merge_queue.h"

namespace kvw {
namespace {

constexpr std::size_t kLongestKnown = 64, kMostKnown = std::size_t{1} << 18;
constexpr std::size_t kLongWord = std::size_t{1} << 16;
constexpr std::uint32_t kNone = UINT32_MAX;

std::string_view lastCharacter(std::string_view text) {
    std::size_t at = text.size() - 1;
    while (at > 0 && isContinuation(text[at])) {
        --at;
    }
    return text.substr(at);
}

}  // namespace

Bpe::Start Bpe::start(std::string_view word, std::size_t at) const noexcept {
    Start start;
    const auto byteId = [&](std::size_t i) { return byteIds[static_cast<unsigned char>(word[i])]; };
    if (byteLevel) {
        start.ids[0] = byteId(at);
        start.count = start.ids[0] >= 0 ? 1 : 0;
        return start;
    }
    const Utf8Step step = nextUtf8(word, at);
    start.length = step.length;
    if (step.codePoint < characterIds.size() && characterIds[step.codePoint] >= 0) {
        start.ids[0] = characterIds[step.codePoint];
        start.count = 1;
        return start;
    }
    for (std::size_t i = 0; i < step.length; ++i) {
        start.ids[i] = byteId(at + i);
        if (start.ids[i] < 0) {
            return start;
        }
    }
    start.count = static_cast<int>(step.length);
    return start;
}

void Bpe::addMerge(std::int32_t leftId, std::string_view left, std::int32_t rightId, std::string_view right,
                   Merge merge) {
    merges.assign(leftId, rightId, merge);
    const auto standsIn = [&](std::int32_t id) {
        return id == unknownId || (!byteLevel && std::ranges::find(byteIds, id) != byteIds.end());
    };
    if (left.empty() || right.empty() || standsIn(leftId) || standsIn(rightId)) {
        divisible = false;
        return;
    }
    const Start from = start(byteLevel ? left.substr(left.size() - 1) : lastCharacter(left), 0), to = start(right, 0);
    if (from.count == 1 && to.count == 1) {
        mergeableBorders.assign(from.ids[0], to.ids[0], {});
    }
}

void WordEncoder::makeNodes(std::string_view word) {
    m_nodes.clear();
    bool afterUnknown = false;
    for (std::size_t at = 0; at < word.size();) {
        const Bpe::Start start = m_bpe->start(word, at);
        const auto begin = static_cast<std::uint32_t>(at), end = static_cast<std::uint32_t>(at + start.length);
        if (start.count == 1) {
            m_nodes.push_back({{start.ids[0], begin, end}});
        } else {
            for (int i = 0; i < start.count; ++i) {
                const auto byte = begin + static_cast<std::uint32_t>(i);
                m_nodes.push_back({{start.ids[static_cast<std::size_t>(i)], byte, byte + 1}});
            }
        }
        if (start.count == 0 && m_bpe->unknownId) {
            if (afterUnknown && m_bpe->fuseUnknown) {
                m_nodes.back().token.end = end;
            } else {
                m_nodes.push_back({{*m_bpe->unknownId, begin, end}});
            }
        }
        afterUnknown = start.count == 0;
        at += start.length;
    }
    const auto count = static_cast<std::uint32_t>(m_nodes.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        m_nodes[i].previous = i > 0 ? i - 1 : kNone;
        m_nodes[i].next = i + 1 < count ? i + 1 : kNone;
    }
}

template <class Queue>
void WordEncoder::mergeNodes(Queue& queue) {
    const PairMap& merges = m_bpe->merges;
    const auto mergeAt = [&](std::uint32_t left) -> const Merge* {
        const Node& node = m_nodes[left];
        return node.next == kNone ? nullptr : merges.find(node.token.id, m_nodes[node.next].token.id);
    };
    for (std::uint32_t i = 0; i < m_nodes.size(); ++i) {
        if (const Merge* merge = mergeAt(i)) {
            queue.collect(merge->rank, i);
        }
    }
    queue.order();
    while (const auto top = queue.pop()) {
        Node& left = m_nodes[top->position];
        const Merge* merge = left.token.id >= 0 ? mergeAt(top->position) : nullptr;
        if (merge == nullptr || merge->rank != top->rank) {
            continue;  // stale entry: one of the two tokens has become part of another
        }
        Node& right = m_nodes[left.next];
        left.token.id = merge->id;
        left.token.end = right.token.end;
        left.next = right.next;
        right.token.id = -1;
        if (left.next != kNone) {
            m_nodes[left.next].previous = top->position;
        }
        for (const std::uint32_t at : {left.previous, top->position}) {
            if (const Merge* next = at != kNone ? mergeAt(at) : nullptr) {
                queue.push(next->rank, at);
            }
        }
    }
}

void WordEncoder::merge(std::string_view word) {
    makeNodes(word);
    if (m_nodes.size() < kLongWord) {
        MergeHeap heap(m_heapEntries);
        mergeNodes(heap);
    } else {
        MergeBuckets buckets;
        mergeNodes(buckets);
    }
}

void WordEncoder::encodePart(std::string_view word, std::size_t begin, std::size_t end, std::vector<WordToken>& out) {
    const std::string_view part = word.substr(begin, end - begin);
    const auto shift = static_cast<std::uint32_t>(begin);
    const auto append = [&](const WordToken& token) {
        out.push_back({token.id, token.begin + shift, token.end + shift});
    };
    const bool small = part.size() <= kLongestKnown;
    if (small) {
        if (const auto known = m_known.find(part); known != m_known.end()) {
            const auto [first, count] = known->second;
            for (std::uint32_t i = first; i < first + count; ++i) {
                append(m_knownTokens[i]);
            }
            return;
        }
        if (m_known.size() >= kMostKnown) {
            m_known.clear();
            m_knownTokens.clear();
        }
    }
    merge(part);
    const std::size_t first = m_knownTokens.size();
    for (const Node& node : m_nodes) {
        if (node.token.id < 0) {
            continue;
        }
        append(node.token);
        if (small) {
            m_knownTokens.push_back(node.token);
        }
    }
    if (small) {
        m_known.emplace(part, std::pair{static_cast<std::uint32_t>(first),
                                        static_cast<std::uint32_t>(m_knownTokens.size() - first)});
    }
}

void WordEncoder::encode(std::string_view word, std::vector<WordToken>& out) {
    if (m_bpe->ignoreMerges) {
        if (const auto whole = m_bpe->words.find(word); whole != m_bpe->words.end()) {
            out.push_back({whole->second, 0, static_cast<std::uint32_t>(word.size())});
            return;
        }
    }
    if ((word.size() <= kLongestKnown && m_bpe->byteLevel) || !m_bpe->divisible) {
        encodePart(word, 0, word.size(), out);
        return;
    }
    // A long word, perhaps a whole document, is cut between characters that no merge can join.
    std::size_t begin = 0;
    std::int32_t last = -1;
    bool afterUnknown = false;
    for (std::size_t at = 0; at < word.size();) {
        const Bpe::Start start = m_bpe->start(word, at);
        const bool unknown = start.count == 0;
        const bool dropped = unknown && !m_bpe->unknownId;
        const std::int32_t first = unknown ? m_bpe->unknownId.value_or(-1) : start.ids[0];
        const bool fused = unknown && afterUnknown && m_bpe->fuseUnknown;
        if (!dropped) {
            if (last >= 0 && !fused && m_bpe->mergeableBorders.find(last, first) == nullptr) {
                encodePart(word, begin, at, out);
                begin = at;
            }
            last = unknown ? first : start.ids[static_cast<std::size_t>(start.count - 1)];
        }
        afterUnknown = unknown;
        at += start.length;
    }
    encodePart(word, begin, word.size(), out);
}

}  // namespace kvw
