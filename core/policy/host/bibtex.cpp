// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/bibtex.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/json/json_access.h"

namespace kvw {

namespace {

bool isControl(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// Escapes a title or name for TeX, in one line. BibTeX counts braces even after a backslash, so they are written as
/// commands.
std::string tex(const std::string& text) {
    constexpr std::array<std::pair<char, const char*>, 4> kCommands{{{'\\', "{\\textbackslash}"},
                                                                     {'{', "{\\textbraceleft}"},
                                                                     {'}', "{\\textbraceright}"},
                                                                     {'^', "{\\textasciicircum}"}}};
    std::string out;
    for (const char c : text) {
        const auto* command = std::ranges::find(kCommands, c, &std::pair<char, const char*>::first);
        if (command != kCommands.end()) {
            out += command->second;
            continue;
        }
        out += std::string_view("&%$#_").find(c) != std::string_view::npos ? "\\" : "";
        out += isControl(c) ? ' ' : c;
    }
    return out;
}

/// Removes from an address, an arXiv number or a key the characters that would end its field or its line.
std::string plain(std::string text, std::string_view without = "{}\\") {
    text.erase(std::remove_if(text.begin(), text.end(),
                              [&](char c) { return isControl(c) || without.find(c) != std::string_view::npos; }),
               text.end());
    return text;
}

}  // namespace

std::string bibtexOf(const Reference& reference) {
    const std::string key = plain(reference.key, "{}\\ ,\"#%'()=~");
    if (key.empty()) {
        return {};
    }
    std::vector<std::string> fields{fmt::format("title = {{{{{}}}}}", tex(reference.title))};
    if (!reference.authors.empty()) {
        std::vector<std::string> names;
        for (const std::string& author : reference.authors) {
            names.push_back(tex(author));
        }
        fields.insert(fields.begin(), fmt::format("author = {{{}}}", fmt::join(names, " and ")));
    }
    if (reference.year > 0) {
        fields.push_back(fmt::format("year = {{{}}}", reference.year));
    }
    if (!reference.eprint.empty()) {
        fields.push_back(fmt::format("eprint = {{{}}}", plain(reference.eprint)));
        fields.emplace_back("archivePrefix = {arXiv}");
    }
    fields.push_back(fmt::format("url = {{{}}}", plain(reference.url)));
    return fmt::format("@misc{{{},\n  {}\n}}\n", key, fmt::join(fields, ",\n  "));
}

std::string bibtexOf(const std::vector<Reference>& references) {
    std::set<std::string> known;
    std::string text;
    for (const Reference& reference : references) {
        if (known.insert(reference.key).second) {
            text += bibtexOf(reference);
        }
    }
    return text;
}

std::vector<Reference> referencesOf(const ResolvedPolicy& policy) {
    std::vector<Reference> all;
    for (const ResolvedPart& part : policy.parts) {
        const std::vector<Reference>& some = part.entry.manifest.references;
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

nlohmann::ordered_json toJson(const std::vector<Reference>& references) {
    auto list = nlohmann::ordered_json::array();
    for (const Reference& reference : references) {
        nlohmann::ordered_json one{{"title", reference.title}, {"url", reference.url}};
        if (!reference.key.empty()) {
            one["key"] = reference.key;
        }
        if (!reference.authors.empty()) {
            one["authors"] = reference.authors;
        }
        if (reference.year > 0) {
            one["year"] = reference.year;
        }
        if (!reference.eprint.empty()) {
            one["eprint"] = reference.eprint;
        }
        list.push_back(std::move(one));
    }
    return list;
}

std::vector<Reference> referencesIn(const nlohmann::ordered_json& list) {
    std::vector<Reference> references;
    for (const auto& one : list.is_array() ? list : nlohmann::ordered_json::array()) {
        if (!one.is_object()) {
            continue;
        }
        Reference read{textOf(one, "title"), textOf(one, "url"),   textOf(one, "key"), {},
                       wholeOf(one, "year"), textOf(one, "eprint")};
        if (const auto& authors = member(one, "authors"); authors.is_array()) {
            for (const auto& author : authors) {
                read.authors.push_back(author.is_string() ? author.get<std::string>() : std::string());
            }
        }
        references.push_back(std::move(read));
    }
    return references;
}

}  // namespace kvw
