'use strict';
/* Draws charts of ECharts, each a box and an option by whether the page is narrow, and keeps them at the page's width and colours. */
const Charts = (function () {
  /** Draws them anew, as their options are now. */
  function paint(charts) {
    for (const c of charts) c.chart.setOption(c.option(c.box.clientWidth < 480), true);
  }

  /** Makes and draws them; those of a group share one axis. Once. */
  function draw(charts) {
    const drawn = new Set(), root = document.documentElement;
    root.dataset.charts = '0';
    root.dataset.chartsExpected = String(charts.length);
    charts.forEach((c, i) => {
      c.chart = echarts.init(c.box, null, { renderer: 'canvas' });
      if (c.group) c.chart.group = c.group;
      c.chart.on('finished', () => { drawn.add(i); root.dataset.charts = String(drawn.size); });
    });
    const again = () => paint(charts), resize = () => charts.forEach(c => c.chart.resize());
    again();
    new Set(charts.map(c => c.group).filter(Boolean)).forEach(g => echarts.connect(g));
    let waiting = 0;
    addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(() => { resize(); again(); }, 100); });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
    addEventListener('beforeprint', () => { root.classList.add('print'); resize(); again(); });
    addEventListener('afterprint', () => { root.classList.remove('print'); resize(); again(); });
  }

  return { paint, draw };
}());
