'use strict';
/* Puts the page of a run together. Report.show may be called again with newer data: what is open stays open. */
const Report = (function () {
  const { MARKS, h, section, mark, table } = Page, { term } = Terms;
  const DOUBTS = 1, UNJUDGED = 1;
  const VERDICTS = { pass: 'Pass', fail: 'Fail', unknown: 'Unknown', interrupted: 'Interrupted', running: 'Running', 'not started': 'Not started' };

  function against(data) { return data.run.differs ? 'with ' + data.run.differs : 'without faults'; }

  function header(data) {
    const run = data.run;
    const about = [(run.engine + ' ' + run.engineVersion).trim(), run.guarantee, run.profile && 'profile ' + run.profile,
      run.control && 'control, ' + against(data), run.repetition > 1 && 'repetition ' + run.repetition, run.started, run.length];
    return h('header', { class: 'top' }, h('p', { class: 'brand' }, 'Rebound', data.index ? [' · ', h('a', { href: data.index }, 'all runs')] : null), h('h1', {}, run.name),
      h('p', { class: 'about' }, about.filter(Boolean).map(a => h('span', {}, a))),
      data.beside ? h('p', { class: 'about' }, 'On the same cluster, under the same faults: ', data.beside.map((job, i) => [i ? ', ' : '', h('a', { href: job.href }, job.name)])) : null,
      run.scaled ? h('p', { class: 'about' }, h('span', { class: 'scaled' }, run.scaled), ' of the rate that the experiment names') : null,
      run.shortened ? h('p', { class: 'about' }, h('span', { class: 'scaled' }, 'shortened'), ' ' + run.shortened) : null);
  }

  function bar(data) {
    const link = (href, kind, ...text) => h('a', { href, class: kind }, text);
    return h('nav', { class: 'way', 'aria-label': 'Parts of this report' }, h('div', {},
      link('#verdict', 'mark ' + data.verdict.replace(' ', '-'), (MARKS[data.verdict] || '?') + ' ' + (VERDICTS[data.verdict] || data.verdict)),
      data.faults.map(f => link('#fault-' + f.fault, '', h('span', { class: 'number' }, f.fault), data.faults.length < 3 ? h('span', { class: 'wide' }, f.short) : null, f.recovery ? h('b', {}, f.outage.text) : null)),
      link('#whole-run', '', 'Whole run'), link('#evidence', '', 'Evidence')));
  }

  function verdict(data) {
    return h('div', { class: 'verdict ' + data.verdict.replace(' ', '-'), id: 'verdict', role: 'status' },
      h('strong', {}, (MARKS[data.verdict] || '?') + ' ' + (VERDICTS[data.verdict] || data.verdict)), data.sentences.map(t => h('p', {}, t)), doubts(data.doubts || []));
  }

  /** What is not to be relied on; more than a few are folded. */
  function doubts(all) {
    const said = some => some.map(t => h('p', { class: 'doubt' }, t)), shown = Math.min(DOUBTS, all.length);
    return [said(all.slice(0, shown)), shown < all.length ? h('details', { id: 'doubts', class: 'more' }, h('summary', {}, all.length - shown + (all.length - shown === 1 ? ' more doubt' : ' more doubts')), said(all.slice(shown))) : null];
  }

  function tiles(data) {
    if (!data.tiles.length) return null;
    return h('dl', { class: 'tiles' }, data.tiles.map(t => h('div', {}, h('dt', {}, term(t.term, t.label)), h('dd', { class: t.state }, t.value), h('dd', { class: 'note' }, t.note))));
  }

  function judged(rows) {
    return table([
      ['Verdict', j => mark(j.verdict, j.verdict)],
      ['Metric', j => h('span', {}, term(j.metric.split('.')[0], j.metric), j.why && j.why !== 'expected ' + j.bound ? h('small', {}, j.why) : null, j.shown ? h('small', {}, j.shown) : null)],
      ['Observed', j => j.observed, true],
      ['Expected', j => j.bound, true]
    ], rows);
  }

  /** What did not hold stands open, and the first of what could not be judged; the rest are lines that unfold. */
  function expectations(data) {
    const unlooked = data.judgements.filter(j => j.verdict === 'not judged'), all = data.judgements.filter(j => j.verdict !== 'not judged');
    const held = all.filter(j => j.verdict === 'pass'), failed = all.filter(j => j.verdict === 'fail'), unknown = all.filter(j => j.verdict !== 'pass' && j.verdict !== 'fail');
    const shown = Math.min(UNJUDGED, unknown.length), not = failed.concat(unknown.slice(0, shown));
    if (!all.length) return null;
    const words = held.length + ' of ' + all.length + (all.length === 1 ? ' expectation' : ' expectations') + ' held';
    return h('div', { class: 'expectations' }, not.length ? judged(not) : null,
      shown < unknown.length ? fold('unjudged', h('span', { class: 'mark unknown' }, '? ' + (unknown.length - shown) + ' more could not be judged'), judged(unknown.slice(shown))) : null,
      unlooked.length ? judged(unlooked) : null,
      held.length ? fold('expectations', [h('span', { class: 'mark ' + (not.length ? 'unknown' : 'pass') }, (not.length ? '' : '✓ ') + words)], judged(held)) : h('p', {}, words + '.'));
  }

  function fold(id, title, ...content) {
    return h('details', { id }, h('summary', {}, title), content);
  }

  function findings(data) {
    return data.audits.map(a => h('div', { class: 'block' },
      h('h3', {}, a.topic ? a.topic + ', ' : '', term(a.reader, a.reader + ' reader')),
      h('p', { class: 'soft' }, a.expected + ' outputs expected, ' + a.distinct + ' seen at least once, ' + a.observed + ' observed in all' + (a.judged ? '.' : '; the guarantee promises this reader nothing.')),
      a.notJudged ? h('p', { class: 'soft' }, 'Not looked at: ' + a.notJudged.join('; ') + '.') : null,
      table([
        ['Kind', f => h('span', {}, term(f.kind), f.examples.length ? h('ul', { class: 'examples' }, f.examples.slice(0, 3).map(e => h('li', {}, e))) : null)],
        ['Count', f => h('span', { class: f.none || f.allowed || !a.judged ? '' : 'mark fail' }, f.count), true],
        ['Attributed to', f => f.cause],
        ['Note', f => f.none ? '' : f.allowed ? 'allowed by the guarantee' : a.judged ? 'against the guarantee' : 'not judged']
      ], a.findings)));
  }

  function requests(data) {
    if (!data.requests) return null;
    const figures = ['mean', 'p50', 'p90', 'p95', 'p99', 'max'].map(key => [key, t => t[key], true]);
    return [h('div', { class: 'block' }, h('h3', {}, 'Requests'),
      table([['Fate', r => r.what], ['Requests', r => r.count, true], ['Of all sent', r => r.share, true], ['Note', r => r.note]], data.requests.fates)),
      data.requests.times.length ? h('div', { class: 'block' }, h('h3', {}, 'Times of requests'), table([['From being', t => t.what], ...figures, ['Note', t => t.note]], data.requests.times)) : null,
      data.requests.phases.length ? h('div', { class: 'block' }, h('h3', {}, term('availability', 'Availability')),
        table([['Phase', p => p.phase], ['Accepted, of those meant for it', p => p.available, true], ['Whole seconds without any acceptance', p => p.without, true], ['Note', p => p.note]], data.requests.phases)) : null];
  }

  function latencies(data) {
    if (!data.latencies.length) return null;
    const columns = [['Phase', l => l.phase], ['Kind', l => l.kind]];
    for (const [title, key] of [['p50', 'p50'], ['p75', 'p75'], ['p90', 'p90'], ['p95', 'p95'], ['p99', 'p99'], ['p99.9', 'p999'], ['Max', 'max'], ['Outputs', 'count'], ['Undelivered', 'undelivered'], ['Negative', 'negative']]) columns.push([title, l => l[key], true]);
    return h('div', { class: 'block' }, h('h3', {}, 'Latency'), table(columns, data.latencies));
  }

  function difference(data) {
    if (!data.difference.length) return null;
    return h('div', { class: 'block' }, h('h3', {}, 'Against the control'), h('p', { class: 'soft' }, 'This run minus the same run ' + against(data) + '.'),
      table([['Metric', d => d.metric], ['Difference', d => d.value, true]], data.difference));
  }

  function evidence(data) {
    const files = data.files.map(f => h('li', {}, h('a', { href: f.split('/').map(encodeURIComponent).join('/') }, f)));
    const content = [findings(data), data.files.includes('audit.csv') ? h('p', {}, 'All counts, by fault: ', h('a', { href: 'audit.csv' }, 'audit.csv'), '.') : null, requests(data), latencies(data), difference(data)].flat().filter(Boolean);
    if (files.length) content.push(h('div', { class: 'block' }, h('h3', {}, 'Files of this run'), h('ul', { class: 'files' }, files)));
    return content;
  }

  function rig(data) {
    const unjudged = Object.entries(data.unjudged);
    return [data.exits.map(e => h('div', { class: 'warning fail' }, h('b', {}, 'unplanned exit'), ': ' + e.node + ' ended with status ' + e.status + ' at ' + e.clock, e.lines.length ? h('pre', {}, e.lines.join('\n')) : null)),
      data.warnings.map(w => h('div', { class: 'warning' }, h('b', {}, w.code), (w.allowed ? ' (allowed by the experiment)' : '') + ': ' + w.message, w.remedy ? h('small', {}, h('br', {}), w.remedy) : null)),
      unjudged.length ? table([['Could not be judged', u => u[0]], ['Why', u => u[1]]], unjudged) : null, Whole.draw(data, 'rig')].flat().filter(Boolean);
  }

  function engine(data) {
    const said = data.transitions.length ? h('div', { class: 'block' }, h('h3', {}, 'What the engine said'), table([['At', t => t.clock, true], ['Step', t => t.step], ['Node', t => t.node], ['In its words', t => t.detail]], data.transitions)) : null;
    return [Whole.draw(data, 'engine'), said].filter(Boolean);
  }

  function plan(data) {
    const content = data.texts.map(t => h('div', { class: 'block' }, h('h3', {}, t.title), h('pre', {}, t.text)));
    if (data.phases.length) content.unshift(table([['Phase', p => p.name], ['Length', p => p.length, true], ['Note', p => (p.complete ? '' : 'not complete ') + p.detail]], data.phases));
    return content;
  }

  function recovery(data) {
    if (!data.faults.length) return null;
    const scenes = new Map(data.scenes.map(x => [x.fault, x]));
    return section('Recovery', data.faults.map(f => Card.draw(f, scenes.get(f.fault), data.provisional)));
  }

  function folds(data) {
    const problems = data.exits.length + data.warnings.length;
    const parts = [['whole-run', 'The whole run', [Whole.draw(data, 'run')]], ['resources', 'Resources', [Whole.draw(data, 'resources')]], ['engine', 'Engine', engine(data)],
      ['rig', 'Rig' + (problems ? ': ' + problems + (problems === 1 ? ' warning' : ' warnings') : ''), rig(data)], ['evidence', 'Evidence', evidence(data)], ['plan', 'Plan', plan(data)]];
    return h('section', { class: 'folds', 'aria-label': 'More of this run' }, parts.map(([id, title, content]) => [id, title, content.filter(Boolean)]).filter(p => p[2].length).map(([id, title, content]) => fold(id, title, content)));
  }

  /** Draws the page from its data; again, if it is called again. */
  function show(data) {
    const page = document.getElementById('page'), open = [...page.querySelectorAll('details[id][open]')].map(d => d.id);
    Terms.use(data.glossary || {});
    page.replaceChildren(...[header(data), bar(data), verdict(data), tiles(data), expectations(data), recovery(data), folds(data)].filter(Boolean));
    open.forEach(id => { const details = document.getElementById(id); if (details) details.open = true; });
    Plot.settle(page);
    reached();
  }

  /** Opens what a link leads to, and goes there. */
  function follow() {
    const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.substring(1))) : null;
    if (!target) return;
    if (target.tagName === 'DETAILS') target.open = true;
    target.scrollIntoView();
    if (target.tagName === 'ARTICLE') target.focus({ preventScroll: true });
  }

  /** Marks in the bar where the reader is. */
  function reached() {
    const links = [...document.querySelectorAll('nav.way a')], line = innerHeight * 0.4;
    let at = links[0];
    for (const link of links) { const target = document.getElementById(link.hash.substring(1)); if (target && target.getBoundingClientRect().top < line) at = link; }
    links.forEach(link => { if (link === at) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current'); });
    return at;
  }

  let waiting = false;
  addEventListener('scroll', () => { if (!waiting) { waiting = true; requestAnimationFrame(() => { waiting = false; reached(); }); } }, { passive: true });
  addEventListener('hashchange', follow);
  document.addEventListener('click', event => { const link = event.target.closest && event.target.closest('nav.way a'); if (link && link.hash === location.hash) { event.preventDefault(); follow(); } });
  addEventListener('keydown', event => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest && event.target.closest('input, select, textarea, .scroll')) return;
    const cards = [...document.querySelectorAll('article.card')];
    if (!cards.length) return;
    const here = cards.map(c => c.getBoundingClientRect().top).filter(top => top < 100).length - 1, next = cards[here + (event.key === 'ArrowRight' ? 1 : -1)];
    const before = here === 0 && event.key === 'ArrowLeft' && cards[0].getBoundingClientRect().top < 0 ? cards[0] : next;
    if (!before) return;
    event.preventDefault();
    if (location.hash === '#' + before.id) follow(); else location.hash = before.id;
  });
  addEventListener('beforeprint', () => { document.documentElement.classList.add('print'); document.querySelectorAll('.folds > details').forEach(d => { d.open = d.id !== 'plan'; }); Plot.settle(document); });
  addEventListener('afterprint', () => { document.documentElement.classList.remove('print'); Plot.settle(document); });

  show(JSON.parse(document.getElementById('data').textContent));
  follow();
  return { show };
}());
