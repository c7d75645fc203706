// SPDX-License-Identifier: Apache-2.0
#include "core/figures/print/parameter_symbols.h"

#include <cctype>
#include <set>

#include "core/policy/host/choice/choice.h"

namespace kvw::figures {
namespace {

/// Returns whether the character may belong to the name of a parameter.
bool isOfName(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

/// Replaces the names before "=" in a text of settings.
std::string withSymbols(const std::string& text, const ParameterSymbols& symbols) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isOfName(text[end])) {
            ++end;
        }
        const std::string name = text.substr(at, end - at);
        const auto known = symbols.find(name);
        const std::size_t sign = text.find_first_not_of(' ', end);
        const bool isSetting = known != symbols.end() && sign != std::string::npos && text[sign] == '=';
        out += isSetting ? known->second : name;
        at = end;
        if (at < text.size()) {
            out += text[at++];
        }
    }
    return out;
}

}  // namespace

ParameterSymbols symbolsOf(const Catalog& catalog, const std::vector<std::string>& policies) {
    ParameterSymbols symbols;
    std::set<std::string> ambiguous;
    for (const std::string& text : policies) {
        const auto policy = resolvePolicy(catalog, text.substr(0, nextChange(text, 0)));
        if (!policy) {
            continue;
        }
        const nlohmann::ordered_json parameters = policy->parametersJson();
        for (const auto& [name, value] : parameters.items()) {
            const ParameterSpec* spec = policy->parameter(name);
            if (spec == nullptr || spec->symbol.empty()) {
                continue;
            }
            for (const std::string& each : {name, spec->name}) {
                const auto [known, added] = symbols.emplace(each, spec->symbol);
                if (!added && known->second != spec->symbol) {
                    ambiguous.insert(each);
                }
            }
        }
    }
    for (const std::string& name : ambiguous) {
        symbols.erase(name);
    }
    return symbols;
}

ParameterSymbols symbolsOf(const Catalog& catalog, const Recording& recording) {
    std::vector<std::string> policies;
    for (const LaneInfo& lane : recording.description().lanes) {
        policies.push_back(lane.policyText);
    }
    return symbolsOf(catalog, policies);
}

void writeSymbols(FigureSpec& figure, const ParameterSymbols& symbols) {
    if (!figure.print.symbols) {
        return;
    }
    std::map<std::string, std::string> explained;
    for (FigurePanel& panel : figure.panels) {
        for (FigureAxis* axis : {&panel.x, &panel.y}) {
            if (const auto known = symbols.find(axis->label.english()); known != symbols.end()) {
                explained.insert(*known);
                axis->label = Phrase(known->second);
            }
        }
        panel.title = withSymbols(panel.title, symbols);
        for (FigureSeries& series : panel.series) {
            series.label = withSymbols(series.label, symbols);
        }
        for (FigureMark& mark : panel.marks) {
            mark.label = withSymbols(mark.label, symbols);
        }
    }
    for (const auto& [name, symbol] : explained) {
        figure.caption += (figure.caption.empty() ? "" : " ") + symbol + " is " + name + '.';
    }
}

void writeSymbols(tables::Table& table, const ParameterSymbols& symbols) {
    const auto write = [&](std::string& title) {
        if (const auto known = symbols.find(title); known != symbols.end()) {
            table.caption += (table.caption.empty() ? "" : "; ") + known->second + " is " + title;
            title = known->second;
        }
    };
    for (tables::Column& column : table.columns) {
        write(column.title);
    }
    if (table.spanned) {
        write(table.spanned->title);
    }
}

}  // namespace kvw::figures
