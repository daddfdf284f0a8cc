'use strict';
/* How rates grow with a number: points with their intervals, the fitted law dashed through them, and beyond what was measured,
 * set apart, what that model says. Drawn as SVG in the style sheet's colours; the table below has each figure that was measured. */
const Scalings = (function () {
  const { h, section, table } = Page;
  const { s, round, marksPast, follow } = Plot;
  const HEIGHT = 340, LEFT = 66, RIGHT = 24, TOP = 30, FOOT = 44, TONES = 8, FAR = 1.6;

  const colour = i => 'var(--n' + i % TONES + ')';
  function highest(lines) {
    const all = lines.flatMap(l => l.points.concat(l.curve)), most = Math.max(...all.map(p => p.value), 1);
    return Math.max(most, ...all.map(p => p.low === undefined ? 0 : Math.min(p.high === undefined ? Infinity : p.high, FAR * most)));
  }

  function draw(scaling, lines, picture, width) {
    const ys = marksPast(highest(lines), 5), top = ys[ys.length - 1], right = width - RIGHT, floor = HEIGHT - FOOT;
    const numbers = lines.flatMap(l => l.points.map(p => p.at)), first = Math.min(...numbers), measured = Math.max(...numbers), last = Math.max(measured, ...lines.flatMap(l => l.ahead));
    const x = v => LEFT + 16 + (last > first ? Math.log(v / first) / Math.log(last / first) : 0) * (right - LEFT - 32), y = v => floor - Math.min(1, v / top) * (floor - TOP);
    const path = (points, value) => points.map((p, i) => (i ? 'L' : 'M') + round(x(p.at)) + ' ' + round(y(value(p)))).join('');
    picture.replaceChildren();
    picture.setAttribute('viewBox', '0 0 ' + width + ' ' + HEIGHT);
    picture.setAttribute('height', HEIGHT);
    for (const v of ys) picture.append(s('line', { class: v === 0 ? 'zero' : 'grid', x1: LEFT, x2: right, y1: round(y(v)), y2: round(y(v)) }), s('text', { class: 'tick', x: LEFT - 6, y: round(y(v) + 4), 'text-anchor': 'end' }, Figures.tickLabel(scaling.unit, v)));
    for (const v of [...new Set(numbers.concat(lines.flatMap(l => l.ahead)))]) picture.append(s('text', { class: 'tick', x: round(x(v)), y: floor + 16, 'text-anchor': 'middle' }, String(v)));
    picture.append(s('text', { class: 'tick', x: right, y: HEIGHT - 8, 'text-anchor': 'end' }, scaling.key + ' →'));
    if (last > measured) {
      const end = round(x(measured) + 8);
      picture.append(s('rect', { class: 'model', x: end, y: TOP - 12, width: Math.max(0, right - end), height: floor - TOP + 12 }), s('text', { class: 'tick', x: end + 4, y: TOP - 18 }, width < 480 ? 'a model →' : 'a model, not measured →'), s('text', { class: 'tick', x: end - 4, y: TOP - 18, 'text-anchor': 'end' }, '← measured'));
    }
    lines.forEach((line, i) => {
      const tone = 'stroke:' + colour(i), within = line.curve.filter(p => p.at <= line.last), beyond = line.curve.slice(Math.max(0, within.length - 1)), aside = 4 * (i - (lines.length - 1) / 2);
      if (!line.curve.length) picture.append(s('path', { class: 'straight', style: tone, d: path(line.points, p => p.value) }));
      picture.append(s('path', { class: 'law', style: tone, d: path(within, p => p.value) }), s('path', { class: 'law beyond', style: tone, d: path(beyond, p => p.value) }));
      if (beyond.length && beyond.every(p => p.low !== undefined)) {
        picture.append(s('path', { class: 'band', style: 'fill:' + colour(i), d: path(beyond, p => p.low) + path(beyond.slice().reverse(), p => p.high === undefined ? top : p.high).replace('M', 'L') + 'Z' }));
      }
      for (const p of line.points) {
        const at = round(x(p.at) + aside);
        if (p.low !== undefined) picture.append(s('line', { x1: at, x2: at, y1: round(y(p.low)), y2: round(y(p.high === undefined ? top : p.high)), style: tone + ';stroke-width:2;opacity:.5' }));
        const dot = s('circle', { cx: at, cy: round(y(p.value)), r: 4, style: 'fill:' + colour(i) });
        dot.append(s('title', {}, line.label + ', ' + p.words[0] + ': ' + p.words[1]));
        picture.append(dot);
      }
    });
  }

  /** The chart and table of a scenario; the last one of a number has what is said of all. */
  function one(scaling, scenario, last) {
    const lines = scaling.lines.filter(l => l.scenario === scenario), title = scenario + ': ' + scaling.title;
    const picture = s('svg', { role: 'img', 'aria-label': title + ': the table below has each figure' }), frame = h('div', { class: 'scaling' }, picture);
    follow(frame, width => draw(scaling, lines, picture, width));
    const key = h('p', { class: 'lines' }, lines.map((line, i) => {
      const swatch = h('i', { class: 'swatch' });
      swatch.style.background = colour(i);
      return h('span', {}, swatch, line.label);
    }));
    const rows = lines.flatMap(line => line.points.map((p, i) => ({ label: i ? '' : line.label, words: p.words })));
    return h('div', { class: 'block' }, h('figure', {}, h('figcaption', {}, h('h3', {}, title), h('small', {}, scaling.about + ' Dots are means over runs, upright bars their intervals' + (scaling.model ? '; dashed is the fitted law, beyond what was measured with the interval of what it says.' : '.'))), key, frame),
      table([['', r => r.label]].concat(scaling.columns.map((name, i) => [name.includes('.') ? name : name.charAt(0).toUpperCase() + name.slice(1), r => r.words[i], true])), rows),
      last ? h('ul', { class: 'said' }, scaling.said.map(one => h('li', {}, one))) : null, last && scaling.model ? h('p', { class: 'soft' }, scaling.model) : null);
  }

  /** The section of all of them; null if there is none. */
  function all(data) {
    return (data.scalings || []).length ? section('Scaling', data.scalings.flatMap(scaling => [...new Set(scaling.lines.map(l => l.scenario))].map((scenario, i, all) => one(scaling, scenario, i === all.length - 1)))) : null;
  }
  return { section: all };
}());
