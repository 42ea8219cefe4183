import { expect, test } from 'vitest';
import { messageSamples } from '#contract/intake/message.samples.ts';
import { findInsertedText, isPastedMessage } from './is-message.ts';

test.each(messageSamples.slice(0, 8))('%s is a message (F20)', (text) => {
  expect(isPastedMessage(text)).toBe(true);
});

test.each([
  'Karim Uddin',
  '(+88) 01712-345678',
  'https://wa.me/8801712345678',
  'Dhaka Metro-Ga 20-6199',
  'call at noon',
])('%s is the content of a field, no message (F20)', (text) => {
  expect(isPastedMessage(text)).toBe(false);
});

test.each([
  ['a clipboard chip', '', 'Karim01712345678', 'insertText', 'Karim\n01712345678', 'Karim\n01712345678'],
  ['a suggestion in the middle', 'Mr , hello', 'Mr Karim, hello', 'insertCompositionText', 'Karim', 'Karim'],
  ['what is dropped over a selection', 'old', 'new text', 'insertFromDrop', null, 'new text'],
  ['a typed letter', 'Kari', 'Karim', 'insertText', 'm', 'm'],
  ['a taken back edit', '', 'Karim 01712345678', 'historyUndo', null, ''],
  ['a deletion', 'Karim', 'Kari', 'deleteContentBackward', null, ''],
])('%s brings its text (F58)', (_what, before, after, inputType, data, text) => {
  expect(findInsertedText(before, after, { inputType, data })).toBe(text);
});
