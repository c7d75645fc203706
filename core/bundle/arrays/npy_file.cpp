// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/arrays/npy_file.h"

#include <algorithm>

namespace kvw::bundle {
namespace {

static_assert(ByteStream::kBlock % sizeof(std::int64_t) == 0 && ByteStream::kBlock > kLongestNpyHeader,
              "a block holds a header, and whole values");

/// Returns the checked header of the file whose beginning is in `block`.
Result<NpyHeader> checkedHeader(std::string_view block, const ByteStream& stream, const std::string& where,
                                const NpyVisitor& visitor) {
    KVW_TRY_ASSIGN(auto header, readNpyHeader(block, where));
    KVW_TRY(checkNpySize(header, stream.size(), where));
    if (!visitor.fits(header.type, header.count)) {
        return fail(Code::BadInput, where, visitor.misfit);
    }
    return header;
}

}  // namespace

Result<NpyHeader> readArrayHeader(const Archive& archive, const std::string& name, const NpyVisitor& visitor) {
    KVW_TRY_ASSIGN(const auto stream, archive.stream(name));
    // Reads all that the file claims, up to a block, so that a truncated file is reported.
    std::string block(static_cast<std::size_t>(std::min<std::int64_t>(stream->size(), ByteStream::kBlock)), '\0');
    KVW_TRY(stream->read(block.data(), block.size()));
    return checkedHeader(block, *stream, archive.label(name), visitor);
}

Result<void> readArray(const Archive& archive, const std::string& name, const NpyVisitor& visitor) {
    const std::string where = archive.label(name);
    KVW_TRY_ASSIGN(const auto stream, archive.stream(name));
    std::string block(ByteStream::kBlock, '\0');
    KVW_TRY_ASSIGN(std::size_t held, stream->read(block.data(), block.size()));
    KVW_TRY_ASSIGN(const auto header, checkedHeader(std::string_view(block).substr(0, held), *stream, where, visitor));
    // Remove the header; from here on the buffer begins with a value.
    held -= header.bytes;
    block.erase(0, header.bytes);
    block.resize(ByteStream::kBlock);
    for (;;) {
        KVW_TRY_ASSIGN(const std::size_t read, stream->read(block.data() + held, block.size() - held));
        held += read;
        if (held == 0) {
            return {};
        }
        NpyView view{header.type, {}, static_cast<std::int64_t>(held / npySize(header.type)), {}};
        view.data = std::string_view(block).substr(0, held);
        if (!visitor.take(view)) {
            return fail(Code::BadInput, where, visitor.misfit);
        }
        held = 0;
    }
}

}  // namespace kvw::bundle
