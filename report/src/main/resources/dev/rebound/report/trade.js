'use strict';
/* What cells pay in one metric for another: a point for each cell, those that no other beats on a line, and the cheapest
 * that keeps a bound of the reader's own. Drawn as SVG in the style sheet's colours; the table below says the same. */
const Trades = (function () {
  const { h, section, table } = Page;
  const { s, round, marksPast, follow } = Plot;
  const HEIGHT = 330, LEFT = 66, RIGHT = 24, TOP = 26, FOOT = 44;

  function top(points, which) { return Math.max(...points.map(p => Math.max(p[which].at, p[which].high === undefined ? 0 : Math.min(p[which].high, p[which].at * 4)))) || 1; }

  function keeps(trade, p, bound) {
    return trade.wanted.better === 'higher is better' ? p.wanted.low >= bound : p.wanted.high !== undefined && p.wanted.high <= bound;
  }
  function cheapest(trade, bound) {
    const kept = trade.points.filter(p => keeps(trade, p, bound) && (trade.cost.better === 'higher is better' || p.cost.high !== undefined)), dear = trade.cost.better === 'higher is better' ? -1 : 1;
    return kept.sort((a, b) => dear * (a.cost.at - b.cost.at))[0];
  }

  /** One picture: what is wanted to the right, what it costs upwards. */
  function draw(trade, picture, width, bound, chosen) {
    const xs = marksPast(top(trade.points, 'wanted'), width < 480 ? 4 : 8), ys = marksPast(top(trade.points, 'cost'), 5);
    const right = width - RIGHT, floor = HEIGHT - FOOT, last = list => list[list.length - 1];
    const x = v => LEFT + Math.min(1, v / last(xs)) * (right - LEFT), y = v => floor - Math.min(1, v / last(ys)) * (floor - TOP);
    picture.replaceChildren();
    picture.setAttribute('viewBox', '0 0 ' + width + ' ' + HEIGHT);
    picture.setAttribute('height', HEIGHT);
    for (const v of ys) {
      picture.append(s('line', { class: v === 0 ? 'zero' : 'grid', x1: LEFT, x2: right, y1: round(y(v)), y2: round(y(v)) }), s('text', { class: 'tick', x: LEFT - 6, y: round(y(v) + 4), 'text-anchor': 'end' }, Figures.tickLabel(trade.cost.unit, v)));
    }
    for (const v of xs) picture.append(s('text', { class: 'tick', x: round(x(v)), y: floor + 16, 'text-anchor': 'middle' }, Figures.tickLabel(trade.wanted.unit, v)));
    picture.append(s('text', { class: 'tick', x: right, y: HEIGHT - 8, 'text-anchor': 'end' }, trade.wanted.noun + ' →'), s('text', { class: 'tick', x: 4, y: 11 }, '↑ ' + trade.cost.noun));
    if (bound > 0) picture.append(s('line', { class: 'bound', x1: round(x(bound)), x2: round(x(bound)), y1: TOP, y2: floor }));
    for (const scenario of [...new Set(trade.points.map(p => p.scenario))]) {
      const front = trade.points.filter(p => p.front && p.scenario === scenario).sort((a, b) => a.wanted.at - b.wanted.at);
      picture.append(s('path', { class: 'front', d: front.map((p, i) => (i ? 'L' : 'M') + round(x(p.wanted.at)) + ' ' + round(y(p.cost.at))).join('') }));
    }
    trade.points.forEach((p, i) => {
      const colour = 'var(--n' + trade.colours[trade.engines.indexOf(p.engine)] + ')', px = round(x(p.wanted.at)), py = round(y(p.cost.at));
      const bar = (a, b, c, d) => picture.append(s('line', { x1: a, x2: b, y1: c, y2: d, style: 'stroke:' + colour + ';stroke-width:2;opacity:.4' }));
      bar(round(x(p.wanted.low)), round(x(p.wanted.high === undefined ? last(xs) : p.wanted.high)), py, py);
      bar(px, px, round(y(p.cost.low)), round(y(p.cost.high === undefined ? last(ys) : p.cost.high)));
      // A figure that is only known to lie between two values is drawn from one to the other, not as a point.
      const known = (f, at, end) => f.from === undefined ? [at, at] : [f.from, f.to === undefined ? end : f.to];
      const across = known(p.wanted, p.wanted.at, last(xs)).map(x), up = known(p.cost, p.cost.at, last(ys)).map(y);
      const dot = p.wanted.from === undefined && p.cost.from === undefined
        ? s('circle', { cx: px, cy: py, r: p === chosen ? 8 : 5, style: 'stroke:' + colour + ';stroke-width:2;fill:' + (p.front ? colour : 'var(--paper)') })
        : s('rect', { x: round(across[0] - 3), y: round(up[1] - 4), width: round(across[1] - across[0] + 6), height: round(up[0] - up[1] + 8), rx: 4, style: 'stroke:' + colour + ';stroke-width:' + (p === chosen ? 4 : 2) + ';fill:' + (p.front ? colour : 'var(--paper)') + ';fill-opacity:.6' });
      dot.append(s('title', {}, p.label + ': ' + p.wanted.text + ', ' + p.cost.text));
      picture.append(dot, s('text', { class: 'tick', x: px + 8, y: py - 7 }, String(i + 1)));
    });
  }

  function words(trade, bound, chosen) {
    if (!(bound > 0)) return 'Give a bound, and the cheapest cell that keeps it is named.';
    if (!chosen) return 'No cell is known to keep it.';
    return 'The cheapest that keeps it: ' + (trade.points.indexOf(chosen) + 1) + ', ' + [chosen.scenario, chosen.label].join(', ') + ' (' + trade.wanted.noun + ' ' + chosen.wanted.text + ', ' + trade.cost.noun + ' ' + chosen.cost.text + ')' + (chosen.wanted.sure ? '.' : '; too few runs for an interval, so by its figure alone.');
  }

  function one(trade, at) {
    const time = trade.wanted.unit === 'ms', id = 'bound-' + at;
    const input = h('input', { type: 'number', id, min: '0', step: 'any', inputmode: 'decimal' }), said = h('p', { role: 'status' });
    const picture = s('svg', { role: 'img', 'aria-label': trade.cost.noun + ' against ' + trade.wanted.noun + ': the table below has each figure' });
    const title = trade.cost.noun + ' against ' + trade.wanted.noun;
    const frame = h('div', { class: 'trade' }, picture);
    const number = p => String(trade.points.indexOf(p) + 1);
    const paint = () => {
      const bound = Number(input.value) * (time ? 1000 : 1), chosen = bound > 0 ? cheapest(trade, bound) : undefined;
      said.textContent = words(trade, bound, chosen);
      if (frame.clientWidth) draw(trade, picture, frame.clientWidth, bound, chosen);
    };
    input.addEventListener('input', paint);
    follow(frame, paint);
    paint();
    return h('div', { class: 'block' }, h('figure', {}, h('figcaption', {}, h('h3', {}, title.split(' ')[0].includes('.') ? title : title.charAt(0).toUpperCase() + title.slice(1)), h('small', {}, 'Filled, on the line: no other cell of its scenario is as good in both and better in one. Box: the figure is only known to lie within it. Bars: 95 % intervals, or what is known of the figure.')), frame),
      h('p', { class: 'ask' }, h('label', { for: id }, (trade.wanted.better === 'higher is better' ? 'Least ' : time ? 'Longest ' : 'Most ') + trade.wanted.noun + ' that will do' + (time ? ', in seconds ' : ' ')), input), said,
      table([['', number], ['Cell', p => [p.scenario, p.label].join(', ')], [trade.wanted.noun, p => p.wanted.text, true], [trade.cost.noun, p => p.cost.text, true], ['', p => p.front ? 'on the front' : '']], trade.points));
  }

  /** The section of all trade-offs; null if there is none. */
  function all(data) {
    return (data.trades || []).length ? section('What it costs', data.trades.map(one)) : null;
  }
  return { section: all };
}());
