// Asks the demo for its state a few times a second, and shows it. The token comes in the fragment of the address, which
// no browser sends, and goes as a header only.
'use strict';
(() => {
  const POLL_MILLIS = 200;
  const COVER_MILLIS = 5000;
  const TOKEN = 'token';
  const SVG = 'http://www.w3.org/2000/svg';
  const byId = id => document.getElementById(id);
  const number = value => value.toLocaleString('en');
  const seconds = millis => (millis / 1000).toFixed(1) + ' s';
  let ticket = null;
  let coverTimer = 0;
  let lastKilled = 0;

  // A reload finds the token in the tab's own storage; the address no longer shows it.
  if (location.hash.length > 1) {
    sessionStorage.setItem(TOKEN, location.hash.slice(1));
    history.replaceState(null, '', '/');
  }
  const headers = {Authorization: 'Bearer ' + (sessionStorage.getItem(TOKEN) || '')};

  function text(id, value) { const node = byId(id); if (node.textContent !== value) node.textContent = value; }

  function badge(level, what) { byId('state').className = 'badge ' + level; text('state', what); }

  function cover(lifted) {
    clearTimeout(coverTimer);
    byId('cover').checked = lifted;
    if (lifted) coverTimer = setTimeout(() => cover(false), COVER_MILLIS);
    button();
  }

  function button() {
    byId('pull').disabled = !byId('cover').checked || !ticket;
    byId('cover').disabled = !ticket;
  }

  function svg(name, attributes) {
    const node = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
    return node;
  }

  // Every bar is a quarter of a second; the outages are shaded.
  function chart(state) {
    const moments = state.moments;
    const width = 960 / moments.length, height = 145;
    const most = Math.max(4, ...moments);
    const from = state.now - moments.length * state.momentMillis;
    const x = millis => Math.max(0, Math.min(960, 960 * (millis - from) / (state.now - from)));
    const nodes = state.pulls
      .map(pull => [x(pull.killed), x('readyMillis' in pull ? pull.killed + pull.readyMillis : state.now)])
      .filter(([begin, end]) => end > 0)
      .map(([begin, end]) => svg('rect', {class: 'outage', x: begin, y: 0, width: Math.max(1, end - begin), height}));
    moments.forEach((count, i) => {
      const tall = height * count / most;
      if (count) nodes.push(svg('rect', {class: 'bar', x: i * width, y: height - tall, width: width * .85, height: tall}));
    });
    nodes.push(svg('line', {class: 'ground', x1: 0, x2: 960, y1: height, y2: height}));
    byId('chart').replaceChildren(...nodes);
  }

  function step(when, what) {
    const li = document.createElement('li');
    [when, what].forEach(part => { const span = document.createElement('span'); span.textContent = part; li.append(span); });
    return li;
  }

  // One kill, as far as it is known.
  function card(pull, isFailed) {
    const isChecked = 'checkedMillis' in pull;
    const isWhole = isChecked && pull.lost === 0 && pull.booksBalance;
    const steps = [step(new Date(pull.killed).toLocaleTimeString(), `kill -9 of process ${pull.pid}`)];
    if ('readyMillis' in pull) {
      steps.push(step(seconds(pull.readyMillis), 'the service is ready again'));
      pull.recovery.forEach(sentence => steps.push(step('', sentence)));
    }
    if (isChecked) {
      steps.push(step(seconds(pull.checkedMillis),
        `${number(pull.found)} of the latest ${number(pull.answers)} answers before the kill are there, with their outcome, position and balance`));
      pull.differences.forEach(sentence => steps.push(step('', sentence)));
      steps.push(step('', `the books ${pull.booksBalance ? 'balance' : 'DO NOT BALANCE'}`));
      steps.push(step(seconds(pull.silenceMillis), 'was the longest time without an answer for any ATM'));
    }
    const node = document.createElement('article');
    node.className = 'pull ' + (isWhole ? 'good' : isChecked || isFailed ? 'bad' : 'warn');
    const title = document.createElement('h3');
    title.textContent = isWhole ? `Nothing was lost, shown ${seconds(pull.checkedMillis)} after the kill`
      : isChecked ? `${number(pull.lost)} answers were lost`
      : isFailed ? 'The service did not come back'
      : 'readyMillis' in pull ? 'Looking up the answers…' : 'The service is dead. It is being started…';
    const list = document.createElement('ol');
    list.append(...steps);
    node.append(title, list);
    return node;
  }

  function cards(state) {
    const isFailed = state.state === 'failed';
    const shown = JSON.stringify([state.pulls, isFailed]);
    if (byId('pulls').dataset.shown === shown) return;
    byId('pulls').dataset.shown = shown;
    byId('pulls').replaceChildren(...state.pulls.map((pull, i) =>
      card(pull, isFailed && i === state.pulls.length - 1)).reverse());
  }

  function show(state) {
    const labels = {
      works: ['good', 'the service works'], starting: ['bad', 'killed, starting'], checking: ['warn', 'ready, looking up'],
      failed: ['bad', 'failed'], ended: ['', 'the demo has ended'],
    };
    badge(...labels[state.state]);
    text('process', state.state === 'starting' ? '' : `process ${state.pid}`);
    const perSecond = 1000 / state.momentMillis;
    text('rate', number(state.moments.slice(-perSecond).reduce((a, b) => a + b, 0)));
    text('answers', number(state.answers));
    text('kills', number(state.pulls.length));
    text('console', state.console);
    byId('problem').hidden = !state.problem;
    byId('problem').className = state.state === 'ended' && state.problem.startsWith('PASSED') ? 'good' : '';
    text('problem', state.problem || '');
    ticket = state.ticket;
    const killed = state.pulls.length ? state.pulls.at(-1).killed : 0;
    if (killed !== lastKilled) { lastKilled = killed; cover(false); }
    button();
    chart(state);
    cards(state);
    return state.state === 'ended';
  }

  async function pull() {
    const body = JSON.stringify({ticket});
    ticket = null;
    button();
    try {
      const answer = await fetch('/pull', {method: 'POST', headers: {...headers, 'Content-Type': 'application/json'},
        body, redirect: 'error'});
      if (!answer.ok) text('hint', (await answer.json()).detail);
    } catch {
      text('hint', 'The demo does not answer.');
    }
  }

  async function follow() {
    for (let isOver = false; !isOver;) {
      try {
        const answer = await fetch('/state', {headers, cache: 'no-store', redirect: 'error'});
        if (answer.ok) {
          isOver = show(await answer.json());
        } else {
          badge('bad', answer.status === 401 ? 'open the address that the demo printed' : `status ${answer.status}`);
        }
      } catch {
        ticket = null;
        button();
        badge('bad', 'the demo has ended, or does not answer');
      }
      await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
    }
  }

  byId('cover').addEventListener('change', event => cover(event.target.checked));
  byId('pull').addEventListener('click', pull);
  byId('copy').addEventListener('click', () => navigator.clipboard.writeText(byId('console').textContent));
  follow();
})();
