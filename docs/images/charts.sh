#!/bin/sh
# charts.sh REPORT PNG HEIGHT TITLE…: these charts of a run's report alone, over the whole run. Needs a JDK and Chromium.
set -eu
report=$1 png=$2 height=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
wanted=$(printf '"%s",' "$@")
# The first group of charts takes all of the wanted ones, and its section is all that is left of the page.
sed -e "s/specs(data).filter(x => x.group === group)/specs(data).filter(x => [$wanted].includes(x.title))/" "$report" >"$work/page.html"
cat >>"$work/page.html" <<'PAGE'
<script>
  const part = document.querySelector('.part');
  part.querySelectorAll('details, .tools').forEach(e => e.remove());
  let at = part;
  while (at !== document.body) { at.style.padding = at.style.margin = '0'; if (at.tagName === 'DETAILS') at.open = true; [...at.parentNode.children].forEach(e => { if (e !== at && e.tagName !== 'STYLE') e.style.display = 'none'; }); at = at.parentNode; }
  document.body.style.padding = '12px';
</script>
PAGE
"$(dirname "$0")/picture.sh" "$work/page.html" "$png" 900 "$height"
