import { describe, expect, test } from 'vitest';
import { listAnswerButtons } from '#contract/customer-messages/answer-buttons.ts';
import { isStopMessage, readBookingAnswer, readRating } from './answer-buttons.ts';

describe('an answer to a reminder', () => {
  test.each(['en', 'bn'] as const)('by a button of %s is read', (language) => {
    expect(listAnswerButtons('dayBefore', language).map(readBookingAnswer)).toEqual([
      'come',
      'anotherTime',
      'cancel',
    ]);
  });

  test.each([
    ['I’ll come!', 'come'],
    [' ok 👍', 'come'],
    ['হ্যাঁ', 'come'],
    ['আসব না', 'cancel'],
    ['Yes, but what does it cost?', undefined],
    ['', undefined],
  ])('%j is read as %s', (text, answer) => {
    expect(readBookingAnswer(text)).toBe(answer);
  });
});

test.each([
  ['STOP', true],
  [' stop. ', true],
  ['STOP ALL', true],
  ['stop all', true],
  ['Stop-all!', true],
  ['STOPALL', true],
  ['Stop all messages.', true],
  ['Unsubscribe', true],
  ['Opt-out', true],
  ['বন্ধ করুন', true],
  ['সব বন্ধ', true],
  ['মেসেজ পাঠাবেন না।', true],
  ['বন্ধ', true],
  ['Please stop calling me so early', false],
  ['Please stop', false],
  ['Cancel', false],
  ['Stop all work on my car', false],
  ['কাজ বন্ধ করুন', false],
  ['Where is the bus stop?', false],
])('%j says that no more messages are wanted: %s', (text, isStop) => {
  expect(isStopMessage(text)).toBe(isStop);
});

test.each([
  ['5', 5],
  ['৪', 4],
  ['I give 2.', 2],
  ['3/5', 3],
  ['৪ / ৫', 4],
  ['1 out of 5', 1],
  ['0', undefined],
  ['6', undefined],
  ['10', undefined],
  ['2, the car was still dirty', 2],
  ['আমি ৫ দিলাম', 5],
  ['I need 2 tyres', undefined],
  ['4 pm tomorrow', undefined],
  ['Can I come at 4?', undefined],
  ['between 3 and 4', undefined],
  ['Call me at 01712345678', undefined],
  ['Very good', undefined],
])('the rating of %j is %s', (text, rating) => {
  expect(readRating(text)).toBe(rating);
});
