'use strict';
/* Puts pictures that were made before into their places, shows the part of them that is asked for, and says what stands at the pointer. */
const Drawn = (function () {
  const { h } = Page;
  const boxes = [];

  /** The picture of that name in a box of its own; null if there is none. */
  function place(name, readout) {
    const svg = document.getElementById('drawn-' + name);
    if (!svg) return null;
    const tip = h('div', { class: 'tip' }), hair = h('i', { class: 'hair' });
    const box = h('div', { class: 'drawn' }, h('div', { class: 'scrolled', tabindex: '0', role: 'region', 'aria-label': svg.getAttribute('aria-label') }, svg), hair, tip);
    tip.hidden = hair.hidden = true;
    const shown = event => point(event, box, svg, tip, hair, readout);
    box.addEventListener('pointermove', shown);
    box.addEventListener('pointerdown', shown);
    box.addEventListener('pointerleave', () => { tip.hidden = hair.hidden = true; });
    boxes.push(svg);
    return box;
  }

  /** The part that a picture shows. */
  function shown(svg) { return svg.querySelector('.part:not(.off)').dataset; }

  function point(event, box, svg, tip, hair, readout) {
    const mark = event.target.closest && event.target.closest('[data-hint]'), frame = box.getBoundingClientRect();
    const area = svg.querySelector('.window'), at = area && readout ? area.getBoundingClientRect() : null;
    const share = at ? (event.clientX - at.left) / at.width : -1, inside = share >= 0 && share <= 1;
    const words = mark ? [h('div', {}, mark.dataset.hint)] : inside ? readout(Number(shown(svg).from) + share * (shown(svg).to - shown(svg).from)) : [];
    tip.hidden = !words.length;
    hair.hidden = !inside || tip.hidden;
    if (tip.hidden) return;
    tip.replaceChildren(...words);
    const x = event.clientX - frame.left, room = frame.width - tip.offsetWidth - 8;
    tip.style.left = Math.max(4, x + 16 > room ? x - tip.offsetWidth - 16 : x + 16) + 'px';
    tip.style.top = Math.max(0, event.clientY - frame.top - tip.offsetHeight - 12) + 'px';
    if (inside) Object.assign(hair.style, { left: x + 'px', top: at.top - frame.top + 'px', height: at.height + 'px' });
  }

  /** Shows that part of each picture, by its end in seconds, or all of it where there is no such part. */
  function show(to) {
    for (const svg of boxes) {
      const parts = [...svg.querySelectorAll('.part')], area = svg.querySelector('.window');
      if (!area) continue;
      const part = parts.slice(1).find(p => p.dataset.to === String(to)) || parts[0];
      parts.forEach(p => p.classList.toggle('off', p !== part));
      area.setAttribute('viewBox', part.dataset.from + ' 0 ' + (part.dataset.to - part.dataset.from) + ' ' + area.getAttribute('viewBox').split(' ')[3]);
    }
  }

  /** The ends of all parts that some picture has, beside the whole. */
  function parts() { return [...new Set(boxes.flatMap(svg => [...svg.querySelectorAll('.part')].slice(1).map(p => Number(p.dataset.to))))].sort((a, b) => a - b); }

  return { place, show, parts };
}());
