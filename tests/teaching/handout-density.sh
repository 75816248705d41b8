#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "density" (tests/teaching/handout.bash).
. "$(dirname "$0")/handout.bash" density
exit $failed
