'use strict';
/*
 * Small pictures on one axis of time, as SVG whose colours are the style sheet's variables, so that they follow the
 * reader's colour scheme and print sharply. A stack is a column of rows; what stands at one moment stands at one place in
 * all of them. Nothing here listens to the wheel.
 */
const Plot = (function () {
  const { h } = Page;
  const GUTTER = 56, RIGHT = 10;

  function s(tag, attributes, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter(c => c !== null && c !== undefined));
    return element;
  }
  function round(v) { return Math.round(v * 10) / 10; }

  /** Marks that read well from 0 to a highest value; times in ms by minutes and seconds, bytes by powers of two. */
  function marks(highest, unit, most) {
    if (!(highest > 0)) return [0];
    let step;
    if (unit === 'share') return [0, 0.5, 1];
    if (unit.startsWith('bytes')) step = Math.pow(2, Math.ceil(Math.log2(highest / most)));
    else if (unit === 'ms' && highest >= 5000) step = [2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600, 7200].map(x => x * 1000).find(x => x >= highest / most) || highest;
    else {
      const power = Math.pow(10, Math.floor(Math.log10(highest / most)));
      step = [1, 2, 5, 10].map(x => x * power).find(x => x >= highest / most * 0.999);
    }
    const found = [];
    for (let v = 0; v <= highest * 1.0001; v += step) found.push(v);
    return found;
  }

  /** Round marks from 0 to past a highest value. */
  function marksPast(highest, most) {
    const power = Math.pow(10, Math.floor(Math.log10(highest / most))), step = [1, 2, 2.5, 5, 10].map(m => m * power).find(x => x >= highest / most), found = [];
    for (let v = 0; v < highest + step; v += step) found.push(v);
    return found;
  }

  /** Steps of an axis of time in seconds. */
  function timeStep(seconds, width) {
    const least = seconds / Math.max(2, width / 64);
    return [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600].find(x => x >= least) || Math.ceil(least / 3600) * 3600;
  }

  /** A path that keeps each value for the length of its bucket; null leaves a gap. Values are pixels. */
  function steps(values, xs) {
    let path = '', open = false;
    values.forEach((y, i) => {
      if (y === null || y === undefined) { open = false; return; }
      path += open ? 'V' + round(y) : 'M' + round(xs(i)) + ' ' + round(y);
      path += 'H' + round(xs(i + 1));
      open = true;
    });
    return path;
  }

  /** A path through points; null leaves a gap. */
  function line(values, xs) {
    let path = '', open = false;
    values.forEach((y, i) => {
      if (y === null || y === undefined) { open = false; return; }
      path += (open ? 'L' : 'M') + round(xs(i)) + ' ' + round(y);
      open = true;
    });
    return path;
  }

  /** Rectangles in one path: [x, y, width, height]. */
  function boxes(all) { return all.map(([x, y, w, z]) => 'M' + round(x) + ' ' + round(y) + 'h' + round(w) + 'v' + round(z) + 'h' + round(-w) + 'z').join(''); }

  /** Lines of a scale of values with their labels; returns value => pixel. */
  function values(area, highest, unit) {
    const all = marks(highest, unit, area.height < 70 ? 2 : 4), top = Math.max(highest, all[all.length - 1]) || 1;
    const y = v => area.height - 1 - Math.min(1.02, v / top) * (area.height - 9);
    for (const v of all) {
      area.box.append(s('line', { class: v === 0 ? 'zero' : 'grid', x1: area.left, x2: area.right, y1: round(y(v)), y2: round(y(v)) }));
      area.box.append(s('text', { class: 'tick', x: area.left - 6, y: round(Math.min(area.height - 1, y(v) + 4)), 'text-anchor': 'end' }, Figures.tickLabel(unit, v)));
    }
    return y;
  }

  /** Words that keep clear of each other: puts each on the first line that is free where it stands. */
  function words(items, area, size) {
    const ends = [], placed = [];
    for (const item of items.slice().sort((a, b) => a.x - b.x)) {
      const length = item.text.length * size * 0.56 + 10;
      const atEnd = item.x + length > area.right + RIGHT, from = atEnd ? Math.max(area.left, item.x - length) : item.x;
      let row = ends.findIndex(end => end <= from);
      if (row < 0) { row = ends.length; ends.push(0); }
      ends[row] = from + length;
      placed.push({ ...item, row, anchor: atEnd ? 'end' : 'start' });
    }
    return { placed, rows: ends.length };
  }

  function place(share) { return 'calc(' + GUTTER + 'px + (100% - ' + (GUTTER + RIGHT) + 'px) * ' + share.toFixed(5) + ')'; }

  /**
   * Builds a stack: { from, to, label: seconds => text, verticals: [{ at, kind, title }], rows, readout: at => rows of [name, text] }.
   * A row: { title, note, summary, height: width => px, draw: area => nothing, id }. It is drawn as soon as it has a width, and
   * again whenever that changes. Returns the element.
   */
  function stack(spec) {
    const box = h('div', { class: 'stack' }), lines = h('div', { class: 'verticals', 'aria-hidden': 'true' });
    box.append(lines);
    for (const v of spec.verticals) {
      if (v.at < spec.from || v.at > spec.to) continue;
      const mark = h('i', { class: v.kind, title: v.title });
      mark.style.left = place((v.at - spec.from) / (spec.to - spec.from));
      lines.append(mark);
    }
    const drawn = spec.rows.map(row => {
      const title = row.title ? h('h4', {}, row.title) : null;
      const caption = title || row.summary || row.note ? h('figcaption', {}, title, row.key || null, row.summary ? h('p', {}, row.summary) : null) : null;
      const picture = s('svg', { role: 'img', 'aria-label': [row.name, row.summary].filter(Boolean).join(': ') || 'time' });
      const figure = h('figure', { id: row.id }, caption, picture, row.after || null);
      box.append(figure);
      return { row, picture };
    });
    follow(box, width => {
      for (const { row, picture } of drawn) {
        const height = row.height(width), left = GUTTER, right = width - RIGHT;
        picture.replaceChildren();
        picture.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
        picture.setAttribute('height', height);
        row.draw({ box: picture, left, right, height, width, x: t => left + (t - spec.from) / (spec.to - spec.from) * (right - left), from: spec.from, to: spec.to });
      }
      const root = document.documentElement;
      if (!box.dataset.drawn) root.dataset.pictures = String(Number(root.dataset.pictures || 0) + drawn.length);
      box.dataset.drawn = 'yes';
    });
    if (spec.readout) reading(box, spec);
    return box;
  }

  const paintLater = new WeakMap();
  // Drawn in a frame of its own: an observer must not change what it observes.
  const observer = new ResizeObserver(entries => requestAnimationFrame(() => entries.forEach(e => { const paint = paintLater.get(e.target); if (paint) paint(); })));

  /** Has what is in a box drawn as soon as it has a width, and again whenever that changes. */
  function follow(box, paint) {
    let width = 0;
    paintLater.set(box, () => {
      const now = box.clientWidth;
      if (!now || now === width) return;
      width = now;
      paint(width);
    });
    observer.observe(box);
  }

  /** Draws what is on the page and has not been drawn yet. */
  function settle(within) { within.querySelectorAll('.stack').forEach(box => paintLater.get(box)()); }

  /** A line under the pointer or finger, with the figures of that moment. */
  function reading(box, spec) {
    const hair = h('i', { class: 'hair' }), tip = h('div', { class: 'tip', 'aria-hidden': 'true' });
    hair.hidden = tip.hidden = true;
    box.append(hair, tip);
    function show(event) {
      const bounds = box.getBoundingClientRect(), share = (event.clientX - bounds.left - GUTTER) / (bounds.width - GUTTER - RIGHT);
      hair.hidden = tip.hidden = share < 0 || share > 1;
      if (hair.hidden) return;
      hair.style.left = place(share);
      tip.replaceChildren(...spec.readout(spec.from + share * (spec.to - spec.from)).map(([name, text]) => h('div', {}, h('span', {}, name), h('b', {}, text))));
      const room = bounds.width - tip.offsetWidth - 8, x = event.clientX - bounds.left;
      tip.style.left = Math.max(4, x + 16 > room ? x - tip.offsetWidth - 16 : x + 16) + 'px';
      tip.style.top = Math.min(box.clientHeight - tip.offsetHeight, Math.max(0, event.clientY - bounds.top - tip.offsetHeight - 12)) + 'px';
    }
    box.addEventListener('pointermove', show);
    box.addEventListener('pointerdown', show);
    box.addEventListener('pointerleave', () => { hair.hidden = tip.hidden = true; });
  }

  /** The axis of time as a row. */
  function axis(label) {
    return { height: () => 20, draw(area) { ticks(area, 0, label); } };
  }

  function ticks(area, top, label) {
    const step = timeStep(area.to - area.from, area.right - area.left);
    for (let t = Math.ceil(area.from / step) * step; t <= area.to + step / 1000; t += step) {
      const x = round(area.x(t)), last = x > area.right - 14;
      area.box.append(s('line', { class: 'zero', x1: x, x2: x, y1: top, y2: top + 4 }),
        s('text', { class: 'tick', x: last ? area.right + RIGHT : x, y: top + 16, 'text-anchor': last ? 'end' : 'middle' }, label(Math.abs(t) < step / 1000 ? 0 : t, step)));
    }
  }

  /** A folded table, made when it is opened. */
  function folded(title, build) {
    const details = h('details', { class: 'astable' }, h('summary', {}, title));
    details.addEventListener('toggle', () => { if (details.open && details.children.length === 1) details.append(h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, build())); });
    return details;
  }

  /** A plain table: names of columns, rows of texts. */
  function plain(columns, rows) {
    return h('table', {}, h('thead', {}, h('tr', {}, columns.map(c => h('th', { scope: 'col', class: 'figure' }, c)))),
      h('tbody', {}, rows.map(row => h('tr', {}, row.map(cell => h('td', { class: 'figure' }, cell))))));
  }

  return { s, stack, follow, settle, axis, ticks, values, steps, line, boxes, words, folded, plain, round, marksPast };
}());
