// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/perplexity/stored_texts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/files/folder_entries.h"
#include "core/base/json/json_access.h"
#include "core/model/text/document.h"

namespace kvw::eval {

namespace {

namespace fs = std::filesystem;

constexpr std::array kPlainTexts{".txt", ".raw", ".tokens"}, kRowFiles{".jsonl", ".json", ".csv"};
constexpr const char* kTextMember = "text";

bool endsAsOneOf(const fs::path& file, const auto& endings) {
    return std::ranges::find(endings, file.extension().string()) != std::end(endings);
}

/// Tells whether a name says that a file is the split for tests.
bool isTestSplit(const fs::path& file) {
    const std::string name = file.filename().string();
    return name.starts_with("test.") || name.starts_with("test-") || name.starts_with("wiki.test.");
}

/// Returns the texts in a folder, those of the split for tests alone if there is one. Parquet files are found where
/// there is nothing else, for their reader to refuse.
Result<std::vector<fs::path>> textFilesIn(const fs::path& folder) {
    std::vector<fs::path> files, parquet;
    KVW_TRY_ASSIGN(const auto entries, folderEntries(folder));
    for (const fs::path& file : entries) {
        std::error_code unknown;
        const bool describes =
            (file.extension() == ".json" && fs::exists(fs::path(file).replace_extension(".txt"), unknown)) ||
            file.filename() == "metadata.csv" || file.filename() == "dataset_infos.json";
        if (file.extension() == ".parquet") {
            parquet.push_back(file);
        } else if (!describes && (endsAsOneOf(file, kPlainTexts) || endsAsOneOf(file, kRowFiles))) {
            files.push_back(file);
        }
    }
    if (files.empty()) {
        files = std::move(parquet);
    }
    if (std::ranges::any_of(files, isTestSplit)) {
        std::erase_if(files, [](const fs::path& file) { return !isTestSplit(file); });
    }
    return files;
}

}  // namespace

Result<StoredTexts> StoredTexts::open(const fs::path& data, TextLayout layout) {
    if (data.empty()) {
        return shippedNovels().map([](std::vector<fs::path> novels) { return StoredTexts(std::move(novels)); });
    }
    std::error_code unknown;
    std::vector<fs::path> files;
    if (!fs::is_directory(data, unknown)) {
        files = {data};
    } else {
        for (const fs::path& folder : {data / "test", data, data / "data"}) {
            if (files.empty() && fs::is_directory(folder, unknown)) {
                KVW_TRY_ASSIGN(files, textFilesIn(folder));
            }
        }
    }
    for (const fs::path& file : files) {
        if (file.extension() == ".parquet") {
            KVW_TRY(RecordReader::open(file));  // names the conversion
        }
    }
    if (files.empty()) {
        return fail(Code::NotFound, data.string(), "the folder has no texts", {},
                    "files .txt, .raw or .tokens, or rows with a member \"text\" in .jsonl, .json or .csv");
    }
    StoredTexts texts(std::move(files));
    texts.m_layout = layout;
    return texts;
}

bool StoredTexts::joins(const fs::path& file) const {
    const auto names = [](const fs::path& path) {
        std::string name = path.filename().string();
        std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; });
        return name.find("wikitext") != std::string::npos || name.starts_with("wiki.");
    };
    return m_layout == TextLayout::WikiText ||
           (m_layout == TextLayout::Auto && (names(file) || names(file.parent_path())));
}

Result<std::optional<std::string>> StoredTexts::nextRow(const MalformedRecord& malformed) {
    std::string row;
    const auto take = [&](const Record& record) -> Result<void> {
        m_row = record.number + 1;
        KVW_TRY(checkMembers(record, m_rows->file(), {kTextMember}));
        if (!member(record.json, kTextMember).is_string()) {
            return fail(Code::BadInput, placeOf(record, m_rows->file()), "the member \"text\" is not a text");
        }
        row = textOf(record.json, kTextMember);
        return {};
    };
    KVW_TRY_ASSIGN(const bool more, m_rows->takeNext(take, malformed));
    return more ? std::optional(std::move(row)) : std::nullopt;
}

Result<std::optional<StoredText>> StoredTexts::next(const MalformedRecord& malformed) {
    for (; m_file < m_files.size(); ++m_file) {
        const fs::path& file = m_files[m_file];
        const bool alike = std::ranges::count(m_files, file.stem(), &fs::path::stem) > 1;
        const std::string name = (alike ? file.filename() : file.stem()).string();
        if (!endsAsOneOf(file, kRowFiles)) {
            KVW_TRY_ASSIGN(Document document, Document::load(file));
            ++m_file;
            return StoredText{name, std::move(document.text)};
        }
        if (!m_rows) {
            KVW_TRY_ASSIGN(m_rows, RecordReader::open(file));
        }
        std::string whole;
        while (true) {
            KVW_TRY_ASSIGN(std::optional<std::string> row, nextRow(malformed));
            if (!row) {
                break;
            }
            if (joins(file)) {
                whole += *row;
            } else if (!row->empty()) {
                return StoredText{name + '/' + std::to_string(m_row), *std::move(row)};
            }
        }
        m_rows.reset();
        if (!whole.empty()) {
            ++m_file;
            return StoredText{name, std::move(whole)};
        }
    }
    return std::nullopt;
}

Result<std::vector<fs::path>> shippedNovels() {
    KVW_TRY_ASSIGN(std::vector<fs::path> texts, shippedTexts());
    KVW_TRY_ASSIGN(std::vector<fs::path> embedded, embeddedDocuments());
    std::vector<fs::path> novels;
    std::ranges::copy_if(texts, std::back_inserter(novels),
                         [&](const fs::path& text) { return std::ranges::find(embedded, text) == embedded.end(); });
    return novels.empty() ? embedded : novels;
}

}  // namespace kvw::eval
