#!/bin/sh
# Runs Rebound in a pipeline: what action.yml calls, and what templates/rebound.yml has a copy of.
#
# REBOUND_EXPERIMENT  experiment files, or folders of them, to run
# REBOUND_CHECK       folders of runs to check again, in place of that
# REBOUND_ARGS        more options of that command
# REBOUND_PASS        exit statuses beside 0 that pass, such as 3
# REBOUND_RUNS        folder of runs, where rebound.xml and rebound.md are written, too
# REBOUND_VERSION     a release, such as 0.1.0; checkout: the sources in REBOUND_CHECKOUT, which are built;
#                     empty: the release that those sources are of, if they are of one
# REBOUND_RELEASES    where releases lie: v0.1.0/rebound-0.1.0.tar.gz and v0.1.0/SHA256SUMS are below it
#
# Its exit status is that of Rebound: 0 pass, 1 fail, 2 unknown, 3 not comparable, 64 wrong input, 70 internal.
set -eu

die() {
  echo "rebound: $2" >&2
  if [ -n "${GITHUB_ACTIONS:-}" ]; then echo "::error title=Rebound::$2" >&2; fi
  exit "$1"
}

# The words of a text, a line each: quotes hold words together, and nothing else of a shell counts.
words() {
  printf '%s\n' "$1" | xargs -n 1 printf '%s\n' || die 64 "a quote is not closed in: $1"
}

get() {
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --retry 3 --output "$2" "$1"
  else
    wget --quiet --output-document="$2" "$1"
  fi || die 70 "$1 cannot be downloaded; see to the version and to where releases lie"
}

sum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# Downloads a release, and holds it against its sum: $home is where it is unpacked.
release() {
  version=${1#v}
  archive=rebound-$version.tar.gz
  folder=$(mktemp -d)
  get "$REBOUND_RELEASES/v$version/SHA256SUMS" "$folder/SHA256SUMS"
  get "$REBOUND_RELEASES/v$version/$archive" "$folder/$archive"
  due=$(awk -v file="$archive" '$2 == file || $2 == "*" file { print $1 }' "$folder/SHA256SUMS")
  is=$(sum "$folder/$archive")
  if [ "$is" != "$due" ]; then
    die 70 "$archive has the SHA-256 $is, and SHA256SUMS says ${due:-nothing of it}: run it again; if that stays, tell Rebound's maintainers"
  fi
  tar -xzf "$folder/$archive" -C "$folder"
  home=$folder/rebound-$version
}

sources() {
  home=${REBOUND_CHECKOUT:-}
  if [ ! -x "$home/rebound" ]; then die 64 "there are no sources of Rebound here: name a version, such as 0.1.0"; fi
}

case ${REBOUND_VERSION:-} in
  checkout) sources ;;
  ?*) release "$REBOUND_VERSION" ;;
  *)
    sources
    own=$(sed -n 's/^  <version>\(.*\)<\/version>$/\1/p' "$home/pom.xml")
    case ${REBOUND_RELEASES:-}:$own in
      *-SNAPSHOT | :* | *//releases/*) ;; # no release, or nobody says where: these sources are built
      *) release "$own" ;;
    esac
    ;;
esac

runs=${REBOUND_RUNS:-runs}
if [ -n "${REBOUND_CHECK:-}" ]; then
  if [ -n "${REBOUND_EXPERIMENT:-}" ]; then die 64 "give an experiment to run or runs to check, not both"; fi
  named=$(words "$REBOUND_CHECK")
  set -- check
elif [ -n "${REBOUND_EXPERIMENT:-}" ]; then
  named=$(words "$REBOUND_EXPERIMENT")
  set -- run --runs "$runs"
else
  die 64 "give an experiment to run, such as recovery/my-job.yaml, or runs to check"
fi
more=$(words "${REBOUND_ARGS:-}")
while IFS= read -r word; do
  if [ -n "$word" ]; then set -- "$@" "$word"; fi
done <<END
$named
$more
END

mkdir -p "$runs"
summary=$runs/rebound.md
rm -f "$summary" "$runs/rebound.xml"
status=0
"$home/rebound" "$@" --junit "$runs/rebound.xml" --markdown "$summary" || status=$?
if [ ! -f "$summary" ]; then
  printf '### ❔ Rebound ended with status %s\n\nThe log of the job says why.\n' "$status" >"$summary"
fi
if [ -n "${GITHUB_ACTIONS:-}" ]; then
  cat "$summary" >>"$GITHUB_STEP_SUMMARY"
  echo "status=$status" >>"$GITHUB_OUTPUT"
  # A line beside the change for each run, and each comparison, that did not pass.
  sed -nE '/^(###|-) (❌|❔) /{ s/^(###|-) ❌/::error title=Rebound::❌/; s/^(###|-) ❔/::warning title=Rebound::❔/; s/\\//g; p; }' "$summary"
fi
for fine in ${REBOUND_PASS:-}; do
  if [ "$status" = "$fine" ]; then exit 0; fi
done
exit "$status"
