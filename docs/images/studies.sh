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

# chart NAME ARCHIVE CHART: one chart of an archive as a picture of a page.
chart() {
  "$rebound" compare "$studies/$2" -o "$work/$2.html" --pictures "$work/$2" >"$work/compare.log" || { cat "$work/compare.log" >&2; exit 1; }
  cp "$work/$2/$3.svg" "$here/$1.svg"
}

chart checkpoint-cost fault-tolerance-cost-whole-core ratio-of-baseline.latency.p95
chart failure-cost fault-tolerance-cost-profiles recoveries
chart state-recovery fault-tolerance-cost-state-at-least-once recoveries
chart state-cost fault-tolerance-cost-state cpu.seconds-per-million.baseline-over-workload.state
chart commit-intervals fault-tolerance-cost-intervals baseline.visible.p95-over-engine.commit-interval
chart activation activation requests-table-II
chart acknowledgements activation lost-acknowledgements
chart followers-paused activation-acks lost-followers-paused
chart frontier frontier baseline.visible.p99-against-backlog.rate
chart flat-out throughput-generated rates-generated
chart chaos-monkey throughput-faults recoveries
chart scaling scaling backlog.rate-scaling-over-engine.workers-generated
chart recovery-over-load recovery-over-load recovery-over-load-to-capacity
chart outage-over-load recovery-over-load outage-over-load-to-capacity
chart ablations recovery-ablations-kafka-streams recoveries
chart ablations-flink recovery-ablations-flink recoveries
chart count-windows count-windows excess-count-windows
