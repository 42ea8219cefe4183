import { describe, expect, test } from 'vitest';
import { findMentionedOffering, findNamed } from './find-named.ts';

const centers = [
  { _id: 'tejgaon', name: 'Tejgaon Service Center' },
  { _id: 'uttara1', name: 'Uttara 1' },
  { _id: 'uttara12', name: 'Uttara 12' },
  { _id: 'mirpur', name: 'Mirpur Workshop' },
];
const offerings = [
  { _id: 'oil', name: 'Engine Oil Change', type: 'service' },
  { _id: 'loyalty', name: 'Loyalty Oil Change', type: 'campaign' },
  { _id: 'brakes', name: 'Brake Service', type: 'service' },
  { _id: 'pads', name: 'Brake Pads', type: 'parts' },
  { _id: 'air', name: 'AC Service & Gas Refill', type: 'service' },
  { _id: 'filter', name: 'Oil Filter', type: 'parts' },
] as const;

describe('a name in a cell or an answer', () => {
  test.each([
    ['tejgaon service center', 'tejgaon'],
    ['Tejgaon', 'tejgaon'],
    ['TEJGAON BRANCH', 'tejgaon'],
    ['Tej-gaon', 'tejgaon'],
    ['Tejgaon, Dhaka', 'tejgaon'],
    ['তেজগাঁও', 'tejgaon'],
    ['mirpur', 'mirpur'],
    ['uttara 1', 'uttara1'],
    ['uttara 12', 'uttara12'],
    ['Uttara', undefined],
    ['Banani', undefined],
    ['Service Center', undefined],
    ['Te', undefined],
    ['', undefined],
  ])('%s', (text, id) => {
    expect(findNamed(centers, text)?._id).toBe(id);
  });

  test.each([
    ['oil change', 'oil'],
    ['Loyalty oil change', 'loyalty'],
    ['AC Service and Gas Refill', 'air'],
    ['AC servicing', 'air'],
    ['brakes', 'brakes'],
    ['Brake Servicing', 'brakes'],
    ['oil', 'oil'],
    ['filter', 'filter'],
    ['service', undefined],
  ])('%s of the offerings', (text, id) => {
    expect(findNamed(offerings, text)?._id).toBe(id);
  });
});

test.each([
  ['I need an oil change on Friday', 'oil'],
  ['Is the loyalty oil change still on?', 'loyalty'],
  ['brake problem, please call', 'brakes'],
  ['Price of brake pads?', 'pads'],
  ['AC servicing kobe korate parbo?', 'air'],
  ['I need an oil filter', 'filter'],
  ['a full service for my car', undefined],
  ['please change my number', undefined],
])('%s mentions the offering %s', (text, id) => {
  expect(findMentionedOffering(offerings, text)?._id).toBe(id);
});
