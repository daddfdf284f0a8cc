'use strict';
/* Terms that explain themselves: a button that shows its sentence from the glossary, by pointer, touch or keyboard. */
const Terms = (function () {
  const { h } = Page;
  let glossary = {}, shown = null;
  const box = h('div', { id: 'definition', class: 'definition', role: 'tooltip' });
  box.hidden = true;

  function hide() {
    if (shown) { shown.removeAttribute('aria-describedby'); shown.setAttribute('aria-expanded', 'false'); }
    shown = null;
    box.hidden = true;
  }
  function show(button, sentence) {
    hide();
    shown = button;
    if (!box.isConnected) document.body.append(box);
    box.textContent = sentence;
    box.hidden = false;
    button.setAttribute('aria-describedby', 'definition');
    button.setAttribute('aria-expanded', 'true');
    const at = button.getBoundingClientRect(), room = document.documentElement.clientWidth - box.offsetWidth - 8;
    box.style.left = Math.max(8, Math.min(at.left, room)) + scrollX + 'px';
    const above = at.bottom + box.offsetHeight + 8 > innerHeight;
    box.style.top = (above ? at.top - box.offsetHeight - 6 : at.bottom + 6) + scrollY + 'px';
  }

  /** A term, in other words if there are some; plain text if the glossary does not have it. */
  function term(name, words) {
    const sentence = glossary[name];
    if (!sentence) return words || name;
    const button = h('button', { type: 'button', class: 'term', 'aria-expanded': 'false' }, words || name);
    let byHover = false;
    button.addEventListener('click', event => {
      event.preventDefault();
      event.stopPropagation();
      if (shown === button && !byHover) hide(); else show(button, sentence);
      byHover = false;
    });
    button.addEventListener('pointerenter', event => { if (event.pointerType === 'mouse' && shown !== button) { show(button, sentence); byHover = true; } });
    button.addEventListener('pointerleave', () => { if (byHover && shown === button) hide(); byHover = false; });
    button.addEventListener('blur', () => { if (shown === button) hide(); });
    return button;
  }

  /** A sentence with the first mention of each of these words as a term: { word: term }. */
  function explained(text, words) {
    let rest = [text];
    for (const [word, name] of Object.entries(words)) {
      if (!glossary[name]) continue;
      const i = rest.findIndex(part => typeof part === 'string' && part.includes(word));
      if (i < 0) continue;
      const at = rest[i].indexOf(word);
      rest.splice(i, 1, rest[i].substring(0, at), term(name, word), rest[i].substring(at + word.length));
    }
    return rest.filter(part => part !== '');
  }

  addEventListener('keydown', event => { if (event.key === 'Escape') hide(); });
  document.addEventListener('click', hide);
  return { use(all) { glossary = all; hide(); }, term, explained };
}());
