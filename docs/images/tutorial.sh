#!/bin/sh
# Makes the pictures of docs/tutorial from the runs that its commands left in target/tutorial. Needs a JDK and Chromium.
set -eu
home=$(cd "$(dirname "$0")/../.." && pwd -P)
runs=$home/target/tutorial/runs
orders=$home/target/tutorial/orders/runs
pages=$home/docs/tutorial
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

"$home/docs/images/picture.sh" "$runs/first-kill/latest/report.html" "$pages/1-report.png" 1180 1268
# The first run is that of the program that loses.
first=$(find "$orders/orders" -name report.html | sort | head -n 1)
"$home/docs/images/picture.sh" "$first" "$pages/3-report.png" 1180 1100
"$home/rebound" compare "$orders/sessions/latest" -o "$work/sessions.html" --pictures "$work/sessions" >"$work/compare.log" || { cat "$work/compare.log" >&2; exit 1; }
cp "$work/sessions/recoveries.svg" "$pages/6-outage.svg"
