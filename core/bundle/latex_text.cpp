// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/latex_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kvw::figures {
namespace {

/// Line ends would end a comment or begin a paragraph; TeX refuses the others.
char withoutControl(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
}

}  // namespace

std::string latexEscaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '\\':
                out += "\\textbackslash{}";
                break;
            case '~':
                out += "\\textasciitilde{}";
                break;
            case '^':
                out += "\\textasciicircum{}";
                break;
            // Other signs in the fonts of old.
            case '<':
                out += "\\textless{}";
                break;
            case '>':
                out += "\\textgreater{}";
                break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
            case '{':
            case '}':
                out += '\\';
                out += c;
                break;
            default:
                out += withoutControl(c);
        }
    }
    return out;
}

std::string latexText(const std::string& text) {
    std::string out = latexEscaped(text);
    for (const auto& [from, to] : {std::pair{"Δ", "$\\Delta$"}, std::pair{"×", "$\\times$"}, std::pair{"±", "$\\pm$"},
                                   std::pair{"τ", "$\\tau$"}, std::pair{"γ", "$\\gamma$"}}) {
        for (auto at = out.find(from); at != std::string::npos; at = out.find(from, at + 1)) {
            out.replace(at, std::string_view(from).size(), to);
        }
    }
    return out;
}

std::string latexComment(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), withoutControl);
    return text;
}

std::string latexCode(const std::string& text) {
    std::string out = "\\texttt{";
    for (const char c : text) {
        switch (c) {
            case '-':
                out += "{-}";
                break;
            case '\'':
                out += "\\textquotesingle{}";
                break;
            case '`':
                out += "\\textasciigrave{}";
                break;
            case '"':
                out += "\\char34{}";
                break;
            case ',':
                out += ",\\allowbreak{}";
                break;
            default:
                out += latexEscaped(std::string(1, c));
        }
    }
    return out + '}';
}

std::size_t lettersOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace kvw::figures
