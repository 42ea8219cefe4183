import { prove } from './proof.js';

const look = `
  :host { display: block; }
  form, section { display: grid; max-width: 34em; gap: 1em; }
  h2, p { margin: 0; }
  h2 { font-size: 1.25em; }
  .notice { padding: 0.75em; border: 1px solid; border-radius: 6px; }
  label { display: block; margin-bottom: 0.25em; font-weight: 600; }
  input, select, textarea, button { box-sizing: border-box; font: inherit; font-size: max(16px, 1em); }
  input:not([type=checkbox]), select, textarea {
    width: 100%; min-height: 44px; padding: 0.5em 0.75em; border: 1px solid; border-radius: 6px;
    background: transparent; color: inherit;
  }
  option, optgroup { background: Canvas; color: CanvasText; }
  [aria-invalid] { border-width: 2px; }
  .fault { margin-top: 0.25em; font-weight: 600; }
  .fault::before { content: '⚠ ' / ''; }
  .box { display: flex; align-items: flex-start; gap: 0.75em; }
  .box input { width: 24px; height: 24px; margin: 0; flex: none; }
  .box label { margin: 0; font-weight: 400; white-space: pre-line; }
  .trap { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); }
  button[type=submit] {
    min-height: 44px; padding: 0.5em 1.5em; border: 1px solid transparent; border-radius: 6px; justify-self: start;
    background: var(--enquiry-button, #3b5bdb); color: var(--enquiry-button-text, #fff); font-weight: 600;
  }
  .other { padding: 0; border: 0; background: none; color: inherit; text-decoration: underline; justify-self: start; }
  .thanks { white-space: pre-line; }
`;

const script = document.currentScript;
const address = script.src.replace(/\.js(\?.*)?$/, '');
const host = document.createElement('div');
const root = host.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(look);
root.adoptedStyleSheets = [sheet];
script.after(host);

// No markup is parsed, so that sites may forbid it.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false && value !== null)
      element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

let key = '';
let proof = Promise.resolve('');
let bits = 0;

function use(newKey) {
  key = newKey;
  proof = prove(key, bits);
}

function optionsOf(choices, choose) {
  const found = [make('option', { value: '' }, choose)];
  const groups = new Map();
  for (const { value, label, group } of choices) {
    const option = make('option', { value }, label);
    if (group === undefined) found.push(option);
    else {
      if (!groups.has(group)) groups.set(group, make('optgroup', { label: group }));
      groups.get(group).append(option);
    }
  }
  return [...found, ...groups.values()];
}

function controlOf({ name, kind, isRequired, autocomplete, most, min, max, choices, value }, words) {
  const about = { id: name, name, required: isRequired, autocomplete, maxlength: most, min, max };
  if (kind === 'lines') return make('textarea', { ...about, rows: 4 });
  if (kind === 'choice') return make('select', about, ...optionsOf(choices, words.choose));
  const types = { line: 'text', box: 'checkbox', fixed: 'hidden' };
  return make('input', { ...about, type: types[kind] ?? kind, value });
}

function fieldOf(field, words) {
  const control = controlOf(field, words);
  if (field.kind === 'fixed') return control;
  const label = make('label', { for: field.name }, field.label);
  const pair = field.kind === 'box' ? [control, label] : [label, control];
  return make('div', { part: 'field' }, make('div', { class: field.kind === 'box' && 'box' }, ...pair));
}

function say(form, text) {
  form.querySelector('.notice')?.remove();
  if (text) form.querySelector('h2').after(make('p', { class: 'notice', role: 'alert' }, text));
}

function blame(form, faults) {
  for (const fault of form.querySelectorAll('.fault')) fault.remove();
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
  for (const [name, text] of Object.entries(faults)) {
    const control = form.elements[name];
    if (!control) continue;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', `${name}-fault`);
    control.closest('[part=field]')?.append(make('p', { class: 'fault', id: `${name}-fault` }, text));
  }
  form.querySelector('[aria-invalid]')?.focus();
}

function source() {
  const asked = new URLSearchParams(location.search);
  const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];
  const said = names.filter((name) => asked.has(name)).map((name) => [name, asked.get(name)]);
  return [...said, ['page', location.origin + location.pathname], ['referrer', document.referrer]];
}

async function send(form, { language, title, words }) {
  const body = new URLSearchParams(new FormData(form));
  const waited = new Promise((resolve) => setTimeout(resolve, 5_000, ''));
  body.set('lang', language);
  body.set('form_title', title);
  body.set('key', key);
  body.set('proof', await Promise.race([proof, waited]));
  for (const [name, text] of source()) if (text) body.set(name, text.slice(0, 500));
  const headers = { accept: 'application/json' };
  const answer = await fetch(address, { method: 'POST', body, headers, credentials: 'omit' });
  const said = await answer.json();
  if (answer.ok) return said;
  const { message = words.unread, fields = {}, current } = said.error ?? {};
  if (current?.key && current.key !== key) use(current.key);
  form.elements.homepage.value = '';
  let shown = form;
  // The dealer has changed the consent since: it is shown anew.
  if (fields.consent && form.elements.consent?.checked)
    shown = (await load(language, new FormData(form))) ?? form;
  say(shown, message);
  blame(shown, fields);
  return undefined;
}

function show(forms, place, typed) {
  const { language, title, words, fields } = forms[place];
  const another = forms[1 - place];
  const button = make('button', { type: 'submit', part: 'button' }, words.send);
  const trap = make('input', { id: 'homepage', name: 'homepage', tabindex: -1, autocomplete: 'off' });
  const turn = () => show(forms, 1 - place, new FormData(form));
  let isBusy = false;
  const submit = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    button.textContent = words.sending;
    try {
      const sent = await send(form, forms[place]);
      if (sent?.address) location.assign(sent.address);
      else if (sent) thank(forms, place, sent.thanks);
    } catch {
      say(form, words.unread);
    }
    isBusy = false;
    button.textContent = words.send;
  };
  const form = make(
    'form',
    { lang: language, submit, part: 'form' },
    make('h2', { part: 'title' }, title),
    another &&
      make('button', { type: 'button', class: 'other', lang: another.language, click: turn }, words.other),
    ...fields.map((field) => fieldOf(field, words)),
    make(
      'div',
      { class: 'trap', 'aria-hidden': 'true' },
      make('label', { for: 'homepage' }, words.homepage),
      trap,
    ),
    button,
  );
  for (const [name, text] of typed ?? []) {
    const control = form.elements[name];
    if (control?.type === 'checkbox') control.checked = control.value === text;
    else if (control && control.type !== 'hidden') control.value = text;
  }
  root.replaceChildren(form);
  return form;
}

async function thank(forms, place, text) {
  const { language, words } = forms[place];
  const again = () => load(language);
  const said = make('p', { class: 'thanks', role: 'status', tabindex: -1 }, text);
  const back = make('button', { type: 'button', class: 'other', click: again }, words.back);
  root.replaceChildren(make('section', { lang: language, part: 'thanks' }, said, back));
  said.focus();
}

async function load(wanted, typed) {
  try {
    const answer = await fetch(`${address}.json`, { credentials: 'omit' });
    const { languages: forms, key: newKey, proofBits, error } = await answer.json();
    if (error) {
      root.replaceChildren(make('p', { role: 'status' }, error.message));
      return undefined;
    }
    bits = proofBits;
    use(newKey);
    const asked = [wanted, script.dataset.language, document.documentElement.lang, ...navigator.languages];
    const places = asked.map((one) => forms.findIndex(({ language }) => one?.split('-')[0] === language));
    return show(forms, places.find((place) => place >= 0) ?? 0, typed);
  } catch {
    root.replaceChildren(make('a', { href: address }, 'Open the form · ফর্ম খুলুন'));
    return undefined;
  }
}

void load();
