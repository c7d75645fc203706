// SPDX-License-Identifier: Apache-2.0
#include "core/model/text/token_ids.h"

#include <algorithm>

#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/model/text/text_encoding.h"

namespace kvw {
namespace {

constexpr std::string_view kSpace = " \t\r\n\v\f";
constexpr std::size_t kShown = 24;

}  // namespace

Result<std::vector<std::int32_t>> parseTokenIds(std::string_view text, const std::string& where,
                                                std::int64_t vocabulary) {
    std::vector<std::int32_t> ids;
    std::int64_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
        if (kSpace.find(text[at]) != std::string_view::npos) {
            line += text[at] == '\n' ? 1 : 0;
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        const auto id = parsedNumber<std::int64_t>(word);
        if (!id || *id < 0 || *id >= vocabulary) {
            return fail(Code::BadInput, phrase("%1, line %2", where, line), "this is not a token id",
                        excerpt(std::string(beginningOf(word, kShown))),
                        phrase("whole numbers from 0 to %1", vocabulary - 1));
        }
        ids.push_back(static_cast<std::int32_t>(*id));
        at = end;
    }
    if (ids.empty()) {
        return fail(Code::BadInput, where, "there are no token ids in the file", "nothing but white space",
                    "at least one number");
    }
    return ids;
}

Result<std::vector<std::int32_t>> readTokenIds(const std::filesystem::path& file, std::int64_t vocabulary) {
    KVW_TRY_ASSIGN(const auto mapped, MappedFile::open(file));
    const auto bytes = mapped.bytes();
    return textWithoutMark({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.string())
        .and_then([&](const std::string& text) { return parseTokenIds(text, file.string(), vocabulary); });
}

}  // namespace kvw
