#!/bin/sh
# Makes the pictures of the pages of docs/studies from the archived runs, and the archives' own study.md and study.svg anew.
set -eu
home=$(cd "$(dirname "$0")/../.." && pwd -P)
rebound=${REBOUND:-$home/rebound}
studies=$home/docs/studies
here=$home/docs/images/studies
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
mkdir -p "$here"

for study in "$studies"/*/study.json; do
  "$rebound" report "$(dirname "$study")" >"$work/report.log" || { cat "$work/report.log" >&2; exit 1; }
done

# chart NAME CHART ARCHIVE...: one chart of archives side by side as a picture of a page.
chart() {
  name=$1 chart=$2
  shift 2
  for archive; do
    shift
    set -- "$@" "$studies/$archive"
  done
  "$rebound" compare "$@" -o "$work/$name.html" --pictures "$work/$name" >"$work/compare.log" || { cat "$work/compare.log" >&2; exit 1; }
  cp "$work/$name/$chart.svg" "$here/$name.svg"
}

chart thesis recoveries thesis thesis-tuned
chart six-engines recoveries six-engines six-engines-tuned-again six-engines-stock
chart checkpoint-cost ratio-of-baseline.latency.p95 fault-tolerance-cost-whole-core
chart failure-cost recoveries fault-tolerance-cost-profiles
chart state-recovery recoveries fault-tolerance-cost-state-at-least-once
chart state-cost cpu.seconds-per-million.baseline-over-workload.state fault-tolerance-cost-state
chart commit-intervals baseline.visible.p95-over-engine.commit-interval fault-tolerance-cost-intervals
chart activation requests-table-II activation
chart acknowledgements lost-acknowledgements activation
chart followers-paused lost-followers-paused activation-acks
chart frontier baseline.visible.p99-against-backlog.rate frontier
chart flat-out rates-generated throughput-generated
chart chaos-monkey recoveries throughput-faults
chart scaling backlog.rate-scaling-over-engine.workers-generated scaling
chart recovery-over-load recovery-over-load-to-capacity recovery-over-load
chart outage-over-load outage-over-load-to-capacity recovery-over-load
chart ablations recoveries recovery-ablations-kafka-streams
chart ablations-flink recoveries recovery-ablations-flink
chart count-windows excess-count-windows count-windows
