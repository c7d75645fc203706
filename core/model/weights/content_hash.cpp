// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/content_hash.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/files/sha256.h"

namespace kvw {
namespace {

/// Concatenation of the bytes of several files.
class Joined {
 public:
    explicit Joined(const std::vector<std::shared_ptr<const MappedFile>>& files) : m_files(files) {
        for (const auto& file : files) {
            m_size += file->bytes().size();
        }
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    void addTo(Sha256& hash, std::size_t begin, std::size_t count) const {
        for (const auto& file : m_files) {
            const auto bytes = file->bytes();
            if (begin < bytes.size() && count > 0) {
                const std::size_t here = std::min(count, bytes.size() - begin);
                hash.update(bytes.subspan(begin, here));
                count -= here;
                begin = 0;
            } else {
                begin -= std::min(begin, bytes.size());
            }
        }
    }

 private:
    const std::vector<std::shared_ptr<const MappedFile>>& m_files;
    std::size_t m_size = 0;
};

}  // namespace

Result<std::string> contentHash(std::string_view config, const std::vector<std::shared_ptr<const MappedFile>>& files,
                                const std::function<bool()>& goOn) {
    constexpr std::size_t kAll = std::size_t{64} << 20, kHead = std::size_t{16} << 20, kBlock = std::size_t{64} << 10;
    constexpr std::size_t kBlocks = 512, kPiece = std::size_t{1} << 20;
    const Joined weights(files);
    Sha256 hash;
    hash.update(fmt::format("kvw model 1\n{}\n{}\n", config.size(), weights.size()));
    hash.update(config);
    bool goesOn = true;
    const auto add = [&](std::size_t begin, std::size_t count) {
        while (count > 0 && goesOn) {
            const std::size_t piece = std::min(count, kPiece);
            weights.addTo(hash, begin, piece);
            begin += piece;
            count -= piece;
            goesOn = !goOn || goOn();
        }
    };
    if (weights.size() <= kAll) {
        add(0, weights.size());
    } else {
        add(0, kHead);
        const std::size_t distance = (weights.size() - kHead) / kBlocks;
        for (std::size_t i = 0; i < kBlocks; ++i) {
            add(kHead + i * distance, std::min(kBlock, distance));
        }
        add(weights.size() - kBlock, kBlock);
    }
    for (const auto& file : files) {
        file->release();
    }
    if (!goesOn) {
        return fail(Code::Cancelled, "model weights", "loading was cancelled");
    }
    return hash.finish();
}

}  // namespace kvw
