// SPDX-License-Identifier: Apache-2.0
/// Attention over a part of the slots against attention over all of them with the rest free: bit for bit.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/elementwise.h"
#include "tests/kernels/stored_head.h"

using namespace kvw;
using namespace kvw::test;

namespace {

struct Answer {
    std::vector<float> out, probs, logits, entropy;
};

/// The tiles and lanes that each query reads, as the kernel takes them.
struct Reads {
    Reads(std::size_t queries_, const Head& head)
        : queries(queries_), tiles(head.stride / kTileSlots), wanted(queries_ * head.stride, false) {}

    [[nodiscard]] bool reads(std::size_t query, std::size_t slot) const {
        return wanted[query * tiles * kTileSlots + slot];
    }
    void add(std::size_t query, std::size_t slot) { wanted[query * tiles * kTileSlots + slot] = true; }
    [[nodiscard]] bool anyReads(std::size_t tile) const {
        for (std::size_t query = 0; query < queries; ++query) {
            for (std::size_t i = 0; i < kTileSlots; ++i) {
                if (reads(query, tile * kTileSlots + i)) {
                    return true;
                }
            }
        }
        return false;
    }
    void list() {
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            if (anyReads(tile)) {
                listed.push_back(static_cast<std::uint32_t>(tile));
            }
        }
        for (std::size_t query = 0; query < queries; ++query) {
            for (const std::uint32_t tile : listed) {
                std::uint16_t bits = 0;
                for (std::size_t i = 0; i < kTileSlots; ++i) {
                    bits = static_cast<std::uint16_t>(bits | (reads(query, tile * kTileSlots + i) ? 1U << i : 0U));
                }
                lanes.push_back(bits);
            }
        }
    }
    [[nodiscard]] ReadTiles view() const { return {listed.data(), listed.size(), lanes.data()}; }

    std::size_t queries, tiles;
    std::vector<bool> wanted;
    std::vector<std::uint32_t> listed;
    std::vector<std::uint16_t> lanes;
};

Answer blank(const Head& head, std::size_t queries) {
    const float nan = std::nanf("");
    return {std::vector<float>(queries * head.headDim, nan), std::vector<float>(queries * head.stride, nan),
            std::vector<float>(queries * head.stride, nan), std::vector<float>(queries, nan)};
}

Answer attend(const Head& head, const std::vector<float>& q, const RotateOnRead* rotation) {
    const std::size_t queries = q.size() / head.headDim;
    Answer a = blank(head, queries);
    attendDecode(head.slots(rotation), q.data(), queries, 0.2F, a.out.data(), a.probs.data(), head.stride,
                 a.logits.data(), a.entropy.data());
    return a;
}

Answer read(const Head& head, const Reads& reads, const std::vector<float>& q, const RotateOnRead* rotation) {
    Answer a = blank(head, reads.queries);
    attendRead(head.slots(rotation), reads.view(), q.data(), reads.queries, 0.2F, a.out.data(), a.probs.data(),
               head.stride, a.logits.data(), a.entropy.data());
    return a;
}

bool sameAnswer(const Answer& a, const Answer& b) {
    return sameBits(a.out, b.out) && sameBits(a.probs, b.probs) && sameBits(a.logits, b.logits) &&
           sameBits(a.entropy, b.entropy);
}

Answer ofQuery(const Answer& all, const Head& head, std::size_t query) {
    const auto part = [query](const std::vector<float>& from, std::size_t width) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(query * width);
        return std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(width));
    };
    return {part(all.out, head.headDim), part(all.probs, head.stride), part(all.logits, head.stride),
            part(all.entropy, 1)};
}

/// Every query its own pages of `page` slots: a third of them, and the last.
Reads somePages(const Head& head, std::size_t queries, std::size_t page) {
    Reads reads(queries, head);
    const std::size_t pages = (head.used + page - 1) / page;
    Numbers numbers(page * 7 + queries);
    for (std::size_t query = 0; query < queries; ++query) {
        for (std::size_t p = 0; p < pages; ++p) {
            const bool chosen = p + 1 == pages || numbers.next() > 0.3F;
            for (std::size_t slot = p * page; chosen && slot < std::min((p + 1) * page, head.used); ++slot) {
                reads.add(query, slot);
            }
        }
    }
    reads.list();
    return reads;
}

}  // namespace

class ReadKernelsTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void everythingReadIsAttendDecode_data() { addIsaAndDtypeRows(); }
    void everythingReadIsAttendDecode() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        for (const std::size_t used : {1U, 5U, 16U, 37U, 600U}) {
            for (const std::size_t queries : {1U, 2U, 3U, 9U}) {
                const Head head(used, 80, static_cast<Dtype>(dtype), used > 5 ? 5 : 0, std::nanf(""));
                const std::vector<float> q = Numbers(queries).take(queries * 80, 3);
                Reads reads(queries, head);
                std::fill(reads.wanted.begin(), reads.wanted.end(), true);
                reads.list();
                QVERIFY(sameAnswer(read(head, reads, q, nullptr), attend(head, q, nullptr)));
            }
        }
    }

    void aPartReadIsAttentionOverThatPart_data() { addIsaAndDtypeRows(); }
    void aPartReadIsAttentionOverThatPart() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        std::vector<float> cosines = Numbers(9).take(700 * 8);
        std::vector<float> sines = Numbers(10).take(700 * 8);
        for (const std::size_t page : {1U, 7U, 16U, 40U}) {
            for (const std::size_t queries : {1U, 5U, 8U}) {
                const Head head(613, 33, static_cast<Dtype>(dtype), 0, 0);
                std::vector<std::int32_t> phase(head.used);
                for (std::size_t slot = 0; slot < head.used; ++slot) {
                    phase[slot] = static_cast<std::int32_t>(slot);
                }
                const RotateOnRead rotation{phase.data(), cosines.data(), sines.data(), 16, true};
                const std::vector<float> q = Numbers(queries).take(queries * 33, 3);
                const Reads reads = somePages(head, queries, page);
                for (const RotateOnRead* how : {static_cast<const RotateOnRead*>(nullptr), &rotation}) {
                    const Answer together = read(head, reads, q, how);
                    for (std::size_t query = 0; query < queries; ++query) {
                        Head part = head;
                        for (std::size_t slot = 0; slot < head.used; ++slot) {
                            part.tokens[slot] = reads.reads(query, slot) ? part.tokens[slot] : -1;
                        }
                        const auto begin = q.begin() + static_cast<std::ptrdiff_t>(query * 33);
                        QVERIFY(sameAnswer(ofQuery(together, head, query), attend(part, {begin, begin + 33}, how)));
                    }
                }
            }
        }
    }

    void whatNobodyReadsIsNotTouched_data() { addIsaAndDtypeRows(); }
    void whatNobodyReadsIsNotTouched() {
        KVW_USE_ISA();
        QFETCH(int, dtype);
        Head head(400, 64, static_cast<Dtype>(dtype), 0, 0);
        const std::vector<float> q = Numbers(3).take(4 * 64, 3);
        Reads reads(4, head);
        for (std::size_t query = 0; query < 4; ++query) {
            for (std::size_t i = 0; i < kTileSlots; ++i) {
                reads.add(query, (query % 2 + 3) * kTileSlots + i);
            }
        }
        reads.list();
        const Answer before = read(head, reads, q, nullptr);
        for (std::size_t slot = 0; slot < head.used; ++slot) {
            if (!reads.anyReads(slot / kTileSlots)) {
                head.put(slot, std::vector<float>(64, std::nanf("")), std::vector<float>(64, std::nanf("")));
            }
        }
        QVERIFY(sameAnswer(read(head, reads, q, nullptr), before));
        QVERIFY(std::all_of(before.out.begin(), before.out.end(), [](float x) { return std::isfinite(x); }));
    }

    void optionalOutputsDoNotChangeTheOthers_data() { addIsaRows(); }
    void optionalOutputsDoNotChangeTheOthers() {
        KVW_USE_ISA();
        const Head head(50, 32, Dtype::BF16, 3, 0);
        const std::vector<float> q = Numbers(7).take(3 * 32);
        const Reads reads = somePages(head, 3, 16);
        const Answer all = read(head, reads, q, nullptr);
        Answer some = blank(head, 3);
        attendRead(head.slots(), reads.view(), q.data(), 3, 0.2F, some.out.data(), some.probs.data(), head.stride,
                   nullptr, nullptr);
        QVERIFY(sameBits(some.out, all.out));
        QVERIFY(sameBits(some.probs, all.probs));
    }
};

QTEST_GUILESS_MAIN(ReadKernelsTest)
#include "read_kernels_test.moc"
