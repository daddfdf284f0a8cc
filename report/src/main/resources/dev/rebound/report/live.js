'use strict';
/* Follows a run that goes on: the server says that there is more, this asks for it and draws the page again, never twice at a time. */
const Live = (function () {
  const { h } = Page, SOON = 250;
  const bar = document.getElementById('live');
  let data = JSON.parse(document.getElementById('data').textContent);
  let asking = false, more = false, held = false, over = !data.provisional, opened = false;

  /** A second without output has no latency; the line goes on over it, and breaks where there is a pause. */
  function joined(series, time) {
    if (series.time || !series.metric.startsWith('latency.')) return series;
    const kept = time.map((t, i) => [t, series.values[i]]).filter(p => p[1] !== null);
    return { ...series, time: kept.map(p => p[0]), values: kept.map(p => p[1]) };
  }

  /** What samples draw is said to be provisional where it stands, too. */
  function draw(newer) {
    data = newer;
    data.index = document.body.dataset.index;
    if (data.provisional) data.series = data.series.map(s => joined(s, data.time));
    const at = scrollY, whole = document.getElementById('whole-run');
    if (data.provisional && !opened && whole) { whole.open = true; opened = true; }
    Report.show(data);
    document.title = data.run.name + ': ' + data.verdict;
    if (data.provisional) {
      document.querySelectorAll('#page .folds > details > summary, #page section > h2').forEach(title => {
        if (!['plan', 'evidence'].includes(title.parentElement.id)) title.append(' ', h('span', { class: 'provisional-mark' }, 'provisional'));
      });
    }
    if (at !== scrollY) scrollTo({ top: at, behavior: 'instant' });
  }

  function tell(words, button) {
    bar.hidden = false;
    bar.replaceChildren(h('span', {}, words), ...(button ? [button] : []));
  }

  function hold() {
    const button = h('button', { type: 'button', 'aria-pressed': String(held) }, held ? 'Go on' : 'Hold');
    button.addEventListener('click', () => { held = !held; state(); if (!held && more) ask(); bar.querySelector('button').focus(); });
    return button;
  }

  function state() {
    if (over && data.provisional) tell('This run has ended, and Rebound with it. Its report: ' + data.files.length + ' files in its folder.');
    else if (over) tell('This run has ended. This is its report, with what the audit found.');
    else if (held) tell('Held: the run goes on, this picture does not.', hold());
    else tell('Live and provisional: drawn from samples. The audit after the run decides.', hold());
  }

  async function ask() {
    if (asking || (held && !over) || document.hidden && !over) { more = true; return; }
    asking = true;
    more = false;
    try {
      const answer = await fetch('data.json', { cache: 'no-store' });
      if (answer.ok) draw(await answer.json());
      state();
    } catch (e) {
      lost();
    } finally {
      asking = false;
      if (more) setTimeout(ask, SOON);
    }
  }

  function lost() { if (!over) tell('No connection to Rebound: it has ended, or is busy. What stands here is the last that came.'); }

  data.index = document.body.dataset.index;
  draw(data);
  if (over) return { draw };
  state();
  const events = new EventSource('events');
  events.addEventListener('more', ask);
  events.addEventListener('end', () => { events.close(); over = true; ask(); });
  events.addEventListener('error', lost);
  document.addEventListener('visibilitychange', () => { if (!document.hidden && more) ask(); });
  return { draw };
}());
