'use strict';
/* Builds the page of a search for the sustained rate: the rates that were tried on one time axis, with backlog and latency below. */
(function () {
  const { sentence, found } = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  const { h, section, table } = Page;
  const { clock, grouped } = Figures;
  const OUTCOMES = {
    SUSTAINED: ['pass', 'sustained'], NOT_SUSTAINED: ['fail', 'not sustained'], RIG_LIMIT: ['unknown', 'the rig is the limit'], UNCLEAR: ['unknown', 'unclear']
  };
  const { bracket, trials, spec } = found;
  const rate = v => grouped(v, 0) + '/s';
  const percent = v => v === null ? '–' : (v > 0 ? '+' : '') + (v * 100).toFixed(1) + ' %';

  function header() {
    const about = [found.engine + ' ' + found.engineVersion, found.guarantee, 'profile ' + found.profile, found.workers + ' workers × ' + found.threads + ' threads', found.started];
    return h('header', { class: 'top' }, h('p', { class: 'brand' }, 'Rebound'), h('h1', {}, found.name + ': sustained rate'),
      h('p', { class: 'about' }, about.map(a => h('span', {}, a))), h('p', { class: 'about' }, found.machine));
  }

  function verdict() {
    return h('div', { class: 'verdict ' + (bracket.complete && bracket.rate !== null ? 'pass' : 'unknown') }, h('strong', {}, sentence),
      h('p', {}, 'Sustained means: over ' + spec.window / 1000 + ' s the backlog grew by at most ' + grouped(found.backlogShareMax * 100, 1) + ' % of the rate, and the median of the seconds’ p99 of append latency was at most ' + grouped(spec.p99, 0) + ' ms. The ends of the bracket were tried ' + spec.repeats + ' times each.'));
  }

  function chart(name, title, note) { return h('figure', {}, h('figcaption', {}, title, h('small', {}, ' ' + note)), Drawn.place(name)); }

  page.classList.add('wide');
  page.append(header(), verdict());
  if (trials.length) {
    page.append(section('The search',
      chart('rates', 'Rates tried', '✓ sustained, ✗ not; the band is the interval that holds the capacity'),
      chart('backlog', 'Growth of the backlog', 'as a share of the rate, over each trial’s window'),
      chart('latency', 'p99 of append latency', 'median of the seconds of each trial’s window'),
      chart('lag', 'Lag', 'end offset − committed offset, all partitions')),
    section('Trials', table([
      ['Trial', p => String(p.number), true], ['At', p => clock(Math.floor(p.startedSeconds)), true], ['Rate', p => rate(p.ratePerSecond), true],
      ['Outcome', p => Page.mark(OUTCOMES[p.judgement.outcome][0], OUTCOMES[p.judgement.outcome][1])], ['Backlog', p => percent(p.judgement.backlogShare), true],
      ['p99', p => p.judgement.p99Millis === null ? '–' : grouped(p.judgement.p99Millis, 0) + ' ms', true], ['Sent', p => p.judgement.sentShare === null ? '–' : grouped(p.judgement.sentShare * 100, 1) + ' %', true],
      ['Host CPU', p => p.judgement.cpuShare === null ? '–' : grouped(p.judgement.cpuShare * 100, 0) + ' %', true], ['Why', p => p.judgement.reason]], trials)));
    page.querySelectorAll('td.figure').forEach(cell => { cell.style.whiteSpace = 'nowrap'; });
  }
}());
