// Reads the stream of reports and shows the latest one.
'use strict';
(() => {
  const SILENCE_MILLIS = 4000;
  const byId = id => document.getElementById(id);
  const number = (value, digits = 0) =>
    value == null ? '–' : value.toLocaleString('en', {maximumFractionDigits: digits});
  let lastReport = 0;

  function bytes(value) {
    if (value == null) return '–';
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    while (value >= 1024 && unit < 4) { value /= 1024; unit++; }
    return value.toLocaleString('en', {maximumFractionDigits: value < 10 && unit ? 1 : 0}) + ' ' + units[unit];
  }

  function duration(seconds) {
    if (seconds == null) return '–';
    if (seconds < 10 && seconds % 1) return seconds.toFixed(1) + ' s';
    if (seconds < 120) return Math.round(seconds) + ' s';
    if (seconds < 7200) return Math.round(seconds / 60) + ' min';
    if (seconds < 172800) return Math.round(seconds / 3600) + ' h';
    return Math.round(seconds / 86400) + ' d';
  }

  function text(id, value) { const node = byId(id); if (node.textContent !== value) node.textContent = value; }

  function share(part, whole) { return part == null || !whole ? '' : Math.round(100 * part / whole) + ' %'; }

  // How old the newest snapshot or backup is. There is no state until the directories have been measured.
  function age(made) {
    if (!made || !made.state) return '–';
    return made.state === 'made' ? duration(made.ageSeconds) + ' old' : made.state;
  }

  function backupTile(backup) {
    const state = backup && backup.state;
    return ['Backup', age(backup), state === 'unknown' ? 'the backup directory does not answer' : 'in the backup directory',
      state === 'unknown' ? 'warn' : state === 'made' && backup.ageSeconds < 172800 ? 'good' : ''];
  }

  // Each tile: name, value, more, and good, warn or bad.
  function tiles(r) {
    const writer = r.writer.state;
    const journalShare = r.journal.bytes / r.journal.bytesMax;
    const list = [
      ['Writer', writer, r.writer.detail || `group limit ${number(r.groups.max)}`, writer === 'works' ? 'good' : 'bad'],
      ['Force', charts.time(r.force.p50Micros), `p99 ${charts.time(r.force.p99Micros)}, longest ${charts.time(r.force.maxMicros)}`, r.force.maxMicros > 1e6 ? 'warn' : 'good'],
      ['Ring', `${number(r.ring.waiting)} waiting`, `${number(r.ring.inFlight)} in flight, ${number(r.ring.size)} slots`, r.ring.waiting > r.ring.size / 2 ? 'warn' : 'good'],
      ['Journal', bytes(r.journal.bytes), `of ${bytes(r.journal.bytesMax)}, ${number(r.journal.epochs)} ${r.journal.epochs === 1 ? 'epoch' : 'epochs'}, ${bytes(r.journal.bytesPerSecond)}/s`, journalShare > .95 ? 'bad' : journalShare > .75 ? 'warn' : 'good'],
      ['Snapshot', age(r.snapshot), `a restart would redo for about ${duration(r.snapshot.redoSeconds)}`, r.snapshot.state === 'unknown' ? 'warn' : 'good'],
      ['Mirror', r.mirror.state, r.mirror.lostCopy || (r.mirror.state === 'none' ? 'one copy of everything' : 'two copies of everything'), r.mirror.state === 'lost' ? 'bad' : r.mirror.state === 'whole' ? 'good' : ''],
      ['Ledger', r.ledger.kind, r.ledger.detail || r.ledger.state, r.ledger.state === 'away' || r.ledger.state === 'damaged' ? 'bad' : 'good'],
      ['Projection', r.projection.state, r.projection.lag == null ? 'statements come from the ledger' : `${number(r.projection.lag)} transactions to apply`, r.projection.state === 'away' ? 'warn' : r.projection.state === 'stopped' || r.projection.detail ? 'bad' : r.projection.state === 'none' ? '' : 'good'],
    ];
    (r.disks || []).forEach(disk => {
      const left = disk.freeBytes / disk.totalBytes;
      list.push([`Disk of ${disk.place}`, bytes(disk.freeBytes) + ' free', `${share(disk.freeBytes, disk.totalBytes)} of ${bytes(disk.totalBytes)}`, left < .05 ? 'bad' : left < .15 ? 'warn' : 'good']);
    });
    if (r.files) list.push(['Files', bytes(Object.values(r.files).reduce((a, b) => a + b, null)),
      ['journal', 'archive', 'snapshots', 'backups'].map(kind => `${kind} ${bytes(r.files[kind])}`).join(', '), '']);
    list.push(
      backupTile(r.backup),
      ['Heap', bytes(r.heap.maxBytes - r.heap.usedBytes) + ' free', `of ${bytes(r.heap.maxBytes)}`, writer === 'heap full' ? 'bad' : 'good'],
      ['Key window', r.keys.seconds == null ? `${number(r.keys.window)} keys` : duration(r.keys.seconds), r.keys.seconds == null ? 'no traffic to measure it by' : `${number(r.keys.window)} keys at this rate`, r.keys.seconds < 20 ? 'warn' : 'good'],
      ['Connections', number(r.connections.open), `of ${number(r.connections.max)}`, r.connections.open > r.connections.max * .9 ? 'warn' : 'good']);
    const nodes = byId('tiles').children;
    list.forEach(([name, value, more, level], i) => {
      let node = nodes[i];
      if (!node) {
        node = document.createElement('div');
        ['name', 'value', 'more'].forEach(part => { const p = document.createElement('p'); p.className = part; node.append(p); });
        byId('tiles').append(node);
      }
      node.className = 'tile ' + level;
      node.dataset.part = name;
      [name, value, more].forEach((content, part) => { node.children[part].textContent = content; });
    });
    while (nodes.length > list.length) nodes[list.length].remove();
  }

  function problems(r) {
    const list = [];
    if (r.writer.state !== 'works') list.push(['', `The writer: ${r.writer.state}. ${r.writer.detail || ''}`]);
    if (r.mirror.state === 'lost') list.push(['', `The copy in ${r.mirror.lostCopy} is lost. If the other copy is lost too, the bank is lost. Replace the disk and restart.`]);
    if (r.ledger.state === 'damaged') list.push(['', `The ledger is damaged: ${r.ledger.detail}`]);
    if (r.projection.detail) list.push(['', `The projection has ended: ${r.projection.detail}`]);
    if (r.clock) list.push(['warn', `The clock: ${r.clock.detail}`]);
    const node = byId('problems');
    const shown = JSON.stringify(list);
    if (node.dataset.shown === shown) return;
    node.dataset.shown = shown;
    node.replaceChildren(...list.map(([level, what]) => { const li = document.createElement('li'); li.className = level; li.textContent = what; return li; }));
  }

  const SVG = 'http://www.w3.org/2000/svg';
  function rect(parent, x, y, w, h, className) {
    const node = document.createElementNS(SVG, 'rect');
    Object.entries({x, y, width: w, height: h, rx: 2, class: className}).forEach(([name, value]) => node.setAttribute(name, value));
    parent.append(node);
  }

  // The picture has 48 seats. The more are taken, the closer the groups are to their limit, on a logarithmic scale.
  function groups(r) {
    const places = (count, max, most) => count <= 0 ? 0 : Math.max(1, Math.round(most * Math.log2(1 + count) / Math.log2(1 + max)));
    const waiting = places(r.ring.waiting, r.ring.size, 26);
    const taken = places(r.groups.mean, r.groups.max, 48);
    const queue = byId('queue'), seats = byId('seats');
    queue.replaceChildren();
    for (let i = 0; i < waiting; i++) rect(queue, 44 + (i % 13) * 15, i < 13 ? 64 : 44, 10, 16, 'waiting');
    seats.replaceChildren();
    for (let i = 0; i < 48; i++) rect(seats, 264 + (i % 24) * 15, i < 24 ? 28 : 48, 11, 15, i < taken ? 'seat taken' : 'seat');
    text('groups-text', r.groups.perSecond
      ? `${number(r.groups.perSecond)} groups are written per second, with ${number(r.groups.mean, 1)} transactions on average; the largest had ${number(r.groups.largest)}. Waiting in the ring: ${number(r.ring.waiting)}.`
      : 'No group is being written: there is nothing to write.');
  }

  function refusals(list) {
    byId('no-refusals').hidden = list.length > 0;
    byId('refusals').hidden = !list.length;
    const rows = [...list].sort((a, b) => a.ageSeconds - b.ageSeconds).map(entry => {
      const row = document.createElement('tr');
      [entry.code, number(entry.total), duration(Math.round(entry.ageSeconds)) + ' ago'].forEach(value => {
        const cell = document.createElement('td'); cell.textContent = value; row.append(cell);
      });
      return row;
    });
    byId('refusals').tBodies[0].replaceChildren(...rows);
  }

  function show(r) {
    if (!r.writer) return;
    lastReport = Date.now();
    document.body.classList.remove('stale');
    byId('state').className = 'badge ' + (!r.ready ? 'bad' : r.mirror.state === 'lost' ? 'warn' : 'good');
    text('state', r.ready ? (r.mirror.state === 'lost' ? 'serves on one copy' : 'ready') : 'not ready');
    if (r.bank) {
      text('about', `bank ${r.bank.id.slice(0, 8)}, ${number(r.bank.branches)} branches, ${number(r.bank.branches * r.bank.accountsPerBranch)} accounts, ${r.bank.currency}`);
      money.use(r.bank.currency);
    }
    text('rate', number(charts.types.reduce((sum, type) => sum + (r.perSecond[type] || 0), 0)));
    text('p50', charts.time(r.response.p50Micros));
    text('p99', charts.time(r.response.p99Micros));
    text('p999', charts.time(r.response.p999Micros));
    text('position', number(r.position));
    text('footer', `Version ${r.version} (${r.revision}), up for ${duration(r.upSeconds)}. The server's time: ${r.time}.`);
    charts.add(Date.now() / 1000, r);
    tiles(r);
    problems(r);
    groups(r);
    refusals(r.refusals);
  }

  function away(why) {
    document.body.classList.add('stale');
    byId('state').className = 'badge bad';
    text('state', why);
    charts.add(Date.now() / 1000, null);
  }

  const pause = millis => new Promise(resolve => setTimeout(resolve, millis));

  async function read(answer, abort) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const silence = setTimeout(() => abort.abort(), SILENCE_MILLIS);
      const {value, done} = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const events = (rest + value).split('\n\n');
      rest = events.pop();
      // Only the latest is shown, if several have arrived.
      if (events.length) show(access.parse(events.at(-1).replace(/^data: /, '')));
    }
  }

  async function follow() {
    for (;;) {
      const abort = new AbortController();
      const silence = setTimeout(() => abort.abort(), SILENCE_MILLIS);
      try {
        const answer = await access.fetch('/v1/status/stream', {signal: abort.signal}).finally(() => clearTimeout(silence));
        if (answer.ok) {
          await read(answer, abort);
          away('connecting again');
        } else if (answer.status === 401 || answer.status === 403) {
          away('needs a token');
          await access.ask(await access.problem(answer));
          continue;
        } else {
          away(await access.problem(answer));
        }
      } catch {
        away(lastReport ? 'no answer since ' + new Date(lastReport).toLocaleTimeString() : 'no answer');
      }
      await pause(1000);
    }
  }
  window.addEventListener('DOMContentLoaded', follow);
})();
