'use strict';
/* What pages of reports are built from. Everything from the data becomes a text node, never markup. */
const Page = (function () {
  const MARKS = { pass: '✓', fail: '✗', unknown: '?', interrupted: '?', running: '●', 'not started': '–', 'not judged': '–' };
  const STEPS = ['detected', 'reassigned', 'restored', 'first output', 'caught up'];

  function h(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null && value !== '') element.setAttribute(name, value);
    }
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined && child !== '') element.append(child);
    }
    return element;
  }
  function section(title, ...children) { return h('section', {}, h('h2', {}, title), ...children); }
  function mark(verdict, text) { return h('span', { class: 'mark ' + verdict }, (MARKS[verdict] || '?') + (text ? ' ' + text : '')); }

  /** A table that becomes a list of cards on a phone. Columns: [title, row => content, is it a figure]. */
  function table(columns, rows) {
    return h('table', { class: 'stacked' },
      h('thead', {}, h('tr', {}, columns.map(c => h('th', { scope: 'col', class: c[2] ? 'figure' : '' }, c[0])))),
      h('tbody', {}, rows.map(row => h('tr', {}, columns.map(c => h('td', { 'data-label': c[0], class: c[2] ? 'figure' : '' }, c[1](row)))))));
  }

  /** Marks under a bar, at steps that read well. */
  function ticks(highest) {
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat([1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600].map(s => s * 1000));
    const step = steps.find(s => s >= highest / 8) || highest, spans = [];
    for (let at = 0; at <= highest * 1.0001; at += step) {
      const s = Math.round(at / 1000);
      const text = at === 0 ? '0' : highest < 1000 ? at + ' ms' : highest < 120000 ? (step % 1000 ? (at / 1000).toFixed(1) : s) + ' s' : Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0');
      const tick = h('span', { class: at > highest * 0.97 ? 'last' : '' }, text);
      tick.style.left = at / highest * 100 + '%';
      spans.push(tick);
    }
    return h('div', { class: 'ticks', 'aria-hidden': 'true' }, spans);
  }

  /** The picture of a recovery: a bar whose parts end where the steps end, on the same scale for every fault. */
  function picture(fault, highest) {
    const bar = h('div', { class: 'bar' });
    let reached = 0;
    STEPS.forEach((name, i) => {
      const step = fault.steps.find(s => s.step === name);
      if (!step || step.max <= reached) return;
      const part = h('i', { title: 'until ' + name + ': ' + step.text });
      part.style.width = (step.max - reached) / highest * 100 + '%';
      part.style.background = 'var(--step' + i + ')';
      bar.append(part);
      reached = step.max;
    });
    if (fault.recovery.state === 'unended' && fault.recovery.millis > reached) {
      const part = h('i', { class: 'open', title: 'not caught up' });
      part.style.width = (fault.recovery.millis - reached) / highest * 100 + '%';
      part.style.backgroundColor = 'var(--step4)';
      bar.append(part);
    }
    const outage = h('div', { class: 'outage', title: 'outage: ' + fault.outage.text });
    const known = fault.outage.state === 'ended' || fault.outage.state === 'unended';
    outage.style.width = (known ? fault.outage.millis / highest * 100 : 0) + '%';
    return h('div', { class: 'picture' }, bar, known ? outage : null, ticks(highest));
  }

  return { MARKS, STEPS, h, section, mark, table, picture };
}());
