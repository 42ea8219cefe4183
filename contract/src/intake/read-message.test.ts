import { expect, test } from 'vitest';
import { messageSamples, sampleCenters, sampleOfferings, samplesDay } from './message.samples.ts';
import { readMessage } from './read-message.ts';

const read = (text: string) =>
  readMessage(text, {
    ...{ country: 'BD', today: samplesDay, centers: sampleCenters, offerings: sampleOfferings },
  });

test('nine tenths of the fields of messages are read, and hardly any is wrong (F20)', () => {
  expect(messageSamples).toHaveLength(60);
  const wrong: string[] = [];
  let fields = 0;
  for (const [text, told] of messageSamples) {
    const facts: Record<string, string> = read(text);
    fields += Object.keys(told).length;
    for (const field of new Set([...Object.keys(told), ...Object.keys(facts)]))
      if (facts[field] !== told[field])
        wrong.push(`${field}: ${facts[field]}, not ${told[field]}, of ${text}`);
  }
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(fields / 10);
});

test.each(messageSamples.slice(0, 8))('%s is whole (F20)', (text, told) => {
  expect(read(text)).toEqual(told);
});

test.each([
  ['কাল উত্তরায় গাড়ি নিয়ে আসব', 'uttara'],
  ['মিরপুরের ওয়ার্কশপে আসতে চাই', 'mirpur'],
  ['আগ্রাবাদ শাখা কি খোলা?', 'agrabad'],
  ['উত্তরা না মিরপুর, কোনটা কাছে?', undefined],
  ['আমি উত্তর দিতে পারিনি, তারা ফোন করেনি', undefined],
  ['tara kal asbe', undefined],
])('%s names the center %s, whose name is in the other script', (text, center) => {
  expect(read(text).serviceCenter).toBe(center);
});

test('a center with a Bangla name is found in Latin letters', () => {
  const centers = [{ _id: 'one', name: 'ধানমন্ডি সার্ভিস সেন্টার' }];
  const facts = readMessage('Dhanmondi te asbo kal', {
    country: 'BD',
    today: samplesDay,
    centers,
    offerings: [],
  });
  expect(facts.serviceCenter).toBe('one');
});
