import { describe, expect, test } from 'vitest';
import { findMentionCandidates, findMentionedPeople, findOpenMention, splitMentions } from './mentions.ts';

const person = (name: string) => ({ _id: name, name });
const nadia = person('Nadia');
const karim = person('Nadia Karim');
const tanvir = person('Tanvir Ahmed');

describe('mentions in a text', () => {
  test('are told apart from what surrounds them', () => {
    const text = 'Ask @Tanvir Ahmed, not info@Tanvir Ahmed';
    expect(splitMentions(text, [tanvir]).map(({ text, isMention }) => [text, isMention])).toEqual([
      ['Ask ', false],
      ['@Tanvir Ahmed', true],
      [', not info@Tanvir Ahmed', false],
    ]);
  });

  test('name the longer of two names that begin alike', () => {
    expect(findMentionedPeople('@Nadia Karim please', [nadia, karim])).toEqual([karim]);
    expect(findMentionedPeople('@Nadia and @Nadia Karim', [nadia, karim])).toEqual([nadia, karim]);
    expect(findMentionedPeople('Nadia Karim', [nadia, karim])).toEqual([]);
  });

  test.each([
    ['@', 1, { at: 0, typed: '' }],
    ['Hi @nad', 7, { at: 3, typed: 'nad' }],
    ['Hi @nadia k', 11, { at: 3, typed: 'nadia k' }],
    ['Hi @nadia', 5, { at: 3, typed: 'n' }],
    ['info@nadia', 10, undefined],
    ['@nadia\nand', 10, undefined],
  ])('are open at the caret: %j at %i', (text, caret, expected) => {
    expect(findOpenMention(text, caret)).toEqual(expected);
  });

  test('are completed by the beginning of any word of a name', () => {
    expect(findMentionCandidates([nadia, karim, tanvir], 'kar')).toEqual([karim]);
    expect(findMentionCandidates([nadia, karim, tanvir], 'NAD')).toEqual([nadia, karim]);
    expect(findMentionCandidates([nadia, karim, tanvir], '')).toHaveLength(3);
    expect(findMentionCandidates([tanvir], 'vir')).toEqual([]);
  });
});
