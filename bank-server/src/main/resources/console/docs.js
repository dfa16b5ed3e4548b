// Renders the contract that this service serves.
'use strict';
(() => {
  let contract;

  function element(name, content, className) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (content != null) node.append(...[].concat(content));
    return node;
  }

  // Text with `code` in it, in paragraphs.
  function prose(text, paragraph = 'p') {
    return String(text || '').trim().split(/\n\s*\n/).filter(Boolean).map(part =>
      element(paragraph, part.split('`').map((piece, i) => i % 2 ? element('code', piece) : piece.replace(/\s+/g, ' '))));
  }

  function resolve(object) {
    let found = object;
    while (found && found.$ref) {
      found = found.$ref.slice(2).split('/').reduce((at, name) => at[name.replaceAll('~1', '/').replaceAll('~0', '~')], contract);
    }
    return found || {};
  }

  const nameOf = object => object.$ref ? object.$ref.split('/').pop() : '';

  function kind(schema) {
    const s = resolve(schema);
    if ('const' in s) return JSON.stringify(s.const);
    if (s.enum) return s.enum.map(value => JSON.stringify(value)).join(' | ');
    const parts = [[].concat(s.type || []).join(' or ') || (s.oneOf ? 'one of' : '')];
    if (s.format) parts.push(s.format);
    if (s.minimum != null || s.maximum != null) parts.push(`${s.minimum ?? ''} to ${s.maximum ?? ''}`.trim());
    if (s.maxLength != null) parts.push(`${s.minLength ?? 0} to ${s.maxLength} characters`);
    return parts.filter(Boolean).join(', ');
  }

  function tree(schema, depth = 0) {
    const s = resolve(schema);
    if (depth > 5) return [];
    if (s.oneOf) return s.oneOf.map(choice => {
      const details = element('details', element('summary', [element('code', nameOf(choice) || kind(choice)), ' ' + (resolve(choice).description || '')]));
      details.append(...tree(choice, depth + 1));
      return details;
    });
    if (s.items) return tree(s.items, depth + 1);
    const properties = Object.entries(s.properties || {});
    (s.allOf || []).forEach(part => properties.push(...Object.entries(resolve(part).properties || {})));
    if (!properties.length) return [];
    return [element('ul', properties.map(([name, property]) => {
      const p = resolve(property);
      const item = element('li', [element('code', name), ` ${kind(property)}`, (s.required || []).includes(name) ? '' : ', optional', p.description ? ': ' : '']);
      prose(p.description, 'span').forEach(part => item.append(part));
      if (p.properties || p.items || p.oneOf) item.append(...tree(p, depth + 1));
      return item;
    }))];
  }

  function content(owner) {
    return Object.entries(owner.content || {}).flatMap(([type, body]) => {
      const shown = [element('p', [element('code', type), ' ', nameOf(body.schema || {})], 'quiet'), ...tree(body.schema || {})];
      const examples = [...Object.values(body.examples || {}).map(example => resolve(example).value), ...(body.example ? [body.example] : []),
        ...(resolve(body.schema || {}).examples || [])];
      return shown.concat(examples.filter(example => example != null).map(example =>
        element('pre', typeof example === 'string' ? example : JSON.stringify(example, null, 2))));
    });
  }

  function operation(path, method, op) {
    const article = element('article', element('h3', [element('span', method.toUpperCase(), 'method ' + method), element('code', path)]));
    article.id = op.operationId || '';
    article.append(...prose(op.summary), ...prose(op.description).map(p => { p.className = 'quiet'; return p; }));
    const parameters = (op.parameters || []).map(resolve);
    if (parameters.length) {
      article.append(element('h4', 'Parameters'), element('ul', parameters.map(p =>
        element('li', [element('code', p.name), ` in ${p.in}, ${kind(p.schema || {})}${p.required ? '' : ', optional'}`, p.description ? ': ' : '', ...prose(p.description, 'span')]))));
    }
    if (op.requestBody) article.append(element('h4', 'Request'), ...prose(resolve(op.requestBody).description), ...content(resolve(op.requestBody)));
    article.append(element('h4', 'Responses'));
    Object.entries(op.responses).forEach(([status, answer]) => {
      const a = resolve(answer);
      const details = element('details', element('summary', [element('code', status), ' ', ...prose(a.description, 'span')]));
      details.open = status.startsWith('2');
      details.append(...content(a));
      article.append(details);
    });
    return article;
  }

  function render() {
    document.getElementById('version').textContent = contract.info.version;
    const sections = [element('article', prose(contract.info.description))];
    (contract.tags || []).forEach(tag => {
      sections.push(element('h2', tag.name), ...prose(tag.description));
      Object.entries(contract.paths).forEach(([path, methods]) => Object.entries(methods).forEach(([method, op]) => {
        if ((op.tags || []).includes(tag.name)) sections.push(operation(path, method, op));
      }));
    });
    document.getElementById('api').replaceChildren(...sections);
  }

  async function load() {
    for (;;) {
      let answer;
      try { answer = await access.fetch('/v1/openapi.json'); } catch { answer = null; }
      if (answer && answer.ok) { contract = access.parse(await answer.text()); render(); return; }
      if (answer && (answer.status === 401 || answer.status === 403)) { await access.ask(await access.problem(answer)); continue; }
      document.getElementById('api').replaceChildren(element('p', answer ? await access.problem(answer) : 'The service does not answer.', 'bad'));
      return;
    }
  }
  window.addEventListener('DOMContentLoaded', load);
})();
