# SPDX-License-Identifier: Apache-2.0
# Prints where tests crashed, from a log of ctest: the name of the test and, of the stack traces that Qt Test wrote, the
# thread that got the signal.
/^[0-9]+\/[0-9]+ Testing: / { test = $3 }
/^Thread [0-9]+ \(/ { frames = ""; count = 0 }
/^#[0-9]+ / && ++count <= 25 { frames = frames "  " substr($0, 1, 200) "\n" }
/<signal handler called>/ { frames = ""; count = 0; crashed = 1 }
/^$|^=== End of stack trace/ {
    if (crashed) {
        printf "%s crashed in\n%s", test, frames
    }
    crashed = 0
}
