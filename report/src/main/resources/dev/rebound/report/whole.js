'use strict';
/* The whole run, from the warmup on: what the check worked out second by second, and what was sampled live. */
const Whole = (function () {
  const { h } = Page, { s, round } = Plot, { term } = Terms;
  const COLOURS = 8;
  /** Which charts there are, and where; a metric that is not named here gets one of its own. */
  const SPECS = [
    { group: 'run', title: 'Output due and delivered', unit: 'records/s', note: 'as audited', audited: ['due', 'delivered'], names: ['due', 'delivered'], kinds: ['dueline', 'main'] },
    { group: 'run', title: 'Frontier age', unit: 'ms', note: 'as audited', audited: ['age'], names: ['frontier age'], kinds: ['main'], instead: 'frontier.age' },
    { group: 'run', title: 'How long readers waited', unit: 'ms', note: 'by when output was due, as audited', audited: ['max', 'p99', 'p90', 'p50'], names: ['longest', 'p99', 'p90', 'p50'], kinds: ['third', 'main', 'fourth', 'second'] },
    { group: 'run', title: 'Input and output rate', unit: 'records/s', metrics: ['input.rate', 'output.rate', 'output.visible.rate'], names: ['input', 'output, repeats included', 'output, committed'], kinds: ['dueline', 'main', 'second'] },
    { group: 'run', title: 'Lag', unit: 'records', metrics: ['lag'], names: ['lag'], kinds: ['main'], term: 'lag' },
    { group: 'run', title: 'Lag per partition', unit: 'records', per: 'lag.partition', heat: 'partition' },
    { group: 'run', title: 'Latency to append', unit: 'ms', note: 'of all that came in each second, repeats included', metrics: ['latency.max', 'latency.p99', 'latency.p90', 'latency.p50'], names: ['longest', 'p99', 'p90', 'p50'], kinds: ['third', 'main', 'fourth', 'second'], unaudited: ['latency.p75', 'latency.p95'] },
    { group: 'run', title: 'Latency to visible', unit: 'ms', metrics: ['latency.visible.max', 'latency.visible.p99', 'latency.visible.p90', 'latency.visible.p50'], names: ['longest', 'p99', 'p90', 'p50'], kinds: ['third', 'main', 'fourth', 'second'], unlessAudited: true, unaudited: ['latency.visible.p75', 'latency.visible.p95'] },
    { group: 'resources', title: 'CPU per node', unit: 'cores', per: 'node.cpu' },
    { group: 'resources', title: 'Memory per node', unit: 'bytes', per: 'node.memory' },
    { group: 'resources', title: 'Network received per node', unit: 'bytes/s', per: 'node.received' },
    { group: 'resources', title: 'Network sent per node', unit: 'bytes/s', per: 'node.sent' },
    { group: 'resources', title: 'Read from disk per node', unit: 'bytes/s', per: 'node.disk.read', optional: true },
    { group: 'resources', title: 'Written to disk per node', unit: 'bytes/s', per: 'node.disk.written', optional: true },
    { group: 'resources', title: 'Collection pauses per node', unit: 'ms', note: 'the longest that ended in each second', per: 'node.pause', optional: true },
    { group: 'engine', title: 'Duration of checkpoints', unit: 'ms', note: 'the newest completed one; its parts by the slowest subtask', metrics: ['checkpoint.duration', 'checkpoint.async', 'checkpoint.sync', 'checkpoint.alignment'], names: ['end to end', 'written aside', 'standing still', 'alignment'], kinds: ['main', 'second', 'third', 'fourth'], optional: true },
    { group: 'engine', title: 'Size of checkpoints', unit: 'bytes', metrics: ['checkpoint.size', 'checkpoint.written'], names: ['all state', 'newly written'], kinds: ['main', 'second'], optional: true },
    { group: 'engine', title: 'Checkpoints since the job was submitted', unit: '', metrics: ['checkpoints.completed', 'checkpoints.failed', 'checkpoints.expired'], names: ['completed', 'failed', 'of these too slow'], kinds: ['main', 'third', 'fourth'], optional: true },
    { group: 'engine', title: 'Checkpoints being taken', unit: '', metrics: ['checkpoints.in-progress'], names: ['being taken'], kinds: ['main'], optional: true },
    { group: 'engine', title: 'Size of changelogs', unit: 'bytes', note: 'on the brokers, one replica counted', metrics: ['changelog.size'], names: ['size'], kinds: ['main'], term: 'changelog', optional: true },
    { group: 'engine', title: 'Records written to changelogs', unit: 'records/s', metrics: ['changelog.rate'], names: ['written'], kinds: ['main'], term: 'changelog', optional: true },
    { group: 'rig', title: 'CPU of the host', unit: 'share', metrics: ['host.cpu'], names: ['in use'], kinds: ['main'] },
    { group: 'rig', title: 'CPU per core', unit: 'share', per: 'host.cpu.core', heat: 'core', linear: true },
    { group: 'rig', title: 'Speed of one core', unit: 'bytes/s', note: 'the same work per second of CPU time: where it falls, somebody else uses the cores', metrics: ['host.speed'], names: ['speed'], kinds: ['main'], optional: true }
  ];
  const TITLES = {
    'flink.checkpoint.duration': 'Duration of checkpoints', 'flink.checkpoint.size': 'Size of checkpoints', 'engine.restoring': 'Stores being restored', 'engine.restored': 'Records restored',
    'generator.slip': 'How late the generators were', 'generator.blocked': 'How long producers waited for brokers', 'generator.unanswered': 'Records sent and not yet acknowledged', 'generator.rate': 'Records sent',
    'observer.lag': 'Outputs that the observer had yet to read', 'host.steal': 'CPU time that other machines took', 'host.memory.free': 'Free memory of the host', 'host.cpu.subject': "Use of the engine's cores", 'host.cpu.rig': "Use of the rig's cores"
  };
  const RIG = ['generator.', 'observer.', 'host.'];

  function titled(metric) {
    const words = metric.replace(/[._-]+/g, ' ');
    return TITLES[metric] || words[0].toUpperCase() + words.substring(1);
  }

  function specs(data) {
    const known = new Set(SPECS.flatMap(x => (x.metrics || []).concat(x.per || [], x.instead || [], x.unaudited || []))), more = [];
    for (const series of data.series) {
      if (known.has(series.metric)) continue;
      known.add(series.metric);
      const spec = { group: RIG.some(p => series.metric.startsWith(p)) ? 'rig' : 'engine', title: titled(series.metric), unit: series.unit, optional: true };
      more.push(series.label ? { ...spec, per: series.metric } : { ...spec, metrics: [series.metric], names: [titled(series.metric)], kinds: ['main'] });
    }
    return SPECS.concat(more);
  }

  /** Each node's colour, the same in every chart: workers first. */
  function nodes(data) {
    const order = new Intl.Collator('en', { numeric: true }), roles = new Map();
    data.series.filter(x => x.metric.startsWith('node.')).forEach(x => roles.set(x.label, x.role));
    const names = [...roles.keys()].sort((a, b) => (roles.get(a) === 'worker' ? 0 : 1) - (roles.get(b) === 'worker' ? 0 : 1) || order.compare(a, b));
    return new Map(names.map((name, i) => [name, 'n' + i % COLOURS + (i >= COLOURS ? ' again' : '')]));
  }

  /** The lines of a chart that have any value within the window. */
  function linesOf(spec, data, window_) {
    const inside = (time, values) => values.some((v, i) => v !== null && time[i] >= window_.from && time[i] <= window_.to);
    if (spec.audited && data.audited.time.length) {
      return spec.audited.map((column, i) => ({ name: spec.names[i], kind: spec.kinds[i], time: data.audited.time, values: data.audited[column], bucket: true })).filter(l => inside(l.time, l.values));
    }
    if (spec.unlessAudited && data.audited.time.length) return [];
    const metrics = spec.metrics || (spec.instead ? [spec.instead] : []);
    if (!spec.per) {
      return metrics.map((metric, i) => {
        const series = data.series.find(x => x.metric === metric && x.label === '');
        return series && { name: spec.names[i], kind: spec.kinds[i], time: series.time || data.time, values: series.values };
      }).filter(l => l && inside(l.time, l.values));
    }
    const order = new Intl.Collator('en', { numeric: true }), colours = nodes(data), rank = [...colours.keys()];
    return data.series.filter(x => x.metric === spec.per).map(x => ({ name: x.label, kind: 'node ' + (colours.get(x.label) || 'n0'), time: x.time || data.time, values: x.values }))
      .filter(l => inside(l.time, l.values)).sort((a, b) => rank.indexOf(a.name) - rank.indexOf(b.name) || order.compare(a.name, b.name));
  }

  function flat(lines) {
    const all = lines.flatMap(l => l.values.filter(v => v !== null));
    return all.length > 0 && all.every(v => v === all[0]) ? all[0] : null;
  }

  function within(line, window_) {
    const kept = [];
    line.time.forEach((t, i) => { if (t >= window_.from && t <= window_.to) kept.push([t, line.values[i]]); });
    return kept;
  }

  /** In words, what a chart shows. */
  function summary(spec, lines, window_) {
    let best = null;
    for (const line of lines) for (const [t, v] of within(line, window_)) if (v !== null && (!best || v > best.v)) best = { t, v, name: line.name };
    if (!best) return 'No value.';
    return 'Highest: ' + Figures.figure(spec.unit, best.v) + (lines.length > 1 ? ' (' + best.name + ')' : '') + ' at ' + Figures.clock(best.t) + '.';
  }

  /** The value of a chart at a moment; of many lines the highest. */
  function reading(spec, lines) {
    return t => {
      const found = lines.map(l => {
        let i = 0;
        while (i + 1 < l.time.length && l.time[i + 1] <= t) i++;
        return { name: l.name, v: Math.abs(l.time[i] - t) < 3 ? l.values[i] : null };
      }).filter(x => x.v !== null && x.v !== undefined);
      if (lines.length > 4) return found.sort((a, b) => b.v - a.v).slice(0, 1).map(x => x.name + ' ' + Figures.figure(spec.unit, x.v)).join('');
      return found.map(x => Figures.figure(spec.unit, x.v)).join(', ');
    };
  }

  function table(spec, lines, window_) {
    return Plot.folded('As a table', () => {
      const times = [...new Set(lines.flatMap(l => within(l, window_).map(p => p[0])))].sort((a, b) => a - b), at = lines.map(l => new Map(within(l, window_)));
      return Plot.plain(['Time'].concat(lines.map(l => l.name)), times.map(t => [Figures.clock(t)].concat(at.map(m => { const v = m.get(t); return v === null || v === undefined ? '–' : Figures.figure(spec.unit, v); }))));
    });
  }

  function lineRow(spec, lines, window_) {
    const note = spec.audited && !lines[0].bucket ? 'as sampled' : spec.note;
    // What is worked off in the warmup would leave no room for the rest.
    const told = window_.steady ? { from: window_.steady, to: window_.to } : window_, highest = 1.05 * Math.max(0, ...lines.flatMap(l => within(l, told).map(p => p[1] === null ? 0 : p[1])));
    return {
      name: spec.title, at: reading(spec, lines), title: [spec.term ? term(spec.term, spec.title) : spec.title, note ? h('small', {}, ' ' + note) : null], summary: summary(spec, lines, told),
      key: lines.length > 1 ? h('p', { class: 'key' }, lines.map(l => h('span', {}, h('i', { class: 'line ' + l.kind }), l.name))) : null, after: table(spec, lines, window_),
      height: () => 110,
      draw(area) {
        const y = Plot.values(area, highest, spec.unit);
        for (const l of lines) {
          const points = within(l, window_), gap = 3 * (points.length > 1 ? (points[points.length - 1][0] - points[0][0]) / (points.length - 1) : 1);
          // A pause between samples is no line.
          const kept = points.flatMap((p, i) => i > 0 && p[0] - points[i - 1][0] > gap ? [[p[0], null], p] : [p]);
          if (l.bucket) {
            area.box.append(s('path', { class: l.kind, d: Plot.steps(points.map(p => p[1] === null ? null : y(p[1])), i => area.x(Math.min(area.to, points[Math.min(i, points.length - 1)][0] + (i === points.length ? 1 : 0)))) }));
            continue;
          }
          area.box.append(s('path', { class: l.kind, d: Plot.line(kept.map(p => p[1] === null ? null : y(p[1])), i => area.x(kept[i][0])) }));
        }
      }
    };
  }

  function short(name) { return name.substring(name.lastIndexOf('/') + 1).replace(/^core/, ''); }

  function heatRow(spec, lines, window_) {
    const highest = Math.max(1, ...lines.flatMap(l => within(l, window_).map(p => p[1] || 0))), high = lines.length <= 20 ? 9 : lines.length <= 60 ? 5 : 3;
    return {
      name: spec.title, at: reading(spec, lines), title: spec.title, summary: summary(spec, lines.map(l => ({ ...l, name: spec.heat + ' ' + short(l.name) })), window_) + ' One row for each ' + spec.heat + '; the darker, the more.', after: table(spec, lines, window_),
      height: () => lines.length * high + 4,
      draw(area) {
        const levels = [[], [], [], [], []];
        lines.forEach((l, r) => {
          const points = within(l, window_);
          points.forEach(([t, v], i) => {
            if (v === null) return;
            const until = i + 1 < points.length ? Math.min(points[i + 1][0], t + 3) : t + 1, x = area.x(t);
            levels[Math.min(4, Math.floor((spec.linear ? x => x : Math.sqrt)(Math.max(0, v) / highest) * 4.999))].push([x, 2 + r * high, Math.max(0.5, area.x(Math.min(until, area.to)) - x), high - (high > 4 ? 1 : 0)]);
          });
        });
        levels.forEach((all, i) => area.box.append(s('path', { class: 'heat' + i, d: Plot.boxes(all) })));
        [0, lines.length - 1].forEach(r => area.box.append(s('text', { class: 'tick', x: area.left - 6, y: round(2 + (r + 0.5) * high + 4), 'text-anchor': 'end' }, short(lines[r].name))));
      }
    };
  }

  /** The names of the phases, each where it begins. */
  function phaseRow(data, window_) {
    const shown = data.phases.filter(p => p.end > window_.from && p.start < window_.to);
    const items = area => Plot.words(shown.map(p => ({ x: area.x(Math.max(window_.from, p.start)) + 3, text: p.name })), area, 12);
    const area = width => ({ left: 56, right: width - 10, x: t => 56 + (t - window_.from) / (window_.to - window_.from) * (width - 66) });
    return {
      name: 'Phases', summary: '', height: width => items(area(width)).rows * 15 + 6,
      draw(at) {
        shown.forEach((p, i) => { const a = Math.max(at.left, at.x(p.start)), b = Math.min(at.right, at.x(p.end)); at.box.append(s('rect', { class: 'phase' + i % 2, x: round(a), y: 0, width: round(Math.max(0, b - a)), height: at.height })); });
        items(at).placed.forEach(w => at.box.append(s('text', { class: 'tick', x: round(w.anchor === 'end' ? w.x - 5 : w.x), y: w.row * 15 + 13, 'text-anchor': w.anchor }, w.text)));
      }
    };
  }

  function window_(data) {
    const first = data.phases.find(p => p.name !== 'start'), drain = data.phases.filter(p => p.name !== 'check').pop();
    const from = first ? first.start : 0, to = drain ? drain.end : data.run.seconds;
    const steady = data.phases.find(p => p.name === 'baseline');
    return { from, to: Math.max(to, from + 1), steady: steady ? steady.start : from };
  }

  function verticals(data) {
    return data.faults.flatMap(f => [{ at: f.at, kind: 'signal', title: 'fault ' + f.fault }].concat(f.recoveredAt === undefined ? [] : [{ at: f.recoveredAt, kind: 'caught', title: 'caught up after fault ' + f.fault }]));
  }

  function reason(spec, data) {
    for (const metric of spec.metrics || [spec.per || spec.instead]) for (const key of [metric, String(metric).split('.')[0]]) if (data.absent[key]) return data.absent[key];
    return '';
  }

  /** The charts of a group over a part of the run. */
  function charts(data, group, shown) {
    const rows = [], still = [], absent = [];
    for (const spec of specs(data).filter(x => x.group === group)) {
      const lines = linesOf(spec, data, shown), value = lines.length ? flat(lines) : null;
      if (value !== null && spec.optional) still.push(spec.title + ' (' + Figures.figure(spec.unit, value) + ')');
      else if (lines.length) rows.push(spec.heat ? heatRow(spec, lines, shown) : lineRow(spec, lines, shown));
      else if (reason(spec, data)) absent.push(h('li', {}, spec.title + ': ' + reason(spec, data) + '.'));
    }
    const clock = t => Figures.clock(t), box = [];
    if (rows.length) {
      const readout = t => [['time', Figures.clock(t)]].concat(rows.map(row => [row.name, row.at(t)]).filter(r => r[1]));
      box.push(Plot.stack({ from: shown.from, to: shown.to, verticals: verticals(data), readout, rows: [phaseRow(data, shown), Plot.axis(clock), ...rows, Plot.axis(clock)] }));
    }
    if (still.length) box.push(h('p', { class: 'soft' }, 'The same all the time: ' + still.join(', ') + '.'));
    if (absent.length) box.push(h('p', { class: 'soft' }, 'Not measured here:'), h('ul', { class: 'soft' }, absent));
    return box;
  }

  /** Charts with buttons that show a part of the run; empty if there are none. */
  function draw(data, group) {
    const all = window_(data), box = h('div', { class: 'part' });
    if (!charts(data, group, all).length) return null;
    const views = [['Whole run', all]].concat(data.faults.map(f => {
      const end = f.recoveredAt === undefined ? f.at + 30 : f.recoveredAt;
      return ['Fault ' + f.fault, { from: Math.max(all.from, f.at - 10), to: Math.min(all.to, end + 10) }];
    }));
    const place = h('div', {}), tools = h('div', { class: 'tools', role: 'group', 'aria-label': 'Part of the run to show' });
    const show = (button, shown) => {
      tools.querySelectorAll('button').forEach(b => b.setAttribute('aria-pressed', String(b === button)));
      place.replaceChildren(...charts(data, group, shown));
      Plot.settle(place);
    };
    views.forEach(([name, shown], i) => {
      const button = h('button', { type: 'button', 'aria-pressed': String(i === 0) }, name);
      button.addEventListener('click', () => show(button, shown));
      tools.append(button);
    });
    if (views.length > 1) box.append(tools);
    box.append(place);
    place.append(...charts(data, group, all));
    return box;
  }

  return { draw };
}());
