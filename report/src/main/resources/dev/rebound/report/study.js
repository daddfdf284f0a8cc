'use strict';
/* Builds the page of a comparison: tables, pictures of the steps, and the charts of all runs on one time axis relative to the kill. */
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  const { STEPS, h, section, table, picture } = Page;
  const { figure } = Figures;
  const SAID = 12;

  const unique = list => [...new Set(list)];
  const faultKinds = unique(data.cells.flatMap(c => c.kinds)), fault = faultKinds.length === 1 ? faultKinds[0] : 'fault';
  const withRuns = data.cells.filter(c => c.runs.length), faulted = c => c.runs.some(r => r.faults);
  const scenarios = unique(data.cells.map(c => c.scenario));
  const profiles = unique(withRuns.map(c => c.profile)).sort((a, b) => (a === 'stock' ? 0 : 1) - (b === 'stock' ? 0 : 1));
  /** What is the same in every column of a table row: all of a cell but its profile. */
  const kind = c => [c.engine, c.version, c.guarantee, c.variant].join('\n');
  const kinds = unique(data.cells.map(kind));
  const several = field => unique(data.cells.map(c => c[field])).length > 1;
  const versions = data.cells.some(a => data.cells.some(b => a.engine === b.engine && a.version !== b.version));
  function kindName(c) {
    return [c.engineName + (versions ? ' ' + c.version : ''), several('guarantee') ? c.guarantee : '', c.variant].filter(Boolean).join(', ');
  }
  /** A long condition stands in full at the top, and by its first words below. */
  function brief(c) {
    const at = c.search(/: | \(/);
    return c.length > 60 && at > 0 ? h('span', { class: 'scaled', title: c }, c.slice(0, at)) : h('span', { class: 'scaled' }, c);
  }
  function conditions() { return data.conditions.length ? h('p', { class: 'conditions' }, data.conditions.map(brief)) : null; }
  function plural(n, noun) { return n + ' ' + noun + (n === 1 ? '' : 's'); }

  function header() {
    const engines = unique(withRuns.map(c => c.engineName + ' ' + c.version));
    const runs = withRuns.reduce((n, c) => n + c.runs.length, 0), controls = data.cells.reduce((n, c) => n + c.controls.length, 0);
    const about = [engines.join(', '), plural(runs, 'run'), controls ? plural(controls, 'control') : '', plural(withRuns.reduce((n, c) => n + c.faults, 0), 'fault'), unique(data.cells.map(c => c.guarantee)).join(', ')];
    return h('header', { class: 'top' }, h('p', { class: 'brand' }, 'Rebound'), h('h1', {}, data.title),
      data.question ? h('p', { class: 'question' }, data.question) : null,
      h('p', { class: 'about' }, about.filter(Boolean).map(a => h('span', {}, a))),
      data.machines.map(m => h('p', { class: 'about' }, m)),
      data.source ? h('p', { class: 'about' }, 'Published figures: ' + data.source) : null,
      data.conditions.length ? h('p', { class: 'conditions' }, data.conditions.map(c => h('span', { class: 'scaled whole' }, c))) : null);
  }

  function said() {
    if (!data.notShown) return null;
    const list = items => h('ul', { class: 'said shown' }, items.map(text => {
      const at = text.indexOf(' (95 %'), cut = at < 0 ? text.length : at;
      return h('li', {}, text.charAt(0).toUpperCase() + text.slice(1, cut), h('span', { class: 'soft' }, text.slice(cut)));
    }));
    const { found, notShown, together } = data, rest = notShown.length + together.length;
    return section('What can be said', found.length ? list(found.slice(0, SAID)) : h('p', {}, 'None of the differences that were compared is shown.'),
      found.length > SAID ? h('details', {}, h('summary', {}, (found.length - SAID) + ' more'), list(found.slice(SAID))) : null, data.pairing ? h('p', { class: 'soft' }, data.pairing) : null,
      rest ? h('details', {}, h('summary', { class: 'soft' }, 'Not shown, and what would show it'),
        notShown.length ? table([['Between', d => d.between], ['Ratio, or difference [95 %]', d => d.seen, true], ['Would show it', d => d.price, true], ['Hours', d => d.hours, true]], notShown) : null,
        notShown.length ? h('p', { class: 'soft' }, data.price) : null, together.map(t => h('p', { class: 'soft' }, t))) : null);
  }

  /** A figure of one cell: mean, interval, load ÷ capacity, and what it rests on. */
  function measured(c, which) {
    if (!c) return h('span', { class: 'soft' }, '–');
    const e = c[which];
    if (!e) return h('span', { class: 'soft' }, c.faults ? 'unknown' : '–', c.doubts.map(d => h('small', {}, d)));
    return h('div', {}, h('b', { class: 'big' }, e.text), e.interval ? h('span', { class: 'soft' }, ' [' + e.interval + ']') : null,
      h('small', {}, 'load ÷ capacity ' + c.load),
      which === 'recovery' && c.predicted ? h('small', { title: 'outage ÷ (1 − load ÷ capacity), and up to one commit interval of work done again' }, 'a queue predicts ' + c.predicted.text) : null,
      h('small', {}, plural(c.runs.length, 'run') + ', ' + plural(c.faults, 'fault') + (c.unended ? ', ' + c.unended : '') + (which === 'outage' && c.resolution ? ', from ' + c.resolution.replace('.0 s', ' s') + ' on' : '')),
      c.doubts.map(d => h('small', {}, d)), which === 'recovery' ? c.shown.map(s => h('small', {}, s)) : null,
      e.note ? h('small', {}, e.note) : null);
  }

  function times() {
    const rows = [];
    for (const scenario of scenarios) {
      for (const k of kinds) {
        const cells = withRuns.filter(c => c.scenario === scenario && kind(c) === k && (faulted(c) && !c.requests || c.outage || c.recovery));
        if (cells.length) rows.push(cells);
      }
    }
    if (!rows.length) return null;
    function one(title, which, note) {
      const columns = [['Scenario', cells => cells[0].heading], ['Engine', cells => kindName(cells[0])]];
      for (const profile of profiles) columns.push([profiles.length > 1 || profile !== 'stock' ? profile : 'Measured', cells => measured(cells.find(c => c.profile === profile), which), true]);
      const published = cells => cells[0].published.find(p => p.metric === which);
      if (rows.some(published)) {
        columns.push(['Published', cells => {
          const p = published(cells);
          return p ? h('div', {}, h('b', { class: 'big' }, p.text), h('small', {}, [p.statistic, p.where].filter(Boolean).join(', ')), h('small', {}, 'load ÷ capacity not published')) : h('span', { class: 'soft' }, '–');
        }, true]);
      }
      return h('div', { class: 'block' }, h('h3', {}, title), h('p', { class: 'soft' }, note), table(columns, rows), conditions());
    }
    return section('Outage and recovery time',
      one('Recovery time', 'recovery', 'From the ' + fault + ' until everything that it delayed is delivered. Geometric mean over runs of each run’s median; in brackets the 95 % t-interval over runs, which needs three of them. A fuller engine takes longer, so each figure stands with its load ÷ capacity.'),
      one('Outage', 'outage', 'From the ' + fault + ' until every lane flows again. Geometric mean over runs of each run’s median; in brackets the 95 % t-interval over runs, which needs three of them. What is shorter than the length below each figure cannot be seen.'));
  }

  /** What cells without faults are told by. */
  function steady() {
    if (!data.steady) return null;
    return section('Without faults', h('p', { class: 'soft' }, 'Means over runs; in brackets the 95 % t-interval over runs, which needs three of them. Flat out is how fast a backlog was worked off that lay there before the job started. Latency is the baseline’s, until the output was appended, and until a reader of committed output had it.'),
      table([['Scenario', r => h('span', {}, r.heading, h('small', { class: 'label' }, r.label))]].concat(data.steady.columns.map((name, i) => [name.charAt(0).toUpperCase() + name.slice(1), r => r.figures[i], name !== 'published'])), data.steady.rows), conditions());
  }

  /** What became of the requests of each cell that sent some. */
  function requests() {
    const rows = withRuns.filter(c => c.requests);
    if (!rows.length) return null;
    const one = text => h('small', { class: 'one' }, text);
    const shown = f => h('div', {}, h('b', {}, f.text), f.interval ? one(f.interval) : null, f.published ? h('small', {}, f.published) : null);
    const doubts = unique(rows.filter(c => !c.outage && !c.recovery).flatMap(c => c.doubts.map(d => c.heading + ', ' + c.label + ': ' + d)));
    return section('Requests', h('p', { class: 'soft' }, 'Counts are of all runs of a cell, and failed is the share of all its requests that were not accepted: refused, without an answer that tells, or not sent. Figures are means over its runs. In brackets stands the 95 % t-interval over runs, which needs three of them. Available is the share accepted of what was due while faults were. A fault may lose many together, so that none lost of n is told with their number.'),
      table([['Scenario', c => h('span', {}, c.heading, h('small', { class: 'label' }, c.label), h('small', {}, plural(c.runs.length, 'run')))], ['Failed', c => h('div', {}, shown(c.requests.failed), h('small', { class: 'fates' }, c.requests.fates)), true], ['Available', c => shown(c.requests.available), true],
        ['Accepted', c => h('div', {}, shown(c.requests.accepted), h('small', { class: 'fates' }, 'sent ' + c.requests.bytes.replace(', ', ', received '))), true],
        ['Rows', c => h('div', {}, shown(c.requests.rows), h('small', { class: 'fates' }, 'after p50 ' + c.requests.persistence.replace(', ', ', p99 '))), true],
        ['Answer p50, p99', c => h('div', {}, h('b', { class: 'one' }, c.requests.times.p50 + ', ' + c.requests.times.p99), h('small', {}, 'mean ' + c.requests.times.mean + ', p90 ' + c.requests.times.p90 + ', p95 ' + c.requests.times.p95 + ', max ' + c.requests.times.max)), true],
        ['Accepted and lost', c => { const [count, ...means] = c.requests.lost.includes('; ') ? [c.requests.lost] : c.requests.lost.split(': '); return h('div', {}, h('b', {}, count), means.length ? h('small', {}, means.join(': ')) : null); }, true]], rows), conditions(),
      doubts.length ? h('details', {}, h('summary', { class: 'soft' }, 'What does not count, or is not known'), doubts.map(d => h('p', { class: 'soft' }, d))) : null);
  }

  function steps() {
    const cells = withRuns.filter(c => c.steps.length);
    if (!cells.length) return null;
    const blocks = scenarios.map(scenario => {
      const here = cells.filter(c => c.scenario === scenario);
      if (!here.length) return null;
      const ends = here.map(c => Math.max(c.recovery ? c.recovery.millis : 0, c.outage ? c.outage.millis : 0, ...c.steps.filter(s => !s.open).map(s => s.max)));
      const highest = Math.max(1, ...ends);
      return h('div', { class: 'block' }, h('h3', {}, here[0].heading), here.map(c => {
        const unended = c.recovery && c.recovery.open;
        const recovered = {
          steps: c.steps.filter(s => !s.open), recovery: { state: unended ? 'unended' : 'ended', millis: c.recovery ? c.recovery.millis : 0 },
          outage: c.outage ? { state: c.outage.open ? 'unended' : 'ended', millis: c.outage.millis, text: c.outage.text } : { state: 'unknown', millis: 0, text: '' }
        };
        return h('div', { class: 'cell' }, h('div', { class: 'name' }, h('b', {}, c.label), h('small', {}, c.outage || c.recovery ? 'outage ' + (c.outage ? c.outage.text : 'not known') + ', recovery ' + (c.recovery ? c.recovery.text : 'not known') : 'outage and recovery not known')), picture(recovered, highest));
      }), table([['Engine', c => c.label]].concat(STEPS.map(name => [name, c => {
        const step = c.steps.find(s => s.step === name);
        return step ? h('span', {}, step.text, h('small', {}, step.range), step.known ? h('small', {}, 'known of ' + step.known) : null) : h('span', { class: 'soft' }, 'not known');
      }, true])), here), conditions());
    });
    const key = h('ul', { class: 'steps' }, STEPS.map((name, i) => {
      const swatch = h('i', { class: 'swatch' });
      swatch.style.background = 'var(--step' + i + ')';
      return h('li', {}, swatch, name);
    }));
    const line = h('i', { class: 'swatch line-swatch' });
    line.style.background = 'var(--fail)';
    key.append(h('li', {}, line, 'outage'));
    return section('Steps of a recovery', h('p', { class: 'soft' }, 'Medians over all faults of the time from the ' + fault + ' until the last lane or member had reached each step; least and greatest below. Outage and recovery beside them are means over runs. Bars of one scenario have the same scale.'), key, blocks);
  }

  function findings() {
    if (!withRuns.length) return null;
    const others = unique(withRuns.flatMap(c => Object.keys(c.findings))).filter(k => !['lost', 'duplicated', 'diverged'].includes(k));
    const columns = [['Scenario', c => c.heading], ['Engine', c => c.label], ['Outputs due', c => c.expected, true]];
    for (const name of ['lost', 'duplicated', 'diverged'].concat(others)) columns.push([name, c => c.findings[name] || '0', true]);
    columns.push(['Guarantee, as audited', c => c.promised]);
    return section('Lost, duplicated, diverged', h('p', { class: 'soft' }, 'Over all runs of a cell, for the reader that the guarantee speaks of.'), table(columns, withRuns), conditions());
  }

  /** A median, and its range on a line of its own. */
  function median(text) {
    const at = text.indexOf(' (');
    return at < 0 ? text : h('span', {}, text.slice(0, at), h('small', {}, text.slice(at + 2, -1)));
  }
  function overhead() {
    const NAMES = {
      'faults.latency.p50': 'latency p50', 'faults.latency.p99': 'latency p99', 'faults.visible.p50': 'visible p50', 'faults.visible.p99': 'visible p99', 'baseline.latency.p99': 'baseline p99',
      'cpu.seconds-per-million': 'CPU-s per million', 'input.rate.faults': 'input rate', 'output.rate.faults': 'output rate', 'host.cpu.faults': 'host CPU'
    };
    const rows = withRuns.filter(c => c.overhead.length);
    if (!rows.length) {
      return section('Overhead and cost', h('p', { class: 'absent' }, 'Not shown against a control: none of these runs has one. Set control: true in the experiment.'), cost(withRuns));
    }
    const columns = [['Scenario', c => h('span', {}, c.heading, h('small', {}, c.label))]];
    for (const name of Object.keys(NAMES).filter(n => rows.some(c => c.overhead.some(o => o.metric === n)))) {
      columns.push([NAMES[name], c => {
        const o = c.overhead.find(x => x.metric === name);
        return o ? h('span', {}, median(o.runs), h('small', {}, 'control ', median(o.controls))) : h('span', { class: 'soft' }, '–');
      }, true]);
    }
    const without = withRuns.filter(c => !c.overhead.length);
    return section('Overhead and cost', h('p', { class: 'soft' }, 'The phase with faults beside the same time of the controls, which have none: medians over runs, least and greatest in brackets.'), table(columns, rows),
      without.length ? h('p', { class: 'soft' }, 'Without a control: ' + without.map(c => c.heading + ', ' + c.label).join('; ') + '.') : null, conditions(), cost(withRuns));
  }
  function cost(cells) {
    return h('div', { class: 'block' }, h('h3', {}, 'CPU-seconds per million records'), h('p', { class: 'soft' }, 'Of all processes of the engine, spares and JobManager included, faults and recoveries included.'),
      table([['Scenario', c => c.heading], ['Engine', c => c.label], ['CPU-seconds per million', c => c.cost, true]], cells), conditions());
  }

  function claims() {
    if (!data.claims.length) return null;
    const state = { 'held': 'pass', 'not held': 'fail' };
    return section('Claims of the source', table([
      ['Claim', c => h('span', {}, c.claim, c.where ? h('small', {}, c.where) : null, c.reading ? h('small', {}, 'read as: ' + c.reading) : null)], ['Here', c => h('span', { class: 'mark ' + (state[c.verdict] || 'unknown') }, c.verdict)], ['Figures', c => c.why]], data.claims), conditions());
  }

  function runs() {
    const rows = data.cells.flatMap(c => c.runs.map(r => ({ c, r, control: false })).concat(c.controls.map(r => ({ c, r, control: true }))));
    const left = withRuns.flatMap(c => Object.entries(c.leftOut).map(([why, n]) => c.heading + ', ' + c.label + ': ' + plural(n, 'fault') + ' left out, ' + why));
    return section('Runs', table([
      ['Run', x => !x.r.href ? x.r.id : h('a', { href: x.r.href.split('/').map(encodeURIComponent).join('/') }, x.r.id)], ['Of', x => x.c.heading + ', ' + x.c.label + (x.control ? ', control' : '')],
      ['Faults', x => String(x.r.faults), true], ['Verdict', x => [Page.mark(x.r.verdict, x.r.verdict), x.r.again ? h('small', {}, x.r.again) : null]], ['Scaled to', x => x.r.scale || '100 %', true]], rows),
      left.concat(data.leftOut).map(l => h('p', { class: 'soft' }, l)));
  }

  /** What the curves of some cells say at a second. */
  function readout(curve, cells) {
    return seconds => {
      const at = Math.round(seconds), rows = cells.map(c => [c, c.bands[curve.id], at - c.bands[curve.id].from]).filter(([, band, i]) => i >= 0 && i < band.median.length && band.median[i] !== null);
      return [h('div', { class: 'soft' }, Math.abs(at) + ' s ' + (at < 0 ? 'before' : 'after') + ' the ' + fault)].concat(rows.map(([c, band, i]) =>
        h('div', {}, h('span', {}, kindName(c)), h('b', {}, figure(curve.unit, band.median[i])), h('span', { class: 'soft' }, figure(curve.unit, band.least[i]) + ' to ' + figure(curve.unit, band.greatest[i])))));
    };
  }

  function chartsOf(scenario, number) {
    const cells = withRuns.filter(c => c.scenario === scenario && faulted(c));
    if (!cells.length) return null;
    const box = section(cells[0].heading, h('p', { class: 'soft' }, 'Seconds relative to the ' + fault + '. Lines are medians over all faults of all runs, bands reach from the least to the greatest value; dashed: caught up (median), in the colour of the engine. ' +
      cells.map(c => c.label + ': ' + plural(c.faults, 'fault') + (c.unended ? ', ' + c.unended : '')).join('; ') + '.'));
    box.classList.add('charts');
    for (const curve of data.curves) {
      const fig = h('figure', {}, h('figcaption', {}, h('h3', {}, curve.title), h('small', {}, curve.unit + ' · ' + curve.meaning), data.conditions.map(brief)));
      box.append(fig);
      for (const profile of profiles) {
        const mine = cells.filter(c => c.profile === profile), drawn = mine.filter(c => c.bands[curve.id]);
        if (mine.length && profiles.length > 1) fig.append(h('p', { class: 'panelname' }, profile));
        fig.append(...mine.filter(x => !x.bands[curve.id]).map(c => h('p', { class: 'absent' }, kindName(c) + ' not shown: ' + (c.absent[curve.id] || 'no fault of it could be drawn') + '.')));
        if (drawn.length) fig.append(Drawn.place('curve-' + number + '-' + curve.id + '-' + profile, readout(curve, drawn)));
      }
    }
    return box;
  }

  /** Figures over a number in which cells differ: a picture, and a table of what it shows. */
  function over() {
    const axes = data.axes || [];
    if (!axes.length) return null;
    return section('Over a setting', h('p', { class: 'soft' }, 'Means over runs of each run’s median; upright bars are 95 % t-intervals over runs, which need three of them.'), axes.map(axis => {
      const names = new Map(axis.lines.flatMap(l => l.points.map(p => [p.at, p.name])).sort((a, b) => a[0] - b[0]));
      return [h('figure', {}, h('figcaption', { class: 'drawn-title' }, h('h3', {}, axis.title), h('small', {}, [axis.unit, axis.better].filter(Boolean).join(' · ')), data.conditions.map(brief)), Drawn.place(axis.picture)),
        axis.share ? overLoad(axis) : table([['Engine', l => l.label]].concat([...names].map(([at, name]) => [name, l => (l.points.find(x => x.at === at) || { text: h('span', { class: 'soft' }, '–') }).text, true])), axis.lines)];
    }));
  }
  function overLoad(axis) {
    const rows = axis.lines.flatMap(l => l.points.map(p => ({ label: l.label, ...p, predicted: (l.predicted.find(q => q.at === p.at) || {}).text })));
    const columns = [['Engine', r => r.label], ['Load ÷ capacity', r => r.name, true], [axis.title.split(' over ')[0], r => r.text, true]];
    return table(rows.some(r => r.predicted) ? columns.concat([['A queue predicts', r => r.predicted || h('span', { class: 'soft' }, '–'), true]]) : columns, rows);
  }

  /** How rates grow with a number: of each scenario a picture and a table, and below them what is said of all. */
  function scalings() {
    if (!data.scalings) return null;
    return section('Scaling', data.scalings.map(scaling => h('div', { class: 'block' }, unique(scaling.rows.map(r => r.picture)).map(picture => {
      const rows = scaling.rows.filter(r => r.picture === picture);
      return [h('figure', {}, h('figcaption', { class: 'drawn-title' }, h('h3', {}, rows[0].scenario + ': ' + scaling.title), h('small', {}, scaling.about)), Drawn.place(picture)),
        table([['', r => r.label]].concat(scaling.columns.map((name, i) => [name.includes('.') ? name : name.charAt(0).toUpperCase() + name.slice(1), r => r.words[i], true])), rows)];
    }), h('ul', { class: 'said' }, scaling.said.map(one => h('li', {}, one))), scaling.model ? h('p', { class: 'soft' }, scaling.model) : null)));
  }

  function tools() {
    const box = h('div', { class: 'tools', role: 'group', 'aria-label': 'Part of the recovery to show' });
    for (const to of [0].concat(Drawn.parts())) {
      const button = h('button', { type: 'button', 'aria-pressed': String(!to) }, !to ? 'Whole' : to === 60 ? 'First minute' : 'First ' + to + ' s');
      button.addEventListener('click', () => {
        box.querySelectorAll('button').forEach(b => b.setAttribute('aria-pressed', String(b === button)));
        Drawn.show(to);
      });
      box.append(button);
    }
    return box;
  }

  page.classList.add('wide');
  page.append(...[header(), said(), requests(), steady(), times(), steps(), Beside.draw(data, conditions)].filter(Boolean));
  const charts = scenarios.map(chartsOf).filter(Boolean);
  page.append(...charts);
  if (charts.length) charts[0].querySelector('p').before(tools());
  page.append(...[over(), scalings(), Trades.section(data), findings(), overhead(), claims(), runs()].filter(Boolean));
}());
