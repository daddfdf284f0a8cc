'use strict';
/* Filters the list of runs, and compares those that are ticked. What comes from the list is set as text, never as markup. */
(function () {
  const served = document.body.dataset.served === 'yes';
  const rows = [...document.querySelectorAll('#runs tbody tr')], boxes = [...document.querySelectorAll('#runs input[type=checkbox]')];
  const form = document.getElementById('filter'), text = document.getElementById('text'), verdict = document.getElementById('verdict'), shown = document.getElementById('shown'), chosen = document.getElementById('chosen');

  function filter() {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const all = row.textContent.toLowerCase();
      row.hidden = !(words.every(w => all.includes(w)) && (!verdict.value || row.dataset.verdict === verdict.value));
      if (!row.hidden) count++;
    }
    shown.textContent = count === rows.length ? '' : count + ' of ' + rows.length;
  }

  /** A word of a command line for a shell. */
  function quoted(word) { return /^[A-Za-z0-9._\/:=@%+,-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'"; }

  function element(tag, words) { const e = document.createElement(tag); e.textContent = words; return e; }

  function choose() {
    const ticked = boxes.filter(b => b.checked).map(b => b.value);
    chosen.hidden = ticked.length === 0;
    chosen.replaceChildren();
    if (!ticked.length) return;
    const count = element('span', ticked.length + (ticked.length === 1 ? ' run ticked' : ' runs ticked')), none = element('button', 'None');
    none.type = 'button';
    none.addEventListener('click', () => { boxes.forEach(b => { b.checked = false; }); choose(); });
    if (served) {
      const link = element('a', 'Compare');
      link.className = 'go';
      link.href = 'runs/compare?' + ticked.map(t => 'run=' + encodeURIComponent(t)).join('&');
      chosen.append(count, link, none);
    } else {
      const line = 'rebound compare ' + ticked.map(quoted).join(' '), code = element('code', line), copy = element('button', 'Copy');
      copy.type = 'button';
      copy.addEventListener('click', () => {
        const done = () => { copy.textContent = 'Copied'; };
        const select = () => { const range = document.createRange(); range.selectNodeContents(code); const all = getSelection(); all.removeAllRanges(); all.addRange(range); copy.textContent = 'Press Ctrl-C'; };
        if (navigator.clipboard) navigator.clipboard.writeText(line).then(done, select); else select();
      });
      chosen.append(count, code, copy, none);
    }
  }

  form.hidden = false;
  form.addEventListener('submit', e => e.preventDefault());
  form.addEventListener('input', filter);
  boxes.forEach(b => b.addEventListener('change', choose));
  filter();
  choose();
}());
