'use strict';
/* Builds the page of a run's report from the data in it. */
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  /** How a control differs from its run. */
  const against = data.run.differs ? 'with ' + data.run.differs : 'without faults';
  const { MARKS, STEPS, h, section, mark, table, picture } = Page;

  function header() {
    const run = data.run;
    const about = [(run.engine + ' ' + run.engineVersion).trim(), run.guarantee, run.profile && 'profile ' + run.profile,
      run.control && 'control, ' + against, run.repetition > 1 && 'repetition ' + run.repetition, run.started, run.length];
    return h('header', { class: 'top' }, h('p', { class: 'brand' }, 'Rebound'), h('h1', {}, run.name),
      h('p', { class: 'about' }, about.filter(Boolean).map(a => h('span', {}, a))),
      run.scaled ? h('p', { class: 'about' }, h('span', { class: 'scaled' }, run.scaled), ' of the rate that the experiment names') : null,
      run.shortened ? h('p', { class: 'about' }, h('span', { class: 'scaled' }, 'shortened'), ' ' + run.shortened) : null);
  }

  function verdict() {
    const words = { pass: 'Pass', fail: 'Fail', unknown: 'Unknown', interrupted: 'Interrupted' };
    return h('div', { class: 'verdict ' + data.verdict, role: 'status' },
      h('strong', {}, (MARKS[data.verdict] || '?') + ' ' + (words[data.verdict] || data.verdict)),
      data.sentences.map(s => h('p', {}, s)));
  }

  function tiles() {
    if (!data.tiles.length) return null;
    return h('dl', { class: 'tiles' }, data.tiles.map(t =>
      h('div', {}, h('dt', {}, t.label), h('dd', { class: t.state }, t.value), h('dd', { class: 'note' }, t.note))));
  }

  function expectations() {
    if (!data.judgements.length) return null;
    return section('Expectations', table([
      ['Verdict', j => mark(j.verdict, j.verdict)],
      ['Metric', j => h('span', {}, j.metric, j.why ? h('small', {}, j.why) : null, j.shown ? h('small', {}, j.shown) : null)],
      ['Observed', j => j.observed, true],
      ['Expected', j => j.bound, true]
    ], data.judgements));
  }

  function steps(fault) {
    const items = STEPS.map((name, i) => {
      const step = fault.steps.find(s => s.step === name), swatch = h('i', { class: 'swatch' });
      swatch.style.background = 'var(--step' + i + ')';
      return h('li', step ? { title: step.detail } : {}, swatch, name + ' ', h('b', {}, step ? step.text : 'not known'), step ? h('small', {}, step.source) : null);
    });
    fault.steps.filter(s => !STEPS.includes(s.step)).forEach(s =>
      items.push(h('li', { title: s.detail }, s.step + ' ', h('b', {}, s.text), h('small', {}, s.source))));
    const line = h('i', { class: 'swatch line-swatch' });
    line.style.background = 'var(--fail)';
    items.push(h('li', {}, line, 'outage ', h('b', {}, fault.outage.text)));
    return h('ul', { class: 'steps' }, items);
  }

  function fact(name, value, small) { return h('dl', {}, h('dt', {}, name), h('dd', {}, value, small ? h('small', {}, ' ' + small) : null)); }

  function fault(f, highest) {
    const judged = f.recovery !== undefined;
    return h('div', { class: 'fault' },
      h('div', { class: 'line' },
        h('div', {}, h('span', { class: 'number' }, f.fault), h('b', {}, f.title), ' ', h('span', { class: 'soft' }, 'at ' + f.clock),
          judged && f.impact !== 'hit' ? h('span', {}, ' ', mark('unknown', f.impact)) : null,
          f.confirmations.map(c => h('small', {}, c)), f.healed.map(t => h('small', {}, t))),
        judged ? fact('Outage', f.outage.text, f.outage.between) : null,
        judged ? fact('Recovery', f.recovery.text, f.recovery.between) : fact('Recovery', 'not judged'),
        judged ? fact('Load ÷ capacity', f.load || '–') : null),
      judged && (f.steps.length || f.outage.state !== 'unknown') ? [picture(f, highest), steps(f), f.dips.length ? h('ul', { class: 'soft' }, f.dips.map(d => h('li', {}, d))) : null] : null);
  }

  function recovery() {
    if (!data.faults.length) return null;
    const ends = data.faults.filter(f => f.recovery).map(f => Math.max(f.recovery.millis, f.outage.millis, ...f.steps.map(s => s.max)));
    const highest = Math.max(1, ...ends);
    return section('Recovery', h('p', { class: 'soft' }, 'Time runs from the first signal. Each part of a bar ends when the last lane or member had reached the step; all bars have the same scale.'),
      h('div', {}, data.faults.map(f => fault(f, highest))));
  }

  function audits() {
    if (!data.audits.length) return null;
    return section('Findings', data.audits.map(a => h('div', {},
      h('h3', {}, a.reader + ' reader'),
      h('p', { class: 'soft' }, a.expected + ' outputs expected, ' + a.distinct + ' seen at least once, ' + a.observed + ' observed in all' + (a.judged ? '' : '; the guarantee promises this reader nothing')),
      table([
        ['Kind', f => h('span', {}, f.kind, f.examples.length ? h('ul', { class: 'examples' }, f.examples.map(e => h('li', {}, e))) : null)],
        ['Count', f => h('span', { class: f.none ? '' : f.allowed || !a.judged ? '' : 'mark fail' }, f.count), true],
        ['Attributed to', f => f.cause],
        ['', f => f.none ? '' : f.allowed ? 'allowed by the guarantee' : a.judged ? 'against the guarantee' : 'not judged']
      ], a.findings), h('br', {}))));
  }

  function latencies() {
    if (!data.latencies.length) return null;
    const columns = [['Phase', l => l.phase], ['Kind', l => l.kind]];
    for (const [title, key] of [['p50', 'p50'], ['p90', 'p90'], ['p95', 'p95'], ['p99', 'p99'], ['p99.9', 'p999'], ['Max', 'max'], ['Outputs', 'count'], ['Undelivered', 'undelivered'], ['Negative', 'negative']]) {
      columns.push([title, l => l[key], true]);
    }
    return section('Latency', table(columns, data.latencies));
  }

  function difference() {
    if (!data.difference.length) return null;
    return section('Against the control', h('p', { class: 'soft' }, 'This run minus the same run ' + against + '.'),
      table([['Metric', d => d.metric], ['Difference', d => d.value, true]], data.difference));
  }

  function rig() {
    const unjudged = Object.entries(data.unjudged);
    if (!data.warnings.length && !data.exits.length && !unjudged.length) return null;
    return section('The rig',
      data.exits.map(e => h('div', { class: 'warning fail' }, h('b', {}, 'unplanned exit'), ': ' + e.node + ' ended with status ' + e.status + ' at ' + e.clock, e.lines.length ? h('pre', {}, e.lines.join('\n')) : null)),
      data.warnings.map(w => h('div', { class: 'warning' }, h('b', {}, w.code), (w.allowed ? ' (allowed by the experiment)' : '') + ': ' + w.message, w.remedy ? h('small', {}, h('br', {}), w.remedy) : null)),
      unjudged.length ? table([['Could not be judged', u => u[0]], ['Why', u => u[1]]], unjudged) : null);
  }

  function details() {
    const blocks = data.texts.map(t => h('details', {}, h('summary', {}, t.title), h('pre', {}, t.text)));
    if (data.phases.length) {
      blocks.push(h('details', {}, h('summary', {}, 'Phases'), table([
        ['Phase', p => p.name], ['Length', p => p.length, true], ['', p => (p.complete ? '' : 'not complete ') + p.detail]], data.phases)));
    }
    if (data.transitions.length) {
      blocks.push(h('details', {}, h('summary', {}, 'What the engine said'), table([
        ['At', t => t.clock, true], ['Step', t => t.step], ['Node', t => t.node], ['In its words', t => t.detail]], data.transitions)));
    }
    if (data.files.length) {
      blocks.push(h('details', {}, h('summary', {}, 'Files of this run'), h('ul', { class: 'files' }, data.files.map(f =>
        h('li', {}, h('a', { href: f.split('/').map(encodeURIComponent).join('/') }, f))))));
    }
    return section('How it was run', blocks);
  }

  function charts() {
    const tools = h('div', { class: 'tools', role: 'group', 'aria-label': 'Part of the run to show' });
    const box = section('Charts', tools,
      h('p', { class: 'key' }, h('span', {}, h('i', {}), 'fault'), h('span', {}, h('i', { class: 'green' }), 'caught up'), h('span', {}, h('i', { class: 'shade' }), 'phases'),
        h('span', {}, 'Shift and wheel, or the bar under the first chart, zoom all charts.')));
    box.classList.add('charts');
    page.append(box);
    const drawn = Charts.draw(data, (spec, why) => {
      const caption = h('figcaption', {}, h('h3', {}, spec.title), h('small', {}, [spec.unit === 'share' ? '' : spec.unit, spec.note].filter(Boolean).join(' · ')), data.run.scaled ? h('span', { class: 'scaled' }, data.run.scaled) : null, data.run.shortened ? h('span', { class: 'scaled', title: data.run.shortened }, 'shortened') : null);
      const chart = why ? h('p', { class: 'absent' }, 'Not shown: ' + why + '.') : h('div', { class: 'chart' + (spec.heat || spec.zoomBar ? ' tall' : ''), role: 'img', 'aria-label': spec.title + ' over time' });
      const figure = h('figure', { id: spec.id }, caption, chart);
      box.append(figure);
      let key = null;
      return {
        chart,
        scale(highest) {
          if (key) key.remove();
          key = h('span', { class: 'heatkey' }, '0', h('i', {}), highest);
          caption.append(key);
        }
      };
    });
    const views = [['Whole run', 0, data.run.seconds]].concat(data.faults.map(f => {
      const end = f.recoveredAt === undefined ? f.at + 30 : f.recoveredAt;
      const margin = Math.max(3, (end - f.at) * 0.25);
      return ['Fault ' + f.fault, f.at - margin, end + margin];
    }));
    if (views.length < 2) return;
    for (const [name, from, to] of views) {
      const button = h('button', { type: 'button', 'aria-pressed': name === 'Whole run' ? 'true' : 'false' }, name);
      button.addEventListener('click', () => {
        tools.querySelectorAll('button').forEach(b => b.setAttribute('aria-pressed', String(b === button)));
        drawn.zoom(from, to);
      });
      tools.append(button);
    }
  }

  page.append(...[header(), verdict(), tiles(), expectations(), recovery()].filter(Boolean));
  charts();
  page.append(...[audits(), latencies(), difference(), rig(), details()].filter(Boolean));
}());
