import { expect, test } from 'vitest';
import { toRelyingParty } from './ceremonies.service.ts';

test.each([
  ['https://leads.padma.example', { id: 'leads.padma.example', origin: 'https://leads.padma.example' }],
  [
    'https://leads.padma.example:8443/',
    { id: 'leads.padma.example', origin: 'https://leads.padma.example:8443' },
  ],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://leads.padma.example', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::7]:3000', undefined],
])('passkeys are made for PUBLIC_URL where browsers allow them: %s', (publicUrl, expected) => {
  expect(toRelyingParty(publicUrl)).toEqual(expected);
});
