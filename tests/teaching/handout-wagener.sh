#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "wagener": what tests/teaching/handout.bash asks of it.
. "$(dirname "$0")/handout.bash" wagener
exit $failed
