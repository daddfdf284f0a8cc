#!/bin/sh
# Becomes a PostgreSQL server: the pid of this script is then the postmaster's.
#
# database.sh start BINARIES DATA [ARGUMENT...]   arguments of postgres
#
# It calls itself: with "serve" once it is a user under whom PostgreSQL runs, and with "watch" where
# a server that is killed would leave something.
set -eu

step=$1
binaries=$2
folder=$3
shift 3
data=$folder/database

# What makes another user of root.
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"

# PostgreSQL ends on Ctrl-C even if it was started to ignore that, and Ctrl-C in the terminal is for
# the lab alone: it does not reach another session. Whoever leads a group is out of its reach already,
# and setsid would make another process of it.
become() {
  group=$$
  if [ -r "/proc/$$/stat" ]; then read -r pid name state parent group rest <"/proc/$$/stat"; fi
  if [ "$group" != $$ ] && command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
  exec "$@"
}

# Whether a user that a command makes has a name, can run the binaries, and can write the data.
can() {
  "$@" /bin/sh -c 'id -un && "$0/bin/postgres" --version && touch "$1"' "$binaries" "$folder" \
    >/dev/null 2>&1
}

# True while a process runs, and does not just wait to be collected.
runs() {
  [ -r "/proc/$1/stat" ] && ! grep -q '^[0-9]* (.*) Z ' "/proc/$1/stat" 2>/dev/null
}

# A server that was killed leaves the small block of System V shared memory by which it tells
# whether others use its data. Only what that server made, and only while nobody holds it.
sweep() {
  if [ ! -r /proc/sysvipc/shm ]; then return; fi
  while read -r key block mode size creator last attached rest; do
    if [ "$creator" = "$1" ] && [ "$attached" = 0 ]; then
      # A root of few rights may only do so as the user whose it is.
      ipcrm -m "$block" || $nobody ipcrm -m "$block" || true
    fi
  done </proc/sysvipc/shm
}

# Ends the server if the lab has ended, and removes what it left outside of its folder.
watch() {
  lab=$1 server=$2 copy=$3
  cd /
  while runs "$lab" && runs "$server"; do sleep 1; done
  if ! runs "$lab" && runs "$server"; then kill -KILL "$server"; fi
  if [ -n "$copy" ]; then rm -rf "$copy"; fi
  sleep 1
  sweep "$server"
}

# Starts that. The lab's warden knows what to end by its environment, which a root without the right
# to trace does not see of another user, and the warden is not to end this. Nor is it a child of the
# server, which takes the death of a child that it does not know for a crash.
watched() {
  if [ ! -r /proc/self/stat ]; then return; fi
  (env -u REBOUND_RUN_ID -u REBOUND_LAB /bin/sh "$0" watch "$binaries" "$folder" \
    "${REBOUND_LAB%%-*}" $$ "$1" >/dev/null 2>&1 &)
}

start() {
  # PostgreSQL refuses root. In a user namespace without any mapping, root is nobody there and
  # itself to every file outside. Shared memory of a namespace goes with the last process in it, so
  # that nothing of a server that was killed stays: hence for everybody who may have one.
  if can unshare --user --ipc; then
    become unshare --user --ipc /bin/sh "$0" serve "$binaries" "$folder" "$@"
  fi
  if [ "$(id -u)" -ne 0 ]; then
    watched ""
    become /bin/sh "$0" serve "$binaries" "$folder" "$@"
  fi

  # Containers mostly forbid namespaces. Another user, then, that may pass through root's folders.
  # PostgreSQL asks whether that user may run its binaries where they lie, which passing is not.
  passing="--inh-caps=+dac_override --ambient-caps=+dac_override"
  copy=
  if ! $nobody /bin/sh -c '[ -x "$0/bin/postgres" ]' "$binaries" 2>/dev/null; then
    copy=$(mktemp -d /tmp/rebound-postgresql.XXXXXX)
    chmod 755 "$copy"
    cp -R "$binaries/." "$copy"
    binaries=$copy
  fi
  if can $nobody $passing; then
    watched "$copy"
    become $nobody $passing /bin/sh "$0" serve "$binaries" "$folder" "$@"
  fi
  if [ -n "$copy" ]; then rm -rf "$copy"; fi
  echo "database: PostgreSQL does not run as root, and neither unshare nor setpriv can give it another user: run Rebound as an ordinary user" >&2
  exit 70
}

serve() {
  # Inherited by the server and by all that it forks, so it is free once the last of them has ended.
  # Until then PostgreSQL would not start, as they hold the old server's memory.
  exec 9>"$folder/lock"
  if command -v flock >/dev/null 2>&1 && ! flock -w 20 9; then
    echo "database: processes of its former life still run after 20 s" >&2
    exit 70
  fi
  if [ ! -d "$data" ]; then
    rm -rf "$data.new"
    "$binaries/bin/initdb" -D "$data.new" -U postgres -A trust --no-sync --no-instructions \
      -E UTF8 --locale=C
    mv "$data.new" "$data"
  fi
  exec "$binaries/bin/postgres" -D "$data" "$@"
}

case $step in
  start | serve | watch) "$step" "$@" ;;
  *)
    echo "database: no such step: $step" >&2
    exit 64
    ;;
esac
