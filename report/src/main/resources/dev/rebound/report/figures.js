'use strict';
/* Writes numbers for people, as the terminal does. */
const Figures = (function () {
  function grouped(value, decimals) { return value.toLocaleString('en-US', { maximumFractionDigits: decimals }); }
  function clock(seconds) {
    const s = Math.max(0, Math.round(seconds)), pad = n => String(n).padStart(2, '0');
    return s < 3600 ? Math.floor(s / 60) + ':' + pad(s % 60) : Math.floor(s / 3600) + ':' + pad(Math.floor(s / 60) % 60) + ':' + pad(s % 60);
  }
  function millis(v) {
    if (Math.abs(v) < 9.95) return grouped(v, 1) + ' ms';
    if (Math.abs(v) < 999.5) return grouped(v, 0) + ' ms';
    if (Math.abs(v) < 59950) return (Math.round(v / 100) / 10).toFixed(1) + ' s';
    const s = Math.round(v / 1000);
    return Math.floor(s / 60) + ' min' + (s % 60 ? ' ' + s % 60 + ' s' : '');
  }
  function bytes(v) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    while (Math.abs(v) >= 1024 && unit < units.length - 1) { v /= 1024; unit++; }
    return grouped(v, unit === 0 || Math.abs(v) >= 100 ? 0 : 1) + ' ' + units[unit];
  }
  function compact(v) {
    if (Math.abs(v) >= 1e6) return grouped(v / 1e6, 2) + 'M';
    if (Math.abs(v) >= 1e4) return grouped(v / 1e3, 1) + 'k';
    return grouped(v, 2);
  }
  function figure(unit, v) {
    switch (unit) {
      case 'ms': return millis(v);
      case 'bytes': return bytes(v);
      case 'bytes/s': return bytes(v) + '/s';
      case 'records/s': return grouped(v, Math.abs(v) < 10 ? 1 : 0) + '/s';
      case 'share': return grouped(v * 100, 0) + ' %';
      case 'cores': return grouped(v, 2);
      default: return grouped(v, Math.abs(v) < 10 ? 1 : 0);
    }
  }
  function tickLabel(unit, v) {
    if (unit === 'ms') return v === 0 ? '0' : v >= 1000 ? grouped(v / 1000, 1) + ' s' : millis(v);
    if (unit === 'bytes' || unit === 'bytes/s') return bytes(v);
    if (unit === 'share') return grouped(v * 100, 0) + ' %';
    return compact(v);
  }

  return { grouped, clock, millis, bytes, compact, figure, tickLabel };
}());
