'use strict';
/* The median fault of every cell as its run's report draws it, those of a scenario on one axis of time and one scale. */
const Beside = (function () {
  const { h, section } = Page;
  const VIEWS = [['First 15 s', 15], ['First 30 s', 30], ['First minute', 60]];

  function address(card) { return card.href.split('/').map(encodeURIComponent).join('/') + '#fault-' + card.fault.fault; }

  function picked(card) {
    const name = 'Fault ' + card.fault.fault + ' of ' + card.run;
    return h('p', { class: 'soft picked' }, card.href ? h('a', { href: address(card) }, name) : name, ': ' + card.picked);
  }

  function one(cell, id, scene, axis) {
    const card = cell.card;
    return h('article', { class: 'card', 'aria-labelledby': id },
      h('div', {}, h('h4', { id }, cell.label), h('p', { class: 'when' }, card.fault.title + '.')), Card.facts(card.fault),
      Card.pictures(card.fault, { ...scene, scale: axis.scale }, axis), h('div', {}, Card.tables(scene), picked(card)));
  }

  function several(cells, conditions) {
    const drawn = cells.filter(c => c.card.scene), missing = new Map();
    for (const c of cells) if (!c.card.scene) missing.set(c.card.absent, (missing.get(c.card.absent) || []).concat(c.label));
    const block = h('div', { class: 'block' }, h('h3', {}, cells[0].heading), drawn.length ? conditions() : null);
    if (drawn.length) {
      const scenes = drawn.map(c => Card.read(c.card.scene)), from = Math.min(...scenes.map(x => x.from)), end = Math.max(...scenes.map(x => x.to));
      const place = h('div', { class: 'beside' }), tools = h('div', { class: 'tools', role: 'group', 'aria-label': 'Part of the fault to show' });
      const show = (button, to) => {
        tools.querySelectorAll('button').forEach(b => b.setAttribute('aria-pressed', String(b === button)));
        const axis = { from, to, scale: Card.scale(scenes, to) };
        place.replaceChildren(...drawn.map((c, i) => one(c, 'median-' + c.place, scenes[i], axis)));
        Plot.settle(place);
      };
      [['Whole', end]].concat(VIEWS.filter(v => v[1] < end)).forEach(([name, to], i) => {
        const button = h('button', { type: 'button', 'aria-pressed': String(i === 0) }, name);
        button.addEventListener('click', () => show(button, to));
        tools.append(button);
      });
      block.append(...[tools.children.length > 1 ? tools : null, place].filter(Boolean));
      show(tools.firstChild, end);
    }
    missing.forEach((labels, why) => block.append(h('p', { class: 'absent' }, 'Not drawn for ' + labels.join('; ') + ': ' + why + '.')));
    return block;
  }

  /** The section; conditions makes the line of what is to stand with every picture. */
  function draw(data, conditions) {
    Terms.use(data.glossary);
    const cells = data.cells.map((c, place) => ({ ...c, place })).filter(c => c.runs.some(r => r.faults));
    if (!cells.length) return null;
    const scenarios = [...new Set(cells.map(c => c.scenario))], title = 'The median fault of each';
    if (!cells.some(c => c.card.scene)) return section(title, [...new Set(cells.map(c => c.card.absent))].map(why => h('p', { class: 'absent' }, 'Not drawn: ' + why + '.')));
    return section(title, h('p', { class: 'soft' }, 'One fault for each, drawn as in the report of its run: the median fault of the median run (of an even number, the shorter of the two in the middle). All of a scenario have the same axis of time, whose 0 is the first signal, and the same scales.'),
      scenarios.map(scenario => several(cells.filter(c => c.scenario === scenario), conditions)));
  }

  addEventListener('beforeprint', () => Plot.settle(document));
  addEventListener('afterprint', () => Plot.settle(document));
  return { draw };
}());
