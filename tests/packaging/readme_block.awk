# SPDX-License-Identifier: Apache-2.0
# Prints the code block that follows the line beginning with `want` in back quotes.
index($0, "`" want "`") == 1 { here = 1 }
inside && /^```/ { exit }
inside { print }
here && /^```[a-z]+$/ { inside = 1 }
