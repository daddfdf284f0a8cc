#!/bin/sh
# Makes report.png, the picture in README.md and reading-a-report.md, from a recorded run. Needs a JDK and Chromium.
set -eu
home=$(cd "$(dirname "$0")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
mkdir "$work/run"
(cd "$work/run" && jar xf "$home/cli/src/test/resources/recorded/flink-at-least-once.zip")
"$home/rebound" check "$work/run" >"$work/check.log" || { cat "$work/check.log" >&2; exit 1; }
"$home/docs/images/picture.sh" "$work/run/report.html" "$home/docs/images/report.png" 1180 1268
