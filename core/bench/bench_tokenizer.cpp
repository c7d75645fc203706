// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include <time.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/text/document.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kBytes = 10'000'000;

/// Returns `text` repeated to kBytes.
std::string repeated(const std::string& text) {
    std::string result;
    while (result.size() < kBytes) {
        result += text;
    }
    result.resize(kBytes);
    return result;
}

/// Returns texts of ASCII only, so that they can be cut anywhere.
Result<std::vector<std::pair<const char*, std::string>>> benchTexts() {
    KVW_TRY_ASSIGN(const auto documents, embeddedDocuments());
    std::string all;
    for (const auto& path : documents) {
        KVW_TRY_ASSIGN(const auto document, Document::load(path));
        all += document.text;
    }
    std::erase_if(all, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    std::string line = all, word = all;
    std::replace(line.begin(), line.end(), '\n', ' ');
    std::erase_if(word, [](char c) { return c < 'a' || c > 'z'; });
    return std::vector<std::pair<const char*, std::string>>{{"documents", repeated(all)},
                                                            {"one line", repeated(line)},
                                                            {"one word", repeated(word)},
                                                            {"spaces", repeated(" ")}};
}

double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double seconds(const std::function<void()>& work) {
    const double start = threadSeconds();
    work();
    return threadSeconds() - start;
}

}  // namespace

Result<ordered_json> benchTokenizer(const Tokenizer& tokenizer, std::int64_t rounds) {
    KVW_TRY_ASSIGN(const auto texts, benchTexts());
    ordered_json rows = ordered_json::array();
    for (const auto& [name, text] : texts) {
        const std::string_view quarter = std::string_view(text).substr(0, kBytes / 4);
        std::vector<double> encode, decode, growth;
        Result<Encoding> encoding;
        std::string back;
        for (std::int64_t round = 0; round < rounds; ++round) {
            const double part = seconds([&] { encoding = tokenizer.encode(quarter, false); });
            encode.push_back(seconds([&, &whole = text] { encoding = tokenizer.encode(whole, false); }));
            if (!encoding) {
                return tl::unexpected(encoding.error());
            }
            decode.push_back(seconds([&] { back = tokenizer.decode(encoding->ids); }));
            growth.push_back(encode.back() / (4 * part));
        }
        const double megabytes = static_cast<double>(text.size()) / 1e6;
        rows.push_back({{"text", name},
                        {"megabytes", megabytes},
                        {"tokens", encoding->ids.size()},
                        {"encode_mb_per_s", megabytes / median(encode)},
                        {"decode_mb_per_s", megabytes / median(decode)},
                        {"growth", median(growth)}});
    }
    return rows;
}

}  // namespace kvw
