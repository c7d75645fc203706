// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/made_text.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/model/text/document.h"
#include "core/model/tokenizer/tokenizer.h"

namespace kvw::eval {
namespace {

constexpr std::size_t kMaxWordListBytes = std::size_t{1} << 20;

Result<std::vector<std::string>> readWordList(const std::filesystem::path& file) {
    KVW_TRY_ASSIGN(const std::string text, readFile(file, kMaxWordListBytes));
    std::vector<std::string> words;
    for (std::string& word : splitAt(text, '\n')) {
        if (!word.empty()) {
            words.push_back(std::move(word));
        }
    }
    if (words.empty()) {
        return fail(Code::BadInput, file.string(), "the list of words is empty", {}, "a word per line");
    }
    return words;
}

}  // namespace

Result<std::int64_t> promptTokens(const Tokenizer& tokenizer, const Sample& sample) {
    return tokenizer.encode(sample.context + sample.question + sample.answerPrefix, sample.specialTokens)
        .map([](const Encoding& encoded) { return static_cast<std::int64_t>(encoded.ids.size()); });
}

Result<std::int64_t> unitsThatFit(const Tokenizer& tokenizer, const MadeSize& size, const MakeSample& make,
                                  const std::string& task) {
    const auto tokensWith = [&](std::int64_t units) {
        return make(units).and_then([&](const Sample& sample) { return promptTokens(tokenizer, sample); });
    };
    KVW_TRY_ASSIGN(const std::int64_t smallest, tokensWith(size.least));
    if (smallest > size.tokens) {
        return fail(Code::BadUsage, task, "the smallest sample is longer than the size", phrase("%1 tokens", smallest),
                    phrase("at most %1", size.tokens));
    }
    std::int64_t fits = size.least, tooMany = size.most + 1;
    for (std::int64_t tried = std::min(2 * fits, size.most); tried > fits; tried = std::min(2 * fits, size.most)) {
        KVW_TRY_ASSIGN(const std::int64_t tokens, tokensWith(tried));
        if (tokens > size.tokens) {
            tooMany = tried;
            break;
        }
        fits = tried;
    }
    while (tooMany - fits > 1) {
        const std::int64_t middle = fits + (tooMany - fits) / 2;
        KVW_TRY_ASSIGN(const std::int64_t tokens, tokensWith(middle));
        (tokens > size.tokens ? tooMany : fits) = middle;
    }
    return fits;
}

Result<std::optional<Sample>> sampleThatFits(const Tokenizer& tokenizer, const MadeSize& size, std::int64_t units,
                                             const MakeSample& make) {
    while (true) {
        KVW_TRY_ASSIGN(Sample sample, make(units));
        KVW_TRY_ASSIGN(const std::int64_t tokens, promptTokens(tokenizer, sample));
        if (tokens <= size.tokens) {
            return sample;
        }
        if (units <= size.least) {
            return std::nullopt;
        }
        // As many fewer as the surplus is of the whole, at least one.
        const std::int64_t fewer = std::max<std::int64_t>(1, units * (tokens - size.tokens) / tokens);
        units = std::max(size.least, units - fewer);
    }
}

std::string fillBlanks(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& values) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
        const std::string_view name =
            end == std::string_view::npos ? std::string_view() : text.substr(at + 1, end - at - 1);
        const auto value = std::ranges::find_if(values, [&](const auto& pair) { return pair.first == name; });
        if (name.empty() || value == values.end()) {
            made += text[at++];
        } else {
            made += value->second;
            at = end + 1;
        }
    }
    return made;
}

Result<WordLists> WordLists::load() {
    KVW_TRY_ASSIGN(const std::filesystem::path place, resourcesDir());
    KVW_TRY_ASSIGN(std::vector<std::string> adjectives, readWordList(place / "eval" / "adjectives.txt"));
    KVW_TRY_ASSIGN(std::vector<std::string> nouns, readWordList(place / "eval" / "nouns.txt"));
    return WordLists{std::move(adjectives), std::move(nouns)};
}

}  // namespace kvw::eval
