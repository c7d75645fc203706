// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/latex_text.h"

#include <string_view>
#include <utility>

namespace kvw::figures {

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
            case '\n':
            case '\r':
            case '\t':
                out += ' ';
                break;
            default:
                out += c;
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

}  // namespace kvw::figures
