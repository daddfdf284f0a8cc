// What scrolls can be scrolled by the keyboard, and the search has a name.
document$.subscribe(() => {
  document.querySelectorAll('.md-typeset__scrollwrap, .diagram').forEach(wide => { wide.tabIndex = 0; });
  document.querySelector('.md-search').setAttribute('aria-label', 'Search');
});

// The search completes every word that it is given: "a" alone would find what begins with it.
const SMALL_WORDS = /(^|\s)(?:(?:a|an|and|the|of|to|in|on|is|it|my|how|do|does|what|with|by|for|i)\s+)+/gi;
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...others) {
  const query = message?.type === 2 && typeof message.data === 'string';
  return post.call(this, query ? { ...message, data: message.data.replace(SMALL_WORDS, '$1') } : message, ...others);
};
