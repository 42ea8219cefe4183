import { prove } from './proof.js';

const { bits } = document.currentScript.dataset;
const key = document.querySelector('[name=key]');
const proof = document.querySelector('[name=proof]');

const link = document.querySelector('header a');

if (key && link) {
  // What was typed goes along into the other language.
  const turn = Object.assign(document.createElement('button'), { name: 'turn', value: link.hreflang });
  turn.hidden = true;
  turn.formNoValidate = true;
  key.form.append(turn);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    key.form.requestSubmit(turn);
  });
}

if (key && proof) {
  void prove(key.value, Number(bits)).then((found) => {
    proof.value = found;
  });
}
