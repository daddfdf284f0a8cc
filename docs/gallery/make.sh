#!/bin/sh
# Makes the pages and pictures of this folder from recorded runs and from an archived study. Needs a JDK and Chromium.
set -eu
home=$(cd "$(dirname "$0")/../.." && pwd -P)
here=$home/docs/gallery
rebound=${REBOUND:-$home/rebound}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# run PAGE RECORDING STATUS: checks a recorded run again, and keeps its page without links to files that are not here.
run() {
  folder=$work/runs/gallery/$1
  mkdir -p "$folder"
  status=0
  (cd "$folder" && jar xf "$home/cli/src/test/resources/recorded/$2.zip" && "$rebound" check . >"$work/check.log" 2>&1) || status=$?
  [ "$status" -eq "$3" ] || { echo "$2: exit status $status instead of $3" >&2; cat "$work/check.log" >&2; exit 1; }
  sed 's/"files":\[[^]]*\]/"files":[]/' "$folder/report.html" >"$here/$1.html"
}

# picture PAGE NAME WIDTH HEIGHT [light|dark|phone] [FROM]
picture() { page=$1 name=$2; shift 2; "$home/docs/images/picture.sh" "$here/$page.html" "$here/$name.png" "$@"; }

run pass flink-at-least-once 0
run fail faulty 1
run unknown kafka-streams-exactly-once 2
for recording in flink-at-least-once kafka-streams-at-least-once; do
  folder=$work/runs/compared/$recording
  mkdir -p "$folder"
  # What a check says of them is a verdict, not a failure of this script.
  (cd "$folder" && jar xf "$home/cli/src/test/resources/recorded/$recording.zip" && "$rebound" check . >"$work/check.log" 2>&1) || true
done
"$rebound" compare "$work/runs/compared" -o "$work/compare.html" >"$work/compare.log" 2>&1 || { cat "$work/compare.log" >&2; exit 1; }
sed 's/"href":"[^"]*"/"href":""/g' "$work/compare.html" >"$here/compare.html"
"$rebound" compare "$home/docs/studies/thesis-1200" -o "$work/study.html" >"$work/compare.log" 2>&1 || { cat "$work/compare.log" >&2; exit 1; }
mv "$work/study.html" "$here/study.html"

# Nothing of the machine may be in a page.
if grep -lE "$home|$work|/home/|/Users/" "$here"/*.html; then echo "a page names a folder of this machine" >&2; exit 1; fi

picture pass pass 1180 1600
picture pass pass-dark 1180 1268 dark
picture pass pass-phone 390 1600 phone
picture fail fail 1180 1836
picture unknown unknown 1180 1900
picture compare compare 1400 1306 light 1880
picture compare compare-phone 390 2390 phone 3265
picture study study 1180 1500 light 2115
