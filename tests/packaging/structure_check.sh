#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The rules of the house that a compiler does not check; prints what breaks them, one line each.
# Usage: structure_check.sh SOURCE_FOLDER
set -euo pipefail

cd "$1"
broken=0

# Everything that standard input lists breaks the rule.
report() { # rule
    local line
    while read -r line; do
        printf '%s: %s\n' "$1" "$line"
        broken=1
    done
}

# Files of the project below the given folders: what git knows, or every file where this is no checkout.
if git ls-files --error-unmatch CMakeLists.txt >/dev/null 2>&1; then
    files() { git ls-files -- "$@"; }
    top_level() { git ls-files | cut -d / -f 1 | sort -u; }
else
    files() { find "$@" -type f 2>/dev/null | sort; }
    top_level() { find . -mindepth 1 -maxdepth 1 ! -name build -printf '%f\n' | sort; }
fi
sources() { files "$@" | grep -E '\.(cpp|h|in)$' || true; }

# Names of the listed files that include something that matches.
including() { # pattern
    xargs -r -d '\n' grep -lE "^ *# *include *$1" 2>/dev/null || true
}
# The same, with the include itself.
includes() { # pattern
    xargs -r -d '\n' grep -HoE "^ *# *include *$1" 2>/dev/null || true
}

qt='[<"](Q[A-Z]|qcustomplot|Qt[A-Z][A-Za-z]*/)'
torch='[<"](torch|ATen|c10|caffe2)/'

report 'not allowed at the top level' < <(top_level |
    grep -vxE 'CMakeLists\.txt|CMakePresets\.json|README\.md|CONTRIBUTING\.md|LICENSE|LICENSES|app|cmake|core|kernels|packaging|plugins|resources|tests|\..*')
report 'includes both Qt and torch' < <(sources app core kernels plugins | including "$qt" | including "$torch")
report 'Qt outside the workbench' < <(sources core kernels plugins app/cli | includes "$qt")
report 'torch in the application' < <(sources app | includes "$torch")
report 'kernels include what is above them' < <(sources kernels | includes '"[^"]*"' | grep -v '"kernels/')
report 'core includes what is above it' < <(sources core | includes '"(app|plugins|tests)/')
report 'a plugin includes more than the policy SDK' < <(sources plugins | includes '"[^"]*"' |
    sed -E 's|^plugins/([^/]*)/.*include *"(.*)$|\1 "\2|' | grep -vE '^([^ ]*) "(core/policy/(sdk|kit)/|plugins/\1/)')
report 'the policy SDK includes more than itself and findings' < <(sources core/policy/sdk | includes '"[^"]*"' |
    grep -vE '"core/(policy/sdk/|base/finding\.h")')
report 'the policy kit includes more than itself and the SDK' < <(sources core/policy/kit | includes '"[^"]*"' | grep -vE '"core/policy/(sdk|kit)/')
report 'the trace includes policies' < <(sources core/trace | includes '"core/policy/')
report 'the session includes torch, or what needs it' < <(sources core/session |
    includes "($torch|\"core/(cache|engine|conformance|bench|policy/host/loading)/)")
report 'bundles include figures' < <(sources core/bundle | includes '"core/(figures|publish)/')
report 'a view includes another view' < <(sources app/workbench/views | includes '"app/workbench/views/[^/"]*/' |
    sed -E 's|^(app/workbench/views/([^/]*)/.*include *)"app/workbench/views/(.*)/$|\2 \3 \1"app/workbench/views/\3/|' |
    awk '$2 != "common" && $1 != $2 { sub(/^[^ ]* [^ ]* /, ""); print }')
report 'the application includes plugins or tests' < <(sources app | includes '"(plugins|tests)/')
report 'kvw includes the workbench' < <(sources app/cli | includes '"app/(workbench|bench)/')

report 'prints past output() of app/cli/output.h' < <(sources app/cli | grep -v '^app/cli/output\.' |
    xargs -r -d '\n' grep -HnE '\<stdout\>|std::cout|std::printf|std::puts|fmt::print\("' || true)

hues='0x00, *0x72, *0xb2|0xd5, *0x5e, *0x00|0x00, *0x9e, *0x73|0xcc, *0x79, *0xa7|0xe6, *0x9f, *0x00|0x56, *0xb4, *0xe9'
report 'has a hue that core/figures/figure_colours.h names' < <(sources app |
    xargs -r -d '\n' grep -HnoiE "$hues" || true)

report 'holds more than 60 sources' < <(sources app core kernels plugins tests | sed 's|/[^/]*$||' | sort | uniq -c |
    awk '$1 > 60 { print $2 " (" $1 ")" }')

report 'lacks a part of a plugin' < <(files plugins | sed -nE 's|^plugins/([^/]+)/.*|\1|p' | sort -u | while read -r id; do
    for part in "plugins/$id/policy.cpp" "plugins/$id/manifest.json" "plugins/$id/README.md" "plugins/$id/CMakeLists.txt" "tests/plugins/$id/policy_test.cpp"; do
        [[ -f $part ]] || printf '%s\n' "$part"
    done
done)

report 'a test mirrors no source and is no scenario' < <(files tests | grep '_test\.cpp$' |
    grep -v '/scenarios/' | while read -r test; do
    source=${test#tests/} && source=${source%_test.cpp}
    [[ -f $source.cpp || -f $source.h ]] || printf '%s\n' "$test"
done)

report 'does not begin with its licence' < <(files app core kernels plugins cmake packaging tests .ci CMakeLists.txt |
    grep -E '\.(cpp|h|cmake|sh|map|in)$|CMakeLists\.txt$|^packaging/[a-z]+$|^\.ci/run$' | while read -r file; do
    licence=Apache-2.0
    [[ $file != app/workbench/* && $file != app/bench/* && $file != tests/app/workbench/* ]] || licence=GPL-3.0-or-later
    [[ $file != *.map ]] || continue
    head -n 2 "$file" | grep -qE "^(//|#) SPDX-License-Identifier: $licence\$" || printf '%s (%s expected)\n' "$file" "$licence"
done)

exit "$broken"
