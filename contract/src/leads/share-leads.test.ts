import { expect, test } from 'vitest';
import { shareLeads, sumShares } from './share-leads.ts';

const nadia = { _id: 'nadia', serviceCenters: ['north', 'south'] };
const karim = { _id: 'karim', serviceCenters: ['north'] };
const salma = { _id: 'salma', serviceCenters: ['south'] };
const north = (leads: number) => ({ _id: 'north', leads });
const south = (leads: number) => ({ _id: 'south', leads });
const counts = (...asked: Parameters<typeof sumShares>) => sumShares(...asked).map(({ leads }) => leads);

test('what does not come out even goes to whoever is named first', () => {
  expect(counts([north(9)], [nadia, karim])).toEqual([5, 4]);
  expect(counts([north(9)], [karim, nadia])).toEqual([5, 4]);
  expect(counts([north(1)], [karim, nadia])).toEqual([1, 0]);
});

test('whoever may have leads of more centers makes up for who may not', () => {
  expect(counts([north(6), south(3)], [nadia, karim])).toEqual([5, 4]);
  expect(counts([north(4), south(4)], [nadia, karim, salma])).toEqual([3, 2, 3]);
  expect(shareLeads([north(2), south(4)], [karim, nadia])).toEqual(
    new Map([
      ['south', new Map([['nadia', 4]])],
      ['north', new Map([['karim', 2]])],
    ]),
  );
});

test('leads of a center where none of them works stay', () => {
  expect(counts([north(2), south(3)], [karim])).toEqual([2]);
  expect(counts([south(3)], [])).toEqual([]);
});
