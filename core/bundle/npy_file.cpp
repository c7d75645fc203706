// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/npy_file.h"

namespace kvw::bundle {
namespace {

static_assert(ByteStream::kBlock % sizeof(std::int64_t) == 0 && ByteStream::kBlock > kLongestNpyHeader,
              "a block holds a header, and whole values");

}  // namespace

Result<void> readArray(const Archive& archive, const std::string& name, const NpyVisitor& visitor) {
    const std::string where = archive.label(name);
    const auto stream = archive.stream(name);
    if (!stream) {
        return tl::unexpected(stream.error());
    }
    std::string block(ByteStream::kBlock, '\0');
    auto filled = (*stream)->read(block.data(), block.size());
    if (!filled) {
        return tl::unexpected(filled.error());
    }
    const auto header = readNpyHeader(std::string_view(block).substr(0, *filled), where);
    if (!header) {
        return tl::unexpected(header.error());
    }
    if (auto right = checkNpySize(*header, (*stream)->size(), where); !right) {
        return right;
    }
    if (!visitor.fits(header->type, header->count)) {
        return fail(Code::BadInput, where, visitor.misfit);
    }
    // The header goes; from here on the buffer begins with a value.
    std::size_t held = *filled - header->bytes;
    block.erase(0, header->bytes);
    block.resize(ByteStream::kBlock);
    for (;;) {
        filled = (*stream)->read(block.data() + held, block.size() - held);
        if (!filled) {
            return tl::unexpected(filled.error());
        }
        held += *filled;
        if (held == 0) {
            return {};
        }
        NpyView view{header->type, {}, static_cast<std::int64_t>(held / npySize(header->type)), {}};
        view.data = std::string_view(block).substr(0, held);
        if (!visitor.take(view)) {
            return fail(Code::BadInput, where, visitor.misfit);
        }
        held = 0;
    }
}

}  // namespace kvw::bundle
