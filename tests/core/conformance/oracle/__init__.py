# SPDX-License-Identifier: Apache-2.0
"""An evaluation of the policies in float64, independent of the plugins; see ../make_cases.py."""
