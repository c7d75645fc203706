#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tree keeps the rules of structure_check.sh, and the check finds each of them broken in a made-up tree.
# Usage: structure_test.sh SOURCE_FOLDER
set -euo pipefail

source_folder=$1
check=$source_folder/tests/packaging/structure_check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

if ! bash "$check" "$source_folder"; then
    echo "FAIL the tree breaks the rules above"
    failures=1
fi

file() { # path, text
    mkdir -p "$work/tree/$(dirname "$1")"
    printf '%s' "$2" >"$work/tree/$1"
}

clean_tree() {
    rm -rf "${work:?}/tree"
    local apache=$'// SPDX-License-Identifier: Apache-2.0\n'
    file CMakeLists.txt $'# SPDX-License-Identifier: Apache-2.0\n'
    file kernels/a.cpp "$apache"$'#include "kernels/a.h"\n'
    file core/a.cpp "$apache"$'#include <ATen/ATen.h>\n#include "kernels/a.h"\n'
    file core/policy/sdk/plugin.h "$apache"$'#include <ATen/ATen.h>\n'
    file core/policy/kit/a.h "$apache"$'#include "core/policy/kit/b.h"\n#include "core/policy/sdk/plugin.h"\n'
    file core/trace/a.cpp "$apache"$'#include "core/base/a.h"\n'
    file core/session/a.cpp "$apache"$'#include "core/policy/host/a.h"\n'
    file core/bundle/a.cpp "$apache"$'#include "core/trace/a.h"\n'
    file app/cli/a.cpp "$apache"$'#include "core/a.h"\n'
    file app/workbench/a.cpp $'// SPDX-License-Identifier: GPL-3.0-or-later\n#include <QWidget>\n#include "core/a.h"\n'
    file app/workbench/views/one/a.cpp $'// SPDX-License-Identifier: GPL-3.0-or-later\n#include "app/workbench/views/common/a.h"\n#include "app/workbench/views/one/a.h"\n'
    file app/bench/a.cpp $'// SPDX-License-Identifier: GPL-3.0-or-later\n#include <QWidget>\n'
    file plugins/one/policy.cpp "$apache"$'#include "core/policy/kit/a.h"\n#include "core/policy/sdk/plugin.h"\n#include "plugins/one/policy.h"\n'
    file plugins/one/CMakeLists.txt $'# SPDX-License-Identifier: Apache-2.0\n'
    file plugins/one/manifest.json '{}'
    file plugins/one/README.md '# one'
    file tests/plugins/one/policy_test.cpp "$apache"
    file tests/core/scenarios/two_test.cpp "$apache"
    file cmake/policy.map '{ local: *; };'
}

# After the change the check must fail with exactly this sentence.
finds() { # name, sentence
    local output code=0
    output=$(bash "$check" "$work/tree") || code=$?
    if [[ $code == 0 || $output != "$2" ]]; then
        printf 'FAIL %s\n     says:     %s\n     expected: %s\n' "$1" "$output" "$2"
        failures=$((failures + 1))
    fi
}

apache='// SPDX-License-Identifier: Apache-2.0'
gpl='// SPDX-License-Identifier: GPL-3.0-or-later'

clean_tree
if ! output=$(bash "$check" "$work/tree"); then
    printf 'FAIL clean tree: %s\n' "$output"
    failures=$((failures + 1))
fi

clean_tree && file notes/a.txt ''
finds "stray folder" 'not allowed at the top level: notes'
clean_tree && file app/workbench/b.cpp "$gpl"$'\n#include <QWidget>\n#include <torch/torch.h>\n'
finds "Qt and torch" $'includes both Qt and torch: app/workbench/b.cpp\ntorch in the application: app/workbench/b.cpp:#include <torch/'
clean_tree && file app/workbench/b.cpp "$gpl"$'\nconst QColor kHeld(0xD5, 0x5E, 0x00);\n'
finds "a hue of its own" 'has a hue that core/figures/figure_colours.h names: app/workbench/b.cpp:2:0xD5, 0x5E, 0x00'
clean_tree && file core/b.h "$apache"$'\n#include <QString>\n'
finds "Qt in core" 'Qt outside the workbench: core/b.h:#include <QS'
clean_tree && file app/cli/b.cpp "$apache"$'\n#include <QString>\n'
finds "Qt in kvw" 'Qt outside the workbench: app/cli/b.cpp:#include <QS'
clean_tree && file kernels/b.cpp "$apache"$'\n#include "core/base/error.h"\n'
finds "kernels to core" 'kernels include what is above them: kernels/b.cpp:#include "core/base/error.h"'
clean_tree && file core/b.cpp "$apache"$'\n#include "app/cli/values.h"\n'
finds "core to app" 'core includes what is above it: core/b.cpp:#include "app/'
clean_tree && file plugins/one/b.cpp "$apache"$'\n#include "core/model/config.h"\n'
finds "plugin to core" 'a plugin includes more than the policy SDK: one "core/model/config.h"'
clean_tree && file plugins/one/b.cpp "$apache"$'\n#include "plugins/two/policy.h"\n'
finds "plugin to plugin" 'a plugin includes more than the policy SDK: one "plugins/two/policy.h"'
clean_tree && file core/policy/sdk/b.h "$apache"$'\n#include "core/base/error.h"\n'
finds "SDK to core" 'the policy SDK includes more than itself and findings: core/policy/sdk/b.h:#include "core/base/error.h"'
clean_tree && file core/policy/sdk/b.h "$apache"$'\n#include "core/policy/kit/a.h"\n'
finds "SDK to kit" 'the policy SDK includes more than itself and findings: core/policy/sdk/b.h:#include "core/policy/kit/a.h"'
clean_tree && file core/policy/kit/b.h "$apache"$'\n#include "core/policy/host/catalog.h"\n'
finds "kit to host" 'the policy kit includes more than itself and the SDK: core/policy/kit/b.h:#include "core/policy/host/catalog.h"'
clean_tree && file core/trace/b.cpp "$apache"$'\n#include "core/policy/host/manifest.h"\n'
finds "trace to policy" 'the trace includes policies: core/trace/b.cpp:#include "core/policy/'
clean_tree && file core/session/spec/b.h "$apache"$'\n#include <ATen/ATen.h>\n'
finds "session to torch" 'the session includes torch, or what needs it: core/session/spec/b.h:#include <ATen/'
clean_tree && file core/session/b.cpp "$apache"$'\n#include "core/engine/run_factory.h"\n'
finds "session to engine" 'the session includes torch, or what needs it: core/session/b.cpp:#include "core/engine/'
clean_tree && file core/bundle/csv/b.cpp "$apache"$'\n#include "core/figures/figure.h"\n'
finds "bundle to figures" 'bundles include figures: core/bundle/csv/b.cpp:#include "core/figures/'
clean_tree && file app/workbench/views/one/b.cpp "$gpl"$'\n#include "app/workbench/views/two/a.h"\n'
finds "view to view" 'a view includes another view: app/workbench/views/one/b.cpp:#include "app/workbench/views/two/'
clean_tree && file app/workbench/views/common/plots/b.cpp "$gpl"$'\n#include "app/workbench/views/two/a.h"\n'
finds "common to view" 'a view includes another view: app/workbench/views/common/plots/b.cpp:#include "app/workbench/views/two/'
clean_tree && for i in {1..60}; do file "core/many/$i.h" "$apache"$'\n'; done
if ! output=$(bash "$check" "$work/tree"); then
    printf 'FAIL sixty sources: %s\n' "$output"
    failures=$((failures + 1))
fi
file core/many/b.h "$apache"$'\n'
finds "large folder" 'holds more than 60 sources: core/many (61)'
clean_tree && file app/cli/b.cpp "$apache"$'\n#include "app/bench/a.h"\n'
finds "kvw to the bench of the window" 'kvw includes the workbench: app/cli/b.cpp:#include "app/bench/'
clean_tree && file app/cli/b.cpp "$apache"$'\n#include "app/workbench/a.h"\n'
finds "kvw to workbench" 'kvw includes the workbench: app/cli/b.cpp:#include "app/workbench/'
clean_tree && file app/cli/b.cpp "$apache"$'\nstd::fputs("text", stdout);\n'
finds "kvw past its output" 'prints past output() of app/cli/output.h: app/cli/b.cpp:2:std::fputs("text", stdout);'
clean_tree && rm "$work/tree/plugins/one/README.md"
finds "plugin without README" 'lacks a part of a plugin: plugins/one/README.md'
clean_tree && rm "$work/tree/tests/plugins/one/policy_test.cpp"
finds "plugin without test" 'lacks a part of a plugin: tests/plugins/one/policy_test.cpp'
clean_tree && file tests/core/b_test.cpp "$apache"$'\n'
finds "test of no source" 'a test mirrors no source and is no scenario: tests/core/b_test.cpp'
clean_tree && file core/b.cpp $'int b;\n'
finds "no licence" 'does not begin with its licence: core/b.cpp (Apache-2.0 expected)'
clean_tree && file app/workbench/b.cpp "$apache"$'\n'
finds "wrong licence" 'does not begin with its licence: app/workbench/b.cpp (GPL-3.0-or-later expected)'

printf '%s failures\n' "$failures"
((failures == 0))
