// SPDX-License-Identifier: Apache-2.0
#include "core/model/bpe.h"

#include <algorithm>

namespace kvw {
namespace {

/// A token under construction: a node of a doubly linked list over the word.
struct Node {
    WordToken token;
    std::int64_t previous = -1, next = -1;
    bool alive = true;
};

struct Candidate {
    std::int32_t rank = 0;
    std::uint32_t position = 0;  ///< node of the left token
    std::int32_t left = 0, right = 0, merged = 0;

    /// For a heap with the lowest rank, then the leftmost, on top.
    bool operator<(const Candidate& other) const noexcept {
        return rank != other.rank ? rank > other.rank : position > other.position;
    }
};

std::vector<Node> bytesAsNodes(const Bpe& bpe, std::string_view word) {
    std::vector<Node> nodes;
    nodes.reserve(word.size());
    bool afterUnknown = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const std::int32_t id = bpe.byteIds[static_cast<unsigned char>(word[i])];
        const auto at = static_cast<std::uint32_t>(i);
        if (id >= 0) {
            nodes.push_back({{id, at, at + 1}});
        } else if (bpe.unknownId) {
            if (afterUnknown && bpe.fuseUnknown) {
                nodes.back().token.end = at + 1;
            } else {
                nodes.push_back({{*bpe.unknownId, at, at + 1}});
            }
        }
        afterUnknown = id < 0;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].previous = static_cast<std::int64_t>(i) - 1;
        nodes[i].next = i + 1 < nodes.size() ? static_cast<std::int64_t>(i) + 1 : -1;
    }
    return nodes;
}

}  // namespace

void Bpe::encode(std::string_view word, std::vector<WordToken>& out) const {
    if (ignoreMerges) {
        if (const auto whole = words.find(std::string(word)); whole != words.end()) {
            out.push_back({whole->second, 0, static_cast<std::uint32_t>(word.size())});
            return;
        }
    }
    std::vector<Node> nodes = bytesAsNodes(*this, word);
    std::vector<Candidate> heap;
    const auto consider = [&](std::int64_t left) {
        if (left < 0 || nodes[static_cast<std::size_t>(left)].next < 0) {
            return;
        }
        const Node& node = nodes[static_cast<std::size_t>(left)];
        const std::int32_t a = node.token.id, b = nodes[static_cast<std::size_t>(node.next)].token.id;
        if (const auto merge = merges.find(pair(a, b)); merge != merges.end()) {
            heap.push_back({merge->second.rank, static_cast<std::uint32_t>(left), a, b, merge->second.id});
            std::push_heap(heap.begin(), heap.end());
        }
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        consider(static_cast<std::int64_t>(i));
    }
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end());
        const Candidate top = heap.back();
        heap.pop_back();
        Node& left = nodes[top.position];
        if (!left.alive || left.token.id != top.left || left.next < 0) {
            continue;
        }
        Node& right = nodes[static_cast<std::size_t>(left.next)];
        if (right.token.id != top.right) {
            continue;
        }
        left.token.id = top.merged;
        left.token.end = right.token.end;
        left.next = right.next;
        right.alive = false;
        if (left.next >= 0) {
            nodes[static_cast<std::size_t>(left.next)].previous = top.position;
        }
        consider(left.previous);
        consider(top.position);
    }
    for (const Node& node : nodes) {
        if (node.alive) {
            out.push_back(node.token);
        }
    }
}

}  // namespace kvw
