// The forms: move money under a key that is made here, and read a statement.
'use strict';
const money = (() => {
  let currency = '';
  let digits;
  // Requests that may have been executed, or may be yet, by their text. Whoever sends the same again sends the same
  // key, so it is never executed twice for one client. A key of another client is another key, and a page cannot tell
  // whether a new token is of the same client.
  const undecided = new Map();

  // UUIDv7 (RFC 9562): 48 bits of time, then random bits.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    let time = Date.now();
    for (let i = 5; i >= 0; i--) { bytes[i] = time % 256; time = Math.floor(time / 256); }
    bytes[6] = 0x70 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  function minor(text) {
    const parts = /^\s*([-+]?)(\d+)(?:[.,](\d+))?\s*$/.exec(text);
    if (!parts || (parts[3] || '').length > digits) return null;
    return BigInt((parts[1] === '-' ? '-' : '') + parts[2] + (parts[3] || '').padEnd(digits, '0')).toString();
  }

  function shown(amount) {
    const sign = BigInt(amount) < 0n ? '−' : '';
    const text = BigInt(amount).toString().replace('-', '').padStart(digits + 1, '0');
    const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ',');
    return sign + whole + (digits ? '.' + text.slice(-digits) : '');
  }

  // The service says how many decimals an amount has. A browser's own table differs from ISO 4217: the forint has none.
  async function load() {
    let answer;
    try { answer = await access.fetch('/v1/bank'); } catch { throw new Error('No answer.'); }
    if (answer.status === 401) access.ask('this token is not valid');
    if (!answer.ok) throw new Error(await access.problem(answer));
    const bank = access.parse(await answer.text());
    digits = bank.fractionDigits;
    currency = bank.currency;
    document.querySelectorAll('.unit').forEach(node => { node.textContent = currency; });
    if (digits === 0) form.elements.amount.value = form.elements.amount.value.replace(/\.00$/, '');
  }

  // Whether nothing was executed by the request that is answered so.
  function isRefusal(status, reason) {
    return status < 500 && status !== 408 || ['busy', 'not-executed', 'ledger-damaged', 'no-history'].includes(reason);
  }

  const form = document.getElementById('money');
  const moved = document.getElementById('moved');
  const type = form.elements.type;
  function shape() {
    const target = document.getElementById('target-label');
    target.hidden = type.value !== 'transfer';
    form.elements.target.required = type.value === 'transfer';
  }
  type.addEventListener('change', shape);

  function body() {
    const amount = minor(form.elements.amount.value);
    if (amount === null || amount === '0') return null;
    const fields = [`"type":${JSON.stringify(type.value)}`, `"teller":${form.elements.teller.value}`, `"account":${form.elements.account.value}`];
    if (type.value === 'transfer') fields.push(`"target":${form.elements.target.value}`);
    fields.push(`"amount":${amount}`);
    if (form.elements.reference.value) fields.push(`"reference":${JSON.stringify(form.elements.reference.value)}`);
    return '{' + fields.join(',') + '}';
  }

  form.addEventListener('submit', async event => {
    event.preventDefault();
    try {
      if (!currency) await load();
    } catch (failure) {
      moved.className = 'bad';
      moved.textContent = 'Not sent: ' + failure.message;
      return;
    }
    const text = body();
    if (text === null) { moved.className = 'bad'; moved.textContent = `The amount must be a number with at most ${digits} decimals, and not 0.`; return; }
    const request = undecided.get(text) || {key: newKey(), isOpen: false, pending: 0, tokenNumber: access.tokenNumber()};
    undecided.set(text, request);
    const hasOtherToken = request.tokenNumber !== access.tokenNumber();
    request.tokenNumber = access.tokenNumber();
    if (hasOtherToken && (request.isOpen || request.pending)) {
      moved.className = 'bad';
      moved.textContent = `Not sent: it was sent with another token before, under the key ${request.key}, and its outcome is unknown.`
        + ' Send it again if both tokens are of the same client: it is executed at most once. If they are not, it would be'
        + ' executed for the other client too: look at the statement first.';
      return;
    }
    const isUndecided = () => undecided.get(text) === request;
    const decided = position => { if (isUndecided()) { undecided.delete(text); request.position = position; } };
    moved.className = '';
    moved.textContent = 'Sent; waiting for the answer.';
    request.pending++;
    try {
      const answer = await access.fetch('/v1/transactions', {method: 'POST', body: text,
        headers: {'Content-Type': 'application/json', 'Idempotency-Key': request.key}});
      if (answer.ok) {
        const result = access.parse(await answer.text());
        // Another attempt was decided meanwhile. The same key has the same position, unless it is of another client.
        if (!isUndecided() && request.position === result.position) return;
        const other = isUndecided() ? '' : ` The key ${request.key} was sent for two clients: the other's was decided at position ${request.position}.`;
        moved.className = other ? 'bad' : '';
        moved.textContent = `Committed at position ${result.position}. New balance: ${shown(result.balance)} ${currency}.${other}`;
        decided(result.position);
      } else {
        const problem = await access.problemOf(answer);
        if (answer.status === 401) access.ask('this token is not valid');
        if (!isUndecided()) return;
        moved.className = 'bad';
        moved.textContent = problem.text;
        // Only a decision has a position. Any other refusal says nothing of another attempt that has no answer.
        const isOpen = request.isOpen || request.pending > 1;
        if (problem.position || answer.status < 500 && answer.status !== 408 && !isOpen) decided(problem.position);
        else if (!isRefusal(answer.status, problem.reason)) request.isOpen = true;
        if (request.isOpen && isUndecided()) {
          moved.textContent += ` An earlier attempt may have been executed: the statement shows it, under the key ${request.key}.`
            + ' Sending it again uses the same key; reload this page to send it as another one.';
        }
      }
    } catch {
      if (!isUndecided()) return;
      request.isOpen = true;
      moved.className = 'bad';
      moved.textContent = 'No answer. Send it again: it has the same key, so it is executed at most once.';
    } finally {
      request.pending--;
    }
  });

  const statement = document.getElementById('statement');
  let latest = 0;
  statement.addEventListener('submit', async event => {
    event.preventDefault();
    const line = document.getElementById('balance');
    const table = document.getElementById('postings');
    const id = statement.elements.account.value;
    // A late answer must not be shown as that of the account which was asked for last.
    const request = ++latest;
    const say = (text, level = '') => { if (request === latest) { line.className = level; line.textContent = text; } };
    table.hidden = true;
    say('Waiting for the answer.');
    try {
      if (!currency) await load();
      const answered = await access.fetch(`/v1/accounts/${id}`);
      if (!answered.ok) { say(await access.problem(answered), 'bad'); return; }
      const balance = `Balance: ${shown(access.parse(await answered.text()).balance)} ${currency}`;
      say(balance);
      const answer = await access.fetch(`/v1/accounts/${id}/statement?limit=50`);
      if (!answer.ok) { say(`${balance}. ${await access.problem(answer)}`); return; }
      const postings = access.parse(await answer.text()).postings;
      if (request !== latest) return;
      table.tBodies[0].replaceChildren(...postings.map(posting => {
        const row = document.createElement('tr');
        [posting.time.replace('T', ' ').slice(0, 19), String(posting.teller), shown(posting.amount), shown(posting.balance)].forEach(value => {
          const cell = document.createElement('td'); cell.textContent = value; row.append(cell);
        });
        return row;
      }));
      table.hidden = !postings.length;
      if (!postings.length) say(`${balance}. No postings are shown.`);
    } catch (failure) {
      say(failure instanceof TypeError ? 'No answer.' : failure.message, 'bad');
    }
  });

  return {
    use(code) {
      if (code !== currency) load().catch(() => {});
    },
  };
})();
