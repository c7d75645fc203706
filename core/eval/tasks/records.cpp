// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/records.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/files/mapped_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"
#include "core/base/json/json_reader.h"
#include "core/base/short_text.h"
#include "core/base/utf8.h"
#include "core/model/text/text_encoding.h"

namespace kvw::eval {
enum class RecordForm {
    Lines,   ///< JSON lines
    Array,   ///< elements of an array
    Object,  ///< one object, over several lines
    Csv
};

namespace {

/// Largest record, in bytes: reading one takes a few times as much memory.
constexpr std::size_t kLargestRecord = std::size_t{256} << 20;
/// Pages of the file are given back to the system whenever so many bytes were read.
constexpr std::size_t kReleaseEvery = std::size_t{64} << 20;
constexpr std::string_view kJsonBlanks = " \t\r\n";

/// Parser callback that finds a member given twice; JSON itself allows it.
class TwiceCheck {
 public:
    bool operator()(int, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        using Event = nlohmann::json::parse_event_t;
        if (event == Event::object_start) {
            m_names.emplace_back();
        } else if (event == Event::object_end) {
            m_names.pop_back();
        } else if (event == Event::key && !m_names.back().insert(parsed.get<std::string>()).second && !m_twice) {
            m_twice = phrase("member %1 is given twice", describe(parsed));
        }
        return true;
    }
    [[nodiscard]] const std::optional<Phrase>& twice() const noexcept { return m_twice; }

 private:
    std::vector<std::set<std::string>> m_names;  ///< of the objects that are open
    std::optional<Phrase> m_twice;
};

std::size_t firstNoBlank(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(kJsonBlanks, at), text.size());
}

/// Returns the place behind the JSON string that begins at `at`; the end of the text if it is cut off.
std::size_t behindString(std::string_view text, std::size_t at) {
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            return i + 1;
        }
        i += text[i] == '\\' ? 1 : 0;
    }
    return text.size();
}

/// Returns the place behind the JSON value that begins at `at`, going by brackets and quotes alone; the end of the
/// text if it is cut off.
std::size_t behindValue(std::string_view text, std::size_t at) {
    std::size_t depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        const bool closes = c == ']' || c == '}';
        if (depth == 0 && (closes || c == ',')) {
            return at;
        }
        at = c == '"' ? behindString(text, at) : at + 1;
        depth += c == '[' || c == '{' ? 1 : 0;
        depth -= closes ? 1 : 0;
        if (depth == 0 && closes) {
            return at;
        }
    }
    return at;
}

struct RecordsFound {
    std::size_t begin = 0;  ///< of the first element
    RecordForm form = RecordForm::Lines;
};

/// Finds the array in a JSON file: the file itself, or "data" or "rows" of the object that it is. An object with more
/// text behind it is the first of JSON lines.
RecordsFound findRecords(std::string_view text, std::size_t at) {
    at = firstNoBlank(text, at);
    if (at < text.size() && text[at] == '[') {
        return {at + 1, RecordForm::Array};
    }
    const RecordsFound lines{at, RecordForm::Lines};
    std::optional<RecordsFound> array;
    if (at == text.size() || text[at] != '{') {
        return lines;
    }
    ++at;
    for (;;) {
        at = firstNoBlank(text, at);
        if (at == text.size() || text[at] != '"') {
            break;
        }
        const std::size_t end = behindString(text, at);
        const std::string_view name = text.substr(at, end - at);
        at = firstNoBlank(text, end);
        if (at == text.size() || text[at] != ':') {
            return lines;
        }
        at = firstNoBlank(text, at + 1);
        if ((name == "\"data\"" || name == "\"rows\"") && at < text.size() && text[at] == '[' && !array) {
            array = RecordsFound{at + 1, RecordForm::Array};
        }
        at = firstNoBlank(text, behindValue(text, at));
        if (at == text.size() || text[at] != ',') {
            break;
        }
        ++at;
    }
    const bool closes = at < text.size() && text[at] == '}' && firstNoBlank(text, at + 1) == text.size();
    if (array && (closes || at == text.size())) {
        return *array;
    }
    return closes ? RecordsFound{lines.begin, RecordForm::Object} : lines;
}

}  // namespace

struct RecordReader::Impl {
    MappedFile file;
    std::filesystem::path path;
    std::string_view text;
    RecordForm form = RecordForm::Lines;
    std::vector<std::string> columns;
    std::size_t at = 0;
    std::int64_t line = 1;  ///< of `at`
    std::size_t released = 0;
    bool ended = false;
    bool first = true;        ///< `takeNext` has met no record that is one at all
    std::int64_t read = 0;    ///< records, malformed ones, too

    void moveTo(std::size_t place) {
        line += std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                           text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
        at = place;
        if (at - released >= kReleaseEvery) {
            file.release();
            released = at;
        }
    }
    [[nodiscard]] tl::unexpected<Error> failAt(std::int64_t number, Phrase what, Phrase found = {},
                                               Phrase expected = {}) const {
        return fail(Code::BadInput, phrase("%1, line %2", path.string(), number), std::move(what), std::move(found),
                    std::move(expected));
    }

    [[nodiscard]] Result<Record> parsed(std::string_view json, std::int64_t number) const;
    [[nodiscard]] Result<std::optional<Record>> nextLine();
    [[nodiscard]] Result<std::optional<Record>> nextElement();
    [[nodiscard]] Result<std::optional<std::vector<std::string>>> nextCells(std::int64_t& number);
    [[nodiscard]] Result<std::optional<Record>> nextRow();
    [[nodiscard]] Result<void> readHeader();
};

Result<Record> RecordReader::Impl::parsed(std::string_view json, std::int64_t number) const {
    if (json.size() > kLargestRecord) {
        return failAt(number, "the record is too large", phrase("%1 bytes", json.size()),
                      phrase("at most %1 bytes", kLargestRecord));
    }
    if (isTooDeepJson(json)) {
        return failAt(number, "the JSON is nested too deeply", {}, phrase("at most %1 levels", kDeepestJson));
    }
    TwiceCheck check;
    Record record{nlohmann::json::parse(json.begin(), json.end(), std::ref(check), false), number};
    if (record.json.is_discarded()) {
        return failAt(number, "this is not valid JSON, or it is cut off");
    }
    if (check.twice()) {
        return failAt(number, *check.twice());
    }
    if (!record.json.is_object()) {
        return failAt(number, "the record is not valid", describe(record.json), "an object");
    }
    return record;
}

Result<std::optional<Record>> RecordReader::Impl::nextLine() {
    moveTo(firstNoBlank(text, at));
    if (at == text.size()) {
        return std::nullopt;
    }
    const std::size_t end = form == RecordForm::Object ? text.size() : std::min(text.find('\n', at), text.size());
    const std::string_view json = text.substr(at, end - at);
    const std::int64_t number = line;
    auto record = parsed(json, number);
    moveTo(end);
    return record;
}

Result<std::optional<Record>> RecordReader::Impl::nextElement() {
    moveTo(firstNoBlank(text, at));
    if (ended || (at < text.size() && text[at] == ']')) {
        return std::nullopt;
    }
    const std::int64_t number = line;
    const std::size_t begin = at, end = behindValue(text, at);
    if (end == text.size()) {
        ended = true;
        return failAt(number, "the array is cut off");
    }
    auto record = parsed(text.substr(begin, end - begin), number);
    moveTo(firstNoBlank(text, end));
    if (at < text.size() && text[at] == ',') {
        moveTo(at + 1);
    } else if (at == text.size() || text[at] != ']') {
        // Without a comma it is not known where the next record begins.
        ended = true;
        return failAt(line, "a comma or the end of the array is missing");
    }
    return record;
}

/// Reads one row as RFC 4180 describes it, with line ends "\n", too.
Result<std::optional<std::vector<std::string>>> RecordReader::Impl::nextCells(std::int64_t& number) {
    moveTo(std::min(text.find_first_not_of("\r\n", at), text.size()));
    number = line;
    if (at == text.size()) {
        return std::nullopt;
    }
    const std::size_t begin = at;
    std::vector<std::string> cells(1);
    const char* problem = nullptr;
    std::size_t i = at;
    const auto lineEnds = [&] {
        return i == text.size() || text[i] == '\n' ||
               (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] == '\n'));
    };
    /// Adds the text up to `end` to the last cell, and moves there.
    const auto takeUpTo = [&](std::size_t end) {
        cells.back() += end - begin <= kLargestRecord ? text.substr(i, end - i) : std::string_view();
        i = end;
    };
    for (;;) {
        const bool quoted = i < text.size() && text[i] == '"';
        while (quoted) {
            ++i;
            takeUpTo(std::min(text.find('"', i), text.size()));
            problem = i == text.size() ? "a quote is not closed" : problem;
            i = std::min(i + 1, text.size());
            if (i == text.size() || text[i] != '"') {
                break;
            }
            cells.back() += '"';
        }
        const std::size_t plain = i;
        while (!lineEnds() && text[i] != ',') {
            problem = quoted || text[i] == '"' ? "a quote is misplaced" : problem;
            ++i;
        }
        const std::size_t end = std::exchange(i, plain);
        takeUpTo(end);
        if (lineEnds()) {
            break;
        }
        ++i;
        cells.emplace_back();
    }
    const std::size_t size = i - begin;
    moveTo(i);
    if (problem != nullptr) {
        return failAt(number, problem);
    }
    if (size > kLargestRecord) {
        return failAt(number, "the record is too large", phrase("%1 bytes", size),
                      phrase("at most %1 bytes", kLargestRecord));
    }
    if (std::ranges::any_of(cells, [](const std::string& cell) { return lossyUtf8(cell) != cell; })) {
        return failAt(number, "the record is not valid UTF-8");
    }
    return cells;
}

Result<std::optional<Record>> RecordReader::Impl::nextRow() {
    std::int64_t number = 0;
    KVW_TRY_ASSIGN(auto cells, nextCells(number));
    if (!cells) {
        return std::nullopt;
    }
    if (cells->size() != columns.size()) {
        return failAt(number, "the row has another number of columns", cells->size(), columns.size());
    }
    Record record{nlohmann::json::object(), number};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        record.json[columns[i]] = std::move((*cells)[i]);
    }
    return record;
}

Result<void> RecordReader::Impl::readHeader() {
    std::int64_t number = 0;
    KVW_TRY_ASSIGN(auto cells, nextCells(number));
    if (!cells) {
        return fail(Code::BadInput, path.string(), "the file is empty", {}, "a row with the names of the columns");
    }
    if (std::set<std::string>(cells->begin(), cells->end()).size() != cells->size()) {
        return failAt(number, "two columns have the same name", shortText(joined(*cells), 200));
    }
    columns = std::move(*cells);
    return {};
}

RecordReader::RecordReader(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;
RecordReader::~RecordReader() = default;

const std::filesystem::path& RecordReader::file() const noexcept {
    return m_impl->path;
}

const std::vector<std::string>& RecordReader::columns() const noexcept {
    return m_impl->columns;
}

Result<RecordReader> RecordReader::open(const std::filesystem::path& file, std::vector<std::string> columns) {
    const std::string ending = file.extension().string();
    if (ending == ".parquet") {
        return fail(Code::BadInput, file.string(), "Parquet is not read", {},
                    phrase("JSON lines, which this makes: python3 -c \"import pandas; "
                           "pandas.read_parquet('%1').to_json('%2', orient='records', lines=True)\"",
                           file.filename().string(), file.stem().string() + ".jsonl"));
    }
    if (ending != ".jsonl" && ending != ".json" && ending != ".csv") {
        return fail(Code::BadInput, file.string(), "this is no file of records", ending, ".jsonl, .json or .csv");
    }
    auto impl = std::make_unique<Impl>();
    KVW_TRY_ASSIGN(impl->file, MappedFile::open(file));
    impl->path = file;
    const auto bytes = impl->file.bytes();
    impl->text = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    if (impl->text.starts_with("\xFF\xFE") || impl->text.starts_with("\xFE\xFF")) {
        return fail(Code::BadInput, file.string(), "the file is UTF-16", {}, "UTF-8");
    }
    if (impl->text.starts_with(kUtf8Mark)) {
        impl->at = kUtf8Mark.size();
    }
    if (ending == ".csv") {
        impl->form = RecordForm::Csv;
        impl->columns = std::move(columns);
        if (impl->columns.empty()) {
            KVW_TRY(impl->readHeader());
        }
    } else if (ending == ".json") {
        const RecordsFound found = findRecords(impl->text, impl->at);
        impl->form = found.form;
        impl->moveTo(found.begin);
    }
    return RecordReader(std::move(impl));
}

Result<std::optional<Record>> RecordReader::next() {
    auto record = m_impl->form == RecordForm::Csv     ? m_impl->nextRow()
                  : m_impl->form == RecordForm::Array ? m_impl->nextElement()
                                                      : m_impl->nextLine();
    if (record && *record) {
        (*record)->number = m_impl->read;
    }
    ++m_impl->read;
    return record;
}

Result<bool> RecordReader::takeNext(const std::function<Result<void>(Record record)>& take,
                                    const MalformedRecord& malformed) {
    while (true) {
        auto record = next();
        if (record && !*record) {
            return false;
        }
        const bool first = std::exchange(m_impl->first, m_impl->first && !record);
        const Result<void> taken = record ? take(std::move(**record)) : tl::unexpected(record.error());
        if (taken) {
            return true;
        }
        if (taken.error().code != Code::BadInput || (first && taken.error().reason == kOtherMembers)) {
            return tl::unexpected(taken.error());
        }
        malformed(taken.error());
    }
}

Phrase placeOf(const Record& record, const std::filesystem::path& file) {
    return phrase("%1, line %2", file.string(), record.line);
}

tl::unexpected<Error> wrongMember(const Record& record, const std::filesystem::path& file, const std::string& name,
                                  Phrase expected) {
    return fail(Code::BadInput, placeOf(record, file), phrase("member \"%1\" is wrong", name),
                describe(member(record.json, name.c_str())), std::move(expected));
}

Result<void> checkMembers(const Record& record, const std::filesystem::path& file,
                          const std::vector<std::string_view>& expected) {
    std::vector<std::string> found;
    for (const auto& [name, value] : record.json.items()) {
        found.push_back(name);
    }
    for (const std::string_view name : expected) {
        if (!record.json.contains(name)) {
            auto failed = fail(Code::BadInput, placeOf(record, file), phrase("the record has no member \"%1\"", name),
                               shortText(joined(found), 200), joined(expected));
            failed.value().reason = kOtherMembers;
            return failed;
        }
    }
    return {};
}

}  // namespace kvw::eval
