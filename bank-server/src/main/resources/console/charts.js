// The two charts: the latest three minutes, one point per second; a gap where there was no report.
'use strict';
const charts = (() => {
  const SECONDS = 180;
  const TYPES = ['debit-credit', 'deposit', 'withdrawal', 'transfer', 'reversal'];
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const data = {times: [], rates: TYPES.map(() => []), latencies: [[], [], []]};
  let plots = [];

  function time(micros) {
    if (micros == null) return '–';
    if (micros < 1000) return Math.round(micros) + ' µs';
    const [value, unit] = micros < 1e6 ? [micros / 1000, ' ms'] : [micros / 1e6, ' s'];
    return value.toLocaleString('en', {maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0}) + unit;
  }

  function axis(extra) {
    return {stroke: () => color('--quiet'), grid: {stroke: () => color('--grid'), width: 1},
      ticks: {show: false}, font: '12px system-ui', ...extra};
  }

  function options(node, series, values, scale) {
    return {
      width: node.clientWidth, height: 200,
      padding: [8, 26, 0, 0],
      cursor: {y: false, points: {size: 6}, drag: {x: false, y: false}},
      scales: {x: {time: true}, y: scale},
      axes: [axis({space: 70, size: 30, values: [[1, '{HH}:{mm}:{ss}', null, null, null, null, null, null, 1]]}),
        axis({size: 58, values: (u, ticks) => ticks.map(tick => tick == null ? '' : values(tick))})],
      series: [{value: (u, at) => at == null ? '' : new Date(at * 1000).toLocaleTimeString()},
        ...series.map(([label, name]) => ({label, stroke: () => color(name), width: 1.6, points: {show: false},
          value: (u, value) => value == null ? '–' : values(value)}))],
    };
  }

  function draw() {
    plots.forEach(plot => plot.destroy());
    const rates = document.getElementById('rates');
    const times = document.getElementById('times');
    plots = [
      new uPlot(options(rates, TYPES.map((type, i) => [type, '--c' + (i + 1)]),
        value => value.toLocaleString('en', {maximumFractionDigits: 0}),
        {range: (u, low, high) => [0, Math.max(10, high * 1.08)]}), [data.times, ...data.rates], rates),
      new uPlot(options(times, [['p50', '--c2'], ['p99', '--c3'], ['p99.9', '--c5']], time,
        {distr: 3, log: 10, range: (u, low, high) => [
          Math.min(100, 10 ** Math.floor(Math.log10(low || 100))),
          Math.max(1e5, 10 ** Math.ceil(Math.log10(high || 1e5)))]}),
        [data.times, ...data.latencies], times),
    ];
  }

  function trim(list) { while (list.length > SECONDS) list.shift(); }

  return {
    types: TYPES,
    time,
    add(seconds, report) {
      data.times.push(seconds);
      data.rates.forEach((list, i) => { list.push(report ? report.perSecond[TYPES[i]] ?? 0 : null); trim(list); });
      const r = report ? report.response : {};
      data.latencies.forEach((list, i) => { list.push([r.p50Micros, r.p99Micros, r.p999Micros][i] ?? null); trim(list); });
      trim(data.times);
      if (!plots.length) draw();
      plots[0].setData([data.times, ...data.rates]);
      plots[1].setData([data.times, ...data.latencies]);
    },
    resize() {
      plots.forEach(plot => plot.setSize({width: plot.root.parentNode.clientWidth, height: 200}));
    },
    redraw() { if (plots.length) draw(); },
  };
})();
window.addEventListener('resize', charts.resize);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', charts.redraw);
