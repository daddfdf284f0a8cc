'use strict';
/* The story of one fault: a sentence, the steps, and what lanes, frontier and readers saw, on one axis whose 0 is the signal. */
const Card = (function () {
  const { h, STEPS } = Page, { s, round } = Plot, { term } = Terms;
  const LANES = { f: 'flows', w: 'waits', s: 'silent', b: 'below', c: 'catches' };
  const LANE_WORDS = { f: 'flow', c: 'catch up', s: 'silent', b: 'below, with some output', w: 'nothing missing yet' };

  /** Between commits a lane shows nothing, whatever it does. */
  function words(scene, state) { return state === 'w' && scene.batches ? 'waiting for a commit' : LANE_WORDS[state]; }
  function number(v) { return v === 'NaN' || v === null || v === undefined ? null : v === 'Infinity' ? Infinity : v; }
  function seconds(ms) { return Math.abs(ms) < 0.5 ? '0 s' : (ms < 0 ? '−' : '') + Figures.millis(Math.abs(ms)); }
  function plural(count, noun) { return Figures.grouped(count, 0) + ' ' + noun + (count === 1 ? '' : 's'); }

  /** Letters of states, written out where they have a number behind them. */
  function written(states) { return states.replace(/([a-z])(\d+)/g, (all, letter, count) => letter.repeat(Number(count))); }

  /** A scene with numbers that can be drawn, and what follows from them. */
  function read(scene) {
    const buckets = scene.due.length, size = scene.bucketMillis / 1000, from = scene.fromMillis / 1000;
    const missing = [];
    let sum = 0;
    for (let b = 0; b < buckets; b++) { sum += scene.due[b] - scene.seen[b]; missing.push(sum); }
    const before = missing.slice(0, Math.max(1, Math.round(-from / size))), least = Math.min(...before);
    const whole = {
      ...scene, lanes: scene.lanes.map(l => ({ ...l, states: written(l.states) })), buckets, size, from, to: from + buckets * size, band: number(scene.bandMillis),
      age: scene.ageMillis.map(number), wait50: scene.p50.map(number), wait99: scene.p99.map(number),
      missing: missing.map(v => Math.max(0, v - least)), before: before.length
    };
    return { ...whole, scale: scale([whole], whole.to) };
  }

  /** How many buckets of this length begin by then. */
  function until(scene, to, size) { return Math.max(0, Math.ceil((to - scene.from) / size - 1e-6)); }

  /** The highest values of some scenes by then: cards that are to be compared have one scale. */
  function scale(scenes, to) {
    const most = (values, least) => values.reduce((a, b) => b !== null && b !== Infinity && b > a ? b : a, least);
    const all = { age: 0, rate: 1, missing: 1, wait: 1 };
    for (const x of scenes) {
      const n = until(x, to, x.size), due = x.due.slice(0, n), mean = due.reduce((a, b) => a + b, 0) / Math.max(1, n);
      all.age = Math.max(all.age, most(x.age.slice(0, n), (x.band || 0) * 1.2));
      // What was missing matters; the peak that made up for it may be ten times as high.
      all.rate = Math.max(all.rate, Math.min(most(due.concat(x.seen.slice(0, n)), 0), 3 * Math.max(mean, x.size)) / x.size);
      all.missing = Math.max(all.missing, most(x.missing.slice(0, n), 0));
      all.wait = Math.max(all.wait, most(x.wait99.slice(0, until(x, to, x.latencyMillis / 1000)), 0));
    }
    return all;
  }

  /** What was done and undone, those at about the same moment as one. */
  function happenings(fault) {
    const all = [];
    for (const m of fault.marks.slice().sort((a, b) => a.at - b.at)) {
      const last = all.find(o => o.kind === m.kind && o.what === m.what && m.at - o.until < 400);
      if (last) { last.nodes.push(m.node); last.until = m.at; } else all.push({ ...m, until: m.at, nodes: [m.node] });
    }
    return all.map(m => {
      const who = m.nodes.length > 2 ? m.nodes.length + ' nodes' : m.nodes.join(', ');
      return { ...m, text: m.kind === 'signal' ? m.what + ' ' + who : m.kind === 'back' ? who + ' back' : who + ' died' };
    });
  }

  function verticals(fault, events) {
    const found = fault.steps.filter(x => STEPS.includes(x.step)).map(x => ({ at: x.max / 1000, kind: 'bound', title: x.step + ' ' + x.text }));
    events.forEach(m => found.push({ at: m.at / 1000, kind: m.kind, title: m.text }));
    fault.dips.forEach(d => found.push({ at: d.at / 1000, kind: 'dip', title: d.kind }));
    if (fault.outage.state === 'ended') found.push({ at: fault.outage.millis / 1000, kind: 'outageend', title: 'outage over' });
    if (fault.recovery.state === 'ended') found.push({ at: fault.recovery.millis / 1000, kind: 'caught', title: 'caught up' });
    return found;
  }

  function label(t, step) { return t === 0 ? '0' : (t < 0 ? '−' : '') + Figures.grouped(Math.abs(t), step < 1 ? 1 : 0) + ' s'; }

  /** What happened, in words above the bar, and the bar of steps. */
  function ruler(fault, events, watched) {
    const size = 12;
    const items = events.map(m => ({ at: m.at / 1000, text: m.text, kind: m.kind }))
      .concat(fault.dips.map(d => ({ at: d.at / 1000, text: d.kind, kind: 'dip' })));
    const laid = area => Plot.words(items.filter(m => m.at >= area.from && m.at <= area.to).map(m => ({ ...m, x: area.x(m.at) })), area, size);
    return {
      name: 'What happened',
      id: '', after: stepList(fault),
      height(width) {
        const area = { left: 56, right: width - 10, from: this.from, to: this.to, x: t => 56 + (t - this.from) / (this.to - this.from) * (width - 66) };
        return laid(area).rows * 16 + 50;
      },
      draw(area) {
        const { placed, rows } = laid(area), top = rows * 16 + 4;
        for (const m of placed) {
          area.box.append(s('line', { class: 'flag ' + m.kind, x1: round(m.x), x2: round(m.x), y1: m.row * 16 + 2, y2: top }));
          area.box.append(s('text', { class: 'flagword ' + m.kind, x: round(m.anchor === 'end' ? m.x - 5 : m.x + 5), y: m.row * 16 + 12, 'text-anchor': m.anchor }, m.text));
        }
        let reached = 0;
        area.box.append(s('rect', { class: 'track', x: area.left, y: top, width: area.right - area.left, height: 16 }));
        STEPS.forEach((name, i) => {
          const step = fault.steps.find(x => x.step === name);
          if (!step || step.max <= reached || reached / 1000 >= area.to) return;
          const a = area.x(reached / 1000), b = area.x(Math.min(area.to, step.max / 1000));
          area.box.append(s('rect', { class: 'step' + i, x: round(a), y: top, width: round(Math.max(1.5, b - a - 1)), height: 16 }, s('title', {}, 'until ' + name + ': ' + step.text)));
          reached = step.max;
        });
        if (fault.recovery.state === 'unended' && reached / 1000 < area.to) {
          const a = area.x(reached / 1000), b = area.x(Math.min(area.to, watched));
          area.box.append(s('rect', { class: 'unended', x: round(a), y: top, width: round(Math.max(0, b - a)), height: 16 }, s('title', {}, 'not caught up')));
        }
        if (fault.outage.state === 'ended' || fault.outage.state === 'unended') {
          const end = area.x(Math.min(area.to, fault.outage.state === 'ended' ? fault.outage.millis / 1000 : watched));
          area.box.append(s('rect', { class: 'outagebar', x: round(area.x(0)), y: top + 19, width: round(Math.max(2, end - area.x(0))), height: 4 }));
        }
        Plot.ticks(area, top + 27, label);
      }
    };
  }

  function stepList(fault) {
    const items = STEPS.map((name, i) => {
      const step = fault.steps.find(x => x.step === name), why = (fault.notApplicable || {})[name];
      const swatch = h('i', { class: 'swatch step' + i });
      return step ? h('li', {}, swatch, term(name), ' ', h('b', {}, step.text)) : h('li', { class: 'none' }, swatch, term(name), ' ', why ? 'none' : 'not known');
    });
    fault.steps.filter(x => !STEPS.includes(x.step)).forEach(x => items.push(h('li', {}, x.step + ' ', h('b', {}, x.text))));
    items.push(h('li', {}, h('i', { class: 'swatch line-swatch' }), term('outage'), ' ', h('b', {}, fault.outage.text)));
    return h('ul', { class: 'steps' }, items);
  }

  function lanes(scene) {
    const count = scene.lanes.length, inputs = scene.lanes.filter(l => l.name.startsWith('input')).length;
    const longest = scene.lanes.flatMap(l => l.below.filter(b => b.outage).map(b => ({ lane: l.name, ...b }))).sort((a, b) => (a.ended - b.ended) || b.untilMillis - a.untilMillis)[0];
    const some = scene.lanesDue > count ? ' The ' + count + ' that were below for longest are drawn.' : '';
    const summary = (!longest ? 'All ' + scene.lanesDue + ' lanes flowed.'
      : scene.lanesBelow + ' of ' + scene.lanesDue + ' lanes stopped; ' + (longest.ended ? 'the last, ' + longest.lane + ', for ' + seconds(longest.untilMillis) : longest.lane + ' to the end') + '.') + some;
    const key = h('p', { class: 'key' }, ['f', 'c', 's', 'b', 'w'].filter(k => scene.lanes.some(l => l.states.includes(k))).map(k => h('span', {}, h('i', { class: 'state ' + LANES[k] }), words(scene, k))));
    const row = width => count <= 20 ? (width < 560 ? 7 : 10) : count <= 40 ? 6 : 4;
    const gap = inputs > 0 && inputs < count ? 8 : 0;
    return {
      name: 'Lanes', title: [term('lane', 'Lanes'), ', in cells of ' + Figures.grouped(scene.bucketMillis, 0) + ' ms'], summary, key,
      height: width => count * row(width) + gap + 4,
      draw(area) {
        const high = row(area.width), cells = {}, shown = Math.min(scene.buckets, until(scene, area.to, scene.size)), width = area.x(scene.size) - area.x(0), inner = Math.max(0.6, width - (width > 3.5 ? 1 : 0));
        const y = i => 2 + i * high + (i >= inputs ? gap : 0);
        scene.lanes.forEach((lane, i) => {
          let b = 0;
          while (b < shown) {
            const state = lane.states[b];
            let end = b + 1;
            // Cells too narrow to be told apart are drawn as one.
            if (width <= 3.5) while (end < shown && lane.states[end] === state) end++;
            (cells[state] = cells[state] || []).push([area.left + b * width, y(i), (end - b - 1) * width + inner, high - (high > 4 ? 1.5 : 1)]);
            b = end;
          }
        });
        for (const [state, all] of Object.entries(cells)) area.box.append(s('path', { class: 'state ' + LANES[state], d: Plot.boxes(all) }));
        const label = (text, from, to) => area.box.append(s('text', { class: 'tick', x: area.left - 6, y: (y(from) + y(to - 1) + high) / 2 + 4, 'text-anchor': 'end' }, text));
        if (inputs > 0) label('inputs', 0, inputs);
        if (inputs < count) label('outputs', inputs, count);
        const drawn = area.x(scene.to);
        if (area.right - drawn > 80) area.box.append(s('text', { class: 'tick', x: round(drawn + 8), y: round((y(count - 1) + high) / 2 + 4) }, 'not drawn'));
      }
    };
  }

  function age(scene, fault) {
    const known = scene.age.map(v => v === null ? 0 : v), highest = Math.max(...known);
    const back = fault.recovery.state === 'ended' ? '; back inside it after ' + seconds(fault.recovery.millis) : fault.recovery.state === 'unended' ? '; not back inside it while it was watched' : '';
    return {
      name: 'Frontier age', title: [term('frontier age', 'Frontier age'), ', as audited'],
      summary: 'Up to ' + Figures.millis(highest) + (scene.band ? '; the band reaches to ' + Figures.millis(scene.band) + back : '') + '.',
      height: width => width < 560 ? 78 : 96,
      draw(area) {
        const y = Plot.values(area, scene.scale.age, 'ms'), xs = along(scene, area, scene.size);
        if (scene.band) {
          area.box.append(s('rect', { class: 'band', x: area.left, width: area.right - area.left, y: round(y(scene.band)), height: round(Math.max(1, y(0) - y(scene.band))) }));
          area.box.append(s('line', { class: 'bandline', x1: area.left, x2: area.right, y1: round(y(scene.band)), y2: round(y(scene.band)) }));
          area.box.append(s('text', { class: 'word', x: area.left + 4, y: round(Math.max(10, y(scene.band) - 4)) }, 'band'));
        }
        area.box.append(s('path', { class: 'main', d: Plot.steps(known.slice(0, until(scene, area.to, scene.size)).map(y), xs) }));
        if (fault.recovery.state === 'ended' && scene.caughtUpMillis !== null && scene.band && scene.caughtUpMillis / 1000 <= area.to) decides(area, scene.caughtUpMillis / 1000, y(scene.band), 'caught up ' + seconds(scene.caughtUpMillis));
      }
    };
  }

  /** Where buckets begin; nothing is drawn beyond the end of the axis. */
  function along(scene, area, size) { return i => Math.min(area.right, area.x(Math.min(scene.to, scene.from + i * size))); }

  /** The instant that a figure is taken from. */
  function decides(area, at, y, text) {
    const x = area.x(at), narrow = area.width < 560, left = narrow || x + 9 + text.length * 7 > area.right;
    area.box.append(s('circle', { class: 'decides', cx: round(x), cy: round(y), r: 4 }), s('text', { class: 'word strong', x: round(left ? x - 9 : x + 9), y: narrow ? 11 : round(Math.max(11, y - 12)), 'text-anchor': left ? 'end' : 'start' }, text));
  }

  function rate(scene) {
    const perSecond = counts => counts.map(c => c / scene.size), due = perSecond(scene.due), seen = perSecond(scene.seen);
    const mean = due.reduce((a, b) => a + b, 0) / due.length, peak = Math.max(...seen.slice(scene.before)), behind = Math.max(...scene.missing);
    return {
      name: 'Output', title: ['Output ', term('delivered'), ' against output ', term('due')],
      summary: Figures.grouped(mean, 0) + ' a second were due; up to ' + plural(behind, 'output') + ' were missing; up to ' + Figures.grouped(peak, 0) + ' a second made up for it.',
      key: key([['delivered', 'main'], ['due', 'dueline'], ['missing', 'gap'], ['made up for', 'surplus']]),
      height: width => width < 560 ? 78 : 96,
      draw(area) {
        const n = until(scene, area.to, scene.size), top = scene.scale.rate, y = Plot.values(area, top, 'records/s'), xs = along(scene, area, scene.size), gap = [], surplus = [];
        due.slice(0, n).forEach((d, i) => {
          const box = [xs(i), Math.min(y(d), y(seen[i])), xs(i + 1) - xs(i), Math.abs(y(d) - y(seen[i]))];
          (seen[i] < d ? gap : surplus).push(box);
        });
        area.box.append(s('path', { class: 'gap', d: Plot.boxes(gap) }), s('path', { class: 'surplus', d: Plot.boxes(surplus) }),
          s('path', { class: 'dueline', d: Plot.steps(due.slice(0, n).map(y), xs) }), s('path', { class: 'main', d: Plot.steps(seen.slice(0, n).map(y), xs) }));
        if (peak > 1.1 * top && seen.indexOf(peak) < n) {
          const x = xs(seen.indexOf(peak)), left = x + 150 > area.right;
          area.box.append(s('text', { class: 'word', x: round(left ? x - 6 : xs(seen.indexOf(peak) + 1) + 6), y: 11, 'text-anchor': left ? 'end' : 'start' }, 'up to ' + Figures.grouped(peak, 0)));
        }
      }
    };
  }

  /** Whether output comes in batches, committed or not: then most of the time before the signal none comes. */
  function bursts(scene) {
    const before = scene.due.slice(0, scene.before).map((due, b) => due > 0 ? scene.seen[b] : null).filter(v => v !== null);
    return scene.batches || before.length > 4 && before.filter(v => v === 0).length > before.length / 2;
  }

  /** Output that comes in batches has no rate from bucket to bucket: how much was missing is drawn instead. */
  function missing(scene) {
    const highest = Math.max(...scene.missing), usual = Math.max(...scene.missing.slice(0, scene.before));
    return {
      name: 'Output that was missing', title: ['Output ', term('due'), ' and not yet ', term('delivered')],
      summary: 'Up to ' + Figures.grouped(usual, 0) + ' before the signal, between ' + (scene.batches ? 'commits' : 'batches') + '; up to ' + Figures.grouped(highest, 0) + ' after it.',
      height: width => width < 560 ? 78 : 96,
      draw(area) {
        const shown = scene.missing.slice(0, until(scene, area.to, scene.size)), y = Plot.values(area, scene.scale.missing, 'outputs'), xs = along(scene, area, scene.size), steps = Plot.steps(shown.map(y), xs);
        area.box.append(s('path', { class: 'gap', d: steps + 'V' + round(y(0)) + 'H' + round(xs(0)) + 'z' }), s('path', { class: 'main', d: steps }));
      }
    };
  }

  function wait(scene) {
    const size = scene.latencyMillis / 1000;
    // What was due before the signal and came after it is not usual either.
    const spared = (v, i) => v !== null && scene.from + (i + 1) * size + v / 1000 <= 0;
    const usual = Math.max(0, ...scene.wait99.filter(spared)), never = scene.wait99.some(v => v === Infinity);
    const worst = Math.max(0, ...scene.wait99.filter((v, i) => v !== null && v !== Infinity && !spared(v, i)));
    return {
      name: 'Wait of readers', title: [term('wait', 'Wait'), ' of readers, by when output was due'],
      summary: (usual ? 'p99 rose from ' + Figures.millis(usual) + ' to ' : 'p99 was up to ') + (never ? 'no end: 1 % or more never came' : Figures.millis(worst)) + '.',
      key: h('p', { class: 'key' }, h('span', {}, h('i', { class: 'line main' }), term('p99')), h('span', {}, h('i', { class: 'line second' }), term('p50'))),
      height: width => width < 560 ? 78 : 96,
      draw(area) {
        const y = Plot.values(area, scene.scale.wait, 'ms'), xs = along(scene, area, size), n = until(scene, area.to, size);
        const px = v => v === null ? null : v === Infinity ? 2 : y(v);
        area.box.append(s('path', { class: 'second', d: Plot.steps(scene.wait50.slice(0, n).map(px), xs) }), s('path', { class: 'main', d: Plot.steps(scene.wait99.slice(0, n).map(px), xs) }));
        const first = scene.wait99.slice(0, n).indexOf(Infinity), left = area.right - xs(first + 1) < 44;
        if (first >= 0) area.box.append(s('text', { class: 'word strong', x: round(left ? xs(first) - 4 : xs(first + 1) + 4), y: 12, 'text-anchor': left ? 'end' : 'start' }, 'never'));
      }
    };
  }

  function key(items) { return h('p', { class: 'key' }, items.map(([text, kind]) => h('span', {}, h('i', { class: (kind === 'gap' || kind === 'surplus' ? 'state ' : 'line ') + kind }), text))); }

  function at(scene, t) {
    const b = Math.max(0, Math.min(scene.buckets - 1, Math.floor((t - scene.from) / scene.size)));
    const w = Math.max(0, Math.min(scene.wait99.length - 1, Math.floor((t - scene.from) / (scene.latencyMillis / 1000))));
    const states = {};
    scene.lanes.forEach(l => { states[l.states[b]] = (states[l.states[b]] || 0) + 1; });
    return { b, w, start: scene.from + b * scene.size, states };
  }
  function waited(v) { return v === null ? '–' : v === Infinity ? 'never' : Figures.millis(v); }

  function readout(scene) {
    return t => {
      if (t >= scene.to) return [['from the signal', seconds(t * 1000)], ['not drawn', '']];
      const { b, w, start, states } = at(scene, t), rows = [['from the signal', seconds(start * 1000)]];
      ['s', 'b', 'c', 'f', 'w'].filter(k => states[k]).forEach(k => rows.push(['lanes: ' + words(scene, k), String(states[k])]));
      rows.push(['frontier age', Figures.millis(scene.age[b] || 0)], ['due, delivered', scene.due[b] + ', ' + scene.seen[b]], ['missing', Figures.grouped(scene.missing[b], 0)], ['wait p99', waited(scene.wait99[w])]);
      return rows;
    };
  }

  function tables(scene) {
    const per = 'in ' + Figures.grouped(scene.bucketMillis, 0) + ' ms';
    return [
      Plot.folded('As a table', () => Plot.plain(['From the signal', 'Lanes silent', 'below', 'catching up', 'Frontier age', 'Due ' + per, 'Delivered', 'Missing', 'Wait p50', 'p99'],
        scene.due.map((due, b) => {
          const { w, start, states } = at(scene, scene.from + (b + 0.5) * scene.size);
          return [seconds(start * 1000), String(states.s || 0), String(states.b || 0), String(states.c || 0), Figures.millis(scene.age[b] || 0), String(due), String(scene.seen[b]), Figures.grouped(scene.missing[b], 0), waited(scene.wait50[w]), waited(scene.wait99[w])];
        }))),
      Plot.folded('Lanes', () => Plot.plain(['Lane', 'Below, from the signal', 'Due', 'Delivered'], scene.lanes.map(l => [l.name,
        l.below.map(b => seconds(b.fromMillis) + ' to ' + (b.ended ? seconds(b.untilMillis) : 'the end')).join(', ') || 'never',
        Figures.grouped(l.due.reduce((a, b) => a + b, 0), 0), Figures.grouped(l.seen.reduce((a, b) => a + b, 0), 0)])))
    ];
  }

  function fact(name, value, small) { return h('div', {}, h('dt', {}, name), h('dd', {}, value === 'no dip' ? term('no dip', value) : value, small ? h('small', {}, ' ' + small) : null)); }

  function facts(fault) {
    return h('dl', { class: 'facts' }, fault.away ? fact('Away', fault.away) : null, fact(term('outage', 'Outage'), fault.outage.text, fault.outage.between), fact(term('recovery', 'Recovery'), fault.recovery.text, fault.recovery.between),
      fault.disrupted.text !== fault.outage.text ? fact(term('disrupted', 'Disrupted'), fault.disrupted.text, fault.disrupted.between) : null,
      fault.load ? fact(term('load ÷ capacity', 'Load ÷ capacity'), fault.load) : null);
  }

  /** What offsets and append times tell beside identities, folded. */
  function byOffsets(view) {
    const cells = s => [s.text, s.between].filter(Boolean).join(' ');
    return h('details', { class: 'astable' }, h('summary', {}, 'By offsets'), h('p', { class: 'soft' }, 'Without a look at identities, ' + view.note + ': outage ' + cells(view.outage) + ', recovery ' + cells(view.recovery) + '.'));
  }

  /** What else was below in the watch; more than a few are folded. */
  function said(all) {
    const list = some => h('ul', { class: 'soft said' }, some.map(d => h('li', {}, Terms.explained(d[0].toUpperCase() + d.substring(1) + '.', { 'Second stop': 'second stop', 'Later dip': 'later dip', 'Disrupted': 'disrupted' }))));
    return all.length <= 4 ? [list(all)] : [list(all.slice(0, 3)), h('details', { class: 'astable' }, h('summary', {}, all.length - 3 + ' more dips'), list(all.slice(3)))];
  }

  const WORDS = { 'lanes': 'lane', 'lost': 'lost', 'duplicated': 'duplicated', 'uncommitted': 'uncommitted', 'diverged': 'diverged', 'reordered': 'reordered', 'unexpected': 'unexpected' };

  /** The pictures of a fault on an axis in seconds from its signal. */
  function pictures(fault, scene, axis) {
    const events = happenings(fault), top = { ...ruler(fault, events, scene.watchedMillis / 1000), from: axis.from, to: axis.to };
    const rows = [top, lanes(scene), age(scene, fault), bursts(scene) ? missing(scene) : rate(scene), wait(scene), Plot.axis(label)];
    return Plot.stack({ from: axis.from, to: axis.to, verticals: verticals(fault, events), rows, readout: readout(scene) });
  }

  /** The card of a fault; of one that was not judged, what is known. */
  function draw(fault, raw, provisional) {
    const judged = fault.recovery !== undefined, [first, ...rest] = judged ? fault.story : [fault.title + '.'];
    const card = h('article', { class: 'card', id: 'fault-' + fault.fault, tabindex: '-1', 'aria-labelledby': 'fault-' + fault.fault + '-name' },
      h('p', { class: 'when' }, 'Fault ' + fault.fault + ', at ' + fault.clock),
      h('h3', { id: 'fault-' + fault.fault + '-name' }, first),
      judged ? h('p', { class: 'lead' }, Terms.explained(rest.join(' '), WORDS)) : h('p', { class: 'lead' }, provisional ? 'Outage, recovery and losses are worked out after the run.' : 'The run ended before this fault was judged.'));
    if (judged) card.append(facts(fault));
    if (fault.said && fault.said.length) card.append(...said(fault.said));
    if (fault.byOffsets) card.append(byOffsets(fault.byOffsets));
    if (raw && raw.due.length) {
      const scene = read(raw);
      card.append(pictures(fault, scene, scene), ...tables(scene));
    } else if (judged) {
      card.append(stepList(fault), h('p', { class: 'absent' }, 'Not drawn: this run was checked by an earlier version. Run ', h('code', {}, 'rebound check'), ' on its folder to have it drawn.'));
    }
    card.append(h('details', { class: 'astable' }, h('summary', {}, 'Proof'), h('ul', { class: 'plain soft' }, fault.confirmations.concat(fault.healed).map(t => h('li', {}, t)))));
    return card;
  }

  return { draw, seconds, read, scale, pictures, tables, facts };
}());
