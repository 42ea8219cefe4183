import { prove } from './proof.js';

const { bits } = document.currentScript.dataset;
const key = document.querySelector('[name=key]');
const proof = document.querySelector('[name=proof]');

if (key && proof) {
  void prove(key.value, Number(bits)).then((found) => {
    proof.value = found;
  });
}
