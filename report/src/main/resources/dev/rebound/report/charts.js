'use strict';
/*
 * The charts of a report: one ECharts instance per chart, all on one time axis (seconds since the run's start),
 * connected, so that pointer and zoom go together. A red line stands at each fault, a dashed green one at each recovery.
 * Colours come from the style sheet's variables and follow the reader's colour scheme.
 */
const Charts = (function () {
  const SPECS = [
    { id: 'throughput', title: 'Input and output rate', unit: 'records/s', metrics: ['input.rate', 'output.rate', 'output.visible.rate'], names: ['input', 'output', 'output, committed'], tones: ['--quiet', '--accent', '--n2'], zoomBar: true },
    { id: 'lag', title: 'Lag', unit: 'records', note: 'end offset − committed offset, all partitions', metrics: ['lag'], names: ['lag'], tones: ['--accent'], area: true },
    { id: 'partitions', title: 'Lag per partition', unit: 'records', perLabel: 'lag.partition', heat: true },
    { id: 'latency', title: 'Latency to append', unit: 'ms', note: 'intended send time to append, percentiles of what arrived in each second; logarithmic', metrics: ['latency.p50', 'latency.p90', 'latency.p95', 'latency.p99', 'latency.max'], names: ['p50', 'p90', 'p95', 'p99', 'max'], tones: ['--p50', '--p90', '--p95', '--p99', '--quiet'], log: true },
    { id: 'visible', title: 'Latency to visible', unit: 'ms', note: 'intended send time to receipt by a read-committed reader; logarithmic', metrics: ['latency.visible.p50', 'latency.visible.p90', 'latency.visible.p95', 'latency.visible.p99', 'latency.visible.max'], names: ['p50', 'p90', 'p95', 'p99', 'max'], tones: ['--p50', '--p90', '--p95', '--p99', '--quiet'], log: true, optional: true },
    { id: 'age', title: 'Frontier age', unit: 'ms', note: 'how old the newest contiguous delivered input is, worst lane', metrics: ['frontier.age'], names: ['frontier age'], tones: ['--accent'], area: true },
    { id: 'cpu', title: 'CPU per node', unit: 'cores', perLabel: 'node.cpu' },
    { id: 'memory', title: 'Memory per node', unit: 'bytes', perLabel: 'node.memory' },
    { id: 'received', title: 'Network received per node', unit: 'bytes/s', perLabel: 'node.received' },
    { id: 'sent', title: 'Network sent per node', unit: 'bytes/s', perLabel: 'node.sent' },
    { id: 'host', title: 'CPU of the host', unit: 'share', metrics: ['host.cpu'], names: ['host'], tones: ['--accent'], area: true, max: 1 },
    { id: 'speed', title: 'Speed of one core', unit: 'bytes/s', note: 'the same work per second of CPU time: where it falls, somebody else uses the cores', metrics: ['host.speed'], names: ['speed'], tones: ['--accent'], optional: true }
  ];
  const PARTS = 8;

  function css(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

  function grouped(value, decimals) { return value.toLocaleString('en-US', { maximumFractionDigits: decimals }); }
  function clock(seconds) {
    const s = Math.max(0, Math.round(seconds)), pad = n => String(n).padStart(2, '0');
    return s < 3600 ? Math.floor(s / 60) + ':' + pad(s % 60) : Math.floor(s / 3600) + ':' + pad(Math.floor(s / 60) % 60) + ':' + pad(s % 60);
  }
  function millis(v) {
    if (Math.abs(v) < 9.95) return grouped(v, 1) + ' ms';
    if (Math.abs(v) < 999.5) return grouped(v, 0) + ' ms';
    if (Math.abs(v) < 59950) return grouped(v / 1000, 1) + ' s';
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

  /** The charts of a run: the ones above, and one for each further metric that an engine or the rig reported. */
  function specs(data) {
    const known = new Set(SPECS.flatMap(s => s.metrics || [s.perLabel])), more = [];
    for (const series of data.series) {
      if (known.has(series.metric)) continue;
      known.add(series.metric);
      if (!data.series.some(s => s.metric === series.metric && s.values.some(v => v !== null && v !== 0))) continue;
      const spec = { id: series.metric, title: series.metric, unit: series.unit };
      more.push(series.label ? { ...spec, perLabel: series.metric } : { ...spec, metrics: [series.metric], names: [series.metric], tones: ['--accent'] });
    }
    return SPECS.concat(more);
  }

  /** The series that a chart shows, each with name and colour variable. */
  function shown(spec, data) {
    if (spec.metrics) {
      return spec.metrics.map((metric, i) => {
        const series = data.series.find(s => s.metric === metric && s.label === '');
        return series && { name: spec.names[i], tone: spec.tones[i], metric, values: series.values, time: series.time || data.time, dashed: metric.endsWith('.max') };
      }).filter(s => s && s.values.some(v => v !== null));
    }
    const all = data.series.filter(s => s.metric === spec.perLabel && s.values.some(v => v !== null));
    const order = new Intl.Collator('en', { numeric: true });
    all.sort((a, b) => (a.role === 'worker' ? 0 : 1) - (b.role === 'worker' ? 0 : 1) || order.compare(a.label, b.label));
    return all.map((s, i) => ({ name: s.label, tone: '--n' + i % PARTS, metric: s.metric, values: s.values, time: s.time || data.time, dashed: i >= PARTS || (s.role !== 'worker' && s.role !== '') }));
  }

  /** Round steps where the unit is not decimal; undefined leaves the choice to ECharts. */
  function interval(unit, highest) {
    if (unit === 'share') return 0.25;
    if (!unit.startsWith('bytes') || highest <= 0) return undefined;
    return Math.pow(2, Math.ceil(Math.log2(highest / 4)));
  }

  function marks(data, spec) {
    const red = css('--fail'), green = css('--pass');
    const label = (text, color) => ({ show: true, formatter: text, position: 'end', distance: 3, color, fontSize: 11, fontWeight: 600, rotate: 0 });
    const lines = [];
    for (const f of data.faults) {
      lines.push({ xAxis: f.at, lineStyle: { color: red, type: 'solid', width: 1.5 }, label: label(String(f.fault), red) });
      if (f.recoveredAt !== undefined) {
        lines.push({ xAxis: f.recoveredAt, lineStyle: { color: green, type: [5, 3], width: 1.5 }, label: label('✓', green) });
      }
    }
    for (const metric of spec.metrics || []) {
      const level = data.reference[metric];
      if (level !== undefined) {
        lines.push({ yAxis: level, lineStyle: { color: css('--quiet'), type: 'dotted', width: 1 }, label: { show: false } });
      }
    }
    return { symbol: 'none', silent: true, animation: false, data: lines };
  }

  function areas(data, spec, narrow) {
    const shade = css('--shade'), total = data.run.seconds || 1;
    return {
      silent: true, animation: false,
      data: data.phases.map((p, i) => [{
        xAxis: p.start, name: p.name, itemStyle: { color: i % 2 ? shade : 'transparent' },
        label: { show: !!spec.zoomBar && (p.end - p.start) / total > (narrow ? 0.2 : 0.075), position: 'insideTopLeft', distance: 4, color: css('--soft'), fontSize: 11 }
      }, { xAxis: p.end }])
    };
  }

  function tip(rows, seconds, data) {
    const box = document.createElement('div'), head = document.createElement('div');
    box.className = 'tip';
    head.textContent = clock(seconds) + '  ·  ' + new Date(data.run.startedMillis + seconds * 1000).toISOString().substring(11, 19) + ' UTC';
    head.style.color = css('--soft');
    box.append(head);
    for (const row of rows) {
      const line = document.createElement('div'), name = document.createElement('span'), value = document.createElement('b'), dot = document.createElement('i');
      dot.className = 'swatch';
      dot.style.background = row.color;
      name.append(dot, row.name);
      value.textContent = row.text;
      line.append(name, value);
      box.append(line);
    }
    return box;
  }

  /** Steps of the time axis that read well as minutes and seconds. */
  function timeStep(seconds, narrow) {
    const least = seconds / (narrow ? 5 : 9);
    return [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600].find(s => s >= least) || Math.ceil(least / 3600) * 3600;
  }

  function frame(spec, data, narrow, window_) {
    const soft = css('--soft'), zoom = { start: window_[0], end: window_[1], xAxisIndex: 0, filterMode: spec.heat ? 'none' : 'filter' };
    return {
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: narrow ? 54 : 74, right: narrow ? 10 : 18, top: 22, bottom: spec.zoomBar ? 62 : 26 },
      xAxis: {
        type: 'value', min: 0, max: data.run.seconds, axisLabel: { formatter: clock, color: soft, fontSize: 11, hideOverlap: true },
        axisLine: { lineStyle: { color: css('--rule') } }, axisTick: { lineStyle: { color: css('--rule') } },
        splitLine: { show: false }, interval: timeStep((window_[1] - window_[0]) / 100 * data.run.seconds, narrow), axisPointer: { label: { show: false } }
      },
      tooltip: {
        trigger: 'axis', confine: true, transitionDuration: 0, backgroundColor: css('--paper'), borderColor: css('--rule'), textStyle: { color: css('--ink') },
        padding: [8, 10], axisPointer: { type: 'line', lineStyle: { color: css('--quiet'), type: 'solid' } }
      },
      dataZoom: [
        { id: 'inside', type: 'inside', zoomOnMouseWheel: 'shift', moveOnMouseWheel: false, moveOnMouseMove: !narrow, preventDefaultMouseMove: false, disabled: matchMedia('(pointer: coarse)').matches, ...zoom },
        { id: 'slider', type: 'slider', show: !!spec.zoomBar, height: 18, bottom: 8, left: narrow ? 54 : 74, right: narrow ? 10 : 18, showDetail: false, brushSelect: false, borderColor: css('--rule'), fillerColor: css('--shade'), handleStyle: { color: css('--paper'), borderColor: css('--accent') }, moveHandleSize: 0, dataBackground: { lineStyle: { color: css('--rule') }, areaStyle: { color: css('--rule') } }, selectedDataBackground: { lineStyle: { color: css('--accent-soft') }, areaStyle: { color: css('--accent-soft') } }, ...zoom }
      ]
    };
  }

  function lineOption(spec, data, narrow, window_) {
    const lines = shown(spec, data), soft = css('--soft'), option = frame(spec, data, narrow, window_);
    const highest = Math.max(0, ...lines.map(l => l.values.reduce((m, v) => v !== null && v > m ? v : m, 0)));
    const step = interval(spec.unit, highest);
    option.yAxis = {
      interval: step,
      type: spec.log ? 'log' : 'value', min: spec.log ? undefined : 0, max: step === undefined || spec.max !== undefined ? spec.max : Math.ceil(highest / step) * step, axisLabel: { formatter: v => tickLabel(spec.unit, v), color: soft, fontSize: 11, hideOverlap: true },
      splitNumber: 4, splitLine: { lineStyle: { color: css('--grid') } }
    };
    if (lines.length > 1) {
      option.legend = { type: 'scroll', top: -4, right: 0, itemWidth: 14, itemHeight: 8, icon: 'roundRect', textStyle: { color: soft, fontSize: 12 }, pageTextStyle: { color: soft }, pageIconColor: soft, data: lines.map(l => l.name) };
      option.grid.top = 40;
      option.legend.top = 0;
    }
    option.tooltip.formatter = points => {
      const rows = points.filter(p => p.value && p.value[1] !== null && p.value[1] !== undefined)
        .map(p => ({ name: p.seriesName, color: p.color, v: p.value[2] === undefined ? p.value[1] : p.value[2] }));
      if (lines.length > 4) rows.sort((a, b) => b.v - a.v);
      return tip(rows.slice(0, 14).map(r => ({ name: r.name, color: r.color, text: figure(spec.unit, r.v) })), points[0].axisValue, data);
    };
    option.series = lines.map((line, i) => ({
      type: 'line', name: line.name, color: css(line.tone), showSymbol: false, sampling: 'lttb', connectNulls: false,
      lineStyle: { width: line.metric === 'input.rate' ? 1.5 : 1.75, type: line.dashed ? [4, 3] : 'solid' }, emphasis: { disabled: true },
      areaStyle: spec.area ? { opacity: 0.12 } : undefined,
      // On a logarithmic axis a zero stands at a tenth; the third value is the true one.
      data: line.values.map((v, k) => spec.log ? [line.time[k], v === null || v < 0 ? null : Math.max(v, 0.1), v] : [line.time[k], v]),
      markLine: i === 0 ? marks(data, spec) : undefined, markArea: i === 0 ? areas(data, spec, narrow) : undefined
    }));
    return option;
  }

  /** Colour of a share 0..1 of the highest lag, through four stops of the theme. */
  function ramp() {
    const stops = ['--heat0', '--heat1', '--heat2', '--heat3'].map(n => css(n)).map(hex => [1, 3, 5].map(i => parseInt(hex.substr(i, 2), 16)));
    const table = [];
    for (let i = 0; i < 256; i++) {
      const at = i / 255 * 3, k = Math.min(2, Math.floor(at)), share = at - k;
      table.push('rgb(' + stops[k].map((c, j) => Math.round(c + (stops[k + 1][j] - c) * share)).join(',') + ')');
    }
    return table;
  }

  /** The heat map as one picture: a column per tick, a row per partition; far lighter than a shape per cell. */
  function picture(rows, data, highest) {
    const from = data.time[0], to = data.run.seconds, width = Math.min(2000, Math.max(600, data.time.length * 2)), rowHeight = Math.max(4, Math.floor(400 / rows.length));
    const canvas = document.createElement('canvas'), table = ramp();
    canvas.width = width;
    canvas.height = rowHeight * rows.length;
    const paint = canvas.getContext('2d');
    const at = seconds => Math.round((seconds - from) / (to - from || 1) * width);
    const tickLength = data.time.length > 1 ? (data.time[data.time.length - 1] - from) / (data.time.length - 1) : 1;
    for (let k = 0; k < data.time.length; k++) {
      const limit = data.time[k] + 2.5 * tickLength, next = k + 1 < data.time.length ? data.time[k + 1] : limit;
      const x = at(data.time[k]), w = Math.max(1, at(Math.min(next, limit, to)) - x);
      rows.forEach((row, r) => {
        const v = row.values[k];
        if (v === null) return;
        paint.fillStyle = table[Math.round(255 * Math.sqrt(Math.max(0, v) / highest))];
        paint.fillRect(x, r * rowHeight, w, rowHeight - (rows.length <= 24 ? 1 : 0));
      });
    }
    return canvas;
  }

  function heatOption(spec, data, narrow, window_) {
    const rows = shown(spec, data), soft = css('--soft'), option = frame(spec, data, narrow, window_);
    const highest = Math.max(1, ...rows.map(r => r.values.reduce((m, v) => v !== null && v > m ? v : m, 0)));
    const canvas = picture(rows, data, highest), names = rows.map(r => r.name);
    const oneTopic = new Set(names.map(n => n.substring(0, n.lastIndexOf('/')))).size === 1;
    const short = name => {
      const cut = name.lastIndexOf('/'), words = name.substring(0, cut).split('-'), topic = words[words.length - 1];
      return oneTopic || narrow ? name.substring(cut + 1) : (topic.length > 7 ? topic.substring(0, 6) + '…' : topic) + name.substring(cut);
    };
    option.yAxis = [
      { type: 'category', data: names, inverse: true, axisTick: { show: false }, axisLine: { show: false }, axisLabel: { color: soft, fontSize: 11, formatter: short, width: narrow ? 46 : 72, overflow: 'truncate' } },
      { type: 'value', show: false, min: 0, max: highest }
    ];
    option.tooltip.formatter = points => {
      const k = points[0].dataIndex, table = ramp();
      const top = rows.map(r => ({ name: r.name, v: r.values[k] })).filter(r => r.v !== null).sort((a, b) => b.v - a.v).slice(0, 6);
      return tip(top.map(r => ({ name: r.name, color: table[Math.round(255 * Math.sqrt(Math.max(0, r.v) / highest))], text: figure(spec.unit, r.v) })), points[0].axisValue, data);
    };
    option.series = [
      {
        type: 'custom', clip: true, silent: true, tooltip: { show: false }, encode: { x: 0, y: 1 }, data: [[data.time[0], names[0]]],
        renderItem: (params, api) => {
          const a = api.coord([data.time[0], names[0]])[0], b = api.coord([data.run.seconds, names[0]])[0], area = params.coordSys;
          return { type: 'image', style: { image: canvas, x: a, y: area.y, width: Math.max(1, b - a), height: area.height } };
        }
      },
      {
        type: 'line', name: 'highest', yAxisIndex: 1, showSymbol: false, lineStyle: { opacity: 0 }, itemStyle: { opacity: 0 }, emphasis: { disabled: true },
        data: data.time.map((t, k) => [t, rows.reduce((m, r) => r.values[k] !== null && r.values[k] > m ? r.values[k] : m, 0)]),
        markLine: marks(data, spec)
      }
    ];
    return { option, highest };
  }

  /** Why a chart is not there. */
  function reason(spec, data) {
    for (const metric of spec.metrics || [spec.perLabel]) {
      for (const key of [metric, metric.split('.')[0]]) {
        if (data.absent[key]) return data.absent[key];
      }
    }
    return data.time.length ? 'this run has no such series' : 'the run ended before the first sample';
  }

  /**
   * Draws every chart into the figures that `figureFor(spec, why)` gives (a box for the chart, or null where `why` says that it is absent).
   * Sets data-charts on the root element to the number of charts that have finished drawing.
   */
  function draw(data, figureFor) {
    const drawn = new Set(), root = document.documentElement, all = [];
    let window_ = [0, 100];
    root.dataset.charts = '0';
    for (const spec of specs(data)) {
      const there = data.time.length > 0 && shown(spec, data).length > 0;
      if (!there && spec.optional) continue;
      const box = figureFor(spec, there ? '' : reason(spec, data));
      if (!there) continue;
      const chart = echarts.init(box.chart, null, { renderer: 'canvas' });
      chart.group = 'run';
      chart.on('finished', () => { drawn.add(spec.id); root.dataset.charts = String(drawn.size); });
      chart.on('datazoom', () => {
        const z = chart.getOption().dataZoom[0];
        window_ = [z.start, z.end];
        setTimeout(() => chart.setOption({ xAxis: { interval: timeStep((z.end - z.start) / 100 * data.run.seconds, box.chart.clientWidth < 560) } }), 0);
      });
      all.push({ spec, chart, box });
    }
    root.dataset.chartsExpected = String(all.length);
    function paint() {
      for (const c of all) {
        const narrow = c.box.chart.clientWidth < 560;
        if (c.spec.heat) {
          const heat = heatOption(c.spec, data, narrow, window_);
          c.chart.setOption(heat.option, true);
          c.box.scale(figure(c.spec.unit, heat.highest));
        } else {
          c.chart.setOption(lineOption(c.spec, data, narrow, window_), true);
        }
      }
    }
    paint();
    echarts.connect('run');
    const resize = () => all.forEach(c => c.chart.resize());
    let waiting = 0;
    addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(() => { resize(); paint(); }, 100); });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
    addEventListener('beforeprint', () => {
      root.classList.add('print');
      document.querySelectorAll('details').forEach(d => { d.open = true; });
      resize();
      paint();
    });
    addEventListener('afterprint', () => { root.classList.remove('print'); resize(); paint(); });
    return {
      /** Shows from one second to another in every chart. */
      zoom(from, to) {
        const total = data.run.seconds || 1;
        window_ = [Math.max(0, from / total * 100), Math.min(100, to / total * 100)];
        all.forEach(c => c.chart.dispatchAction({ type: 'dataZoom', dataZoomIndex: 0, start: window_[0], end: window_[1], escapeConnect: true }));
      }
    };
  }

  return { draw, css, compact, figure, tickLabel, interval, grouped };
}());
