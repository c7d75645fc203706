// SPDX-License-Identifier: Apache-2.0
#include "core/figures/latex_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/base/utf8.h"
#include "core/base/visible_text.h"

namespace kvw::figures {
namespace {

// Old font encodings have other characters in the places of < and >.
const Escapes kLatexEscapes{{'\\', "\\textbackslash{}"},
                            {'~', "\\textasciitilde{}"},
                            {'^', "\\textasciicircum{}"},
                            {'<', "\\textless{}"},
                            {'>', "\\textgreater{}"},
                            {'&', "\\&"},
                            {'%', "\\%"},
                            {'$', "\\$"},
                            {'#', "\\#"},
                            {'_', "\\_"},
                            {'{', "\\{"},
                            {'}', "\\}"}};

/// Line ends would end a comment or begin a paragraph; TeX refuses other control characters.
char withoutControl(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
}

/// Returns whether pdflatex sets the character without a package, whatever the encoding of its font.
bool isSetByAll(char32_t point) {
    constexpr char32_t kNot[] = {0xAB,  0xBB,  0xD0,  0xDE,  0xF0,  0xFE,  0x104, 0x105, 0x110,
                                 0x111, 0x118, 0x119, 0x126, 0x127, 0x12E, 0x12F, 0x138, 0x13F,
                                 0x140, 0x149, 0x14A, 0x14B, 0x166, 0x167, 0x172, 0x173, 0x17F};
    constexpr char32_t kAlso[] = {0x2018, 0x2019, 0x201C, 0x201D, 0x2020, 0x2021, 0x2022, 0x2026, 0x2030, 0x20AC};
    const auto in = [point](const auto& list) { return std::ranges::find(list, point) != std::end(list); };
    return point < 0x80 || (point >= 0xA0 && point < 0x180 && !in(kNot)) || (point >= 0x2010 && point <= 0x2016) ||
           (point >= 0x2190 && point <= 0x2193) || in(kAlso);
}

/// Keeps a character that pdflatex would stop at for other engines; pdflatex prints its code point.
std::string forEveryTex(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = nextUtf8(text, at);
        const std::string sign = text.substr(at, step.length);
        const std::string number = fmt::format("(U+{:04X})", static_cast<std::uint32_t>(step.codePoint));
        at += step.length;
        if (!step.valid || visibleText(sign) != sign) {
            out += number;
        } else {
            out += isSetByAll(step.codePoint) ? sign : "\\ifdefined\\Umathchar " + sign + "\\else " + number + "\\fi{}";
        }
    }
    return out;
}

}  // namespace

std::string withEscapes(const std::string& text, Escapes escapes, Escapes also) {
    std::string out;
    for (const char c : text) {
        const auto* found = std::ranges::find(escapes, c, &Escape::first);
        const auto* other = std::ranges::find(also, c, &Escape::first);
        if (found != escapes.end() || other != also.end()) {
            out += found != escapes.end() ? found->second : other->second;
        } else {
            out += withoutControl(c);
        }
    }
    return out;
}

std::string latexEscaped(const std::string& text) {
    return withEscapes(text, kLatexEscapes);
}

std::string latexText(const std::string& text) {
    std::string out = latexEscaped(text);
    constexpr std::pair<const char*, const char*> kSigns[] = {
        {"Δ", "$\\Delta$"}, {"×", "$\\times$"}, {"±", "$\\pm$"},    {"τ", "$\\tau$"},        {"γ", "$\\gamma$"},
        {"α", "$\\alpha$"}, {"β", "$\\beta$"},  {"δ", "$\\delta$"}, {"ε", "$\\varepsilon$"}, {"λ", "$\\lambda$"},
        {"σ", "$\\sigma$"}, {"₁", "$_1$"},      {"₂", "$_2$"}};
    for (const auto& [from, to] : kSigns) {
        for (auto at = out.find(from); at != std::string::npos; at = out.find(from, at + 1)) {
            out.replace(at, std::string_view(from).size(), to);
        }
    }
    return forEveryTex(out);
}

std::string latexComment(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), withoutControl);
    return text;
}

std::string latexCode(const std::string& text) {
    const std::string code = withEscapes(text,
                                         {{'-', "{-}"},
                                          {'\'', "\\textquotesingle{}"},
                                          {'`', "\\textasciigrave{}"},
                                          {'"', "\\char34{}"},
                                          {',', ",\\allowbreak{}"}},
                                         kLatexEscapes);
    return forEveryTex("\\texttt{" + code + '}');
}

std::size_t lettersOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace kvw::figures
