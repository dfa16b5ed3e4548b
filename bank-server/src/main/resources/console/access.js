// What every request of these pages has in common: the token, if there is one, as a header and never in a URL.
// The browser adds a client certificate, if it has one. There are no cookies.
'use strict';
const access = (() => {
  const form = document.getElementById('access');
  let token = '';
  let tokenNumber = 0;
  let waiting = [];

  form.addEventListener('submit', event => {
    event.preventDefault();
    const field = document.getElementById('token');
    const entered = field.value.trim();
    if (entered !== token) tokenNumber++;
    token = entered;
    field.value = '';
    form.hidden = true;
    document.getElementById('denied').textContent = '';
    const told = waiting;
    waiting = [];
    told.forEach(tell => tell());
  });

  // Numbers beyond 2^53 keep their digits.
  function parse(text) {
    return JSON.parse(text, (name, value, context) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && context && /^-?\d+$/.test(context.source)
        ? BigInt(context.source) : value);
  }

  return {
    parse,
    // Changes with the token.
    tokenNumber: () => tokenNumber,
    fetch(path, options = {}) {
      const headers = {...options.headers};
      if (token) headers.Authorization = 'Bearer ' + token;
      return fetch(path, {...options, headers, cache: 'no-store', credentials: 'same-origin', redirect: 'error'});
    },
    // Asks for a token and waits until there is one.
    ask(why) {
      form.hidden = false;
      document.getElementById('denied').textContent = token ? why : '';
      return new Promise(resolve => waiting.push(resolve));
    },
    async problem(answer) {
      return (await this.problemOf(answer)).text;
    },
    // What a refusal says, its stable code, and the position of a decision.
    async problemOf(answer) {
      try {
        const p = parse(await answer.text());
        return {text: `${p.title}: ${p.detail}`, reason: String(p.type).split(':').pop(), position: p.position};
      } catch { return {text: `status ${answer.status}`}; }
    },
  };
})();
