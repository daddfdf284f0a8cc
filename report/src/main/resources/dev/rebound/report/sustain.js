'use strict';
/* Builds the page of a search for the sustained rate: the rates that were tried on one time axis, with backlog and latency below. */
(function () {
  const { sentence, found } = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  const { h, section, table } = Page;
  const { css, figure, tickLabel, grouped } = Figures;
  const OUTCOMES = {
    SUSTAINED: ['pass', 'sustained', '--pass'], NOT_SUSTAINED: ['fail', 'not sustained', '--fail'],
    RIG_LIMIT: ['unknown', 'the rig is the limit', '--unknown'], UNCLEAR: ['unknown', 'unclear', '--quiet']
  };
  const { bracket, trials, spec } = found;
  const rate = v => grouped(v, 0) + '/s';
  const percent = v => v === null ? '–' : (v > 0 ? '+' : '') + (v * 100).toFixed(1) + ' %';
  const clock = s => Math.floor(s / 60) + ':' + String(Math.floor(s % 60)).padStart(2, '0');
  /* A trial's seconds count from its first record; ticks before that have none. */
  const lengthOf = p => p.ticks.length ? p.ticks[p.ticks.length - 1].seconds : p.windowSeconds;
  const end = Math.max(1, ...trials.map(p => p.startedSeconds + lengthOf(p)));

  function header() {
    const about = [found.engine + ' ' + found.engineVersion, found.guarantee, 'profile ' + found.profile, found.workers + ' workers × ' + found.threads + ' threads', found.started];
    return h('header', { class: 'top' }, h('p', { class: 'brand' }, 'Rebound'), h('h1', {}, found.name + ': sustained rate'),
      h('p', { class: 'about' }, about.map(a => h('span', {}, a))), h('p', { class: 'about' }, found.machine));
  }

  function verdict() {
    return h('div', { class: 'verdict ' + (bracket.complete && bracket.rate !== null ? 'pass' : 'unknown') }, h('strong', {}, sentence),
      h('p', {}, 'Sustained means: over ' + spec.window / 1000 + ' s the backlog grew by at most ' + grouped(found.backlogShareMax * 100, 1) + ' % of the rate, and the median of the seconds’ p99 of append latency was at most ' + grouped(spec.p99, 0) + ' ms. The ends of the bracket were tried ' + spec.repeats + ' times each.'));
  }

  const charts = [];
  function chart(title, note, option) {
    const box = h('div', { class: 'chart tall', role: 'img', 'aria-label': title });
    charts.push({ box, option });
    return h('figure', {}, h('figcaption', {}, title, h('small', {}, ' ' + note)), box);
  }

  function frame(unit, narrow) {
    const soft = css('--soft');
    return {
      animation: false, textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: narrow ? 54 : 74, right: narrow ? 12 : 90, top: 22, bottom: 26 },
      xAxis: { type: 'value', min: 0, max: Math.ceil(end), axisLabel: { formatter: clock, color: soft, fontSize: 11, hideOverlap: true }, interval: [30, 60, 120, 300, 600].find(s => end / s < (narrow ? 5 : 12)) || 1200, splitLine: { show: false }, axisLine: { lineStyle: { color: css('--rule') } }, axisPointer: { label: { show: false } } },
      yAxis: { type: 'value', min: 0, splitNumber: 4, axisLabel: { formatter: v => unit === 'share' ? grouped(v * 100, 0) + ' %' : tickLabel(unit, v), color: soft, fontSize: 11 }, splitLine: { lineStyle: { color: css('--grid') } } },
      tooltip: { trigger: 'item', confine: true, transitionDuration: 0, backgroundColor: css('--paper'), borderColor: css('--rule'), textStyle: { color: css('--ink') } }
    };
  }

  function said(p) {
    const box = h('div', { class: 'tip' });
    for (const line of ['trial ' + p.number + ': ' + rate(p.ratePerSecond), OUTCOMES[p.judgement.outcome][1], p.judgement.reason]) box.append(h('div', {}, line));
    return box;
  }
  const level = (name, value, color, type) => ({ yAxis: value, lineStyle: { color, type: type || 'dashed', width: 1.5 }, label: { show: true, position: 'end', formatter: name, color, fontSize: 11 } });

  function rates(narrow) {
    const option = frame('records/s', narrow), shade = css('--pass');
    option.tooltip.formatter = p => p.seriesType === 'custom' ? said(trials[p.dataIndex]) : '';
    const marks = [];
    if (bracket.rate !== null) marks.push(level(narrow ? '' : rate(bracket.rate), bracket.rate, shade));
    option.series = [{
      type: 'custom', clip: true, data: trials.map(p => [p.startedSeconds, p.ratePerSecond, p.startedSeconds + lengthOf(p)]), encode: { x: [0, 2], y: 1 },
      renderItem: (params, api) => {
        const p = trials[params.dataIndex], a = api.coord([api.value(0), api.value(1)]), b = api.coord([api.value(2), api.value(1)]), [state, , color] = OUTCOMES[p.judgement.outcome];
        return { type: 'group', children: [
          { type: 'rect', shape: { x: a[0], y: a[1] - 5, width: Math.max(6, b[0] - a[0]), height: 10, r: 3 }, style: { fill: css(color) } },
          { type: 'text', style: { text: Page.MARKS[state], x: (a[0] + b[0]) / 2, y: a[1] - 8, align: 'center', verticalAlign: 'bottom', fill: css(color), fontSize: 12, fontWeight: 700 } }] };
      },
      markLine: { symbol: 'none', silent: true, animation: false, data: marks },
      markArea: bracket.low !== null && bracket.high !== null ? { silent: true, animation: false, itemStyle: { color: shade, opacity: 0.16 }, data: [[{ yAxis: bracket.low }, { yAxis: bracket.high }]] } : undefined
    }];
    return option;
  }

  function bars(unit, value, bound, name) {
    return narrow => {
      const option = frame(unit, narrow), values = trials.map(p => value(p));
      const highest = Math.max(bound * 2, 0), cut = v => v === null ? null : Math.max(unit === 'share' ? -bound : 0, Math.min(v, highest * 2));
      if (unit === 'share') option.yAxis.min = Math.min(0, -bound);
      option.yAxis.max = Math.max(highest, ...values.map(v => cut(v) || 0));
      option.tooltip.formatter = p => p.seriesType === 'custom' ? said(trials[p.dataIndex]) : '';
      option.series = [{
        type: 'custom', clip: true, data: trials.map((p, i) => [p.startedSeconds, cut(values[i]), p.startedSeconds + lengthOf(p)]), encode: { x: [0, 2], y: 1 },
        renderItem: (params, api) => {
          if (values[params.dataIndex] === null) return null;
          const p = trials[params.dataIndex], a = api.coord([api.value(0), api.value(1)]), b = api.coord([api.value(2), 0]);
          const over = values[params.dataIndex] > bound, top = Math.min(a[1], b[1]);
          return { type: 'group', children: [
            { type: 'rect', shape: { x: a[0], y: top, width: Math.max(4, b[0] - a[0]), height: Math.max(2, Math.abs(b[1] - a[1])) }, style: { fill: css(over ? '--fail' : OUTCOMES[p.judgement.outcome][2]), opacity: over ? 0.85 : 0.6 } },
            values[params.dataIndex] > highest * 2 ? { type: 'text', style: { text: '↑ ' + (unit === 'share' ? percent(values[params.dataIndex]) : figure(unit, values[params.dataIndex])), x: (a[0] + b[0]) / 2, y: top - 2, align: 'center', verticalAlign: 'bottom', fill: css('--soft'), fontSize: 10 } } : null].filter(Boolean) };
        },
        markLine: { symbol: 'none', silent: true, animation: false, data: [level(narrow ? '' : name, bound, css('--fail'), 'dotted')] }
      }];
      return option;
    };
  }

  function lag(narrow) {
    const option = frame('records', narrow);
    const points = [];
    for (const p of trials) {
      for (const t of p.ticks) points.push([p.startedSeconds + t.seconds, t.lagRecords]);
      points.push([p.startedSeconds + lengthOf(p), null]);
    }
    option.series = [{ type: 'line', showSymbol: false, connectNulls: false, data: points, color: css('--accent'), lineStyle: { width: 1.75 }, areaStyle: { opacity: 0.12 }, emphasis: { disabled: true } }];
    option.tooltip.trigger = 'axis';
    option.tooltip.formatter = all => { const p = all.find(x => x.value && x.value[1] !== null); return p ? clock(p.value[0]) + '  ' + figure('records', p.value[1]) : ''; };
    return option;
  }

  page.classList.add('wide');
  page.append(header(), verdict());
  if (trials.length) {
    page.append(section('The search',
      chart('Rates tried', '✓ sustained, ✗ not; the band is the interval that holds the capacity', rates),
      chart('Growth of the backlog', 'as a share of the rate, over each trial’s window', bars('share', p => p.judgement.backlogShare, found.backlogShareMax, '≤ ' + grouped(found.backlogShareMax * 100, 1) + ' %')),
      chart('p99 of append latency', 'median of the seconds of each trial’s window', bars('ms', p => p.judgement.p99Millis, spec.p99, '≤ ' + figure('ms', spec.p99))),
      chart('Lag', 'end offset − committed offset, all partitions', lag)),
    section('Trials', table([
      ['Trial', p => String(p.number), true], ['At', p => clock(p.startedSeconds), true], ['Rate', p => rate(p.ratePerSecond), true],
      ['Outcome', p => Page.mark(OUTCOMES[p.judgement.outcome][0], OUTCOMES[p.judgement.outcome][1])], ['Backlog', p => percent(p.judgement.backlogShare), true],
      ['p99', p => p.judgement.p99Millis === null ? '–' : grouped(p.judgement.p99Millis, 0) + ' ms', true], ['Sent', p => p.judgement.sentShare === null ? '–' : grouped(p.judgement.sentShare * 100, 1) + ' %', true],
      ['Host CPU', p => p.judgement.cpuShare === null ? '–' : grouped(p.judgement.cpuShare * 100, 0) + ' %', true], ['Why', p => p.judgement.reason]], trials)));
    page.querySelectorAll('td.figure').forEach(cell => { cell.style.whiteSpace = 'nowrap'; });
  }
  Charts.draw(charts);
}());
