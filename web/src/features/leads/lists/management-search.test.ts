import { expect, test } from 'vitest';
import { preserveAllFilters } from '#web/lib/url/preserved-search.ts';
import { leadFilterParams, preserveStatusFilters } from './lead-search.ts';
import { getLinkFiltersFor, type LinkFilters } from './management-search.ts';

const ofEmployee: LinkFilters = {
  employee: '0193b3f0-0000-7000-8000-000000000001',
  statusFrom: '2026-11-01',
  statusTo: '2026-11-15',
};

test.each(['all', 'pending', 'booked', 'lostCustomer'] as const)(
  'employee and days of a number narrow the leads that are %s as well (F28)',
  (status) => expect(getLinkFiltersFor(status, ofEmployee)).toMatchObject(ofEmployee),
);

test('a lost reason narrows lost leads and all leads, no others (F28)', () => {
  const lostFor: LinkFilters = { ...ofEmployee, lostReason: 'price' };
  expect(getLinkFiltersFor('lostCustomer', lostFor).lostReason).toBe('price');
  expect(getLinkFiltersFor('all', lostFor).lostReason).toBe('price');
  expect(getLinkFiltersFor('booked', lostFor).lostReason).toBeUndefined();
});

test('being lost or not is left out where it would leave nothing (F28)', () => {
  expect(getLinkFiltersFor('pending', { lost: 'true' }).lost).toBeUndefined();
  expect(getLinkFiltersFor('lostCustomer', { lost: 'true' }).lost).toBe('true');
  expect(getLinkFiltersFor('lostCustomer', { lost: 'false' }).lost).toBeUndefined();
  expect(getLinkFiltersFor('all', { lost: 'true' }).lost).toBe('true');
});

test('a link to a neighbouring list keeps filters, not the page nor what lies open (F16)', () => {
  const search = {
    search: 'nadia',
    startDate: '2026-11-01',
    days: 3,
    page: 4,
    lead: 'open',
    filter: 'active',
  };
  expect(preserveStatusFilters(search)).toEqual({ search: 'nadia', startDate: '2026-11-01', days: 3 });
  expect(preserveAllFilters({ ...search, sort: 'name', order: 'asc', reached: 'booked' })).toEqual({
    ...{ search: 'nadia', startDate: '2026-11-01', days: 3 },
    ...{ filter: 'active', reached: 'booked' },
  });
  const names = Object.values(leadFilterParams).flatMap(Object.keys);
  const all = Object.fromEntries(names.map((name) => [name, 'on']));
  expect(preserveStatusFilters(all)).toEqual(all);
});
