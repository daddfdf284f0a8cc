'use strict';
// What went wrong on this page, for whoever tests it: data-errors on the root element.
(function () {
  const errors = [], root = document.documentElement;
  function note(what) { errors.push(String(what)); root.dataset.errors = JSON.stringify(errors); }
  addEventListener('error', e => note(e.message));
  addEventListener('unhandledrejection', e => note(e.reason));
  document.addEventListener('securitypolicyviolation', e => note('blocked ' + e.blockedURI + ' by ' + e.violatedDirective));
}());
