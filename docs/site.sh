#!/usr/bin/env bash
# Builds the pages of docs/ as a site into target/site. Takes python3 (3.10 or newer) with venv, and a JDK.
# docs/site.sh serve: shows it at an address that it prints, and builds it again as pages change.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=target/site-tools
wanted=$(cat docs/site/requirements.txt)
if [ "$(cat "$tools/installed" 2>/dev/null || true)" != "$wanted" ]; then
  echo "Installing MkDocs into $tools ..." >&2
  python3 -m venv --clear "$tools" || { echo "site.sh: python3 with venv is missing (Debian: apt install python3-venv)." >&2; exit 70; }
  "$tools/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r docs/site/requirements.txt
  echo "$wanted" >"$tools/installed"
fi

# What draws diagrams comes with the site.
mermaid=11.14.0
if [ ! -f "$tools/mermaid-$mermaid.min.js" ]; then
  echo "Fetching Mermaid $mermaid ..." >&2
  ./mvnw -B -q -N dependency:copy -Dartifact="org.webjars.npm:mermaid:$mermaid" -DoutputDirectory="$tools" -Dmdep.useBaseVersion
  "$tools/bin/python" docs/site/mermaid.py "$tools/mermaid-$mermaid.jar" "$tools/mermaid-$mermaid.min.js"
fi

export NO_MKDOCS_2_WARNING=1 MERMAID="$tools/mermaid-$mermaid.min.js"
exec "$tools/bin/mkdocs" "${@:-build}"
